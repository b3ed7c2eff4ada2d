//! A puzzle, and its line of text.

use std::fmt;
use std::str::FromStr;

use game::GameKind;
use records::{Board, Played, Start};

/// What is to be reached, and what is proved of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// Xiangqi: mate by checks alone in so many moves.
    Mate {
        /// The moves.
        moves: u32,
    },
    /// Material is won by force in so many moves.
    Gain {
        /// The moves.
        moves: u32,
        /// At least so much.
        gain: i32,
    },
    /// Dark chess: the only plies that keep a win, so often in a row.
    Win {
        /// The plies.
        moves: u32,
        /// Plies to the end from the first position.
        plies: u16,
    },
    /// Dark chess: the only plies that keep a draw, so often in a row.
    Draw {
        /// The plies.
        moves: u32,
    },
    /// Dark chess with pieces face down: the one ply with the best expected result.
    Chance {
        /// What is to be expected, in percent of a win.
        percent: i32,
    },
}

impl Goal {
    /// Own plies that solve it.
    pub const fn moves(self) -> u32 {
        match self {
            Goal::Mate { moves }
            | Goal::Gain { moves, .. }
            | Goal::Win { moves, .. }
            | Goal::Draw { moves } => moves,
            Goal::Chance { .. } => 1,
        }
    }

    /// Its name, the same in every language.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Mate { .. } => "mate",
            Goal::Gain { .. } => "gain",
            Goal::Win { .. } => "win",
            Goal::Draw { .. } => "draw",
            Goal::Chance { .. } => "chance",
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Goal::Mate { moves } | Goal::Draw { moves } => write!(f, "{name}:{moves}"),
            Goal::Gain { moves, gain } => write!(f, "{name}:{moves}:{gain}"),
            Goal::Win { moves, plies } => write!(f, "{name}:{moves}:{plies}"),
            Goal::Chance { percent } => write!(f, "{name}:{percent}"),
        }
    }
}

/// A text that is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} is '{found}': expected {expected}")]
pub struct PuzzleError {
    what: &'static str,
    found: String,
    expected: &'static str,
}

fn wrong(what: &'static str, found: &str, expected: &'static str) -> PuzzleError {
    PuzzleError { what, found: found.chars().take(60).collect(), expected }
}

impl FromStr for Goal {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Goal, PuzzleError> {
        let no_goal = || wrong("the goal", text, "mate:N, gain:N:G, win:N:P, draw:N or chance:C");
        let fields: Vec<&str> = text.split(':').collect();
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<i32>().ok());
        let moves =
            || number(1).and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=30).contains(n));
        let goal = match (fields[0], fields.len()) {
            ("mate", 2) => moves().map(|moves| Goal::Mate { moves }),
            ("draw", 2) => moves().map(|moves| Goal::Draw { moves }),
            ("gain", 3) => moves().zip(number(2)).map(|(moves, gain)| Goal::Gain { moves, gain }),
            ("win", 3) => {
                let plies = number(2).and_then(|plies| u16::try_from(plies).ok());
                moves().zip(plies).map(|(moves, plies)| Goal::Win { moves, plies })
            }
            ("chance", 2) => number(1).map(|percent| Goal::Chance { percent }),
            _ => None,
        };
        goal.ok_or_else(no_goal)
    }
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Its name: a hash of its position, the same for its images.
    pub id: String,
    /// Which game it is of.
    pub game: GameKind,
    /// The position.
    pub position: String,
    /// What is to be reached.
    pub goal: Goal,
    /// Every first ply that is right.
    pub first: Vec<Played>,
    /// The solution against the longest defence.
    pub line: Vec<Played>,
    /// Keys of the shapes it is about.
    pub themes: Vec<String>,
    /// How hard it is thought to be.
    pub rating: u16,
}

impl Puzzle {
    /// Its board.
    ///
    /// # Errors
    /// If its text is no position: never for one that was read.
    pub fn board(&self) -> Result<Board, String> {
        Board::open(&Start::read(self.game, &self.position)?)
    }
}

/// Where fields of a line end.
const FIELD: char = '\t';

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies =
            |plies: &[Played]| plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let fields = [
            self.id.clone(),
            self.goal.to_string(),
            self.position.clone(),
            plies(&self.first),
            plies(&self.line),
            self.themes.join(" "),
            self.rating.to_string(),
        ];
        f.write_str(&fields.join("\t"))
    }
}

impl Puzzle {
    /// Reads a line of a set of one game.
    ///
    /// # Errors
    /// Says what is wrong; every ply of the line must be legal.
    pub fn read(game: GameKind, line: &str) -> Result<Puzzle, PuzzleError> {
        let fields: Vec<&str> = line.split(FIELD).collect();
        let &[id, goal, position, first, solution, themes, rating] = &fields[..] else {
            return Err(wrong("the line", line, "seven fields with tabs between them"));
        };
        let is_name = |id: &str| {
            (2..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if !is_name(id) {
            return Err(wrong("the name", id, "2 to 20 letters and digits"));
        }
        let board = Start::read(game, position).ok().and_then(|start| Board::open(&start).ok());
        let board = board.ok_or_else(|| wrong("the position", position, "a position"))?;
        let one = |word: &str| {
            let read = board.clone().read(word).map(|(played, _)| played);
            read.map_err(|_| wrong("a first ply", word, "a legal ply"))
        };
        let first = first.split_whitespace().map(one).collect::<Result<Vec<_>, _>>()?;
        let mut walked = board.clone();
        let mut next = |word: &str| {
            let read = walked.read(word).map(|(played, _)| played);
            read.map_err(|_| wrong("a ply of the solution", word, "a legal ply"))
        };
        let line = solution.split_whitespace().map(&mut next).collect::<Result<Vec<_>, _>>()?;
        if first.is_empty() || line.first().is_none_or(|ply| !first.contains(ply)) {
            return Err(wrong("the solution", solution, "a line that begins with a first ply"));
        }
        Ok(Puzzle {
            id: id.to_owned(),
            game,
            position: position.to_owned(),
            goal: goal.parse()?,
            first,
            line,
            themes: themes.split_whitespace().map(str::to_owned).collect(),
            rating: rating.parse().map_err(|_| wrong("the rating", rating, "a number"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOKS: &str = "m1\tmate:3\t4k4/9/9/9/9/9/9/9/RR7/3K5 w\ta1a9 b1b9\t\
                         a1a9 e9e8 b1b8 e8e7 a9a7\trooks-in-turn\t1250";

    #[test]
    fn lines_are_read_as_they_were_written() {
        let puzzle = Puzzle::read(GameKind::Xiangqi, ROOKS).unwrap();
        assert_eq!(puzzle.to_string(), ROOKS);
        assert_eq!((puzzle.goal, puzzle.line.len()), (Goal::Mate { moves: 3 }, 5));
        for goal in ["mate:8", "gain:2:400", "win:3:17", "draw:1", "chance:-33"] {
            assert_eq!(goal.parse::<Goal>().unwrap().to_string(), goal);
        }
    }

    #[test]
    fn wrong_lines_say_what_is_wrong() {
        for (part, instead, expected) in [
            ("mate:3", "mate", "the goal"),
            ("mate:3", "mate:0", "the goal"),
            ("e9e8", "e9e7", "a ply of the solution"),
            ("m1", "../x", "the name"),
            ("3K5", "4K4", "the position"),
            ("1250", "many", "the rating"),
            ("a1a9 b1b9", "b1b9", "begins with a first ply"),
        ] {
            let error = Puzzle::read(GameKind::Xiangqi, &ROOKS.replacen(part, instead, 1));
            let text = error.unwrap_err().to_string();
            assert!(text.contains(expected), "{instead}: {text}");
        }
        assert!(Puzzle::read(GameKind::Banqi, ROOKS).is_err());
    }
}
