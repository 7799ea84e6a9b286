//! The one integration test binary: each module is a file of this folder.

mod tidy;
