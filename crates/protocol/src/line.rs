//! Bounded lines: the guard between raw bytes and the parsers.

/// The longest line a parser accepts, in bytes without its line end. A game of
/// ten thousand plies in one `position` command still fits.
pub const MAX_LINE: usize = 64 * 1024;

/// Why a line was not looked at.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// The line exceeds [`MAX_LINE`].
    #[error("a line of {length} bytes; at most {MAX_LINE} are read")]
    TooLong {
        /// How long the line was.
        length: usize,
    },
    /// One text holds several lines, or a zero byte.
    #[error("column {column}: {found:?} inside a line; pass one line at a time")]
    Broken {
        /// Where, counted in characters from 1.
        column: usize,
        /// The line feed, carriage return or zero.
        found: char,
    },
}

/// Strips spaces and the line end, and refuses what is not one line of bounded length.
///
/// ```
/// assert_eq!(protocol::line::check("  readyok \r\n"), Ok("readyok"));
/// assert!(protocol::line::check("isready\nquit").is_err());
/// ```
///
/// # Errors
/// If the line is too long, or has a line break or a zero in its midst.
pub fn check(line: &str) -> Result<&str, LineError> {
    let line = line.trim_ascii();
    if line.len() > MAX_LINE {
        return Err(LineError::TooLong { length: line.len() });
    }
    match line.char_indices().find(|&(_, letter)| matches!(letter, '\n' | '\r' | '\0')) {
        Some((offset, found)) => {
            Err(LineError::Broken { column: line[..offset].chars().count() + 1, found })
        }
        None => Ok(line),
    }
}

/// Cuts a stream of bytes into lines, keeping never more than [`MAX_LINE`] bytes
/// of an unfinished one. Reading the bytes is the caller's work.
///
/// ```
/// let mut splitter = protocol::line::LineSplitter::new();
/// assert!(splitter.push(b"ready").is_empty());
/// assert_eq!(splitter.push(b"ok\r\nbest"), [Ok("readyok".to_string())]);
/// assert_eq!(splitter.finish(), Some(Ok("best".to_string())));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineSplitter {
    kept: Vec<u8>,
    length: usize,
}

impl LineSplitter {
    /// A splitter at the beginning of a line.
    pub fn new() -> Self {
        LineSplitter::default()
    }

    /// Takes the next bytes and returns the lines they complete. Bytes that are
    /// no UTF-8 (some engines print their name in GBK) become `U+FFFD`.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Result<String, LineError>> {
        let mut lines = Vec::new();
        let mut parts = bytes.split(|&byte| byte == b'\n');
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.keep(part);
            lines.push(self.take());
        }
        self.keep(last);
        lines
    }

    /// The last line, if the stream ended without a line end.
    pub fn finish(mut self) -> Option<Result<String, LineError>> {
        (self.length > 0).then(|| self.take())
    }

    fn keep(&mut self, part: &[u8]) {
        let room = MAX_LINE.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&part[..part.len().min(room)]);
        self.length = self.length.saturating_add(part.len());
    }

    fn take(&mut self) -> Result<String, LineError> {
        let length = std::mem::take(&mut self.length);
        let kept = std::mem::take(&mut self.kept);
        if length > MAX_LINE {
            return Err(LineError::TooLong { length });
        }
        let text = String::from_utf8_lossy(&kept);
        Ok(text.strip_suffix('\r').unwrap_or(&text).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_trims_and_names_the_column_of_a_break() {
        assert_eq!(check("\t go depth 3 \r\n"), Ok("go depth 3"));
        assert_eq!(check(""), Ok(""));
        assert_eq!(check("车x\nb"), Err(LineError::Broken { column: 3, found: '\n' }));
        assert_eq!(check("a\0b"), Err(LineError::Broken { column: 2, found: '\0' }));
    }

    #[test]
    fn the_length_limit_is_exact() {
        let longest = "x".repeat(MAX_LINE);
        assert_eq!(check(&longest), Ok(longest.as_str()));
        let length = MAX_LINE + 1;
        assert_eq!(check(&"x".repeat(length)), Err(LineError::TooLong { length }));
    }

    #[test]
    fn a_splitter_joins_pieces_and_survives_a_flood() {
        let mut splitter = LineSplitter::new();
        for _ in 0..100 {
            assert!(splitter.push(&[b'x'; 4096]).is_empty());
            assert!(splitter.kept.len() <= MAX_LINE, "an endless line must not be hoarded");
        }
        let lines = splitter.push(b"\nreadyok\n\nid name \xcf\xf3\n");
        assert_eq!(
            lines,
            [
                Err(LineError::TooLong { length: 409_600 }),
                Ok("readyok".to_string()),
                Ok(String::new()),
                Ok("id name \u{fffd}\u{fffd}".to_string()),
            ]
        );
        assert_eq!(splitter.finish(), None);
    }
}
