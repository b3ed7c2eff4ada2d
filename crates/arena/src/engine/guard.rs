//! No engine outlives the runner, even if that is killed without a chance to say
//! anything.
//!
//! Beside each engine waits a shell that reads from a pipe whose other end only the
//! runner holds. Nothing is ever written: when the runner is gone, however it went,
//! the shell reads the end of the pipe and kills the engine's process group. (A
//! parent-death signal would need a hook between fork and exec, exists on Linux
//! only, and leaves the engine's own children alive.)

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::Pid;

/// `$0` is the group. `read` fails at the end of the pipe.
const SCRIPT: &str = r#"read -r line || kill -s KILL -- "-$0""#;

/// Watches over the process group of one engine.
pub(super) struct Guard {
    shell: Option<Child>,
}

impl Guard {
    /// Begins to watch. Where there is no shell, nobody watches.
    pub(super) fn over(group: Pid) -> Guard {
        let shell = Command::new("/bin/sh")
            .args(["-c", SCRIPT, &group.as_raw_pid().to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Its own group: what ends the runner's group must not end the guard.
            .process_group(0)
            .spawn();
        Guard { shell: shell.ok() }
    }

    /// Ends the watch. To be called while the group's number cannot yet belong to
    /// anybody else.
    pub(super) fn dismiss(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            // In this order: `wait` closes the pipe, which the shell must not see.
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper() -> Child {
        Command::new("sleep").arg("60").process_group(0).spawn().unwrap()
    }

    #[test]
    fn the_group_dies_when_the_pipe_ends() {
        let mut engine = sleeper();
        let mut guard = Guard::over(Pid::from_child(&engine));
        let mut shell = guard.shell.take().unwrap();
        drop(shell.stdin.take());
        shell.wait().unwrap();
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(engine.wait().unwrap().signal(), Some(9));
    }

    #[test]
    fn a_dismissed_guard_kills_nobody() {
        let mut engine = sleeper();
        Guard::over(Pid::from_child(&engine)).dismiss();
        assert_eq!(engine.try_wait().unwrap(), None);
        engine.kill().unwrap();
        engine.wait().unwrap();
    }
}
