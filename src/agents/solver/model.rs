//! The Solver on a model: the root catalog in its instructions, tools to read on, one JSON object in the end.

use serde_json::Value;
use serde_json::json;

use crate::agents::AgentError;
use crate::agents::Tally;
use crate::agents::dialogue::Dialogue;
use crate::agents::dialogue::Fault;
use crate::agents::dialogue::object_schema;
use crate::agents::dialogue::text;
use crate::agents::prompts;
use crate::agents::prompts::Prompt;
use crate::agents::prompts::Prompts;
use crate::agents::prompts::data;
use crate::agents::solver::Prediction;
use crate::agents::solver::RankedFile;
use crate::agents::solver::RankedFunction;
use crate::agents::solver::Solver;
use crate::agents::solver::Turn;
use crate::agents::tools::Workbench;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::catalog::resolve;
use crate::llm::ChatModel;
use crate::llm::ChatRequest;
use crate::llm::Step;
use crate::llm::Toolbox;
use crate::repo::Tree;

const ROLE: &str = "solver";

/// Tokens that an answer may have.
const ANSWER_TOKENS: u32 = 2_000;

/// Characters of an observation that a step of the answer's path keeps.
const OBSERVED: usize = 120;

/// How many answers are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The one file and function.
    One,
    /// Up to five, the likeliest first.
    Five,
}

/// Asks a model.
pub struct ModelSolver<'a> {
    /// The model.
    pub model: &'a dyn ChatModel,
    /// The files that it may look at.
    pub tree: &'a dyn Tree,
    /// What it is told.
    pub prompts: &'a Prompts,
    /// Where its answers are counted.
    pub tally: &'a Tally,
    /// Calls of the model for one question, the answer included.
    pub turns: usize,
    /// How many answers are asked for.
    pub answers: Answers,
    /// What it works with.
    pub substrate: Substrate<'a>,
}

/// What a model works with to find its way.
pub enum Substrate<'a> {
    /// Files and catalogs.
    Catalogs,
    /// Calls on the entities of a graph, and on the history where it is remembered; no catalogs.
    Graph {
        /// The calls.
        tools: Box<dyn Toolbox + 'a>,
        /// Whether calls on the history are among them.
        remembers: bool,
    },
}

impl Solver for ModelSolver<'_> {
    fn solve(&self, project: &Project, question: &str) -> Result<Prediction, AgentError> {
        let bench;
        let tools: &dyn Toolbox = match &self.substrate {
            Substrate::Catalogs => {
                bench = Workbench::new(self.tree, project);
                &bench
            }
            Substrate::Graph { tools, .. } => &**tools,
        };
        let dialogue =
            Dialogue { role: ROLE, model: self.model, tally: self.tally, tools: Some((tools, self.turns.max(1))) };
        let settled = dialogue.settle(self.request(project, question), |object| self.read(project, object))?;
        let mut prediction = settled.answer.unwrap_or_default();
        prediction.path = settled.steps.iter().map(turn).collect();
        Ok(prediction)
    }
}

impl ModelSolver<'_> {
    fn request(&self, project: &Project, question: &str) -> ChatRequest {
        let several = object_schema(&json!({ "candidates": { "type": "array", "items": place_schema() } }));
        let (name, schema) = match self.answers {
            Answers::One => ("location", place_schema()),
            Answers::Five => ("locations", several),
        };
        let system = match (&self.substrate, self.answers) {
            (Substrate::Catalogs, Answers::One) => self.catalog_prompt(prompts::SOLVER_TOP1, project),
            (Substrate::Catalogs, Answers::Five) => self.catalog_prompt(prompts::SOLVER_TOP5, project),
            (Substrate::Graph { remembers, .. }, _) => {
                let history = remembers.then(|| self.prompts.render(prompts::SOLVER_HISTORY, &[]));
                self.prompts.render(prompts::SOLVER_GRAPH, &[("history", &history.unwrap_or_default())])
            }
        };
        let user = self.prompts.render(prompts::SOLVER_USER, &[("question", question)]);
        ChatRequest::new(system, user, ANSWER_TOKENS).answered_by(name, schema)
    }

    fn catalog_prompt(&self, prompt: Prompt, project: &Project) -> String {
        let root = project.catalogs.get(&RepoPath::root());
        let catalog = root.map_or_else(|| data("(there is none)"), |catalog| data(&catalog.text));
        self.prompts.render(prompt, &[("catalog", &catalog)])
    }

    fn read(&self, project: &Project, object: &Value) -> Result<Prediction, Fault> {
        let places: Vec<&Value> = match (self.answers, object.get("candidates").and_then(Value::as_array)) {
            (Answers::Five, Some(candidates)) => candidates.iter().take(5).collect(),
            // A single place is an answer to both questions.
            _ => vec![object],
        };
        let mut prediction = Prediction::default();
        let mut fault = Fault::new("no candidate", "it names no candidate");
        for place in places {
            let (path, function, reason) = match read_place(project, place) {
                Ok(place) => place,
                Err(why) => {
                    fault = why;
                    continue;
                }
            };
            if prediction.files.iter().any(|file| file.path == path) {
                continue;
            }
            let score = 1.0 / (prediction.files.len() + 1) as f64;
            if let Some(name) = function {
                prediction.functions.push(RankedFunction { path: path.clone(), name, score });
            }
            prediction.files.push(RankedFile { path, score, reason });
        }
        if prediction.files.is_empty() { Err(fault) } else { Ok(prediction) }
    }
}

fn place_schema() -> Value {
    object_schema(&json!({
        "file": { "type": "string" }, "function": { "type": "string" }, "reasoning": { "type": "string" },
    }))
}

/// A file that there is, the symbol in it that a name means, if there is one, and the reason.
fn read_place(project: &Project, place: &Value) -> Result<(RepoPath, Option<String>, String), Fault> {
    let (mut file, mut function) = (text(place, "file"), text(place, "function"));
    if file.is_empty() {
        return Err(Fault::new("names no file", "`file` is missing or empty"));
    }
    if let Some((path, name)) = file.split_once("::") {
        (file, function) = (path, if function.is_empty() { name } else { function });
    }
    let path = RepoPath::new(file.trim_start_matches("./"))
        .map_err(|_| Fault::new("leads out of the repository", format!("`{}` is no path inside it", short(file))))?;
    if !project.files.contains_key(&path) {
        let detail = format!("the repository has no file `{}`", short(file));
        return Err(Fault::new("names a file that is not there", detail));
    }
    let name = function.rsplit("::").next().unwrap_or_default();
    let name = name.split('(').next().unwrap_or_default().trim_matches(['`', ' ']);
    let known = project.facts(&path).filter(|_| !name.is_empty()).and_then(|facts| {
        let at = resolve::resolve(facts, name).first().copied()?;
        Some(facts.symbols[at].qualified_name.clone())
    });
    Ok((path, known, text(place, "reasoning").chars().take(400).collect()))
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

fn turn(step: &Step) -> Turn {
    match step {
        Step::Called { call, observation } => {
            let observed: String = observation.text.lines().next().unwrap_or_default().chars().take(OBSERVED).collect();
            let arguments: String = call.arguments.to_string().chars().take(OBSERVED).collect();
            Turn { action: format!("{} {arguments}", short(&call.name)), observation: observed }
        }
        Step::Hurried(why) => Turn { action: "answer".to_owned(), observation: (*why).to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::agents::fixture;
    use crate::llm::Message;
    use crate::llm::Scripted;
    use crate::repo::MemoryTree;

    fn project() -> Project {
        fixture::project(
            vec![("net/fetch.py", fixture::retry_facts()), ("net/other.py", fixture::retry_facts())],
            &[("", "# all\n\nEverything.\n"), ("net", "# net\n\n## Files\n\n### [fetch.py](fetch.py)\nFetches.\n")],
        )
    }

    fn solve(model: &Scripted, answers: Answers) -> (Prediction, Tally) {
        let (tally, prompts, tree) = (Tally::default(), Prompts::default(), MemoryTree::new());
        let solver = ModelSolver {
            model,
            tree: &tree,
            prompts: &prompts,
            tally: &tally,
            turns: 5,
            answers,
            substrate: Substrate::Catalogs,
        };
        let prediction = solver.solve(&project(), "Where do pages come from?").expect("the script holds");
        drop(solver);
        (prediction, tally)
    }

    #[test]
    fn catalogs_are_read_on_the_way_to_one_answer() {
        let model = Scripted::default()
            .calls("read", json!({ "path": "net/catalog.md" }))
            .says(r#"{"file": "net/fetch.py", "function": "Fetcher.fetch_page()", "reasoning": "it fetches"}"#);
        let (prediction, tally) = solve(&model, Answers::One);
        assert_eq!(prediction.files[0].path, fixture::path("net/fetch.py"));
        assert_eq!(prediction.functions[0].name, "Fetcher.fetch_page");
        assert_eq!(prediction.path.len(), 1);
        assert_eq!(tally.counts()["solver"].usable, 1);
        let requests = model.requests();
        assert!(matches!(&requests[0].messages[0], Message::System(text) if text.contains("# all\n")));
        assert!(
            matches!(requests[1].messages.last(), Some(Message::ToolResult { text, .. }) if text.contains("Fetches."))
        );
    }

    #[test]
    fn five_are_ranked_and_what_is_not_there_is_left_out() {
        let place = |file: &str| json!({ "file": file, "function": "nothing_of_that_name", "reasoning": "r" });
        let places = ["../../etc/passwd", "gone.py", "./net/other.py", "net/other.py", "net/fetch.py::back_off"];
        let answer = json!({ "candidates": places.map(place) }).to_string();
        let (prediction, _) = solve(&Scripted::new([answer.as_str()]), Answers::Five);
        let files: Vec<_> = prediction.files.iter().map(|file| (file.path.as_str(), file.score)).collect();
        assert_eq!(files, [("net/other.py", 1.0), ("net/fetch.py", 0.5)]);
        assert!(prediction.functions.is_empty());
    }

    #[test]
    fn an_answer_of_no_use_is_a_miss_that_is_counted() {
        let bad = r#"{"file": "/etc/passwd", "function": "", "reasoning": ""}"#;
        let (prediction, tally) = solve(&Scripted::new([bad, bad, bad]), Answers::One);
        assert!(prediction.files.is_empty());
        assert_eq!(tally.counts()["solver"].unusable["leads out of the repository"], 1);
    }
}
