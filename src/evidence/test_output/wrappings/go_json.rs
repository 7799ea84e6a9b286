//! `go test -json`: one event a line, the output of each package's tests in pieces.

use std::fmt::Write;

use serde::Deserialize;

use super::layers::FAILING;
use super::layers::mark;

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "Action")]
    action: String,
    #[serde(rename = "Package", alias = "ImportPath", default)]
    package: String,
    #[serde(rename = "Test", default)]
    test: Option<String>,
    #[serde(rename = "Output", default)]
    output: String,
}

/// The output package by package, each followed by the names of its failing tests and by the line that names it.
/// `None` for other outputs.
pub(super) fn take_off(output: &str) -> Option<String> {
    let mut packages: Vec<(String, String)> = Vec::new();
    let mut other = String::new();
    let mut events = 0;
    for line in output.lines() {
        let event = line.starts_with('{').then(|| serde_json::from_str::<Event>(line).ok()).flatten();
        let Some(event) = event else {
            other.push_str(line);
            other.push('\n');
            continue;
        };
        events += 1;
        let at = packages.iter().position(|(package, _)| *package == event.package).unwrap_or_else(|| {
            packages.push((event.package.clone(), String::new()));
            packages.len() - 1
        });
        let text = &mut packages[at].1;
        text.push_str(&event.output);
        match event.test {
            Some(test) if event.action == "fail" => {
                if !text.is_empty() && !text.ends_with('\n') {
                    text.push('\n');
                }
                mark(text, FAILING, &test);
            }
            None if event.action == "fail" => {
                let _ = writeln!(text, "FAIL\t{}", event.package);
            }
            _ => {}
        }
    }
    (events > 0).then(|| {
        for (_, text) in packages {
            other.push_str(&text);
            if !other.is_empty() && !other.ends_with('\n') {
                other.push('\n');
            }
        }
        other
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_come_one_after_the_other() {
        let output = concat!(
            r#"{"Action":"start","Package":"acme/pool"}"#,
            "\n",
            r#"{"Action":"output","Package":"acme/pool","Test":"TestTake","Output":"    pool_test.go:18: got 4"}"#,
            "\n",
            r#"{"Action":"output","Package":"acme/net","Test":"TestOpen","Output":"ok so far\n"}"#,
            "\n",
            r#"{"Action":"output","Package":"acme/pool","Test":"TestTake","Output":", want 3\n"}"#,
            "\n",
            r#"{"Action":"fail","Package":"acme/pool","Test":"TestTake","Elapsed":0}"#,
            "\n",
            r#"{"Action":"fail","Package":"acme/pool","Elapsed":0}"#,
            "\n",
        );
        assert_eq!(
            take_off(output).expect("events"),
            "    pool_test.go:18: got 4, want 3\n\u{2}failing TestTake\nFAIL\tacme/pool\nok so far\n"
        );
        assert_eq!(take_off("{\"a\": 1}\n{broken\n"), None);
    }
}
