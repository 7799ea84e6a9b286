//! Places in code that an output names.

/// A place in code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The path as printed (absolute, relative or a bare name), with `/` between its parts; for a Java frame the path
    /// that the class's package implies.
    pub path: String,
    /// The line, 1-based.
    pub line: u32,
    /// The bare name of the function, where the frame names it.
    pub function: Option<String>,
}

/// Endings of the files that a frame may name; others are addresses, times and hosts.
const ENDINGS: &[&str] = &[
    "c", "cc", "cjs", "cpp", "cs", "cts", "cxx", "go", "h", "hh", "hpp", "java", "js", "jsx", "kt", "mjs", "mts",
    "php", "py", "pyx", "rb", "rs", "scala", "svelte", "swift", "ts", "tsx", "vue",
];

/// All places in the lines of an output, in order.
pub(super) fn find(lines: &[String]) -> Vec<Frame> {
    let mut frames = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(frame) = python(line).or_else(|| java(line)) {
            frames.push(frame);
            continue;
        }
        let before = at.checked_sub(1).map(|before| lines[before].as_str());
        frames.extend(plain(line, before));
    }
    frames
}

/// `File "path", line 12, in name`.
fn python(line: &str) -> Option<Frame> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once('"')?;
    let rest = rest.strip_prefix(", line ")?;
    let (number, after) = leading_number(rest)?;
    let function = after.strip_prefix(", in ").map(|name| bare(name.trim()));
    Some(Frame {
        path: path.replace('\\', "/"),
        line: number,
        function: function.filter(|name| !name.is_empty() && !name.starts_with('<')),
    })
}

/// `at org.acme.Pool.take(Pool.java:33)`: the package says where the file stands.
fn java(line: &str) -> Option<Frame> {
    let (call, place) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?;
    let (file, number) = place.rsplit_once(':')?;
    let number = number.parse().ok()?;
    if !matches!(file.rsplit_once('.')?.1, "java" | "kt" | "scala") || file.contains('/') {
        return None;
    }
    let call = call.rsplit('/').next().unwrap_or(call);
    let (class, method) = call.rsplit_once('.')?;
    let package = class.rsplit_once('.').map(|(package, _)| package.replace('.', "/"));
    Some(Frame {
        path: package.map_or_else(|| file.to_owned(), |package| format!("{package}/{file}")),
        line: number,
        function: Some(method.to_owned()),
    })
}

/// Every `path.ending:12` of a line. The function's name comes from the words before it, or, as Go prints it, from the
/// line before.
fn plain(line: &str, before: Option<&str>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut from = 0;
    while let Some(colon) = line[from..].find(':').map(|at| from + at) {
        from = colon + 1;
        let Some((number, after)) = leading_number(&line[from..]) else {
            continue;
        };
        let head = &line[..colon];
        let start = head
            .rfind(|c: char| !(c.is_alphanumeric() || "_./\\@+-~$[]".contains(c)))
            .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
        // `webpack:///./src/a.js:3` and the like keep their path alone.
        let path = head[start..].trim_start_matches("//").replace('\\', "/");
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        if ENDINGS.binary_search(&ending).is_err() || number == 0 || path.starts_with('.') && path.len() < 4 {
            continue;
        }
        frames.push(Frame {
            path,
            line: number,
            function: named_before(&head[..start]).or_else(|| named_after(after)).or_else(|| go_function(line, before)),
        });
    }
    frames
}

/// JavaScript: `at Pool.take (`.
fn named_before(head: &str) -> Option<String> {
    let name = head.trim().strip_prefix("at ")?.strip_suffix('(')?.trim();
    let name = name.strip_prefix("async ").unwrap_or(name);
    Some(bare(name.split(' ').next()?)).filter(|name| !name.is_empty())
}

/// Ruby: ``:in 'Site#read'`` or ``:in `read'``.
fn named_after(after: &str) -> Option<String> {
    let quoted = after.strip_prefix(":in ")?;
    let name = quoted.trim_start_matches(['\'', '`']).split('\'').next()?;
    Some(bare(name.rsplit(['#', ' ']).next()?)).filter(|name| !name.is_empty())
}

/// Go prints the call on the line before its place: `example.com/pool.(*Pool).Take(0xc0000)`.
fn go_function(line: &str, before: Option<&str>) -> Option<String> {
    if !line.starts_with('\t') {
        return None;
    }
    let call = before?.trim();
    let open = call.rfind('(')?;
    Some(bare(&call[..open])).filter(|name| !name.is_empty())
}

/// The last part of a dotted name.
fn bare(name: &str) -> String {
    let name = name.trim_end_matches("()");
    let end = name.rsplit(['.', ':', ')']).next().unwrap_or(name);
    end.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_')).to_owned()
}

/// A number at the beginning, and what follows it.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_sorted() {
        assert!(ENDINGS.is_sorted());
    }

    #[test]
    fn odd_places_do_no_harm() {
        for line in [":", "a:", ".rs:1", "é.py:3:é:4", "x.py:99999999999999", "at (:1)", "File \"x\", line"] {
            let _ = find(&[line.to_owned()]);
        }
        let windows = find(&["src\\a\\b.ts:4:1 - error TS2304".to_owned()]);
        assert_eq!(windows[0].path, "src/a/b.ts");
    }
}
