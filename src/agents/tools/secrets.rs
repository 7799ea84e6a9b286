//! Which files look like secrets, by their names: they are neither shown nor searched.

use crate::base::RepoPath;

/// Endings of keys, certificates with keys, and stores of them.
const ENDINGS: &[&str] = &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "asc", "gpg"];

/// Whole names.
const NAMES: &[&str] = &[
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".htpasswd",
    ".git-credentials",
    ".dockercfg",
    "credentials",
    "credentials.json",
    "secrets.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.toml",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
];

/// Directories in which everything is one.
const DIRECTORIES: &[&str] = &[".git", ".ssh", ".gnupg", ".aws"];

/// Whether a file looks like a secret.
pub(super) fn looks_secret(path: &RepoPath) -> bool {
    let name = path.file_name().to_lowercase();
    let is_environment = name == ".env" || (name.starts_with(".env.") && !is_example(&name));
    let has_ending = path.extension().is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str()));
    let is_inside = path.parts().any(|part| DIRECTORIES.contains(&part.to_lowercase().as_str()));
    is_environment || has_ending || is_inside || NAMES.contains(&name.as_str())
}

fn is_example(name: &str) -> bool {
    [".example", ".sample", ".template", ".dist"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::looks_secret;
    use crate::base::RepoPath;

    #[test]
    fn names_tell() {
        let secret = |path: &str| looks_secret(&RepoPath::new(path).expect("plain"));
        for path in [".env", "app/.env.production", "a/id_rsa", "tls/server.KEY", ".ssh/config", ".Git/config"] {
            assert!(secret(path), "{path}");
        }
        for path in [".env.example", "src/key.rs", "src/credentials.py", "environment.py"] {
            assert!(!secret(path), "{path}");
        }
    }
}
