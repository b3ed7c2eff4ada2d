//! What an engine tells about its thinking. UCI and UCCI share the words; only
//! the score and the free text are spelt differently.

use std::fmt;

use crate::Notes;
use crate::words::{Word, Words, write_field, write_list, write_text};

/// One `info` line: whatever the engine chose to tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Depth of the longest line looked at.
    pub seldepth: Option<u32>,
    /// Rank of this line among the best ones, from 1.
    pub multipv: Option<u32>,
    /// Score for the side to move.
    pub score: Option<Score>,
    /// Expected results.
    pub wdl: Option<WinDrawLoss>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions searched a second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Endgame table lookups.
    pub tbhits: Option<u64>,
    /// Time since the search began, in milliseconds.
    pub time: Option<u64>,
    /// The move being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The best line found.
    pub pv: Vec<String>,
    /// Free text; stands last, since it takes the rest of the line.
    pub string: Option<String>,
}

/// A score and how exact it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The number.
    pub value: ScoreValue,
    /// Whether the truth may be better or worse.
    pub bound: Bound,
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreValue {
    /// In the engine's hundredths of a unit.
    Centipawns(i32),
    /// Mate in so many moves (not plies); negative: the side to move is mated.
    Mate(i32),
}

/// How exact a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// The score itself.
    #[default]
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// Expected results of the side to move, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinDrawLoss {
    /// Wins.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses.
    pub loss: u16,
}

/// How an `info` line is spelt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `score cp 12`, `string …`.
    Uci,
    /// `score 12`, `message …`.
    Ucci,
}

/// The words that end a list of moves.
const KEYWORDS: [&str; 23] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "message",
    "refutation",
    "currline",
];

impl From<ScoreValue> for Score {
    fn from(value: ScoreValue) -> Self {
        Score { value, bound: Bound::Exact }
    }
}

impl Info {
    /// An `info` line of free text only.
    pub fn text(text: impl Into<String>) -> Self {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Reads what follows `info`. Numbers that cannot be read are noted and left
    /// out: a search must not be lost for an odd remark about it.
    pub(crate) fn read(words: &mut Words<'_>, notes: &mut Notes) -> Self {
        let mut reader = Reader::default();
        while let Some(word) = words.next() {
            reader.field(word, words, notes);
        }
        let bound = reader.bound;
        reader.info.score = reader.value.map(|value| Score { value, bound });
        reader.info
    }

    /// Prints the line, `info` included.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, spelling: Spelling) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        self.score.map_or(Ok(()), |score| score.write(f, spelling))?;
        self.write_counters(f)?;
        write_text(f, "currmove", self.currmove.as_deref())?;
        write_field(f, "currmovenumber", self.currmovenumber)?;
        write_list(f, "pv", &self.pv)?;
        let keyword = if spelling == Spelling::Uci { "string" } else { "message" };
        write_text(f, keyword, self.string.as_deref())
    }

    fn write_counters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(WinDrawLoss { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nps)?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "tbhits", self.tbhits)?;
        write_field(f, "time", self.time)
    }
}

impl Score {
    fn write(self, f: &mut fmt::Formatter<'_>, spelling: Spelling) -> fmt::Result {
        match (self.value, spelling) {
            (ScoreValue::Centipawns(value), Spelling::Uci) => write!(f, " score cp {value}")?,
            (ScoreValue::Centipawns(value), Spelling::Ucci) => write!(f, " score {value}")?,
            (ScoreValue::Mate(moves), _) => write!(f, " score mate {moves}")?,
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

/// An `info` line half read: value and bound of the score come in any order.
#[derive(Default)]
struct Reader {
    info: Info,
    value: Option<ScoreValue>,
    bound: Bound,
}

impl Reader {
    fn field(&mut self, word: Word<'_>, words: &mut Words<'_>, notes: &mut Notes) {
        let info = &mut self.info;
        match word.text {
            "depth" => info.depth = words.try_number(word, notes),
            "seldepth" => info.seldepth = words.try_number(word, notes),
            "multipv" => info.multipv = words.try_number(word, notes),
            "nodes" => info.nodes = words.try_number(word, notes),
            "nps" => info.nps = words.try_number(word, notes),
            "hashfull" => info.hashfull = words.try_number(word, notes),
            "tbhits" => info.tbhits = words.try_number(word, notes),
            "time" => info.time = words.try_number(word, notes),
            "currmovenumber" => info.currmovenumber = words.try_number(word, notes),
            "wdl" => info.wdl = read_wdl(word, words, notes),
            "currmove" => info.currmove = words.next().map(|word| word.text.to_string()),
            "pv" => info.pv = words.list_until(&KEYWORDS),
            "string" | "message" => info.string = Some(words.rest().to_string()),
            "refutation" | "currline" | "cpuload" | "sbhits" => drop(words.until(&KEYWORDS)),
            _ => self.score_field(word, words, notes),
        }
    }

    fn score_field(&mut self, word: Word<'_>, words: &mut Words<'_>, notes: &mut Notes) {
        match word.text {
            // UCCI writes the bare number, UCI a unit, which is a keyword of its own.
            "score" if !words.peek().is_some_and(|next| KEYWORDS.contains(&next.text)) => {
                self.value = words.try_number(word, notes).map(ScoreValue::Centipawns);
            }
            "score" => {}
            "cp" => self.value = words.try_number(word, notes).map(ScoreValue::Centipawns),
            "mate" => self.value = words.try_number(word, notes).map(ScoreValue::Mate),
            "lowerbound" => self.bound = Bound::Lower,
            "upperbound" => self.bound = Bound::Upper,
            _ => notes.add(|| words.unknown(word, "a keyword such as depth, score, nodes or pv")),
        }
    }
}

fn read_wdl(word: Word<'_>, words: &mut Words<'_>, notes: &mut Notes) -> Option<WinDrawLoss> {
    let win = words.try_number(word, notes)?;
    let draw = words.try_number(word, notes)?;
    let loss = words.try_number(word, notes)?;
    Some(WinDrawLoss { win, draw, loss })
}
