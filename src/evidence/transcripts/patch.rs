//! Patches in the way that `apply_patch` takes them: `*** Update File: path`, then lines with `+`, `-` or a space.

use super::event::Event;

/// What a patch wrote: of each run of lines that stand in the file afterwards, the lines.
pub(super) fn written(text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let mut path: Option<String> = None;
    let mut run: Vec<String> = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("*** ") {
            close(&mut events, path.as_deref(), &mut run);
            let named = ["Update File: ", "Add File: ", "Move to: "].iter().find_map(|label| rest.strip_prefix(label));
            if let Some(named) = named {
                events.push(Event::Opened(named.trim().to_owned()));
            }
            path = named.map(|named| named.trim().to_owned()).or(path.filter(|_| !rest.starts_with("End Patch")));
            continue;
        }
        if path.is_none() {
            continue;
        }
        match line.split_at_checked(1) {
            Some(("+" | " ", line)) => run.push(line.to_owned()),
            Some(("-", _)) => {}
            _ => close(&mut events, path.as_deref(), &mut run),
        }
    }
    close(&mut events, path.as_deref(), &mut run);
    events
}

fn close(events: &mut Vec<Event>, path: Option<&str>, run: &mut Vec<String>) {
    let lines = std::mem::take(run);
    if let Some(path) = path.filter(|_| !lines.is_empty()) {
        events.push(Event::Wrote { path: path.to_owned(), lines });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_afterwards_is_known() {
        let patch = "*** Begin Patch\n*** Update File: a.rs\n@@ fn a\n fn a() {\n-    1\n+    2\n@@\n }\n\
                     *** Add File: b.rs\n+x\n*** Delete File: c.rs\n*** End Patch\nnoise\n";
        let wrote = |path: &str, lines: &[&str]| Event::Wrote {
            path: path.to_owned(),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        assert_eq!(
            written(patch),
            [
                Event::Opened("a.rs".to_owned()),
                wrote("a.rs", &["fn a() {", "    2"]),
                wrote("a.rs", &["}"]),
                Event::Opened("b.rs".to_owned()),
                wrote("b.rs", &["x"]),
            ]
        );
    }
}
