//! The loop: messages of the editor, answers, findings after every change.

use lsp_server::Connection;
use lsp_server::ErrorCode;
use lsp_server::Message;
use lsp_server::Notification;
use lsp_server::Request;
use lsp_server::Response;
use serde_json::Value;
use serde_json::json;

use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::commands::lsp::answers;
use crate::cli::commands::lsp::documents::Documents;
use crate::cli::commands::lsp::documents::directory;
use crate::cli::commands::lsp::places;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::lint;

/// A server for one work tree.
pub(super) struct Server<'a> {
    context: &'a Context,
    printer: &'a mut Printer,
}

impl<'a> Server<'a> {
    pub(super) fn new(context: &'a Context, printer: &'a mut Printer) -> Self {
        Self { context, printer }
    }

    /// Answers until the editor leaves.
    pub(super) fn serve(&mut self, connection: &Connection) -> Result<ExitStatus, CommandError> {
        let capabilities = json!({
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "hoverProvider": true,
            "definitionProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "documentFormattingProvider": true,
        });
        let (id, _) = connection.initialize_start().map_err(|_| {
            CommandError::new("no editor introduced itself; `git libra lsp` is started by an editor, not by hand")
        })?;
        let answer = json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "git-libra", "version": env!("CARGO_PKG_VERSION") },
        });
        connection.initialize_finish(id, answer)?;
        let mut documents = Documents::read(self.context, self.printer)?;
        if let Some(problem) = lint::validate(documents.lint_config()).first() {
            send(connection, "window/showMessage", json!({ "type": 1, "message": problem.to_string() }))?;
        }
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(ExitStatus::Success);
                    }
                    connection.sender.send(Message::Response(answer_to(&documents, request)))?;
                }
                Message::Notification(notification) => self.note(connection, &mut documents, &notification)?,
                Message::Response(_) => {}
            }
        }
        Ok(ExitStatus::Success)
    }

    fn note(
        &mut self,
        connection: &Connection,
        documents: &mut Documents,
        notification: &Notification,
    ) -> Result<(), CommandError> {
        let params = &notification.params;
        let document = &params["textDocument"];
        let path = document["uri"].as_str().and_then(|uri| places::path(documents.root(), uri));
        let catalog = path.as_ref().and_then(directory);
        match (notification.method.as_str(), catalog) {
            ("textDocument/didOpen", Some(catalog)) => {
                documents.set(catalog.clone(), document["text"].as_str().unwrap_or_default().to_owned());
                publish(connection, documents, &catalog)
            }
            ("textDocument/didChange", Some(catalog)) => {
                // The whole text comes with every change; of several the last one counts.
                let changes = params["contentChanges"].as_array();
                if let Some(text) = changes.and_then(|changes| changes.last()?["text"].as_str()) {
                    documents.set(catalog.clone(), text.to_owned());
                }
                publish(connection, documents, &catalog)
            }
            ("textDocument/didClose", Some(catalog)) => {
                documents.close(&catalog);
                let uri = document["uri"].clone();
                send(connection, "textDocument/publishDiagnostics", json!({ "uri": uri, "diagnostics": [] }))
            }
            // A saved source file may have moved what catalogs list.
            ("textDocument/didSave" | "workspace/didChangeWatchedFiles", _) => {
                if let Err(error) = documents.read_again(self.context, self.printer) {
                    return send(connection, "window/logMessage", json!({ "type": 1, "message": error.message() }));
                }
                documents.open().iter().try_for_each(|catalog| publish(connection, documents, catalog))
            }
            _ => Ok(()),
        }
    }
}

fn answer_to(documents: &Documents, request: Request) -> Response {
    let params = &request.params;
    let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
    let catalog = places::path(documents.root(), uri).as_ref().and_then(directory);
    let answer = |answer: &dyn Fn(&RepoPath) -> Value| catalog.as_ref().map_or(Value::Null, answer);
    let result = match request.method.as_str() {
        "textDocument/hover" => answer(&|catalog| answers::hover(documents, catalog, &params["position"])),
        "textDocument/definition" => answer(&|catalog| answers::definition(documents, catalog, &params["position"])),
        "textDocument/codeAction" => answer(&|catalog| answers::actions(documents, catalog, &params["range"])),
        "textDocument/formatting" => answer(&|catalog| answers::formatting(documents, catalog)),
        method => {
            let message = format!("`{method}` is not served");
            return Response::new_err(request.id, ErrorCode::MethodNotFound as i32, message);
        }
    };
    Response::new_ok(request.id, result)
}

fn publish(connection: &Connection, documents: &Documents, catalog: &RepoPath) -> Result<(), CommandError> {
    let path = catalog.join(crate::catalog::CATALOG_FILE)?;
    let params = json!({
        "uri": places::uri(documents.root(), &path),
        "diagnostics": answers::diagnostics(documents, catalog),
    });
    send(connection, "textDocument/publishDiagnostics", params)
}

fn send(connection: &Connection, method: &str, params: Value) -> Result<(), CommandError> {
    let notification = Notification { method: method.to_owned(), params };
    Ok(connection.sender.send(Message::Notification(notification))?)
}
