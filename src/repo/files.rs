//! Files outside of any tree: those that a user names, and `libra.toml`.

#![expect(clippy::disallowed_methods, reason = "files that the user named")]

use std::fs;
use std::fs::File;
use std::io;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::io::Write;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;

use flate2::read::MultiGzDecoder;

use crate::base::RepoPath;

use super::RepoError;
use super::Repository;
use super::Tree;
use super::confine;
use super::tree::MAX_FILE_BYTES;

/// The bytes of a file that the user named, wherever it is; an error for one of more than 1 GB.
pub fn read_named_bytes(path: &Path) -> Result<Vec<u8>, RepoError> {
    const MOST: u64 = 1_000_000_000;
    let failed = |source| RepoError::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let read = File::open(path).map_err(failed)?.take(MOST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if read as u64 > MOST {
        return Err(failed(io::ErrorKind::FileTooLarge.into()));
    }
    Ok(bytes)
}

/// The text of a file that the user named, wherever it is; `-` is standard input. At most 64 MiB.
pub fn read_named(path: &Path) -> Result<String, RepoError> {
    let failed = |source| RepoError::Read { path: path.to_owned(), source };
    let input: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(path).map_err(failed)?) };
    let mut text = String::new();
    let read = input.take(MAX_FILE_BYTES + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > MAX_FILE_BYTES {
        return Err(failed(io::ErrorKind::FileTooLarge.into()));
    }
    Ok(text)
}

/// The text of a log that the user named, or of a folder of them, whose files are put one after the other as lines, in
/// order of the numbers in their names. Bytes that are no UTF-8 are replaced. Of a very large log the beginning and the
/// end are read: what was asked, and what happened last.
pub fn read_log(path: &Path) -> Result<String, RepoError> {
    /// Bytes of the beginning and of the end of a larger log.
    const PART: u64 = 32 << 20;
    let failed = |source| RepoError::Read { path: path.to_owned(), source };
    if path == Path::new("-") {
        return read_named(path);
    }
    if fs::metadata(path).map_err(failed)?.is_dir() {
        return read_log_folder(path).map_err(failed);
    }
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    if length <= 2 * PART {
        file.take(2 * PART).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        Read::by_ref(&mut file).take(PART).read_to_end(&mut bytes).map_err(failed)?;
        file.seek(SeekFrom::Start(length - PART)).map_err(failed)?;
        // A record that the gap cuts is one that is not understood.
        bytes.push(b'\n');
        file.take(PART).read_to_end(&mut bytes).map_err(failed)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The JSON files of a folder, or of its `events`, each on one line.
fn read_log_folder(path: &Path) -> io::Result<String> {
    let events = path.join("events");
    let folder = if events.is_dir() { events } else { path.to_owned() };
    let mut names: Vec<(u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "json") {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let number = name.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse().ok());
            names.push((number.unwrap_or(u64::MAX), file));
        }
    }
    names.sort();
    let mut text = String::new();
    for (_, file) in names {
        let mut bytes = Vec::new();
        File::open(&file)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
        // JSON has line ends between its tokens only.
        text.extend(String::from_utf8_lossy(&bytes).chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
        text.push('\n');
    }
    Ok(text)
}

/// Hands the lines of a file that the user named, wherever it is, to `each`, with their numbers from 1 and without their
/// ends. `-` is standard input, and a file whose name ends in `.gz` is unpacked. The file may be of any size; a line has
/// at most 64 MiB.
pub fn read_lines<E: From<RepoError>>(
    path: &Path,
    mut each: impl FnMut(usize, &str) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |source| RepoError::Read { path: path.to_owned(), source };
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(failed)?;
        let is_packed = path.extension().is_some_and(|extension| extension == "gz");
        if is_packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) }
    };
    let mut input = BufReader::new(input);
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        let read = input.by_ref().take(MAX_FILE_BYTES + 1).read_line(&mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        if read as u64 > MAX_FILE_BYTES {
            return Err(failed(io::ErrorKind::FileTooLarge.into()).into());
        }
        each(number, line.trim_end_matches(['\n', '\r']))?;
    }
    Ok(())
}

/// Adds to the end of a file that the user named, which is made if it is not there, with the directories above it.
pub fn append_named(path: &Path, bytes: &[u8]) -> Result<(), RepoError> {
    let failed = |source| RepoError::Write { path: path.to_owned(), source };
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    directory.map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).map_err(failed)?;
    file.write_all(bytes).map_err(failed)
}

/// Writes a file that the user named, wherever it is, and the directories above it.
pub fn write_named(path: &Path, bytes: &[u8]) -> Result<(), RepoError> {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    let made = directory.map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, bytes)).map_err(|source| RepoError::Write { path: path.to_owned(), source })
}

impl Repository {
    /// The text of a configuration file at the top of the work tree, or, in a bare repository, of HEAD; `None` if there
    /// is none. A symlink is refused: it could show any file of the machine.
    pub fn read_config_file(&self, name: &str) -> Result<Option<String>, RepoError> {
        let named =
            |source| RepoError::Read { path: self.work_dir().unwrap_or_else(|| self.git_dir()).join(name), source };
        let path = RepoPath::new(name).map_err(|error| named(io::Error::other(error)))?;
        let Some(root) = self.work_dir() else {
            let tree = self.head_tree()?;
            let Some(_) = tree.entry(&path) else {
                return Ok(None);
            };
            let bytes = tree.read(&path).map_err(|error| named(io::Error::other(error)))?;
            let text = String::from_utf8(bytes.to_vec()).map_err(|error| named(io::Error::other(error)))?;
            return Ok(Some(text));
        };
        let file = confine::place(root, &path)?;
        match read_named(&file) {
            Ok(text) => Ok(Some(text)),
            Err(RepoError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What a path that the user typed in `directory` (absolute) is in this repository. It need not exist; in a bare
    /// repository it counts from the root.
    pub fn repo_path(&self, directory: &Path, typed: &Path) -> Result<RepoPath, RepoError> {
        let outside = || RepoError::Outside { path: typed.to_owned() };
        let relative = match self.work_dir() {
            None => tidied(typed),
            Some(root) => {
                let absolute = tidied(&directory.join(typed));
                let (real_root, real_directory) = (resolved(root), resolved(directory));
                // The way there may go through symlinks that the work tree's own name does not have.
                absolute
                    .strip_prefix(root)
                    .map(Path::to_owned)
                    .or_else(|_| tidied(&real_directory.join(typed)).strip_prefix(&real_root).map(Path::to_owned))
                    .or_else(|_| with_real_directory(&absolute).strip_prefix(&real_root).map(Path::to_owned))
                    .map_err(|_| outside())?
            }
        };
        let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
        parts.and_then(|parts| RepoPath::new(parts.join("/")).ok()).ok_or_else(outside)
    }

    /// Whether something stands at this path of the work tree, be it ignored or a directory.
    pub fn exists(&self, path: &RepoPath) -> bool {
        self.work_dir().is_some_and(|root| fs::symlink_metadata(root.join(path.as_str())).is_ok())
    }

    /// What people call it: the name of its directory.
    pub fn name(&self) -> String {
        let directory = self.work_dir().unwrap_or_else(|| self.common_dir());
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match name.strip_suffix(".git") {
            Some(stem) if self.is_bare() && !stem.is_empty() => stem.to_owned(),
            _ => name,
        }
    }
}

/// The path without `.` and, by its text alone, without `..`.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The path with the symlinks of its directories resolved as far as they exist. The last part is kept: a link is named,
/// not what it points to.
fn with_real_directory(path: &Path) -> PathBuf {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return path.to_owned();
    };
    match directory.canonicalize() {
        Ok(directory) => directory.join(name),
        Err(_) => with_real_directory(directory).join(name),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::read_lines;
    use super::read_named;
    use super::write_named;
    use crate::repo::RepoError;
    use crate::repo::testing::TestRepo;
    use crate::repo::testing::environment;
    use crate::repo::testing::open_at;

    #[test]
    fn typed_paths_are_understood_from_anywhere() {
        let repo = TestRepo::with("//- dir/sub/a\na\n");
        symlink(repo.root(), repo.beside("alias")).expect("linked");
        let opened = repo.open();
        let told = |directory: &Path, typed: &str| match opened.repo_path(directory, typed.as_ref()) {
            Ok(path) => path.to_string(),
            Err(RepoError::Outside { .. }) => "outside".to_owned(),
            Err(error) => panic!("{error}"),
        };
        let sub = repo.root().join("dir/sub");
        assert_eq!(told(&sub, "a"), "dir/sub/a");
        assert_eq!(told(&sub, "../none/./b"), "dir/none/b");
        assert_eq!(told(&sub, "../.."), ".");
        assert_eq!(told(&sub, "../../.."), "outside");
        assert_eq!(told(&sub, "/etc/passwd"), "outside");
        assert_eq!(told(&repo.beside("alias/dir"), "sub/a"), "dir/sub/a");
        assert_eq!(told(&repo.beside("alias"), ""), ".");
    }

    #[test]
    fn the_configuration_is_a_file_of_the_repository() {
        let repo = TestRepo::with("//- libra.toml\nx = 1\n");
        assert_eq!(repo.open().read_config_file("libra.toml").expect("readable").as_deref(), Some("x = 1\n"));
        assert_eq!(repo.open().read_config_file("none.toml").expect("readable"), None);
        let bare = repo.beside("bare.git");
        repo.git(&["clone", "--quiet", "--bare", ".", bare.to_str().expect("UTF-8")]);
        let opened = open_at(&bare, &environment());
        assert_eq!(opened.read_config_file("libra.toml").expect("readable").as_deref(), Some("x = 1\n"));
        assert_eq!((opened.name(), repo.open().name()), ("bare".to_owned(), "repo".to_owned()));
        repo.remove("libra.toml");
        symlink("/etc/passwd", repo.root().join("libra.toml")).expect("linked");
        let refused = repo.open().read_config_file("libra.toml");
        assert!(matches!(refused, Err(RepoError::Confined { .. })), "{refused:?}");
    }

    #[test]
    fn lines_come_one_by_one_and_unpacked() {
        let repo = TestRepo::new();
        let told = |file: &Path| {
            let mut lines = Vec::new();
            read_lines(file, |number, line| {
                lines.push(format!("{number}:{line}"));
                Ok::<(), RepoError>(())
            })
            .map(|()| lines)
        };
        let plain = repo.beside("rows.jsonl");
        write_named(&plain, b"one\r\n\nthree").expect("writable");
        assert_eq!(told(&plain).expect("readable"), ["1:one", "2:", "3:three"]);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(b"one\ntwo\n").expect("in memory");
        let file = repo.beside("rows.jsonl.gz");
        write_named(&file, &packed.finish().expect("in memory")).expect("writable");
        assert_eq!(told(&file).expect("readable"), ["1:one", "2:two"]);
        write_named(&file, b"not packed").expect("writable");
        assert!(matches!(told(&file), Err(RepoError::Read { .. })));
    }

    #[test]
    fn named_files_may_be_anywhere() {
        let repo = TestRepo::new();
        let file = repo.beside("deep/er/file");
        write_named(&file, b"text").expect("writable");
        assert_eq!(read_named(&file).expect("readable"), "text");
        write_named(&file, b"\xff").expect("writable");
        assert!(matches!(read_named(&file), Err(RepoError::Read { .. })));
    }
}
