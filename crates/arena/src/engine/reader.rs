//! The thread that listens to an engine.

use std::io::Read;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Instant;

use protocol::MAX_LINE;
use protocol::line::LineSplitter;

/// How many lines may wait. An engine that talks while nobody listens is held up
/// by its own pipe, not by our memory.
const WAITING_LINES: usize = 1024;

/// A line and when its last byte was read.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// What comes out of an engine.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// A line.
    Line(Line),
    /// A line that has become longer than any protocol's.
    TooLong,
}

/// Starts listening. The channel closes when the pipe does.
pub(super) fn listen(source: impl Read + Send + 'static) -> Receiver<Input> {
    let (sender, receiver) = mpsc::sync_channel(WAITING_LINES);
    thread::spawn(move || {
        // An error means that nobody wants to hear more.
        let _ = pass_on(source, &sender);
    });
    receiver
}

fn pass_on(
    mut source: impl Read,
    sender: &SyncSender<Input>,
) -> Result<(), mpsc::SendError<Input>> {
    let mut splitter = LineSplitter::new();
    let mut gauge = Gauge::default();
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length) = source.read(&mut buffer) {
        let at = Instant::now();
        let bytes = &buffer[..length];
        for line in splitter.push(bytes) {
            match line {
                Ok(text) => sender.send(Input::Line(Line { text, at }))?,
                Err(_) if gauge.reported => {}
                Err(_) => sender.send(Input::TooLong)?,
            }
            gauge = Gauge::default();
        }
        if length == 0 {
            break;
        }
        if gauge.add(bytes) {
            sender.send(Input::TooLong)?;
        }
    }
    match splitter.finish() {
        Some(Ok(text)) => sender.send(Input::Line(Line { text, at: Instant::now() })),
        _ => Ok(()),
    }
}

/// Watches the length of an unfinished line, since an endless one would
/// otherwise never be noticed.
#[derive(Default)]
struct Gauge {
    length: usize,
    reported: bool,
}

impl Gauge {
    /// Adds what stands behind the last line end; true once, when it is too much.
    fn add(&mut self, bytes: &[u8]) -> bool {
        let tail = bytes.iter().rev().take_while(|&&byte| byte != b'\n').count();
        self.length += tail;
        let news = self.length > MAX_LINE && !self.reported;
        self.reported |= news;
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines_of(bytes: Vec<u8>) -> Vec<String> {
        let inputs = listen(Cursor::new(bytes)).into_iter();
        inputs
            .map(|input| match input {
                Input::Line(line) => line.text,
                Input::TooLong => "(too long)".to_owned(),
            })
            .collect()
    }

    #[test]
    fn lines_come_one_by_one_and_the_last_needs_no_end() {
        assert_eq!(lines_of(b"uciok\r\n\nready".to_vec()), ["uciok", "", "ready"]);
    }

    #[test]
    fn a_long_line_is_reported_once_whether_it_ends_or_not() {
        let mut bytes = vec![b'x'; 10_000_000];
        assert_eq!(lines_of(bytes.clone()), ["(too long)"]);
        bytes.extend(b"\nreadyok\n");
        assert_eq!(lines_of(bytes), ["(too long)", "readyok"]);
        let mut bytes = b"a\n".to_vec();
        bytes.extend(vec![b'x'; MAX_LINE + 1]);
        bytes.extend(b"\nb\n");
        assert_eq!(lines_of(bytes), ["a", "(too long)", "b"]);
    }
}
