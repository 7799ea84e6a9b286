//! Between the bytes that git stores and those that stand in the work tree: line ends, encodings, `$Id$`.
//!
//! External filters (`filter=lfs` and the like) are never run: an attribute in a repository must not start a program.

use std::io;
use std::io::Read;

use gix::bstr::BStr;
use gix::filter::plumbing::pipeline;
use gix::worktree::stack::state::attributes::Source;

use super::Doing;
use super::RepoError;

/// Converts the files of one work tree.
pub(super) struct Conversion {
    gix: gix::Repository,
    pipeline: gix::filter::plumbing::Pipeline,
    attributes: gix::worktree::Stack,
}

impl Conversion {
    pub(super) fn new(gix: &gix::Repository, index: &gix::index::State) -> Result<Self, RepoError> {
        let mut options = gix::filter::Pipeline::options(gix).doing("read the line end settings")?;
        options.drivers = Vec::new();
        options.crlf_roundtrip_check = pipeline::CrlfRoundTripCheck::Skip;
        let attributes =
            gix.attributes_only(index, Source::WorktreeThenIdMapping).doing("read the attributes")?.detach();
        let context = gix.command_context().doing("read the configuration")?;
        Ok(Self {
            gix: gix.clone(),
            pipeline: gix::filter::plumbing::Pipeline::new(context, gix.object_hash(), options),
            attributes,
        })
    }

    /// The bytes that `git add` would store for this file.
    pub(super) fn for_git(&mut self, path: &BStr, bytes: &[u8], index: &gix::index::State) -> io::Result<Vec<u8>> {
        let objects = &self.gix.objects;
        let place = self.attributes.at_entry(path, None, objects)?;
        let relative = gix::path::from_bstr(path).map_err(io::Error::other)?;
        let mut converted = self
            .pipeline
            .convert_to_git(
                bytes,
                &relative,
                &mut |_, attributes| {
                    place.matching_attributes(attributes);
                },
                // Git leaves CRLF alone where the stored file has it already.
                &mut |buffer| {
                    let stored = index.entry_by_path(path).map(|entry| entry.id);
                    let object = match stored {
                        Some(id) => gix::objs::Find::try_find(objects, &id, buffer)?,
                        None => None,
                    };
                    Ok(object.filter(|object| object.kind == gix::objs::Kind::Blob).map(drop))
                },
            )
            .map_err(io::Error::other)?;
        let mut stored = Vec::with_capacity(bytes.len());
        converted.read_to_end(&mut stored)?;
        Ok(stored)
    }

    /// The bytes that a checkout would write for what git stores.
    pub(super) fn for_work_tree(&mut self, path: &BStr, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let place = self.attributes.at_entry(path, None, &self.gix.objects)?;
        let converted = self
            .pipeline
            .convert_to_worktree(
                bytes,
                path,
                &mut |_, attributes| {
                    place.matching_attributes(attributes);
                },
                pipeline::convert::to_worktree::Options::default(),
            )
            .map_err(io::Error::other)?;
        // There are no drivers, so nothing is ever left to a process.
        Ok(converted.as_bytes().map_or_else(|| bytes.to_vec(), <[u8]>::to_vec))
    }
}
