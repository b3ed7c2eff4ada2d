//! From trees to patterns: every name is looked up, every mistake is told.

mod actions;
mod areas;
mod conditions;
mod part;
mod picture;

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Span};
use crate::pattern::{Pattern, Variable, Weight, Words};
use crate::syntax::{Node, parse};
use crate::vocabulary::{View, nearest};

pub(crate) use part::PartReader;
pub use picture::conditions as picture_conditions;

/// The fields of a pattern, for messages.
const FIELDS: &str = "name, tags, mirror, when, picture, score, plan, goal, candidate, order, \
                      extend, verdict, example or near-miss";
/// A pattern may bind so many pieces.
const MOST_VARIABLES: usize = 8;
/// A text may have so many patterns.
pub const MOST_PATTERNS: usize = 200_000;

/// Reads a text. Patterns with an error are left out.
pub fn read(text: &str) -> (Vec<Pattern>, Vec<Diagnostic>) {
    let (nodes, mut found) = parse(text);
    let mut patterns = Vec::new();
    let mut known: HashMap<String, Span> = HashMap::new();
    for node in nodes.iter().filter(|node| !node.is_comment()) {
        let Some(pattern) = Resolver::new(&mut found).pattern(node) else { continue };
        if let Some(first) = known.insert(pattern.key.clone(), pattern.span) {
            let line = Diagnostic::error(first, "", "").place(text).0;
            let message = format!("a second pattern named {}", pattern.key);
            let expected = format!("another name: the first is in line {line}");
            found.push(Diagnostic::error(pattern.span, message, expected));
            continue;
        }
        if patterns.len() >= MOST_PATTERNS {
            let message = format!("more than {MOST_PATTERNS} patterns");
            found.push(Diagnostic::error(node.span, message, "fewer, in several files"));
            break;
        }
        patterns.push(pattern);
    }
    (patterns, found)
}

/// An error was told; what it is about cannot be used.
#[derive(Debug)]
struct Told;

type Resolved<T> = Result<T, Told>;

/// Looks up the names of one pattern.
struct Resolver<'a> {
    found: &'a mut Vec<Diagnostic>,
    variables: Vec<String>,
    /// The first word about us and them, and the first about red and black.
    relative: Option<Span>,
    absolute: Option<Span>,
    /// Letters of a picture are us and them unless other words say red and black.
    picture: bool,
}

impl<'a> Resolver<'a> {
    fn new(found: &'a mut Vec<Diagnostic>) -> Resolver<'a> {
        Resolver { found, variables: Vec::new(), relative: None, absolute: None, picture: false }
    }

    fn fail<T>(
        &mut self,
        node: &Node,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Resolved<T> {
        self.found.push(Diagnostic::error(node.span, message, expected));
        Err(Told)
    }

    /// Remembers whom a word speaks of.
    fn saw(&mut self, view: View, node: &Node) {
        match view {
            View::Neutral => {}
            View::Relative => self.relative = self.relative.or(Some(node.span)),
            View::Absolute => self.absolute = self.absolute.or(Some(node.span)),
        }
    }

    fn pattern(&mut self, node: &Node) -> Option<Pattern> {
        let before = self.found.len();
        let pattern = self.read_pattern(node).ok()?;
        (self.found[before..].iter().all(|found| !found.is_error())).then_some(pattern)
    }

    fn read_pattern(&mut self, node: &Node) -> Resolved<Pattern> {
        let items = node.items();
        if node.head() != Some("pattern") {
            return self.fail(node, "not a pattern", "(pattern name (when …) …)");
        }
        let Some(key) = items.get(1).and_then(|name| name.as_word()) else {
            return self.fail(node, "a pattern without a name", "(pattern hollow-cannon …)");
        };
        let valid = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if key.len() > 60 || !key.chars().all(valid) {
            let expected = "letters, digits and hyphens, at most 60 bytes";
            return self.fail(items[1], format!("'{}' is no name", shortened(key)), expected);
        }
        let mut pattern = empty(key, items[1].span);
        let told = self.found.len();
        // Conditions first: what follows may speak of what they bind.
        let is_condition = |field: &Node| matches!(field.head(), Some("when" | "picture"));
        let (first, second): (Vec<_>, Vec<_>) =
            items[2..].iter().partition(|field| is_condition(field));
        for field in first.into_iter().chain(second) {
            // Go on after a mistake: several may be told at once.
            let _ = self.field(&mut pattern, field);
        }
        if let (Some(_), Some(span)) = (self.relative, self.absolute) {
            let message = "red and black beside us and them";
            let expected =
                "one of both in a pattern: us/them for either colour, red/black to fix it";
            self.found.push(Diagnostic::error(span, message, expected));
            return Err(Told);
        }
        pattern.relative = self.absolute.is_none() && (self.relative.is_some() || self.picture);
        pattern.variables = std::mem::take(&mut self.variables);
        if pattern.conditions.is_empty() {
            // What is wrong with them has been told.
            if self.found.len() > told {
                return Err(Told);
            }
            let message = format!("the pattern {key} has no condition");
            return self.fail(items[1], message, "(when (at us.rook them.palace))");
        }
        Ok(pattern)
    }

    fn field(&mut self, pattern: &mut Pattern, field: &Node) -> Resolved<()> {
        let items = field.items();
        let rest = items.get(1..).unwrap_or(&[]);
        match field.head() {
            Some("name") => pattern.name = self.words(rest)?,
            Some("plan") => pattern.plan = self.words(rest)?,
            Some("tags") => {
                pattern.tags =
                    rest.iter().filter_map(|tag| tag.as_word()).map(String::from).collect();
            }
            Some("mirror") => pattern.mirror = self.yes_or_no(field, rest)?,
            Some("when") => {
                for node in rest {
                    if let Ok(condition) = self.condition(node) {
                        pattern.conditions.push(condition);
                    }
                }
            }
            Some("picture") => {
                let parts = picture::conditions(field, self.found).ok_or(Told)?;
                self.picture = true;
                for part in parts {
                    // Its letters are of neither view by themselves.
                    let (relative, absolute) = (self.relative, self.absolute);
                    let condition = self.condition(&part)?;
                    (self.relative, self.absolute) = (relative, absolute);
                    pattern.conditions.push(condition);
                }
            }
            Some("example") => pattern.examples.extend(self.positions(rest)?),
            Some("near-miss") => pattern.near_misses.extend(self.positions(rest)?),
            _ => return self.action(pattern, field),
        }
        Ok(())
    }

    fn unknown_field<T>(&mut self, field: &Node) -> Resolved<T> {
        let word = field.head().unwrap_or("this");
        let names = FIELDS.split([',', ' ']).filter(|name| !name.is_empty() && *name != "or");
        let expected = match nearest(word, names) {
            Some(near) => format!("{near}, or another of {FIELDS}"),
            None => FIELDS.to_owned(),
        };
        self.fail(field, format!("no field is called '{}'", shortened(word)), expected)
    }

    fn yes_or_no(&mut self, field: &Node, rest: &[&Node]) -> Resolved<bool> {
        match rest.first().and_then(|node| node.as_word()) {
            Some("yes") => Ok(true),
            Some("no") => Ok(false),
            _ => self.fail(field, "neither yes nor no", "(mirror no)"),
        }
    }

    /// `(en "…") (hant "…") (hans "…")`
    fn words(&mut self, nodes: &[&Node]) -> Resolved<Words> {
        let mut words = Words::default();
        for node in nodes {
            let items = node.items();
            let (Some(language), Some(text)) =
                (node.head(), items.get(1).and_then(|n| n.as_text()))
            else {
                return self.fail(
                    node,
                    "no text of a language",
                    "(en \"…\"), (hant \"…\"), (hans \"…\")",
                );
            };
            match language {
                "en" => words.en = text.to_owned(),
                "hant" => words.hant = text.to_owned(),
                "hans" => words.hans = text.to_owned(),
                _ => {
                    let message = format!("no language is called '{}'", shortened(language));
                    return self.fail(node, message, "en, hant or hans");
                }
            }
        }
        Ok(words)
    }

    fn positions(&mut self, nodes: &[&Node]) -> Resolved<Vec<String>> {
        let mut positions = Vec::new();
        for node in nodes {
            let Some(text) = node.as_text() else {
                return self.fail(node, "no position", "a FEN in quotes");
            };
            if let Err(error) = text.parse::<xiangqi::Position>() {
                return self.fail(node, format!("no position: {error}"), "a legal position");
            }
            positions.push(text.to_owned());
        }
        Ok(positions)
    }

    fn variable(&self, word: &str) -> Option<Variable> {
        self.variables.iter().position(|known| known == word).map(|at| at as Variable)
    }
}

fn empty(key: &str, span: Span) -> Pattern {
    Pattern {
        key: key.to_owned(),
        span,
        name: Words { en: key.to_owned(), ..Words::default() },
        tags: Vec::new(),
        relative: false,
        mirror: true,
        conditions: Vec::new(),
        variables: Vec::new(),
        weight: Weight::default(),
        plan: Words::default(),
        goals: Vec::new(),
        candidates: Vec::new(),
        ordering: Vec::new(),
        extension: 0,
        verdict: None,
        examples: Vec::new(),
        near_misses: Vec::new(),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
