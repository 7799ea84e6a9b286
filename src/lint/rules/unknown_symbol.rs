//! CAT307: a listed symbol that its file does not define, and where it went.

use crate::catalog::CatalogEdit;
use crate::catalog::Target;
use crate::catalog::resolve;
use crate::lint::context::LintContext;
use crate::lint::edits;
use crate::lint::finding::Safety;
use crate::lint::listed::Listed;
use crate::lint::listed::Verdict;
use crate::lint::nearest::nearest;
use crate::lint::sink::Sink;

pub(crate) fn check(context: &LintContext<'_>, sink: &mut Sink<'_>) {
    for listed in context.listed().iter().filter(|listed| listed.verdict == Verdict::Unknown) {
        let change = CatalogEdit::RemoveSymbol {
            target: Target::File(listed.file.clone()),
            symbol: listed.mention.name.clone(),
        };
        let fix = edits::by_catalog_edits("remove the symbol", Safety::Unsafe, context, &[change]);
        sink.report(listed.mention.span, listed.subject(), message(context, listed)).fix = fix;
    }
}

fn message(context: &LintContext<'_>, listed: &Listed<'_>) -> String {
    let (name, file) = (&listed.mention.name, listed.file.file_name());
    let gone = format!("`{file}` defines no `{name}`");
    let mut elsewhere = resolve::where_else(context.project, context.directory(), name);
    // A bare name that is a method somewhere says little; the definition itself must have it.
    elsewhere.retain_mut(|(other, symbols)| {
        let facts = context.project.facts(other);
        symbols.retain(|at| facts.is_some_and(|facts| facts.symbols[*at].qualified_name == *name));
        !symbols.is_empty()
    });
    if let [(other, symbols)] = elsewhere.as_slice() {
        let facts = context.project.facts(other);
        let place = facts.and_then(|facts| Some(facts.symbols.get(*symbols.first()?)?.range));
        let place = place.map_or_else(String::new, |range| format!(" ({range})"));
        return format!("{gone}; `{}`{place} does", other.file_name());
    }
    if let [(first, _), (second, _), others @ ..] = elsewhere.as_slice() {
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        return format!("{gone}; `{}`, `{}`{more} do", first.file_name(), second.file_name());
    }
    let names = listed.facts.symbols.iter().map(|symbol| symbol.qualified_name.as_str());
    match nearest(name, names) {
        Some(near) => format!("{gone}; did you mean `{near}`?"),
        None if listed.facts.has_syntax_errors => format!("{gone}, as far as it can be read"),
        None => gone,
    }
}
