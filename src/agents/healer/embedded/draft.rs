//! An entry taken apart for planning: its lines as values that may be described, listed or packed, and how many bullets
//! that makes.

use crate::catalog::Bullet;
use crate::catalog::BulletKind;
use crate::catalog::CatalogEdit;
use crate::catalog::Entry;
use crate::catalog::SymbolLine;
use crate::catalog::Target;

/// Characters of a catalog's line.
pub(crate) const LINE: usize = 250;
/// Bullets that may stand under one heading.
pub(crate) const BULLETS: usize = 20;
/// Bullets that an entry over its limit is merged down to.
pub(crate) const MERGED: usize = 15;

/// An entry as it is planned.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// What it describes.
    pub(crate) target: Target,
    /// Its summary.
    pub(crate) summary: Option<String>,
    /// Its symbols in order.
    pub(crate) lines: Vec<Line>,
    /// Bullets without symbols, sub-bullets counted.
    others: usize,
    /// Characters of each bullet that lists names alone, in order.
    packed: Vec<usize>,
}

/// A symbol as it is planned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// The name that a catalog edit knows it by; empty where it is not listed yet.
    pub(crate) name: String,
    /// What is written.
    pub(crate) bullet: SymbolLine,
    /// Whether the plan differs from what stands there.
    pub(crate) changed: bool,
}

impl Draft {
    /// Takes an entry apart. Symbols without a range are left out: refreshing comes first.
    pub(crate) fn of(entry: &Entry) -> Self {
        let mut draft = Self {
            target: entry.target.clone(),
            summary: entry.summary.as_ref().map(|summary| summary.text.clone()),
            lines: Vec::new(),
            others: 0,
            packed: Vec::new(),
        };
        for bullet in &entry.bullets {
            draft.take(bullet);
        }
        draft
    }

    fn take(&mut self, bullet: &Bullet) {
        if bullet.kind != BulletKind::Symbols || bullet.mentions.is_empty() {
            self.others += 1 + bullet.children.len();
            return;
        }
        if bullet.description.is_none() && bullet.children.is_empty() {
            self.packed.push(bullet.span.len());
        }
        for (at, mention) in bullet.mentions.iter().enumerate() {
            let Some(range) = mention.range.as_ref().and_then(|range| range.lines) else {
                continue;
            };
            // What follows several symbols is said of them all; the first one keeps it.
            let alone = at == 0;
            self.lines.push(Line {
                name: mention.name.clone(),
                bullet: SymbolLine {
                    declaration: mention.declaration.clone(),
                    range,
                    summary: bullet.description.as_ref().filter(|_| alone).map(|text| text.text.clone()),
                    paths: bullet.children.iter().filter(|_| alone).map(|child| child.text.clone()).collect(),
                },
                changed: false,
            });
        }
    }

    /// Bullets that the plan makes: one a described symbol and one each of its paths; names alone share bullets, and
    /// a new one joins the last of these that has room.
    pub(crate) fn bullet_count(&self) -> usize {
        let described = self.lines.iter().filter(|line| !line.is_bare());
        let own: usize = described.map(|line| 1 + line.bullet.paths.len()).sum();
        let mut packed = self.packed.clone();
        for line in self.lines.iter().filter(|line| line.is_bare() && line.changed) {
            let width = line.bullet.declaration.chars().count() + line.bullet.range.to_string().len() + 7;
            match packed.last_mut().filter(|last| **last + width <= LINE) {
                Some(last) => *last += width,
                None => packed.push(width),
            }
        }
        self.others + own + packed.len()
    }

    /// The edits that make the plan true, in the order of the lines.
    pub(crate) fn edits(&self) -> Vec<CatalogEdit> {
        self.lines
            .iter()
            .filter(|line| line.changed)
            .map(|line| CatalogEdit::SetSymbol { target: self.target.clone(), line: line.bullet.clone() })
            .collect()
    }
}

impl Line {
    /// Whether only the name is listed.
    pub(crate) fn is_bare(&self) -> bool {
        self.bullet.summary.is_none() && self.bullet.paths.is_empty()
    }

    /// Characters that a summary may have after the declaration and the range.
    pub(crate) fn room(&self) -> usize {
        let head = format!("- `{}` ({}) - ", self.bullet.declaration, self.bullet.range);
        LINE.saturating_sub(head.chars().count())
    }
}
