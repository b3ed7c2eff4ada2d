//! The options an engine offers.

use std::fmt;

use crate::words::{OneLine, Word, Words, write_field, write_text};
use crate::{Notes, ParseError};

/// An option: its name and what values it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// The name. It may hold spaces, though UCCI, which separates a name from its
    /// value by nothing else, can only set options of one word.
    pub name: String,
    /// The values.
    pub kind: OptionKind,
}

/// What values an option takes. Engines leave out defaults and limits now and
/// then, so each may be absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The value at the start.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: Option<i64>,
        /// The least value.
        min: Option<i64>,
        /// The greatest value.
        max: Option<i64>,
    },
    /// One of several texts.
    Combo {
        /// The value at the start.
        default: Option<String>,
        /// The texts to choose from.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The value at the start.
        default: Option<String>,
    },
    /// An action without a value.
    Button,
    /// A mere caption (UCCI).
    Label,
}

const KINDS: [&str; 6] = ["check", "spin", "combo", "string", "button", "label"];
const KINDS_EXPECTED: &str = "check, spin, combo, string, button or label";
const KEYWORDS: [&str; 4] = ["default", "min", "max", "var"];

/// What stands behind the kind of an option, before the kind gives it meaning.
#[derive(Default)]
struct Details {
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl OptionSpec {
    /// Reads what follows `option` under UCI, which wants the word `name`.
    pub(crate) fn read_uci(
        after: Word<'_>,
        words: &mut Words<'_>,
        notes: &mut Notes,
    ) -> Result<Self, ParseError> {
        let name = words.require(after, "`name`")?;
        if name.text != "name" {
            return Err(words.invalid(after, name, "`name`"));
        }
        Self::read_named(name, words, notes)
    }

    /// Reads what follows `option` under UCCI, which has no word `name`, though
    /// some engines write it.
    pub(crate) fn read_ucci(
        after: Word<'_>,
        words: &mut Words<'_>,
        notes: &mut Notes,
    ) -> Result<Self, ParseError> {
        let mut spec = Self::read_named(after, words, notes)?;
        spec.name = spec.name.trim_start_matches("name ").to_string();
        Ok(spec)
    }

    fn read_named(
        after: Word<'_>,
        words: &mut Words<'_>,
        notes: &mut Notes,
    ) -> Result<Self, ParseError> {
        let mut name = Vec::new();
        // A name may hold the word `type`, so only a `type` before a known kind ends it.
        let kind = loop {
            let word = words.require(after, "a name and `type`")?;
            let kind = words.peek().filter(|_| word.text == "type");
            match kind {
                Some(kind) if KINDS.contains(&kind.text) => break kind,
                Some(kind) if !words.clone().any(|word| word.text == "type") => {
                    return Err(words.invalid(word, kind, KINDS_EXPECTED));
                }
                _ => name.push(word.text),
            }
        };
        words.next();
        if name.is_empty() {
            return Err(words.invalid(after, kind, "preceded by a name"));
        }
        let details = Details::read(kind, words, notes);
        Ok(OptionSpec { name: name.join(" "), kind: details.into_kind(kind, words, notes) })
    }

    /// Prints `option name … type …`.
    pub(crate) fn write_uci(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", OneLine(&self.name), self.kind.word())?;
        self.kind.write_default(f)?;
        self.kind.write_limits(f)
    }

    /// Prints `option … type …` with the default last.
    pub(crate) fn write_ucci(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} type {}", OneLine(&self.name), self.kind.word())?;
        self.kind.write_limits(f)?;
        self.kind.write_default(f)
    }
}

impl Details {
    fn read(kind: Word<'_>, words: &mut Words<'_>, notes: &mut Notes) -> Self {
        let mut details = Details::default();
        while let Some(word) = words.next() {
            match word.text {
                // A text may contain any of the keywords, so it takes all that is left.
                "default" if kind.text == "string" => {
                    details.default = Some(words.rest().to_string());
                }
                "default" => details.default = Some(words.until(&KEYWORDS).join(" ")),
                "var" => details.choices.push(words.until(&KEYWORDS).join(" ")),
                "min" => details.min = words.try_number(word, notes),
                "max" => details.max = words.try_number(word, notes),
                _ => notes.add(|| words.unknown(word, "default, min, max or var")),
            }
        }
        details
    }

    fn into_kind(self, kind: Word<'_>, words: &Words<'_>, notes: &mut Notes) -> OptionKind {
        let mut read_default = |expected, value: Option<i64>| {
            if let (Some(text), None) = (&self.default, value) {
                let offset = kind.offset;
                notes.add(|| words.invalid(kind, Word { text, offset }, expected));
            }
            value
        };
        let text = self.default.as_deref().unwrap_or_default();
        match kind.text {
            "check" => {
                let default = read_default("a default of true or false", truth(text));
                OptionKind::Check { default: default.map(|value| value != 0) }
            }
            "spin" => {
                let default = read_default("a whole number as default", text.parse().ok());
                OptionKind::Spin { default, min: self.min, max: self.max }
            }
            "combo" => OptionKind::Combo { default: self.default, choices: self.choices },
            "string" => OptionKind::Text { default: self.default },
            "label" => OptionKind::Label,
            _ => OptionKind::Button,
        }
    }
}

fn truth(text: &str) -> Option<i64> {
    match text {
        "true" | "on" | "1" => Some(1),
        "false" | "off" | "0" => Some(0),
        _ => None,
    }
}

impl OptionKind {
    /// The word of the protocol.
    pub fn word(&self) -> &'static str {
        match self {
            OptionKind::Check { .. } => "check",
            OptionKind::Spin { .. } => "spin",
            OptionKind::Combo { .. } => "combo",
            OptionKind::Text { .. } => "string",
            OptionKind::Button => "button",
            OptionKind::Label => "label",
        }
    }

    fn write_default(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { default } => write_field(f, "default", *default),
            OptionKind::Spin { default, .. } => write_field(f, "default", *default),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
                write_text(f, "default", default.as_deref())
            }
            OptionKind::Button | OptionKind::Label => Ok(()),
        }
    }

    fn write_limits(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Spin { min, max, .. } => {
                write_field(f, "min", *min)?;
                write_field(f, "max", *max)
            }
            OptionKind::Combo { choices, .. } => {
                choices.iter().try_for_each(|choice| write_text(f, "var", Some(choice)))
            }
            _ => Ok(()),
        }
    }
}
