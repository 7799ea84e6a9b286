//! Reads the text of `libra.toml`.

use crate::config::Config;

/// Why the text of a configuration file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct ConfigError {
    /// The file's name as the caller gave it.
    pub file: String,
    /// The 1-based line.
    pub line: u32,
    /// The 1-based column, in characters.
    pub column: u32,
    /// What is wrong, one sentence without a period.
    pub message: String,
    /// The key that was probably meant, for a key that is not known.
    pub suggestion: Option<String>,
}

/// Reads a configuration; `file` is the name that errors give.
pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let lines = crate::base::LineIndex::new(text);
        let message = error.message().lines().next().unwrap_or("it is not valid TOML").to_owned();
        let suggestion = suggestion(&message);
        let message = match (&suggestion, unknown_key(&message)) {
            (Some(suggestion), Some(key)) => format!("unknown key `{key}`, did you mean `{suggestion}`?"),
            (None, Some(key)) => format!("unknown key `{key}`"),
            _ => message,
        };
        ConfigError {
            file: file.to_owned(),
            line: lines.line_of(offset.min(text.len())),
            column: lines.column_of(text, offset),
            message,
            suggestion,
        }
    })
}

/// The key that serde did not know.
fn unknown_key(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.split('`').next()
}

/// The known key nearest to an unknown one, if one is near enough to be a slip.
fn suggestion(message: &str) -> Option<String> {
    let key = unknown_key(message)?;
    let (_, expected) = message.split_once("expected")?;
    let known = expected.split('`').skip(1).step_by(2);
    nearest(key, known).map(str::to_owned)
}

/// The candidate that reads most like `word`, if one is near enough to be a slip of the fingers.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates.into_iter().map(|candidate| (strsim::jaro_winkler(word, candidate), candidate));
    scored.filter(|(score, _)| *score >= 0.8).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn an_empty_file_is_the_default() {
        assert_eq!(parse("libra.toml", "").ok(), Some(crate::config::Config::default()));
    }

    #[test]
    fn an_unknown_key_has_a_place_and_a_suggestion() {
        let error = parse("libra.toml", "[catalog]\nexlude = [\"docs/**\"]\n").expect_err("unknown");
        insta::assert_snapshot!(error, @"libra.toml:2:1: unknown key `exlude`, did you mean `exclude`?");
    }

    #[test]
    fn a_wrong_type_has_a_place() {
        let error = parse("libra.toml", "[heal]\nprobes = \"many\"\n").expect_err("wrong type");
        assert_eq!((error.line, error.column), (2, 10));
        let error = parse("libra.toml", "[heal\n").expect_err("no TOML");
        assert_eq!(error.line, 1);
    }
}
