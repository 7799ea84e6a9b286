//! The states: what inference may see of them, as far as scoring needs it.

use std::collections::BTreeSet;
use std::collections::HashMap;

use serde_json::Value;

use crate::score::fault::Fault;
use crate::score::fault::Problem;
use crate::score::row;
use crate::score::row::Least;
use crate::score::row::Object;
use crate::score::row::Place;

/// One state with its pool. Candidates are known by their place in the pool.
#[derive(Debug)]
pub struct State {
    /// Its id.
    pub id: String,
    /// The repository, `owner/name`; empty where the item does not say. Intervals are clustered by it.
    pub repo: String,
    /// When the state was captured, such as `before_edit`; empty where the item does not say.
    pub state_type: String,
    /// Whether the pool holds what the agent had already seen: a candidate says so, or is one of the observed ids.
    pub overlaps_observed: bool,
    pub(super) pool: HashMap<String, u32>,
    pub(super) observed: BTreeSet<String>,
}

impl State {
    /// The place of a candidate in the pool.
    pub(super) fn place(&self, field: &'static str, id: &str) -> Result<u32, Problem> {
        self.pool.get(id).copied().ok_or_else(|| Problem::NotACandidate { field, id: id.to_owned() })
    }
}

/// All states, in the order of their file.
#[derive(Debug, Default)]
pub struct Items {
    /// The states.
    pub states: Vec<State>,
    numbers: HashMap<String, usize>,
}

impl Items {
    /// The number of a state by its id.
    pub(super) fn number(&self, state: &str) -> Result<usize, Problem> {
        self.numbers.get(state).copied().ok_or_else(|| Problem::UnknownState { state: state.to_owned() })
    }
}

/// Reads items line by line, so that a large file need not be held.
#[derive(Debug)]
pub struct ItemsReader {
    place: Place,
    items: Items,
}

impl ItemsReader {
    /// A reader; `file` is what faults call it.
    pub fn new(file: &str) -> Self {
        Self { place: Place::new(file), items: Items::default() }
    }

    /// Reads a line, 1-based; empty ones are skipped.
    pub fn line(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        let Some(object) = self.place.object(number, text)? else {
            return Ok(());
        };
        let state = state(&object).map_err(|problem| self.place.fault(Some(number), problem))?;
        if self.items.numbers.insert(state.id.clone(), self.items.states.len()).is_some() {
            return Err(self.place.fault(Some(number), Problem::Twice { field: "state_id", id: state.id }));
        }
        self.items.states.push(state);
        Ok(())
    }

    /// All states; refused if there are none.
    pub fn finish(self) -> Result<Items, Fault> {
        self.place.some()?;
        Ok(self.items)
    }
}

fn state(object: &Object) -> Result<State, Problem> {
    const POOL: &str = "candidate_evidence";
    let id = row::text(object, "state_id")?.to_owned();
    let Some(Value::Array(candidates)) = object.get(POOL) else {
        return Err(Problem::NotAList { field: POOL });
    };
    let mut pool = HashMap::with_capacity(candidates.len());
    let mut is_seen = false;
    for (candidate, place) in candidates.iter().zip(0..) {
        let candidate = candidate.as_object().ok_or(Problem::NotAnObjectIn { field: POOL })?;
        let id = row::text(candidate, "evidence_id")?;
        is_seen |= candidate.get("observed_by_state") == Some(&Value::Bool(true));
        if pool.insert(id.to_owned(), place).is_some() {
            return Err(Problem::Twice { field: POOL, id: id.to_owned() });
        }
    }
    let observed = row::id_list(object, "observed_evidence_ids", Least::None)?;
    Ok(State {
        id,
        repo: row::loose_text(object, "repo"),
        state_type: row::loose_text(object, "state_type"),
        overlaps_observed: is_seen || observed.iter().any(|id| pool.contains_key(*id)),
        observed: observed.into_iter().map(str::to_owned).collect(),
        pool,
    })
}
