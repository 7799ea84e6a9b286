//! The one integration test binary: each module is a file of this folder.

#![expect(clippy::disallowed_methods, reason = "tests build throw-away trees and start the binary")]

mod awkward;
mod browse;
mod evidence;
mod exit_codes;
mod fuzz;
mod harness;
mod heal;
mod hook;
mod lint;
mod locate;
#[cfg(feature = "models")]
mod model_server;
mod soundness;
mod source;
mod tidy;
