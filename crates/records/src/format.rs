//! Which format a file is.

use crate::ccbridge::{cbf, cbl, cbr};
use crate::model::{Game, GameKind, Problem};
use crate::sites::{ccm, che, chn, mxq};
use crate::{contest, dhtmlxq, json, moves, pgn, tsv, wxf, xqf};

/// What is known about a file beside its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint<'a> {
    /// The game it is taken for where it does not say so itself.
    pub kind: GameKind,
    /// Its name: some formats are told by nothing else. May be empty.
    pub name: &'a str,
    /// The format it is said to be.
    pub format: Option<&'static Format>,
}

impl<'a> Hint<'a> {
    /// Nothing but the game is known.
    pub const fn new(kind: GameKind) -> Hint<'a> {
        Hint { kind, name: "", format: None }
    }

    /// The same with the file's name.
    pub const fn named(self, name: &'a str) -> Hint<'a> {
        Hint { name, ..self }
    }

    /// The same with the file's format.
    pub const fn of_format(self, format: &'static Format) -> Hint<'a> {
        Hint { format: Some(format), ..self }
    }

    /// Whether the file's name ends with one of these, whatever the case.
    fn has_extension(&self, extensions: &[&str]) -> bool {
        let Some((_, extension)) = self.name.rsplit_once('.') else { return false };
        extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }
}

impl From<GameKind> for Hint<'_> {
    fn from(kind: GameKind) -> Self {
        Hint::new(kind)
    }
}

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The name of its format; empty if it is none that we know.
    pub format: &'static str,
    /// The name of its encoding.
    pub encoding: &'static str,
    /// Its games, in order.
    pub games: Vec<Game>,
    /// What is wrong with the file as a whole.
    pub problems: Vec<Problem>,
}

/// A format that can be read.
#[derive(Debug)]
pub struct Format {
    /// Its name, as options and answers have it.
    pub name: &'static str,
    /// How its files are called.
    pub extensions: &'static [&'static str],
    /// How it is read.
    pub(crate) reader: Reader,
}

/// How a format is told and read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reader {
    /// A text, told by its content alone.
    Text { detects: fn(&str, GameKind) -> bool, read: fn(&str, GameKind) -> Vec<Game> },
    /// Bytes, told by their beginning or by the name of their file.
    Bytes { detects: fn(&[u8], &Hint<'_>) -> bool, read: fn(&[u8], &Hint<'_>) -> Record },
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl Format {
    /// The format of this name, in either case.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name.eq_ignore_ascii_case(name))
    }

    /// The format whose files are called like this one.
    pub fn of_file(name: &str) -> Option<&'static Format> {
        let hint = Hint::new(GameKind::Xiangqi).named(name);
        FORMATS.iter().find(|format| hint.has_extension(format.extensions))
    }
}

const fn text(
    name: &'static str,
    extensions: &'static [&'static str],
    detects: fn(&str, GameKind) -> bool,
    read: fn(&str, GameKind) -> Vec<Game>,
) -> Format {
    Format { name, extensions, reader: Reader::Text { detects, read } }
}

const fn bytes(
    name: &'static str,
    extensions: &'static [&'static str],
    detects: fn(&[u8], &Hint<'_>) -> bool,
    read: fn(&[u8], &Hint<'_>) -> Record,
) -> Format {
    Format { name, extensions, reader: Reader::Bytes { detects, read } }
}

/// Every format, the ones that are easily told first.
pub static FORMATS: &[Format] = &[
    bytes("xqf", &["xqf"], xqf::detects, xqf::read),
    bytes("cbr", &["cbr"], cbr::detects, cbr::read),
    bytes("cbl", &["cbl"], cbl::detects, cbl::read),
    bytes("chn", &["chn"], chn::detects, chn::read),
    bytes("ccm", &["ccm"], ccm::detects, ccm::read),
    bytes("che", &["che"], che::detects, che::read),
    bytes("mxq", &["mxq"], mxq::detects, mxq::read),
    text("cbf", &["cbf"], cbf::detects, cbf::read),
    text("dhtmlxq", &["ubb", "dpxq", "html", "htm"], dhtmlxq::detects, dhtmlxq::read),
    text("wxf", &["wxf"], wxf::detects, wxf::read),
    text("json", &["jsonl", "json"], json::detects, json::read),
    text("record", &["txt"], contest::detects, contest::read),
    text("tsv", &["tsv"], tsv::detects, tsv::read),
    text("pgn", &["pgn", "pgns"], pgn::detects, pgn::read),
    text("fen", &["fen", "epd"], moves::detects_position, moves::read_positions),
    text("moves", &[], moves::detects, moves::read),
];

/// The format of a text: what it is said to be, or what it looks like.
pub fn detect(text: &str, hint: &Hint<'_>) -> Option<&'static Format> {
    let found = || {
        FORMATS.iter().find(|format| match format.reader {
            Reader::Text { detects, .. } => detects(text, hint.kind),
            Reader::Bytes { .. } => false,
        })
    };
    hint.format.or_else(found)
}

/// The format of a file that is no text: what it is said to be, or what it looks
/// like. None if it must be a text.
pub fn detect_bytes(bytes: &[u8], hint: &Hint<'_>) -> Option<&'static Format> {
    match hint.format {
        Some(format) => Some(format).filter(|format| matches!(format.reader, Reader::Bytes { .. })),
        None => FORMATS.iter().find(|format| match format.reader {
            Reader::Text { .. } => false,
            Reader::Bytes { detects, .. } => detects(bytes, hint),
        }),
    }
}
