//! Certificates: what must be supported together.

use std::collections::BTreeSet;
use std::collections::HashSet;

use serde_json::Value;

use crate::score::fault::Fault;
use crate::score::fault::Problem;
use crate::score::items::Items;
use crate::score::items::State;
use crate::score::row;
use crate::score::row::Least;
use crate::score::row::Object;
use crate::score::row::Place;

const ACCEPTED: &str = "acceptable_evidence_ids";
const ALTERNATIVES: &str = "alternative_minimal_sets";
const OPTIONAL: &str = "optional_evidence_ids";

/// One requirement of a state: any `minimum` of the accepted candidates support it.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What it is for, such as `bug_location`.
    pub role: String,
    /// The candidates that support it, by their places in the pool; all different.
    pub accepted: Vec<u32>,
    /// How many of them it takes: from 1 to all.
    pub minimum: usize,
    /// How much it counts; finite, above 0.
    pub weight: f64,
}

/// What a state requires.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The requirements, all of which must be met; never empty.
    pub groups: Vec<Group>,
    /// Sets each of which is complete by itself. A set is an AND: its members are never mixed with another's.
    pub alternatives: Vec<Vec<u32>>,
    /// The candidates that had been observed.
    pub observed: BTreeSet<u32>,
}

/// The certificates of all states, by the states' numbers.
#[derive(Debug)]
pub struct Certificates(pub(super) Vec<Certificate>);

/// Reads labels line by line.
#[derive(Debug)]
pub struct LabelsReader<'i> {
    place: Place,
    items: &'i Items,
    found: Vec<Option<Certificate>>,
}

impl<'i> LabelsReader<'i> {
    /// A reader; `file` is what faults call it.
    pub fn new(file: &str, items: &'i Items) -> Self {
        Self { place: Place::new(file), items, found: items.states.iter().map(|_| None).collect() }
    }

    /// Reads a line, 1-based; empty ones are skipped.
    pub fn line(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        let Some(object) = self.place.object(number, text)? else {
            return Ok(());
        };
        self.row(object).map_err(|problem| self.place.fault(Some(number), problem))
    }

    /// One certificate a state; refused if a state has none.
    pub fn finish(self) -> Result<Certificates, Fault> {
        self.place.some()?;
        let states = self.items.states.iter().zip(self.found);
        let certificates: Result<Vec<_>, _> = states
            .map(|(state, found)| {
                found.ok_or_else(|| self.place.fault(None, Problem::NoLabel { state: state.id.clone() }))
            })
            .collect();
        Ok(Certificates(certificates?))
    }

    fn row(&mut self, object: Object) -> Result<(), Problem> {
        let object = unwrapped(object)?;
        let id = row::text(&object, "state_id")?;
        let number = self.items.number(id);
        if let Ok(number) = number
            && self.found[number].is_some()
        {
            return Err(Problem::Twice { field: "state_id", id: id.to_owned() });
        }
        let number = number?;
        self.found[number] = Some(certificate(&object, &self.items.states[number])?);
        Ok(())
    }
}

/// The label itself, which may stand in `graded_labels`; the state may be named outside of it.
fn unwrapped(mut object: Object) -> Result<Object, Problem> {
    match object.remove("graded_labels") {
        None | Some(Value::Null) => Ok(object),
        Some(Value::Object(mut inner)) => {
            if let Some(state) = object.remove("state_id") {
                inner.entry("state_id").or_insert(state);
            }
            Ok(inner)
        }
        Some(_) => Err(Problem::NotAnObjectIn { field: "graded_labels" }),
    }
}

fn certificate(object: &Object, state: &State) -> Result<Certificate, Problem> {
    const GROUPS: &str = "required_evidence_groups";
    let mut names = HashSet::new();
    let mut groups = Vec::new();
    for value in row::list(object, GROUPS, Least::One)? {
        let object = value.as_object().ok_or(Problem::NotAnObjectIn { field: GROUPS })?;
        if object.get("group_id").is_some_and(|id| !id.is_null()) {
            let name = row::text(object, "group_id")?;
            if !names.insert(name) {
                return Err(Problem::Twice { field: "group_id", id: name.to_owned() });
            }
        }
        groups.push(group(object, state)?);
    }
    let alternatives = row::list(object, ALTERNATIVES, Least::None)?.iter().map(|set| alternative(set, state));
    let alternatives = alternatives.collect::<Result<Vec<_>, _>>()?;
    for id in row::id_list(object, OPTIONAL, Least::None)? {
        state.place(OPTIONAL, id)?;
    }
    let observed = row::id_list(object, "observed_evidence_ids", Least::None)?;
    if observed.len() != state.observed.len() || observed.iter().any(|id| !state.observed.contains(*id)) {
        return Err(Problem::ObservedDiffers);
    }
    let observed: BTreeSet<u32> = observed.into_iter().filter_map(|id| state.pool.get(id).copied()).collect();
    let gold = groups.iter().flat_map(|group| &group.accepted).chain(alternatives.iter().flatten());
    if let Some(place) = gold.copied().find(|place| observed.contains(place)) {
        let id = state.pool.iter().find(|(_, at)| **at == place).map(|(id, _)| id.clone());
        return Err(Problem::GoldObserved { id: id.unwrap_or_default() });
    }
    Ok(Certificate { groups, alternatives, observed })
}

fn group(object: &Object, state: &State) -> Result<Group, Problem> {
    let role = row::text(object, "role")?.to_owned();
    let accepted = row::id_list(object, ACCEPTED, Least::One)?;
    let accepted = accepted.into_iter().map(|id| state.place(ACCEPTED, id)).collect::<Result<Vec<_>, _>>()?;
    let most = accepted.len();
    let minimum = object.get("minimum_required").and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let minimum = minimum.filter(|count| (1..=most).contains(count)).ok_or(Problem::Minimum { most })?;
    let weight = object.get("necessity_weight").and_then(Value::as_f64);
    let weight = weight.filter(|weight| weight.is_finite() && *weight > 0.0).ok_or(Problem::Weight)?;
    Ok(Group { role, accepted, minimum, weight })
}

fn alternative(value: &Value, state: &State) -> Result<Vec<u32>, Problem> {
    let values = value.as_array().ok_or(Problem::NotAList { field: ALTERNATIVES })?;
    if values.is_empty() {
        return Err(Problem::EmptyList { field: ALTERNATIVES });
    }
    row::ids(values, ALTERNATIVES)?.into_iter().map(|id| state.place(ALTERNATIVES, id)).collect()
}
