//! How many tests ran: read from the summaries of nextest, of `cargo test` and of
//! Node's runner.

use std::fmt;
use std::ops::AddAssign;

/// Tests that passed and tests that did not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Ran and passed.
    pub passed: u64,
    /// Failed, crashed, timed out or could not be started.
    pub failed: u64,
}

impl Counts {
    /// What one line of output adds; `None` unless it is a summary.
    pub fn of_line(line: &str) -> Option<Counts> {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("test result: ") {
            let (_, fields) = rest.split_once(". ")?;
            return Some(Counts::of_fields(fields.split(';')));
        }
        // Node's runner says both on lines of their own.
        let of_node = |mark| line.strip_prefix(mark).and_then(|number: &str| number.parse().ok());
        if let Some(passed) = of_node("# pass ") {
            return Some(Counts { passed, failed: 0 });
        }
        if let Some(failed) = of_node("# fail ") {
            return Some(Counts { passed: 0, failed });
        }
        let (_, fields) = line.strip_prefix("Summary [")?.split_once(" run: ")?;
        Some(Counts::of_fields(fields.split(',')))
    }

    fn of_fields<'a>(fields: impl Iterator<Item = &'a str>) -> Counts {
        let mut counts = Counts::default();
        for field in fields {
            let (number, what) = field.trim().split_once(' ').unwrap_or_default();
            let number = number.parse().unwrap_or(0);
            match what.split(" (").next() {
                Some("passed") => counts.passed += number,
                Some("failed" | "exec failed" | "timed out") => counts.failed += number,
                _ => {}
            }
        }
        counts
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let cases = [
            ("     Summary [   0.004s] 2 tests run: 2 passed, 0 skipped", Some((2, 0))),
            ("     Summary [  10.1s] 1 test run: 1 passed, 3 skipped\n", Some((1, 0))),
            ("Summary [ 1s] 9 tests run: 6 passed (1 slow, 2 flaky), 3 failed", Some((6, 3))),
            (
                "Summary [ 1s] 5/9 tests run: 1 passed, 1 failed, 2 timed out, 1 exec failed",
                Some((1, 4)),
            ),
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s",
                Some((12, 0)),
            ),
            (
                "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
                Some((3, 2)),
            ),
            ("# pass 12", Some((12, 0))),
            ("# fail 2", Some((0, 2))),
            ("# passing through", None),
            ("        PASS [   0.004s] chuhe-game rng::tests::shuffle", None),
            ("all doctests ran in 0.25s; merged doctests compilation took 0.22s", None),
            ("7 passed, 0 failed", None),
        ];
        for (line, expected) in cases {
            let found = Counts::of_line(line).map(|counts| (counts.passed, counts.failed));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn counts_add_up_and_print() {
        let mut sum = Counts { passed: 1, failed: 0 };
        sum += Counts { passed: 2, failed: 3 };
        assert_eq!(sum.to_string(), "3 passed, 3 failed");
    }
}
