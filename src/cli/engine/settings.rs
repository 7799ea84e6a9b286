//! Settings of models: flags before `LIBRA_*` before git's configuration, the role's own before those of all roles.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::cli::Environment;
use crate::cli::engine::ModelArgs;
use crate::cli::engine::dollars;
use crate::cli::engine::duration;
use crate::cli::engine::some_time;
use crate::cli::error::CommandError;
use crate::config;
use crate::llm::Limits;
use crate::llm::Price;
use crate::repo::Repository;

/// Who plays a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Engine {
    /// Nobody but this program; nothing is sent anywhere
    Embedded,
    /// A server that speaks Chat Completions
    #[value(name = "openai")]
    OpenAi,
    /// A server that speaks the Messages format
    Anthropic,
    /// A program that takes a prompt and prints an answer
    Command,
}

impl Engine {
    /// The name that is typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Command => "command",
        }
    }

    fn of(name: &str) -> Result<Self, CommandError> {
        let all = [Self::Embedded, Self::OpenAi, Self::Anthropic, Self::Command];
        all.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
            let error = CommandError::new(format!("there is no engine `{name}`"));
            match config::nearest(name, all.map(Self::name)) {
                Some(nearest) => error.hint(format!("did you mean `{nearest}`?")),
                None => error.hint("choose embedded, openai, anthropic or command"),
            }
        })
    }
}

/// The roles that a model may play.
const ROLES: [&str; 4] = ["prompter", "solver", "healer", "controller"];
/// Settings of all roles, or of one where it stands before the key.
const ROLE_KEYS: [&str; 8] = ["engine", "model", "endpoint", "keyEnv", "command", "caFile", "price", "timeout"];
/// Settings of the vectors, which are no chat model's: nothing that is set for all roles holds for them.
const VECTOR_KEYS: [&str; 5] = ["folder", "endpoint", "model", "keyEnv", "caFile"];
/// What their keys begin with.
const VECTORS: &str = "embeddings";
/// Settings of a run.
const RUN_KEYS: [&str; 6] = ["concurrency", "maxCost", "maxCalls", "maxTokens", "maxTime", OWN_PROMPTS];
/// The setting that is honoured in git's configuration only.
const OWN_PROMPTS: &str = "ownPrompts";
/// Requests under way at once where nothing else is said.
const CONCURRENCY: usize = 8;

/// How one role's model is reached.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Role {
    pub(crate) engine: Engine,
    pub(crate) model: Option<String>,
    pub(crate) endpoint: Option<String>,
    pub(crate) key_env: Option<String>,
    pub(crate) command: Option<String>,
    pub(crate) certificates: Option<PathBuf>,
    pub(crate) price: Option<Price>,
    /// How long one answer may take; the client's own limit where nothing is said.
    pub(crate) timeout: Option<Duration>,
}

/// Who turns texts into vectors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Vectors {
    /// A model whose files stand in a folder.
    Folder(PathBuf),
    /// A server.
    Server(Role),
}

/// Git's configuration: a key's value, if it is set.
type Lookup<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// Looks settings up.
pub(crate) struct Settings<'a> {
    args: &'a ModelArgs,
    variables: BTreeMap<String, String>,
    configured: Lookup<'a>,
}

impl<'a> Settings<'a> {
    /// The settings of a run in a repository.
    pub(crate) fn new(args: &'a ModelArgs, environment: &Environment, repository: &'a Repository) -> Self {
        let ours = environment.variables.iter().filter_map(|(name, value)| {
            let (name, value) = (name.to_str()?, value.to_str()?);
            (name.starts_with("LIBRA_") && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
        });
        Self { args, variables: ours.collect(), configured: Box::new(|key| repository.config_string(key)) }
    }

    /// A role's settings.
    pub(crate) fn role(&self, role: &str) -> Result<Role, CommandError> {
        let args = self.args;
        let engine = match args.engine {
            Some(engine) => engine,
            None => match self.value(role, "engine") {
                Some(name) => Engine::of(&name)?,
                None => Engine::Embedded,
            },
        };
        let or = |flag: &Option<String>, key: &str| flag.clone().or_else(|| self.value(role, key));
        let price = match self.value(role, "price") {
            Some(text) => Some(Price::parse(&text).ok_or_else(|| {
                CommandError::new(format!("`libra.price` is `{text}`"))
                    .hint("give dollars for a million tokens: `INPUT OUTPUT` or `INPUT CACHED OUTPUT`")
            })?),
            None => None,
        };
        let timeout = match self.value(role, "timeout") {
            Some(text) => {
                Some(some_time(&text).map_err(|why| CommandError::new(format!("`libra.timeout` is `{text}`: {why}")))?)
            }
            None => None,
        };
        Ok(Role {
            engine,
            model: or(&args.model, "model"),
            endpoint: or(&args.endpoint, "endpoint"),
            key_env: or(&args.key_env, "keyEnv"),
            command: or(&args.command, "command"),
            certificates: self.value(role, "caFile").map(PathBuf::from),
            price,
            timeout: args.timeout.or(timeout),
        })
    }

    /// Who turns texts into vectors; `None` where nothing is set.
    pub(crate) fn vectors(&self) -> Result<Option<Vectors>, CommandError> {
        let set = |key: &str| self.own_value(VECTORS, key);
        match (set("folder"), set("endpoint")) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => {
                Err(CommandError::new("both `libra.embeddings.folder` and `libra.embeddings.endpoint` are set")
                    .hint("unset one of them: vectors come from one model"))
            }
            (Some(folder), None) => Ok(Some(Vectors::Folder(folder.into()))),
            (None, Some(endpoint)) => Ok(Some(Vectors::Server(Role {
                engine: Engine::OpenAi,
                model: Some(set("model").ok_or_else(|| {
                    CommandError::new("no model is named for the embeddings").hint("set `libra.embeddings.model`")
                })?),
                endpoint: Some(endpoint),
                key_env: set("keyEnv"),
                command: None,
                certificates: set("caFile").map(PathBuf::from),
                price: None,
                timeout: None,
            }))),
        }
    }

    /// What a run may spend: what was typed, and where nothing was, what is set.
    pub(crate) fn limits(&self, typed: Limits) -> Result<Limits, CommandError> {
        Ok(Limits {
            calls: typed.calls.or(self.number("maxCalls")?),
            tokens: typed.tokens.or(self.number("maxTokens")?),
            cost: typed.cost.or(self.parsed("maxCost", dollars)?),
            time: typed.time.or(self.parsed("maxTime", duration)?),
        })
    }

    /// How many requests may be under way at once.
    pub(crate) fn concurrency(&self) -> Result<usize, CommandError> {
        Ok(self.args.concurrency.or(self.number("concurrency")?).unwrap_or(CONCURRENCY).clamp(1, 256))
    }

    /// Whether the user's own prompts are read from `.libra/prompts`.
    pub(crate) fn own_prompts(&self) -> bool {
        matches!((self.configured)(&format!("libra.{OWN_PROMPTS}")).as_deref(), Some("true" | "yes" | "on" | "1"))
    }

    /// Every setting that has a value, as it is typed in git's configuration, and where the value comes from.
    pub(crate) fn all(&self) -> Vec<(String, String, String)> {
        let roles = ROLES.iter().flat_map(|role| ROLE_KEYS.iter().map(move |key| format!("{role}.{key}")));
        let vectors = VECTOR_KEYS.iter().map(|key| format!("{VECTORS}.{key}"));
        let keys = ROLE_KEYS.iter().map(|key| (*key).to_owned()).chain(RUN_KEYS.iter().map(|key| (*key).to_owned()));
        let values = keys.chain(roles).chain(vectors).filter_map(|key| {
            let variable = format!("LIBRA_{}", key.split('.').map(variable).collect::<Vec<_>>().join("_"));
            let name = format!("libra.{key}");
            let from_variable = self.variables.get(&variable).filter(|_| key != OWN_PROMPTS);
            let (value, origin) = match (from_variable, (self.configured)(&name)) {
                (Some(value), _) => (value.clone(), format!("the variable {variable}")),
                (None, Some(value)) => (value, "git's configuration".to_owned()),
                (None, None) => (default_of(&key)?.to_owned(), "default".to_owned()),
            };
            let value = if key.ends_with("endpoint") { without_password(&value) } else { value };
            Some((name, value, origin))
        });
        values.collect()
    }

    fn number<T: std::str::FromStr>(&self, key: &str) -> Result<Option<T>, CommandError> {
        match self.value_for_all(key) {
            None => Ok(None),
            Some(text) => match text.trim().parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(CommandError::new(format!("`libra.{key}` is `{text}`, which is no number"))),
            },
        }
    }

    fn parsed<T>(&self, key: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, CommandError> {
        let Some(text) = self.value_for_all(key) else { return Ok(None) };
        let error = |why: String| CommandError::new(format!("`libra.{key}` is `{text}`: {why}"));
        parse(text.trim()).map(Some).map_err(error)
    }

    /// A setting that holds for one role alone.
    fn own_value(&self, role: &str, key: &str) -> Option<String> {
        let own = self.variables.get(&format!("LIBRA_{}_{}", role.to_uppercase(), variable(key))).cloned();
        own.or_else(|| (self.configured)(&format!("libra.{role}.{key}")))
    }

    fn value(&self, role: &str, key: &str) -> Option<String> {
        let own = self.variables.get(&format!("LIBRA_{}_{}", role.to_uppercase(), variable(key))).cloned();
        own.or_else(|| self.variables.get(&format!("LIBRA_{}", variable(key))).cloned())
            .or_else(|| (self.configured)(&format!("libra.{role}.{key}")))
            .or_else(|| (self.configured)(&format!("libra.{key}")))
    }

    fn value_for_all(&self, key: &str) -> Option<String> {
        self.variables
            .get(&format!("LIBRA_{}", variable(key)))
            .cloned()
            .or_else(|| (self.configured)(&format!("libra.{key}")))
    }
}

/// What holds where nothing is set.
fn default_of(key: &str) -> Option<&'static str> {
    match key {
        "engine" => Some("embedded"),
        "concurrency" => Some("8"),
        "timeout" => Some("240s"),
        OWN_PROMPTS => Some("false"),
        _ => None,
    }
}

/// A URL without the user and the password that may stand in it.
fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(scheme, rest)| (scheme, rest));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        Some(at) => format!("{scheme}{}***{}", if scheme.is_empty() { "" } else { "://" }, &rest[at..]),
        None => url.to_owned(),
    }
}

/// `keyEnv` as variables are written: `KEY_ENV`.
fn variable(key: &str) -> String {
    let spread = key.chars().flat_map(|letter| {
        let gap = letter.is_uppercase().then_some('_');
        gap.into_iter().chain(letter.to_uppercase())
    });
    spread.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings<'a>(args: &'a ModelArgs, variables: &[(&str, &str)], configured: &'a [(&str, &str)]) -> Settings<'a> {
        let find = |key: &str| configured.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned());
        Settings {
            args,
            variables: variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            configured: Box::new(find),
        }
    }

    #[test]
    fn the_nearest_setting_wins() {
        let none = ModelArgs::default();
        let configured = [("libra.engine", "openai"), ("libra.model", "large"), ("libra.solver.model", "small")];
        let all = settings(&none, &[], &configured);
        assert_eq!(all.role("solver").expect("set").model.as_deref(), Some("small"));
        assert_eq!(all.role("healer").expect("set").model.as_deref(), Some("large"));
        let variables = [("LIBRA_MODEL", "from-env"), ("LIBRA_HEALER_KEY_ENV", "MY_KEY")];
        let all = settings(&none, &variables, &configured);
        assert_eq!(all.role("solver").expect("set").model.as_deref(), Some("from-env"));
        assert_eq!(all.role("healer").expect("set").key_env.as_deref(), Some("MY_KEY"));
        let typed = ModelArgs { engine: Some(Engine::Embedded), ..ModelArgs::default() };
        assert_eq!(settings(&typed, &[], &configured).role("solver").expect("set").engine, Engine::Embedded);
    }

    #[test]
    fn vectors_come_from_what_is_set_for_them_alone() {
        let none = ModelArgs::default();
        let chat = [("libra.engine", "openai"), ("libra.endpoint", "http://chat:1/v1"), ("libra.model", "large")];
        assert_eq!(settings(&none, &[], &chat).vectors().expect("nothing"), None);
        let folder = settings(&none, &[("LIBRA_EMBEDDINGS_FOLDER", "small")], &chat).vectors().expect("a folder");
        assert_eq!(folder, Some(Vectors::Folder("small".into())));
        let endpoint = ("libra.embeddings.endpoint", "http://there:1/v1");
        let error = settings(&none, &[], &[endpoint]).vectors().expect_err("which model?");
        assert_eq!(error.hints(), ["set `libra.embeddings.model`"]);
        assert!(settings(&none, &[("LIBRA_EMBEDDINGS_FOLDER", "small")], &[endpoint]).vectors().is_err());
        let named = [endpoint, ("libra.embeddings.model", "e"), ("libra.embeddings.keyEnv", "MY_KEY")];
        let Some(Vectors::Server(role)) = settings(&none, &[], &named).vectors().expect("a server") else {
            panic!("a server is set");
        };
        assert_eq!((role.model.as_deref(), role.key_env.as_deref()), (Some("e"), Some("MY_KEY")));
    }

    #[test]
    fn every_setting_is_shown_with_where_it_comes_from() {
        let none = ModelArgs::default();
        let configured = [
            ("libra.engine", "openai"),
            ("libra.endpoint", "http://me:pass@there:1/v1?a@b"),
            ("libra.solver.keyEnv", "MY_KEY"),
        ];
        let variables = [("LIBRA_SOLVER_MODEL", "small"), ("LIBRA_MAX_COST", "1"), ("LIBRA_OWN_PROMPTS", "true")];
        let all = settings(&none, &variables, &configured).all();
        let shown: Vec<String> = all.iter().map(|(key, value, origin)| format!("{key} = {value} ({origin})")).collect();
        assert_eq!(
            shown,
            [
                "libra.engine = openai (git's configuration)",
                "libra.endpoint = http://***@there:1/v1?a@b (git's configuration)",
                "libra.timeout = 240s (default)",
                "libra.concurrency = 8 (default)",
                "libra.maxCost = 1 (the variable LIBRA_MAX_COST)",
                "libra.ownPrompts = false (default)",
                "libra.solver.model = small (the variable LIBRA_SOLVER_MODEL)",
                "libra.solver.keyEnv = MY_KEY (git's configuration)",
            ]
        );
        assert_eq!(CONCURRENCY.to_string(), default_of("concurrency").expect("there is one"));
        assert_eq!(without_password("there:1/a@b"), "there:1/a@b");
    }

    #[test]
    fn nothing_set_is_no_model_and_nonsense_is_an_error() {
        let none = ModelArgs::default();
        let variables = [("OPENAI_API_KEY", "k"), ("LIBRA_MAX_COST", "much")];
        let all = settings(&none, &variables, &[]);
        assert_eq!(all.role("solver").expect("nothing").engine, Engine::Embedded);
        assert!(all.limits(Limits::default()).is_err());
        let error = settings(&none, &[("LIBRA_ENGINE", "opnai")], &[]).role("solver").expect_err("unknown");
        assert_eq!(error.hints(), ["did you mean `openai`?"]);
        assert!(settings(&none, &[("LIBRA_PRICE", "cheap")], &[]).role("solver").is_err());
        for wrong in ["soon", "0"] {
            assert!(settings(&none, &[("LIBRA_TIMEOUT", wrong)], &[]).role("solver").is_err(), "{wrong}");
        }
    }
}
