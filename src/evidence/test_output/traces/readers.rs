//! Every language, then every other place.

use super::cpp;
use super::csharp;
use super::exceptions;
use super::go;
use super::java;
use super::javascript;
use super::php;
use super::places;
use super::python;
use super::ruby;
use super::rust;
use crate::evidence::test_output::formats::Read;

/// Every language, then every other place.
pub(in crate::evidence::test_output) const READERS: &[Read] = &[
    python::read,
    java::read,
    javascript::read,
    rust::read,
    go::read,
    ruby::read,
    cpp::read,
    php::read,
    csharp::read,
    places::read,
    exceptions::read,
];
