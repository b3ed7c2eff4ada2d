//! Where pieces stand, counted over boards: the document's probability table.

use std::fmt::Write as _;

use xiangqi::{Bitboard, Piece, Position};

/// The most pieces of one kind.
pub const SLOTS: usize = 5;
/// A place: a point, or none.
pub const PLACES: usize = 91;

/// How often the first, second, … piece of each kind stood where. Pieces of a kind are
/// told apart by the numbers of their points; place 90 is "taken".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    counts: Vec<u32>,
    boards: u32,
}

impl Default for Places {
    fn default() -> Places {
        Places { counts: vec![0; 14 * SLOTS * PLACES], boards: 0 }
    }
}

/// Why a table was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacesError {
    /// Not such a table.
    #[error("line {line} of the table: expected a piece, its number and {PLACES} counts")]
    Line {
        /// Which line.
        line: usize,
    },
}

/// Where the pieces of a board stand, by kind and number.
pub type Slots = [[u8; SLOTS]; 14];

/// The places of a board's pieces.
#[inline]
pub fn slots(position: &Position) -> Slots {
    let mut slots = [[90; SLOTS]; 14];
    for (index, row) in slots.iter_mut().enumerate() {
        let piece = Piece::from_index(index);
        let board: Bitboard = position.pieces(piece.side(), piece.kind());
        for (slot, square) in row.iter_mut().zip(board) {
            *slot = square.index() as u8;
        }
    }
    slots
}

impl Places {
    /// Counts a board.
    pub fn add(&mut self, position: &Position) {
        self.boards += 1;
        for (piece, row) in slots(position).into_iter().enumerate() {
            for (slot, place) in row.into_iter().enumerate() {
                self.counts[(piece * SLOTS + slot) * PLACES + usize::from(place)] += 1;
            }
        }
    }

    /// How many boards were counted.
    pub fn boards(&self) -> u32 {
        self.boards
    }

    /// How probable it is that a piece stands on one of some places (bit 90: none).
    pub fn probability(&self, piece: usize, slot: usize, places: u128) -> f64 {
        let row = &self.counts[(piece * SLOTS + slot) * PLACES..][..PLACES];
        let there = row.iter().enumerate().filter(|(place, _)| places >> place & 1 != 0);
        let sum: f64 = there.map(|(_, &count)| f64::from(count) + 0.01).sum();
        sum / (f64::from(self.boards) + 0.01 * PLACES as f64)
    }

    /// A line each for a piece of each kind: letter, number, counts a0 to i9 and taken.
    pub fn to_text(&self) -> String {
        let mut text = format!("# {} boards\n", self.boards);
        for piece in 0..14 {
            for slot in 0..Piece::from_index(piece).kind().full_count() as usize {
                let _ = write!(text, "{} {}", Piece::from_index(piece).letter(), slot + 1);
                for count in &self.counts[(piece * SLOTS + slot) * PLACES..][..PLACES] {
                    let _ = write!(text, " {count}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// Reads what [`Places::to_text`] writes.
    ///
    /// # Errors
    /// Names the line that is no such line.
    pub fn from_text(text: &str) -> Result<Places, PlacesError> {
        let mut places = Places::default();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            places.read_line(line).ok_or(PlacesError::Line { line: index + 1 })?;
        }
        places.boards = places.counts[..PLACES].iter().sum();
        Ok(places)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let piece = Piece::from_letter(words.next()?.chars().next()?)?.index();
        let slot: usize = words.next()?.parse().ok().filter(|slot| (1..=SLOTS).contains(slot))?;
        let counts: Vec<u32> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        if counts.len() != PLACES || counts.iter().any(|&count| count > u32::MAX / 128) {
            return None;
        }
        self.counts[(piece * SLOTS + slot - 1) * PLACES..][..PLACES].copy_from_slice(&counts);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use game::Position as _;

    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut places = Places::default();
        places.add(&Position::start());
        let again = Places::from_text(&places.to_text()).unwrap();
        assert_eq!(again.to_text(), places.to_text());
        assert!(again.probability(0, 0, 1 << 4) > 0.5, "the red king stands on e0");
        let error = Places::from_text("x").unwrap_err().to_string();
        assert!(error.starts_with("line 1"), "{error}");
    }
}
