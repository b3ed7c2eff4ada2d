//! Where something stands in a text.

/// A place in a text, both numbers from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
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
        Place { line, column: before.chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let places = Places::new("ab\n馬c\n");
        let at = |offset| (places.at(offset).line, places.at(offset).column);
        assert_eq!((at(0), at(1), at(3), at(6)), ((1, 1), (1, 2), (2, 1), (2, 2)));
        assert_eq!((at(8), at(99)), ((3, 1), (3, 1)));
    }
}
