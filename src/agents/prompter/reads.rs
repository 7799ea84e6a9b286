//! Whether words that were taken from a comment and changed still read as a colleague would say them. What does not is
//! given up: there are more comments than questions are needed.

use crate::agents::prompter::grammar;
use crate::agents::prompter::verbs;
use crate::agents::prompter::verbs::Form;
use crate::base::words;

/// Words in a phrase at most; a longer one tires its reader.
pub(super) const MAX_WORDS: usize = 16;

/// Whether a phrase can be said as it is: each word is a word, none points at something that was not said, and nothing
/// breaks off.
pub(super) fn well(phrase: &str) -> bool {
    let words: Vec<&str> = phrase.split(' ').collect();
    words.len() <= MAX_WORDS
        && (0..words.len()).all(|at| is_said(words[at]) && follows(&words, at))
        && words.last().is_some_and(|last| may_end(last))
}

/// What an action acts on, up to a second verb that `and`, `or` or `then` joins to the first: one thing is asked at a
/// time.
pub(super) fn first_deed(rest: &str) -> &str {
    let words: Vec<&str> = rest.split(' ').collect();
    let mut end = 0;
    for at in 0..words.len() {
        let joint = matches!(words[at], "and" | "or" | "then" | "but");
        let next = words.get(at + 1).copied().unwrap_or_default();
        let after = words.get(at + 2).copied().unwrap_or_default();
        let opens = grammar::is_determiner(after) || grammar::is_preposition(after) || is_pointer(after);
        let verbal = match verbs::base_of(next) {
            Some((base, Form::Third)) => !grammar::is_ambiguous(base) || opens,
            Some(_) => opens || after.is_empty(),
            None => matches!(next, "then" | "not" | "if") || next.ends_with("ly") || next.ends_with("ing") && opens,
        };
        if joint && at > 0 && verbal {
            return rest[..end].trim_end_matches([' ', ',']);
        }
        end += words[at].len() + 1;
    }
    rest
}

/// How many words of a phrase tell it from others; `of` and `error` do not.
pub(super) fn telling_words(phrase: &str) -> usize {
    #[rustfmt::skip]
    const VAGUE: &[&str] = &[
        "actual", "additional", "argument", "base", "basic", "certain", "class", "code", "create", "current", "data",
        "default", "different", "error", "example", "existing", "file", "function", "general", "get", "given", "handle",
        "helper", "input", "instance", "item", "kind", "list", "make", "message", "method", "module", "name", "new",
        "number", "object", "option", "output", "parameter", "particular", "return", "set", "simple", "single", "some",
        "special", "specific", "specified", "string", "temporary", "thing", "type", "use", "user", "utility", "valid",
        "value", "various", "work",
    ];
    let vague = |word: &str| {
        let singular = word.strip_suffix('s').unwrap_or(word);
        VAGUE.binary_search(&word).is_ok() || VAGUE.binary_search(&singular).is_ok()
    };
    words::identifiers(phrase)
        .map(str::to_lowercase)
        .filter(|word| !words::is_stop_word(word) && !grammar::is_preposition(word) && !vague(word))
        .count()
}

/// Whether a word stands for something that another sentence named.
fn is_pointer(word: &str) -> bool {
    matches!(
        word,
        "it" | "its"
            | "it's"
            | "itself"
            | "they"
            | "them"
            | "their"
            | "we"
            | "us"
            | "our"
            | "he"
            | "she"
            | "one"
            | "ones"
            | "this"
            | "these"
            | "those"
            | "there"
            | "there's"
            | "that's"
            | "such"
            | "same"
            | "so"
            | "else"
    )
}

/// Whether a word is one that is spoken.
fn is_said(word: &str) -> bool {
    #[rustfmt::skip]
    const ABBREVIATIONS: &[&str] = &[
        "ast", "ci", "cpu", "db", "dns", "fd", "gc", "id", "io", "ip", "js", "os", "pr", "tz", "ui", "url", "vm",
    ];
    #[rustfmt::skip]
    const SHORTHAND: &[&str] = &[
        "args", "attr", "attrs", "bool", "cls", "ctx", "def", "dict", "etc", "expr", "foo", "func", "idx", "init", "int",
        "kwargs", "lhs", "num", "obj", "objs", "param", "repr", "rhs", "str", "tmp", "val", "vals", "var", "vars", "whence",
    ];
    let core = word.trim_end_matches(',').to_lowercase();
    let letters = core.chars().count();
    let short = letters > 2
        || letters == 2
            && (words::is_stop_word(&core) || grammar::is_preposition(&core) || ABBREVIATIONS.contains(&core.as_str()))
        || matches!(core.as_str(), "a" | "no" | "up" | "go");
    let spelled = core.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '\''));
    let whole = !core.starts_with(['-', '\'']) && !core.ends_with(['-', '\'']);
    !(core.is_empty() || word.contains(char::is_uppercase) && word.contains(char::is_lowercase) && word.contains('-'))
        && (short || core.chars().all(|c| c.is_ascii_digit()))
        && spelled
        && whole
        && !is_pointer(&core)
        && !SHORTHAND.contains(&core.as_str())
}

/// Whether a word may stand after the one before it.
fn follows(words: &[&str], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| words[at]) else { return true };
    let word = words[at].trim_end_matches(',');
    let two_articles = grammar::is_determiner(before)
        && (grammar::is_determiner(word) && !matches!(before, "all" | "both") || grammar::is_preposition(word));
    let of_many = matches!(before, "a" | "an" | "each" | "every" | "another") && is_plural_phrase(&words[at..]);
    let vowel = word.starts_with(['a', 'e', 'i', 'o']) && !word.starts_with("one") || word.starts_with("un");
    let article = match before {
        "a" => !vowel || word.starts_with("uni"),
        "an" => vowel || word.starts_with(['u', 'h']) || word.chars().skip(1).any(char::is_uppercase),
        _ => true,
    };
    let same = before == word;
    let loose_verb = matches!(word, "returns" | "yields" | "raises" | "throws" | "gives")
        && !matches!(before, "that" | "which" | "the");
    let hanging = grammar::is_preposition(before) && matches!(word, "and" | "or" | "is" | "are" | "that")
        || matches!(before, "using" | "via" | "with" | "for" | "of" | "by" | "without" | "given")
            && grammar::is_preposition(word);
    let begins = !matches!(word, "the" | "a" | "an") || may_precede_article(before);
    begins && article && !two_articles && !of_many && !same && !loose_verb && !hanging
}

/// Whether the noun that a phrase begins with is plural, so far as one can see where it ends.
fn is_plural_phrase(words: &[&str]) -> bool {
    let ends = |word: &str| {
        grammar::is_preposition(word)
            || matches!(word, "and" | "or" | "that" | "which")
            || word.ends_with("ing")
            || word.ends_with("ed")
    };
    let end = words.iter().position(|word| ends(word)).unwrap_or(words.len());
    end.checked_sub(1).is_some_and(|at| grammar::is_plural(words[at]))
}

/// Whether a noun phrase may begin after a word: nothing else lets two nouns stand side by side.
fn may_precede_article(before: &str) -> bool {
    grammar::is_preposition(before)
        || grammar::is_finite_verb(before)
        || verbs::base_of(before).is_some()
        || before.ends_with("ing")
        || before.ends_with("ed")
        || before.ends_with(',')
        || matches!(
            before,
            "all"
                | "both"
                | "and"
                | "or"
                | "than"
                | "that"
                | "which"
                | "whether"
                | "not"
                | "only"
                | "be"
                | "but"
                | "how"
                | "where"
                | "what"
                | "whose"
                | "just"
                | "also"
                | "up"
                | "out"
                | "off"
                | "down"
                | "back"
                | "even"
                | "read"
                | "set"
                | "built"
                | "sure"
                | "then"
                | "across"
                | "around"
                | "since"
                | "once"
                | "upon"
                | "above"
                | "below"
                | "along"
                | "except"
                | "towards"
                | "toward"
                | "behind"
                | "beyond"
                | "near"
                | "plus"
        )
}

/// Whether a phrase may end with a word.
fn may_end(word: &str) -> bool {
    #[rustfmt::skip]
    const OPEN: &[&str] = &[
        "adding", "based", "being", "calling", "causing", "checking", "containing", "doing", "entire", "existing", "false",
        "following", "getting", "giving", "having", "including", "instead", "keeping", "making", "more", "needed", "other",
        "own", "passing", "possible", "putting", "representing", "returned", "setting", "taking", "too", "true", "trying",
        "using", "via", "wanted", "yet",
    ];
    let last = word.trim_end_matches(',');
    last == word
        && OPEN.binary_search(&last).is_err()
        && !grammar::is_preposition(last)
        && !grammar::is_determiner(last)
        && !words::is_stop_word(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_whole() {
        for phrase in ["the length of the longest line", "a new formatting context", "an hour", "dates with a zone"] {
            assert!(well(phrase), "{phrase}");
        }
        for phrase in [
            "the length of",
            "a different static methods",
            "the o to a string",
            "files by setting",
            "what it does",
            "all markers of the node returns pairs",
            "an list",
            "the the list",
        ] {
            assert!(!well(phrase), "{phrase}");
        }
    }

    #[test]
    fn some_words_tell_nothing() {
        assert_eq!(telling_words("create the error message"), 0);
        assert_eq!(telling_words("format the error part of a traceback"), 3);
    }

    #[test]
    fn asks_for_one_thing_at_a_time() {
        assert_eq!(first_deed("the url and return the value of the view"), "the url");
        assert_eq!(first_deed("a list of names and types"), "a list of names and types");
        assert_eq!(first_deed("the value, then closes the file"), "the value");
    }
}
