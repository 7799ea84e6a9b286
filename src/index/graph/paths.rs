//! Imports that are paths, or names that are paths but for their dots: headers, Ruby's requires, modules of one file each.

use super::imports::Resolver;
use super::imports::nearest;
use crate::base::RepoPath;
use crate::base::words;

/// Headers of the C library and of POSIX: a file of that name deep in the tree is not what is meant.
const SYSTEM_HEADERS: &[&str] = &[
    "assert.h",
    "complex.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "inttypes.h",
    "io.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "netdb.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "setjmp.h",
    "signal.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "syslog.h",
    "termios.h",
    "time.h",
    "unistd.h",
    "utime.h",
    "wchar.h",
    "windows.h",
];
/// Folders that Ruby looks below for what is required.
const LOAD_PATHS: &[&str] = &["lib", "spec", "test", "features", "app", "ext"];

impl<'p> Resolver<'p> {
    pub(super) fn include(&self, path: &RepoPath, header: &str) -> Option<&'p str> {
        let beside = path.parent()?.resolve(header).ok();
        let beside = beside.and_then(|header| self.file(header.as_str()));
        if beside.is_some() || SYSTEM_HEADERS.contains(&header) {
            return beside;
        }
        // A module of Zig's build is the file of its name.
        let is_zig = path.extension() == Some("zig") && !header.contains(['.', '/']);
        let zig = is_zig.then(|| format!("{header}.zig"));
        self.ending(path, zig.as_deref().unwrap_or(header).trim_start_matches("../"))
    }

    pub(super) fn dotted(&self, path: &RepoPath, module: &str, endings: &[&str], snake_case: bool) -> Option<&'p str> {
        let module = module.strip_suffix(endings.first()?).unwrap_or(module);
        let snake = |part: &str| words::identifier_parts(part).join("_");
        let part = |part: &str| if snake_case { snake(part) } else { part.to_owned() };
        let file = module.split(['.', '/']).map(part).collect::<Vec<_>>().join("/");
        // A module of one part has the name of too many files: only one beside, or at a folder of sources, is meant.
        endings.iter().find_map(|ending| {
            let file = format!("{file}{ending}");
            if file.contains('/') {
                return self.ending(path, &file);
            }
            // A folder with a capital is a part of the names of what stands in it.
            let folder = path.parent().filter(|folder| !folder.file_name().starts_with(char::is_uppercase));
            let beside = folder.and_then(|folder| self.file(folder.join(&file).ok()?.as_str()));
            beside.or_else(|| self.file(&file)).or_else(|| self.file(&format!("src/{file}")))
        })
    }

    pub(super) fn ruby(&self, path: &RepoPath, module: &str) -> Option<&'p str> {
        let file = format!("{}.rb", module.strip_suffix(".rb").unwrap_or(module));
        let beside = path.parent()?.resolve(&file).ok();
        let beside = beside.and_then(|file| self.file(file.as_str()));
        let tail = file.trim_start_matches("./");
        let name = tail.rsplit('/').next()?;
        let is_loaded = |at: &&str| {
            let folder =
                at.strip_suffix(tail).and_then(|head| head.strip_suffix('/').or(head.is_empty().then_some("lib")));
            folder.is_some_and(|folder| LOAD_PATHS.contains(&folder.rsplit('/').next().unwrap_or(folder)))
        };
        beside.or_else(|| nearest(path, self.by_name.get(name)?.iter().copied().filter(is_loaded)))
    }
}
