//! Which calls tell people something: errors and logs.

use crate::source::Language;
use crate::source::NoteKind;

/// Names that log, whatever they are called on.
const LOG_NAMES: &[&str] = &[
    "echo",
    "eprint",
    "eprintln",
    "error_log",
    "fprintf",
    "log",
    "perror",
    "print",
    "printf",
    "println",
    "puts",
    "serverLog",
    "trigger_error",
    "warn",
    "warning",
    "writeError",
];
/// Names that log when something that sounds like a log is asked.
const LOG_LEVELS: &[&str] = &[
    "critical",
    "debug",
    "error",
    "exception",
    "fatal",
    "info",
    "information",
    "notice",
    "trace",
    "verbose",
    "warn",
    "warning",
];
/// Names that make or raise an error.
const ERROR_NAMES: &[&str] = &[
    "Err",
    "Errorf",
    "Fatal",
    "Fatalf",
    "abort",
    "anyhow",
    "bail",
    "context",
    "die",
    "ensure",
    "err",
    "expect",
    "fail",
    "fatal",
    "format_err",
    "panic",
    "raise",
    "todo",
    "unimplemented",
    "unreachable",
    "with_context",
];

/// Names that make or raise an error in one language and mean something else in others.
fn error_names(language: Language) -> &'static [&'static str] {
    match language {
        Language::Kotlin => &["check", "checkNotNull", "error", "require", "requireNotNull"],
        Language::Scala => &["assert", "assume", "error", "require"],
        Language::Swift => &["assert", "assertionFailure", "fatalError", "precondition", "preconditionFailure"],
        _ => &[],
    }
}

/// What the strings of a call are, by the name that is called, such as `self.log.info`.
pub(crate) fn kind_of_call(language: Language, callee: &str) -> Option<NoteKind> {
    let (receiver, name) = callee.rsplit_once(['.', ':', '>']).unwrap_or(("", callee));
    // `OrderError.missing("…")` makes a case of an error.
    if language == Language::Swift && receiver.ends_with("Error") {
        return Some(NoteKind::ErrorMessage);
    }
    let is_bare = receiver.is_empty() || (language == Language::Scala && receiver == "sys");
    if is_bare && error_names(language).contains(&name) {
        return Some(NoteKind::ErrorMessage);
    }
    let receiver = receiver.to_ascii_lowercase();
    let listens = ["log", "console", "tracing"].iter().any(|word| receiver.contains(word));
    // `LogWarning` of .NET is `warning`.
    let plain = name.strip_prefix("Log").filter(|rest| !rest.is_empty()).unwrap_or(name);
    let level = LOG_LEVELS.iter().any(|level| plain.eq_ignore_ascii_case(level));
    let is_error = |suffix: &str| name.len() > suffix.len() && name.ends_with(suffix);
    let asks = name.starts_with("get");
    if (listens && !asks && (level || name.len() < 12)) || LOG_NAMES.contains(&name) || name.ends_with("Log") {
        Some(NoteKind::LogMessage)
    } else if ERROR_NAMES.contains(&name)
        || name == "Error"
        || is_error("Error")
        || is_error("Exception")
        || name.starts_with("addReplyError")
        || (name == "New" && receiver.ends_with("errors"))
    {
        Some(NoteKind::ErrorMessage)
    } else if receiver.is_empty() && matches!(name, "debug" | "info" | "trace" | "error") {
        // Macros of logging crates and helpers of shell-like programs.
        Some(NoteKind::LogMessage)
    } else {
        None
    }
}

/// The words of a string literal: its prefix and quotes removed, white space folded; `None` if no word is in it.
pub(crate) fn words_of(literal: &str) -> Option<String> {
    // Here-documents have a word where others have quotes.
    if let Some(document) = literal.strip_prefix("<<<") {
        let inner = document.split_once('\n').and_then(|(_, rest)| rest.rsplit_once('\n'));
        return inner.and_then(|(text, _)| sentence(text));
    }
    let quote_at = literal.find(['"', '\'', '`'])?;
    let body = &literal[quote_at..];
    let quote = body.chars().next()?;
    let opening = body.len() - body.trim_start_matches(quote).len();
    // An empty literal is all quotes.
    if opening == body.len() {
        return None;
    }
    let width = if opening >= 3 { 3 } else { 1 };
    let closed = body.trim_end_matches(['#']).trim_end_matches(quote);
    let text = closed.get(width..).unwrap_or_default();
    sentence(text)
}

fn sentence(text: &str) -> Option<String> {
    let folded = fold(text);
    let letters = folded.split(|c: char| !c.is_alphabetic()).map(str::len).max().unwrap_or(0);
    (letters >= 3).then_some(folded)
}

/// White space runs become one space, also where the source writes it as an escape at the end of a line.
fn fold(text: &str) -> String {
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ").replace("\\n", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_errors_from_logs() {
        let kind_of_call = |callee| kind_of_call(Language::Python, callee);
        assert_eq!(super::kind_of_call(Language::Kotlin, "require"), Some(NoteKind::ErrorMessage));
        assert_eq!(kind_of_call("ValueError"), Some(NoteKind::ErrorMessage));
        assert_eq!(kind_of_call("errors.New"), Some(NoteKind::ErrorMessage));
        assert_eq!(kind_of_call("fmt.Errorf"), Some(NoteKind::ErrorMessage));
        assert_eq!(kind_of_call("self.logger.error"), Some(NoteKind::LogMessage));
        assert_eq!(kind_of_call("console.log"), Some(NoteKind::LogMessage));
        assert_eq!(kind_of_call("_logger.LogInformation"), Some(NoteKind::LogMessage));
        assert_eq!(kind_of_call("results.append"), None);
        assert_eq!(kind_of_call("list.New"), None);
    }

    #[test]
    fn reads_literals() {
        assert_eq!(words_of("f'no {x!r} here'").as_deref(), Some("no {x!r} here"));
        assert_eq!(words_of("r#\"a \"quoted\" name\"#").as_deref(), Some("a \"quoted\" name"));
        assert_eq!(words_of("\"\"\"two\n   lines\"\"\"").as_deref(), Some("two lines"));
        assert_eq!(words_of("<<<TEXT\n  two\n  lines\n  TEXT").as_deref(), Some("two lines"));
        assert_eq!(words_of("'%d'"), None);
        assert_eq!(words_of("''"), None);
    }
}
