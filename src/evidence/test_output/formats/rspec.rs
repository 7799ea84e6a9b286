//! RSpec. Its frames, `# ./lib/pool.rb:12:in 'take'`, are a trace of Ruby.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::finding::Findings;
use crate::evidence::test_output::text;

pub(super) fn read(lines: &[&str], findings: &mut Findings) {
    for (at, line) in lines.iter().enumerate() {
        let trimmed = line.trim();
        if let Some((name, frame)) = listed(trimmed) {
            findings.failing(at, name);
            findings.frame(at, frame);
        }
        let Some(said) = trimmed.strip_prefix("Failure/Error: ") else { continue };
        findings.message(at, said);
        for (below, said) in lines.iter().enumerate().skip(at + 1).take(MOST_SAID) {
            let said = said.trim();
            if said.starts_with("# ") {
                break;
            }
            findings.message(below, said);
        }
    }
}

/// Lines of an explanation that are read, blank ones between them included.
const MOST_SAID: usize = 10;

/// `rspec ./spec/pool_spec.rb:12 # Pool#take lends one`, or with the example's number: `rspec './spec/x_spec.rb[1:2]' # …`.
fn listed(line: &str) -> Option<(&str, Option<Frame>)> {
    let (place, name) = line.strip_prefix("rspec ")?.split_once(" # ")?;
    let frame = text::place(place).and_then(|(path, number, _)| Frame::new(path, number, None));
    (place.contains(".rb")).then_some((name, frame))
}
