//! `git libra observe`: remembers what was read, so that evidence leaves it out.

use std::collections::BTreeMap;

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::cli::ExitStatus;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::cli::situation;
use crate::evidence::Observation;

/// Record what was read; evidence leaves it out until those lines change
#[derive(Debug, clap::Args)]
pub(crate) struct ObserveArgs {
    /// What was read; without any, what is known is listed
    #[arg(value_name = "PATH[:L1-L2]")]
    read: Vec<String>,
    /// Forget everything that was recorded before
    #[arg(long)]
    clear: bool,
}

/// The latest observations that are kept, each of at most twenty lines.
const MOST_OBSERVATIONS: usize = 20_000;

/// Records, forgets or lists.
pub(crate) fn run(args: &ObserveArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    let mut known: Vec<Observation> =
        if args.clear { Vec::new() } else { situation::read_observations(&workspace.repository) };
    if args.read.is_empty() && !args.clear {
        return list(&known, &workspace, printer);
    }
    for read in &args.read {
        let observed = situation::observe(read, context, &workspace)?;
        known.retain(|known| !observed.contains(known));
        known.extend(observed);
    }
    let oldest = known.len().saturating_sub(MOST_OBSERVATIONS);
    known.drain(..oldest);
    situation::write_observations(&workspace.repository, known)?;
    Ok(ExitStatus::Success)
}

/// The lines that are known and still say the same, where they stand now; neighbours as one range.
fn list(known: &[Observation], workspace: &Workspace, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let mut by_file: BTreeMap<&RepoPath, Vec<LineRange>> = BTreeMap::new();
    let mut texts: BTreeMap<&RepoPath, Option<String>> = BTreeMap::new();
    let mut lapsed = 0;
    for observation in known {
        let text = texts.entry(&observation.path).or_insert_with(|| {
            let bytes = workspace.tree.read(&observation.path).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        });
        match text.as_ref().and_then(|text| observation.lines_now(text)) {
            Some(lines) => by_file.entry(&observation.path).or_default().push(lines),
            None => lapsed += 1,
        }
    }
    for (path, ranges) in &mut by_file {
        for lines in joined(ranges) {
            printer.line(&format!("{path}:{lines}"))?;
        }
    }
    if lapsed > 0 {
        printer.note(&format!("{lapsed} recorded pieces lapsed: their lines changed since"));
    }
    Ok(ExitStatus::Success)
}

/// Ranges without overlaps and without borders between neighbours, in order.
fn joined(ranges: &mut [LineRange]) -> Vec<LineRange> {
    ranges.sort_by_key(|range| (range.start(), range.end()));
    let mut joined: Vec<LineRange> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start() <= last.end().saturating_add(1) => {
                *last = LineRange::clamped(last.start(), last.end().max(range.end()));
            }
            _ => joined.push(*range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range() {
        let range = |start, end| LineRange::clamped(start, end);
        let mut ranges = [range(21, 40), range(1, 20), range(30, 35), range(50, 60)];
        assert_eq!(joined(&mut ranges), [range(1, 40), range(50, 60)]);
    }
}
