//! The options of an engine, declared once: every protocol lists them from here.

use std::time::Duration;

use crate::level::Level;

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// Its value now.
        value: i64,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// Something to do at once; it has no value.
    Button,
    /// A text, maybe empty.
    Text {
        /// Its value now.
        value: String,
    },
}

/// An option of an engine with its present value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name, as graphical interfaces expect it.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// What it can be, and what it is.
    pub kind: OptionKind,
}

/// Why an option was not changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No such option.
    Unknown {
        /// The name given.
        name: String,
        /// Those there are.
        names: String,
    },
    /// Not a number of its range.
    Value {
        /// Which option.
        name: &'static str,
        /// The text given.
        value: String,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// A text that names something unknown, with what would be right.
    Text {
        /// Which option.
        name: &'static str,
        /// What is wrong with its value.
        reason: String,
    },
    /// More megabytes than there are.
    Memory {
        /// The size asked for.
        megabytes: usize,
    },
    /// More threads than the memory holds.
    ThreadMemory {
        /// The number asked for.
        threads: usize,
    },
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionError::Unknown { name, names } => {
                write!(f, "no option is named '{name}': expected one of {names}")
            }
            OptionError::Value { name, value, min, max } => {
                write!(f, "option {name} is '{value}': expected a number from {min} to {max}")
            }
            OptionError::Text { name, reason } => write!(f, "option {name}: {reason}"),
            OptionError::Memory { megabytes } => {
                write!(f, "no memory for a table of {megabytes} MB: choose a smaller one")
            }
            OptionError::ThreadMemory { threads } => {
                write!(f, "no memory for {threads} threads: choose fewer")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// The most megabytes a table may be asked for.
pub const MAX_HASH: i64 = 1 << 20;
/// The most threads.
pub const MAX_THREADS: i64 = 512;
/// The most lines.
pub const MAX_LINES: i64 = 128;

/// The options every engine has, with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub hash: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Time kept back for what lies between the engine and the clock.
    pub overhead: Duration,
    /// How many lines are searched if a request does not say.
    pub lines: usize,
    /// How strong it plays.
    pub level: Level,
    /// Techniques it does without, as they were named.
    pub disabled: String,
    /// Changed numbers, as they were written.
    pub params: String,
    /// Whether named shapes are looked for: `on`, `guide`, `off` or `measure`. Of xiangqi only.
    pub patterns: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            overhead: Duration::from_millis(10),
            lines: 1,
            level: Level::FULL,
            disabled: String::new(),
            params: String::new(),
            patterns: "on".to_owned(),
        }
    }
}

/// What a changed option asks of the engine besides keeping its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Kept,
    /// Another table.
    Hash,
    /// Another number of threads.
    Threads,
    /// To forget everything.
    Clear,
    /// Other techniques: see [`Settings::disabled`].
    Techniques,
    /// Other numbers: see [`Settings::params`].
    Params,
    /// Patterns or none: see [`Settings::patterns`].
    Patterns,
}

/// Reads a value into the settings.
type Read = fn(&mut Settings, i64, &str);

/// One shared option: what it is called, what it may be, and where its value goes.
struct Declared {
    name: &'static str,
    help: &'static str,
    kind: fn(&Settings) -> OptionKind,
    read: Read,
    effect: Effect,
}

fn number(value: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Number { value, min, max }
}

/// Every shared option.
const DECLARED: &[Declared] = &[
    Declared {
        name: "Threads",
        help: "threads of a search",
        kind: |now| number(now.threads as i64, 1, MAX_THREADS),
        read: |now, value, _| now.threads = value as usize,
        effect: Effect::Threads,
    },
    Declared {
        name: "Hash",
        help: "megabytes of the transposition table",
        kind: |now| number(now.hash as i64, 1, MAX_HASH),
        read: |now, value, _| now.hash = value as usize,
        effect: Effect::Hash,
    },
    Declared {
        name: "Clear Hash",
        help: "forget everything earlier searches taught",
        kind: |_| OptionKind::Button,
        read: |_, _, _| {},
        effect: Effect::Clear,
    },
    Declared {
        name: "MultiPV",
        help: "how many lines are searched",
        kind: |now| number(now.lines as i64, 1, MAX_LINES),
        read: |now, value, _| now.lines = value as usize,
        effect: Effect::Kept,
    },
    Declared {
        name: "Move Overhead",
        help: "milliseconds kept back for what lies between the engine and the clock",
        kind: |now| number(now.overhead.as_millis() as i64, 0, 5_000),
        read: |now, value, _| now.overhead = Duration::from_millis(value as u64),
        effect: Effect::Kept,
    },
    Declared {
        name: "Skill Level",
        help: "how strong it plays: 10 is everything it can",
        kind: |now| number(now.level.get().into(), 1, 10),
        read: |now, value, _| now.level = Level::new(value as u8).unwrap_or(Level::FULL),
        effect: Effect::Kept,
    },
    Declared {
        name: "Disable",
        help: "techniques of the search to do without, for experiments: null-move,lmr",
        kind: |now| OptionKind::Text { value: now.disabled.clone() },
        read: |now, _, text| now.disabled = text.to_owned(),
        effect: Effect::Techniques,
    },
    Declared {
        name: "Params",
        help: "changed numbers, for experiments: search.null_base=5,search.razoring=200",
        kind: |now| OptionKind::Text { value: now.params.clone() },
        read: |now, _, text| now.params = text.to_owned(),
        effect: Effect::Params,
    },
    Declared {
        name: "Patterns",
        help: "named shapes in the evaluation of xiangqi: on; guide, where the search also hears what they say about moves; off; or measure to look for them even where none has a weight",
        kind: |now| OptionKind::Text { value: now.patterns.clone() },
        read: |now, _, text| now.patterns = text.to_owned(),
        effect: Effect::Patterns,
    },
];

/// What the option `Patterns` may be; nothing is `on`.
const PATTERN_WORDS: [&str; 5] = ["on", "guide", "off", "measure", ""];

impl Settings {
    /// Every shared option with its present value.
    pub fn options(&self) -> Vec<EngineOption> {
        let option = |declared: &Declared| EngineOption {
            name: declared.name,
            help: declared.help,
            kind: (declared.kind)(self),
        };
        DECLARED.iter().map(option).collect()
    }

    /// The settings with one option changed, and what that asks of the engine.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value.
    pub fn with(&self, name: &str, value: &str) -> Result<(Settings, Effect), OptionError> {
        let declared = DECLARED
            .iter()
            .find(|declared| declared.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown {
                name: shortened(name),
                names: DECLARED.iter().map(|d| d.name).collect::<Vec<_>>().join(", "),
            })?;
        let mut changed = self.clone();
        let value = if value == "<empty>" { "" } else { value.trim() };
        let number = match (declared.kind)(self) {
            OptionKind::Number { min, max, .. } => {
                let read = value.parse().ok().filter(|number| (min..=max).contains(number));
                read.ok_or_else(|| OptionError::Value {
                    name: declared.name,
                    value: shortened(value),
                    min,
                    max,
                })?
            }
            OptionKind::Button | OptionKind::Text { .. } => 0,
        };
        if declared.effect == Effect::Patterns && !PATTERN_WORDS.contains(&value) {
            let reason =
                format!("it is '{}': expected on, guide, off or measure", shortened(value));
            return Err(OptionError::Text { name: declared.name, reason });
        }
        (declared.read)(&mut changed, number, value);
        Ok((changed, declared.effect))
    }
}

/// The parts of a list separated by commas.
pub fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// An error message does not repeat a whole page.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_option_is_accepted_with_its_own_value() {
        let settings = Settings::default();
        for option in settings.options() {
            let value = match option.kind {
                OptionKind::Number { value, .. } => value.to_string(),
                OptionKind::Button => String::new(),
                OptionKind::Text { value } => value,
            };
            let (same, _) = settings.with(&option.name.to_lowercase(), &value).unwrap();
            assert_eq!(same, settings, "{}", option.name);
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |name, value| Settings::default().with(name, value).unwrap_err().to_string();
        assert_eq!(error("Hash", "0"), "option Hash is '0': expected a number from 1 to 1048576");
        assert_eq!(
            error("Level", "3"),
            "no option is named 'Level': expected one of Threads, Hash, Clear Hash, MultiPV, \
             Move Overhead, Skill Level, Disable, Params, Patterns"
        );
        let (changed, effect) = Settings::default().with("hash", "64").unwrap();
        assert_eq!((changed.hash, effect), (64, Effect::Hash));
        assert_eq!(Settings::default().with("Disable", "<empty>").unwrap().0.disabled, "");
    }
}
