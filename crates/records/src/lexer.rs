//! Move text to tokens: words, comments, brackets, headers.

use std::borrow::Cow;

/// A part of a move text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    /// Where it begins, in bytes.
    pub(crate) at: usize,
    pub(crate) what: What<'a>,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What<'a> {
    /// `[Name "value"]` at the beginning of a line.
    Header { name: &'a str, value: String, after_blank: bool },
    /// A line that begins like a header and is none.
    BadHeader(&'a str),
    /// `{…}` or `; …`; whether it was closed.
    Comment { text: Cow<'a, str>, closed: bool },
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `$3`.
    Nag(u8),
    /// Anything else.
    Word(&'a str),
}

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Headers, and `;` begins a comment.
    Pgn,
    /// No headers, and `;` stands between moves.
    List,
}

/// Takes a text apart, one token at a time.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    style: Style,
    /// Nothing but blanks since the beginning of the line.
    fresh_line: bool,
    /// Nothing at all since the beginning of the line, and an empty line since the
    /// last token.
    empty_line: bool,
    blank_line: bool,
    /// Braces before this offset do not pair, so none of them nests.
    unpaired_until: usize,
    /// Where the next game begins; found once for all comments before it.
    game_end: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, style: Style) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            style,
            fresh_line: true,
            empty_line: true,
            blank_line: true,
            unpaired_until: 0,
            game_end: 0,
        }
    }

    /// How far it has come, in bytes.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over what stands between tokens.
    fn skip_blanks(&mut self) {
        while let Some(symbol) = self.rest().chars().next() {
            if symbol == '\n' {
                self.blank_line |= self.empty_line;
                (self.fresh_line, self.empty_line) = (true, true);
            } else if !self.separates(symbol) {
                return;
            }
            self.at += symbol.len_utf8();
        }
    }

    fn separates(&self, symbol: char) -> bool {
        if symbol.is_ascii_alphanumeric() {
            return false;
        }
        symbol.is_whitespace()
            || matches!(symbol, ',' | '，' | '、' | '；' | '。' | '|' | '\u{feff}' | '\0')
            || symbol == ';' && self.style == Style::List
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + bytes];
        self.at += bytes;
        taken
    }

    fn rest_of_line(&mut self) -> &'a str {
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        self.take(length)
    }

    fn header(&mut self, after_blank: bool) -> What<'a> {
        let line = self.rest().split('\n').next().unwrap_or_default();
        match header_of(line) {
            Some((name, value, length)) => {
                self.take(length);
                // Another header may stand on the same line.
                self.fresh_line = true;
                What::Header { name, value, after_blank }
            }
            None => What::BadHeader(self.rest_of_line().trim()),
        }
    }

    /// A comment in braces. Braces inside are part of it if they pair; a comment
    /// that is not closed ends before the next game.
    fn braces(&mut self) -> What<'a> {
        let open = self.at;
        if open >= self.game_end {
            self.game_end = next_header(self.text, open);
        }
        let body = &self.text[open + 1..self.game_end];
        let end = match self.paired(body, open + 1) {
            Some(end) => Some(end),
            None => body.find('}'),
        };
        let (text, closed) = match end {
            Some(end) => (&body[..end], true),
            None => (body, false),
        };
        self.at = open + 1 + text.len() + usize::from(closed);
        self.fresh_line = !closed;
        What::Comment { text: clean(text), closed }
    }

    /// Where the brace that closes a comment stands, if all braces inside pair.
    fn paired(&mut self, body: &str, offset: usize) -> Option<usize> {
        if offset <= self.unpaired_until {
            return None;
        }
        let mut depth = 1usize;
        for (index, byte) in body.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(index);
            }
        }
        self.unpaired_until = offset + body.len();
        None
    }

    fn line_comment(&mut self) -> What<'a> {
        let text = self.rest_of_line();
        What::Comment { text: clean(&text[1..]), closed: true }
    }

    /// Up to the next blank or bracket; `b3(n)` of dark chess is one word.
    fn word(&mut self) -> What<'a> {
        let rest = self.rest();
        let outcome = if is_outcome(rest) { "b3(n)".len() } else { 0 };
        let ends = |symbol: char| self.separates(symbol) || is_bracket(symbol) || symbol == ';';
        let end = rest[outcome..].find(ends).map_or(rest.len(), |length| outcome + length);
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let word = self.take(end.max(first));
        match word.strip_prefix('$').and_then(|number| number.parse().ok()) {
            Some(number) => What::Nag(number),
            None => What::Word(word),
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.skip_blanks();
            let symbol = self.rest().chars().next()?;
            let fresh = std::mem::take(&mut self.fresh_line);
            let after_blank = std::mem::take(&mut self.blank_line);
            self.empty_line = false;
            let pgn = self.style == Style::Pgn;
            let at = self.at;
            let what = match symbol {
                '%' if fresh && pgn => {
                    self.rest_of_line();
                    continue;
                }
                '[' if fresh && pgn => self.header(after_blank),
                '{' => self.braces(),
                ';' => self.line_comment(),
                '(' | '（' => {
                    self.take(symbol.len_utf8());
                    What::Open
                }
                ')' | '）' => {
                    self.take(symbol.len_utf8());
                    What::Close
                }
                // A brace too many says nothing.
                '}' => {
                    self.take(1);
                    continue;
                }
                _ => self.word(),
            };
            return Some(Token { at, what });
        }
    }
}

fn is_bracket(symbol: char) -> bool {
    matches!(symbol, '(' | ')' | '{' | '}' | '（' | '）')
}

/// `b3(n)`: a square, and a letter in brackets.
fn is_outcome(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes, [file, rank, b'(', piece, b')', ..]
        if file.is_ascii_alphabetic() && rank.is_ascii_digit() && piece.is_ascii_alphabetic())
}

/// Comments are kept without the blanks around them and with plain line ends.
fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// `[Name "value"]` at the beginning of a line: name, value, length. Quotes inside
/// the value are met unescaped; the value ends where a bracket and then nothing or
/// another header follows.
pub(crate) fn header_of(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?;
    let trimmed = inner.trim_start();
    let length =
        trimmed.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(trimmed.len());
    let name = &trimmed[..length];
    let rest = trimmed[length..].trim_start();
    if name.is_empty() {
        return None;
    }
    let end = header_end(rest)?;
    let value = rest[..end].trim();
    let value = value.strip_prefix(['"', '“', '”']).unwrap_or(value);
    let value = value.strip_suffix(['"', '“', '”']).unwrap_or(value);
    let consumed = line.len() - rest.len() + end + 1;
    Some((name, unescape(value), consumed))
}

/// The bracket that ends a header.
fn header_end(rest: &str) -> Option<usize> {
    let quoted = rest.starts_with(['"', '“', '”']);
    rest.match_indices(']').map(|(index, _)| index).find(|&index| {
        let after = rest[index + 1..].trim_start();
        let before = rest[..index].trim_end();
        let ends = !quoted || before.len() > 1 && before.ends_with(['"', '“', '”']);
        ends && (after.is_empty() || after.starts_with('[') || quoted && !after.contains(']'))
    })
}

fn unescape(value: &str) -> String {
    value.trim().replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Where the next game begins: a header at the very beginning of a line.
fn next_header(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(found) = text[at..].find("\n[") {
        let line = at + found + 1;
        let end = text[line..].find('\n').map_or(text.len(), |length| line + length);
        if header_of(&text[line..end]).is_some() {
            return line;
        }
        at = line;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let show = |token: Token<'_>| match token.what {
            What::Header { name, value, .. } => format!("[{name}={value}]"),
            What::BadHeader(text) => format!("bad {text}"),
            What::Comment { text, closed } => format!("{{{text}}}{closed}"),
            What::Open => "(".to_owned(),
            What::Close => ")".to_owned(),
            What::Nag(number) => format!("${number}"),
            What::Word(word) => word.to_owned(),
        };
        Lexer::new(text, Style::Pgn).map(show).collect()
    }

    #[test]
    fn headers_as_they_are_met() {
        let cases = [
            ("[Event \"a\"]", "[Event=a]"),
            ("[Event \"a \\\"b\\\" \\\\\"]", "[Event=a \"b\" \\]"),
            ("[Event \"1999年\"杯\"总决赛\"]", "[Event=1999年\"杯\"总决赛]"),
            ("[Event \"[x] y\"]", "[Event=[x] y]"),
            ("[Event \"a\"] [Site \"b\"]", "[Event=a] [Site=b]"),
            ("[Round 3]", "[Round=3]"),
            ("[Red \"\"]", "[Red=]"),
            ("[nonsense", "bad [nonsense"),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn comments_do_not_swallow_what_follows() {
        let cases = [
            ("a {b) c} d", "a {b) c}true d"),
            ("a {b {c} d} e", "a {b {c} d}true e"),
            ("a {b {c} d", "a {b {c}true d"),
            ("a {b\n[Red \"x\"]\n\nc {d} e", "a {b}false [Red=x] c {d}true e"),
            ("a ;b {c\nd", "a {b {c}true d"),
            ("a } b", "a b"),
            ("b3(n) (c4", "b3(n) ( c4"),
            ("%x {\na $3", "a $3"),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn many_open_braces_take_no_time() {
        let text = "{a } { { ".repeat(50_000);
        assert!(Lexer::new(&text, Style::Pgn).count() > 1000);
    }
}
