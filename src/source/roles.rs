//! Which roles the kinds of nodes of a grammar have, looked up once a language instead of once a node.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::sync::Mutex;

use super::languages::spec::Roles;
use super::languages::spec::Spec;
use crate::source::Language;

/// The roles of every node kind of a language, by kind id.
pub(super) fn roles_of(language: Language, spec: &Spec) -> &'static [Roles] {
    static KNOWN: LazyLock<Mutex<HashMap<Language, &'static [Roles]>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.entry(language).or_insert_with(|| {
        let grammar = (spec.load)();
        let mut by_kind = vec![0; grammar.node_kind_count()];
        for (id, roles) in by_kind.iter_mut().enumerate() {
            // Aliases share a name with other ids, so every id is asked for its name.
            let kind = grammar.node_kind_for_id(id as u16).unwrap_or_default();
            // Some nodes are named like their keyword (Ruby's `if`); the node is meant.
            let is_keyword = !grammar.node_kind_is_named(id as u16) && grammar.id_for_node_kind(kind, true) != 0;
            for (role, kinds) in spec.roles {
                if kinds.contains(&kind) && !is_keyword {
                    *roles |= role;
                }
            }
        }
        Box::leak(by_kind.into_boxed_slice())
    })
}
