//! The options, their presets and their text.

use std::fmt;
use std::str::FromStr;

use super::Repetition;

/// The options of a rule set. Presets are data; any field can be changed.
///
/// The text names a preset, or changes fields of one:
///
/// ```
/// use banqi::{BanqiRules, Repetition};
/// let rules: BanqiRules = "ntu-2018 no_progress_plies=40".parse().unwrap();
/// assert_eq!(rules.no_progress_plies, 40);
/// assert_eq!(rules.repetition, Repetition::Position(3));
/// assert_eq!(rules.to_string(), "no_progress_plies=40 repetition=position:3 long_chase=0");
/// assert_eq!(BanqiRules::default().to_string(), "tcga");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BanqiRules {
    /// This many plies without capture or flip are a draw; 0 = off.
    pub no_progress_plies: u32,
    /// Which repetition is a draw.
    pub repetition: Repetition,
    /// Chasing the same piece on this many consecutive plies of one's own
    /// loses; 0 = off. A chase is a quiet move after which the moved piece
    /// could take that enemy piece.
    pub long_chase: u32,
}

/// The presets by name.
const PRESETS: [(&str, BanqiRules); 4] = [
    ("thesis-2010", rules(50, Repetition::Off, 10)),
    ("ntu-2018", rules(30, Repetition::Position(3), 0)),
    ("tcga", rules(60, Repetition::Cycle(3), 0)),
    ("olympiad-2022", rules(180, Repetition::Position(3), 0)),
];

const fn rules(no_progress_plies: u32, repetition: Repetition, long_chase: u32) -> BanqiRules {
    BanqiRules { no_progress_plies, repetition, long_chase }
}

/// Why a text is not a rule set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No preset of that name.
    #[error("no rules are called `{0}`: expected one of {names}", names = name_list())]
    Preset(String),
    /// No option of that name.
    #[error("no rule option is called `{0}`: expected no_progress_plies, repetition or long_chase")]
    Option(String),
    /// A number was expected.
    #[error("{option}: `{value}` is not a number of plies, 0 = off")]
    Number {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
    },
    /// A repetition was expected.
    #[error("repetition: `{0}` is none: expected off, position:N or cycle:N with N from 2")]
    Repetition(String),
    /// Nothing to read.
    #[error("no rules named: expected one of {names}", names = name_list())]
    Empty,
}

impl Default for BanqiRules {
    /// The preset `tcga`.
    fn default() -> BanqiRules {
        rules(60, Repetition::Cycle(3), 0)
    }
}

impl BanqiRules {
    /// The names of the presets.
    pub fn names() -> [&'static str; 4] {
        PRESETS.map(|(name, _)| name)
    }

    /// The preset of a name.
    ///
    /// # Errors
    /// Lists the names there are.
    ///
    /// ```
    /// use banqi::BanqiRules;
    /// assert_eq!(BanqiRules::preset("thesis-2010").unwrap().long_chase, 10);
    /// assert_eq!(
    ///     BanqiRules::preset("fide").unwrap_err().to_string(),
    ///     "no rules are called `fide`: expected one of thesis-2010, ntu-2018, tcga, olympiad-2022"
    /// );
    /// ```
    pub fn preset(name: &str) -> Result<BanqiRules, RulesError> {
        let found = PRESETS.iter().find(|(known, _)| *known == name);
        found.map(|&(_, rules)| rules).ok_or_else(|| RulesError::Preset(name.to_owned()))
    }

    /// The name of the preset these rules are, if they are one.
    pub fn preset_name(&self) -> Option<&'static str> {
        PRESETS.iter().find(|(_, rules)| rules == self).map(|&(name, _)| name)
    }

    /// Changes one option by its name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        match option {
            "no_progress_plies" => {
                self.no_progress_plies = read_number("no_progress_plies", value)?;
            }
            "long_chase" => self.long_chase = read_number("long_chase", value)?,
            "repetition" => self.repetition = value.parse()?,
            _ => return Err(RulesError::Option(option.to_owned())),
        }
        Ok(())
    }
}

fn name_list() -> String {
    BanqiRules::names().join(", ")
}

fn read_number(option: &'static str, value: &str) -> Result<u32, RulesError> {
    value.parse().map_err(|_| RulesError::Number { option, value: value.to_owned() })
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repetition::Off => f.write_str("off"),
            Repetition::Position(times) => write!(f, "position:{times}"),
            Repetition::Cycle(times) => write!(f, "cycle:{times}"),
        }
    }
}

impl FromStr for Repetition {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Repetition, RulesError> {
        let (kind, times) = text.split_once(':').unwrap_or((text, ""));
        let times = times.parse().ok().filter(|&times| times >= 2);
        match (kind, times) {
            ("off", None) if text == "off" => Ok(Repetition::Off),
            ("position", Some(times)) => Ok(Repetition::Position(times)),
            ("cycle", Some(times)) => Ok(Repetition::Cycle(times)),
            _ => Err(RulesError::Repetition(text.to_owned())),
        }
    }
}

impl fmt::Display for BanqiRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.preset_name() {
            Some(name) => f.write_str(name),
            None => write!(
                f,
                "no_progress_plies={} repetition={} long_chase={}",
                self.no_progress_plies, self.repetition, self.long_chase
            ),
        }
    }
}

impl FromStr for BanqiRules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<BanqiRules, RulesError> {
        let mut words = text.split_whitespace().peekable();
        let first = *words.peek().ok_or(RulesError::Empty)?;
        let mut rules = BanqiRules::default();
        if !first.contains('=') {
            rules = BanqiRules::preset(first)?;
            words.next();
        }
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            rules.set(option, value)?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_preset() {
        assert_eq!(BanqiRules::preset("tcga"), Ok(BanqiRules::default()));
    }

    #[test]
    fn presets_and_changed_rules_read_what_they_write() {
        for name in BanqiRules::names() {
            let preset = BanqiRules::preset(name).unwrap();
            assert_eq!(preset.to_string(), name);
            assert_eq!(name.parse(), Ok(preset));
            let changed = BanqiRules { no_progress_plies: 7, ..preset };
            assert_eq!(changed.to_string().parse(), Ok(changed));
        }
    }

    #[test]
    fn bad_texts_say_what_is_wrong() {
        let names = "thesis-2010, ntu-2018, tcga, olympiad-2022";
        let cases = [
            ("", format!("no rules named: expected one of {names}")),
            ("chess", format!("no rules are called `chess`: expected one of {names}")),
            (
                "tcga chain=1",
                "no rule option is called `chain`: expected no_progress_plies, repetition or \
                 long_chase"
                    .into(),
            ),
            (
                "tcga no_progress_plies=many",
                "no_progress_plies: `many` is not a number of plies, 0 = off".into(),
            ),
            (
                "repetition=cycle:1",
                "repetition: `cycle:1` is none: expected off, position:N or cycle:N with N from 2"
                    .into(),
            ),
            (
                "repetition=off:3",
                "repetition: `off:3` is none: expected off, position:N or cycle:N with N from 2"
                    .into(),
            ),
        ];
        for (text, expected) in cases {
            let error = text.parse::<BanqiRules>().unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
