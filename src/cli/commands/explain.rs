//! `git libra explain`: the page of a rule.

use serde_json::json;

use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::lint;
use crate::lint::RULES;
use crate::lint::Rule;

/// Explain a lint rule, or list all of them
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The rule's code or name; without one, every rule is listed
    rule: Option<String>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// Prints a rule's page, or the list of rules.
pub(crate) fn run(args: &ExplainArgs, _: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let chosen: Vec<&Rule> = match &args.rule {
        None => RULES.iter().collect(),
        Some(wanted) => vec![lint::find(wanted).ok_or_else(|| unknown(wanted))?],
    };
    match args.format {
        TextOrJson::Json => {
            let rows: Vec<_> = chosen
                .iter()
                .map(|rule| {
                    json!({ "code": rule.code, "name": rule.name, "severity": rule.severity,
                            "fix": rule.fixable.as_str(), "summary": rule.summary(), "page": rule.page })
                })
                .collect();
            printer.line(&serde_json::to_string_pretty(&json!({ "schema": "libra.rules/1", "rules": rows }))?)?;
        }
        TextOrJson::Text if args.rule.is_some() => printer.write(chosen[0].page)?,
        TextOrJson::Text => {
            for rule in chosen {
                printer.line(&format!("{}  {:28} {}", rule.code, rule.name, rule.summary().replace('\n', " ")))?;
            }
        }
    }
    Ok(ExitStatus::Success)
}

fn unknown(wanted: &str) -> CommandError {
    let error = CommandError::new(format!("there is no rule `{wanted}`"));
    match lint::suggestion(wanted) {
        Some(name) => error.hint(format!("did you mean `{name}`?")),
        None => error.hint("`git libra explain` lists the rules"),
    }
}
