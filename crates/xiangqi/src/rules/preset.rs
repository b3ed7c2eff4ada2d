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
    #[error("unknown rules '{0}': expected one of computer, asian, chinese, allow-chase, none")]
    Preset(String),
    /// No such option.
    #[error(
        "unknown option '{0}' of the xiangqi rules: expected fold, natural-limit, insufficient-material, mate-threat-depth, check-excuses, guards-chase, chase or pinned-rook-first"
    )]
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

/// An option with two values. Every yes-or-no field of a rule set is one, so that
/// no rule set prints as another.
struct Switch {
    name: &'static str,
    /// The words for false and true.
    words: [&'static str; 2],
    expected: &'static str,
    field: fn(&mut XiangqiRules) -> &mut bool,
}

const SWITCHES: [Switch; 5] = [
    Switch {
        name: "insufficient-material",
        words: ["off", "on"],
        expected: "on or off",
        field: |rules| &mut rules.insufficient_material,
    },
    Switch {
        name: "check-excuses",
        words: ["own", "all"],
        expected: "own or all",
        field: |rules| &mut rules.repetition.check_voids_all,
    },
    Switch {
        name: "guards-chase",
        words: ["off", "on"],
        expected: "on or off",
        field: |rules| &mut rules.repetition.guards_hit_stronger,
    },
    Switch {
        name: "chase",
        words: ["created", "resolved"],
        expected: "created or resolved",
        field: |rules| &mut rules.repetition.reply_resolves,
    },
    Switch {
        name: "pinned-rook-first",
        words: ["off", "on"],
        expected: "on or off",
        field: |rules| &mut rules.repetition.pinned_rook_first,
    },
];

impl Switch {
    fn is_on(&self, rules: &XiangqiRules) -> bool {
        *(self.field)(&mut rules.clone())
    }

    fn differs(&self, rules: &XiangqiRules, other: &XiangqiRules) -> bool {
        self.is_on(rules) != self.is_on(other)
    }
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
            _ => return Err(RulesError::Preset(name.chars().take(40).collect())),
        }
        Ok(rules)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        let error = |option, expected| RulesError::Value {
            option,
            value: value.chars().take(40).collect(),
            expected,
        };
        match option {
            "fold" => {
                self.repetition.fold = match value {
                    "2" => 2,
                    "3" => 3,
                    _ => return Err(error("fold", "2 or 3")),
                }
            }
            "natural-limit" => {
                self.natural_limit = match value {
                    "off" => None,
                    _ => Some(value.parse().ok().filter(|&plies| plies > 0).ok_or_else(|| {
                        error("natural-limit", "a number of plies above 0, or off")
                    })?),
                }
            }
            "mate-threat-depth" => {
                let depth = value.parse().ok().filter(|&depth| depth <= 10);
                self.repetition.mate_threat_depth =
                    depth.ok_or_else(|| error("mate-threat-depth", "a number from 0 to 10"))?;
            }
            _ => {
                let switch = SWITCHES.iter().find(|switch| switch.name == option);
                let switch =
                    switch.ok_or_else(|| RulesError::Option(option.chars().take(40).collect()))?;
                let known = switch.words.iter().position(|&word| word == value);
                *(switch.field)(self) =
                    known.ok_or_else(|| error(switch.name, switch.expected))? == 1;
            }
        }
        Ok(())
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
                SWITCHES.iter().filter(|switch| switch.differs(self, preset)).count()
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
        if self.repetition.fold != preset.repetition.fold {
            write!(f, ",fold={}", self.repetition.fold)?;
        }
        if self.natural_limit != preset.natural_limit {
            match self.natural_limit {
                Some(plies) => write!(f, ",natural-limit={plies}")?,
                None => f.write_str(",natural-limit=off")?,
            }
        }
        for switch in SWITCHES.iter().filter(|switch| switch.differs(self, &preset)) {
            let word = switch.words[usize::from(switch.is_on(self))];
            write!(f, ",{}={word}", switch.name)?;
        }
        if self.repetition.mate_threat_depth != preset.repetition.mate_threat_depth {
            write!(f, ",mate-threat-depth={}", self.repetition.mate_threat_depth)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVERITIES: [Severity; 4] =
        [Severity::Nothing, Severity::Checks, Severity::Chases, Severity::AnyAttack];

    /// All 2⁷ values of the switches, the fold and the natural limit.
    fn every_rule_set(severity: Severity) -> impl Iterator<Item = XiangqiRules> {
        (0..1 << 7).map(move |bits: u32| {
            let bit = |number: u32| bits >> number & 1 == 1;
            let mut rules = XiangqiRules::default();
            rules.repetition.severity = severity;
            for (number, switch) in (0..).zip(&SWITCHES) {
                *(switch.field)(&mut rules) = bit(number);
            }
            rules.repetition.fold = if bit(5) { 2 } else { 3 };
            rules.natural_limit = bit(6).then_some(100);
            rules
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
        assert_eq!(texts.len(), 4 << 7);
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
