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
        "unknown option '{0}' of the xiangqi rules: expected fold, natural-limit, insufficient-material or mate-threat-depth"
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
            "insufficient-material" => {
                self.insufficient_material = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(error("insufficient-material", "on or off")),
                }
            }
            "mate-threat-depth" => {
                let depth = value.parse().ok().filter(|&depth| depth <= 10);
                self.repetition.mate_threat_depth =
                    depth.ok_or_else(|| error("mate-threat-depth", "a number from 0 to 10"))?;
            }
            _ => return Err(RulesError::Option(option.chars().take(40).collect())),
        }
        Ok(())
    }

    fn preset_name(&self) -> Option<&'static str> {
        PRESETS.iter().map(|&(name, _)| name).find(|name| {
            XiangqiRules::preset(name).is_ok_and(|preset| {
                let law = RepetitionLaw {
                    fold: self.repetition.fold,
                    mate_threat_depth: self.repetition.mate_threat_depth,
                    ..preset.repetition
                };
                law == self.repetition
            })
        })
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
        let name = self.preset_name().unwrap_or("computer");
        f.write_str(name)?;
        let preset = XiangqiRules::preset(name).expect("the name comes from the list");
        if self.repetition.fold != preset.repetition.fold {
            write!(f, ",fold={}", self.repetition.fold)?;
        }
        if self.natural_limit != preset.natural_limit {
            match self.natural_limit {
                Some(plies) => write!(f, ",natural-limit={plies}")?,
                None => f.write_str(",natural-limit=off")?,
            }
        }
        if self.insufficient_material != preset.insufficient_material {
            let value = if self.insufficient_material { "on" } else { "off" };
            write!(f, ",insufficient-material={value}")?;
        }
        if self.repetition.mate_threat_depth != preset.repetition.mate_threat_depth {
            write!(f, ",mate-threat-depth={}", self.repetition.mate_threat_depth)?;
        }
        Ok(())
    }
}
