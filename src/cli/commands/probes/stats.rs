//! `git libra probes stats`.

use std::path::PathBuf;

use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::probes::rows;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::table::Table;
use crate::trajectory;
use crate::trajectory::Stats;

/// Count what probes ask about
#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    /// Files of probes
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The commit that they were written for
    #[arg(long, value_name = "REV", default_value = "HEAD")]
    rev: String,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// Prints the counts of each file.
pub(super) fn run(args: &StatsArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::Revision(args.rev.clone()), printer)?;
    let counted = |file: &PathBuf| {
        let rows = rows::read(context, file)?;
        Ok((file.display().to_string(), trajectory::stats(&rows, &workspace.project)))
    };
    let files: Vec<(String, Stats)> = args.files.iter().map(counted).collect::<Result<_, CommandError>>()?;
    if args.format == TextOrJson::Json {
        let files: Vec<_> =
            files.iter().map(|(file, stats)| serde_json::json!({ "file": file, "stats": stats })).collect();
        let json = serde_json::json!({ "schema": "libra.probes/1", "files": files });
        printer.line(&serde_json::to_string_pretty(&json)?)?;
        return Ok(ExitStatus::Success);
    }
    let mut table = Table::new(["file", "rows", "valid", "invalid", "functions", "files", "chunks", "words"]);
    for (file, stats) in &files {
        let counts = [stats.rows, stats.valid, stats.invalid, stats.with_functions].map(|count| count.to_string());
        let of = [stats.files, stats.chunks].map(|[some, all]| format!("{some}/{all}"));
        table.row([file.clone()].into_iter().chain(counts).chain(of).chain([format!("{:.1}", stats.words)]));
    }
    printer.write(&table.text())?;
    for (file, stats) in &files {
        for (what, counts) in
            [("begins with", &stats.openings), ("module", &stats.modules), ("invalid", &stats.invalid_reasons)]
        {
            let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
            counts.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
            let mut table = Table::new([format!("{file}: {what}"), "rows".to_owned()]);
            for (value, count) in &counts {
                table.row([(*value).clone(), count.to_string()]);
            }
            if !counts.is_empty() {
                printer.write(&format!("\n{}", table.text()))?;
            }
        }
    }
    Ok(ExitStatus::Success)
}
