//! `cargo xtask fuzz`: every fuzz target for a while, and how many inputs each tried.

use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{cargo, command, output, run as run_command, succeeded, watch, works};

/// An input that takes longer than this many seconds is a finding.
const TIMEOUT: &str = "10";

/// Where cargo-fuzz keeps the inputs of each target.
const CORPUS: &str = "fuzz/corpus";

/// Run all fuzz targets and say how many inputs each tried
///
/// Guided by coverage where a nightly toolchain and cargo-fuzz are there;
/// otherwise the same targets on random and mutated inputs.
#[derive(clap::Args)]
pub struct Arguments {
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Only this target
    #[arg(long)]
    target: Option<String>,
    /// Random inputs on the pinned toolchain even if coverage is available
    #[arg(long)]
    stable: bool,
    /// Seed of the random inputs: same seed, same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the task.
///
/// # Errors
/// Names the targets with a finding and how to run the input again.
pub fn run(arguments: &Arguments) -> Result<()> {
    let targets = chosen(targets()?, arguments.target.as_deref())?;
    let guided = !arguments.stable && coverage_is_there();
    if guided {
        run_command(random_runner().arg("--write-seeds").arg(CORPUS))?;
        run_command(&mut cargo_fuzz("build"))?;
    }
    let results: Vec<_> = targets
        .iter()
        .map(|target| {
            println!("==> {target}");
            let mut command =
                if guided { guided_run(target, arguments) } else { random_run(target, arguments) };
            tried(&mut command)
        })
        .collect();
    report(&targets, &results, guided)
}

fn report(targets: &[String], results: &[Result<u64>], guided: bool) -> Result<()> {
    println!("==> inputs tried, {}", if guided { "guided by coverage" } else { "at random" });
    for (target, result) in targets.iter().zip(results) {
        match result {
            Ok(inputs) => println!("{inputs:>12}  {target}"),
            Err(_) => println!("     FINDING  {target}, see above"),
        }
    }
    let findings = results.iter().filter(|result| result.is_err()).count();
    println!("{} targets, {findings} with a finding", targets.len());
    ensure!(findings == 0, "{findings} fuzz targets failed");
    Ok(())
}

fn targets() -> Result<Vec<String>> {
    let list = output(random_runner().arg("--list"))?;
    Ok(list.lines().map(str::to_owned).collect())
}

fn chosen(targets: Vec<String>, only: Option<&str>) -> Result<Vec<String>> {
    let Some(only) = only else { return Ok(targets) };
    if !targets.iter().any(|target| target == only) {
        bail!("there is no fuzz target {only}; there are {}", targets.join(", "));
    }
    Ok(vec![only.to_owned()])
}

fn coverage_is_there() -> bool {
    let there = works(command("cargo").args(["+nightly", "fuzz", "--version"]));
    if !there {
        println!(
            "no coverage: needs `rustup toolchain install nightly` and `cargo install cargo-fuzz`"
        );
    }
    there
}

fn random_runner() -> Command {
    cargo(&["run", "--quiet", "--package", "chuhe-fuzz", "--bin", "random", "--"])
}

fn random_run(target: &str, arguments: &Arguments) -> Command {
    let mut command = random_runner();
    command.args(["--target", target]);
    command.arg("--seconds").arg(arguments.seconds.to_string());
    command.arg("--seed").arg(arguments.seed.to_string());
    command
}

/// cargo-fuzz through rustup, because the pinned toolchain has no coverage.
/// Sanitizers look for faults of unsafe code, of which there is none here.
fn cargo_fuzz(what: &str) -> Command {
    let mut command = command("cargo");
    command.args(["+nightly", "fuzz", what, "--sanitizer", "none"]);
    command.args(["--no-default-features", "--features", "libfuzzer"]);
    // The variable of the outer cargo would win over `+nightly` inside rustc calls.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTC").env_remove("CARGO");
    command
}

fn guided_run(target: &str, arguments: &Arguments) -> Command {
    let mut command = cargo_fuzz("run");
    command.arg(target).arg("--");
    command.arg(format!("-max_total_time={}", arguments.seconds));
    command.arg(format!("-timeout={TIMEOUT}")).arg("-print_final_stats=1");
    command.arg(format!("-dict={CORPUS}/{target}.dict")).args(["-verbosity=0", "-print_funcs=0"]);
    command
}

fn tried(command: &mut Command) -> Result<u64> {
    let mut inputs = None;
    let status = watch(command, |line| inputs = inputs_in(line).or(inputs))?;
    succeeded(command, status)?;
    inputs.context("the run did not say how many inputs it tried")
}

/// The count in a line of libFuzzer's statistics or of the random runner.
fn inputs_in(line: &str) -> Option<u64> {
    let line = line.trim();
    let count = line
        .strip_prefix("stat::number_of_executed_units:")
        .or_else(|| line.strip_prefix("inputs tried:"))?;
    count.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_both_runners() {
        assert_eq!(inputs_in("stat::number_of_executed_units: 48213\n"), Some(48213));
        assert_eq!(inputs_in("inputs tried: 17"), Some(17));
        assert_eq!(inputs_in("stat::average_exec_per_sec: 17"), None);
    }

    #[test]
    fn an_unknown_target_is_refused_with_the_list() {
        let all = || vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(chosen(all(), Some("b")).expect("there"), ["b"]);
        assert_eq!(chosen(all(), None).expect("all"), ["a", "b"]);
        let error = chosen(all(), Some("c")).expect_err("unknown").to_string();
        assert_eq!(error, "there is no fuzz target c; there are a, b");
    }

    #[test]
    fn a_run_that_dies_is_a_finding() {
        assert!(tried(command("sh").args(["-c", "echo inputs tried: 5; exit 1"])).is_err());
        assert_eq!(tried(command("sh").args(["-c", "echo inputs tried: 5"])).expect("5"), 5);
        assert!(tried(&mut command("true")).is_err());
    }
}
