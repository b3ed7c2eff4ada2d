//! The options of a session: those of its engine, and its own.
//!
//! An engine declares its options itself ([`search::options`]). What a session adds
//! stands in two tables: [`own_options`] for both games and [`Variant::options`] for
//! one. Lists and changes of both dialects are made from them, so that whatever is
//! listed is accepted.

use book::Variety;
use game::GameKind;
use protocol::coordinates::Ranks;
use protocol::{OptionKind, OptionSpec};
use search::EngineOption;

use super::output::Dialect;
use super::shared::Shared;
use super::variant::Variant;
use super::variant_session::VariantSession;
use crate::book_options::{BOOK_BLACK, BOOK_DEPTH, BOOK_FILE, BOOK_RED, BOOK_VARIETY, MOST_DEPTH};
use crate::eval_file::EVAL_FILE;
use crate::pattern_file::PATTERN_FILE;
use crate::tables::TABLE_PATH;

/// One option of the session itself.
pub(super) struct OwnOption<V: Variant> {
    /// Its name in UCI; `None` if UCI does not list it.
    pub uci: Option<&'static str>,
    /// Its name in UCCI, one word; `None` if UCCI does not list it.
    pub ucci: Option<&'static str>,
    /// What it can be, with its present value; `None` while it is not offered.
    pub kind: fn(&VariantSession<V>, &Shared) -> Option<OptionKind>,
    /// Changes it; on an error everything stays as it was.
    pub set: fn(&mut VariantSession<V>, &mut Shared, Given<'_>) -> Result<Effect, String>,
}

impl<V: Variant> OwnOption<V> {
    /// Its name in a dialect.
    pub fn name(&self, dialect: Dialect) -> Option<&'static str> {
        match dialect {
            Dialect::Uci => self.uci,
            Dialect::Ucci => self.ucci,
        }
    }

    /// Whether it has this name in either dialect.
    pub fn is_named(&self, name: &str) -> bool {
        [self.uci, self.ucci].into_iter().flatten().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// A name and a value, as somebody sent them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

impl Given<'_> {
    /// A value of a check box.
    pub fn switch(self) -> Result<bool, String> {
        match self.value.to_ascii_lowercase().as_str() {
            "true" | "on" => Ok(true),
            "false" | "off" => Ok(false),
            _ => {
                let Given { name, value } = self;
                Err(format!("option {name} is '{value}': expected true or false"))
            }
        }
    }
}

/// What a changed option asks of the session besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    Done,
    /// To go on with this game.
    Play(GameKind),
}

/// The options a session has in both games.
pub(super) fn own_options<V: Variant>() -> Vec<OwnOption<V>> {
    let mut options = vec![
        OwnOption {
            uci: Some("Game"),
            ucci: None,
            kind: |_, _| Some(combo(V::KIND.name(), GameKind::ALL.map(GameKind::name))),
            set: |_, _, given| given.value.parse().map(Effect::Play).map_err(of_game),
        },
        // The field's mark of ranks 1 to 10, so it is offered with them only.
        OwnOption {
            uci: Some("UCI_Variant"),
            ucci: None,
            kind: |_, shared| {
                let offered = V::KIND == GameKind::Xiangqi && shared.ranks == Ranks::OneToTen;
                offered.then(|| combo(V::KIND.name(), [V::KIND.name()]))
            },
            set: |_, shared, given| {
                let kind = given.value.parse().map_err(of_game)?;
                if kind == GameKind::Xiangqi {
                    shared.ranks = Ranks::OneToTen;
                }
                Ok(Effect::Play(kind))
            },
        },
        OwnOption {
            uci: Some("Profile"),
            ucci: Some("profile"),
            kind: |session, _| {
                let names = V::PROFILES.iter().map(|(name, _)| *name);
                Some(combo(session.profile(), names))
            },
            set: |session, shared, given| session.change_profile(shared, given.value),
        },
        OwnOption {
            uci: Some(EVAL_FILE),
            ucci: Some("evalfile"),
            kind: |session, _| Some(text(session.eval_file())),
            set: |session, _, given| session.load_eval_file(given.value),
        },
        OwnOption {
            uci: Some(TABLE_PATH),
            ucci: Some("tablepath"),
            kind: |session, _| Some(text(session.table_path())),
            set: |session, _, given| session.load_tables(given.value),
        },
        OwnOption {
            uci: Some(PATTERN_FILE),
            ucci: Some("patternfile"),
            kind: |session, _| (V::KIND == GameKind::Xiangqi).then(|| text(session.pattern_file())),
            set: |session, _, given| session.load_pattern_file(given.value),
        },
        OwnOption {
            uci: Some(BOOK_FILE),
            ucci: Some("bookfiles"),
            kind: |session, _| Some(text(session.book().path())),
            set: |session, _, given| session.set_book_option(BOOK_FILE, given.value),
        },
        OwnOption {
            uci: Some(BOOK_RED),
            ucci: Some("bookred"),
            kind: |session, _| Some(check(session.book().policy().red)),
            set: |session, _, given| session.set_book_option(BOOK_RED, given.value),
        },
        OwnOption {
            uci: Some(BOOK_BLACK),
            ucci: Some("bookblack"),
            kind: |session, _| Some(check(session.book().policy().black)),
            set: |session, _, given| session.set_book_option(BOOK_BLACK, given.value),
        },
        OwnOption {
            uci: Some(BOOK_DEPTH),
            ucci: Some("bookdepth"),
            kind: |session, _| {
                let default = Some(session.book().policy().plies as i64);
                Some(OptionKind::Spin { default, min: Some(0), max: Some(MOST_DEPTH) })
            },
            set: |session, _, given| session.set_book_option(BOOK_DEPTH, given.value),
        },
        OwnOption {
            uci: Some(BOOK_VARIETY),
            ucci: Some("bookvariety"),
            kind: |session, _| {
                let names = Variety::ALL.map(|(name, _)| name);
                Some(combo(session.book().policy().variety.name(), names))
            },
            set: |session, _, given| session.set_book_option(BOOK_VARIETY, given.value),
        },
        // Whether to ponder is for the other side to decide: it says `go ponder`.
        OwnOption {
            uci: Some("Ponder"),
            ucci: Some("ponder"),
            kind: |_, _| Some(check(false)),
            set: |_, _, given| given.switch().map(|_| Effect::Done),
        },
        OwnOption {
            uci: Some("UCI_ShowWDL"),
            ucci: None,
            kind: |_, shared| Some(check(shared.show_wdl)),
            set: |_, shared, given| {
                shared.show_wdl = given.switch()?;
                Ok(Effect::Done)
            },
        },
    ];
    options.extend(V::options());
    options
}

fn of_game(error: game::UnknownGame) -> String {
    error.to_string()
}

/// An option of the engine as a dialect lists it.
pub(super) fn engine_option(option: &EngineOption, dialect: Dialect) -> OptionSpec {
    let name = match dialect {
        Dialect::Uci => option.name.to_owned(),
        Dialect::Ucci => ucci_name(option.name),
    };
    let kind = match &option.kind {
        search::OptionKind::Number { value, min, max } => {
            OptionKind::Spin { default: Some(*value), min: Some(*min), max: Some(*max) }
        }
        search::OptionKind::Button => OptionKind::Button,
        search::OptionKind::Text { value } => text(value),
    };
    OptionSpec { name, kind }
}

/// Whether an option of the engine has this name in either dialect.
pub(super) fn is_engine_option(option: &EngineOption, name: &str) -> bool {
    option.name.eq_ignore_ascii_case(name) || ucci_name(option.name).eq_ignore_ascii_case(name)
}

/// The name of an engine's option in UCCI: the protocol's own word, or the name as
/// one word.
fn ucci_name(name: &str) -> String {
    match name {
        "Hash" => "hashsize".to_owned(),
        "Clear Hash" => "newgame".to_owned(),
        "Skill Level" => "level".to_owned(),
        name => name.to_ascii_lowercase().replace(' ', ""),
    }
}

pub(super) fn check(value: bool) -> OptionKind {
    OptionKind::Check { default: Some(value) }
}

pub(super) fn combo<'a>(value: &str, choices: impl IntoIterator<Item = &'a str>) -> OptionKind {
    OptionKind::Combo {
        default: Some(value.to_owned()),
        choices: choices.into_iter().map(str::to_owned).collect(),
    }
}

pub(super) fn text(value: &str) -> OptionKind {
    let shown = if value.is_empty() { "<empty>" } else { value };
    OptionKind::Text { default: Some(shown.to_owned()) }
}
