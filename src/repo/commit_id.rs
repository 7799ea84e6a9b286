//! The name of a commit.

use std::fmt;
use std::str::FromStr;

use gix::hash::ObjectId;
use serde::Deserialize;
use serde::Serialize;

/// The SHA-1 id of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CommitId([u8; 20]);

/// Text that is not forty hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a commit id of forty hexadecimal digits")]
pub struct ParseCommitIdError(String);

impl CommitId {
    /// The twenty bytes.
    pub const fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// The first ten digits, for people.
    pub fn short(&self) -> String {
        self.to_string()[..10].to_owned()
    }

    pub(super) fn object_id(self) -> ObjectId {
        ObjectId::Sha1(self.0)
    }

    pub(super) fn from_object_id(id: &gix::hash::oid) -> Self {
        let mut bytes = [0; 20];
        for (to, from) in bytes.iter_mut().zip(id.as_bytes()) {
            *to = *from;
        }
        Self(bytes)
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommitId({self})")
    }
}

impl FromStr for CommitId {
    type Err = ParseCommitIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match ObjectId::from_hex(text.as_bytes()) {
            Ok(id) if text.len() == 40 => Ok(Self::from_object_id(&id)),
            _ => Err(ParseCommitIdError(text.to_owned())),
        }
    }
}

impl TryFrom<String> for CommitId {
    type Error = ParseCommitIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<CommitId> for String {
    fn from(id: CommitId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::CommitId;

    #[test]
    fn reads_what_it_prints() {
        let text = "0123456789abcdef0123456789abcdef01234567";
        let id: CommitId = text.parse().expect("forty digits");
        assert_eq!(id.to_string(), text);
        assert_eq!(id.short(), "0123456789");
        assert!("0123".parse::<CommitId>().is_err() && "g".repeat(40).parse::<CommitId>().is_err());
    }
}
