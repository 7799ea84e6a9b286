//! Wire formats, one file each.

mod openai;

pub use openai::OpenAi;
