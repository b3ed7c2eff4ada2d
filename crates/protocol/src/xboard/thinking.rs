//! What an engine shows of its thinking.

use std::fmt;

use crate::ScoreValue;
use crate::words::{OneLine, Words, is_digits};

/// A line of thinking output: `ply score time nodes pv`.
///
/// ```
/// use protocol::{ScoreValue, xboard::Reply};
///
/// let Ok(Reply::Thinking(line)) = "5 1116 0 247 7 82333 0\t i1i9 d9e8".parse() else {
///     unreachable!()
/// };
/// assert_eq!(line.score_value(), ScoreValue::Centipawns(1116));
/// assert_eq!(line.extra.unwrap().selective_depth, 7);
/// assert_eq!(line.pv, "i1i9 d9e8");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// Depth in plies; engines have been seen to begin at -1.
    pub depth: i32,
    /// Score in the engine's hundredths of a unit, mates as [`Thinking::score_value`] says.
    pub score: i32,
    /// Time used, in hundredths of a second; not to be trusted.
    pub centiseconds: i64,
    /// Positions searched.
    pub nodes: u64,
    /// Further counters.
    pub extra: Option<ThinkingExtra>,
    /// The best line, in whatever notation the engine likes.
    pub pv: String,
}

/// Counters that some engines put between the nodes and a tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThinkingExtra {
    /// Depth of the longest line looked at.
    pub selective_depth: u64,
    /// Positions searched a second.
    pub speed: u64,
    /// Endgame table lookups.
    pub table_hits: u64,
}

impl Thinking {
    /// Reads a line that begins with four numbers; `None` if it does not.
    pub(crate) fn read(words: &mut Words<'_>) -> Option<Self> {
        let depth = read_depth(words.next()?.text)?;
        let score = words.next()?.text.parse().ok()?;
        let centiseconds = words.next()?.text.parse().ok()?;
        let nodes = words.next()?.text.parse().ok()?;
        let (extra, pv) = split_extra(words.rest());
        Some(Thinking { depth, score, centiseconds, nodes, extra, pv: pv.to_string() })
    }

    /// The score, with the protocol's way of writing mates (100000 + moves)
    /// undone. Engines with another scale for mates stay what they say.
    pub fn score_value(&self) -> ScoreValue {
        const MATE: i32 = 100_000;
        match self.score {
            score if score > MATE => ScoreValue::Mate(score - MATE),
            score if score < -MATE => ScoreValue::Mate(score + MATE),
            score => ScoreValue::Centipawns(score),
        }
    }
}

/// A depth, perhaps with one of the marks engines put behind it.
fn read_depth(text: &str) -> Option<i32> {
    let bare = text.strip_suffix(['.', '+', '-', '&', '?', '!']).unwrap_or(text);
    let digits = bare.strip_prefix('-').unwrap_or(bare);
    is_digits(digits).then(|| bare.parse().ok()).flatten()
}

/// Three numbers before a tab are counters; anything else belongs to the line.
/// The tab itself is trimmed away if the line is still empty.
fn split_extra(rest: &str) -> (Option<ThinkingExtra>, &str) {
    let (numbers, pv) = rest.split_once('\t').unwrap_or((rest, ""));
    match read_extra(numbers) {
        Some(extra) => (Some(extra), pv.trim_ascii()),
        None => (None, rest),
    }
}

fn read_extra(text: &str) -> Option<ThinkingExtra> {
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse().ok());
    let extra = ThinkingExtra {
        selective_depth: numbers.next()??,
        speed: numbers.next()??,
        table_hits: numbers.next()??,
    };
    numbers.next().is_none().then_some(extra)
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thinking { depth, score, centiseconds, nodes, extra, pv } = self;
        write!(f, "{depth} {score} {centiseconds} {nodes} ")?;
        if let Some(ThinkingExtra { selective_depth, speed, table_hits }) = extra {
            write!(f, "{selective_depth} {speed} {table_hits}\t")?;
        }
        write!(f, "{}", OneLine(pv))
    }
}
