//! Joins what a catalog names to what source defines.
//!
//! Ambiguity is kept, not guessed away: a name gives every definition it may mean.

use crate::base::LineRange;
use crate::base::RepoPath;
use crate::catalog::Project;
use crate::catalog::SymbolMention;
use crate::source::FileFacts;
use crate::source::Symbol;

/// The symbols of a file that a mention may mean, as indices into `facts.symbols`, in order.
///
/// A full qualified name means its definitions (several for overloads and re-opened classes). Otherwise a bare name
/// means every definition of that name, and a dotted one every definition whose qualified name ends with it, or that
/// it ends with (a module's name in front).
pub fn resolve(facts: &FileFacts, name: &str) -> Vec<usize> {
    let written = name.trim();
    let name = plain(name);
    let trimmed = name.trim_end_matches('!');
    // As written first: an operator ends with `()`, and a Ruby class variable begins with `@@`.
    let all = |matches: fn(&str, &str) -> bool, name: &str| -> Vec<usize> {
        (0..facts.symbols.len()).filter(|at| matches(&facts.symbols[*at].qualified_name, name)).collect()
    };
    let mut found = all(is_qualified_name, written);
    if found.is_empty() && written.ends_with("()") {
        found = all(ends_with_mention, written);
    }
    for name in [name.as_str(), trimmed] {
        for matches in [is_qualified_name, ends_with_mention, ends_mention] {
            if found.is_empty() {
                found = all(matches, name);
            }
        }
    }
    found
}

/// The symbols that a mention may mean: what its name means; where that is nothing, the definition whose name the
/// declaration spells out, for names that no reader of declarations understands, such as `().hash`, `[T; N].len`, or a
/// Scala name between backticks with blanks in it. A qualified name goes before a bare one.
pub fn resolve_mention(facts: &FileFacts, mention: &SymbolMention) -> Vec<usize> {
    let found = resolve(facts, &mention.name);
    if !found.is_empty() {
        return found;
    }
    let declaration = mention.declaration.as_str();
    let spells = |name: &str| {
        let rest = declaration.strip_prefix(name).filter(|_| !name.is_empty());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
    };
    let names: [fn(&Symbol) -> &str; 2] = [|symbol| &symbol.qualified_name, |symbol| &symbol.name];
    for name_of in names {
        let longest = facts.symbols.iter().map(name_of).filter(|name| spells(name)).max_by_key(|name| name.len());
        if let Some(name) = longest {
            return (0..facts.symbols.len()).filter(|at| name_of(&facts.symbols[*at]) == name).collect();
        }
    }
    Vec::new()
}

/// Whether `range` is right for a symbol: from its first decorator or from the definition's own line to its last line.
pub fn accepts(symbol: &Symbol, range: LineRange) -> bool {
    let starts = [symbol.range.start(), symbol.definition_line];
    range.end() == symbol.range.end() && starts.contains(&range.start())
}

/// Where else in a module a symbol of that name is defined: the files directly in `module` that have it, each with
/// its symbols' indices, sorted by path.
pub fn where_else(project: &Project, module: &RepoPath, name: &str) -> Vec<(RepoPath, Vec<usize>)> {
    let files = project.modules.get(module).into_iter().flat_map(|module| &module.files);
    files
        .filter_map(|file| {
            let facts = project.facts(file)?;
            let found = resolve(facts, name);
            (!found.is_empty()).then(|| (file.clone(), found))
        })
        .collect()
}

/// A mention's name as `Symbol::qualified_name` would have it.
fn plain(name: &str) -> String {
    name.trim().trim_start_matches('@').trim_end_matches("()").replace("::", ".").replace(".prototype.", ".")
}

fn is_qualified_name(qualified: &str, mention: &str) -> bool {
    qualified == mention
}

/// `Solver.solve` ends with the mention `solve`.
fn ends_with_mention(qualified: &str, mention: &str) -> bool {
    !mention.is_empty() && qualified.strip_suffix(mention).is_some_and(|before| before.ends_with('.'))
}

/// The mention `solvers.Solver.solve` ends with `Solver.solve`.
fn ends_mention(qualified: &str, mention: &str) -> bool {
    ends_with_mention(mention, qualified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::fixture;

    #[test]
    fn a_mention_means_all_that_it_may_mean() {
        let facts = fixture::facts(&[
            ("solve", 1, 9),
            ("Solver", 10, 40),
            ("Solver.solve", 12, 20),
            ("Solver.run", 21, 30),
            ("Other.run", 50, 60),
            ("Solver", 70, 80),
        ]);
        assert_eq!(resolve(&facts, "solve"), [0]);
        assert_eq!(resolve(&facts, "Solver::solve"), [2]);
        assert_eq!(resolve(&facts, "Solver.prototype.solve"), [2]);
        assert_eq!(resolve(&facts, "run"), [3, 4]);
        assert_eq!(resolve(&facts, "Solver"), [1, 5]);
        assert_eq!(resolve(&facts, "solvers.Solver.run"), [3]);
        assert_eq!(resolve(&facts, "un"), [0; 0]);
        assert_eq!(resolve(&facts, ""), [0; 0]);
        assert_eq!(resolve(&facts, "Third.run"), [0; 0]);
    }

    #[test]
    fn names_that_read_like_declarations_are_found_as_written() {
        let mut facts =
            fixture::facts(&[("Set.operator()", 1, 2), ("@@log.puts", 3, 4), ("().hash", 5, 6), ("[T; N].len", 7, 8)]);
        facts.symbols.push(fixture::symbol("Rows.joined (N - 1)", 9, 10));
        assert_eq!(resolve(&facts, "Set.operator()"), [0]);
        assert_eq!(resolve(&facts, "@@log.puts"), [1]);
        let spelled = [
            ("().hash", 2),
            ("().hash(state)", 2),
            ("[T; N].len()", 3),
            ("joined (N - 1)", 4),
            ("Rows.joined (N - 1)", 4),
        ];
        for (declaration, at) in spelled {
            let text = format!("# a\n\n## B\n\n### [a.rs](a.rs)\nA.\n- `{declaration}` (L1-L2)\n");
            let catalog = crate::catalog::parse(&RepoPath::root(), &text);
            let mention = catalog.entries().next().expect("an entry").mentions()[0].clone();
            assert_eq!(resolve_mention(&facts, &mention), [at], "{declaration}");
        }
    }

    #[test]
    fn a_range_may_begin_at_the_decorator_or_at_the_definition() {
        let mut symbol = fixture::facts(&[("solve", 3, 9)]).symbols.remove(0);
        symbol.definition_line = 5;
        let accepted = |start, end| accepts(&symbol, LineRange::clamped(start, end));
        assert!(accepted(3, 9) && accepted(5, 9));
        assert!(!accepted(4, 9) && !accepted(3, 8) && !accepted(5, 10));
    }
}
