//! Finding things in a catalog.

use crate::catalog::Bullet;
use crate::catalog::Catalog;
use crate::catalog::Entry;
use crate::catalog::Section;
use crate::catalog::SymbolMention;
use crate::catalog::Target;

/// The catalog's text, byte for byte as it was parsed.
pub fn render(catalog: &Catalog) -> &str {
    &catalog.text
}

impl Catalog {
    /// Every entry in the order of the text, those outside sections first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let sectioned = self.sections.iter().flat_map(|section| &section.entries);
        self.loose_entries.iter().chain(sectioned)
    }

    /// The first entry that describes `target`.
    pub fn entry(&self, target: &Target) -> Option<&Entry> {
        self.entries().find(|entry| entry.target == *target)
    }

    /// The section that holds the first entry for `target`.
    pub fn section_of(&self, target: &Target) -> Option<&Section> {
        let holds = |section: &&Section| section.entries.iter().any(|entry| entry.target == *target);
        self.sections.iter().find(holds)
    }

    /// The first section with that heading, case ignored.
    pub fn section(&self, heading: &str) -> Option<&Section> {
        let wanted = heading.trim().to_lowercase();
        self.sections.iter().find(|section| section.heading.text.to_lowercase() == wanted)
    }

    /// Whether any byte of `span` is a person's own (`libra:keep`).
    pub fn is_kept(&self, span: crate::base::Span) -> bool {
        self.kept.iter().any(|kept| kept.start < span.end && span.start < kept.end)
    }
}

impl Entry {
    /// Every bullet, sub-bullets after their parents.
    pub fn all_bullets(&self) -> Vec<&Bullet> {
        let mut all = Vec::new();
        for bullet in &self.bullets {
            bullet.collect_into(&mut all);
        }
        all
    }

    /// Every symbol that the entry lists, in bullets first, then in prose.
    pub fn mentions(&self) -> Vec<&SymbolMention> {
        let bullets = self.all_bullets();
        let listed = bullets.into_iter().flat_map(|bullet| &bullet.mentions);
        listed.chain(&self.prose_mentions).collect()
    }
}

impl Bullet {
    fn collect_into<'a>(&'a self, all: &mut Vec<&'a Self>) {
        all.push(self);
        for child in &self.children {
            child.collect_into(all);
        }
    }

    /// This bullet and its sub-bullets, as the limit counts them.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }
}
