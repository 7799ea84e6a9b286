//! The three stages, whoever decides them: what is shown, what is accepted of an answer, who steps in.

use std::collections::BTreeSet;

use crate::evidence::UnitId;
use crate::evidence::complement::Card;
use crate::evidence::complement::Choice;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Embedded;
use crate::evidence::complement::Origin;
use crate::evidence::complement::Unusable;

/// What the stages settled on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Complement {
    /// The final set, most needed first.
    pub choices: Vec<Choice>,
    /// Who decided each stage.
    pub stages: Vec<StageNote>,
}

/// One of the three decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first set.
    Proposal,
    /// What that set lacks.
    Expansion,
    /// The final set.
    Finalization,
}

impl Stage {
    /// The word that output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Expansion => "expansion",
            Self::Finalization => "finalization",
        }
    }
}

/// Who decided a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageNote {
    /// The stage.
    pub stage: Stage,
    /// The controller that decided it.
    pub controller: String,
    /// Why the controller that was asked first did not, if so.
    pub fallback: Option<String>,
}

/// Runs the stages. An answer's unknown and repeated candidates are dropped.
pub fn run(controller: &dyn Controller, desk: &Desk<'_>) -> Complement {
    let mut stages = Vec::new();
    let limits = desk.capacities;

    let shown = leading(desk, &BTreeSet::new(), limits.proposal_cards);
    let cards = deal(desk, &shown, limits.proposal_characters);
    let proposed = decide(controller, Stage::Proposal, &mut stages, |who| who.propose(desk, &cards));
    let proposed = distinct(desk, proposed, limits.proposed);

    let held = candidates_in(desk, &proposed);
    let shown = leading(desk, &held.iter().copied().collect(), limits.expansion_cards);
    let cards = deal(desk, &shown, limits.expansion_characters);
    let mut expanded = decide(controller, Stage::Expansion, &mut stages, |who| who.expand(desk, &proposed, &cards));
    let mut known: BTreeSet<usize> = held.iter().copied().collect();
    expanded.retain(|candidate| *candidate < desk.candidates.len() && known.insert(*candidate));
    expanded.truncate(limits.expanded);

    let mut shown: Vec<_> = held.iter().map(|candidate| (*candidate, Origin::Proposal)).collect();
    shown.extend(expanded.iter().map(|candidate| (*candidate, Origin::Expansion)));
    let reserve = limits.final_cards.saturating_sub(shown.len());
    shown.extend(leading(desk, &known, reserve));
    shown.truncate(limits.final_cards);
    let cards = deal(desk, &shown, limits.final_characters);
    let chosen = decide(controller, Stage::Finalization, &mut stages, |who| who.finalize(desk, &proposed, &cards));
    Complement { choices: distinct(desk, chosen, limits.most_items), stages }
}

/// Asks for a decision, and asks the embedded controller where the answer is of no use.
pub(super) fn decide<T>(
    controller: &dyn Controller,
    stage: Stage,
    notes: &mut Vec<StageNote>,
    ask: impl Fn(&dyn Controller) -> Result<Vec<T>, Unusable>,
) -> Vec<T> {
    let (who, fallback, answer): (&dyn Controller, _, _) = match ask(controller) {
        Ok(answer) => (controller, None, answer),
        Err(unusable) => {
            let answer = ask(&Embedded).expect("the embedded controller always answers");
            (&Embedded, Some(unusable.to_string()), answer)
        }
    };
    notes.push(StageNote { stage, controller: who.name().to_owned(), fallback });
    answer
}

/// The first candidates of the pool that are not `without`.
pub(super) fn leading(desk: &Desk<'_>, without: &BTreeSet<usize>, count: usize) -> Vec<(usize, Origin)> {
    (0..desk.candidates.len())
        .filter(|candidate| !without.contains(candidate))
        .take(count)
        .map(|candidate| (candidate, Origin::Reserve))
        .collect()
}

pub(super) fn deal(desk: &Desk<'_>, shown: &[(usize, Origin)], characters: usize) -> Vec<Card> {
    shown.iter().map(|(candidate, origin)| Card::new(desk, *candidate, *origin, characters)).collect()
}

/// The candidates that choices hold, in the order of the choices.
fn candidates_in(desk: &Desk<'_>, choices: &[Choice]) -> Vec<usize> {
    choices
        .iter()
        .flat_map(|choice| {
            (0..desk.candidates.len()).filter(move |candidate| choice.holds(desk.candidates[*candidate].unit))
        })
        .collect()
}

/// The choices that are whole and lie within one file, without those that overlap an earlier one.
pub(super) fn distinct(desk: &Desk<'_>, choices: Vec<Choice>, most: usize) -> Vec<Choice> {
    let valid = |unit: UnitId| (unit.0 as usize) < desk.units.len();
    let mut kept: Vec<Choice> = Vec::new();
    for choice in choices {
        let whole = choice.first <= choice.last
            && valid(choice.last)
            && desk.units.path(choice.first) == desk.units.path(choice.last);
        if whole && kept.len() < most && !kept.iter().any(|known| known.overlaps(&choice)) {
            kept.push(choice);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use crate::evidence::Facet;
    use crate::evidence::Reason;
    use crate::evidence::Units;
    use crate::evidence::complement::Candidate;
    use crate::evidence::complement::Capacities;

    use super::*;

    /// A path, and its units as first line, last line and tokens.
    type Spans = (&'static str, &'static [(u32, u32, u32)]);

    const SPANS: [Spans; 4] =
        [("a.rs", &[(1, 25, 300)]), ("b.rs", &[(1, 25, 300)]), ("c.rs", &[(1, 25, 300)]), ("d.rs", &[(1, 25, 300)])];

    fn candidate(units: &Units, unit: u32, relevance: f64, supports: &[(usize, f64)]) -> Candidate {
        let id = UnitId(unit);
        Candidate {
            unit: id,
            relevance,
            path: units.path(id).clone(),
            lines: units.unit(id).lines,
            tokens: units.unit(id).tokens,
            symbol: None,
            text: String::new(),
            supports: supports.to_vec(),
            reason: String::new(),
        }
    }

    fn facet(name: &str, unit: u32) -> Facet {
        Facet { reason: Reason::UsesRemoved { name: name.to_owned() }, weight: 1.0, support: vec![(UnitId(unit), 1.0)] }
    }

    fn with_desk(capacities: Capacities, check: impl Fn(&Desk<'_>)) {
        let units = Units::of(&SPANS);
        let facets = [facet("old_name", 3)];
        let candidates = [
            candidate(&units, 0, 1.0, &[]),
            candidate(&units, 1, 0.8, &[]),
            candidate(&units, 2, 0.7, &[]),
            candidate(&units, 3, 0.5, &[(0, 1.0)]),
        ];
        check(&Desk { question: "why?", candidates: &candidates, facets: &facets, units: &units, capacities });
    }

    /// Answers each stage with what it was made with.
    struct Scripted {
        proposal: Vec<Choice>,
        expansion: Vec<usize>,
    }

    impl Controller for Scripted {
        fn name(&self) -> &'static str {
            "scripted"
        }

        fn propose(&self, _: &Desk<'_>, _: &[Card]) -> Result<Vec<Choice>, Unusable> {
            Ok(self.proposal.clone())
        }

        fn expand(&self, _: &Desk<'_>, _: &[Choice], cards: &[Card]) -> Result<Vec<usize>, Unusable> {
            let selected = |card: &Card| card.candidate == 2;
            assert!(!cards.iter().any(selected), "what is selected is not shown again");
            Ok(self.expansion.clone())
        }

        fn finalize(&self, _: &Desk<'_>, _: &[Choice], cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
            let origins: Vec<_> = cards.iter().map(|card| (card.candidate, card.origin)).collect();
            let expected = [(2, Origin::Proposal), (0, Origin::Expansion), (1, Origin::Reserve), (3, Origin::Reserve)];
            assert_eq!(origins, expected);
            Err(Unusable::NoKnownCard)
        }
    }

    #[test]
    fn unknown_and_repeated_answers_are_dropped_and_the_embedded_controller_steps_in() {
        let script = Scripted {
            proposal: vec![Choice::one(UnitId(2)), Choice::one(UnitId(2)), Choice::one(UnitId(99))],
            expansion: vec![2, 99, 0, 0],
        };
        with_desk(Capacities::default(), |desk| {
            let complement = run(&script, desk);
            assert_eq!(complement.choices[0], Choice::one(UnitId(0)));
            let notes: Vec<_> =
                complement.stages.iter().map(|note| (note.controller.as_str(), note.fallback.is_some())).collect();
            assert_eq!(notes, [("scripted", false), ("scripted", false), ("embedded", true)]);
        });
    }

    #[test]
    fn a_requirement_that_the_proposal_lacks_is_expanded() {
        let one = Capacities { proposed: 1, ..Capacities::default() };
        with_desk(one, |desk| {
            let cards: Vec<_> = (1..4).map(|at| Card::new(desk, at, Origin::Reserve, 99)).collect();
            let expanded = Embedded.expand(desk, &[Choice::one(UnitId(0))], &cards);
            assert_eq!(expanded.expect("embedded answers"), [3]);
        });
    }

    #[test]
    fn the_ceiling_holds() {
        let tight = Capacities { most_tokens: 700, ..Capacities::default() };
        with_desk(tight, |desk| assert_eq!(run(&Embedded, desk).choices.len(), 2));
    }
}
