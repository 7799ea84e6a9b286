//! Who turns texts into vectors for the dense view of evidence: nobody but this program, unless the user's own
//! configuration (`libra.embeddings.*`) or environment (`LIBRA_EMBEDDINGS_*`) names a model's folder or a server.

use std::path::Path;
use std::sync::OnceLock;

use crate::base::EmbedError;
use crate::base::Embedder;
use crate::cli::context::Context;
use crate::cli::context::Workspace;
use crate::cli::engine::Asked;
use crate::cli::engine::Models;
use crate::cli::engine::Settings;
#[cfg(not(feature = "models"))]
use crate::cli::engine::models::not_in_this_build;
use crate::cli::engine::settings::Role;
use crate::cli::engine::settings::Vectors;
use crate::cli::error::CommandError;

/// The embedder that was set, with what went wrong when it was asked.
pub(crate) struct Embeddings {
    embedder: Box<dyn Embedder>,
    failure: OnceLock<String>,
}

impl Embeddings {
    /// What is set, or `None`. A server is asked within the limits of the run's models, and not at all where answers are
    /// replayed.
    pub(crate) fn new(
        asked: Asked<'_>,
        models: &Models,
        context: &Context,
        workspace: &Workspace,
    ) -> Result<Option<Self>, CommandError> {
        let settings = Settings::new(asked.models, context.environment(), &workspace.repository);
        let embedder = match settings.vectors()? {
            None => return Ok(None),
            Some(Vectors::Folder(folder)) => folder_model(&context.named(&folder))?,
            Some(Vectors::Server(_)) if asked.tape.replay.is_some() => return Ok(None),
            Some(Vectors::Server(role)) => server(&role, models, settings.concurrency()?, context, workspace)?,
        };
        Ok(Some(Self { embedder, failure: OnceLock::new() }))
    }

    /// Why there were no vectors when they were wanted.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }
}

impl Embedder for Embeddings {
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.embedder.embed(texts).inspect_err(|error| {
            let causes = std::iter::successors(Some(&**error as &dyn std::error::Error), |error| error.source());
            let _ = self.failure.set(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "));
        })
    }
}

#[cfg(feature = "models")]
fn server(
    role: &Role,
    models: &Models,
    concurrency: usize,
    context: &Context,
    workspace: &Workspace,
) -> Result<Box<dyn Embedder>, CommandError> {
    models.embedding_server(role, concurrency, context, workspace)
}

#[cfg(not(feature = "models"))]
fn server(role: &Role, _: &Models, _: usize, _: &Context, _: &Workspace) -> Result<Box<dyn Embedder>, CommandError> {
    Err(not_in_this_build(role))
}

#[cfg(feature = "embeddings")]
fn folder_model(folder: &Path) -> Result<Box<dyn Embedder>, CommandError> {
    use crate::llm::StaticEmbedder;
    use crate::repo;

    let [tokenizer, table, config] = StaticEmbedder::FILES.map(|name| repo::read_named_bytes(&folder.join(name)));
    let model = StaticEmbedder::new(&tokenizer?, &table?, &config?).map_err(|error| {
        CommandError::new(format!("{}: no static embedding model: {error}", folder.display()))
            .hint(format!("the folder must hold {} of a Model2Vec model", StaticEmbedder::FILES.join(", ")))
    })?;
    Ok(Box::new(model))
}

#[cfg(not(feature = "embeddings"))]
fn folder_model(_: &Path) -> Result<Box<dyn Embedder>, CommandError> {
    Err(CommandError::new("models in folders are not part of this build")
        .hint("build it with the feature `embeddings`"))
}
