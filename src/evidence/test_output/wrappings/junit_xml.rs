//! JUnit's XML, as most runners can write it. A tolerant scanner: reports are cut off by timeouts, and written by string
//! concatenation.

use std::fmt::Write;

use super::layers::FAILING;
use super::layers::SAYS;
use super::layers::mark;

/// Lines of a failing test's own output that are kept.
const MOST_OUTPUT: usize = 200;

/// The failing tests with what they said; `None` for other outputs.
pub(super) fn take_off(output: &str) -> Option<String> {
    if !(output.contains("<testcase") && (output.contains("<testsuite") || output.contains("<?xml"))) {
        return None;
    }
    let mut report = Report::default();
    let mut rest = output;
    while let Some(open) = rest.find('<') {
        report.text(&rest[..open]);
        rest = &rest[open..];
        if let Some(body) = rest.strip_prefix("<![CDATA[") {
            let (text, after) = body.split_once("]]>").unwrap_or((body, ""));
            report.verbatim(text);
            rest = after;
        } else if let Some(body) = rest.strip_prefix("<!--") {
            rest = body.split_once("-->").map_or("", |(_, after)| after);
        } else {
            let Some((tag, after)) = cut_tag(rest) else { break };
            report.tag(tag);
            rest = after;
        }
    }
    report.close_case();
    Some(report.out)
}

#[derive(Default)]
struct Report {
    out: String,
    case: Option<Case>,
    inside: Inside,
}

#[derive(Default)]
struct Case {
    name: String,
    place: Option<String>,
    failed: bool,
    said: String,
    output: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    Failure,
    Output,
}

impl Report {
    fn tag(&mut self, tag: &str) {
        let closes_itself = tag.ends_with('/');
        let (closing, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        let name_end = tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(name_end);
        match (name, closing) {
            ("testcase", true) => self.close_case(),
            ("testcase", false) => {
                self.close_case();
                self.case = Some(Case::new(attributes));
                if closes_itself {
                    self.close_case();
                }
            }
            ("failure" | "error" | "rerunFailure" | "flakyFailure", false) => {
                if let Some(case) = &mut self.case {
                    case.failed = true;
                    for said in
                        [attribute(attributes, "message"), attribute(attributes, "type")].into_iter().flatten().take(1)
                    {
                        mark(&mut case.said, SAYS, &said);
                    }
                }
                self.inside = if closes_itself { Inside::Nothing } else { Inside::Failure };
            }
            ("system-out" | "system-err", false) if !closes_itself => self.inside = Inside::Output,
            (_, true) => self.inside = Inside::Nothing,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.inside != Inside::Nothing {
            self.verbatim(&decoded(text));
        }
    }

    fn verbatim(&mut self, text: &str) {
        let Some(case) = &mut self.case else { return };
        match self.inside {
            Inside::Nothing => {}
            Inside::Failure => case.said.push_str(text),
            Inside::Output => case.output.push_str(text),
        }
    }

    fn close_case(&mut self) {
        self.inside = Inside::Nothing;
        let Some(case) = self.case.take().filter(|case| case.failed) else { return };
        mark(&mut self.out, FAILING, &case.name);
        for line in case.place.iter().map(String::as_str).chain(case.said.lines()) {
            let _ = writeln!(self.out, "{line}");
        }
        let lines: Vec<&str> = case.output.lines().collect();
        for line in &lines[lines.len().saturating_sub(MOST_OUTPUT)..] {
            let _ = writeln!(self.out, "{line}");
        }
    }
}

impl Case {
    fn new(attributes: &str) -> Self {
        let name = attribute(attributes, "name").unwrap_or_default();
        let class =
            attribute(attributes, "classname").filter(|class| !class.is_empty() && !name.starts_with(class.as_str()));
        let line = attribute(attributes, "line");
        Self {
            name: class.map_or_else(|| name.clone(), |class| format!("{class}.{name}")),
            place: attribute(attributes, "file").zip(line).map(|(file, line)| format!("{file}:{line}")),
            ..Self::default()
        }
    }
}

/// A tag without its brackets, and what follows. A `>` inside quotes does not end it.
fn cut_tag(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, c) in text.char_indices().skip(1) {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some((&text[1..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut from = 0;
    while let Some(at) = attributes[from..].find(name).map(|at| from + at) {
        from = at + name.len();
        let starts = attributes[..at].ends_with(char::is_whitespace);
        let value = attributes[from..].trim_start().strip_prefix('=').map(str::trim_start);
        if let Some(value) = value.filter(|_| starts)
            && let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\''))
        {
            let value = &value[1..];
            return Some(decoded(&value[..value.find(quote).unwrap_or(value.len())]));
        }
    }
    None
}

/// A text without XML's references.
fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let decoded = end.and_then(|end| reference(&rest[1..end]));
        match (decoded, end) {
            (Some(c), Some(end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn reference(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_cases_are_told_and_passing_ones_are_not() {
        let xml = "<?xml version=\"1.0\"?>\n<testsuites><testsuite name=\"pytest\" failures=\"1\">\n\
            <testcase classname=\"tests.test_pool.TestPool\" name=\"test_take[a&gt;b]\" file=\"tests/test_pool.py\" line=\"20\">\
            <failure message=\"assert 4 == 3&#10;  +  where 4\" type=\"x\">self = &lt;Pool&gt;\n\
            File &quot;pool.py&quot;, line 3</failure><system-out>noise > here</system-out></testcase>\n\
            <testcase classname=\"tests.test_pool\" name=\"test_put\"><system-out>quiet</system-out></testcase>\n\
            <testcase name=\"crash\"><error message='it \"died\"'/></testcase>\n\
            <testcase name=\"cut\"><failure><![CDATA[a < b && c]]>";
        let told = take_off(xml).expect("a report");
        assert_eq!(
            told,
            "\u{2}failing tests.test_pool.TestPool.test_take[a>b]\ntests/test_pool.py:20\n\u{2}says assert 4 == 3\n\
             self = <Pool>\nFile \"pool.py\", line 3\nnoise > here\n\
             \u{2}failing crash\n\u{2}says it \"died\"\n\u{2}failing cut\na < b && c\n"
        );
        assert_eq!(take_off("<html><testcase"), None);
    }

    #[test]
    fn references_are_decoded_where_they_are_some() {
        assert_eq!(decoded("a &amp;&lt; &#x41;&#66; &nope; & &#xFFFFFFFF; é&"), "a &< AB &nope; & &#xFFFFFFFF; é&");
    }
}
