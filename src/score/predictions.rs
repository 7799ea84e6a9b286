//! What methods answered.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::score::fault::Fault;
use crate::score::fault::Problem;
use crate::score::items::Items;
use crate::score::row;
use crate::score::row::Least;
use crate::score::row::Object;
use crate::score::row::Place;

const RANKED: &str = "ranked_evidence_ids";

/// A method's answer for one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The state's number.
    pub state: usize,
    /// The method.
    pub method: String,
    /// The candidates by their places in the pool, best first; empty for an abstention.
    pub ranked: Vec<u32>,
}

/// All answers, in the order of their file.
#[derive(Debug, Default)]
pub struct Predictions(pub Vec<Prediction>);

/// Whether every method must have answered every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// It must.
    Whole,
    /// It need not; such scores are comparable with nothing.
    Partial,
}

/// Reads predictions line by line.
#[derive(Debug)]
pub struct PredictionsReader<'i> {
    place: Place,
    items: &'i Items,
    predictions: Predictions,
    answered: BTreeMap<String, BTreeSet<usize>>,
}

impl<'i> PredictionsReader<'i> {
    /// A reader; `file` is what faults call it.
    pub fn new(file: &str, items: &'i Items) -> Self {
        Self { place: Place::new(file), items, predictions: Predictions::default(), answered: BTreeMap::new() }
    }

    /// Reads a line, 1-based; empty ones are skipped.
    pub fn line(&mut self, number: usize, text: &str) -> Result<(), Fault> {
        let Some(object) = self.place.object(number, text)? else {
            return Ok(());
        };
        let prediction = self.row(&object).map_err(|problem| self.place.fault(Some(number), problem))?;
        self.predictions.0.push(prediction);
        Ok(())
    }

    /// All answers; refused if there are none, or if a method lacks a state that it must have.
    pub fn finish(self, coverage: Coverage) -> Result<Predictions, Fault> {
        self.place.some()?;
        if coverage == Coverage::Whole {
            for (method, states) in &self.answered {
                let mut missing = self.items.states.iter().enumerate().filter(|(number, _)| !states.contains(number));
                if let Some((_, state)) = missing.next() {
                    let (method, state, count) = (method.clone(), state.id.clone(), missing.count() + 1);
                    return Err(self.place.fault(None, Problem::Unanswered { method, count, state }));
                }
            }
        }
        Ok(self.predictions)
    }

    fn row(&mut self, object: &Object) -> Result<Prediction, Problem> {
        let id = row::text(object, "state_id")?;
        let method = row::text(object, "method")?;
        let state = self.items.number(id)?;
        if !self.answered.entry(method.to_owned()).or_default().insert(state) {
            return Err(Problem::AnsweredTwice { method: method.to_owned(), state: id.to_owned() });
        }
        if !object.contains_key(RANKED) {
            return Err(Problem::NotAList { field: RANKED });
        }
        let ranked = row::id_list(object, RANKED, Least::None)?;
        let pool = &self.items.states[state];
        let ranked = ranked.into_iter().map(|id| pool.place(RANKED, id)).collect::<Result<Vec<_>, _>>()?;
        Ok(Prediction { state, method: method.to_owned(), ranked })
    }
}
