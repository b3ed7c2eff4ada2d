//! The page's types (`web/types.js`), read: as much of JSDoc as that file uses.

use std::collections::BTreeMap;

/// Fields by name: the type, and whether it may be absent.
pub type Fields = BTreeMap<String, (Type, bool)>;

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Any,
    Null,
    Text,
    Number,
    Truth,
    /// One text or number.
    Literal(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    /// A record of any keys.
    Record(Box<Type>),
    Fields(Fields),
    Either(Vec<Type>),
    Both(Vec<Type>),
    Named(String),
}

/// Every type of a file by its name.
pub fn read(source: &str) -> BTreeMap<String, Type> {
    let mut found = BTreeMap::new();
    for comment in comments(source) {
        let mut fields: Option<(String, Fields)> = None;
        for line in comment.lines().map(|line| line.trim().trim_start_matches("* ").trim()) {
            let at = |tag: &str| line.find(tag).map(|place| line[place + tag.len()..].trim());
            if let Some(rest) = at("@typedef {object}") {
                let name = rest.split_whitespace().next().expect("a name");
                fields = Some((name.to_owned(), BTreeMap::new()));
            } else if let Some(rest) = at("@typedef ") {
                let (kind, name) = braced(rest);
                let name = name.split_whitespace().next().expect("a name");
                found.insert(name.to_owned(), parse(kind));
            } else if let Some(rest) = at("@property ") {
                let (kind, name) = braced(rest);
                let (_, all) = fields.as_mut().expect("a property of something");
                let name = name.trim();
                let (name, optional) = match name.strip_prefix('[') {
                    Some(rest) => (rest.split(']').next().expect("an end"), true),
                    None => (name.split_whitespace().next().expect("a name"), false),
                };
                all.insert(name.to_owned(), (parse(kind), optional));
            }
        }
        found.extend(fields.map(|(name, fields)| (name, Type::Fields(fields))));
    }
    found
}

fn comments(source: &str) -> impl Iterator<Item = &str> {
    source.split("/**").skip(1).filter_map(|rest| rest.split("*/").next())
}

/// What stands in braces at the beginning, and the rest.
fn braced(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..place], &text[place + 1..]);
        }
    }
    panic!("no end of {text}");
}

/// A type from its text.
pub fn parse(text: &str) -> Type {
    let mut words = Words { text, at: 0 };
    let found = words.either();
    words.space();
    assert_eq!(words.at, text.len(), "{text} is not understood from byte {}", words.at);
    found
}

struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl Words<'_> {
    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.space();
        let there = self.text[self.at..].starts_with(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    fn expects(&mut self, sign: &str) {
        assert!(self.takes(sign), "{}: expected {sign} at {}", self.text, self.at);
    }

    fn either(&mut self) -> Type {
        self.takes("|");
        let mut all = vec![self.both()];
        while self.takes("|") {
            all.push(self.both());
        }
        if all.len() == 1 { all.remove(0) } else { Type::Either(all) }
    }

    fn both(&mut self) -> Type {
        let mut all = vec![self.list()];
        while self.takes("&") {
            all.push(self.list());
        }
        if all.len() == 1 { all.remove(0) } else { Type::Both(all) }
    }

    fn list(&mut self) -> Type {
        let mut found = self.one();
        loop {
            if self.takes("[]") {
                found = Type::List(Box::new(found));
            } else if self.takes("['") {
                // A field of another type.
                let field = self.until("'");
                self.expects("]");
                found = Type::Named(format!("{found:?}.{field}"));
            } else {
                return found;
            }
        }
    }

    fn until(&mut self, sign: &str) -> String {
        let rest = &self.text[self.at..];
        let length = rest.find(sign).unwrap_or_else(|| panic!("no end of {rest}"));
        self.at += length + sign.len();
        rest[..length].to_owned()
    }

    fn one(&mut self) -> Type {
        self.space();
        if self.takes("(") {
            let inner = self.either();
            self.expects(")");
            return inner;
        }
        if self.takes("'") {
            return Type::Literal(self.until("'"));
        }
        if self.takes("{") {
            return self.fields();
        }
        if self.takes("[") {
            return Type::Tuple(self.several("]"));
        }
        let word = self.word();
        match word.as_str() {
            "any" | "unknown" | "object" => Type::Any,
            "null" => Type::Null,
            "string" => Type::Text,
            "number" => Type::Number,
            "boolean" => Type::Truth,
            "Record" => {
                self.expects("<");
                let mut parts = self.several(">");
                Type::Record(Box::new(parts.pop().expect("a value")))
            }
            // Of a record, whose keys may be missing anyway.
            "Partial" => {
                self.expects("<");
                self.several(">").pop().expect("a record")
            }
            digits if digits.starts_with(|c: char| c.is_ascii_digit()) => Type::Literal(word),
            _ => Type::Named(word),
        }
    }

    fn word(&mut self) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        assert!(end > 0, "{}: expected a word at {}", self.text, self.at);
        self.at += end;
        rest[..end].to_owned()
    }

    fn several(&mut self, end: &str) -> Vec<Type> {
        let mut all = Vec::new();
        while !self.takes(end) {
            all.push(self.either());
            self.takes(",");
        }
        all
    }

    fn fields(&mut self) -> Type {
        let mut all = BTreeMap::new();
        while !self.takes("}") {
            self.space();
            let name = self.word();
            let optional = self.takes("?");
            self.expects(":");
            all.insert(name, (self.either(), optional));
            let _ = self.takes(",") || self.takes(";");
        }
        Type::Fields(all)
    }
}
