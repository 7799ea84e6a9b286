//! What Maven's Surefire, Gradle, ScalaTest and the compilers behind them print.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some((name, message)) = surefire(line) {
            findings.failing(at, name);
            findings.message(at, message);
        } else if let Some(name) = surefire_case(line).or_else(|| gradle(line)).or_else(|| scalatest(line)) {
            findings.failing(at, name);
        }
        if let Some((frame, message)) = javac_of_maven(line).or_else(|| kotlinc(line)) {
            findings.frame(at, Some(frame));
            findings.message(at, message);
        }
    }
}

/// `[ERROR]   PoolTest.takes:21 expected: <3> but was: <4>`, also with `->` between the methods of a chain.
fn surefire(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("[ERROR] ")?.trim();
    let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
    let (name, number) = place.split("->").next()?.split_once(':')?;
    let is_test = name.contains('.')
        && !name.contains('/')
        && text::leading_number(number).is_some_and(|(_, rest)| rest.is_empty());
    is_test.then_some((name, message.trim_start_matches("» ")))
}

/// `[ERROR] org.acme.PoolTest.takes -- Time elapsed: 0.01 s <<< FAILURE!`, `[ERROR] takes(org.acme.PoolTest)  Time …`.
fn surefire_case(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("[ERROR] ").unwrap_or(line);
    let rest = rest.strip_suffix("<<< FAILURE!").or_else(|| rest.strip_suffix("<<< ERROR!"))?;
    let name = rest.split(" -- Time").next()?.split("  Time").next()?.trim();
    (!name.starts_with("Tests run") && !name.contains(' ')).then_some(name)
}

/// `PoolTest > takes() FAILED`.
fn gradle(line: &str) -> Option<&str> {
    line.strip_suffix(" FAILED").filter(|name| name.contains(" > ") && !name.contains("::"))
}

/// `- should take one *** FAILED ***`, with a time behind it.
fn scalatest(line: &str) -> Option<&str> {
    let (name, _) =
        line.strip_prefix("[info] ").unwrap_or(line).trim().strip_prefix("- ")?.split_once(" *** FAILED ***")?;
    Some(name)
}

/// Maven: `[ERROR] /ci/src/main/java/Pool.java:[12,5] cannot find symbol`.
fn javac_of_maven(line: &str) -> Option<(Frame, &str)> {
    let (path, rest) = line.strip_prefix("[ERROR] ")?.split_once(":[")?;
    let (number, rest) = text::leading_number(rest)?;
    let (_, message) = rest.split_once("] ")?;
    Some((Frame::new(path, number, None)?, message))
}

/// `e: file:///ci/src/Pool.kt:12:5 Unresolved reference`, and the older `e: /ci/src/Pool.kt: (12, 5): …`.
fn kotlinc(line: &str) -> Option<(Frame, &str)> {
    let rest = line.strip_prefix("e: ")?;
    if let Some((path, rest)) = rest.split_once(": (") {
        let (number, rest) = text::leading_number(rest)?;
        return Some((Frame::new(path, number, None)?, rest.split_once("): ")?.1));
    }
    let rest = rest.strip_prefix("file://").unwrap_or(rest);
    let (path, number, message) = text::place(rest)?;
    Some((Frame::new(path, number, None)?, message.trim_start_matches(':').trim()))
}
