//! `jest --json` and `vitest --reporter=json`: one object with a list of files, each with its tests.

use serde::Deserialize;

use super::layers::FAILING;
use super::layers::mark;

#[derive(Deserialize)]
struct Run {
    #[serde(rename = "testResults")]
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    message: String,
    #[serde(rename = "assertionResults", default)]
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    #[serde(default)]
    status: String,
    #[serde(rename = "fullName", default)]
    full_name: String,
    #[serde(default)]
    title: String,
    #[serde(rename = "failureMessages", default)]
    messages: Vec<String>,
}

/// The failing tests with what they said; `None` for other outputs.
pub(super) fn take_off(output: &str) -> Option<String> {
    // A package manager may print its own lines before.
    let start = output.find("{\"").or_else(|| output.find("{\n"))?;
    let end = output.rfind('}').filter(|end| *end > start)?;
    let run: Run = serde_json::from_str(&output[start..=end]).ok()?;
    let mut out = String::new();
    for file in run.files {
        let failed: Vec<&Test> = file.tests.iter().filter(|test| test.status == "failed").collect();
        if failed.is_empty() && file.status == "failed" {
            mark(&mut out, FAILING, &file.name);
            out.push_str(&file.message);
            out.push('\n');
        }
        for test in failed {
            mark(&mut out, FAILING, if test.full_name.is_empty() { &test.title } else { &test.full_name });
            for message in &test.messages {
                out.push_str(message);
                out.push('\n');
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_tests_are_told() {
        let output = r#"> acme@1.0.0 test
{"numFailedTests": 1, "testResults": [
  {"name": "/ci/src/pool.test.ts", "status": "failed", "message": "", "assertionResults": [
    {"status": "passed", "fullName": "Pool puts"},
    {"status": "failed", "fullName": "Pool takes one", "failureMessages": ["Error: boom\n    at Pool.take (/ci/src/pool.ts:12:7)"]}]},
  {"name": "/ci/src/net.test.ts", "status": "failed", "message": "Cannot find module './socket'", "assertionResults": []}
]}"#;
        assert_eq!(
            take_off(output).expect("a run"),
            "\u{2}failing Pool takes one\nError: boom\n    at Pool.take (/ci/src/pool.ts:12:7)\n\
             \u{2}failing /ci/src/net.test.ts\nCannot find module './socket'\n"
        );
        assert_eq!(take_off("{\"x\": }"), None);
        assert_eq!(take_off("no"), None);
    }
}
