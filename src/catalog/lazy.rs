//! Parts of a project that are worked out when somebody first looks at them.
//!
//! A command that checks three catalogs should not pay for the symbols of a thousand files, so a project holds its facts
//! and its documents like this.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::LazyLock;

use crate::source::FileFacts;

/// The facts of one file.
pub type Facts = Lazy<FileFacts>;

type Work<T> = Box<dyn FnOnce() -> T + Send>;

/// A value that is worked out at the first look; cheap to clone, and all clones share one value.
pub struct Lazy<T>(Arc<LazyLock<T, Work<T>>>);

impl<T> Lazy<T> {
    /// What `work` will give.
    pub fn new(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(work))))
    }

    /// Whether two are one and the same value, without looking at it.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Send + 'static> From<T> for Lazy<T> {
    fn from(value: T) -> Self {
        Self::new(move || value)
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: PartialEq> PartialEq for Lazy<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;

    use super::Lazy;

    #[test]
    fn is_worked_out_once_and_only_when_looked_at() {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&looks);
        let lazy = Lazy::new(move || counted.fetch_add(1, Ordering::Relaxed) + 5);
        let same = lazy.clone();
        assert!(lazy.is_same(&same) && looks.load(Ordering::Relaxed) == 0);
        assert_eq!((*lazy, *same), (5, 5));
        assert_eq!(looks.load(Ordering::Relaxed), 1);
    }
}
