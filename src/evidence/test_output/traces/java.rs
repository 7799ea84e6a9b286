//! Stack traces of the JVM: `at org.acme.Pool.take(Pool.java:33)`. The package says where the file stands.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        findings.frame(at, frame(line));
    }
}

fn frame(line: &str) -> Option<Frame> {
    let line = line.trim().strip_prefix("at ")?;
    // Log frameworks put the archive behind: `(Pool.java:33) ~[pool-1.0.jar:1.0]`.
    let (call, place) = line.split(") ").next()?.trim_end_matches(')').split_once('(')?;
    let (file, number) = place.rsplit_once(':')?;
    let number = number.parse().ok()?;
    if !matches!(file.rsplit_once('.')?.1, "java" | "kt" | "scala" | "groovy") || file.contains('/') {
        return None;
    }
    // `java.base/java.lang.Thread.run` and `app//org.acme.Pool.take` name the module first.
    let call = call.rsplit('/').next().unwrap_or(call);
    let (class, method) = call.rsplit_once('.')?;
    let package = class.rsplit_once('.').map(|(package, _)| package.replace('.', "/"));
    let path = package.map_or_else(|| file.to_owned(), |package| format!("{package}/{file}"));
    Frame::new(&path, number, function(class, method))
}

/// `lambda$take$0` runs in `take`, `<init>` in the class.
fn function(class: &str, method: &str) -> Option<String> {
    let name = match method.strip_prefix("lambda$").and_then(|rest| rest.split('$').next()) {
        Some(name) => name,
        None if method == "<init>" => class.rsplit(['.', '$']).next()?,
        None if method == "<clinit>" => return None,
        None => method.split('$').next()?,
    };
    Some(name.to_owned())
}
