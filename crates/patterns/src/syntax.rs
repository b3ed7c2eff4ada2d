//! Texts as trees: lists, words and quoted texts, with their places and comments.

use crate::diagnostic::{Diagnostic, Span};

/// Lists may stand in each other so deep.
pub const DEEPEST: usize = 64;
/// The longest text that is read.
pub const LONGEST: usize = 16 << 20;
/// After so many errors a text is read no further.
const MOST_ERRORS: usize = 200;

/// A part of a text.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub form: Form,
}

/// What a part of a text is.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A word: everything that is neither blank, bracket, quote nor comment.
    Word(String),
    /// A text in quotes, without them.
    Text(String),
    /// A list in brackets.
    List(Vec<Node>),
    /// A comment, without its semicolon.
    Comment(String),
}

impl PartialEq for Node {
    /// Places do not matter.
    fn eq(&self, other: &Node) -> bool {
        self.form == other.form
    }
}

impl Node {
    /// A word that stands nowhere.
    pub fn word(text: impl Into<String>, span: Span) -> Node {
        Node { span, form: Form::Word(text.into()) }
    }

    /// A list that stands nowhere.
    pub fn list(nodes: Vec<Node>, span: Span) -> Node {
        Node { span, form: Form::List(nodes) }
    }

    /// The word, if it is one.
    pub fn as_word(&self) -> Option<&str> {
        if let Form::Word(word) = &self.form { Some(word) } else { None }
    }

    /// The quoted text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Form::Text(text) = &self.form { Some(text) } else { None }
    }

    /// What a list holds besides comments; nothing if it is none.
    pub fn items(&self) -> Vec<&Node> {
        match &self.form {
            Form::List(nodes) => nodes.iter().filter(|node| !node.is_comment()).collect(),
            _ => Vec::new(),
        }
    }

    /// The word a list begins with.
    pub fn head(&self) -> Option<&str> {
        match &self.form {
            Form::List(nodes) => nodes.iter().find(|node| !node.is_comment())?.as_word(),
            _ => None,
        }
    }

    /// Whether it is a comment.
    pub fn is_comment(&self) -> bool {
        matches!(self.form, Form::Comment(_))
    }
}

/// Reads a text. What could be read is returned with what is wrong with the rest.
pub fn parse(text: &str) -> (Vec<Node>, Vec<Diagnostic>) {
    let mut reader = Reader { text, at: 0, open: Vec::new(), top: Vec::new(), found: Vec::new() };
    if text.len() > LONGEST {
        let message = format!("a text of {} bytes", text.len());
        let expected = format!("at most {LONGEST} bytes");
        return (Vec::new(), vec![Diagnostic::error(Span::new(0, 0), message, expected)]);
    }
    while reader.step() && reader.found.len() < MOST_ERRORS {}
    reader.close_all();
    (reader.top, reader.found)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Lists that are not closed yet, with the place of their bracket.
    open: Vec<(usize, Vec<Node>)>,
    top: Vec<Node>,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reads the next piece; `false` at the end.
    fn step(&mut self) -> bool {
        let Some(next) = self.text[self.at..].chars().next() else { return false };
        let start = self.at;
        match next {
            '(' => self.open_list(),
            ')' => self.close_list(),
            '"' => self.quoted(),
            ';' => {
                let line = self.text[start..].lines().next().unwrap_or("");
                self.at += line.len();
                let comment = line.trim_start_matches(';').trim().to_owned();
                self.push(start, Form::Comment(comment));
            }
            blank if blank.is_whitespace() || blank == '\u{feff}' => self.at += blank.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';');
                let rest = &self.text[start..];
                let length = rest.find(ends).unwrap_or(rest.len());
                self.at += length;
                self.push(start, Form::Word(rest[..length].to_owned()));
            }
        }
        true
    }

    fn open_list(&mut self) {
        if self.open.len() >= DEEPEST {
            let span = Span::new(self.at, self.at + 1);
            let expected = format!("at most {DEEPEST} brackets in each other");
            self.found.push(Diagnostic::error(span, "brackets too deep in each other", expected));
            self.at = self.text.len();
            return;
        }
        self.open.push((self.at, Vec::new()));
        self.at += 1;
    }

    fn close_list(&mut self) {
        self.at += 1;
        match self.open.pop() {
            Some((start, nodes)) => self.push(start, Form::List(nodes)),
            None => {
                let span = Span::new(self.at - 1, self.at);
                self.found.push(Diagnostic::error(span, "')' closes nothing", "a '(' before it"));
            }
        }
    }

    fn quoted(&mut self) {
        let start = self.at;
        let mut value = String::new();
        let mut characters = self.text[start + 1..].char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return self.push(start, Form::Text(value));
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => value.push('\n'),
                    Some((_, escaped)) => value.push(escaped),
                    None => break,
                },
                _ => value.push(character),
            }
        }
        let span = Span::new(start, start + 1);
        self.found.push(Diagnostic::error(
            span,
            "a quoted text that does not end",
            "a second '\"'",
        ));
        self.at = self.text.len();
    }

    fn push(&mut self, start: usize, form: Form) {
        let node = Node { span: Span::new(start, self.at), form };
        match self.open.last_mut() {
            Some((_, nodes)) => nodes.push(node),
            None => self.top.push(node),
        }
    }

    fn close_all(&mut self) {
        for (start, _) in std::mem::take(&mut self.open) {
            let span = Span::new(start, start + 1);
            self.found.push(Diagnostic::error(span, "'(' is never closed", "a ')' at its end"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Vec<String> {
        parse(text).1.into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn a_text_becomes_a_tree() {
        let (nodes, found) = parse("(a \"b\\\"c\" (* .)) ; d\n空");
        assert!(found.is_empty());
        assert_eq!(nodes.len(), 3);
        assert_eq!(nodes[0].head(), Some("a"));
        assert_eq!(nodes[0].items()[1].as_text(), Some("b\"c"));
        assert_eq!(nodes[0].items()[2].items()[1].as_word(), Some("."));
        assert_eq!(nodes[2].as_word(), Some("空"));
    }

    #[test]
    fn every_fault_is_named() {
        assert_eq!(errors("(a))("), ["')' closes nothing", "'(' is never closed"]);
        assert_eq!(errors("\"a"), ["a quoted text that does not end"]);
        assert_eq!(errors(&"(".repeat(70))[0], "brackets too deep in each other");
        assert!(errors(&"x".repeat(LONGEST + 1))[0].starts_with("a text of"));
    }
}
