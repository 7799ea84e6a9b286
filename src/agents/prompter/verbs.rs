//! The verbs that programmers' sentences begin with, and their forms. It knows spelling, not meaning.

/// The forms of a verb that questions need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `parse`.
    Base,
    /// `parses`.
    Third,
    /// `parsing`.
    Gerund,
    /// `parsed`.
    Participle,
}

/// Whether a lower-case word is the base form of a known verb.
pub(super) fn is_base(word: &str) -> bool {
    VERBS.binary_search(&word).is_ok()
}

/// Whether doing it is something that a system can be taught to do in one more way.
pub(super) fn is_extensible(base: &str) -> bool {
    #[rustfmt::skip]
    const EXTENSIBLE: &[&str] = &[
        "accept", "add", "apply", "attach", "cache", "cast", "collect", "combine", "compare", "compile", "compress",
        "configure", "connect", "convert", "copy", "create", "customize", "decode", "define", "display", "download",
        "draw", "dump", "encode", "evaluate", "execute", "expand", "export", "extract", "fetch", "filter", "find",
        "format", "generate", "group", "handle", "highlight", "import", "index", "install", "integrate", "join", "list",
        "load", "log", "map", "match", "merge", "move", "open", "override", "parse", "plot", "print", "query",
        "read", "register", "rename", "render", "replace", "rewrite", "run", "save", "search", "select", "send",
        "serialize", "show", "simplify", "solve", "sort", "split", "store", "stream", "substitute", "transform",
        "translate", "update", "upload", "validate", "wrap", "write",
    ];
    EXTENSIBLE.binary_search(&base).is_ok()
}

/// The base form of a known verb's base or third-person form, and which of the two it is.
pub(super) fn base_of(word: &str) -> Option<(&'static str, Form)> {
    let known = |base: &str| VERBS.binary_search(&base).ok().map(|at| VERBS[at]);
    if let Some(base) = known(word) {
        return Some((base, Form::Base));
    }
    let as_third = |base: &'static str| (base, Form::Third);
    match word {
        "has" => return known("have").map(as_third),
        "does" => return known("do").map(as_third),
        _ => {}
    }
    let shorter = [
        word.strip_suffix('s').map(str::to_owned),
        word.strip_suffix("es").map(str::to_owned),
        word.strip_suffix("ies").map(|stem| format!("{stem}y")),
    ];
    shorter
        .into_iter()
        .flatten()
        .filter_map(|base| known(&base))
        .find(|base| inflect(base, Form::Third) == word)
        .map(as_third)
}

/// A verb, with or without a particle (`work out`), in another form: its first word changes.
pub(super) fn inflect(verb: &str, form: Form) -> String {
    let (head, particle) = verb.split_once(' ').map_or((verb, ""), |(head, tail)| (head, tail));
    let head = match form {
        Form::Base => head.to_owned(),
        Form::Third => third(head),
        Form::Gerund => gerund(head),
        Form::Participle => participle(head),
    };
    if particle.is_empty() { head } else { format!("{head} {particle}") }
}

fn third(base: &str) -> String {
    match base {
        "have" => return "has".to_owned(),
        "be" => return "is".to_owned(),
        _ => {}
    }
    if let Some(stem) = consonant_y(base) {
        format!("{stem}ies")
    } else if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end)) {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

fn gerund(base: &str) -> String {
    if let Some(stem) = base.strip_suffix("ie") {
        format!("{stem}ying")
    } else if base.ends_with("ee") || base.ends_with("ye") || base == "be" {
        format!("{base}ing")
    } else if let Some(stem) = base.strip_suffix('e') {
        format!("{stem}ing")
    } else {
        format!("{}ing", doubled(base))
    }
}

fn participle(base: &str) -> String {
    if let Ok(at) = IRREGULAR.binary_search_by_key(&base, |(base, _)| base) {
        return IRREGULAR[at].1.to_owned();
    }
    if let Some(stem) = consonant_y(base) {
        format!("{stem}ied")
    } else if base.ends_with('e') {
        format!("{base}d")
    } else {
        format!("{}ed", doubled(base))
    }
}

/// The stem before a final `y` that follows a consonant.
fn consonant_y(base: &str) -> Option<&str> {
    base.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
}

/// The base with its last letter doubled where spelling asks for it.
fn doubled(base: &str) -> String {
    match base.chars().last() {
        Some(last) if DOUBLING.binary_search(&base).is_ok() => format!("{base}{last}"),
        _ => base.to_owned(),
    }
}

/// Sorted. Verbs whose last letter doubles before `-ing` and `-ed`.
#[rustfmt::skip]
const DOUBLING: &[&str] = &[
    "admit", "begin", "clip", "commit", "control", "cut", "debug", "defer", "drop", "embed", "emit", "fit", "flip",
    "forget", "format", "get", "infer", "let", "log", "map", "omit", "output", "permit", "pin", "plan", "plot", "plug",
    "prefer", "put", "quit", "refer", "rerun", "reset", "run", "scan", "set", "skip", "split", "step", "stop", "strip",
    "submit", "swap", "tag", "transfer", "trim", "unset", "unwrap", "wrap", "zip",
];

/// Sorted by base. Participles that do not end in `-ed`.
const IRREGULAR: &[(&str, &str)] = &[
    ("be", "been"),
    ("begin", "begun"),
    ("bind", "bound"),
    ("break", "broken"),
    ("bring", "brought"),
    ("build", "built"),
    ("catch", "caught"),
    ("choose", "chosen"),
    ("come", "come"),
    ("cut", "cut"),
    ("deal", "dealt"),
    ("do", "done"),
    ("draw", "drawn"),
    ("find", "found"),
    ("forget", "forgotten"),
    ("freeze", "frozen"),
    ("get", "got"),
    ("give", "given"),
    ("go", "gone"),
    ("have", "had"),
    ("hide", "hidden"),
    ("hold", "held"),
    ("keep", "kept"),
    ("know", "known"),
    ("lay", "laid"),
    ("leave", "left"),
    ("let", "let"),
    ("make", "made"),
    ("mean", "meant"),
    ("override", "overridden"),
    ("overwrite", "overwritten"),
    ("put", "put"),
    ("read", "read"),
    ("rebuild", "rebuilt"),
    ("reset", "reset"),
    ("rewrite", "rewritten"),
    ("run", "run"),
    ("say", "said"),
    ("see", "seen"),
    ("send", "sent"),
    ("set", "set"),
    ("show", "shown"),
    ("shut", "shut"),
    ("spend", "spent"),
    ("split", "split"),
    ("spread", "spread"),
    ("stand", "stood"),
    ("take", "taken"),
    ("tear", "torn"),
    ("tell", "told"),
    ("throw", "thrown"),
    ("undo", "undone"),
    ("unset", "unset"),
    ("wind", "wound"),
    ("write", "written"),
];

/// Sorted. Base forms.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "abort", "accept", "access", "accumulate", "acquire", "act", "activate", "adapt", "add", "adjust", "advance",
    "affect", "aggregate", "align", "allocate", "allow", "alter", "analyze", "annotate", "announce", "answer", "append",
    "apply", "approximate", "archive", "arrange", "ask", "assemble", "assert", "assign", "associate", "assume",
    "attach", "attempt", "authenticate", "avoid", "await", "backfill", "balance", "begin", "bind", "block", "bootstrap",
    "break", "bring", "broadcast", "buffer", "build", "bump", "bypass", "cache", "calculate", "call", "cancel",
    "canonicalize", "capture", "carry", "cast", "catch", "change", "check", "choose", "clamp", "classify", "clean",
    "clear", "clone", "close", "coerce", "collapse", "collect", "combine", "commit", "compact", "compare", "compile",
    "complete", "compose", "compress", "compute", "concatenate", "configure", "confirm", "connect", "consider",
    "construct", "consume", "contain", "continue", "control", "convert", "copy", "correct", "count", "create", "cut",
    "deactivate", "deal", "deallocate", "debug", "decide", "declare", "decode", "decompose", "decompress", "decorate",
    "decrease", "decrement", "decrypt", "dedent", "deduce", "deduplicate", "default", "defer", "define", "delay",
    "delegate", "delete", "deliver", "denote", "deny", "deregister", "derive", "describe", "deserialize", "destroy",
    "detach", "detect", "determine", "disable", "discard", "disconnect", "discover", "dispatch", "display",
    "distribute", "divide", "do", "download", "drain", "draw", "drop", "dump", "duplicate", "embed", "emit", "emulate",
    "enable", "enclose", "encode", "encrypt", "end", "enforce", "enlarge", "enqueue", "ensure", "enter", "enumerate",
    "erase", "escape", "establish", "estimate", "evaluate", "evict", "examine", "exclude", "execute", "exit", "expand",
    "expect", "expire", "explain", "export", "expose", "express", "extend", "extract", "factor", "fail", "fall", "feed",
    "fetch", "fill", "filter", "finalize", "find", "finish", "fire", "fit", "fix", "flag", "flatten", "flip", "flush",
    "fold", "follow", "force", "forget", "format", "forward", "free", "freeze", "gather", "generate", "get", "give",
    "go", "grab", "group", "grow", "guarantee", "guard", "guess", "halt", "handle", "hash", "have", "hide", "hold",
    "identify", "ignore", "implement", "import", "include", "increase", "increment", "indent", "index", "indicate",
    "infer", "inform", "inherit", "initialize", "inject", "inline", "insert", "inspect", "install", "instantiate",
    "integrate", "interact", "interpolate", "interpret", "intersect", "invalidate", "invert", "invoke", "isolate",
    "issue", "iterate", "join", "keep", "know", "launch", "leave", "let", "lex", "limit", "link", "list", "listen",
    "load", "localize", "locate", "lock", "log", "look", "loop", "lower", "maintain", "make", "manage", "manipulate",
    "map", "mark", "match", "maximize", "mean", "measure", "memoize", "merge", "migrate", "minimize", "mirror",
    "modify", "monitor", "mount", "move", "multiply", "mutate", "name", "negate", "negotiate", "normalize", "notify",
    "obtain", "offer", "omit", "open", "optimize", "order", "override", "overwrite", "pack", "pad", "parse",
    "partition", "pass", "patch", "pause", "peek", "perform", "permit", "persist", "pick", "pin", "plan", "plot",
    "poll", "pop", "populate", "postpone", "predict", "prefer", "prepare", "prepend", "preserve", "prevent", "print",
    "probe", "process", "produce", "prohibit", "project", "promote", "prompt", "propagate", "protect", "provide",
    "prune", "publish", "pull", "purge", "push", "put", "query", "queue", "quit", "quote", "raise", "randomize", "rank",
    "reach", "read", "rebase", "rebuild", "recalculate", "receive", "recognize", "recompute", "reconcile", "reconnect",
    "reconstruct", "record", "recover", "redirect", "redraw", "reduce", "refer", "refine", "refresh", "refuse",
    "register", "reject", "release", "reload", "relocate", "remap", "remember", "remove", "rename", "render", "reorder",
    "repair", "repeat", "replace", "replay", "replicate", "report", "represent", "request", "require", "rerun",
    "reserve", "reset", "resize", "resolve", "respect", "respond", "restart", "restore", "restrict", "resume", "retain",
    "retrieve", "retry", "return", "reuse", "reverse", "revert", "rewrite", "roll", "rotate", "round", "route", "run",
    "sample", "sanitize", "save", "scale", "scan", "schedule", "search", "seek", "select", "send", "separate",
    "serialize", "serve", "set", "shift", "shorten", "show", "shrink", "shuffle", "shut", "sign", "signal", "simplify",
    "simulate", "skip", "slice", "snapshot", "solve", "sort", "spawn", "specify", "split", "spread", "squash", "stage",
    "start", "step", "stop", "store", "stream", "strip", "submit", "subscribe", "substitute", "subtract", "summarize",
    "supersede", "supply", "support", "suppress", "surround", "suspend", "swallow", "swap", "switch", "synchronize",
    "synthesize", "tag", "take", "tell", "terminate", "throw", "toggle", "tokenize", "touch", "trace", "track",
    "transfer", "transform", "translate", "transmit", "transpose", "traverse", "treat", "trigger", "trim", "truncate",
    "try", "tune", "turn", "unblock", "undo", "unescape", "unify", "uninstall", "unlink", "unload", "unlock", "unmount",
    "unpack", "unregister", "unset", "unsubscribe", "unwrap", "update", "upgrade", "upload", "use", "validate",
    "verify", "visit", "wait", "wake", "walk", "want", "warn", "watch", "wrap", "write", "yield", "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(is_extensible("parse") && !is_extensible("ensure"));
        assert!(VERBS.is_sorted() && DOUBLING.is_sorted() && IRREGULAR.is_sorted());
    }

    #[test]
    fn knows_the_base_of_what_it_inflects() {
        for verb in VERBS {
            let third = inflect(verb, Form::Third);
            assert_eq!(base_of(&third), Some((*verb, Form::Third)), "{third}");
        }
        assert_eq!(base_of("classes"), None);
    }

    #[test]
    fn spells() {
        let forms = |verb| [Form::Third, Form::Gerund, Form::Participle].map(|form| inflect(verb, form));
        assert_eq!(forms("parse"), ["parses", "parsing", "parsed"]);
        assert_eq!(forms("copy"), ["copies", "copying", "copied"]);
        assert_eq!(forms("skip"), ["skips", "skipping", "skipped"]);
        assert_eq!(forms("work out"), ["works out", "working out", "worked out"]);
        assert_eq!(forms("write"), ["writes", "writing", "written"]);
        assert_eq!(forms("delay"), ["delays", "delaying", "delayed"]);
    }
}
