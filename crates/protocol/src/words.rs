//! A line as a row of words, each remembering where it stood.

use std::fmt::{self, Display, Write};
use std::str::FromStr;

use crate::{LineError, Notes, ParseError, line};

/// One word and its byte offset in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// The words of one checked line, taken from the left.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    line: &'a str,
    offset: usize,
}

/// Number types that know how to name their range.
pub(crate) trait Number: FromStr {
    const EXPECTED: &'static str;
}

macro_rules! numbers {
    ($($number:ty => $expected:literal),*) => {
        $(impl Number for $number { const EXPECTED: &'static str = $expected; })*
    };
}

numbers! {
    u8 => "a whole number from 0 to 255",
    u16 => "a whole number from 0 to 65535",
    u32 => "a whole number from 0 to 4294967295",
    u64 => "a whole number from 0 to 18446744073709551615",
    i32 => "a whole number from -2147483648 to 2147483647",
    i64 => "a whole number from -9223372036854775808 to 9223372036854775807"
}

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Result<Self, LineError> {
        Ok(Words { line: line::check(line)?, offset: 0 })
    }

    /// The whole line, trimmed.
    pub(crate) fn line(&self) -> &'a str {
        self.line
    }

    /// The word that opens the line.
    pub(crate) fn first(&mut self, expected: &'static str) -> Result<Word<'a>, ParseError> {
        self.next().ok_or(ParseError::Empty { expected })
    }

    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Everything that is left, trimmed but otherwise as written.
    pub(crate) fn rest(&mut self) -> &'a str {
        let rest = self.line[self.offset..].trim_ascii();
        self.offset = self.line.len();
        rest
    }

    /// The words up to, and without, the first that is one of `stops`.
    pub(crate) fn until(&mut self, stops: &[&str]) -> Vec<&'a str> {
        let mut taken = Vec::new();
        while let Some(word) = self.peek().filter(|word| !stops.contains(&word.text)) {
            taken.push(word.text);
            self.next();
        }
        taken
    }

    /// Like [`Words::until`], each word on its own.
    pub(crate) fn list_until(&mut self, stops: &[&str]) -> Vec<String> {
        self.until(stops).into_iter().map(str::to_string).collect()
    }

    /// The next word, without which `after` makes no sense.
    pub(crate) fn require(
        &mut self,
        after: Word<'_>,
        expected: &'static str,
    ) -> Result<Word<'a>, ParseError> {
        self.next().ok_or_else(|| self.missing(after, expected))
    }

    /// The next word as a number.
    pub(crate) fn number<N: Number>(&mut self, after: Word<'_>) -> Result<N, ParseError> {
        let word = self.require(after, N::EXPECTED)?;
        word.text.parse().map_err(|_| self.invalid(after, word, N::EXPECTED))
    }

    /// The next word as a number of milliseconds; a clock below zero counts as zero.
    pub(crate) fn time(&mut self, after: Word<'_>, notes: &mut Notes) -> Result<u64, ParseError> {
        let word = self.require(after, u64::EXPECTED)?;
        if let Ok(time) = word.text.parse() {
            return Ok(time);
        }
        let below_zero = word.text.strip_prefix('-').is_some_and(is_digits);
        if !below_zero {
            return Err(self.invalid(after, word, u64::EXPECTED));
        }
        notes.add(|| ParseError::Adjusted {
            column: self.column(word.offset),
            after: excerpt(after.text),
            text: excerpt(word.text),
            taken: 0,
        });
        Ok(0)
    }

    /// The next word as a number, or a note; a word that is no number stays.
    pub(crate) fn try_number<N: Number>(
        &mut self,
        after: Word<'_>,
        notes: &mut Notes,
    ) -> Option<N> {
        match self.peek().and_then(|word| word.text.parse().ok()) {
            Some(number) => {
                self.next();
                Some(number)
            }
            None => {
                notes.add(|| match self.peek() {
                    Some(word) => self.invalid(after, word, N::EXPECTED),
                    None => self.missing(after, N::EXPECTED),
                });
                None
            }
        }
    }

    /// Reads fields up to the end of the line and leaves out those that cannot be
    /// read: the word after such a keyword goes with it, unless it is a keyword too.
    pub(crate) fn read_what_can_be(
        &mut self,
        keywords: &[&str],
        mut field: impl FnMut(Word<'a>, &mut Self) -> Result<(), ParseError>,
    ) {
        while let Some(word) = self.next() {
            let behind = self.clone();
            if field(word, self).is_err() {
                *self = behind;
                if self.peek().is_some_and(|next| !keywords.contains(&next.text)) {
                    self.next();
                }
            }
        }
    }

    /// Notes the first word that is left over.
    pub(crate) fn expect_end(&mut self, notes: &mut Notes) {
        if let Some(word) = self.next() {
            notes.add(|| self.unknown(word, "the end of the line"));
        }
    }

    pub(crate) fn unknown(&self, word: Word<'_>, expected: &'static str) -> ParseError {
        ParseError::Unknown { column: self.column(word.offset), word: excerpt(word.text), expected }
    }

    pub(crate) fn missing(&self, after: Word<'_>, expected: &'static str) -> ParseError {
        let column = self.column(after.offset + after.text.len()) + 1;
        ParseError::Missing { column, after: excerpt(after.text), expected }
    }

    pub(crate) fn invalid(
        &self,
        after: Word<'_>,
        word: Word<'_>,
        expected: &'static str,
    ) -> ParseError {
        ParseError::Invalid {
            column: self.column(word.offset),
            after: excerpt(after.text),
            text: excerpt(word.text),
            expected,
        }
    }

    fn column(&self, offset: usize) -> usize {
        self.line[..offset].chars().count() + 1
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let left = &self.line[self.offset..];
        let text = left.trim_ascii_start();
        let offset = self.offset + left.len() - text.len();
        let length = text.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(text.len());
        self.offset = offset + length;
        (length > 0).then_some(Word { text: &text[..length], offset })
    }
}

/// Whether a text is a plain row of decimal digits.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The beginning of a text, short enough for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// Prints a text so that it cannot break the line: control characters other
/// than tabs become spaces.
pub(crate) struct OneLine<'a>(pub(crate) &'a str);

impl Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            let breaks = letter.is_control() && letter != '\t';
            f.write_char(if breaks { ' ' } else { letter })?;
        }
        Ok(())
    }
}

/// Prints ` keyword value`, or nothing without a value.
pub(crate) fn write_field<T: Display>(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    value: Option<T>,
) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {keyword} {value}"),
        None => Ok(()),
    }
}

/// Prints ` keyword text`, the space before an empty text left out.
pub(crate) fn write_text(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    text: Option<&str>,
) -> fmt::Result {
    match text {
        Some("") => write!(f, " {keyword}"),
        text => write_field(f, keyword, text.map(OneLine)),
    }
}

/// Prints ` keyword word word …`, or nothing for an empty list.
pub(crate) fn write_list(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    words: &[String],
) -> fmt::Result {
    if !words.is_empty() {
        write!(f, " {keyword}")?;
    }
    words.iter().try_for_each(|word| write!(f, " {}", OneLine(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_stood() {
        let mut words = Words::new("  go\t depth  炮 ").unwrap();
        let found: Vec<_> = words.by_ref().map(|word| (word.text, word.offset)).collect();
        assert_eq!(found, [("go", 0), ("depth", 4), ("炮", 11)]);
        assert_eq!(words.rest(), "");
    }

    #[test]
    fn until_leaves_the_stop_word_and_rest_keeps_inner_spaces() {
        let mut words = Words::new("a b stop c   d").unwrap();
        assert_eq!(words.until(&["stop"]), ["a", "b"]);
        assert_eq!(words.next().unwrap().text, "stop");
        assert_eq!(words.rest(), "c   d");
    }

    #[test]
    fn messages_name_place_text_and_remedy() {
        let mut words = Words::new("depth seven").unwrap();
        let after = words.next().unwrap();
        assert_eq!(
            words.number::<u32>(after).unwrap_err().to_string(),
            "column 7: `seven` after `depth` is not a whole number from 0 to 4294967295"
        );
        assert_eq!(
            words.number::<u32>(after).unwrap_err().to_string(),
            "column 7: `depth` must be followed by a whole number from 0 to 4294967295"
        );
    }

    #[test]
    fn an_excerpt_is_short_whatever_the_text() {
        assert_eq!(excerpt("炮二平五"), "炮二平五");
        assert_eq!(excerpt(&"炮".repeat(9000)).chars().count(), 41);
    }

    #[test]
    fn printing_cannot_break_a_line() {
        assert_eq!(OneLine("a\nquit\r\u{85}b\tc").to_string(), "a quit  b\tc");
    }
}
