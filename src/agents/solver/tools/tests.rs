//! The tool sets on a small project.

use serde_json::Value;
use serde_json::json;

use super::Detail;
use super::Direction;
use super::Edge;
use super::EntityKind;
use super::GraphTools;
use super::Layer;
use super::Offered;
use super::ToolSolver;
use super::Traversal;
use crate::agents::Tally;
use crate::agents::prompts::Prompts;
use crate::agents::solver::Answers;
use crate::agents::solver::ModelSolver;
use crate::agents::solver::Solver;
use crate::agents::solver::Substrate;
use crate::base::RepoPath;
use crate::base::Silent;
use crate::catalog::Project;
use crate::index::Index;
use crate::llm::Message;
use crate::llm::Scripted;
use crate::llm::Toolbox;
use crate::repo::MemoryTree;
use crate::repo::Tree;
use crate::source::classify::Rules;

const TREE: &str = "\
//- shapes/base.py
class Shape:
    \"\"\"Anything with an outline.\"\"\"

    def area(self):
        return 0

//- shapes/square.py
from shapes.base import Shape
from arithmetic import times

class Square(Shape):
    def area(self):
        return times(self.side, self.side)

//- arithmetic.py
GOLDEN_RATIO = 1.618

def times(a, b):
    \"\"\"Multiplies two numbers.\"\"\"
    return a * b

def send_parcel(weight):
    return times(weight, GOLDEN_RATIO)
";

fn project() -> (MemoryTree, Project) {
    let tree = MemoryTree::fixture(TREE);
    let rules = Rules::new(&[], &[], 1 << 20).expect("no patterns");
    let project = Index::in_memory().project(&tree, &rules, &Silent).expect("readable");
    (tree, project)
}

fn tools<'p>(tree: &MemoryTree, project: &'p Project) -> GraphTools<'p> {
    let text = |path: &RepoPath| tree.read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    GraphTools::new(project, &text)
}

/// The layer, and the ids that were found.
fn search(tools: &GraphTools<'_>, query: &str) -> Option<(Layer, Vec<String>)> {
    let found = tools.search(query)?;
    Some((found.layer, found.hits.into_iter().map(|(id, _)| id).collect()))
}

#[test]
fn layers_are_asked_in_order() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let square = ids(&["shapes/square.py:Square"]);
    assert_eq!(search(&tools, "shapes/square.py:Square"), Some((Layer::Id, square.clone())));
    assert_eq!(search(&tools, "shapes/square.py::Square"), Some((Layer::Id, square.clone())));
    assert_eq!(search(&tools, "Square"), Some((Layer::Name, square.clone())));
    // Any case, where nothing is called exactly so: the class before the file, whose stem is exactly that.
    assert_eq!(search(&tools, "SQUARE"), Some((Layer::Name, ids(&["shapes/square.py", "shapes/square.py:Square"]))));
    assert_eq!(search(&tools, "square.area"), Some((Layer::Name, ids(&["shapes/square.py:Square.area"]))));
    assert_eq!(search(&tools, "area").map(|(layer, ids)| (layer, ids.len())), Some((Layer::Name, 2)));
    let (layer, found) = search(&tools, "parcel weight").expect("found");
    assert_eq!((layer, found[0].as_str()), (Layer::IdWords, "arithmetic.py:send_parcel"));
    let (layer, found) = search(&tools, "tymes").expect("found");
    assert_eq!((layer, found[0].as_str()), (Layer::Fuzzy, "arithmetic.py:times"));
    // A constant is no entity: only the source knows it.
    let (layer, found) = search(&tools, "golden ratio").expect("found");
    assert_eq!((layer, found[0].split(':').next()), (Layer::Content, Some("arithmetic.py")));
    assert_eq!(search(&tools, "qqqq"), None);
}

#[test]
fn the_fewer_the_more_is_shown() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    assert_eq!(tools.search("times").map(|found| found.detail), Some(Detail::Full));
    assert_eq!(tools.search("area").map(|found| found.detail), Some(Detail::Preview));
    let shown = tools.retrieve("arithmetic.py:times").expect("there");
    assert_eq!(
        shown,
        "function arithmetic.py:times (L3-L5)\ndef times(a, b):\n    \"\"\"Multiplies two numbers.\"\"\"\n    return a * b\n"
    );
    assert_eq!(tools.retrieve("shapes/").expect("there"), "directory shapes/\n  shapes/base.py\n  shapes/square.py\n");
    assert_eq!(tools.retrieve("nowhere.py"), None);
}

#[test]
fn walks_follow_edges_both_ways() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    let walk = |start: &str, depth, direction, edges: &[Edge], kinds: &[EntityKind]| -> Vec<String> {
        let traversal = Traversal { depth, direction, edges: edges.to_vec(), kinds: kinds.to_vec() };
        tools
            .traverse(start, &traversal)
            .into_iter()
            .map(|reached| format!("{} {}", reached.depth, reached.id))
            .collect()
    };
    assert_eq!(
        walk("shapes/square.py", 1, Direction::Downstream, &[Edge::Import], &[]),
        ["1 arithmetic.py", "1 shapes/base.py"]
    );
    assert_eq!(walk("shapes/base.py", 1, Direction::Upstream, &[Edge::Import], &[]), ["1 shapes/square.py"]);
    assert_eq!(
        walk("shapes/square.py:Square", 1, Direction::Downstream, &[Edge::Inherit], &[]),
        ["1 shapes/base.py:Shape"]
    );
    assert_eq!(
        walk("shapes/base.py:Shape", 1, Direction::Upstream, &[Edge::Inherit], &[]),
        ["1 shapes/square.py:Square"]
    );
    assert_eq!(
        walk("arithmetic.py:times", 1, Direction::Upstream, &[Edge::Invoke], &[]),
        ["1 arithmetic.py:send_parcel", "1 shapes/square.py:Square.area"]
    );
    assert_eq!(
        walk("shapes/", 3, Direction::Downstream, &[Edge::Contain], &[EntityKind::Function]),
        ["3 shapes/base.py:Shape.area", "3 shapes/square.py:Square.area"]
    );
    assert!(walk("nowhere", 2, Direction::Downstream, &[], &[]).is_empty());
}

#[test]
fn the_solver_stays_within_its_turns() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    for turns in [0, 1, 4] {
        let solver = ToolSolver::new(&tools, None, turns);
        let prediction = solver.solve(&project, "How are two numbers multiplied, as in `times`?").expect("embedded");
        assert_eq!(prediction.path.len(), turns);
        assert_eq!(prediction.files.is_empty(), turns == 0);
        if turns == 4 {
            assert_eq!(prediction.files[0].path.as_str(), "arithmetic.py");
            assert_eq!(prediction.functions[0].name, "times");
        }
    }
}

#[test]
fn a_model_is_given_the_same_calls() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    let offered = Offered::new(&tools, None);
    let call = |name: &str, arguments: &Value| offered.call(name, arguments);
    let found = call("search_entities", &json!({ "query": "Square.area" }));
    assert_eq!(
        (found.refused, found.text.as_str()),
        (
            false,
            "found by name\nfunction shapes/square.py:Square.area (L5-L6)\n    def area(self):\n        return \
             times(self.side, self.side)\n"
        )
    );
    let walked = call("traverse", &json!({ "id": "arithmetic.py:times", "direction": "upstream", "edges": "invoke" }));
    assert_eq!(
        walked.text,
        "1 arithmetic.py:send_parcel (invoke arithmetic.py:times)\n1 shapes/square.py:Square.area (invoke \
         arithmetic.py:times)\n"
    );
    let kinds = json!({ "id": "shapes/", "depth": 9, "edges": ["contain"], "kinds": ["class"] });
    assert_eq!(call("traverse", &kinds).text.lines().count(), 2);
    assert!(call("retrieve", &json!({ "id": "arithmetic.py:times" })).text.contains("return a * b"));
    for (name, arguments) in [
        ("retrieve", json!({ "id": "../../etc/passwd" })),
        ("retrieve", json!({})),
        ("traverse", json!({ "id": "arithmetic.py", "edges": ["everything"] })),
        ("search_entities", json!({ "query": "qqqq" })),
        ("search_commits", json!({ "query": "times" })),
        ("read", json!({ "path": "arithmetic.py" })),
    ] {
        assert!(call(name, &arguments).refused, "{name} {arguments}");
    }
    let names: Vec<String> = offered.tools().into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["search_entities", "traverse", "retrieve"]);
}

#[test]
fn a_model_answers_from_the_graph() {
    let (tree, project) = project();
    let tools = tools(&tree, &project);
    let model = Scripted::default()
        .calls("search_entities", json!({ "query": "multiplies numbers" }))
        .calls("read", json!({ "path": "arithmetic.py" }))
        .says(r#"{"candidates": [{"file": "arithmetic.py", "function": "times", "reasoning": "r"}]}"#);
    let (tally, prompts) = (Tally::default(), Prompts::default());
    let solver = ModelSolver {
        model: &model,
        tree: &tree,
        prompts: &prompts,
        tally: &tally,
        turns: 5,
        answers: Answers::Five,
        substrate: Substrate::Graph { tools: Box::new(Offered::new(&tools, None)), remembers: false },
    };
    let prediction = solver.solve(&project, "How are numbers multiplied?").expect("the script holds");
    assert_eq!(prediction.functions[0].name, "times");
    assert!(prediction.path[0].observation.starts_with("found by"), "{:?}", prediction.path);
    // Files are no tool of this substrate, and no catalog is told.
    assert!(prediction.path[1].observation.contains("there is no tool `read`"), "{:?}", prediction.path);
    let first = &model.requests()[0];
    assert_eq!(first.tools.len(), 3);
    assert!(matches!(&first.messages[0], Message::System(text) if !text.contains("catalog")));
}
