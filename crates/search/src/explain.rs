//! An evaluation in rows that people can read.

use std::borrow::Cow;
use std::fmt;

use game::Side;

/// One row: a term, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name, the same in every language and version: `mobility`.
    pub key: Cow<'static, str>,
    /// Whose it is; `None` for what belongs to neither side alone.
    pub side: Option<Side>,
    /// The points of the board it is about, by their numbers; may be empty.
    pub points: u128,
    /// What it adds to the evaluation, for the side to move.
    pub value: i32,
    /// Its parts; if there are any, their values sum to the row's.
    pub children: Vec<Row>,
}

impl Row {
    /// A row about the whole board.
    pub fn new(key: impl Into<Cow<'static, str>>, side: Option<Side>, value: i32) -> Row {
        Row { key: key.into(), side, points: 0, value, children: Vec::new() }
    }

    /// A row that is the sum of its parts.
    pub fn of_parts(key: impl Into<Cow<'static, str>>, children: Vec<Row>) -> Row {
        let value = children.iter().map(|row| row.value).sum();
        Row { key: key.into(), side: None, points: 0, value, children }
    }

    /// The part of one side; 0 if there is none.
    pub fn part(&self, side: Side) -> i32 {
        self.children.iter().filter(|row| row.side == Some(side)).map(|row| row.value).sum()
    }
}

/// Which evaluation a search goes by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecidedBy {
    /// The rows themselves.
    Rows,
    /// A network in their place.
    Network,
    /// A network and some of the rows.
    NetworkAndRows,
    /// The rows and a network that corrects them.
    Correction,
}

impl DecidedBy {
    /// All there are.
    pub const ALL: [DecidedBy; 4] =
        [DecidedBy::Rows, DecidedBy::Network, DecidedBy::NetworkAndRows, DecidedBy::Correction];

    /// Its name, the same in every language and version.
    pub const fn name(self) -> &'static str {
        match self {
            DecidedBy::Rows => "rows",
            DecidedBy::Network => "network",
            DecidedBy::NetworkAndRows => "network-and-rows",
            DecidedBy::Correction => "correction",
        }
    }
}

/// What a search goes by, and what that says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// Which evaluation.
    pub by: DecidedBy,
    /// Its value for the side to move, in the units of the engine's scores.
    pub value: i32,
}

/// The evaluation of a position: rows that sum to the total exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// Who is to move; `None` while colours are open.
    pub turn: Option<Side>,
    /// The terms.
    pub rows: Vec<Row>,
    /// Their sum, for the side to move.
    pub total: i32,
    /// What the search goes by.
    pub decided: Decided,
}

impl Explanation {
    /// Rows with their sum.
    pub fn new(turn: Option<Side>, rows: Vec<Row>) -> Explanation {
        let total = rows.iter().map(|row| row.value).sum();
        Explanation { turn, rows, total, decided: Decided { by: DecidedBy::Rows, value: total } }
    }

    /// The same rows, but the search goes by something else.
    #[must_use]
    pub fn decided(self, decided: Decided) -> Explanation {
        Explanation { decided, ..self }
    }

    /// Whether every row is the sum of its parts and the total that of the rows.
    pub fn adds_up(&self) -> bool {
        fn whole(row: &Row) -> bool {
            let parts: i32 = row.children.iter().map(|part| part.value).sum();
            (row.children.is_empty() || parts == row.value) && row.children.iter().all(whole)
        }
        self.rows.iter().map(|row| row.value).sum::<i32>() == self.total
            && self.rows.iter().all(whole)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<24} {:>7} {:>7} {:>7}", "", "red", "black", "to move")?;
        for row in &self.rows {
            let part = |side| match row.children.is_empty() {
                true => String::new(),
                false => row.part(side).to_string(),
            };
            let (red, black) = (part(Side::Red), part(Side::Black));
            writeln!(f, "{:<24} {red:>7} {black:>7} {:>7}", row.key, row.value)?;
        }
        writeln!(f, "{:<24} {:>7} {:>7} {:>7}", "total", "", "", self.total)?;
        let Decided { by, value } = self.decided;
        match by {
            DecidedBy::Rows => Ok(()),
            _ => writeln!(f, "decided by {:<13} {:>7} {:>7} {value:>7}", by.name(), "", ""),
        }
    }
}
