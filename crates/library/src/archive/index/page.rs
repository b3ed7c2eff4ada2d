//! A page of a segment: keys in order, each with its games.
//!
//! The first key is written whole, every other one as the distance from the one before.
//! Numbers are varints of seven bits a byte, the lowest first. A key is followed by the
//! number of its games, and those by the distance of their ids, the number of the ply,
//! and the ply that was played (two bytes, the lower first).

/// A game that reached a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The position's key.
    pub key: u64,
    /// The game.
    pub game: u32,
    /// After how many plies.
    pub ply: u16,
    /// The code of what was played then, or [`Entry::END`].
    pub next: u16,
}

impl Entry {
    /// The game ended there. No ply has this code.
    pub const END: u16 = u16::MAX;
}

/// A page is ended as soon as it has so many bytes.
const TARGET: usize = 24 << 10;
/// So many games of a key stand together; more are written as if it were another key.
const GROUP: usize = 2048;

/// A written page.
pub(super) struct Page {
    pub first: u64,
    pub bytes: Vec<u8>,
}

/// Makes pages of entries that come in order.
#[derive(Default)]
pub(super) struct Pages {
    group: Vec<Entry>,
    bytes: Vec<u8>,
    first: u64,
    last: u64,
}

impl Pages {
    /// Takes an entry; a page that it completes.
    pub(super) fn push(&mut self, entry: Entry) -> Option<Page> {
        let full = match self.group.first() {
            Some(first) => first.key != entry.key || self.group.len() == GROUP,
            None => false,
        };
        let page = if full { self.end_group() } else { None };
        self.group.push(entry);
        page
    }

    /// The last page.
    pub(super) fn finish(mut self) -> Option<Page> {
        let page = self.end_group();
        debug_assert!(page.is_none() || self.bytes.is_empty());
        page.or_else(|| self.page())
    }

    fn end_group(&mut self) -> Option<Page> {
        let &Entry { key, .. } = self.group.first()?;
        if self.bytes.is_empty() {
            self.first = key;
            self.bytes.extend(key.to_le_bytes());
        } else {
            write_number(&mut self.bytes, key - self.last);
        }
        self.last = key;
        write_number(&mut self.bytes, self.group.len() as u64);
        let mut before = 0;
        for entry in self.group.drain(..) {
            write_number(&mut self.bytes, u64::from(entry.game - before));
            before = entry.game;
            write_number(&mut self.bytes, entry.ply.into());
            self.bytes.extend(entry.next.to_le_bytes());
        }
        if self.bytes.len() < TARGET { None } else { self.page() }
    }

    fn page(&mut self) -> Option<Page> {
        let bytes = std::mem::take(&mut self.bytes);
        (!bytes.is_empty()).then_some(Page { first: self.first, bytes })
    }
}

/// Writes a varint.
pub(in super::super) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a varint from the beginning of bytes and leaves the rest.
pub(in super::super) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// What a page's bytes are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a page of the position index is damaged")]
pub struct PageError;

/// Reads the entries of a page.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    begun: bool,
    key: u64,
    left: u64,
    game: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, begun: false, key: 0, left: 0, game: 0 }
    }

    fn number(&mut self) -> Result<u64, PageError> {
        read_number(&mut self.bytes).ok_or(PageError)
    }

    fn begin_group(&mut self) -> Result<(), PageError> {
        if self.begun {
            let distance = self.number()?;
            self.key = self.key.checked_add(distance).ok_or(PageError)?;
        } else {
            let (first, rest) = self.bytes.split_first_chunk().ok_or(PageError)?;
            (self.key, self.bytes, self.begun) = (u64::from_le_bytes(*first), rest, true);
        }
        self.game = 0;
        self.left = self.number()?;
        if self.left == 0 { Err(PageError) } else { Ok(()) }
    }

    fn entry(&mut self) -> Result<Entry, PageError> {
        if self.left == 0 {
            self.begin_group()?;
        }
        self.left -= 1;
        let distance = u32::try_from(self.number()?).map_err(|_| PageError)?;
        self.game = self.game.checked_add(distance).ok_or(PageError)?;
        let ply = u16::try_from(self.number()?).map_err(|_| PageError)?;
        let (&next, rest) = self.bytes.split_first_chunk().ok_or(PageError)?;
        self.bytes = rest;
        Ok(Entry { key: self.key, game: self.game, ply, next: u16::from_le_bytes(next) })
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, PageError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 && self.bytes.is_empty() && self.begun {
            return None;
        }
        let entry = self.entry();
        if entry.is_err() {
            (self.left, self.bytes, self.begun) = (0, &[], true);
        }
        Some(entry)
    }
}

/// Reads a page whatever its bytes are, for fuzzing: the entries before any damage, and
/// whether there was none.
#[doc(hidden)]
pub fn read_page(bytes: &[u8]) -> (Vec<Entry>, bool) {
    let mut entries = Vec::new();
    for entry in Reader::new(bytes) {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(PageError) => return (entries, false),
        }
    }
    (entries, true)
}

/// Writes entries that are in order as pages, for fuzzing and tests.
#[doc(hidden)]
pub fn write_pages(entries: &[Entry]) -> Vec<Vec<u8>> {
    let mut pages = Pages::default();
    let mut written: Vec<_> =
        entries.iter().filter_map(|&entry| pages.push(entry)).map(|page| page.bytes).collect();
    written.extend(pages.finish().map(|page| page.bytes));
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn pages_are_read_as_they_were_written() {
        let mut rng = Rng::new(5);
        let mut entries: Vec<Entry> = (0..40_000)
            .map(|_| Entry {
                // A few keys have very many games.
                key: if rng.below(3) == 0 { rng.below(3) as u64 } else { rng.next_u64() },
                game: rng.next_u64() as u32,
                ply: rng.next_u64() as u16,
                next: rng.next_u64() as u16,
            })
            .collect();
        entries.sort_unstable();
        let pages = write_pages(&entries);
        assert!(pages.len() > 3);
        let read: Vec<Entry> = pages.iter().flat_map(|page| read_page(page).0).collect();
        assert!(read == entries);
        for page in &pages {
            assert!(page.len() < 2 * TARGET, "{}", page.len());
            let (_, whole) = read_page(&page[..page.len() - 1]);
            assert!(!whole, "a page that lacks its end");
        }
    }

    #[test]
    fn damaged_pages_end() {
        assert_eq!(read_page(&[]), (vec![], false));
        assert_eq!(read_page(&[0; 9]), (vec![], false));
        assert_eq!(read_page(&[0xff; 400]), (vec![], false));
    }
}
