//! What a controller is shown of a candidate.

use crate::evidence::complement::Candidate;
use crate::evidence::complement::Desk;

/// A candidate cut down to a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The position in `Desk::candidates`.
    pub candidate: usize,
    /// Where the candidate comes from.
    pub origin: Origin,
    /// Place, symbol, reason and the beginning of the source, within the stage's characters.
    pub text: String,
}

/// How a candidate came to a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The proposal holds it.
    Proposal,
    /// The expansion found it.
    Expansion,
    /// It stands high in the pool.
    Reserve,
}

impl Origin {
    /// The word that stands on a card.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Expansion => "expansion",
            Self::Reserve => "reserve",
        }
    }
}

impl Card {
    /// The card of a candidate in at most `characters` characters; lines are kept whole where one fits at all.
    pub fn new(desk: &Desk<'_>, candidate: usize, origin: Origin, characters: usize) -> Self {
        Self { candidate, origin, text: write(&desk.candidates[candidate], characters) }
    }
}

fn write(candidate: &Candidate, characters: usize) -> String {
    let mut text = format!("{}:{}", candidate.path, candidate.lines);
    if let Some(symbol) = &candidate.symbol {
        text.push(' ');
        text.push_str(symbol);
    }
    if !candidate.reason.is_empty() {
        text.push_str(" - ");
        text.push_str(&candidate.reason);
    }
    let mut text: String = text.chars().take(characters).collect();
    let mut left = characters - text.chars().count();
    for line in candidate.text.lines().filter(|line| !line.trim().is_empty()) {
        let line = line.trim_end();
        let length = line.chars().count() + 1;
        if length > left {
            break;
        }
        text.push('\n');
        text.push_str(line);
        left -= length;
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::base::LineRange;
    use crate::base::RepoPath;
    use crate::evidence::UnitId;

    use super::*;

    #[test]
    fn a_card_stays_within_its_characters() {
        let candidate = Candidate {
            unit: UnitId(0),
            relevance: 1.0,
            path: RepoPath::new("src/größe.rs").expect("a plain path"),
            lines: LineRange::clamped(1, 3),
            tokens: 9,
            symbol: Some("größe".to_owned()),
            text: "fn größe() {\n\n    7\n}\n".to_owned(),
            supports: Vec::new(),
            reason: "defines `größe`".to_owned(),
        };
        assert_eq!(write(&candidate, 99), "src/größe.rs:L1-L3 größe - defines `größe`\nfn größe() {\n    7\n}");
        for characters in 0..60 {
            assert!(write(&candidate, characters).chars().count() <= characters);
        }
    }
}
