//! A run made of named steps: each is announced, timed, and the first that
//! fails stops the run.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::process;

/// The steps done so far and how long each took.
#[derive(Default)]
pub struct Steps {
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Does one step.
    ///
    /// # Errors
    /// What the step reports, under the step's name.
    pub fn step<T>(&mut self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("==> {name}");
        let start = Instant::now();
        let result = work();
        self.done.push((name, start.elapsed()));
        result.with_context(|| format!("step `{name}` failed"))
    }

    /// Does one step that is a cargo command.
    ///
    /// # Errors
    /// If the command fails.
    pub fn cargo(&mut self, name: &'static str, arguments: &[&str]) -> Result<()> {
        self.step(name, || process::run(&mut process::cargo(arguments)))
    }

    /// Prints how long each step took.
    pub fn print_timings(&self) {
        println!("==> timings");
        for (name, time) in &self.done {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
        let total: Duration = self.done.iter().map(|&(_, time)| time).sum();
        println!("{:>8.1} s  total", total.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_step_is_named_and_timed() {
        let mut steps = Steps::default();
        assert_eq!(steps.step("good", || Ok(7)).expect("good"), 7);
        let error = steps.step::<()>("bad", || anyhow::bail!("broken")).expect_err("bad");
        assert_eq!(format!("{error:#}"), "step `bad` failed: broken");
        let names: Vec<_> = steps.done.iter().map(|&(name, _)| name).collect();
        assert_eq!(names, ["good", "bad"]);
    }
}
