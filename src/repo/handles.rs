//! One open repository, lent to many threads.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Hands out gix repositories. Each has its own caches of deltas and objects, so one that is given back is used again.
#[derive(Clone)]
pub(super) struct Handles {
    shared: Arc<Shared>,
}

struct Shared {
    repository: gix::ThreadSafeRepository,
    idle: Mutex<Vec<gix::Repository>>,
}

/// Bytes of decoded objects that each handle keeps. History walks look at the same trees again and again.
const OBJECT_CACHE: usize = 16 << 20;

impl Handles {
    pub(super) fn new(mut repository: gix::Repository) -> Self {
        repository.object_cache_size_if_unset(OBJECT_CACHE);
        Self {
            shared: Arc::new(Shared { repository: repository.clone().into_sync(), idle: Mutex::new(vec![repository]) }),
        }
    }

    /// Lends a repository to `work` for as long as that runs.
    pub(super) fn with<T>(&self, work: impl FnOnce(&gix::Repository) -> T) -> T {
        let idle = || self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let repository = taken.unwrap_or_else(|| {
            let mut repository = self.shared.repository.to_thread_local();
            repository.object_cache_size_if_unset(OBJECT_CACHE);
            repository
        });
        let result = work(&repository);
        idle().push(repository);
        result
    }
}
