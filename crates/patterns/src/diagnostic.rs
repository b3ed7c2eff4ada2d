//! What is wrong with a text, and where.

use std::fmt::Write as _;

/// A part of a text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From a byte to another.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The pattern cannot be used.
    Error,
    /// It can be used, but is probably not what was meant.
    Warning,
}

/// Something to say about a place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What would be right; may be empty.
    pub expected: String,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Self {
        let (message, expected) = (message.into(), expected.into());
        Diagnostic { severity: Severity::Error, span, message, expected }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message, expected) }
    }

    /// Whether the pattern cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Line and column of its beginning, both counted from 1, columns in characters.
    pub fn place(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The message with its place, the line of the text, a caret below it, and what
    /// would be right.
    pub fn render(&self, file: &str, text: &str) -> String {
        let (line, column) = self.place(text);
        let word = if self.is_error() { "error" } else { "warning" };
        let mut out = format!("{file}:{line}:{column}: {word}: {}\n", self.message);
        let (shown, indent) = self.shown_line(text);
        let width = self.marked(text).chars().map(width).sum::<usize>().clamp(1, 60);
        let _ = writeln!(out, "{line:>5} | {shown}");
        let _ = writeln!(out, "      | {}{}", " ".repeat(indent), "^".repeat(width));
        if !self.expected.is_empty() {
            let _ = writeln!(out, "      = expected {}", self.expected);
        }
        out
    }

    /// The line around the place, at most some 120 characters, and how far in it begins.
    fn shown_line<'a>(&self, text: &'a str) -> (&'a str, usize) {
        let start = text[..self.span.start.min(text.len())].rfind('\n').map_or(0, |at| at + 1);
        let mut begin = start;
        // A file of one long line is shown around the place only.
        while self.span.start - begin > 80 {
            begin += text[begin..].chars().next().map_or(1, char::len_utf8);
        }
        let rest = text[begin..].lines().next().unwrap_or("");
        let end = rest.char_indices().nth(120).map_or(rest.len(), |(at, _)| at);
        let before = &text[begin..self.span.start.min(text.len())];
        (&rest[..end], before.chars().map(width).sum())
    }

    /// The marked text as far as its first line goes.
    fn marked<'a>(&self, text: &'a str) -> &'a str {
        let part = text.get(self.span.start..self.span.end).unwrap_or("");
        part.lines().next().unwrap_or("")
    }
}

/// How many columns of a terminal a character takes.
fn width(character: char) -> usize {
    if character < '\u{1100}' { 1 } else { 2 }
}

/// All messages of a text, at most `most` of them.
pub fn render_all(found: &[Diagnostic], file: &str, text: &str, most: usize) -> String {
    let mut out: String = found.iter().take(most).map(|one| one.render(file, text)).collect();
    if found.len() > most {
        let _ = writeln!(out, "… and {} more", found.len() - most);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_below_the_place() {
        let text = "(a\n  (空頭炮 x))";
        let at = text.find('x').unwrap();
        let found = Diagnostic::error(Span::new(at, at + 1), "no x", "y");
        assert_eq!(
            found.render("f", text),
            "f:2:8: error: no x\n    2 |   (空頭炮 x))\n      |           ^\n      = expected y\n"
        );
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let text = format!("{}!", "長".repeat(1000));
        let at = text.len() - 1;
        let shown = Diagnostic::error(Span::new(at, at + 1), "no", "").render("f", &text);
        assert!(shown.len() < 600, "{shown}");
    }
}
