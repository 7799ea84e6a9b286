//! The models of a run, each behind the cassette, the meter and the answers of earlier runs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::agents::Tally;
use crate::agents::prompts;
use crate::agents::prompts::Prompts;
#[cfg(feature = "models")]
use crate::base::Embedder;
use crate::base::RepoPath;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::engine::Asked;
use crate::cli::engine::settings::Engine;
use crate::cli::engine::settings::Role;
use crate::cli::engine::settings::Settings;
use crate::cli::error::CommandError;
use crate::cli::interrupts::Interrupts;
use crate::index::Answers;
use crate::llm;
use crate::llm::Account;
use crate::llm::Cassette;
use crate::llm::ChatModel;
use crate::llm::Kept;
#[cfg(feature = "models")]
use crate::llm::KeptVectors;
use crate::llm::Meter;
use crate::llm::Metered;
use crate::llm::Prices;
use crate::llm::Recorded;
use crate::llm::Shelf;
use crate::repo;
use crate::repo::Tree;

/// The role of the server that turns texts into vectors, in reports.
pub(super) const EMBEDDINGS: &str = "embeddings";

/// The models of a run; a role without one is played by this program itself.
pub(crate) struct Models {
    roles: BTreeMap<&'static str, Arc<dyn ChatModel>>,
    names: BTreeMap<&'static str, String>,
    /// What was spent.
    pub(crate) meter: Arc<Meter>,
    /// What came of it.
    pub(crate) tally: Tally,
    /// What models are told.
    pub(crate) prompts: Prompts,
    /// Requests that may be under way at once.
    concurrency: usize,
    recorded: Option<(PathBuf, Arc<Cassette>)>,
}

/// The index's answers as the models' shelf.
struct OnDisk(Answers);

impl Shelf for OnDisk {
    fn get(&self, key: &str) -> Option<String> {
        self.0.get(key)
    }

    fn put(&self, key: &str, text: &str) {
        self.0.put(key, text);
    }
}

impl Models {
    /// The models of some roles. Nothing is asked yet, and without a setting that wants one there is none.
    #[expect(clippy::disallowed_methods, reason = "the time that a run may take is the process's to measure")]
    pub(crate) fn new(
        roles: &[&'static str],
        asked: Asked<'_>,
        context: &Context,
        workspace: &Workspace,
        interrupts: &Interrupts,
    ) -> Result<Self, CommandError> {
        let tape = asked.tape;
        let settings = Settings::new(asked.models, context.environment(), &workspace.repository);
        let mut chosen: BTreeMap<&'static str, (Role, String)> = BTreeMap::new();
        let mut prices = Prices::default();
        for name in roles {
            let role = settings.role(name)?;
            if role.engine == Engine::Embedded {
                continue;
            }
            let model = model_name(name, &role)?;
            if let Some(price) = role.price {
                prices = prices.with(model.clone(), price);
            }
            chosen.insert(name, (role, model));
        }
        let limits = settings.limits(asked.limits)?;
        if limits.cost.is_some()
            && let Some((_, model)) = chosen.values().find(|(_, model)| prices.of(model).is_none())
        {
            return Err(CommandError::new(format!(
                "the price of `{model}` is not known, so its cost cannot be limited"
            ))
            .hint("set `libra.price` to dollars for a million tokens: `INPUT OUTPUT`"));
        }
        let started = Instant::now();
        let interrupts = interrupts.clone();
        let meter = Meter::new(limits, prices, move || started.elapsed()).until(move || interrupts.came());
        let meter = Arc::new(meter);
        let cassette = match &tape.replay {
            Some(file) => {
                let cassette = Cassette::parse(&context.read_input(file)?);
                let cassette = cassette.map_err(|error| CommandError::from(error).at(&file.display().to_string()))?;
                Some(Arc::new(cassette))
            }
            None => tape.record.as_ref().map(|_| Arc::default()),
        };
        if let Some(file) = &tape.record {
            // What cannot be written is found out before anything is paid for; what stands there stays until then.
            repo::append_named(&context.named(file), b"")?;
        }
        let shelf: Arc<dyn Shelf> = Arc::new(OnDisk(workspace.index.answers()));
        let concurrency = settings.concurrency()?;
        let prompts = if settings.own_prompts() && !chosen.is_empty() {
            own_prompts(workspace.tree.as_ref())?
        } else {
            Prompts::default()
        };
        let mut clients: Vec<(Role, Arc<dyn ChatModel>)> = Vec::new();
        let mut models = BTreeMap::new();
        let mut names = BTreeMap::new();
        for (name, (role, model)) in chosen {
            let account = Account { role: name, model: model.clone() };
            names.insert(name, format!("{}:{model}", role.engine.name()));
            let recorded: Arc<dyn ChatModel> = match (&cassette, &tape.replay) {
                (Some(cassette), Some(_)) => {
                    Arc::new(Recorded::<Arc<dyn ChatModel>>::replaying(model, Arc::clone(cassette)))
                }
                (cassette, _) => {
                    // Roles that share a server share what was found out about it.
                    let known = clients.iter().find(|(known, _)| *known == role).map(|(_, client)| Arc::clone(client));
                    let client = match known {
                        Some(client) => client,
                        None => client(&role, &model, concurrency, context)?,
                    };
                    clients.push((role, Arc::clone(&client)));
                    match cassette {
                        Some(cassette) => Arc::new(Recorded::recording(client, model, Arc::clone(cassette))),
                        None => client,
                    }
                }
            };
            let metered = Metered::new(recorded, Arc::clone(&meter), account.clone());
            let model: Arc<dyn ChatModel> = match &tape.replay {
                Some(_) => Arc::new(metered),
                None => Arc::new(Kept::new(metered, Arc::clone(&shelf), Arc::clone(&meter), account, tape.resume)),
            };
            models.insert(name, model);
        }
        let recorded = tape.record.clone().zip(cassette);
        Ok(Self { roles: models, names, meter, tally: Tally::default(), prompts, concurrency, recorded })
    }

    /// The model of a role.
    pub(crate) fn role(&self, role: &str) -> Option<&dyn ChatModel> {
        self.roles.get(role).map(|model| &**model)
    }

    /// Whether any role is played by a model.
    pub(crate) fn any(&self) -> bool {
        !self.roles.is_empty()
    }

    /// The engine and model of a role, such as `openai:gpt-5-mini`.
    pub(crate) fn name(&self, role: &str) -> &str {
        self.names.get(role).map_or("embedded", String::as_str)
    }

    /// The model of a role; empty where none plays it.
    pub(crate) fn model(&self, role: &str) -> &str {
        self.names.get(role).and_then(|name| name.split_once(':')).map_or("", |(_, model)| model)
    }

    /// Whether models were asked and nothing came of it: no success, whatever else was done.
    pub(crate) fn all_failed(&self) -> bool {
        let spent = self.meter.total();
        (spent.calls > 0 && spent.failed == spent.calls && spent.kept == 0) || self.tally.all_failed()
    }

    /// Does something where as many questions wait at once as may be under way: who waits for a server needs no core.
    pub(crate) fn wait_together<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, CommandError> {
        if !self.any() {
            return Ok(work());
        }
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.concurrency).build()?.install(work))
    }

    /// A server that turns texts into vectors, within this run's limits; vectors of earlier runs are not asked for again.
    #[cfg(feature = "models")]
    pub(super) fn embedding_server(
        &self,
        role: &Role,
        concurrency: usize,
        context: &Context,
        workspace: &Workspace,
    ) -> Result<Box<dyn Embedder>, CommandError> {
        let model = role.model.clone().unwrap_or_default();
        let name = format!("{} {model}", role.endpoint.as_deref().unwrap_or_default());
        let account = Account { role: EMBEDDINGS, model };
        let server = llm::EmbeddingServer::new(endpoint(role, concurrency, context)?, Arc::clone(&self.meter), account);
        Ok(Box::new(KeptVectors::new(server, Arc::new(OnDisk(workspace.index.answers())), name)))
    }

    /// Writes what was recorded.
    pub(crate) fn finish(&self, context: &Context) -> Result<(), CommandError> {
        match &self.recorded {
            Some((file, cassette)) => context.write_output(file, cassette.render().as_bytes()),
            None => Ok(()),
        }
    }
}

fn model_name(name: &str, role: &Role) -> Result<String, CommandError> {
    match (&role.model, role.engine, &role.command) {
        (Some(model), ..) => Ok(model.clone()),
        (None, Engine::Command, Some(command)) => {
            let words = command_line(command)?;
            Ok(words.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default())
        }
        (None, Engine::Command, None) => Err(CommandError::new(format!("no program is named for the {name}"))
            .hint("give `--command`, or set `libra.command`")),
        (None, engine, _) => Err(CommandError::new(format!("no model is named for the {name}"))
            .hint(format!("give `--model`, or set `libra.model` for the engine `{}`", engine.name()))),
    }
}

/// A list of arguments: a JSON list, or words between blanks. No shell reads it.
fn command_line(command: &str) -> Result<Vec<OsString>, CommandError> {
    let words: Vec<String> = if command.trim_start().starts_with('[') {
        serde_json::from_str(command)
            .map_err(|error| CommandError::new(format!("`libra.command` is no JSON list of texts: {error}")))?
    } else {
        command.split_whitespace().map(str::to_owned).collect()
    };
    if words.is_empty() {
        return Err(CommandError::new("`libra.command` is empty"));
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

fn client(role: &Role, model: &str, concurrency: usize, context: &Context) -> Result<Arc<dyn ChatModel>, CommandError> {
    if role.engine == Engine::Command {
        let line = command_line(role.command.as_deref().unwrap_or_default())?;
        let client = llm::Command::new(&line, &context.directory(), &context.environment().variables)
            .ok_or_else(|| CommandError::new("`libra.command` is empty"))?;
        return Ok(Arc::new(match role.timeout {
            Some(timeout) => client.with_timeout(timeout),
            None => client,
        }));
    }
    network_client(role, model, concurrency, context)
}

#[cfg(feature = "models")]
fn network_client(
    role: &Role,
    model: &str,
    concurrency: usize,
    context: &Context,
) -> Result<Arc<dyn ChatModel>, CommandError> {
    let endpoint = endpoint(role, concurrency, context)?;
    Ok(match role.engine {
        Engine::Anthropic => Arc::new(llm::Anthropic::new(endpoint, model)),
        _ => Arc::new(llm::OpenAi::new(endpoint, model)),
    })
}

/// The server of a role, with the key that its variable holds.
#[cfg(feature = "models")]
fn endpoint(role: &Role, concurrency: usize, context: &Context) -> Result<llm::Endpoint, CommandError> {
    let key = match &role.key_env {
        None => None,
        Some(name) => Some(context.environment().text(name).map(str::to_owned).ok_or_else(|| {
            CommandError::new(format!("the environment variable `{name}`, which is to hold the key, is not set"))
                .hint("set it, or name another one with `libra.keyEnv`")
        })?),
    };
    let certificates = match &role.certificates {
        Some(file) => Some(context.read_input(file)?.into_bytes()),
        None => None,
    };
    let (base, auth) = match role.engine {
        Engine::Anthropic => ("https://api.anthropic.com/v1", llm::Anthropic::auth(key)),
        _ => ("https://api.openai.com/v1", key.map_or(llm::Auth::None, llm::Auth::Bearer)),
    };
    let base = role.endpoint.as_deref().unwrap_or(base);
    let endpoint = llm::Endpoint::new(base, auth, certificates.as_deref(), concurrency).map_err(|error| {
        let is_address = matches!(error, llm::ModelError::NoUrl);
        let error = CommandError::from(error);
        if is_address { error.hint("give one such as `http://127.0.0.1:8080/v1`") } else { error }
    })?;
    Ok(match role.timeout {
        Some(timeout) => endpoint.with_timeout(timeout),
        None => endpoint,
    })
}

#[cfg(not(feature = "models"))]
fn network_client(role: &Role, _: &str, _: usize, _: &Context) -> Result<Arc<dyn ChatModel>, CommandError> {
    Err(not_in_this_build(role))
}

#[cfg(not(feature = "models"))]
pub(super) fn not_in_this_build(role: &Role) -> CommandError {
    CommandError::new(format!("the engine `{}` is not part of this build", role.engine.name()))
        .hint("build it with the feature `models`, or use the engine `command`")
}

/// The user's own prompts, in `.libra/prompts/` of the work tree.
fn own_prompts(tree: &dyn Tree) -> Result<Prompts, CommandError> {
    let mut own = Prompts::default();
    for prompt in prompts::ALL {
        let path = RepoPath::new(format!(".libra/prompts/{}.md", prompt.name))?;
        if tree.entry(&path).is_some() {
            let text = String::from_utf8(tree.read(&path)?.to_vec())
                .map_err(|_| CommandError::new(format!("{path} is not UTF-8")))?;
            own.replace(*prompt, text)?;
        }
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::command_line;

    #[test]
    fn a_command_is_a_list_and_no_shell_reads_it() {
        let words = |text: &str| command_line(text).map(|words| words.len()).ok();
        assert_eq!(words("agent -p --model small"), Some(4));
        assert_eq!(words("[\"a program\", \"an argument; rm\"]"), Some(2));
        assert_eq!(words("[1]"), None);
        assert_eq!(words("  "), None);
    }
}
