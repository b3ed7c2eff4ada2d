//! `chuhe uci`: the engine behind UCI, UCCI and UCI-Cyclone, on standard input
//! and output. The first word decides the dialect.

mod options;
mod session;
mod talk;
mod watch;

use std::io::BufRead;
use std::process::ExitCode;

use anyhow::Result;

use session::Session;
pub use talk::say;
pub use watch::Stopwatch;

/// Run the engine for a graphical interface (UCI, UCCI, UCI-Cyclone)
///
/// Reads commands from standard input. The first word decides the dialect: uci,
/// ucci or ucicyclone. Moves are written with ranks 0–9 (h2e2).
#[derive(clap::Args)]
#[command(after_help = "Besides the protocol these words help at a terminal:\n  \
    d           show the position\n  \
    eval        the terms of its evaluation\n  \
    bench       the engine's signature\n  \
    go perft N  count the tree\n\n\
    Example:\n  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | chuhe uci")]
pub struct Args {
    /// The program to be: chuhe or shenxiang
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for the transposition table
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut session = Session::new(&args.profile, args.hash, args.threads)?;
    for line in Lines::of(std::io::stdin().lock()) {
        if !session.hear(&line) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    session.leave();
    Ok(ExitCode::SUCCESS)
}

/// Lines of bounded length, whatever bytes come.
pub struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    /// The lines of a reader.
    pub fn of(reader: R) -> Lines<R> {
        Lines(reader)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            let buffer = self.0.fill_buf().ok()?;
            if buffer.is_empty() {
                return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // The parser refuses over-long lines; one byte more than it takes is enough.
            let room = (protocol::MAX_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.0.consume(used);
            if end.is_some() {
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}
