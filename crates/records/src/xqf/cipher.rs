//! How versions after 10 hide what they say.

use super::BODY;

/// Thirty-two bytes every encrypted file is hidden with.
const WORDS: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The bytes of the header that make the keys: its bytes 3 and 8 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Which bits of the others count.
    pub mask: u8,
    /// Four bytes that are always added.
    pub or: [u8; 4],
    /// The sum, and the keys of squares, origins and targets.
    pub xy: [u8; 4],
}

/// What hides the parts of one file.
#[derive(Clone, Debug)]
pub(super) struct Cipher {
    version: u8,
    pub(super) square: u8,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) length: u32,
    stream: [u8; 32],
}

impl Cipher {
    pub(super) fn new(version: u8, keys: Keys) -> Cipher {
        if version <= 10 {
            let [square, from, to] = [0; 3];
            return Cipher { version, square, from, to, length: 0, stream: [0; 32] };
        }
        let [sum, xy, from, to] = keys.xy;
        let square = scramble(xy).wrapping_mul(xy);
        let from = scramble(from).wrapping_mul(square);
        let to = scramble(to).wrapping_mul(from);
        let length = (u32::from(sum) * 256 + u32::from(xy)) % 32000 + 767;
        let mut stream = *WORDS;
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte &= keys.or[index % 4] | keys.xy[index % 4] & keys.mask;
        }
        Cipher { version, square, from, to, length, stream }
    }

    /// Which of the 32 squares stands at a place of the header.
    pub(super) fn slot(&self, place: usize) -> usize {
        if self.version >= 12 { (usize::from(self.square) + 1 + place) % 32 } else { place }
    }

    /// A byte of the body by its offset in the file.
    pub(super) fn plain(&self, byte: u8, offset: usize) -> u8 {
        byte.wrapping_sub(self.hiding(offset))
    }

    /// The inverse of [`Cipher::plain`].
    pub(super) fn hidden(&self, byte: u8, offset: usize) -> u8 {
        byte.wrapping_add(self.hiding(offset))
    }

    fn hiding(&self, offset: usize) -> u8 {
        self.stream[(offset.wrapping_sub(BODY)) % 32]
    }

    /// The flags of a ply: the line goes on, a rival exists, a comment follows.
    pub(super) fn flags(&self, flags: u8) -> [bool; 3] {
        if self.version <= 10 {
            [flags & 0xF0 != 0, flags & 0x0F != 0, true]
        } else {
            [flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0]
        }
    }

    /// The inverse of [`Cipher::flags`].
    pub(super) fn flag_byte(&self, continues: bool, rival: bool, comment: bool) -> u8 {
        if self.version <= 10 {
            (u8::from(continues) * 0xF0) | (u8::from(rival) * 0x0F)
        } else {
            u8::from(continues) << 7 | u8::from(rival) << 6 | u8::from(comment) << 5
        }
    }
}

fn scramble(key: u8) -> u8 {
    key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221)
}
