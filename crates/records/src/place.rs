//! Where something stands in a file.

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

/// The lines of a text, to find the place of an offset quickly.
pub(crate) struct Places<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a str) -> Places<'a> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(index, _)| index + 1)).collect();
        Places { text, starts }
    }

    /// The place of a byte offset.
    pub(crate) fn at(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let before = self.text.get(start..offset).unwrap_or_default();
        Place::text(line, before.chars().count() + 1)
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
}
