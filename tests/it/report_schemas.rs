//! The reports of lint against the schemas of those who read them (`tests/schemas`), with names that try to break out.

use serde_json::Value;

use crate::harness::TestRepo;
use crate::schema::faults;
use crate::xml;
use crate::xml::Element;

/// Names of directories: commas, percents, quotes, markup, what GitHub takes for a command, characters that XML does
/// not have, letters beyond the first plane, and one that turns text around.
const NAMES: &[&str] = &[
    "a,b:c%",
    "new\nline",
    "<x>&\"'",
    "::error::",
    "tab\there",
    "\u{202e}right",
    "ctrl\u{1}\u{1b}[31m",
    "]]>",
    "sp ace",
    "\u{1d41e}",
    "%41",
    "back\\slash",
];

/// A repository in which every catalog has findings of all severities, with and without fixes.
fn hostile() -> TestRepo {
    let repo = TestRepo::unborn();
    for name in NAMES {
        repo.write(&format!("{name}/a.py"), "def solve(f):\n    if f:\n        return f\n    return 0\n");
        let text = "# x\n\n## Files\n\n### [a.py](a.py)\nSolves \u{1d41e}. See catalog.md.\n- `solve` (L1-L9) - \u{1d41e}\n\
                    - `gone<&\"']]>` (L1-L2)\n";
        repo.write(&format!("{name}/catalog.md"), text);
    }
    repo
}

fn report(repo: &TestRepo, format: &str, status: i32) -> String {
    let answer = repo.libra(&["lint", "--format", format]);
    assert_eq!(answer.status, status, "{answer}");
    answer.stdout
}

fn checked(schema: &str, text: &str) -> Value {
    let schema: Value = serde_json::from_str(schema).expect("a schema");
    let value: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(faults(&schema, &value), Vec::<String>::new());
    value
}

fn rows<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
    value.pointer(pointer).and_then(Value::as_array).expect(pointer)
}

#[test]
fn sarif_is_what_the_standard_says() {
    let repo = hostile();
    let value = checked(include_str!("../schemas/sarif.json"), &report(&repo, "sarif", 1));
    let (results, rules) = (rows(&value, "/runs/0/results"), rows(&value, "/runs/0/tool/driver/rules"));
    assert!(results.len() >= 2 * NAMES.len() && results.iter().any(|result| result.get("fixes").is_some()));
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        let region = &result["locations"][0]["physicalLocation"]["region"];
        let place = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
        assert!(place("startLine", "startColumn") <= place("endLine", "endColumn"), "{region}");
    }
    let clean = TestRepo::with("//- README\nnothing\n");
    checked(include_str!("../schemas/sarif.json"), &report(&clean, "sarif", 0));
}

#[test]
fn gitlab_gets_what_it_documents() {
    let repo = hostile();
    let value = checked(include_str!("../schemas/gitlab.json"), &report(&repo, "gitlab", 1));
    let rows = rows(&value, "");
    let mut prints: Vec<&str> = rows.iter().filter_map(|row| row["fingerprint"].as_str()).collect();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(prints.len(), rows.len(), "GitLab keeps one finding of each fingerprint");
    for path in rows.iter().filter_map(|row| row["location"]["path"].as_str()) {
        assert!(repo.exists(path) || path == "catalog.md", "{path}");
    }
}

#[test]
fn reviewdog_gets_its_messages() {
    let value = checked(include_str!("../schemas/rdjson.json"), &report(&hostile(), "rdjson", 1));
    assert!(rows(&value, "/diagnostics").len() >= 2 * NAMES.len());
}

/// What Jenkins' schema of JUnit files (xunit-plugin, `junit-10.xsd`) allows of what is written: for each element its
/// attributes, those that must be there first, and the elements inside.
fn junit(element: &Element) {
    let (required, optional, inside): (&[&str], &[&str], &[&str]) = match element.name.as_str() {
        "testsuites" => (&[], &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
        "testsuite" => (&["name", "tests", "failures", "errors"], &["time", "skipped", "package"], &["testcase"]),
        "testcase" => (&["name"], &["classname", "time"], &["failure"]),
        "failure" => (&[], &["type", "message"], &[]),
        name => panic!("no element of JUnit files: {name}"),
    };
    for name in required {
        assert!(element.attribute(name).is_some(), "{} lacks {name}", element.name);
    }
    for (name, _) in &element.attributes {
        assert!(required.iter().chain(optional).any(|known| known == name), "{} with {name}", element.name);
    }
    // Text is mixed content, which failures alone have.
    assert!(element.name == "failure" || element.text.trim().is_empty(), "text in {}", element.name);
    for child in &element.children {
        assert!(inside.contains(&child.name.as_str()), "{} in {}", child.name, element.name);
        junit(child);
    }
    if let ("testsuite", Some(tests)) = (element.name.as_str(), element.attribute("tests")) {
        assert_eq!(tests, element.children.len().to_string());
    }
}

#[test]
fn junit_is_what_jenkins_reads() {
    let root = xml::parse(&report(&hostile(), "junit", 1)).expect("well-formed");
    assert_eq!(root.name, "testsuites");
    junit(&root);
    let cases: usize = root.children.iter().map(|suite| suite.children.len()).sum();
    assert_eq!(root.attribute("tests"), Some(cases.to_string().as_str()));
    let names: Vec<&str> = root.children.iter().filter_map(|suite| suite.attribute("name")).collect();
    assert!(names.contains(&"<x>&\"'/catalog.md") && names.contains(&"new\nline/catalog.md"), "{names:?}");
    let clean = xml::parse(&report(&TestRepo::with("//- README\nnothing\n"), "junit", 0)).expect("well-formed");
    junit(&clean);
}

#[test]
fn every_line_for_github_is_one_command() {
    let text = report(&hostile(), "github", 1);
    for line in text.lines() {
        let heads = ["::error ", "::warning ", "::notice "];
        let command = heads.iter().find_map(|head| line.strip_prefix(head)).expect(line);
        let (properties, message) = command.split_once("::").expect(line);
        assert!(!message.is_empty(), "{line}");
        for property in properties.split(',') {
            let (key, _) = property.split_once('=').expect(line);
            assert!(["title", "file", "line", "col", "endColumn", "endLine"].contains(&key), "{line}");
        }
    }
    let json = report(&hostile(), "json-lines", 1);
    assert_eq!(json.lines().count(), text.lines().count());
    assert!(json.lines().all(|line| serde_json::from_str::<Value>(line).is_ok_and(|row| row.is_object())));
}
