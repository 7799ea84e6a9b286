//! Excerpts of the catalog with a caret under what is wrong.

use std::io;
use std::io::Write;

use annotate_snippets::AnnotationKind;
use annotate_snippets::Group;
use annotate_snippets::Level;
use annotate_snippets::Origin;
use annotate_snippets::Renderer;
use annotate_snippets::Snippet;

use crate::config::Severity;
use crate::lint::finding::Finding;
use crate::lint::finding::Safety;
use crate::lint::report::Report;
use crate::lint::report::Style;
use crate::lint::report::place::Places;
use crate::lint::report::text::one_line;

pub(super) fn write(report: &Report<'_>, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Ansi => Renderer::styled(),
    };
    let places = Places::new(report);
    for finding in report.findings {
        let title = format!("{} ({})", one_line(&finding.message), finding.name);
        let path = one_line(finding.catalog.as_str()).into_owned();
        let group = group(finding, title, path, &places);
        writeln!(out, "{}\n", renderer.render(&[group]))?;
    }
    Ok(())
}

/// Lines of an excerpt; of anything longer the first line stands for all.
const MAX_LINES: u32 = 4;

fn group<'a>(finding: &'a Finding, title: String, path: String, places: &Places<'a>) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Hint | Severity::Off => Level::INFO.with_name("hint"),
    };
    let group = level.primary_title(title).id(finding.code);
    let (excerpt, start) = places.excerpt(&finding.catalog, finding.span, MAX_LINES);
    let group = if excerpt.is_empty() {
        group.element(Origin::path(path).line(finding.line as usize).char_column(finding.column as usize))
    } else {
        // An empty span shows one caret, and one that goes on past the excerpt ends with it.
        let from = (finding.span.start - start).min(excerpt.len());
        let to = (finding.span.end - start).clamp(from, excerpt.len());
        let annotation = AnnotationKind::Primary.span(from..to);
        let snippet = Snippet::source(excerpt).line_start(finding.line as usize).path(path);
        group.element(snippet.annotation(annotation))
    };
    match &finding.fix {
        None => group,
        Some(fix) => {
            let word = if fix.safety == Safety::Safe { "fix" } else { "unsafe fix" };
            group.element(Level::HELP.with_name(word).message(one_line(&fix.title)))
        }
    }
}
