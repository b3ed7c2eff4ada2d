//! Conversations with `chuhe uci` as a real process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

/// `chuhe uci` as a child process.
pub struct Engine {
    pub child: Child,
    pub input: Option<ChildStdin>,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Engine {
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::of(Command::new(env!("CARGO_BIN_EXE_chuhe")).arg("uci").args(arguments))
    }

    /// The engine with so many kilobytes of memory.
    #[allow(dead_code, reason = "each test program uses some of these")]
    pub fn start_with_memory(kilobytes: u64) -> Engine {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" uci");
        Engine::of(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_chuhe")]))
    }

    fn of(command: &mut Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Engine { child, input, lines }
    }

    pub fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The lines up to and with the first that starts with `end`.
    pub fn until(&mut self, end: &str) -> Vec<String> {
        let mut read = Vec::new();
        for line in self.lines.by_ref() {
            let line = line.unwrap();
            let found = line.starts_with(end);
            read.push(line);
            if found {
                return read;
            }
        }
        panic!("the engine left without saying {end}: {read:?}");
    }

    /// What the engine remarks about a line; it must still be there afterwards.
    pub fn remark(&mut self, line: &str) -> String {
        self.send(line);
        self.send("isready");
        self.until("readyok").join("\n")
    }

    pub fn quit(mut self) {
        self.send("quit");
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}
