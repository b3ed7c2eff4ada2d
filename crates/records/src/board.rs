//! Positions of either game: plies from text and back.

use banqi::notation::{coordinate, platform};
use game::{NullObserver, Position as _};
use xiangqi::notation::{self, Notation as XiangqiNotation};

use crate::model::{GameKind, Played, Start, StartError};

/// How plies are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// One of xiangqi's.
    Xiangqi(XiangqiNotation),
    /// Dark chess: `a1a2`, `a1=R`.
    Coordinate,
    /// Dark chess on the contest platform's squares: `a4-a5`, `b3(n)`.
    Platform,
}

impl Notation {
    /// The name used in options and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Xiangqi(notation) => notation.name(),
            Notation::Coordinate => "coordinate",
            Notation::Platform => "platform",
        }
    }

    /// Of two plies' notations the one that tells more: many moves are written
    /// alike in both scripts, so one that is not decides.
    pub(crate) fn or_clearer(self, later: Notation) -> Notation {
        let simplified = Notation::Xiangqi(XiangqiNotation::Simplified);
        if later == simplified { later } else { self }
    }
}

/// How the ranks of coordinates are counted in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ranks {
    ZeroToNine,
    OneToTen,
}

/// What takes a ply back.
#[derive(Clone, Copy)]
pub enum Undo {
    /// Xiangqi.
    Xiangqi(xiangqi::Ply, xiangqi::Undo),
    /// Dark chess.
    Banqi(banqi::Ply, <banqi::Position as game::Position>::Undo),
}

/// A position of either game.
#[derive(Clone, Debug)]
// Boards are few and short-lived: a box would cost more than the difference.
#[allow(clippy::large_enum_variant)]
pub enum Board {
    /// Xiangqi.
    Xiangqi(xiangqi::Position),
    /// Dark chess.
    Banqi(banqi::Position),
}

impl Board {
    /// The position a game starts from.
    ///
    /// # Errors
    /// If the parts do not make a position.
    pub fn open(start: &Start) -> Result<Board, StartError> {
        match start {
            Start::Xiangqi(setup) => xiangqi::Position::try_from(setup)
                .map(Board::Xiangqi)
                .map_err(|error| error.to_string()),
            Start::Banqi(setup) => banqi::Position::try_from(setup)
                .map(Board::Banqi)
                .map_err(|error| error.to_string()),
        }
    }

    /// Which game it is of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Board::Xiangqi(_) => GameKind::Xiangqi,
            Board::Banqi(_) => GameKind::Banqi,
        }
    }

    /// Plays a ply; what is returned takes it back.
    ///
    /// # Errors
    /// Says why it cannot be played; the board is then unchanged.
    pub fn play(&mut self, played: Played) -> Result<Undo, String> {
        match (self, played) {
            (Board::Xiangqi(position), Played::Xiangqi(ply)) => {
                if !position.is_legal_ply(ply) {
                    let why = position.legality(ply).err();
                    let why = why.map_or_else(String::new, |why| format!(": {why}"));
                    return Err(format!("{ply} is not legal{why}"));
                }
                Ok(Undo::Xiangqi(ply, position.make_ply(ply, &mut NullObserver)))
            }
            (Board::Banqi(position), Played::Banqi(played)) => {
                position.check(played.ply).map_err(|error| error.to_string())?;
                let possible = position.reveals(played.ply);
                if !possible.iter().any(|&(reveal, _)| reveal == played.reveal) {
                    let text = coordinate::write(&played);
                    return Err(format!("{text}: no such piece lies face down"));
                }
                let undo = position.make(played.ply, played.reveal, &mut NullObserver);
                Ok(Undo::Banqi(played.ply, undo))
            }
            _ => Err(format!("{played} is a ply of the other game")),
        }
    }

    /// Takes back the last ply played.
    pub fn take_back(&mut self, undo: Undo) {
        match (self, undo) {
            (Board::Xiangqi(position), Undo::Xiangqi(ply, undo)) => {
                position.unmake_ply(ply, undo, &mut NullObserver);
            }
            (Board::Banqi(position), Undo::Banqi(ply, undo)) => {
                position.unmake(ply, undo, &mut NullObserver);
            }
            _ => debug_assert!(false, "a ply of the other game was never played here"),
        }
    }

    /// Reads a ply in whatever notation it is written, plays it and names the
    /// notation.
    ///
    /// # Errors
    /// Says why the text is no ply, or why it cannot be played.
    pub fn read(&mut self, word: &str) -> Result<(Played, Notation), String> {
        let (played, notation) = self.find(word, Ranks::ZeroToNine)?;
        self.play(played)?;
        Ok((played, notation))
    }

    /// The ply a text means, not played yet.
    pub(crate) fn find(&self, word: &str, ranks: Ranks) -> Result<(Played, Notation), String> {
        match self {
            Board::Xiangqi(position) => read_xiangqi(position, word, ranks),
            Board::Banqi(_) => read_banqi(word),
        }
    }

    /// Writes a ply of the position; dark chess plies are written in coordinates
    /// whatever notation is asked for.
    pub fn write(&self, played: Played, notation: XiangqiNotation) -> String {
        match (self, played) {
            (Board::Xiangqi(position), Played::Xiangqi(ply)) => {
                notation::write(position, ply, notation)
            }
            _ => played.to_string(),
        }
    }
}

fn read_xiangqi(
    position: &xiangqi::Position,
    word: &str,
    ranks: Ranks,
) -> Result<(Played, Notation), String> {
    let in_coordinates = crate::words::coordinates(word).is_some();
    // Most plies of big files need no more than this.
    if in_coordinates
        && ranks == Ranks::ZeroToNine
        && let Ok(ply) = word.parse()
        && position.is_legal_ply(ply)
    {
        return Ok((Played::Xiangqi(ply), Notation::Xiangqi(XiangqiNotation::Iccs)));
    }
    let one_to_ten = ranks == Ranks::OneToTen && in_coordinates;
    let read = if one_to_ten {
        notation::read_as(position, word, XiangqiNotation::UciOneToTen)
    } else {
        notation::read(position, word)
    };
    let ply = read.map_err(|error| error.to_string())?;
    let notation = if one_to_ten { XiangqiNotation::UciOneToTen } else { xiangqi_notation(word) };
    Ok((Played::Xiangqi(ply), Notation::Xiangqi(notation)))
}

fn xiangqi_notation(word: &str) -> XiangqiNotation {
    if word.chars().any(|symbol| "马车进后帅将".contains(symbol)) {
        return XiangqiNotation::Simplified;
    }
    if word.chars().any(|symbol| ('\u{3400}'..='\u{9fff}').contains(&symbol)) {
        return XiangqiNotation::Traditional;
    }
    match crate::words::coordinates(word) {
        Some(_) => XiangqiNotation::Iccs,
        None => XiangqiNotation::Wxf,
    }
}

fn read_banqi(word: &str) -> Result<(Played, Notation), String> {
    match (coordinate::read(word), platform::read(word)) {
        (Ok(played), _) => Ok((Played::Banqi(played), Notation::Coordinate)),
        (_, Ok(played)) => Ok((Played::Banqi(played), Notation::Platform)),
        (Err(error), _) => Err(error.to_string()),
    }
}
