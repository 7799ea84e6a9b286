//! Lines that a tool showed with their numbers: `cat -n`, `nl -ba`, an editor's view, a window of SWE-agent.

use super::event::Event;

/// The runs of numbered lines in a text, as lines of a file. Other lines between them are the tool's.
pub(super) fn shown(path: &str, text: &str) -> Vec<Event> {
    let mut runs: Vec<(u32, Vec<String>)> = Vec::new();
    for line in text.lines() {
        let Some((number, line)) = numbered(line) else { continue };
        match runs.last_mut() {
            Some((start, lines)) if *start + lines.len() as u32 == number => lines.push(line.to_owned()),
            _ => runs.push((number, vec![line.to_owned()])),
        }
    }
    runs.into_iter().map(|(start, lines)| Event::Shown { path: path.to_owned(), start, lines }).collect()
}

/// `    12<TAB>text`, `    12→text`, `12:text`, `12|text`; an empty line may have no sign behind its number.
fn numbered(line: &str) -> Option<(u32, &str)> {
    let line = line.trim_start_matches(' ');
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let number = line[..end].parse().ok().filter(|number| *number > 0)?;
    let rest = &line[end..];
    let text = ["\t", "→", ":", "|"].iter().find_map(|sign| rest.strip_prefix(sign));
    text.or_else(|| rest.is_empty().then_some("")).map(|text| (number, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_kept_apart_and_other_lines_left_out() {
        let text = "Here is the file:\n     9\tfn a() {\n    10\t\n    11→}\n(12 more lines)\n40:end\n";
        let shown = shown("a.rs", text);
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(
            shown,
            [
                Event::Shown { path: "a.rs".to_owned(), start: 9, lines: lines(&["fn a() {", "", "}"]) },
                Event::Shown { path: "a.rs".to_owned(), start: 40, lines: lines(&["end"]) },
            ]
        );
    }
}
