//! Which words people wrote, so that they stay (design §4.4): asked of git's history and of what this clone remembers to
//! have written itself. Where neither knows, the words count as a person's.

mod drawn;
mod origin;
mod protected;
#[cfg(test)]
mod tests;
mod words;

pub use origin::Ancestor;
pub use origin::Past;
pub use origin::TRAILER;
pub use origin::find;
pub use protected::Hands;
pub use protected::Origin;
pub use words::Unit;
pub use words::Words;
pub(crate) use words::of_bullet;
pub use words::words;
