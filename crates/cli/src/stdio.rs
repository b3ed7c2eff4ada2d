//! Lines of standard input, and standard output and error as sinks of a session.

use std::io::{BufRead, Write};
use std::sync::Arc;

use play::session::{Next, Output};
use protocol::LineError;
use protocol::line::LineSplitter;

/// Hands every line of standard input on, until one ends the session or there is
/// none left.
pub fn each_line(mut carry_out: impl FnMut(Result<String, LineError>) -> Next) {
    let mut input = std::io::stdin().lock();
    let mut splitter = LineSplitter::new();
    while let Ok(bytes) = input.fill_buf() {
        if bytes.is_empty() {
            break;
        }
        let lines = splitter.push(bytes);
        let length = bytes.len();
        input.consume(length);
        for line in lines {
            if carry_out(line) == Next::Quit {
                return;
            }
        }
    }
    if let Some(line) = splitter.finish() {
        let _ = carry_out(line);
    }
}

/// Standard output, line by line at once. Nobody left to read is not our error: the
/// end of input will end us.
pub fn output() -> Output {
    Arc::new(|text| {
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    })
}

/// Standard error.
pub fn errors() -> Output {
    Arc::new(|text| {
        let _ = writeln!(std::io::stderr(), "{text}");
    })
}
