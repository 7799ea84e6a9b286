//! Small readings of lines that several formats share.

/// A line without terminal control sequences and carriage returns.
pub(super) fn without_escapes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => skip_sequence(&mut chars),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

/// The rest of a control sequence: `[`, parameters, a letter; or `]`, a text, a bell or `\`; or one character.
fn skip_sequence(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match chars.next() {
        Some('[') => {
            for skipped in chars.by_ref() {
                if skipped.is_ascii_alphabetic() || skipped == '~' {
                    break;
                }
            }
        }
        Some(']') => {
            while let Some(skipped) = chars.next() {
                if skipped == '\u{7}' {
                    break;
                }
                if skipped == '\u{1b}' {
                    chars.next();
                    break;
                }
            }
        }
        _ => {}
    }
}

/// A path with `/` between its parts and without scheme, bundler's prefix or query.
pub(super) fn plain_path(path: &str) -> String {
    let path = path.trim().replace('\\', "/");
    let path = path.split_once("://").map_or(path.as_str(), |(scheme, rest)| {
        // What stands between `webpack://` and the path is the bundle's name.
        if scheme.ends_with("webpack") || scheme.starts_with("http") {
            rest.split_once('/').map_or(rest, |(_, path)| path)
        } else {
            rest
        }
    });
    path.split(['?', '#']).next().unwrap_or(path).to_owned()
}

/// A number at the beginning, and what follows it.
pub(super) fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// `path:12` or `path:12:7` as path and line, and what follows. The path is what stands before the first colon that a
/// number follows.
pub(super) fn place(text: &str) -> Option<(&str, u32, &str)> {
    let mut from = 0;
    while let Some(colon) = text[from..].find(':').map(|at| from + at) {
        from = colon + 1;
        if let Some((line, rest)) = leading_number(&text[from..]) {
            let rest = rest.strip_prefix(':').and_then(leading_number).map_or(rest, |(_, rest)| rest);
            return Some((&text[..colon], line, rest));
        }
    }
    None
}

/// The same at the end of a text, where an address with a port stands before it: `http://host:80/a.js:41:9`.
pub(super) fn place_at_end(text: &str) -> Option<(&str, u32)> {
    let (before, last) = text.trim_end().rsplit_once(':')?;
    let last = last.parse().ok()?;
    match before.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?))) {
        Some(place) => Some(place),
        None => Some((before, last)),
    }
}

/// The last part of a qualified name, without arguments and signs around it.
pub(super) fn bare(name: &str) -> String {
    let name = without_generics(name.trim().trim_end_matches("()"));
    let end = name.rsplit(['.', ':', ')', '#']).next().unwrap_or(&name);
    end.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_')).to_owned()
}

/// `Pool<T>::take<U>` gives `Pool::take`.
fn without_generics(name: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::with_capacity(name.len());
    for c in name.replace("->", ".").chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    if out.trim_matches(|c: char| !c.is_alphanumeric()).is_empty() { name.to_owned() } else { out }
}

/// A name without the time that a runner puts after it: `name (5 ms)`, `name (0.01s)`, `name 5ms`, `name [12 ms]`.
pub(super) fn without_time(text: &str) -> &str {
    let text = text.trim_end();
    for (open, close) in [(" (", ")"), (" [", "]")] {
        if let Some((name, time)) = text.strip_suffix(close).and_then(|text| text.rsplit_once(open))
            && is_time(time)
        {
            return name.trim_end();
        }
    }
    match text.rsplit_once(' ') {
        Some((name, time)) if is_time(time) && !time.ends_with(' ') => name.trim_end(),
        _ => text,
    }
}

fn is_time(text: &str) -> bool {
    let number = text.trim_start_matches(['<', ' ']);
    let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    unit.len() < number.len() && matches!(unit.trim(), "s" | "ms" | "m" | "sec" | "seconds" | "us" | "µs" | "total")
}

/// What stands after the first of several beginnings that fits.
pub(super) fn after_any<'t>(text: &'t str, beginnings: &[&str]) -> Option<&'t str> {
    beginnings.iter().find_map(|beginning| text.strip_prefix(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_links_go() {
        assert_eq!(without_escapes("\u{1b}[1;31mFAILED\u{1b}[0m x\r"), "FAILED x");
        assert_eq!(without_escapes("\u{1b}]8;;file:///a\u{7}a.rs\u{1b}]8;;\u{1b}\\ end"), "a.rs end");
        assert_eq!(without_escapes("\u{1b}"), "");
    }

    #[test]
    fn times_go_and_names_stay() {
        for (text, name) in [
            ("takes (5 ms)", "takes"),
            ("TestTake/empty (0.00s)", "TestTake/empty"),
            ("takes one 12ms", "takes one"),
            ("Acme.Pool.Takes [12 ms]", "Acme.Pool.Takes"),
            ("test_sum (tests.SumTest)", "test_sum (tests.SumTest)"),
            ("has 3 s", "has 3 s"),
            ("", ""),
        ] {
            assert_eq!(without_time(text), name);
        }
    }

    #[test]
    fn places_are_taken_apart() {
        assert_eq!(place("src/a.rs:41:9: no"), Some(("src/a.rs", 41, ": no")));
        assert_eq!(place("C:/x/a.ts:4"), Some(("C:/x/a.ts", 4, "")));
        assert_eq!(place("at 12"), None);
        assert_eq!(plain_path("webpack://app/./src/a.js?1f"), "./src/a.js");
        assert_eq!(plain_path("file:///srv/a.mjs"), "/srv/a.mjs");
        assert_eq!(plain_path("src\\a\\b.ts"), "src/a/b.ts");
    }

    #[test]
    fn names_are_bared() {
        for (name, bared) in [
            ("calc::pool::Pool<T>::take", "take"),
            ("example.com/pool.(*Pool).Take", "Take"),
            ("Object.<anonymous>", ""),
            ("Pool.take", "take"),
            ("App\\Pool->take()", "take"),
            ("Pool#take", "take"),
        ] {
            assert_eq!(bare(name), bared, "{name}");
        }
    }
}
