//! Arguments, reading, scoring.

use std::path::Path;
use std::path::PathBuf;

use crate::base::Seed;
use crate::cli::ExitStatus;
use crate::cli::commands::score::output;
use crate::cli::context::Context;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::repo;
use crate::score;
use crate::score::Coverage;
use crate::score::Fault;
use crate::score::ItemsReader;
use crate::score::LabelsReader;
use crate::score::PredictionsReader;
use crate::score::Resampling;

/// Score sets of evidence against certificates, as SERBench does
///
/// The files are JSON lines, packed where their name ends in `.gz`. A fault in any of them refuses everything: nothing is
/// repaired. Means are over states; intervals are drawn by repository, and those of differences are paired.
#[derive(Debug, clap::Args)]
pub(crate) struct ScoreArgs {
    /// The states with their candidates
    #[arg(long, value_name = "FILE")]
    items: PathBuf,
    /// The certificates
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// The ranked candidates of one method or several
    #[arg(long, value_name = "FILE")]
    predictions: PathBuf,
    /// How many of the first items count; may be given several times [default: 5 and 8]
    #[arg(short = 'k', value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    cuts: Vec<u32>,
    /// The method that the others are compared with [default: the one of the first prediction]
    #[arg(long, value_name = "METHOD")]
    baseline: Option<String>,
    /// Draws for the intervals; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    draws: usize,
    /// The number from which the draws follow
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Accept methods that lack states; such scores are comparable with nothing
    #[arg(long)]
    allow_subset: bool,
    /// Write every state's scores to this file as JSON lines
    #[arg(long, value_name = "FILE")]
    per_state: Option<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: ScoreFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ScoreFormat {
    /// Tables for reading
    #[default]
    Text,
    /// Everything, for programs
    Json,
    /// One line a method, part and metric
    Csv,
}

/// Reads, scores and prints.
pub(crate) fn run(args: &ScoreArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let mut reader = ItemsReader::new(&args.items.display().to_string());
    lines(context, &args.items, |number, line| reader.line(number, line))?;
    let items = reader.finish()?;
    let mut reader = LabelsReader::new(&args.labels.display().to_string(), &items);
    lines(context, &args.labels, |number, line| reader.line(number, line))?;
    let certificates = reader.finish()?;
    let mut reader = PredictionsReader::new(&args.predictions.display().to_string(), &items);
    lines(context, &args.predictions, |number, line| reader.line(number, line))?;
    let coverage = if args.allow_subset { Coverage::Partial } else { Coverage::Whole };
    let predictions = reader.finish(coverage)?;
    if let Some(baseline) = &args.baseline
        && !predictions.0.iter().any(|prediction| prediction.method == *baseline)
    {
        return Err(CommandError::new(format!("no prediction is of the method `{baseline}`")));
    }
    let cuts: Vec<usize> =
        if args.cuts.is_empty() { vec![5, 8] } else { args.cuts.iter().map(|k| *k as usize).collect() };
    let resampling = Resampling { draws: args.draws, seed: Seed(args.seed) };
    let scored = score::score(&items, &certificates, &predictions, &cuts, args.baseline.as_deref(), resampling);
    if let Some(file) = &args.per_state {
        context.write_output(file, output::per_state(&items, &predictions, &scored)?.as_bytes())?;
    }
    match args.format {
        ScoreFormat::Text => printer.write(&output::text(&scored))?,
        ScoreFormat::Json => printer.line(&serde_json::to_string_pretty(&output::json(&scored, resampling))?)?,
        ScoreFormat::Csv => printer.write(&output::csv(&scored))?,
    }
    Ok(ExitStatus::Success)
}

fn lines(
    context: &Context,
    file: &Path,
    mut each: impl FnMut(usize, &str) -> Result<(), Fault>,
) -> Result<(), CommandError> {
    repo::read_lines(&context.named(file), |number, line| each(number, line).map_err(CommandError::from))
}
