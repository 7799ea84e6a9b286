//! What asking models would come to, before any is asked: from how often each role would be asked, the sizes of what it
//! would be shown, and what a question usually takes. An estimate, and said to be one.

use serde::Serialize;

use crate::base::RepoPath;
use crate::catalog::Project;
use crate::cli::engine::Models;
use crate::cli::engine::cost;
use crate::heal::Projection;
use crate::llm::Usage;

/// Bytes of a token.
const BYTES_PER_TOKEN: u64 = 4;
/// Tokens of instructions.
const INSTRUCTIONS: u64 = 900;
/// Tokens of a chunk of a hundred lines.
const CHUNK: u64 = 1_000;
/// Tokens of an answer with its reasoning.
const ANSWER: u64 = 300;
/// Requests that a role usually makes each time that it is asked.
const REQUESTS: [(&str, u64); 3] = [("prompter", 2), ("solver", 3), ("healer", 4)];

/// What is expected, where no limit comes first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Estimate {
    /// What each role that a model plays would come to.
    roles: Vec<RoleEstimate>,
    /// US dollars all in all; null where a price is not known.
    cost: Option<f64>,
}

/// What is expected of one role.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct RoleEstimate {
    role: &'static str,
    model: String,
    requests: u64,
    tokens: u64,
    cost: Option<f64>,
}

/// What a projected run would come to.
pub(super) fn of(projected: &Projection, project: &Project, models: &Models) -> Estimate {
    let bytes = |text: &str| text.len() as u64;
    let root = project.catalogs.get(&RepoPath::root()).map_or(0, |catalog| bytes(&catalog.text));
    let all: u64 = project.catalogs.values().map(|catalog| bytes(&catalog.text)).sum();
    let usual = all / project.catalogs.len().max(1) as u64;
    let questions = (projected.changed + projected.siblings + projected.validation) as u64;
    let asked = |role: &str| match role {
        // A few chunks give no question.
        "prompter" => (questions, CHUNK),
        // Once before healing; what passed and what is to be repaired once more for a candidate.
        "solver" => (2 * questions, (root + usual) / BYTES_PER_TOKEN),
        // Half of the catalogs that may have something to heal do.
        _ => ((projected.healer_calls as u64).div_ceil(2), usual / BYTES_PER_TOKEN + 3 * CHUNK),
    };
    let played = REQUESTS.iter().filter(|(role, _)| models.role(role).is_some());
    let roles: Vec<RoleEstimate> = played
        .map(|(role, each)| {
            let (times, shown) = asked(role);
            let requests = times * each;
            let usage = Usage { input: requests * (INSTRUCTIONS + shown), cached: 0, output: requests * ANSWER };
            let model = models.model(role).to_owned();
            let cost = models.meter.prices().of(&model).map(|price| price.of(usage));
            RoleEstimate { role, model, requests, tokens: usage.input + usage.output, cost }
        })
        .collect();
    let cost = roles.iter().try_fold(0.0, |sum, role| role.cost.map(|cost| sum + cost));
    Estimate { roles, cost }
}

impl Estimate {
    /// The estimate as lines of a report.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .roles
            .iter()
            .map(|role| {
                format!(
                    "projected: {} on {}: about {} calls, {} tokens, {}",
                    role.role,
                    role.model,
                    role.requests,
                    role.tokens,
                    cost(role.cost)
                )
            })
            .collect();
        lines.push(format!("projected: {} all in all; no model was asked", cost(self.cost)));
        lines
    }
}
