//! Imports by qualified name, as Java has them: the parts of the name are the folders and the file that it stands in.
//!
//! Not every language is as strict as Java: folders may leave out what all packages have in common, one folder may carry
//! several parts (`Orders.Core` of C#), and the languages of one platform import each other's files.

use std::collections::BTreeSet;

use super::imports::MAX_PACKAGE_FILES;
use super::imports::Resolver;
use super::imports::nearest;
use crate::base::RepoPath;
use crate::source::Import;

/// Endings of files that import each other.
const PLATFORMS: &[&[&str]] = &[&["java", "kt", "scala", "kts", "sc"]];

impl<'p> Resolver<'p> {
    /// Adds the files of what an import names: those of its types, or those of the package.
    pub(super) fn package(&self, path: &RepoPath, import: &Import, found: &mut BTreeSet<&'p str>) {
        let own = path.extension().unwrap_or_default();
        // `require 'path/file.php'`
        if import.names.is_empty() && import.module.rsplit_once('.').is_some_and(|(_, ending)| ending == own) {
            // Most such paths are put together from parts that only a running program knows.
            let beside = path.parent().and_then(|folder| folder.resolve(import.module.trim_start_matches('/')).ok());
            found.extend(beside.and_then(|file| self.file(file.as_str())));
            return;
        }
        if own == "php"
            && let Some(file) = self.autoloaded(import)
        {
            found.insert(file);
            return;
        }
        let platform = PLATFORMS.iter().find(|endings| endings.contains(&own)).copied();
        let endings = platform.unwrap_or(std::slice::from_ref(&own));
        // Java's compiler insists on its folders; elsewhere what all packages begin with may be left out.
        let least = if own == "java" { usize::MAX } else { 2 };
        let module = import.module.trim_end_matches(".*");
        // Kotlin's `Companion` is a part of its class.
        let is_part = |part: &&str| !part.is_empty() && *part != "Companion";
        let parts: Vec<&str> = module.split(['.', '\\', '/']).filter(is_part).collect();
        if own == "swift" {
            // A module is a folder of sources, not a file or a folder in it.
            let folder = parts.first().and_then(|module| self.near_the_root(module));
            let sources = folder.and_then(|folder| self.members.get(folder)).into_iter().flatten().copied();
            found.extend(sources.filter(|file| file.ends_with(".swift")).take(MAX_PACKAGE_FILES));
            return;
        }
        if own == "cs" && parts.len() == 1 && self.near_the_root(parts[0]).is_none() {
            // A library, though a folder that deals with it may have its name.
            return;
        }
        let names: Vec<&str> = import.names.iter().map(String::as_str).filter(|name| *name != "*").collect();
        let before = found.len();
        for name in &names {
            let all: Vec<&str> = parts.iter().chain([name]).copied().collect();
            let file = self.holder(path, &all, endings, least);
            found.extend(file.or_else(|| self.definers.member(path, &all, least)));
        }
        if names.is_empty() || names.len() < import.names.len() || module.len() < import.module.len() {
            let file = self.holder(path, &parts, endings, least);
            match file.or_else(|| self.definers.member(path, &parts, least)) {
                Some(file) => drop(found.insert(file)),
                None if found.len() == before => found.extend(self.members_of(path, &parts, endings, least)),
                None => {}
            }
        }
    }

    /// The folder of a name at the root, or right below a folder there.
    fn near_the_root(&self, folder: &str) -> Option<&'p str> {
        self.packages.get(folder)?.iter().copied().find(|path| path.split('/').count() <= 2)
    }

    /// The file of a PHP class, where Composer's settings say in which folder its namespace begins.
    fn autoloaded(&self, import: &Import) -> Option<&'p str> {
        let [name] = import.names.as_slice() else { return None };
        let full = format!("{}\\{name}", import.module.trim_matches('\\'));
        self.manifests.namespaces.iter().find_map(|(namespace, folder)| {
            let rest = full.strip_prefix(namespace.as_str())?;
            let rest = if namespace.is_empty() { rest } else { rest.strip_prefix('\\')? };
            self.file(
                format!("{folder}/{}.php", rest.trim_start_matches('\\').replace('\\', "/")).trim_start_matches('/'),
            )
        })
    }

    /// The file named like the last part, or like the part before it for a member of what stands there.
    fn holder(&self, path: &RepoPath, parts: &[&str], endings: &[&str], least: usize) -> Option<&'p str> {
        let owner = &parts[..parts.len().saturating_sub(1)];
        for dropped in 0..parts.len() {
            for named in [parts, owner] {
                let rest = named.get(dropped..).unwrap_or_default();
                if rest.is_empty() || (dropped > 0 && rest.len() < least) {
                    continue;
                }
                let files = endings.iter().map(|ending| format!("{}.{ending}", rest.join("/")));
                if let Some(file) = files.into_iter().find_map(|file| self.ending(path, &file)) {
                    return Some(file);
                }
            }
            if least == usize::MAX {
                break;
            }
        }
        // PHP maps a root namespace to a folder: what stands right below it is known by its own name alone.
        let [_, name] = parts else { return None };
        let file = format!("{name}.{}", endings.first().filter(|ending| **ending == "php")?);
        self.by_name.get(file.as_str()).filter(|paths| paths.len() == 1).map(|paths| paths[0])
    }

    /// The files of a package or namespace.
    fn members_of(&self, path: &RepoPath, parts: &[&str], endings: &[&str], least: usize) -> Vec<&'p str> {
        for dropped in 0..parts.len() {
            let rest = &parts[dropped..];
            if dropped > 0 && rest.len() < least {
                break;
            }
            let dotted = rest.join(".");
            // A folder may carry several parts, so each tail of the name may be one.
            let keys = (0..rest.len()).map(|from| rest[from..].join("."));
            let folders = keys.filter_map(|key| self.packages.get(key.as_str())).flatten().copied();
            let Some(folder) = nearest(path, folders.filter(|folder| ends_with_dotted(folder, &dotted))) else {
                continue;
            };
            let is_source = |file: &&&str| file.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
            return self.members[folder].iter().filter(is_source).take(MAX_PACKAGE_FILES).copied().collect();
        }
        Vec::new()
    }
}

pub(super) fn ends_with_dotted(folder: &str, name: &str) -> bool {
    let dotted = folder.replace('/', ".");
    dotted.strip_suffix(name).is_some_and(|head| head.is_empty() || head.ends_with('.'))
}
