//! An engine's process: its pipes, its end, its group.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use protocol::MAX_LINE;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::config::EngineConfig;
use super::guard::Guard;
use super::logs::{StderrLog, Transcript, log_path};
use super::machine;
use super::reader::{Input, Line, listen};
use crate::player::Fault;

/// How long a process may take to leave after `quit`, or to be gone after it
/// closed its output.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);
/// How long a line may wait for an engine that does not read.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// A running engine, leader of its own process group. Dropping it ends the group,
/// and so does the end of this process.
pub(super) struct Process {
    child: Child,
    group: Pid,
    guard: Guard,
    input: Option<ChildStdin>,
    lines: Receiver<Input>,
    stderr: Option<StderrLog>,
    transcript: Option<Transcript>,
    /// What is said to make it leave; empty: nothing.
    quit_command: &'static str,
    last_words: String,
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts the program of a configuration.
    pub(super) fn start(
        config: &EngineConfig,
        logs: Option<&Path>,
        core: Option<usize>,
        quit_command: &'static str,
    ) -> Result<Process, Fault> {
        let program = config.program_path();
        let mut command = Command::new(&program);
        command
            .args(&config.args)
            .envs(config.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(if logs.is_some() { Stdio::piped() } else { Stdio::null() })
            .process_group(0);
        if let Some(dir) = &config.dir {
            command.current_dir(dir);
        }
        let child = machine::on_core(core, || command.spawn());
        let child = child.map_err(|error| {
            let place = config.dir.as_ref().map(|dir| format!(" in {}", dir.display()));
            let place = place.unwrap_or_default();
            Fault::Crash(format!("cannot start {}{place}: {error}", program.display()))
        })?;
        Ok(Process::attach(child, config, logs, quit_command))
    }

    fn attach(
        mut child: Child,
        config: &EngineConfig,
        logs: Option<&Path>,
        quit_command: &'static str,
    ) -> Process {
        let group = Pid::from_child(&child);
        let guard = Guard::over(group);
        let input = child.stdin.take();
        if let Some(input) = &input {
            // So that an engine which does not read cannot block us.
            let _ = rustix::io::ioctl_fionbio(input, true);
        }
        let lines = listen(child.stdout.take().expect("stdout is piped"));
        let stderr = child.stderr.take().zip(logs);
        let stderr = stderr
            .map(|(pipe, logs)| StderrLog::start(pipe, log_path(logs, &config.name, "stderr")));
        let transcript = logs.filter(|_| config.transcript).and_then(|logs| {
            let path = log_path(logs, &config.name, "transcript");
            Transcript::open(&path, child.id(), &config.command).ok()
        });
        Process {
            group,
            guard,
            child,
            input,
            lines,
            stderr,
            transcript,
            quit_command,
            last_words: String::new(),
            status: None,
        }
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: impl Display) -> Result<(), Fault> {
        let mut text = line.to_string();
        if let Some(transcript) = &mut self.transcript {
            transcript.note('>', Instant::now(), &text);
        }
        text.push('\n');
        let written = self.write(text.as_bytes());
        written.map_err(|error| self.unreachable(text.trim_end(), &error))
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(ErrorKind::BrokenPipe.into()) };
        let deadline = Instant::now() + WRITE_TIMEOUT;
        while !bytes.is_empty() {
            match input.write(bytes) {
                Ok(length) => bytes = &bytes[length..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait_for_room(input, deadline)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The fault of an engine that cannot be told something.
    fn unreachable(&mut self, line: &str, error: &io::Error) -> Fault {
        let line = excerpt(line);
        if error.kind() == ErrorKind::TimedOut {
            self.kill();
            return Fault::Hang(format!("does not read its input; `{line}` could not be sent"));
        }
        let end = self.describe_end("closed its input");
        Fault::Crash(format!("{end} when it was sent `{line}`{}", self.quote_last_words()))
    }

    /// The next line, `None` if there is none before the deadline.
    pub(super) fn line_before(&mut self, deadline: Instant) -> Result<Option<Line>, Fault> {
        let timeout = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(timeout) {
            Ok(Input::Line(line)) => {
                self.remember(&line);
                Ok(Some(line))
            }
            Ok(Input::TooLong) => {
                self.kill();
                Err(Fault::Garbage(format!("a line of more than {MAX_LINE} bytes")))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let end = self.describe_end("closed its output");
                Err(Fault::Crash(format!("{end}{}", self.quote_last_words())))
            }
        }
    }

    fn remember(&mut self, line: &Line) {
        if let Some(transcript) = &mut self.transcript {
            transcript.note('<', line.at, &line.text);
        }
        if !line.text.trim().is_empty() {
            self.last_words = excerpt(&line.text);
        }
    }

    /// What it said last, for the words of a fault.
    pub(super) fn quote_last_words(&self) -> String {
        match self.last_words.as_str() {
            "" => String::new(),
            words => format!("; its last words: `{words}`"),
        }
    }

    /// Processor time used so far.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        machine::processor_time(self.child.id())
    }

    /// Ends the whole group at once and collects the status.
    pub(super) fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        self.input = None;
        // The group first: until its leader is waited for, its number cannot
        // belong to anybody else.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.kill();
        self.guard.dismiss();
        self.status = self.child.wait().ok();
        if let Some(stderr) = &self.stderr {
            stderr.finish(LEAVE_TIMEOUT);
        }
    }

    /// Waits for the end without collecting the status. False if it lives on.
    fn has_ended(&self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.group), options) {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(None) => return false,
                _ => return true,
            }
        }
    }

    /// Whether it can still be spoken to.
    pub(super) fn is_alive(&self) -> bool {
        self.status.is_none() && !self.has_ended(Duration::ZERO)
    }

    /// Ends the group and says how its leader ended; `otherwise` if it had not.
    fn describe_end(&mut self, otherwise: &str) -> String {
        let ended = self.status.is_some() || self.has_ended(LEAVE_TIMEOUT);
        self.kill();
        match self.status {
            Some(status) if ended => describe(status),
            _ => format!("{otherwise} without ending"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() && !self.quit_command.is_empty() {
            let quit_command = self.quit_command;
            let told = self.write(format!("{quit_command}\n").as_bytes()).is_ok();
            self.input = None;
            // Nobody listens any more: a full pipe must not keep it from leaving.
            let deadline = Instant::now() + LEAVE_TIMEOUT;
            while told
                && Instant::now() < deadline
                && matches!(self.line_before(deadline), Ok(Some(_)))
            {}
        }
        self.kill();
    }
}

fn wait_for_room(input: &ChildStdin, deadline: Instant) -> io::Result<()> {
    let timeout = deadline.saturating_duration_since(Instant::now());
    if timeout.is_zero() {
        return Err(ErrorKind::TimedOut.into());
    }
    let timeout = Timespec::try_from(timeout).map_err(|_| ErrorKind::TimedOut)?;
    poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&timeout))?;
    Ok(())
}

/// The beginning of a text, for messages.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with exit status {code}"),
        (None, Some(signal)) => match signal_name(signal) {
            Some(name) => format!("killed by signal {signal} ({name})"),
            None => format!("killed by signal {signal}"),
        },
        (None, None) => "ended".to_owned(),
    }
}

fn signal_name(signal: i32) -> Option<&'static str> {
    const NAMES: [(Signal, &str); 10] = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::TERM, "SIGTERM"),
    ];
    NAMES.iter().find(|(known, _)| known.as_raw() == signal).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ProtocolName;

    fn shell(script: &str) -> Process {
        let mut config = EngineConfig::program("sh", "sh", ProtocolName::Uci);
        config.args = vec!["-c".into(), script.into()];
        Process::start(&config, None, None, "quit").unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn lines_go_in_and_out() {
        let mut cat = shell("cat");
        cat.send("isready").unwrap();
        assert_eq!(cat.line_before(soon()).unwrap().unwrap().text, "isready");
        assert!(cat.line_before(Instant::now()).unwrap().is_none());
    }

    #[test]
    fn ends_are_told_in_words() {
        let cases = [
            ("exit 3", "ended with exit status 3"),
            ("echo oops; exit 0", "ended with exit status 0; its last words: `oops`"),
            ("kill -SEGV $$", "killed by signal 11 (SIGSEGV)"),
            ("exec >&-; sleep 60", "closed its output without ending"),
        ];
        for (script, words) in cases {
            let mut process = shell(script);
            let fault = loop {
                match process.line_before(soon()) {
                    Ok(line) => assert!(line.is_some(), "{script}"),
                    Err(fault) => break fault,
                }
            };
            assert_eq!(fault, Fault::Crash(words.to_owned()));
        }
    }

    #[test]
    fn a_closed_input_is_a_crash() {
        let mut process = shell("exec <&-; echo closed; sleep 60");
        assert!(process.line_before(soon()).unwrap().is_some());
        let fault = process.send("go").unwrap_err();
        let words =
            "closed its input without ending when it was sent `go`; its last words: `closed`";
        assert_eq!(fault, Fault::Crash(words.to_owned()));
    }

    #[test]
    fn an_engine_that_does_not_read_cannot_block_us() {
        let mut process = shell("sleep 60");
        let long = "x".repeat(1 << 20);
        assert!(matches!(process.send(long), Err(Fault::Hang(_))));
    }

    #[test]
    fn a_missing_program_is_named() {
        let config = EngineConfig::program("a", "/nowhere/engine", ProtocolName::Uci);
        let fault = Process::start(&config, None, None, "quit").err().unwrap();
        assert!(fault.to_string().contains("cannot start /nowhere/engine"), "{fault}");
    }

    #[test]
    fn the_whole_group_dies_with_its_leader() {
        let mut process = shell("sleep 60 & echo $!; exec cat");
        let child = process.line_before(soon()).unwrap().unwrap().text;
        drop(process);
        let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        let deadline = soon();
        // The orphan is reaped by whoever adopts it, which may take a moment.
        while !(state().is_empty() || state().contains(") Z ")) {
            assert!(Instant::now() < deadline, "{}", state());
            thread::sleep(Duration::from_millis(5));
        }
    }
}
