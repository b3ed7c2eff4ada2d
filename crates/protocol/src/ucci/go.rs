//! How long a search may take.

use std::fmt;

use crate::words::{Word, Words, write_field};
use crate::{Notes, ParseError};

/// The limits of a `go` command. The unit of the times is agreed on by the option
/// `usemillisec`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// Think on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw; never together with `ponder`.
    pub draw: bool,
    /// Think until told to stop.
    pub infinite: bool,
    /// Search so many plies deep; 0 asks for the static evaluation.
    pub depth: Option<u32>,
    /// Search so many positions.
    pub nodes: Option<u64>,
    /// The own clock.
    pub time: Option<u64>,
    /// Own moves to the next time control.
    pub movestogo: Option<u32>,
    /// What is gained with each own move.
    pub increment: Option<u64>,
    /// The opponent's clock.
    pub opptime: Option<u64>,
    /// The opponent's moves to the next time control.
    pub oppmovestogo: Option<u32>,
    /// What the opponent gains with each move.
    pub oppincrement: Option<u64>,
}

const KEYWORDS: [&str; 11] = [
    "ponder",
    "draw",
    "infinite",
    "depth",
    "nodes",
    "time",
    "movestogo",
    "increment",
    "opptime",
    "oppmovestogo",
    "oppincrement",
];

impl GoLimits {
    /// Reads what follows `go`.
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
    /// use protocol::ucci::GoLimits;
    ///
    /// let limits = GoLimits::readable("go time soon increment 2 depth");
    /// assert_eq!(limits.to_string(), "go increment 2");
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
            "ponder" => self.ponder = true,
            "draw" => self.draw = true,
            "infinite" => self.infinite = true,
            // Early versions of the protocol wrote `depth infinite`.
            "depth" if words.peek().is_some_and(|next| next.text == "infinite") => {}
            "depth" => self.depth = Some(words.number(word)?),
            "nodes" => self.nodes = Some(words.number(word)?),
            "time" => self.time = Some(words.time(word, notes)?),
            "movestogo" => self.movestogo = Some(words.number(word)?),
            "increment" => self.increment = Some(words.time(word, notes)?),
            "opptime" => self.opptime = Some(words.time(word, notes)?),
            "oppmovestogo" => self.oppmovestogo = Some(words.number(word)?),
            "oppincrement" => self.oppincrement = Some(words.time(word, notes)?),
            _ => {
                notes.add(|| words.unknown(word, "a limit such as time, depth, nodes or infinite"));
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
        f.write_str(if self.draw { " draw" } else { "" })?;
        f.write_str(if self.infinite { " infinite" } else { "" })?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "time", self.time)?;
        write_field(f, "movestogo", self.movestogo)?;
        write_field(f, "increment", self.increment)?;
        write_field(f, "opptime", self.opptime)?;
        write_field(f, "oppmovestogo", self.oppmovestogo)?;
        write_field(f, "oppincrement", self.oppincrement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_is_kept() {
        for (line, kept) in [
            ("go time soon", "go"),
            ("go ponder time soon opptime 500", "go ponder opptime 500"),
            ("go depth infinite nodes many", "go infinite"),
            ("go time increment 7", "go increment 7"),
        ] {
            assert_eq!(GoLimits::readable(line).to_string(), kept, "{line}");
        }
    }
}
