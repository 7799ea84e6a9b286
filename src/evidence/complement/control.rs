//! Ways to run the stages with something left out, for measuring what each part of the policy is worth. The names are
//! those of the second paper's ablations.

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::evidence::complement::Choice;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Independent;
use crate::evidence::complement::Stage;
use crate::evidence::complement::stages;
use crate::evidence::complement::stages::Complement;

/// How the stages are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Control {
    /// Propose, expand by what the proposal lacks, finalize both; 4 to 8 items.
    #[default]
    Full,
    /// The proposal is the answer.
    SingleStage,
    /// Units by their own relevance alone, seven of them: no requirement, no selection, nothing that is redundant.
    Independent,
    /// Each stage decides by itself, shown the same leading candidates; the three answers are fused by reciprocal ranks.
    NoFeedback,
    /// All stages, and exactly so many items where there are that many.
    Fixed(usize),
}

/// Items of `Control::Independent`.
const INDEPENDENT_ITEMS: usize = 7;
/// What is added to a rank before it divides.
const RANK_OFFSET: f64 = 60.0;

/// A text that names no control.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("`{0}` is none of: full, single-stage, independent, no-feedback, fixed-N with a number from 1")]
pub struct UnknownControl(String);

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fixed = || text.strip_prefix("fixed-")?.parse().ok().filter(|count| *count > 0);
        Ok(match text {
            "full" => Self::Full,
            "single-stage" => Self::SingleStage,
            "independent" => Self::Independent,
            "no-feedback" => Self::NoFeedback,
            _ => Self::Fixed(fixed().ok_or_else(|| UnknownControl(text.to_owned()))?),
        })
    }
}

/// Runs the stages in a given way.
pub fn run(control: Control, controller: &dyn Controller, desk: &Desk<'_>) -> Complement {
    match control {
        Control::Full => stages::run(controller, desk),
        Control::SingleStage => single_stage(controller, desk),
        Control::Independent => {
            let most_items = desk.capacities.most_items.min(INDEPENDENT_ITEMS);
            stages::run(&Independent, &resized(desk, most_items, most_items))
        }
        Control::NoFeedback => no_feedback(controller, desk),
        Control::Fixed(count) => stages::run(controller, &resized(desk, count, count)),
    }
}

fn resized<'d>(desk: &Desk<'d>, fewest: usize, most: usize) -> Desk<'d> {
    let mut capacities = desk.capacities;
    (capacities.fewest_items, capacities.most_items) = (fewest, most);
    capacities.proposed = capacities.proposed.max(most);
    Desk { capacities, ..*desk }
}

fn single_stage(controller: &dyn Controller, desk: &Desk<'_>) -> Complement {
    let mut notes = Vec::new();
    let limits = desk.capacities;
    let shown = stages::leading(desk, &BTreeSet::new(), limits.proposal_cards);
    let cards = stages::deal(desk, &shown, limits.proposal_characters);
    let proposed = stages::decide(controller, Stage::Proposal, &mut notes, |who| who.propose(desk, &cards));
    Complement { choices: stages::distinct(desk, proposed, limits.most_items), stages: notes }
}

fn no_feedback(controller: &dyn Controller, desk: &Desk<'_>) -> Complement {
    let mut notes = Vec::new();
    let limits = desk.capacities;
    let none = BTreeSet::new();
    let cards = |count, characters| stages::deal(desk, &stages::leading(desk, &none, count), characters);

    let first = cards(limits.proposal_cards, limits.proposal_characters);
    let proposed = stages::decide(controller, Stage::Proposal, &mut notes, |who| who.propose(desk, &first));
    let second = cards(limits.expansion_cards, limits.expansion_characters);
    let mut expanded = stages::decide(controller, Stage::Expansion, &mut notes, |who| who.expand(desk, &[], &second));
    expanded.retain(|candidate| *candidate < desk.candidates.len());
    expanded.truncate(limits.expanded);
    let third = cards(limits.final_cards, limits.final_characters);
    let chosen = stages::decide(controller, Stage::Finalization, &mut notes, |who| who.finalize(desk, &[], &third));

    let expanded = expanded.into_iter().map(|candidate| Choice::one(desk.candidates[candidate].unit)).collect();
    let count = chosen.len();
    let fused = fuse(&[chosen, proposed, expanded]);
    Complement { choices: stages::distinct(desk, fused, count), stages: notes }
}

/// One list of several, by the sum of reciprocal ranks; choices that overlap are one, as the first list has it.
fn fuse(lists: &[Vec<Choice>]) -> Vec<Choice> {
    let mut scored: Vec<(Choice, f64)> = Vec::new();
    for list in lists {
        for (choice, rank) in list.iter().zip(1_u32..) {
            let worth = 1.0 / (RANK_OFFSET + f64::from(rank));
            match scored.iter_mut().find(|(known, _)| known.overlaps(choice)) {
                Some((_, score)) => *score += worth,
                None => scored.push((*choice, worth)),
            }
        }
    }
    // Stable: of equals, what stood in an earlier list comes first.
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored.into_iter().map(|(choice, _)| choice).collect()
}

#[cfg(test)]
mod tests {
    use crate::evidence::UnitId;

    use super::*;

    #[test]
    fn names_are_read() {
        assert_eq!("fixed-7".parse(), Ok(Control::Fixed(7)));
        assert_eq!("no-feedback".parse(), Ok(Control::NoFeedback));
        for wrong in ["fixed-0", "fixed-", "nofeedback", ""] {
            assert_eq!(wrong.parse::<Control>(), Err(UnknownControl(wrong.to_owned())));
        }
    }

    #[test]
    fn what_several_lists_name_comes_first() {
        let one = |unit| Choice::one(UnitId(unit));
        let wide = Choice { first: UnitId(4), last: UnitId(6) };
        assert_eq!(fuse(&[vec![one(1), wide], vec![one(5), one(9)]]), [wide, one(1), one(9)]);
    }
}
