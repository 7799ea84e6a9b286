//! The order of entries in a section.

use crate::catalog::Target;

/// Files that speak for their directory come first, everything else by path.
pub(crate) fn key(target: &Target) -> (bool, &Target) {
    let front = match target {
        Target::File(path) => is_front(path.file_name()),
        Target::Module(_) | Target::Other => false,
    };
    (!front, target)
}

/// Whether a file is the door of its directory by its language's convention.
pub(crate) fn is_front(file_name: &str) -> bool {
    matches!(
        file_name,
        "__init__.py"
            | "mod.rs"
            | "lib.rs"
            | "index.js"
            | "index.jsx"
            | "index.mjs"
            | "index.ts"
            | "index.tsx"
            | "package-info.java"
            | "doc.go"
    )
}
