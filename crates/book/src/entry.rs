//! One move of a position.

use crate::counts::Counts;

/// A move of a position, as it looks in the image that gives the key
/// ([`records::fold`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The first 56 bits of the position's key.
    pub key: u64,
    /// The ply: [`records::Played::code`], a flip without its outcome.
    pub code: u16,
    /// Where it comes from and what it is for.
    pub marks: Marks,
    /// The last year it was played; 0 if none is known.
    pub year: u16,
    /// Its games.
    pub counts: Counts,
    /// What a search said of it for who is to move, if one did.
    pub score: i16,
    /// How deep that search was.
    pub depth: u8,
}

/// Where a move comes from and what it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// It was played in the trusted games.
    pub record: bool,
    /// It was played in the games of the second source.
    pub second: bool,
    /// A search found it.
    pub search: bool,
    /// The book's owner plays it.
    pub chosen: bool,
    /// Which of the header's makers searched.
    pub maker: u8,
}

/// The most makers a book can name.
pub const MOST_MAKERS: usize = 16;
/// The most games of a kind that a file can count.
const MOST: u32 = (1 << 24) - 1;
/// The year before the first that a file can hold.
const BEFORE_YEARS: u16 = 1800;

impl Entry {
    /// Its bytes in a file.
    pub const BYTES: usize = 23;

    /// The part of a position's key that a file keeps.
    pub const fn short_key(key: u64) -> u64 {
        key >> 8
    }

    /// What the order in a file follows.
    pub const fn place(&self) -> (u64, u16) {
        (self.key, self.code)
    }

    /// As it stands in a file: key and ply first, the greatest byte first, so that
    /// bytes have the order of entries.
    pub fn write(&self) -> [u8; Entry::BYTES] {
        let mut bytes = [0; Entry::BYTES];
        bytes[..7].copy_from_slice(&self.key.to_be_bytes()[1..]);
        bytes[7..9].copy_from_slice(&self.code.to_be_bytes());
        bytes[9] = self.marks.write();
        let year = self.year.saturating_sub(BEFORE_YEARS).min(255);
        bytes[10] = year as u8;
        let Counts { wins, draws, losses } = self.counts;
        for (place, count) in bytes[11..20].chunks_exact_mut(3).zip([wins, draws, losses]) {
            place.copy_from_slice(&count.min(MOST).to_be_bytes()[1..]);
        }
        bytes[20..22].copy_from_slice(&self.score.to_be_bytes());
        bytes[22] = self.depth;
        bytes
    }

    /// The entry of some bytes.
    pub fn read(bytes: &[u8; Entry::BYTES]) -> Entry {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().fold(0_u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let year = match bytes[10] {
            0 => 0,
            year => BEFORE_YEARS + u16::from(year),
        };
        Entry {
            key: number(0, 7),
            code: number(7, 9) as u16,
            marks: Marks::read(bytes[9]),
            year,
            counts: Counts {
                wins: number(11, 14) as u32,
                draws: number(14, 17) as u32,
                losses: number(17, 20) as u32,
            },
            score: number(20, 22) as u16 as i16,
            depth: bytes[22],
        }
    }
}

impl Marks {
    fn write(self) -> u8 {
        let bits = [self.record, self.second, self.search, self.chosen];
        let low = (0..).zip(bits).fold(0, |all, (place, bit)| all | u8::from(bit) << place);
        low | self.maker.min(MOST_MAKERS as u8 - 1) << 4
    }

    const fn read(byte: u8) -> Marks {
        Marks {
            record: byte & 1 != 0,
            second: byte & 2 != 0,
            search: byte & 4 != 0,
            chosen: byte & 8 != 0,
            maker: byte >> 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn entries_are_read_as_they_were_written_and_bytes_have_their_order() {
        let mut rng = Rng::new(5);
        let mut before: Option<Entry> = None;
        for _ in 0..1_000 {
            let next = rng.next_u64();
            let entry = Entry {
                key: Entry::short_key(next) & if next & 1 == 0 { u64::MAX } else { 3 },
                code: next as u16,
                marks: Marks::read((next >> 16) as u8),
                year: if next & 2 == 0 { 0 } else { 1801 + (next >> 24) as u16 % 255 },
                counts: Counts { wins: (next >> 40) as u32 & MOST, draws: 0, losses: 7 },
                score: (next >> 20) as i16,
                depth: (next >> 30) as u8,
            };
            assert_eq!(Entry::read(&entry.write()), entry);
            if let Some(before) = before {
                assert_eq!(
                    before.place().cmp(&entry.place()),
                    before.write()[..9].cmp(&entry.write()[..9])
                );
            }
            before = Some(entry);
        }
    }

    #[test]
    fn what_does_not_fit_is_the_nearest_that_does() {
        let counts = Counts { wins: u32::MAX, draws: 1 << 24, losses: MOST };
        let entry = Entry { year: 1650, counts, ..Entry::default() };
        let read = Entry::read(&entry.write());
        assert_eq!((read.year, read.counts.wins, read.counts.draws), (0, MOST, MOST));
        let late = Entry { year: 3000, ..Entry::default() };
        assert_eq!(Entry::read(&late.write()).year, 2055);
    }
}
