//! The three readings of one output together.

use crate::evidence::test_output::Frame;
use crate::evidence::test_output::failures;
use crate::evidence::test_output::frames;
use crate::evidence::test_output::messages;

/// What a test output says. Each list is in order of appearance and holds nothing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestReport {
    /// Places in code: stack frames, and the places that compilers point at.
    pub frames: Vec<Frame>,
    /// Names of failing tests as the runner spells them.
    pub failing: Vec<String>,
    /// Texts of assertions and errors.
    pub messages: Vec<String>,
}

impl TestReport {
    /// Reads an output. Any text is accepted; what is not understood is left out. Only the last lines of a very long
    /// output are read, since runners sum up at the end.
    pub fn parse(output: &str) -> Self {
        const MOST_LINES: usize = 20_000;
        let mut lines: Vec<String> = output.lines().map(without_escapes).collect();
        let skipped = lines.len().saturating_sub(MOST_LINES);
        lines.drain(..skipped);
        Self {
            frames: each_once(frames::find(&lines)),
            failing: each_once(failures::find(&lines)),
            messages: each_once(messages::find(&lines)),
        }
    }

    /// Whether nothing was understood.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.failing.is_empty() && self.messages.is_empty()
    }
}

/// A line without terminal colours.
fn without_escapes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
            continue;
        }
        // ESC [ parameters, up to a letter.
        for skipped in chars.by_ref() {
            if skipped.is_ascii_alphabetic() {
                break;
            }
        }
    }
    out
}

fn each_once<T: Clone + Eq + std::hash::Hash>(items: Vec<T>) -> Vec<T> {
    let mut known = std::collections::HashSet::new();
    items.into_iter().filter(|item| known.insert(item.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(report: &TestReport) -> Vec<String> {
        report
            .frames
            .iter()
            .map(|frame| {
                let function = frame.function.as_deref().map(|name| format!(" {name}"));
                format!("{}:{}{}", frame.path, frame.line, function.unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn reads_pytest() {
        let report = TestReport::parse(
            "____ TestPool.test_take ____\n\n    def test_take(self):\n>       assert pool.take() == 3\n\
             E       assert 4 == 3\n\ntests/test_pool.py:21: AssertionError\n\
             \u{1b}[31mFAILED\u{1b}[0m tests/test_pool.py::TestPool::test_take - assert 4 == 3\n\
             ERROR tests/test_net.py::test_open\n=== 1 failed in 0.02s ===\n",
        );
        assert_eq!(places(&report), ["tests/test_pool.py:21"]);
        assert_eq!(report.failing, ["tests/test_pool.py::TestPool::test_take", "tests/test_net.py::test_open"]);
        assert_eq!(report.messages, ["assert 4 == 3"]);
    }

    #[test]
    fn reads_a_python_traceback_and_unittest() {
        let report = TestReport::parse(
            "FAIL: test_sum (tests.test_math.SumTest.test_sum)\n\
             Traceback (most recent call last):\n  File \"/srv/app/calc/sum.py\", line 12, in add\n    return a + b\n\
             TypeError: unsupported operand type(s) for +: 'int' and 'str'\n",
        );
        assert_eq!(places(&report), ["/srv/app/calc/sum.py:12 add"]);
        assert_eq!(report.failing, ["test_sum (tests.test_math.SumTest.test_sum)"]);
        assert_eq!(report.messages, ["TypeError: unsupported operand type(s) for +: 'int' and 'str'"]);
    }

    #[test]
    fn reads_cargo() {
        let report = TestReport::parse(
            "test pool::tests::takes ... FAILED\ntest pool::tests::puts ... ok\n\n---- pool::tests::takes stdout ----\n\
             thread 'pool::tests::takes' panicked at src/pool.rs:41:9:\nassertion `left == right` failed\n  left: 4\n right: 3\n\
             error[E0425]: cannot find value `x` in this scope\n  --> src/main.rs:7:5\n",
        );
        assert_eq!(places(&report), ["src/pool.rs:41", "src/main.rs:7"]);
        assert_eq!(report.failing, ["pool::tests::takes"]);
        assert_eq!(
            report.messages,
            ["assertion `left == right` failed", "left: 4", "right: 3", "cannot find value `x` in this scope"]
        );
    }

    #[test]
    fn reads_go() {
        let report = TestReport::parse(
            "--- FAIL: TestTake/empty (0.00s)\n    pool_test.go:18: got 4, want 3\npanic: runtime error: index out of range\n\
             \ngoroutine 7 [running]:\nexample.com/pool.(*Pool).Take(0xc0000)\n\t/src/pool/pool.go:33 +0x1d\n",
        );
        assert_eq!(places(&report), ["pool_test.go:18", "/src/pool/pool.go:33 Take"]);
        assert_eq!(report.failing, ["TestTake/empty"]);
        assert_eq!(report.messages, ["got 4, want 3", "runtime error: index out of range"]);
    }

    #[test]
    fn reads_jest_and_vitest() {
        let report = TestReport::parse(
            "FAIL src/pool.test.ts\n  ● Pool › takes one\n\n    expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 4\n\n\
             \x20     at Pool.take (src/pool.ts:12:7)\n      at src/pool.test.ts:9:20\n\
             \x20FAIL  test/net.test.ts > Net > opens\nAssertionError: expected 4 to be 3\n ❯ src/net.ts:5:3\n",
        );
        assert_eq!(places(&report), ["src/pool.ts:12 take", "src/pool.test.ts:9", "src/net.ts:5"]);
        assert_eq!(report.failing, ["src/pool.test.ts", "Pool › takes one", "test/net.test.ts > Net > opens"]);
        assert_eq!(
            report.messages,
            ["expect(received).toBe(expected)", "Expected: 3", "Received: 4", "AssertionError: expected 4 to be 3"]
        );
    }

    #[test]
    fn reads_java() {
        let report = TestReport::parse(
            "[ERROR] PoolTest.takes:21 expected:<3> but was:<4>\njava.lang.IllegalStateException: pool is empty\n\
             \tat org.acme.pool.Pool.take(Pool.java:33)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n\
             Caused by: java.io.IOException: closed\nPoolTest > puts() FAILED\n",
        );
        assert_eq!(places(&report), ["org/acme/pool/Pool.java:33 take", "java/lang/Thread.java:840 run"]);
        assert_eq!(report.failing, ["PoolTest.takes", "PoolTest > puts()"]);
        assert_eq!(
            report.messages,
            [
                "expected:<3> but was:<4>",
                "java.lang.IllegalStateException: pool is empty",
                "java.io.IOException: closed"
            ]
        );
    }

    #[test]
    fn reads_ruby_and_nothing() {
        let report = TestReport::parse("lib/site.rb:40:in 'Site#read': undefined method 'x' for nil (NoMethodError)\n");
        assert_eq!(places(&report), ["lib/site.rb:40 read"]);
        assert!(TestReport::parse("all good at 12:30, see http://host:80/x\n").is_empty());
    }
}
