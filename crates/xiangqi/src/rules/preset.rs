//! Named rule sets, and single options changed by name.

use std::fmt;
use std::str::FromStr;

use super::{RepetitionLaw, Severity, XiangqiRules};

/// The names of the presets with a line of explanation each.
pub const PRESETS: [(&str, &str); 5] = [
    ("computer", "program competition rules: third occurrence, any check excuses chases (default)"),
    ("asian", "Asian rules as online servers have them: second occurrence"),
    (
        "chinese",
        "Chinese rules as far as engines implement them: any mix of check, mate threat and chase is forbidden; no exchange counting, no joint attack",
    ),
    ("allow-chase", "only perpetual check loses"),
    ("none", "every repetition is a draw"),
];

/// A rule set's text that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// No such preset.
    #[error("unknown rules '{0}': expected one of {names}", names = preset_names())]
    Preset(String),
    /// No such option.
    #[error("unknown option '{0}' of the xiangqi rules: expected one of {names}", names = option_names())]
    Option(String),
    /// A value the option does not take.
    #[error("option {option} of the xiangqi rules is '{value}': expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
}

/// One option of a rule set.
pub struct RulesOption {
    /// Its name.
    pub name: &'static str,
    /// What it takes, in words.
    pub expected: &'static str,
    /// Values it takes: all of them, or the smallest and the largest.
    pub values: &'static [&'static str],
    field: Field,
}

/// Where the value of an option stands.
enum Field {
    /// One of two values, the first for false.
    Switch(fn(&mut XiangqiRules) -> &mut bool),
    /// Any other: how it is read (`None`: refused) and written.
    Value { read: fn(&mut XiangqiRules, &str) -> Option<()>, write: fn(&XiangqiRules) -> String },
}

const fn switch(name: &'static str, field: fn(&mut XiangqiRules) -> &mut bool) -> RulesOption {
    let (expected, values) = ("on or off", &["off", "on"]);
    RulesOption { name, expected, values, field: Field::Switch(field) }
}

/// Every option; what is printed, read, listed and tested is made from here, so that no
/// rule set prints as another.
pub const OPTIONS: [RulesOption; 8] = [
    RulesOption {
        name: "fold",
        expected: "2 or 3",
        values: &["2", "3"],
        field: Field::Value {
            read: |rules, text| {
                let fold = ["2", "3"].iter().position(|&fold| fold == text)?;
                rules.repetition.fold = 2 + fold as u32;
                Some(())
            },
            write: |rules| rules.repetition.fold.to_string(),
        },
    },
    RulesOption {
        name: "natural-limit",
        expected: "a number of plies above 0, or off",
        values: &["off", "1", "4294967295"],
        field: Field::Value {
            read: |rules, text| {
                let plies = || text.parse().ok().filter(|&plies| plies > 0).map(Some);
                let limit = if text == "off" { Some(None) } else { plies() };
                limit.map(|limit| rules.natural_limit = limit)
            },
            write: |rules| rules.natural_limit.map_or("off".to_owned(), |plies| plies.to_string()),
        },
    },
    switch("insufficient-material", |rules| &mut rules.insufficient_material),
    RulesOption {
        expected: "own or all",
        values: &["own", "all"],
        ..switch("check-excuses", |rules| &mut rules.repetition.check_voids_all)
    },
    switch("guards-chase", |rules| &mut rules.repetition.guards_hit_stronger),
    RulesOption {
        expected: "created or resolved",
        values: &["created", "resolved"],
        ..switch("chase", |rules| &mut rules.repetition.reply_resolves)
    },
    switch("pinned-rook-first", |rules| &mut rules.repetition.pinned_rook_first),
    RulesOption {
        name: "mate-threat-depth",
        expected: "a number from 0 to 10",
        values: &["0", "10"],
        field: Field::Value {
            read: |rules, text| {
                let depth = text.parse().ok().filter(|&depth| depth <= 10);
                depth.map(|depth| rules.repetition.mate_threat_depth = depth)
            },
            write: |rules| rules.repetition.mate_threat_depth.to_string(),
        },
    },
];

impl RulesOption {
    /// The value it has in a rule set.
    fn value(&self, rules: &XiangqiRules) -> String {
        match self.field {
            Field::Switch(field) => self.values[usize::from(*field(&mut rules.clone()))].to_owned(),
            Field::Value { write, .. } => write(rules),
        }
    }

    /// Gives it a value; `None` if it does not take this one.
    fn set(&self, rules: &mut XiangqiRules, text: &str) -> Option<()> {
        match self.field {
            Field::Switch(field) => {
                let known = self.values.iter().position(|&word| word == text)?;
                *field(rules) = known == 1;
                Some(())
            }
            Field::Value { read, .. } => read(rules, text),
        }
    }

    fn differs(&self, rules: &XiangqiRules, other: &XiangqiRules) -> bool {
        self.value(rules) != self.value(other)
    }

    fn is_switch(&self) -> bool {
        matches!(self.field, Field::Switch(_))
    }
}

fn preset_names() -> String {
    PRESETS.map(|(name, _)| name).join(", ")
}

fn option_names() -> String {
    OPTIONS.each_ref().map(|option| option.name).join(", ")
}

/// An error message does not repeat a whole page.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Default for XiangqiRules {
    /// The preset `computer`.
    fn default() -> XiangqiRules {
        XiangqiRules {
            repetition: RepetitionLaw {
                severity: Severity::Chases,
                fold: 3,
                check_voids_all: true,
                guards_hit_stronger: true,
                reply_resolves: false,
                pinned_rook_first: false,
                mate_threat_depth: 0,
            },
            natural_limit: Some(120),
            insufficient_material: true,
        }
    }
}

impl XiangqiRules {
    /// The rule set of a name in [`PRESETS`].
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn preset(name: &str) -> Result<XiangqiRules, RulesError> {
        let mut rules = XiangqiRules::default();
        let law = &mut rules.repetition;
        law.fold = 2;
        match name {
            "computer" => law.fold = 3,
            "asian" => {
                law.check_voids_all = false;
                law.guards_hit_stronger = false;
                law.reply_resolves = true;
                law.pinned_rook_first = true;
            }
            "chinese" => {
                law.severity = Severity::AnyAttack;
                law.mate_threat_depth = 2;
            }
            "allow-chase" => law.severity = Severity::Checks,
            "none" => law.severity = Severity::Nothing,
            _ => return Err(RulesError::Preset(shortened(name))),
        }
        Ok(rules)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let option = OPTIONS.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| RulesError::Option(shortened(name)))?;
        option.set(self, value).ok_or_else(|| RulesError::Value {
            option: option.name,
            value: shortened(value),
            expected: option.expected,
        })
    }

    /// The preset that punishes the same and differs in the fewest switches, by
    /// name. Every severity has a preset, so options can say the rest.
    fn nearest_preset(&self) -> (&'static str, XiangqiRules) {
        let presets = PRESETS.iter().map(|&(name, _)| {
            (name, XiangqiRules::preset(name).expect("the name comes from the list"))
        });
        presets
            .filter(|(_, preset)| preset.repetition.severity == self.repetition.severity)
            .min_by_key(|(_, preset)| {
                let switches = OPTIONS.iter().filter(|option| option.is_switch());
                switches.filter(|switch| switch.differs(self, preset)).count()
            })
            .expect("every severity has a preset")
    }
}

impl FromStr for XiangqiRules {
    type Err = RulesError;

    /// Reads a preset's name, then any options: `computer,natural-limit=100`.
    fn from_str(text: &str) -> Result<XiangqiRules, RulesError> {
        let mut parts = text.split(',').map(str::trim);
        let mut rules = XiangqiRules::preset(parts.next().unwrap_or_default())?;
        for part in parts {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            rules.set(option.trim(), value.trim())?;
        }
        Ok(rules)
    }
}

impl fmt::Display for XiangqiRules {
    /// Writes what [`FromStr`] reads: the preset and what differs from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, preset) = self.nearest_preset();
        f.write_str(name)?;
        for option in OPTIONS.iter().filter(|option| option.differs(self, &preset)) {
            write!(f, ",{}={}", option.name, option.value(self))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVERITIES: [Severity; 4] =
        [Severity::Nothing, Severity::Checks, Severity::Chases, Severity::AnyAttack];

    /// Every combination of the values that are named.
    fn every_rule_set(severity: Severity) -> Vec<XiangqiRules> {
        let mut rules = XiangqiRules::default();
        rules.repetition.severity = severity;
        OPTIONS.iter().fold(vec![rules], |sets, option| {
            let with = |rules: &XiangqiRules, value: &str| {
                let mut rules = rules.clone();
                option.set(&mut rules, value).expect("a value that is named");
                rules
            };
            let all = sets.iter().flat_map(|rules| option.values.iter().map(|v| with(rules, v)));
            all.collect()
        })
    }

    #[test]
    fn no_rule_set_prints_as_another() {
        let mut texts = std::collections::HashSet::new();
        for rules in SEVERITIES.into_iter().flat_map(every_rule_set) {
            let text = rules.to_string();
            assert_eq!(text.parse(), Ok(rules), "{text}");
            assert!(texts.insert(text));
        }
        let each: usize = OPTIONS.iter().map(|option| option.values.len()).product();
        assert_eq!(texts.len(), 4 * each);
    }

    /// A field without an option would be lost in every text.
    #[test]
    fn every_field_has_an_option() {
        let text = format!("{:?}", XiangqiRules::default());
        // All but `severity`, which the preset says, and `repetition`, which has fields.
        let fields = text.matches(": ").count() - 2;
        assert_eq!(fields, OPTIONS.len(), "{text}");
    }

    #[test]
    fn presets_print_as_their_names() {
        for (name, _) in PRESETS {
            assert_eq!(XiangqiRules::preset(name).unwrap().to_string(), name);
        }
    }

    #[test]
    fn a_changed_preset_keeps_its_name() {
        let mut rules = XiangqiRules::preset("asian").unwrap();
        rules.repetition.reply_resolves = false;
        assert_eq!(rules.to_string(), "asian,chase=created");
    }

    #[test]
    fn a_switch_says_what_it_takes() {
        let error = "asian,check-excuses=on".parse::<XiangqiRules>().unwrap_err().to_string();
        assert_eq!(error, "option check-excuses of the xiangqi rules is 'on': expected own or all");
    }
}
