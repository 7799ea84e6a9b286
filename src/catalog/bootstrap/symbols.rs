//! The bullets of an entry: documented symbols in full first, the others packed by name.

use std::collections::BTreeSet;

use crate::catalog::Limits;
use crate::catalog::SymbolLine;
use crate::catalog::bootstrap::paths;
use crate::catalog::bootstrap::prose;
use crate::catalog::bootstrap::verbosity::Candidate;
use crate::catalog::bootstrap::verbosity::Tier;
use crate::catalog::write;
use crate::source::FileFacts;
use crate::source::Language;
use crate::source::ParameterStyle;

/// The most bullets of names alone: more would be a wall.
const PACKED: usize = 6;
/// The longest declaration, in characters.
const DECLARATION: usize = 90;
/// The most sub-bullets of one symbol.
const PATHS: usize = 3;

/// The symbol lines of an entry, within `limits.bullets` when written. Symbols in full stand in source order, those
/// listed by name follow in source order.
pub(super) fn lines(
    facts: &FileFacts,
    candidates: &[Candidate<'_>],
    names: &BTreeSet<&str>,
    limits: &Limits,
) -> Vec<SymbolLine> {
    let mut ranked: Vec<&Candidate<'_>> = candidates.iter().collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.index.cmp(&b.index)));
    // Four fifths in full and the rest packed finds most (sixteen and four of twenty).
    let in_full = limits.bullets * 4 / 5;
    let (mut full, simple): (Vec<_>, Vec<_>) = ranked
        .iter()
        .partition(|candidate| candidate.tier > Tier::Simple && deserves_line(facts, candidate, names, limits));
    let rest = full.split_off(in_full.min(full.len()));
    let by_name: Vec<&Candidate<'_>> = rest.into_iter().chain(simple).collect();
    let packed = pack(by_name, limits, (limits.bullets - full.len()).min(PACKED));
    let bullets = write::symbol_lines(&packed, limits).len();
    let mut spare = limits.bullets.saturating_sub(full.len() + bullets);
    let mut lines = Vec::new();
    for candidate in full {
        let mut line = full_line(facts, candidate, limits);
        if candidate.tier == Tier::Complex {
            let most = PATHS.min(spare);
            line.paths = paths::lines(facts, candidate.index, names, limits, most);
            spare -= line.paths.len();
        }
        lines.push((candidate.index, line));
    }
    lines.sort_by_key(|(index, _)| *index);
    lines.into_iter().map(|(_, line)| line).chain(packed).collect()
}

/// A symbol without summary stands alone only if something else is said of it.
fn deserves_line(facts: &FileFacts, candidate: &Candidate<'_>, names: &BTreeSet<&str>, limits: &Limits) -> bool {
    candidate.summary.is_some() || !paths::lines(facts, candidate.index, names, limits, PATHS).is_empty()
}

fn full_line(facts: &FileFacts, candidate: &Candidate<'_>, limits: &Limits) -> SymbolLine {
    let symbol = candidate.symbol;
    let declaration = match candidate.tier {
        Tier::Complex => declaration(facts.language, &symbol.qualified_name, symbol.parameters.as_deref()),
        Tier::Simple | Tier::Moderate => symbol.qualified_name.clone(),
    };
    let taken = write::named(&declaration, symbol.range).chars().count() + 5;
    let room = limits.line_length.saturating_sub(taken);
    let summary = candidate.summary.as_deref().filter(|_| room > 30);
    SymbolLine {
        declaration,
        range: symbol.range,
        summary: summary.map(|summary| prose::cut(summary, room)),
        paths: Vec::new(),
    }
}

/// The best symbols that fit into so many bullets of names, in source order.
fn pack(ranked: Vec<&Candidate<'_>>, limits: &Limits, bullets: usize) -> Vec<SymbolLine> {
    let mut room = bullets * limits.line_length.saturating_sub(2);
    let mut chosen: Vec<(usize, SymbolLine)> = Vec::new();
    for candidate in ranked {
        let symbol = candidate.symbol;
        let line = SymbolLine {
            declaration: symbol.qualified_name.clone(),
            range: symbol.range,
            summary: None,
            paths: Vec::new(),
        };
        let length = write::named(&line.declaration, line.range).chars().count() + 2;
        if length > room || length > limits.line_length {
            break;
        }
        room -= length;
        chosen.push((candidate.index, line));
    }
    loop {
        let mut lines = chosen.clone();
        lines.sort_by_key(|(index, _)| *index);
        let lines: Vec<SymbolLine> = lines.into_iter().map(|(_, line)| line).collect();
        // Bullets are not filled to the last character; the least of the chosen give way.
        if write::symbol_lines(&lines, limits).len() <= bullets || chosen.pop().is_none() {
            return lines;
        }
    }
}

/// A name with the names of its parameters.
fn declaration(language: Language, name: &str, parameters: Option<&str>) -> String {
    let Some(parameters) = parameters else {
        return name.to_owned();
    };
    let names: Vec<String> = split(parameters)
        .into_iter()
        .map(|parameter| parameter_name(language.habits().parameters, parameter))
        .filter(|name| !matches!(name.as_str(), "" | "self" | "cls" | "this" | "void" | "/"))
        .collect();
    let mut shown = format!("{name}({})", names.join(", "));
    let mut kept = names.len();
    while shown.chars().count() > DECLARATION && kept > 0 {
        kept -= 1;
        let head = names[..kept].join(", ");
        let comma = if kept > 0 { ", " } else { "" };
        shown = format!("{name}({head}{comma}...)");
    }
    shown
}

/// The parameters of a list, split at commas outside brackets and strings.
fn split(parameters: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut depth = 0i32;
    let mut start = 0;
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in parameters.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') if !before.is_alphanumeric() && before != '&' => quote = Some(c),
            (None, '(' | '[' | '{' | '<') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, '>') if before != '-' && before != '=' => depth -= 1,
            (None, ',') if depth <= 0 => {
                out.push(parameters[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    out.push(parameters[start..].trim());
    out
}

/// The name of a parameter as its language declares it; a pattern gives `...`.
fn parameter_name(style: ParameterStyle, parameter: &str) -> String {
    let bare = parameter.split('=').next().unwrap_or_default().trim();
    // An attribute of C# or PHP stands before its parameter.
    let attribute = bare.starts_with("#[") || (style == ParameterStyle::TypeName && bare.starts_with('['));
    let bare = bare.split_once("] ").filter(|_| attribute).map_or(bare, |(_, bare)| bare.trim());
    if bare.starts_with(['{', '[', '(']) {
        return "...".to_owned();
    }
    match style {
        ParameterStyle::TypeName => {
            let name = bare.rsplit([' ', '*', '&', '.']).find(|word| !word.is_empty()).unwrap_or_default();
            let name = name.split('[').next().unwrap_or_default();
            if bare.contains("(*") || name.contains([')', '(']) { "...".to_owned() } else { name.to_owned() }
        }
        ParameterStyle::NameType => bare.split(' ').next().unwrap_or_default().to_owned(),
        ParameterStyle::NameColonType => {
            let name = bare.split(':').next().unwrap_or_default().trim();
            let name = name.trim_start_matches("mut ").trim_end_matches('?');
            let name = name.rsplit(' ').next().unwrap_or_default();
            if matches!(name, "&self" | "&mut" | "self") || name.ends_with("self") {
                "self".to_owned()
            } else {
                name.to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_without_their_types() {
        for (language, parameters, expected) in [
            (Language::Python, "self, f, *symbols, sep=',', **flags", "f(f, *symbols, sep, **flags)"),
            (Language::Python, "self, a: dict[str, int] = {}, /, b: str = 'x,y'", "f(a, b)"),
            (Language::Rust, "&self, repo: &dyn Repo, map: HashMap<K, V>, f: impl Fn(A, B) -> C", "f(repo, map, f)"),
            (Language::Rust, "&'a mut self, text: &'a str, mut n: usize", "f(text, n)"),
            (Language::TypeScript, "path: string, { a, b }: Options = {}, next?: () => void", "f(path, ..., next)"),
            (Language::C, "client *c, const char *name, int argv[], void (*cb)(int)", "f(c, name, argv, ...)"),
            (Language::C, "void", "f()"),
            (Language::Java, "final Map<String, Integer> counts, String... names", "f(counts, names)"),
            (Language::CSharp, "this T item, [NotNull] out string? name, params int[] more", "f(item, name, more)"),
            (Language::Php, "private readonly Log $log, #[Secret] ?array &$at = [1, 2]", "f($log, $at)"),
            (Language::Kotlin, "vararg more: Int = f(1, 2), block: (T) -> Unit", "f(more, block)"),
            (Language::Go, "ctx context.Context, names ...string", "f(ctx, names)"),
        ] {
            assert_eq!(declaration(language, "f", Some(parameters)), expected, "{parameters}");
        }
        let many = (0..40).map(|n| format!("parameter_{n}")).collect::<Vec<_>>().join(", ");
        let shown = declaration(Language::Python, "f", Some(&many));
        assert!(shown.ends_with(", ...)") && shown.chars().count() <= DECLARATION);
        assert_eq!(declaration(Language::Python, "f", None), "f");
    }
}
