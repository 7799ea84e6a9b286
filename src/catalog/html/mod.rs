//! A static site of the catalogs (`git libra browse`): pages as values, links between them, no script, no network.

mod page;
mod site;

pub use site::Page;
pub use site::SiteOptions;
pub use site::pages;
