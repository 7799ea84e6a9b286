//! Git's name for a file's bytes.

use std::io;

use crate::base::BlobId;

/// The blob id that git would give to these bytes.
///
/// Bytes that were made to collide under SHA-1 are refused as git refuses them.
pub fn blob_id(bytes: &[u8]) -> io::Result<BlobId> {
    gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes)
        .map(|id| from_object_id(&id))
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The id as the other rooms know it. Only SHA-1 repositories are opened (see `discover`), so the bytes fit.
pub(super) fn from_object_id(id: &gix::hash::oid) -> BlobId {
    let mut bytes = [0; 20];
    for (to, from) in bytes.iter_mut().zip(id.as_bytes()) {
        *to = *from;
    }
    BlobId::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::blob_id;

    #[test]
    fn agrees_with_git() {
        let id = blob_id(b"hello\n").expect("no collision");
        assert_eq!(id.to_string(), "ce013625030ba8dba906f756967f9e9ca394464a");
    }
}
