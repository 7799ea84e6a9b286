//! What test runners print: names of failing tests and texts of assertions, a file for each runner.

mod compiler;
mod ctest;
mod dotnet;
mod go;
mod gtest;
mod jest;
mod jvm;
mod libtest;
mod marked;
mod minitest;
mod nextest;
mod phpunit;
mod pytest;
mod readers;
mod rspec;
mod tap;
mod unittest;
mod vitest;

pub(super) use readers::READERS;
pub(super) use readers::Read;
