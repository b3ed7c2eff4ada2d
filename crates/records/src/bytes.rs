//! Fields of binary files; what lies outside of a file is zero or nothing.

use encoding_rs::{GB18030, UTF_16LE};

/// The bytes of a file.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn u8(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    pub(crate) fn u16(self, at: usize) -> u16 {
        u16::from_le_bytes([self.u8(at), self.u8(at.saturating_add(1))])
    }

    pub(crate) fn u32(self, at: usize) -> u32 {
        u32::from(self.u16(at)) | u32::from(self.u16(at.saturating_add(2))) << 16
    }

    /// So many bytes, all of them inside the file.
    pub(crate) fn slice(self, at: usize, length: usize) -> Option<&'a [u8]> {
        self.0.get(at..at.checked_add(length)?)
    }

    /// As many of these bytes as the file has.
    pub(crate) fn field(self, at: usize, length: usize) -> &'a [u8] {
        let end = at.saturating_add(length).min(self.0.len());
        self.0.get(at..end).unwrap_or_default()
    }

    /// A text of UTF-16 that ends with a zero or with its field.
    pub(crate) fn wide(self, at: usize, length: usize) -> String {
        let field = self.field(at, length);
        let end = field.chunks_exact(2).position(|unit| unit == [0, 0]);
        wide(&field[..end.map_or(field.len() & !1, |units| units * 2)])
    }
}

/// GB18030 to text; what is no text is shown as U+FFFD.
pub(crate) fn chinese(bytes: &[u8]) -> String {
    clean(&GB18030.decode_without_bom_handling(bytes).0)
}

/// UTF-16 to text.
pub(crate) fn wide(bytes: &[u8]) -> String {
    clean(&UTF_16LE.decode_without_bom_handling(bytes).0)
}

/// Without blanks around it, zeros and carriage returns.
pub(crate) fn clean(text: &str) -> String {
    text.trim_matches(|symbol: char| symbol.is_whitespace() || symbol == '\0')
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "")
}
