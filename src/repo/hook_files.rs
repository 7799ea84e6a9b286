//! Hook scripts: put in, taken out, never at the expense of one that stood there before.

#![expect(clippy::disallowed_methods, reason = "hooks are files that git runs")]

use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use super::RepoError;

/// What stands in a hook's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookState {
    /// Our script.
    Ours,
    /// Somebody else's.
    Foreign,
    /// Nothing.
    Absent,
}

/// What the name of a hook that stood there before ends with.
const KEPT: &str = ".before-libra";

/// What stands in the place of the hook `name`. A script with a line that begins with `mark` is ours.
pub fn hook_state(directory: &Path, name: &str, mark: &str) -> Result<HookState, RepoError> {
    let file = directory.join(name);
    match fs::read(&file) {
        Ok(script) if is_marked(&script, mark) => Ok(HookState::Ours),
        Ok(_) => Ok(HookState::Foreign),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !file.is_symlink() => Ok(HookState::Absent),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(HookState::Foreign),
        Err(source) => Err(RepoError::Read { path: file, source }),
    }
}

/// Puts our script in the place of the hook `name`. What stands there is kept beside it as `NAME.before-libra`, from
/// where the script runs it first.
pub fn install_hook(directory: &Path, name: &str, mark: &str, script: &str) -> Result<(), RepoError> {
    let (file, kept) = (directory.join(name), kept(directory, name));
    let failed = |source| RepoError::Write { path: file.clone(), source };
    if hook_state(directory, name, mark)? == HookState::Foreign {
        if fs::symlink_metadata(&kept).is_ok() {
            // Two hooks would claim to be the one before.
            return Err(RepoError::Write { path: kept, source: io::ErrorKind::AlreadyExists.into() });
        }
        fs::rename(&file, &kept).map_err(failed)?;
    }
    write_script(directory, &file, script).map_err(failed)
}

/// Takes our script out; true if what stood there before is back. A hook of somebody else is left alone.
pub fn uninstall_hook(directory: &Path, name: &str, mark: &str) -> Result<bool, RepoError> {
    let (file, kept) = (directory.join(name), kept(directory, name));
    if hook_state(directory, name, mark)? != HookState::Ours {
        return Ok(false);
    }
    let restored = fs::symlink_metadata(&kept).is_ok();
    // The rename replaces our script in one step.
    let done = if restored { fs::rename(&kept, &file) } else { fs::remove_file(&file) };
    done.map(|()| restored).map_err(|source| RepoError::Write { path: file, source })
}

fn kept(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}{KEPT}"))
}

fn is_marked(script: &[u8], mark: &str) -> bool {
    script.split(|byte| *byte == b'\n').any(|line| line.starts_with(mark.as_bytes()))
}

fn write_script(directory: &Path, file: &Path, script: &str) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    let mut content = tempfile::Builder::new().prefix(".libra-").tempfile_in(directory)?;
    io::Write::write_all(&mut content, script.as_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        content.as_file().set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    content.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::HookState;
    use super::hook_state;
    use super::install_hook;
    use super::uninstall_hook;

    const MARK: &str = "# ours ";

    #[test]
    fn a_foreign_hook_comes_back() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let hooks = directory.path().join("hooks");
        let state = || hook_state(&hooks, "pre-commit", MARK).expect("readable");
        assert_eq!(state(), HookState::Absent);
        install_hook(&hooks, "pre-commit", MARK, "#!/bin/sh\n# ours 1\n").expect("writable");
        assert_eq!(state(), HookState::Ours);
        assert!(!uninstall_hook(&hooks, "pre-commit", MARK).expect("writable"));
        assert_eq!(state(), HookState::Absent);

        fs::write(hooks.join("pre-commit"), "#!/bin/sh\necho theirs\n").expect("written");
        assert_eq!(state(), HookState::Foreign);
        for version in ["1", "2"] {
            let script = format!("#!/bin/sh\n# ours {version}\n");
            install_hook(&hooks, "pre-commit", MARK, &script).expect("writable");
            assert_eq!(fs::read_to_string(hooks.join("pre-commit")).expect("there"), script);
        }
        let mode = fs::metadata(hooks.join("pre-commit")).expect("there").permissions().mode();
        assert_eq!(mode & 0o111, 0o111);
        assert!(hooks.join("pre-commit.before-libra").exists());
        assert!(uninstall_hook(&hooks, "pre-commit", MARK).expect("writable"));
        assert_eq!(fs::read_to_string(hooks.join("pre-commit")).expect("there"), "#!/bin/sh\necho theirs\n");
        assert!(!uninstall_hook(&hooks, "pre-commit", MARK).expect("nothing to do"));
        assert_eq!(state(), HookState::Foreign);
    }

    #[test]
    fn no_hook_is_overwritten() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for name in ["pre-commit", "pre-commit.before-libra"] {
            fs::write(directory.path().join(name), name).expect("written");
        }
        assert!(install_hook(directory.path(), "pre-commit", MARK, "# ours\n").is_err());
        let kept = fs::read_to_string(directory.path().join("pre-commit.before-libra")).expect("there");
        assert_eq!(kept, "pre-commit.before-libra");
    }
}
