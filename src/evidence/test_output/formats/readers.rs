//! What every reader of a runner is, and all of them.

use super::compiler;
use super::ctest;
use super::dotnet;
use super::go;
use super::gtest;
use super::jest;
use super::jvm;
use super::libtest;
use super::marked;
use super::minitest;
use super::nextest;
use super::phpunit;
use super::pytest;
use super::rspec;
use super::tap;
use super::unittest;
use super::vitest;
use crate::evidence::test_output::finding::Findings;

/// Reads the lines of an output and adds what it finds; lines of other formats give nothing.
pub(in crate::evidence::test_output) type Read = fn(&[&str], &mut Findings);

/// Every format.
pub(in crate::evidence::test_output) const READERS: &[Read] = &[
    marked::read,
    pytest::read,
    unittest::read,
    libtest::read,
    nextest::read,
    go::read,
    jest::read,
    vitest::read,
    tap::read,
    jvm::read,
    gtest::read,
    ctest::read,
    rspec::read,
    minitest::read,
    phpunit::read,
    dotnet::read,
    compiler::read,
];
