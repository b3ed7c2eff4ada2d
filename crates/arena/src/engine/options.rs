//! The options a configuration sets, against those an engine offers.

use protocol::{OptionKind, OptionSpec};

use super::process::excerpt;

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum SettingError {
    /// The engine has none at all.
    #[error("it offers no options, so not '{0}' either")]
    NoOptions(String),
    /// It has others.
    #[error("it has no option '{name}'; it has: {offered}")]
    Unknown { name: String, offered: String },
    /// It would not take the value.
    #[error("its option '{name}' cannot be '{value}': expected {expected}")]
    Value { name: String, value: String, expected: String },
    /// It plays other games.
    #[error("it does not play {game}: {option} offers {offered}")]
    Variant { game: &'static str, option: String, offered: String },
}

/// An option as the engine spells it, and its value (`None` for a button).
pub(super) type Setting = (String, Option<String>);

/// Finds each wanted option among the offered ones; case does not matter, and
/// neither does a blank against an underscore, since one protocol has no blanks.
///
/// # Errors
/// A name the engine does not offer, or a value it would not take: a match with
/// other options than those asked for measures nothing.
pub(super) fn fit(
    wanted: &[(String, String)],
    offered: &[OptionSpec],
) -> Result<Vec<Setting>, SettingError> {
    wanted.iter().map(|(name, value)| fit_one(name, value, offered)).collect()
}

fn fit_one(name: &str, value: &str, offered: &[OptionSpec]) -> Result<Setting, SettingError> {
    let spec = find(name, offered).ok_or_else(|| {
        let names: Vec<&str> = offered.iter().map(|spec| spec.name.as_str()).collect();
        match names.as_slice() {
            [] => SettingError::NoOptions(name.to_owned()),
            names => SettingError::Unknown { name: name.to_owned(), offered: names.join(", ") },
        }
    })?;
    let wrong = |expected: String| SettingError::Value {
        name: spec.name.clone(),
        value: excerpt(value),
        expected,
    };
    let value = match &spec.kind {
        OptionKind::Check { .. } => {
            Some(truth(value).ok_or_else(|| wrong("true or false".to_owned()))?.to_string())
        }
        OptionKind::Spin { min, max, .. } => {
            let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            let number: Option<i64> = value.parse().ok();
            let inside = number.filter(|number| (min..=max).contains(number));
            Some(inside.ok_or_else(|| wrong(format!("a number from {min} to {max}")))?.to_string())
        }
        OptionKind::Combo { choices, .. } => {
            let known = choices.iter().find(|choice| choice.eq_ignore_ascii_case(value));
            Some(known.ok_or_else(|| wrong(format!("one of {}", choices.join(", "))))?.clone())
        }
        OptionKind::Text { .. } => Some(value.to_owned()),
        OptionKind::Button | OptionKind::Label => None,
    };
    Ok((spec.name.clone(), value))
}

/// The offered option of a name.
pub(super) fn find<'a>(name: &str, offered: &'a [OptionSpec]) -> Option<&'a OptionSpec> {
    let plain = |text: &str| text.replace('_', " ").to_ascii_lowercase();
    offered.iter().find(|spec| plain(&spec.name) == plain(name))
}

fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<OptionSpec> {
        let spec = |name: &str, kind| OptionSpec { name: name.to_owned(), kind };
        vec![
            spec("Hash", OptionKind::Spin { default: Some(16), min: Some(1), max: Some(1024) }),
            spec("Skill Level", OptionKind::Spin { default: None, min: None, max: None }),
            spec("Ponder", OptionKind::Check { default: None }),
            spec("Style", OptionKind::Combo { default: None, choices: vec!["Solid".into()] }),
            spec("Clear Hash", OptionKind::Button),
            spec("Book", OptionKind::Text { default: None }),
        ]
    }

    fn try_one(name: &str, value: &str) -> Result<Vec<Setting>, SettingError> {
        fit(&[(name.to_owned(), value.to_owned())], &offered())
    }

    #[test]
    fn spellings_are_the_engines() {
        let cases = [
            ("hash", "64", "Hash", Some("64")),
            ("Skill_Level", "-5", "Skill Level", Some("-5")),
            ("ponder", "on", "Ponder", Some("true")),
            ("Style", "solid", "Style", Some("Solid")),
            ("Clear Hash", "", "Clear Hash", None),
            ("Book", "a b.bin", "Book", Some("a b.bin")),
        ];
        for (name, value, spelling, sent) in cases {
            let sent = sent.map(str::to_owned);
            assert_eq!(try_one(name, value), Ok(vec![(spelling.to_owned(), sent)]));
        }
    }

    #[test]
    fn what_it_would_not_take_is_refused() {
        let cases = [
            ("Hsh", "64", "no option 'Hsh'; it has: Hash, Skill Level"),
            ("Hash", "0", "'Hash' cannot be '0': expected a number from 1 to 1024"),
            ("Hash", "big", "expected a number"),
            ("Ponder", "maybe", "expected true or false"),
            ("Style", "wild", "expected one of Solid"),
        ];
        for (name, value, message) in cases {
            let error = try_one(name, value).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        let none = fit(&[("a".into(), "b".into())], &[]).unwrap_err();
        assert_eq!(none.to_string(), "it offers no options, so not 'a' either");
    }
}
