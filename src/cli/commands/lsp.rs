//! `git libra lsp`: a language server for catalogs, over standard input and output.

mod answers;
mod documents;
mod places;
mod server;

use lsp_server::Connection;

use crate::cli::ExitStatus;
use crate::cli::commands::lsp::server::Server;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;

/// Serve editors over standard input and output
///
/// Findings while a catalog is edited, the first lines of a symbol on hover, the way from a symbol or link to where it
/// is defined, fixes as code actions, and the canonical spelling as formatting.
#[derive(Debug, clap::Args)]
pub(crate) struct LspArgs {
    /// Speak over standard input and output; there is no other way, and editors pass it
    #[arg(long)]
    stdio: bool,
}

/// Serves until the editor says that it is done.
pub(crate) fn run(_: &LspArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let (connection, threads) = Connection::stdio();
    let status = Server::new(context, printer).serve(&connection);
    // The writing thread ends when the connection is gone.
    drop(connection);
    threads.join().map_err(|error| {
        CommandError::new(format!(
            "standard input does not speak the Language Server Protocol: {}",
            error.to_string().trim()
        ))
    })?;
    status
}
