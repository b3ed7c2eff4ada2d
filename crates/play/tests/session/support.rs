//! A session and what it writes.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use game::GameKind;
use play::session::{Config, Next, Output, Session};

/// Longer than any search of these tests on a busy machine; only to end a test that
/// would wait for ever.
const PATIENCE: Duration = Duration::from_secs(300);

/// A sink, and the lines that went into it.
pub fn sink() -> (Output, Receiver<String>) {
    let (sender, lines) = channel();
    let output = move |text: &str| {
        for line in text.lines() {
            // A test that is over reads no more.
            let _ = sender.send(line.to_owned());
        }
    };
    (Arc::new(output), lines)
}

/// A session that a test drives.
pub struct Driver {
    session: Option<Session>,
    lines: Receiver<String>,
}

impl Driver {
    pub fn new(config: &Config) -> Driver {
        let (output, lines) = sink();
        Driver { session: Some(Session::new(config, output).unwrap()), lines }
    }

    pub fn of(game: GameKind) -> Driver {
        Driver::new(&Config { game, ..Config::default() })
    }

    pub fn xiangqi() -> Driver {
        Driver::of(GameKind::Xiangqi)
    }

    pub fn banqi() -> Driver {
        Driver::of(GameKind::Banqi)
    }

    pub fn send(&mut self, line: &str) {
        assert_eq!(self.session().command(line), Next::Continue, "{line}");
    }

    pub fn session(&mut self) -> &mut Session {
        self.session.as_mut().expect("the session goes on")
    }

    /// The lines up to and with the first that starts with `end`.
    pub fn until(&mut self, end: &str) -> Vec<String> {
        let mut read = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => read.push(line),
                Err(error) => panic!("no {end} ({error}) in {read:?}"),
            }
            if read.last().is_some_and(|line| line.starts_with(end)) {
                return read;
            }
        }
    }

    /// Everything that is said about a line, `readyok` left out.
    pub fn remark(&mut self, line: &str) -> String {
        self.send(line);
        self.send("isready");
        let mut read = self.until("readyok");
        read.pop();
        read.join("\n")
    }

    /// The last line a `go` gets.
    pub fn best(&mut self, go: &str) -> String {
        self.send(go);
        self.until("bestmove").pop().unwrap()
    }

    /// What is left to read after the session is over.
    pub fn end(mut self) -> Vec<String> {
        drop(self.session.take());
        self.lines.iter().collect()
    }
}
