//! `git libra train list`.

use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::commands::train::output;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::table::Table;
use crate::trajectory;
use crate::trajectory::Trajectory;

/// List the runs, or the steps of one
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// A run, to list its steps
    run: Option<String>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// Prints the list.
pub(super) fn run(args: &ListArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let repository = context.repository()?;
    let names = match &args.run {
        Some(run) => vec![run.clone()],
        None => Trajectory::names(&repository)?,
    };
    let runs: Vec<Trajectory> =
        names.iter().map(|name| Trajectory::load(&repository, name)).collect::<Result<_, _>>()?;
    match (args.format, &args.run) {
        (TextOrJson::Json, _) => {
            let runs: Vec<_> = runs.iter().map(output::json).collect();
            let json = serde_json::json!({ "schema": "libra.runs/1", "runs": runs });
            printer.line(&serde_json::to_string_pretty(&json)?)?;
        }
        (TextOrJson::Text, Some(_)) => printer.write(&output::table(&runs[0]))?,
        (TextOrJson::Text, None) if runs.is_empty() => printer.note("there are no runs"),
        (TextOrJson::Text, None) => {
            let mut table = Table::new(["run", "base", "steps", "of", "best", "test"]);
            for run in &runs {
                let best = trajectory::best(&run.steps);
                let test = best.and_then(|best| best.test).map(|test| format!("{:.1}%", test.value() * 100.0));
                table.row([
                    run.run.clone(),
                    run.base.short(),
                    run.last().number.to_string(),
                    run.options.rounds.to_string(),
                    best.map(|best| best.number.to_string()).unwrap_or_default(),
                    test.unwrap_or_default(),
                ]);
            }
            printer.write(&table.text())?;
        }
    }
    Ok(ExitStatus::Success)
}
