//! What a build shows while it goes on.

use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use bookmaker::Event;

/// A line that moves, where somebody looks.
pub struct Progress {
    live: bool,
    shown: Instant,
    /// When the first search of the level that is searched now ended, and how many were
    /// done then: what an earlier run found comes at once.
    began: Option<(u32, Instant, usize)>,
}

impl Progress {
    pub fn new(json: bool) -> Progress {
        let live = std::io::stderr().is_terminal() && !json;
        Progress { live, shown: Instant::now(), began: None }
    }

    pub fn told(&mut self, event: Event) {
        if !self.live {
            return;
        }
        match event {
            Event::Level { ply, positions } => {
                eprint!("\r\x1b[K{} plies: {positions} positions", ply + 1);
            }
            Event::Search { ply, done, of } => {
                if self.began.is_none_or(|(level, ..)| level != ply) {
                    self.began = Some((ply, Instant::now(), done));
                }
                if done < of && self.shown.elapsed() < Duration::from_millis(200) {
                    return;
                }
                self.shown = Instant::now();
                let left = self.began.map_or(String::new(), |(_, time, before)| {
                    left(time.elapsed(), done - before, of - done)
                });
                eprint!("\r\x1b[K{} plies: {done} of {of} searches{left}", ply + 1);
            }
        }
        let _ = std::io::stderr().flush();
    }

    pub fn end(&self) {
        if self.live {
            eprint!("\r\x1b[K");
        }
    }
}

/// How long the rest of a level takes, by what was done so far.
fn left(took: Duration, done: usize, rest: usize) -> String {
    if done == 0 || rest == 0 {
        return String::new();
    }
    let seconds = took.as_secs_f64() / done as f64 * rest as f64;
    match seconds {
        0.0..90.0 => format!(", about {seconds:.0} s left at this depth"),
        _ => format!(", about {:.0} min left at this depth", seconds / 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_follows_what_was_done() {
        let second = Duration::from_secs(10);
        assert_eq!(left(second, 5, 20), ", about 40 s left at this depth");
        assert_eq!(left(second, 1, 60), ", about 10 min left at this depth");
        assert_eq!(left(second, 0, 60), "");
    }
}
