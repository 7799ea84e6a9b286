//! Backtraces of Ruby: ``lib/pool.rb:12:in 'Pool#take'``, older ones with a backtick, behind `from ` or `# `.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let line = line.trim();
        let line = text::after_any(line, &["from ", "# "]).unwrap_or(line);
        let Some((path, number, rest)) = text::place(line) else { continue };
        if !(path.ends_with(".rb") || path.ends_with(".rake")) || path.contains(' ') {
            continue;
        }
        let quoted = rest.strip_prefix(":in ");
        let name = quoted.and_then(|rest| rest.trim_start_matches(['\'', '`']).split('\'').next());
        // `block in Pool#take`, `rescue in take`.
        let name =
            name.and_then(|name| name.rsplit(' ').next()).filter(|name| !name.starts_with('<') && !name.ends_with('>'));
        findings.frame(at, Frame::new(path, number, name.map(text::bare)));
        // The first line of a backtrace says what was raised, too.
        if let Some((_, said)) = quoted.and_then(|rest| rest.split_once("': ")) {
            findings.message(at, said);
        }
    }
}
