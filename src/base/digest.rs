//! The identity of content: git's blob id.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::Serialize;

/// The SHA-1 blob id that git gives to a file's bytes; the key of everything that is derived from content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlobId([u8; 20]);

/// Text that is not forty hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a blob id of forty hexadecimal digits")]
pub struct ParseBlobIdError(String);

impl BlobId {
    /// Wraps the twenty bytes of an id.
    pub const fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The twenty bytes.
    pub const fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BlobId({self})")
    }
}

impl FromStr for BlobId {
    type Err = ParseBlobIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseBlobIdError(text.to_owned());
        if text.len() != 40 || !text.is_ascii() {
            return Err(error());
        }
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| error())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| error())?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::BlobId;

    #[test]
    fn reads_what_it_prints() {
        let id = BlobId::from_bytes([0xab; 20]);
        assert_eq!(id.to_string().parse::<BlobId>().ok(), Some(id));
        assert!("+f".repeat(20).parse::<BlobId>().is_err() || "zz".repeat(20).parse::<BlobId>().is_err());
    }
}
