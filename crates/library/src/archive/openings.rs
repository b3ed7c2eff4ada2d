//! Our classification of openings: codes of a letter and two digits in the manner of
//! ECCO, with names in three languages.
//!
//! A row of `data/opening-codes.tsv` has one line of moves or several. A game belongs to the
//! last position of a line that it comes to within [`DEEPEST`] plies, by whatever order
//! of moves and on whichever side of the board.

use std::collections::HashMap;
use std::sync::LazyLock;

use game::{NullObserver, Position as _};
use records::Board;

use super::fold::Folded;

/// A row of the classification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// `A00` to `E99`.
    pub code: &'static str,
    /// Its name in English.
    pub english: &'static str,
    /// In traditional script.
    pub traditional: &'static str,
    /// In simplified script.
    pub simplified: &'static str,
    /// The lines of moves that lead to it.
    pub lines: Vec<Vec<&'static str>>,
}

/// No line is longer, and later positions are not looked at.
pub const DEEPEST: usize = 24;

static TABLE: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let rows = include_str!("../../data/opening-codes.tsv").lines().skip(1);
    rows.filter_map(row).collect()
});

fn row(line: &'static str) -> Option<Opening> {
    let mut fields = line.split('\t');
    let [code, english, traditional, simplified, moves] = std::array::from_fn(|_| fields.next());
    let lines = moves?.split(';').map(|line| line.split_whitespace().collect()).collect();
    Some(Opening {
        code: code?,
        english: english?,
        traditional: traditional?,
        simplified: simplified?,
        lines,
    })
}

/// Key → row, from 1.
static POSITIONS: LazyLock<HashMap<u64, usize>> = LazyLock::new(|| {
    let lines = all().iter().enumerate();
    let lines = lines.flat_map(|(row, opening)| opening.lines.iter().map(move |line| (row, line)));
    lines.filter_map(|(row, line)| Some((last_position(line)?, row + 1))).collect()
});

/// The key of the position a line ends in.
fn last_position(line: &[&str]) -> Option<u64> {
    let mut position = xiangqi::Position::start();
    for word in line {
        let ply = word.parse().ok().filter(|&ply| position.is_legal_ply(ply))?;
        position.make_ply(ply, &mut NullObserver);
    }
    Some(Folded::of(&Board::Xiangqi(position)).key)
}

/// Every row.
pub fn all() -> &'static [Opening] {
    &TABLE
}

/// The row, counted from 1, of the opening that has its position here.
pub(super) fn at(key: u64) -> Option<usize> {
    POSITIONS.get(&key).copied()
}

/// The rows, counted from 1, whose code begins or whose name holds a text.
pub fn find(text: &str) -> Vec<usize> {
    let text = super::names::fold(text);
    let matches = |opening: &Opening| {
        let names = [opening.english, opening.traditional, opening.simplified];
        opening.code.to_ascii_lowercase().starts_with(&text)
            || text.chars().count() > 1
                && names.iter().any(|name| super::names::fold(name).contains(&text))
    };
    (1..).zip(all()).filter(|(_, opening)| matches(opening)).map(|(row, _)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_line_is_legal_and_leads_to_a_position_of_its_own() {
        let mut positions: HashMap<u64, &str> = HashMap::new();
        let mut faults = Vec::new();
        for opening in all() {
            for line in &opening.lines {
                assert!(line.len() <= DEEPEST, "{}", opening.code);
                let Some(key) = last_position(line) else {
                    faults.push(format!("{}: {line:?} is not legal", opening.code));
                    continue;
                };
                if let Some(other) = positions.insert(key, opening.code)
                    && other != opening.code
                {
                    faults.push(format!("{line:?}: {other} and {}", opening.code));
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn codes_and_names_are_whole() {
        assert!(all().len() >= 100, "{}", all().len());
        let codes: HashSet<&str> = all().iter().map(|opening| opening.code).collect();
        assert_eq!(codes.len(), all().len());
        for opening in all() {
            let code = opening.code.as_bytes();
            assert!(matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{}", opening.code);
            let folded = super::super::names::fold(opening.traditional);
            assert_eq!(folded, opening.simplified, "{}", opening.code);
            assert!(opening.english.is_ascii() && !opening.english.is_empty());
        }
        assert_eq!(all().windows(2).find(|pair| pair[0].code >= pair[1].code), None);
    }

    #[test]
    fn openings_are_found_by_code_and_name_in_every_language() {
        let codes =
            |text| find(text).into_iter().map(|row| all()[row - 1].code).collect::<Vec<_>>();
        assert_eq!(codes("D00"), ["D00"]);
        assert!(codes("d").iter().all(|code| code.starts_with('D')));
        assert!(codes("順炮").contains(&"D00") && codes("顺炮").contains(&"D00"));
        assert!(codes("screen horses").contains(&"C00"));
        assert!(codes("Z99").is_empty());
    }
}
