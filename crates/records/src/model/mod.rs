//! A game as every format tells it.

mod played;
mod problem;
mod remarks;
mod result;
mod start;
mod tree;

pub use game::GameKind;

pub use played::Played;
pub use problem::{Problem, ProblemCode};
pub use remarks::{Colour, Mark, Remarks, Score};
pub use result::GameResult;
pub use start::{Start, StartError};
pub use tree::{Node, NodeId, Tree};

use crate::place::Place;

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// What it says about itself, in its order.
    pub headers: Vec<(String, String)>,
    /// What it starts from.
    pub start: Start,
    /// The plies with variations.
    pub tree: Tree,
    /// How it ended.
    pub result: GameResult,
    /// How its plies are written, if there are any.
    pub notation: Option<crate::Notation>,
    /// Where it stands in its file.
    pub place: Place,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// No game says more about itself: headers are looked through one by one.
pub(crate) const MOST_HEADERS: usize = 500;

/// So many problems of a game are told.
const MOST_PROBLEMS: usize = 200;

impl Game {
    /// A game without plies.
    pub fn new(start: Start) -> Game {
        Game {
            headers: Vec::new(),
            start,
            tree: Tree::default(),
            result: GameResult::Unknown,
            notation: None,
            place: Place::START,
            problems: Vec::new(),
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// A header by its name, in either case; an empty one is none.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Sets a header, or adds it at the end.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.headers.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some(known) => known.1 = value,
            None => self.headers.push((name.to_owned(), value)),
        }
    }

    /// Tells a problem. After very many the last one says so, and more are not kept.
    pub fn report(&mut self, problem: Problem) {
        match self.problems.len() {
            MOST_PROBLEMS.. => {}
            count if count == MOST_PROBLEMS - 1 => {
                let message = format!("more than {MOST_PROBLEMS} problems: the rest is not told");
                self.problems.push(Problem::new(ProblemCode::Limit, problem.place, message));
            }
            _ => self.problems.push(problem),
        }
    }

    /// The problem that ends the main line too early, if there is one.
    pub fn main_problem(&self) -> Option<&Problem> {
        let ends = |code| {
            matches!(
                code,
                ProblemCode::Start | ProblemCode::Move | ProblemCode::Form | ProblemCode::Truncated
            )
        };
        self.problems.iter().find(|problem| !problem.variation && ends(problem.code))
    }

    /// The problem that makes the game unreadable, if it has one.
    pub fn start_problem(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.code == ProblemCode::Start)
    }
}
