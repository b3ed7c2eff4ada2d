//! Starting other programs and passing their output through as it comes.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, thread};

use anyhow::{Context, Result, bail};

/// Where Debian puts engines; often missing from the PATH of services and of root.
const GAMES: &str = "/usr/games";
/// Where Debian puts servers; not in everybody's search path.
const SYSTEM: &str = "/usr/sbin";

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the workspace")
}

/// A command run from the workspace folder, with nothing to read from.
pub fn command(program: impl Into<OsString>) -> Command {
    let mut command = Command::new(program.into());
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// `cargo` of the pinned toolchain with these arguments.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Runs a command with its output going straight to ours.
///
/// # Errors
/// If it cannot be started or does not succeed.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", shown(command)))?;
    succeeded(command, status)
}

/// Runs a command, passes both its outputs through line by line, and shows each
/// line to `watch` as well.
///
/// # Errors
/// If it cannot be started; whether it succeeded is in the status.
pub fn watch(command: &mut Command, mut watch: impl FnMut(&str) + Send) -> Result<ExitStatus> {
    if io::stdout().is_terminal() {
        // The child writes into a pipe and would turn its colours off.
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", shown(command)))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (sender, receiver) = std::sync::mpsc::channel::<String>();
    thread::scope(|scope| {
        let other = sender.clone();
        scope.spawn(move || pass(out.expect("piped"), io::stdout(), &sender));
        scope.spawn(move || pass(err.expect("piped"), io::stderr(), &other));
        receiver.iter().for_each(|line| watch(&line));
    });
    child.wait().with_context(|| format!("lost {}", shown(command)))
}

fn pass(from: impl Read, mut to: impl Write, lines: &std::sync::mpsc::Sender<String>) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(from.read_until(b'\n', &mut line), Ok(length) if length > 0) {
        // A closed terminal must not stop the child: go on reading.
        let _ = to.write_all(&line).and_then(|()| to.flush());
        let _ = lines.send(without_colours(&String::from_utf8_lossy(&line)));
        line.clear();
    }
}

/// Runs a command and returns what it printed.
///
/// # Errors
/// If it cannot be started or does not succeed.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", shown(command)))?;
    succeeded(command, output.status)?;
    String::from_utf8(output.stdout).with_context(|| format!("{} is not UTF-8", shown(command)))
}

/// Whether a command runs and succeeds, without a trace on the screen.
pub fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// An error unless the command succeeded.
///
/// # Errors
/// Names the command and how it ended.
pub fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Where a program lies: the PATH, then the folder Debian keeps games in.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([GAMES, SYSTEM].map(PathBuf::from))
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Takes out terminal colour sequences (`ESC [ … letter`).
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut parts = line.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |at| at + 1);
        plain.push_str(&part[end..]);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(without_colours("\u{1b}[32;1m  Summary\u{1b}[0m [1 s]"), "  Summary [1 s]");
        assert_eq!(without_colours("plain [text]"), "plain [text]");
    }

    #[test]
    fn both_outputs_are_watched_and_the_status_is_kept() {
        let mut lines = Vec::new();
        let script = "echo out; echo err >&2; exit 3";
        let status =
            watch(command("sh").args(["-c", script]), |line| lines.push(line.trim().to_owned()));
        lines.sort();
        assert_eq!(lines, ["err", "out"]);
        assert_eq!(status.expect("sh is there").code(), Some(3));
    }

    #[test]
    fn a_program_that_cannot_be_started_is_named() {
        let error = run(&mut command("no-such-program-here")).expect_err("cannot start");
        assert!(error.to_string().contains("no-such-program-here"), "{error}");
        assert_eq!(find_program("no-such-program-here"), None);
        assert!(find_program("sh").is_some());
    }
}
