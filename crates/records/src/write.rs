//! Every format that is written, behind one face.

use game::GameKind;
use xiangqi::notation::Notation;

use crate::ccbridge::cbr;
use crate::model::Game;
use crate::{contest, dhtmlxq, json, pgn, tsv, xqf};

/// A format that can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// PGN, in any notation.
    Pgn,
    /// XQF, version 10.
    Xqf,
    /// CBR.
    Cbr,
    /// The tags of 東萍.
    DhtmlXq,
    /// A table, a game a line: main lines only.
    Tsv,
    /// A JSON object a line.
    Json,
    /// The dark chess contest record: main lines only.
    Contest,
}

impl Target {
    /// Every format.
    pub const ALL: [Target; 7] = [
        Target::Pgn,
        Target::Xqf,
        Target::Cbr,
        Target::DhtmlXq,
        Target::Tsv,
        Target::Json,
        Target::Contest,
    ];

    /// Its name, the same as that of its reader.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Pgn => "pgn",
            Target::Xqf => "xqf",
            Target::Cbr => "cbr",
            Target::DhtmlXq => "dhtmlxq",
            Target::Tsv => "tsv",
            Target::Json => "json",
            Target::Contest => "record",
        }
    }

    /// How its files are called.
    pub const fn extension(self) -> &'static str {
        match self {
            Target::DhtmlXq => "ubb",
            Target::Json => "jsonl",
            Target::Contest => "txt",
            other => other.name(),
        }
    }

    /// The format of this name, in either case.
    pub fn named(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name().eq_ignore_ascii_case(name))
    }

    /// The format whose files are called like this one.
    pub fn of_file(name: &str) -> Option<Target> {
        let format = crate::Format::of_file(name)?;
        Target::named(format.name)
    }

    /// Whether a file holds one game and no more.
    pub const fn holds_one(self) -> bool {
        matches!(self, Target::Xqf | Target::Cbr)
    }
}

/// Why a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The format has no place for a second game.
    #[error("{} holds one game a file, and there are several", .0.name())]
    OneGame(Target),
    /// The format is not of this game.
    #[error("{} cannot hold a game of {}", .0.name(), kind_name(*.1))]
    Kind(Target, GameKind),
    /// A table holds games of one kind.
    #[error("the table holds games of {}: one of {} needs a table of its own", kind_name(*.0), kind_name(*.1))]
    Mixed(GameKind, GameKind),
}

const fn kind_name(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Xiangqi => "xiangqi",
        GameKind::Banqi => "dark chess",
    }
}

/// Writes the games of one file, one after the other.
///
/// ```
/// use records::write::{Target, Writer};
/// use records::{GameKind, read_text};
/// use xiangqi::notation::Notation;
/// let game = &read_text("1. 炮二平五 马８进７", GameKind::Xiangqi).games[0];
/// let mut writer = Writer::new(Target::Tsv, Notation::Uci);
/// let file = [writer.write(game).unwrap(), writer.write(game).unwrap()].concat();
/// assert_eq!(records::read(&file, GameKind::Xiangqi).games.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    target: Target,
    notation: Notation,
    first: Option<GameKind>,
}

impl Writer {
    /// A new file; `notation` is that of PGN.
    pub fn new(target: Target, notation: Notation) -> Writer {
        Writer { target, notation, first: None }
    }

    /// What is to be added to the file for a game.
    ///
    /// # Errors
    /// If the format cannot hold it; nothing is to be added then.
    pub fn write(&mut self, game: &Game) -> Result<Vec<u8>, WriteError> {
        let target = self.target;
        if self.first.is_some() && target.holds_one() {
            return Err(WriteError::OneGame(target));
        }
        let bytes = match target {
            Target::Pgn => Some(self.pgn(game)),
            Target::Xqf => xqf::write(game),
            Target::Cbr => cbr::write(game),
            Target::DhtmlXq => dhtmlxq::write(game).map(String::into_bytes),
            Target::Json => Some(json::write(game).into_bytes()),
            Target::Contest => contest::write(game).map(|text| (text + "\n").into_bytes()),
            Target::Tsv => Some(self.line(game)?.into_bytes()),
        };
        let bytes = bytes.ok_or(WriteError::Kind(target, game.kind()))?;
        self.first.get_or_insert(game.kind());
        Ok(bytes)
    }

    fn pgn(&self, game: &Game) -> Vec<u8> {
        let separator = if self.first.is_some() { "\n" } else { "" };
        let options = pgn::Options { notation: self.notation };
        (separator.to_owned() + &pgn::write(game, options)).into_bytes()
    }

    fn line(&self, game: &Game) -> Result<String, WriteError> {
        match self.first {
            None => Ok(tsv::write_columns(game.kind()) + &tsv::write_line(game)),
            Some(kind) if kind == game.kind() => Ok(tsv::write_line(game)),
            Some(kind) => Err(WriteError::Mixed(kind, game.kind())),
        }
    }
}
