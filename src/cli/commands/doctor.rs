//! `git libra doctor`: why a file is or is not catalogued, and whether everything is in place.

use std::path::PathBuf;

use serde::Serialize;

use crate::base::RepoPath;
use crate::catalog::CATALOG_FILE;
use crate::cli::ExitStatus;
use crate::cli::arguments::TextOrJson;
use crate::cli::context;
use crate::cli::context::Context;
use crate::cli::context::TreeSource;
use crate::cli::context::Workspace;
use crate::cli::error::CommandError;
use crate::cli::printer::Printer;
use crate::index;
use crate::repo::FileKind;
use crate::source;
use crate::source::TextFormat;
use crate::source::classify;
use crate::source::classify::Cause;
use crate::source::classify::FileClass;

/// Say why files are or are not catalogued
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// Files to explain; without any, the repository as a whole
    paths: Vec<PathBuf>,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

/// What is said of one file.
#[derive(Serialize)]
struct Verdict<'a> {
    path: &'a RepoPath,
    catalogued: bool,
    language: Option<&'static str>,
    /// Definitions known of it.
    definitions: usize,
    /// Why it is left out, in a few words.
    reason: Option<&'static str>,
    /// What decided, in a word.
    cause: &'static str,
    /// What decided, exactly.
    explanation: String,
    /// What can be done about it.
    advice: Option<&'static str>,
    /// What is known of text in no programming language.
    text: Option<OtherText>,
}

/// A text in no programming language: a document, configuration, a style sheet.
#[derive(Serialize)]
struct OtherText {
    /// Its first heading, or the comment that it opens with.
    title: Option<String>,
    lines: u32,
    /// o200k tokens, at most.
    tokens: u32,
    /// Lines at which a heading or a section begins.
    headings: Vec<u32>,
    /// First and last lines of the pieces that it is shown in.
    windows: Vec<[u32; 2]>,
}

impl OtherText {
    fn of(path: &RepoPath, bytes: &[u8]) -> Option<Self> {
        let facts = source::text_facts(TextFormat::of_path(path), bytes).ok()?;
        let windows = source::text_windows(&facts);
        Some(Self {
            lines: facts.line_count,
            tokens: windows.iter().map(|window| window.tokens).sum(),
            windows: windows.iter().map(|window| [window.lines.start(), window.lines.end()]).collect(),
            title: facts.title,
            headings: facts.headings,
        })
    }

    fn line(&self) -> String {
        let title = self.title.as_deref().and_then(|title| title.lines().next()).map(|title| format!(", \"{title}\""));
        let Self { lines, tokens, headings, windows, .. } = self;
        let (headings, windows) = (headings.len(), windows.len());
        format!(
            "text{}: {lines} lines, {tokens} tokens, {headings} headings, {windows} windows",
            title.unwrap_or_default()
        )
    }
}

/// Explains files, or the repository.
pub(crate) fn run(args: &DoctorArgs, context: &Context, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let workspace = context.open(&TreeSource::WorkTree, printer)?;
    if args.paths.is_empty() {
        return overview(&workspace, args.format, printer);
    }
    let mut paths = Vec::new();
    for typed in &args.paths {
        paths.push(context.repo_path(&workspace.repository, typed)?);
    }
    let verdicts = paths.iter().map(|path| verdict(&workspace, path)).collect::<Result<Vec<_>, _>>()?;
    match args.format {
        TextOrJson::Json => {
            let answer = serde_json::json!({ "schema": "libra.doctor/1", "files": verdicts });
            printer.line(&serde_json::to_string(&answer)?)?;
        }
        TextOrJson::Text => {
            for verdict in &verdicts {
                printer.line(&line(verdict))?;
                if let Some(advice) = verdict.advice {
                    printer.line(&format!("  to change this: {advice}"))?;
                }
                if let Some(text) = &verdict.text {
                    printer.line(&format!("  {}", text.line()))?;
                }
            }
        }
    }
    Ok(ExitStatus::Success)
}

fn line(verdict: &Verdict<'_>) -> String {
    let Verdict { path, explanation, definitions, .. } = verdict;
    match (verdict.reason, verdict.language) {
        (None, Some(language)) => format!("{path}: catalogued as {language}, {definitions} definitions: {explanation}"),
        (reason, _) => format!("{path}: not catalogued: {}: {explanation}", reason.unwrap_or_default()),
    }
}

fn verdict<'a>(workspace: &Workspace, path: &'a RepoPath) -> Result<Verdict<'a>, CommandError> {
    let Some(file) = workspace.project.files.get(path) else {
        let what = if path.file_name() == CATALOG_FILE { "a catalog" } else { "ignored or unknown to git" };
        return Err(CommandError::new(format!("`{path}` is no source file: it is {what}")));
    };
    let (language, reason) = match &file.class {
        FileClass::Source(language) => (Some(*language), None),
        FileClass::Skipped { language, reason } => (*language, Some(*reason)),
    };
    let cause = cause(workspace, path, reason)?;
    let (explanation, advice) = explained(&cause);
    let bytes =
        matches!(cause, Cause::UnknownName | Cause::UnknownContent).then(|| workspace.tree.read(path).ok()).flatten();
    Ok(Verdict {
        path,
        catalogued: reason.is_none(),
        language: language.map(source::Language::name),
        definitions: file.facts.as_ref().map_or(0, |facts| facts.symbols.len()),
        reason: reason.map(classify::SkipReason::as_str),
        cause: cause.kind(),
        explanation,
        advice,
        text: bytes.and_then(|bytes| OtherText::of(path, &bytes)),
    })
}

/// What decided: the path, and where that leaves the file in, what is in it. `known` is what the index found.
fn cause(workspace: &Workspace, path: &RepoPath, known: Option<classify::SkipReason>) -> Result<Cause, CommandError> {
    let Some(entry) = workspace.tree.entry(path).filter(|entry| entry.kind == FileKind::File) else {
        return Ok(Cause::NotAFile);
    };
    let rules = context::rules(&workspace.config)?;
    let bytes = || workspace.tree.read(path).ok();
    let (class, cause) = classify::explain_path(&rules, path, entry.generated, entry.vendored, bytes);
    let FileClass::Source(language) = class else { return Ok(cause) };
    let Ok(bytes) = workspace.tree.read(path) else { return Ok(Cause::NotAFile) };
    let (size, limit) = (bytes.len() as u64, rules.max_file_bytes());
    if size > limit {
        return Ok(Cause::Size { bytes: size, limit });
    }
    // What the index gave up on would keep us waiting, too.
    let gave_up = known == Some(classify::SkipReason::TooComplex);
    Ok(source::explain_content(language, &bytes, &|| !gave_up).unwrap_or(cause))
}

/// The cause as a sentence, and what can be done about it.
fn explained(cause: &Cause) -> (String, Option<&'static str>) {
    let include = Some("list the path in `include` of `libra.toml`");
    match cause {
        Cause::Nothing => ("nothing rules it out".to_owned(), None),
        Cause::UnknownName => ("no known language has files with such a name".to_owned(), None),
        Cause::UnknownContent => {
            ("its name tells no language, and no first line names a program of one".to_owned(), None)
        }
        Cause::FirstLine(line) => (format!("its first line is `{line}`"), None),
        Cause::Excluded(pattern) => {
            (format!("`exclude` in `libra.toml` has the pattern `{pattern}`"), Some("narrow or remove the pattern"))
        }
        Cause::Included(pattern) => (format!("`include` in `libra.toml` has the pattern `{pattern}`"), None),
        Cause::Attribute { name, set: true } => (
            format!("`.gitattributes` sets `{name}` for it"),
            Some("unset the attribute with a `-` before its name, or list the path in `include` of `libra.toml`"),
        ),
        Cause::Attribute { name, set: false } => (format!("`.gitattributes` unsets `{name}` for it"), None),
        Cause::Folder(folder) => (format!("its folder `{folder}` is one of these by convention"), include),
        Cause::FileName(name) => (format!("the name `{name}` is one of these by convention"), include),
        Cause::NotAFile => ("it is not a regular file, or cannot be read".to_owned(), None),
        Cause::Size { bytes, limit } => {
            (format!("it has {bytes} bytes, and the limit is {limit}"), Some("raise `max-file-bytes` in `libra.toml`"))
        }
        Cause::Binary { offset } => (format!("byte {offset} is none that text has"), None),
        Cause::Encoding { looks_like, offset } => (
            format!("it looks like {looks_like}; byte {offset} is the first that is not UTF-8"),
            Some("save the file as UTF-8"),
        ),
        Cause::LineEnds => {
            ("its lines end with a carriage return alone".to_owned(), Some("save the file with line feeds"))
        }
        Cause::LongLines { average, longest, limit } => (
            format!("a line has {average} bytes on average, the longest {longest}; people write fewer than {limit}"),
            None,
        ),
        Cause::Marker { line, text } => (
            format!("line {line} says that a program wrote it: `{text}`"),
            Some("remove the line if people keep the file"),
        ),
        Cause::TooMuchWork => ("the parser gave up; the text hardly reads as this language".to_owned(), None),
        Cause::NoCode => ("it has no line of code".to_owned(), None),
    }
}

fn overview(workspace: &Workspace, format: TextOrJson, printer: &mut Printer) -> Result<ExitStatus, CommandError> {
    let project = &workspace.project;
    let catalogued = project.files.values().filter(|file| matches!(file.class, FileClass::Source(_))).count();
    let skipped = index::skipped(project);
    let (cache, hooks) = (workspace.repository.common_dir().join("libra"), workspace.repository.hooks_dir());
    if format == TextOrJson::Json {
        let skipped: serde_json::Map<String, serde_json::Value> =
            skipped.iter().map(|(reason, count)| (reason.as_str().to_owned(), (*count).into())).collect();
        let answer = serde_json::json!({
            "schema": "libra.doctor-overview/1",
            "files": project.files.len(),
            "catalogued": catalogued,
            "skipped": skipped,
            "modules": project.modules.len(),
            "catalogs": project.catalogs.len(),
            "cache": cache.to_string_lossy(),
            "hooks": hooks.to_string_lossy(),
            "shallow": workspace.repository.is_shallow(),
        });
        printer.line(&serde_json::to_string(&answer)?)?;
        return Ok(ExitStatus::Success);
    }
    printer.line(&format!("files: {}, of which {catalogued} are catalogued", project.files.len()))?;
    for (reason, count) in &skipped {
        printer.line(&format!("  left out: {count} ({})", reason.as_str()))?;
    }
    printer.line(&format!("modules: {}, catalogs: {}", project.modules.len(), project.catalogs.len()))?;
    printer.line(&format!("cache: {}", cache.display()))?;
    printer.line(&format!("hooks: {}", hooks.display()))?;
    if workspace.repository.is_shallow() {
        printer.line("history: shallow, so what catalogs were last healed against may be unknown")?;
    }
    Ok(ExitStatus::Success)
}
