//! Where the content of a file can be had again when what a cache says of it turns out to be damaged.

use std::fmt;
use std::sync::Arc;

use crate::base::BlobId;
use crate::repo::Repository;

type Look = dyn Fn(BlobId) -> Option<Arc<[u8]>> + Send + Sync;

/// The object database, or nothing; cheap to clone.
#[derive(Clone, Default)]
pub(in crate::index) struct Objects(Option<Arc<Look>>);

impl Objects {
    /// The objects of a repository.
    pub(in crate::index) fn of(repository: &Repository) -> Self {
        let repository = repository.clone();
        Self::by(move |id| repository.blob(id).ok().flatten())
    }

    /// What `look` finds.
    pub(in crate::index) fn by(look: impl Fn(BlobId) -> Option<Arc<[u8]>> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(look)))
    }

    /// The bytes of a blob, if they are to be had.
    pub(in crate::index) fn blob(&self, id: BlobId) -> Option<Arc<[u8]>> {
        self.0.as_ref().and_then(|look| look(id))
    }
}

impl fmt::Debug for Objects {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Objects" } else { "no objects" })
    }
}
