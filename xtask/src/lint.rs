//! `cargo xtask lint`: formatting, clippy and documentation, warnings denied.

use anyhow::Result;

use crate::process::{cargo, run as run_command};
use crate::steps::Steps;

/// Check formatting, clippy and documentation; any warning is an error
#[derive(clap::Args)]
pub struct Arguments {}

/// Runs the task.
///
/// # Errors
/// Names the first step that fails.
pub fn run(_: &Arguments) -> Result<()> {
    let mut steps = Steps::default();
    let result = all(&mut steps);
    steps.print_timings();
    result
}

/// Every lint step.
///
/// # Errors
/// The first that fails.
pub fn all(steps: &mut Steps) -> Result<()> {
    steps.cargo("format", &["fmt", "--all", "--check"])?;
    steps.cargo("clippy", &["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"])?;
    steps.step("documentation", || {
        run_command(cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings"))
    })
}
