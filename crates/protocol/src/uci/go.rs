//! How long a search may take.

use std::fmt;

use crate::words::{Word, Words, write_field, write_list};
use crate::{Notes, ParseError};

/// The limits of a `go` command. Times are milliseconds; `w` is Red, who moves
/// first, and `b` is Black.
///
/// ```
/// use protocol::uci::GoLimits;
///
/// let limits = GoLimits { wtime: Some(60_000), btime: Some(55_000), ..GoLimits::default() };
/// assert_eq!(limits.to_string(), "go wtime 60000 btime 55000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// Think exactly so long.
    pub movetime: Option<u64>,
    /// Search so many positions.
    pub nodes: Option<u64>,
    /// Search so many plies deep.
    pub depth: Option<u32>,
    /// Red's clock.
    pub wtime: Option<u64>,
    /// Black's clock.
    pub btime: Option<u64>,
    /// What Red gains with each move.
    pub winc: Option<u64>,
    /// What Black gains with each move.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub movestogo: Option<u32>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time; the clocks count from `ponderhit`.
    pub ponder: bool,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Consider only these moves; empty: all.
    pub searchmoves: Vec<String>,
}

const KEYWORDS: [&str; 12] = [
    "movetime",
    "nodes",
    "depth",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
];

impl GoLimits {
    /// Reads what follows `go`. A limit that cannot be read is an error: an engine
    /// that ignored it might never come back.
    pub(crate) fn read(words: &mut Words<'_>, notes: &mut Notes) -> Result<Self, ParseError> {
        let mut limits = GoLimits::default();
        while let Some(word) = words.next() {
            limits.field(word, words, notes)?;
        }
        Ok(limits)
    }

    /// Reads a whole `go` line and leaves out what cannot be read: whoever sends one
    /// waits for a move.
    ///
    /// ```
    /// use protocol::uci::GoLimits;
    ///
    /// let limits = GoLimits::readable("go wtime soon btime 500 depth");
    /// assert_eq!(limits.to_string(), "go btime 500");
    /// ```
    pub fn readable(line: &str) -> GoLimits {
        let mut limits = GoLimits::default();
        let Ok(mut words) = Words::new(line) else { return limits };
        let mut notes = Notes::new();
        words.next();
        words.read_what_can_be(&KEYWORDS, |word, words| limits.field(word, words, &mut notes));
        limits
    }

    fn field(
        &mut self,
        word: Word<'_>,
        words: &mut Words<'_>,
        notes: &mut Notes,
    ) -> Result<(), ParseError> {
        match word.text {
            "movetime" => self.movetime = Some(words.time(word, notes)?),
            "nodes" => self.nodes = Some(words.number(word)?),
            "depth" => self.depth = Some(words.number(word)?),
            "wtime" => self.wtime = Some(words.time(word, notes)?),
            "btime" => self.btime = Some(words.time(word, notes)?),
            "winc" => self.winc = Some(words.time(word, notes)?),
            "binc" => self.binc = Some(words.time(word, notes)?),
            "movestogo" => self.movestogo = Some(words.number(word)?),
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "mate" => self.mate = Some(words.number(word)?),
            "searchmoves" => self.searchmoves = words.list_until(&KEYWORDS),
            _ => {
                notes
                    .add(|| words.unknown(word, "a limit such as movetime, nodes, depth or wtime"));
            }
        }
        Ok(())
    }
}

impl fmt::Display for GoLimits {
    /// Prints the whole command, `go` included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        f.write_str(if self.ponder { " ponder" } else { "" })?;
        write_field(f, "wtime", self.wtime)?;
        write_field(f, "btime", self.btime)?;
        write_field(f, "winc", self.winc)?;
        write_field(f, "binc", self.binc)?;
        write_field(f, "movestogo", self.movestogo)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.movetime)?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        write_list(f, "searchmoves", &self.searchmoves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_is_kept() {
        for (line, kept) in [
            ("go wtime soon", "go"),
            ("go wtime soon btime 500", "go btime 500"),
            ("go depth movetime 7", "go movetime 7"),
            ("go nodes 1e6 infinite", "go infinite"),
            ("go depth 99999999999 searchmoves h2e2", "go searchmoves h2e2"),
            ("go searchmoves h2e2 depth three b2e2", "go searchmoves h2e2"),
            ("go nodes", "go"),
            ("go depth 3\0", "go"),
        ] {
            assert_eq!(GoLimits::readable(line).to_string(), kept, "{line}");
        }
    }

    /// Every field is a keyword, so a list of moves ends before it.
    #[test]
    fn the_keywords_are_all_fields() {
        for keyword in KEYWORDS {
            let line = format!("go {keyword} 7");
            let mut notes = Notes::new();
            let read = crate::uci::Command::parse(&line, &mut notes);
            let unknown = notes.iter().any(|note| note.to_string().contains(keyword));
            assert!(read.is_ok() && !unknown, "{keyword}");
        }
    }
}
