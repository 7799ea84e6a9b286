//! The control that knows no set: windows by what each is worth by itself.

use std::collections::BTreeMap;

use crate::evidence::complement::Card;
use crate::evidence::complement::Choice;
use crate::evidence::complement::Controller;
use crate::evidence::complement::Desk;
use crate::evidence::complement::Unusable;
use crate::evidence::complement::embedded;
use crate::evidence::complement::windows;
use crate::evidence::complement::windows::Shape;
use crate::evidence::complement::windows::Worth;

/// Ranks by relevance alone. It shares its windows with the embedded controller, so that only the policy differs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Independent;

impl Controller for Independent {
    fn name(&self) -> &'static str {
        "independent"
    }

    fn propose(&self, desk: &Desk<'_>, cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        Ok(ranked(desk, cards, desk.capacities.proposed))
    }

    fn expand(&self, desk: &Desk<'_>, _selected: &[Choice], cards: &[Card]) -> Result<Vec<usize>, Unusable> {
        Ok(cards.iter().map(|card| card.candidate).take(desk.capacities.expanded).collect())
    }

    fn finalize(&self, desk: &Desk<'_>, _selected: &[Choice], cards: &[Card]) -> Result<Vec<Choice>, Unusable> {
        Ok(ranked(desk, cards, desk.capacities.most_items))
    }
}

fn ranked(desk: &Desk<'_>, cards: &[Card], most: usize) -> Vec<Choice> {
    let (mass, starts) = (embedded::mass_of(desk), embedded::starts_of(desk, cards));
    let worth = Worth { mass: &mass, starts: &starts, supports: &BTreeMap::new() };
    // That a file was taken from before makes nothing of it worth less.
    let shape = Shape { file_decay: 1.0, ..Shape::default() };
    let windows = windows::take(desk.units, &worth, shape, most, desk.capacities.most_tokens);
    windows.iter().map(|window| window.choice).collect()
}
