//! Tests that police the tree: the arrow table, the rights of the rooms, documents and file sizes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

const MAX_LINES: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(directory).expect("readable").map(|e| e.expect("entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file as (path below `src`, text).
fn sources() -> Vec<(String, String)> {
    let src = root().join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect()
}

/// The text before the file's own test module.
fn without_tests(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod tests").map_or(text, |at| &text[..at])
}

/// The table of `lib.rs`: room to the rooms that it may use.
fn arrows() -> BTreeMap<String, Vec<String>> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    let rows = lib.lines().filter_map(|line| line.strip_prefix("//! | "));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let rooms = cells.get(1)?.split(',').map(|room| room.trim().to_owned()).filter(|room| !room.is_empty());
        (cells[0] != "room" && !cells[0].starts_with('-')).then(|| (cells[0].to_owned(), rooms.collect()))
    })
    .collect()
}

#[test]
fn arrows_point_upward_only() {
    let arrows = arrows();
    assert!(arrows.len() >= 12, "the table in lib.rs was not understood: {arrows:?}");
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let room = file.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
        let Some(allowed) = arrows.get(&room) else {
            assert!(matches!(room.as_str(), "lib" | "main"), "`{file}` is in no room of the table in lib.rs");
            continue;
        };
        // A room's own tests may build their values with any room.
        for (number, line) in without_tests(&text).lines().enumerate() {
            if line.trim_start().starts_with("//") || file.ends_with("/tests.rs") {
                continue;
            }
            for (at, _) in line.match_indices("crate::") {
                let used: String = line[at + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if used != room && arrows.contains_key(&used) && !allowed.contains(&used) {
                    wrong.push(format!("src/{file}:{}: `{room}` may not use `{used}`", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rights_stay_at_the_edges() {
    let rights: [(&str, &[&str]); 6] = [
        ("gix::", &["repo/"]),
        ("tantivy::", &["index/"]),
        ("reqwest::", &["llm/http.rs"]),
        ("tokio::", &["llm/"]),
        ("std::process::exit", &[]),
        ("clap::", &["cli/"]),
    ];
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        for (needle, homes) in rights {
            if without_tests(&text).contains(needle) && !homes.iter().any(|home| file.starts_with(home)) {
                wrong.push(format!("src/{file} uses `{needle}`"));
            }
        }
        for (number, line) in text.lines().enumerate() {
            if line.contains("super::super") {
                wrong.push(format!("src/{file}:{}: `super::super`", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        if !text.starts_with("//!") {
            wrong.push(format!("src/{file} does not open with `//!`"));
        }
        let lines = without_tests(&text).lines().count();
        if lines > MAX_LINES && !file.ends_with("/tests.rs") {
            wrong.push(format!("src/{file} has {lines} lines, at most {MAX_LINES} fit on a few screens"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doors_only_declare() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        if file.ends_with("/mod.rs") && file.matches('/').count() == 1 {
            let code = without_tests(&text);
            if code.contains("\nfn ") || code.contains("\npub fn ") || code.contains("\nimpl ") {
                wrong.push(format!("src/{file} holds code; a room's door only declares and re-exports"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_test_file_is_forgotten() {
    let folder = root().join("tests/it");
    let main = fs::read_to_string(folder.join("main.rs")).expect("main.rs");
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    for path in files {
        if path.parent() == Some(&folder) && path.file_name().is_some_and(|name| name != "main.rs") {
            let stem = path.file_stem().expect("stem").to_string_lossy().into_owned();
            assert!(main.contains(&format!("mod {stem};")), "tests/it/{stem}.rs is not in main.rs");
        }
    }
}
