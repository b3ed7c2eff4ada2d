//! `cargo xtask test`: everything a change must pass.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::counts::Counts;
use crate::process::{cargo, find_program, root, run as run_command, succeeded, watch, works};
use crate::steps::Steps;
use crate::{layers, lint, needs, web};

/// Tells tests that a program they start must be there: they fail instead of
/// skipping themselves.
const REQUIRE_PROGRAMS: &str = "CHUHE_REQUIRE_PROGRAMS";

/// Run everything a change must pass: lint, layers, web page, tests, fuzz targets, doc tests
///
/// Stops at the first step that fails and names it. The last line says how many
/// tests passed and failed.
#[derive(clap::Args)]
pub struct Arguments {
    /// No formatting, clippy and documentation
    #[arg(long)]
    quick: bool,
    /// Install nothing; tests whose programs are missing skip themselves
    #[arg(long)]
    skip_install: bool,
}

/// Runs the task. The count of tests is the very last line, also after a
/// failed test.
pub fn run(arguments: &Arguments) -> ExitCode {
    let mut steps = Steps::default();
    let mut counts = Counts::default();
    let result = all(arguments, &mut steps, &mut counts);
    steps.print_timings();
    if let Err(error) = &result {
        eprintln!("error: {error:#}");
    }
    if counts != Counts::default() {
        println!("{counts}");
    }
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn all(arguments: &Arguments, steps: &mut Steps, counts: &mut Counts) -> Result<()> {
    let have_programs = steps.step("programs", || programs(arguments.skip_install))?;
    if !arguments.quick {
        lint::all(steps)?;
    }
    steps.step("layers", layers::check)?;
    let axe = steps.step("web", || web::check(arguments.skip_install))?;
    if find_program("node").is_some() {
        steps.step("web tests", || counted(&mut web::tests(), counts))?;
    }
    steps.step("without default features", without_features)?;
    steps.step("tests", || {
        let mut command = unit_tests();
        if have_programs && axe.is_some() {
            command.env(REQUIRE_PROGRAMS, "1");
        }
        if let Some(axe) = axe {
            command.env(web::AXE, axe);
        }
        counted(&mut command, counts)
    })?;
    steps.step("doc tests", || counted(&mut cargo(&["test", "--doc", "--workspace"]), counts))
}

/// Builds every crate that has features without them: no other step does.
fn without_features() -> Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cannot read the workspace with `cargo metadata`")?;
    for name in with_features(&metadata) {
        run_command(&mut cargo(&["check", "-p", name, "--no-default-features", "--all-targets"]))?;
    }
    Ok(())
}

/// The crates whose default features are not empty.
fn with_features(metadata: &Metadata) -> Vec<&str> {
    let some = |package: &&Package| package.features.get("default").is_some_and(|f| !f.is_empty());
    metadata.packages.iter().filter(some).map(|package| package.name.as_str()).collect()
}

fn programs(skip_install: bool) -> Result<bool> {
    if skip_install {
        return Ok(needs::report());
    }
    needs::install().map(|()| true)
}

fn unit_tests() -> Command {
    if works(&mut cargo(&["nextest", "--version"])) {
        return cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]);
    }
    println!("cargo-nextest is not installed: using cargo test");
    cargo(&["test", "--workspace", "--all-targets", "--no-fail-fast"])
}

fn counted(command: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut found = Counts::default();
    let status = watch(command, |line| {
        if let Some(more) = Counts::of_line(line) {
            found += more;
        }
    })?;
    *counts += found;
    judged(found, succeeded(command, status))
}

/// Failed tests are a better message than the exit code they cause.
fn judged(found: Counts, ended: Result<()>) -> Result<()> {
    if found.failed > 0 {
        bail!("{} of {} tests failed", found.failed, found.failed + found.passed);
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::command;

    #[test]
    fn crates_with_features_are_found() {
        let manifest = root().join("Cargo.toml");
        let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec();
        let metadata = metadata.expect("the workspace can be read");
        let found = with_features(&metadata);
        assert!(found.contains(&"chuhe-banqi-engine"), "{found:?}");
        assert!(!found.contains(&"chuhe-game"), "{found:?}");
    }

    #[test]
    fn failed_tests_are_reported_before_the_exit_code() {
        let found = Counts { passed: 3, failed: 1 };
        let error = judged(found, Err(anyhow::anyhow!("exit code 100"))).expect_err("failed");
        assert_eq!(error.to_string(), "1 of 4 tests failed");
        assert!(judged(found, Ok(())).is_err(), "a summary with failures counts whatever the code");
    }

    #[test]
    fn a_build_that_breaks_is_a_failure_without_failed_tests() {
        let mut counts = Counts::default();
        assert!(counted(command("sh").args(["-c", "exit 101"]), &mut counts).is_err());
        assert_eq!(counts, Counts::default());
        assert!(counted(&mut command("true"), &mut counts).is_ok());
    }
}
