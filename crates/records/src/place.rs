//! Where something stands in a file.

use std::cell::Cell;
use std::fmt;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a text, both numbers from 1; columns count characters.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// In a file that is no text: bytes from its beginning.
    Byte(usize),
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place::text(1, 1);

    /// A place in a text.
    pub const fn text(line: usize, column: usize) -> Place {
        Place::Text { line, column }
    }

    /// The line, in a text.
    pub const fn line(self) -> Option<usize> {
        match self {
            Place::Text { line, .. } => Some(line),
            Place::Byte(_) => None,
        }
    }

    /// The column, in a text.
    pub const fn column(self) -> Option<usize> {
        match self {
            Place::Text { column, .. } => Some(column),
            Place::Byte(_) => None,
        }
    }

    /// The offset, in a file that is no text.
    pub const fn byte(self) -> Option<usize> {
        match self {
            Place::Text { .. } => None,
            Place::Byte(offset) => Some(offset),
        }
    }

    /// The same place after so many lines of text.
    pub(crate) const fn after_lines(self, lines: usize) -> Place {
        match self {
            Place::Text { line, column } => Place::text(line + lines, column),
            place @ Place::Byte(_) => place,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// Finds the places of offsets in a text. It remembers the last one and counts from
/// there: places are asked for one after the other, and neither a text of one line nor
/// one of empty lines costs more than its length.
pub(crate) struct Places<'a> {
    text: &'a str,
    last: Cell<Counted>,
}

/// An offset and the line and column it stands in, from 0.
#[derive(Clone, Copy, Default)]
struct Counted {
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Places<'a> {
        Places { text, last: Cell::default() }
    }

    /// The place of a byte offset.
    pub(crate) fn at(&self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        let last = self.last.get();
        let between = &self.text[last.offset.min(offset)..last.offset.max(offset)];
        let lines = between.bytes().filter(|&byte| byte == b'\n').count();
        let line = if offset < last.offset { last.line - lines } else { last.line + lines };
        let column = match between.rfind('\n') {
            None if offset < last.offset => last.column - between.chars().count(),
            None => last.column + between.chars().count(),
            Some(end) if offset >= last.offset => between[end + 1..].chars().count(),
            Some(_) => {
                let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
                self.text[start..offset].chars().count()
            }
        };
        self.last.set(Counted { offset, line, column });
        Place::text(line + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let places = Places::new("ab\n馬c\n");
        let at = |offset| places.at(offset);
        assert_eq!((at(0), at(1)), (Place::text(1, 1), Place::text(1, 2)));
        assert_eq!((at(3), at(6)), (Place::text(2, 1), Place::text(2, 2)));
        assert_eq!((at(8), at(99)), (Place::text(3, 1), Place::text(3, 1)));
    }

    #[test]
    fn places_are_the_same_in_whatever_order_they_are_asked_for() {
        let text = "ab\n馬c\n\n\nde馬f\ng";
        let slowly = |offset: usize| {
            let before = &text[..text.floor_char_boundary(offset)];
            let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
            Place::text(before.matches('\n').count() + 1, column + 1)
        };
        let places = Places::new(text);
        for one in 0..=text.len() + 2 {
            for two in 0..=text.len() + 2 {
                assert_eq!((places.at(one), places.at(two)), (slowly(one), slowly(two)));
            }
        }
    }
}
