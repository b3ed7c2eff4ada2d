//! The tolerant reader of contest records.

use std::str::FromStr;

use game::Side;

use super::{ContestRecord, EndReason, RecordedEnd, Seat};
use crate::notation::{PlyTextError, platform};
use crate::{Piece, Played, Pool, Setup, Square, Tile};

/// Why a contest record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1; the last line for what is missing.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What is wrong with a line of a contest record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordProblem {
    /// Something the file must have.
    #[error("the file ends without {0}")]
    Missing(&'static str),
    /// Counts that cannot be.
    #[error("expected 14 counts from 0 to 5: K G M R N C P of red, then of black")]
    Counts,
    /// A row of the board that cannot be read.
    #[error("`{0}` is not on a board: expected X, -, or one of K G M R N C P k g m r n c p")]
    Cell(String),
    /// More than eight rows.
    #[error("a ninth row of the board: expected eight")]
    Rows,
    /// Not a colour.
    #[error("first: `{0}` is no colour: expected 0 (red) or 1 (black)")]
    First(String),
    /// Not a time.
    #[error("time: `{0}` is not a number of seconds")]
    Time(String),
    /// The numbers of the plies are out of order.
    #[error("found pair of plies number {found}, expected {expected}")]
    Number {
        /// The number in the file.
        found: String,
        /// The number that comes next.
        expected: usize,
    },
    /// Not one or two plies after a number.
    #[error("found {0} plies after a number, expected one or two")]
    Pair(usize),
    /// A ply that cannot be read.
    #[error(transparent)]
    Ply(#[from] PlyTextError),
    /// An end that does not say who won.
    #[error("`{0}` does not say who won: expected `<reason> <player> wins|Draw <points>,<points>`")]
    End(String),
}

impl FromStr for ContestRecord {
    type Err = RecordError;

    /// Lines that do not begin with `*` are passed over, as is everything
    /// after the end of the game (files carry engine logs there).
    fn from_str(text: &str) -> Result<ContestRecord, RecordError> {
        let mut reader = Reader::default();
        let mut last = 1;
        for (index, line) in text.lines().enumerate() {
            last = index + 1;
            let Some(content) = line.trim_start().strip_prefix('*') else { continue };
            reader.read(content.trim()).map_err(|problem| RecordError { line: last, problem })?;
            if reader.end.is_some() {
                break;
            }
        }
        reader.finish().map_err(|problem| RecordError { line: last, problem })
    }
}

#[derive(Default)]
struct Reader {
    lines: usize,
    date: String,
    players: Option<[String; 2]>,
    counts: Option<Vec<u32>>,
    cells: Vec<Option<Tile>>,
    first: Option<Side>,
    seconds: Option<u32>,
    plies: Vec<Played>,
    pairs: usize,
    end: Option<RecordedEnd>,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), RecordProblem> {
        self.lines += 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            _ if self.players.is_none() => self.read_title(line),
            [] | ["Comment", ..] => Ok(()),
            ["first", colour] => self.read_first(colour),
            ["time", seconds] => self.read_time(seconds),
            [number, plies @ ..] if super::super::is_ply_number(number) => {
                self.read_pair(number, plies)
            }
            [_, _, _, _] if self.is_row(&words) => self.read_row(&words),
            counts if self.counts.is_none() && counts.len() == Piece::COUNT => {
                self.read_counts(counts)
            }
            _ => self.read_end(line, &words),
        }
    }

    /// The date comes before the players; either may be on the first line.
    fn read_title(&mut self, line: &str) -> Result<(), RecordProblem> {
        match line.split_once(" vs ") {
            Some((first, second)) => {
                self.players = Some([first.trim().to_owned(), second.trim().to_owned()]);
            }
            None if self.lines == 1 => self.date = line.to_owned(),
            None => return Err(RecordProblem::Missing("a line `<player> vs <player>`")),
        }
        Ok(())
    }

    fn read_counts(&mut self, words: &[&str]) -> Result<(), RecordProblem> {
        let counts: Option<Vec<u32>> =
            words.iter().map(|word| word.parse().ok().filter(|&count| count <= 5)).collect();
        self.counts = Some(counts.ok_or(RecordProblem::Counts)?);
        Ok(())
    }

    /// A row has four one-letter words; an end line has longer ones.
    fn is_row(&self, words: &[&str]) -> bool {
        self.plies.is_empty() && words.iter().all(|word| word.chars().count() == 1)
    }

    fn read_row(&mut self, words: &[&str]) -> Result<(), RecordProblem> {
        if self.cells.len() == Square::COUNT {
            return Err(RecordProblem::Rows);
        }
        for word in words {
            let letter = word.chars().next().unwrap_or('?');
            let cell = read_cell(letter).ok_or_else(|| RecordProblem::Cell((*word).to_owned()))?;
            self.cells.push(cell);
        }
        Ok(())
    }

    fn read_first(&mut self, word: &str) -> Result<(), RecordProblem> {
        self.first = Some(match word {
            "0" => Side::Red,
            "1" => Side::Black,
            _ => return Err(RecordProblem::First(word.to_owned())),
        });
        Ok(())
    }

    fn read_time(&mut self, word: &str) -> Result<(), RecordProblem> {
        let seconds = word.parse().map_err(|_| RecordProblem::Time(word.to_owned()))?;
        self.seconds = Some(seconds);
        Ok(())
    }

    fn read_pair(&mut self, number: &str, plies: &[&str]) -> Result<(), RecordProblem> {
        let expected = self.pairs + 1;
        if number.trim_end_matches('.').parse() != Ok(expected) {
            return Err(RecordProblem::Number { found: number.to_owned(), expected });
        }
        if !(1..=2).contains(&plies.len()) {
            return Err(RecordProblem::Pair(plies.len()));
        }
        self.pairs = expected;
        for text in plies {
            self.plies.push(platform::read(text)?);
        }
        Ok(())
    }

    fn read_end(&mut self, line: &str, words: &[&str]) -> Result<(), RecordProblem> {
        let unclear = || RecordProblem::End(line.to_owned());
        let (&reason, rest) = words.split_first().ok_or_else(unclear)?;
        let winner = winner_by_points(rest).or_else(|| self.winner_by_name(rest));
        let winner = winner.ok_or_else(unclear)?;
        self.end = Some(RecordedEnd { reason: EndReason::read(reason), winner });
        Ok(())
    }

    /// The winner of `<player> wins` or `<player> Draw`, points or not.
    fn winner_by_name(&self, words: &[&str]) -> Option<Option<Seat>> {
        let verb = words.iter().rposition(|word| is_one_of(word, &["wins", "win", "draw"]))?;
        if is_one_of(words[verb], &["draw"]) {
            return Some(None);
        }
        let name = words[..verb].join(" ");
        let players = self.players.as_ref()?;
        let seats = [Seat::First, Seat::Second].into_iter();
        let mut named = seats.filter(|seat| players[seat.index()] == name);
        // Two players of one name say nothing.
        named.next().filter(|_| named.next().is_none()).map(Some)
    }

    fn finish(self) -> Result<ContestRecord, RecordProblem> {
        let players = self.players.as_ref().ok_or(RecordProblem::Missing("the players"))?.clone();
        let start = self.start()?;
        Ok(ContestRecord {
            date: self.date,
            players,
            start,
            first: self.first,
            seconds: self.seconds,
            plies: self.plies,
            end: self.end,
        })
    }

    fn start(&self) -> Result<Setup, RecordProblem> {
        let counts = self.counts.as_ref().ok_or(RecordProblem::Missing("the 14 counts"))?;
        if self.cells.len() != Square::COUNT {
            return Err(RecordProblem::Missing("the eight rows of the board"));
        }
        let mut board = [None; Square::COUNT];
        for (square, &cell) in platform::squares().zip(&self.cells) {
            board[square.index()] = cell;
        }
        let face_up = board.iter().flatten().any(|tile| tile.piece().is_some());
        let turn = if face_up { self.first } else { None };
        let pool = Piece::all().zip(counts).fold(Pool::EMPTY, |pool, (p, &n)| pool.with(p, n));
        Ok(Setup { board, turn, pool: Some(pool), clock: 0, ply: 1 })
    }
}

fn read_cell(letter: char) -> Option<Option<Tile>> {
    match letter {
        '-' => Some(None),
        'X' => Some(Some(Tile::FACE_DOWN)),
        _ => platform::read_piece(letter).map(|piece| Some(piece.into())),
    }
}

/// The last word of an end line gives both players' points, `1,0` or `0.5,0.5`.
fn winner_by_points(words: &[&str]) -> Option<Option<Seat>> {
    let (first, second) = words.last()?.split_once(',')?;
    let (first, second): (f64, f64) = (first.parse().ok()?, second.parse().ok()?);
    match first.partial_cmp(&second)? {
        std::cmp::Ordering::Greater => Some(Some(Seat::First)),
        std::cmp::Ordering::Equal => Some(None),
        std::cmp::Ordering::Less => Some(Some(Seat::Second)),
    }
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}
