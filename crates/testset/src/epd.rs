//! Positions as lines of EPD: a position and operations, `bm h2e2; id "one";`.

use std::fmt;

use library::archive::fold::Folded;
use library::archive::select::read_position;
use records::Board;
use serde::{Deserialize, Serialize};

use crate::TestsetError;

/// A position of a test set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Problem {
    /// The position.
    pub fen: String,
    /// The plies that are right, in coordinates; none in a set of positions to begin from.
    pub best: Vec<String>,
    /// Mate in so many moves.
    pub mate: Option<u32>,
    /// Its name.
    pub id: String,
    /// What else is to be said: the operations c0, c1, …
    pub remarks: Vec<String>,
}

/// Names of operations that may stand directly behind a position.
fn is_operation(word: &str) -> bool {
    let comment = |word: &str| matches!(word.as_bytes(), [b'c', b'0'..=b'9']);
    matches!(word, "bm" | "am" | "dm" | "id" | "pv" | "ce" | "res") || comment(word)
}

/// A text without what would end it in a line.
fn quoted(text: &str) -> String {
    text.chars()
        .map(|letter| if matches!(letter, '"' | ';' | '\n' | '\r') { ' ' } else { letter })
        .collect()
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen)?;
        if !self.best.is_empty() {
            write!(f, " bm {};", self.best.join(" "))?;
        }
        if let Some(moves) = self.mate {
            write!(f, " dm {moves};")?;
        }
        write!(f, " id \"{}\";", quoted(&self.id))?;
        for (number, remark) in self.remarks.iter().enumerate() {
            write!(f, " c{number} \"{}\";", quoted(remark))?;
        }
        Ok(())
    }
}

impl Problem {
    /// Reads a line; nothing if it is empty or a remark (`#`).
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn read(line: &str) -> Result<Option<Problem>, String> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let fields = words.iter().position(|word| is_operation(word)).unwrap_or(words.len());
        let mut problem = Problem { fen: words[..fields].join(" "), ..Problem::default() };
        problem.fen.truncate(problem.fen.trim_end_matches(';').trim_end().len());
        for operation in words[fields..].join(" ").split(';') {
            let Some((name, value)) = operation.trim().split_once(' ') else { continue };
            let value = value.trim().trim_matches('"').to_owned();
            match name {
                "bm" => problem.best = value.split_whitespace().map(str::to_owned).collect(),
                "dm" => {
                    let moves = value.parse().map_err(|_| format!("dm is '{value}', no number"));
                    problem.mate = Some(moves?);
                }
                "id" => problem.id = value,
                name if name.starts_with('c') && is_operation(name) => problem.remarks.push(value),
                _ => {}
            }
        }
        problem.board()?;
        Ok(Some(problem))
    }

    /// The position.
    ///
    /// # Errors
    /// If it is none.
    pub fn board(&self) -> Result<Board, String> {
        read_position(&self.fen).map_err(|error| error.to_string())
    }

    /// What it has in common with its images.
    ///
    /// # Errors
    /// If its position is none.
    pub fn key(&self) -> Result<u64, String> {
        Ok(Folded::of(&self.board()?).key)
    }
}

/// Reads the lines of a file, each with its own text.
///
/// # Errors
/// Names the line that cannot be read.
pub fn read_text<'a>(file: &str, text: &'a str) -> Result<Vec<(&'a str, Problem)>, TestsetError> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let problem = Problem::read(text);
        let problem =
            problem.map_err(|fault| TestsetError::Line { file: file.to_owned(), line, fault })?;
        found.extend(problem.map(|problem| (text, problem)));
    }
    Ok(found)
}

/// A position as EPD has it.
pub(crate) fn fen_of(board: &Board) -> String {
    match board {
        Board::Xiangqi(position) => {
            let text = position.to_string();
            let fields: Vec<&str> = text.split_whitespace().take(2).collect();
            format!("{} - -", fields.join(" "))
        }
        Board::Banqi(position) => position.setup().to_string(),
    }
}

/// The name of a position: what set it is of, and its key.
pub(crate) fn id_of(set: &str, key: u64) -> String {
    format!("{set}-{key:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let problem = Problem {
            fen: "4k4/9/9/9/9/9/9/9/RR7/3K5 w - -".to_owned(),
            best: vec!["a1a9".to_owned(), "b1b9".to_owned()],
            mate: Some(2),
            id: "two rooks".to_owned(),
            remarks: vec!["game 7: 甲 – 乙".to_owned(), "second".to_owned()],
        };
        let line = problem.to_string();
        assert_eq!(Problem::read(&line).unwrap(), Some(problem.clone()));
        let bad = Problem { id: "a\";b".to_owned(), ..problem };
        assert_eq!(Problem::read(&bad.to_string()).unwrap().unwrap().id, "a b");
        assert_eq!(Problem::read("# nothing").unwrap(), None);
        let bare = Problem::read("4k4/9/9/9/9/9/9/9/RR7/3K5 w").unwrap().unwrap();
        assert!(bare.best.is_empty() && bare.mate.is_none());
        for wrong in ["9/9 w bm a0a1;", "4k4/9/9/9/9/9/9/9/RR7/3K5 w - - dm x;"] {
            assert!(Problem::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn images_have_one_key() {
        let key = |fen: &str| Problem::read(fen).unwrap().unwrap().key().unwrap();
        let own = key("4k4/9/9/9/9/9/9/9/R8/3K5 w - - bm a1a9;");
        assert_eq!(own, key("4k4/9/9/9/9/9/9/9/8R/5K3 w"));
        assert_eq!(own, key("5k3/8r/9/9/9/9/9/9/9/4K4 b"));
        assert_ne!(own, key("4k4/9/9/9/9/9/9/9/R8/3K5 b"));
    }
}
