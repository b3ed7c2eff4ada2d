//! Opening books: the option `BookFile` and those that say when and how it is asked.

use std::sync::Arc;

use book::{Books, Policy};
use game::GameKind;
use search::{EngineOption, OptionError, OptionKind};

/// The name of the option that names the files.
pub const BOOK_FILE: &str = "BookFile";
/// Whether books are asked when red is to move.
pub const BOOK_RED: &str = "Book Red";
/// Whether books are asked when black is to move.
pub const BOOK_BLACK: &str = "Book Black";
/// In how many plies of a game books are asked.
pub const BOOK_DEPTH: &str = "Book Depth";
/// How a move is chosen among good ones.
pub const BOOK_VARIETY: &str = "Book Variety";
/// The most plies a limit can name.
pub const MOST_DEPTH: i64 = 1_000;

/// What the options about books are set to.
#[derive(Clone, Debug, Default)]
pub struct BookOptions {
    path: String,
    policy: Policy,
    books: Option<Arc<Books>>,
}

impl BookOptions {
    /// Whether an option is one of these.
    pub fn has(name: &str) -> bool {
        [BOOK_FILE, BOOK_RED, BOOK_BLACK, BOOK_DEPTH, BOOK_VARIETY]
            .iter()
            .any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The options with their present values.
    pub fn options(&self) -> Vec<EngineOption> {
        let text = |value: &str| OptionKind::Text { value: value.to_owned() };
        let switch = |on: bool| text(if on { "true" } else { "false" });
        let plies = self.policy.plies as i64;
        let depth = OptionKind::Number { value: plies, min: 0, max: MOST_DEPTH };
        let option = |name, help, kind| EngineOption { name, help, kind };
        vec![
            option(BOOK_FILE, "opening books, separated as paths are", text(&self.path)),
            option(BOOK_RED, "ask books when red is to move", switch(self.policy.red)),
            option(BOOK_BLACK, "ask books when black is to move", switch(self.policy.black)),
            option(BOOK_DEPTH, "ask books in so many plies of a game; 0 for all", depth),
            option(BOOK_VARIETY, "best, weighted or uniform", text(self.policy.variety.name())),
        ]
    }

    /// The files, as they were named; empty without books.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// When and how they are asked.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The books to be asked.
    pub fn books(&self) -> Option<Arc<Books>> {
        self.books.clone()
    }

    /// Changes one of the options. Books are for a game and, where that is known, for its
    /// rules.
    ///
    /// # Errors
    /// If it cannot have that value; everything is then as before.
    pub fn set(
        &mut self,
        game: GameKind,
        rules: Option<&str>,
        name: &str,
        value: &str,
    ) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(BOOK_FILE) {
            return self.load(game, rules, value);
        }
        let mut policy = self.policy;
        if name.eq_ignore_ascii_case(BOOK_RED) {
            policy.red = switch(BOOK_RED, value)?;
        } else if name.eq_ignore_ascii_case(BOOK_BLACK) {
            policy.black = switch(BOOK_BLACK, value)?;
        } else if name.eq_ignore_ascii_case(BOOK_DEPTH) {
            let read = value.parse().ok().filter(|plies| (0..=MOST_DEPTH).contains(plies));
            let plies: i64 = read.ok_or_else(|| OptionError::Value {
                name: BOOK_DEPTH,
                value: value.chars().take(60).collect(),
                min: 0,
                max: MOST_DEPTH,
            })?;
            policy.plies = plies as usize;
        } else {
            let wrong = |reason| OptionError::Text { name: BOOK_VARIETY, reason };
            policy.variety = value.parse().map_err(wrong)?;
        }
        self.policy = policy;
        self.books = self.books.as_ref().map(|books| Arc::new(books.with(policy)));
        Ok(())
    }

    fn load(&mut self, game: GameKind, rules: Option<&str>, path: &str) -> Result<(), OptionError> {
        let wrong = |error: book::BookError| OptionError::Text {
            name: BOOK_FILE,
            reason: error.to_string(),
        };
        let books = Books::open(game, path, self.policy).map_err(wrong)?;
        if let (Some(books), Some(rules)) = (&books, rules) {
            books.expect_rules(rules).map_err(wrong)?;
        }
        self.path = if books.is_some() { path.to_owned() } else { String::new() };
        self.books = books.map(Arc::new);
        Ok(())
    }
}

fn switch(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => {
            let value: String = value.chars().take(60).collect();
            let reason = format!("it is '{value}': expected true or false");
            Err(OptionError::Text { name, reason })
        }
    }
}
