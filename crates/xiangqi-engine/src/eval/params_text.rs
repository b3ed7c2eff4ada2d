//! Parameters as TOML.
//!
//! ```toml
//! base = "chuhe"                 # or "shenxiang": what missing keys keep
//! phase_rule = "tapered"         # or "development", "power"
//! material_preset = "wang-2005"  # or "hsu-1990", ...
//! squares_preset = "shenxiang"   # or "qimou", "chuhe"
//!
//! [features]
//! pin = { early = 20, late = 10 }
//! ```
//!
//! The four names come first, single numbers override them. The numbers that files
//! of earlier versions have for two of the names are still read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use search::ParamError;
use toml::{Table, Value};

use super::material::MaterialPreset;
use super::params::{EvalFileError, EvalParams, check};
use super::phase::PhaseRule;
use super::squares::SquareSource;
use super::style::EvalStyle;

impl EvalParams {
    /// Every number, readable by [`EvalParams::from_toml`].
    pub fn to_toml(&self) -> String {
        let mut text = format!("phase_rule = \"{}\"\n", self.phase_rule);
        let mut section = "";
        let entries = self.entries();
        for group in entries.chunk_by(|a, b| line_key(a) == line_key(b)) {
            let key = line_key(&group[0]);
            let Some((table, rest)) = key.split_once('.') else { continue };
            if table != section {
                let _ = write!(text, "\n[{table}]\n");
                section = table;
            }
            let _ = writeln!(text, "{rest} = {}", line_value(key, group));
        }
        text
    }

    /// Reads numbers; what is not mentioned stays as in the base set.
    ///
    /// # Errors
    /// Names the key that is unknown, not a whole number or out of range.
    pub fn from_toml(text: &str) -> Result<EvalParams, EvalFileError> {
        let mut table: Table = text.parse().map_err(syntax)?;
        let mut params = base(&mut table)?;
        let mut numbers = BTreeMap::new();
        for (key, value) in table {
            flatten(key, value, &mut numbers)?;
        }
        let mut fault = None;
        params.visit(&mut |key, _, range| {
            let value = numbers.remove(key)?;
            match check(key, value, range) {
                Ok(number) => Some(number),
                Err(error) => {
                    fault.get_or_insert(error.into());
                    None
                }
            }
        });
        let unknown = numbers.pop_first().map(|(key, _)| ParamError::Unknown(key).into());
        match fault.or(unknown) {
            Some(error) => Err(error),
            None => Ok(params),
        }
    }
}

fn syntax(error: toml::de::Error) -> EvalFileError {
    EvalFileError::Syntax(error.to_string().trim_end().replace('\n', " "))
}

/// Names as earlier versions wrote them: key, then, now.
const EARLIER_NAMES: [(&str, &str, &str); 4] = [
    ("phase_rule", "002", "development"),
    ("phase_rule", "004", "power"),
    ("squares_preset", "002", "shenxiang"),
    ("squares_preset", "004", "qimou"),
];

/// The name of today for a name of any version.
fn name_of_today<'a>(key: &str, text: &'a str) -> &'a str {
    let earlier = EARLIER_NAMES.iter().find(|(of, then, _)| (*of, *then) == (key, text));
    earlier.map_or(text, |(_, _, now)| now)
}

/// The names that select whole sets, taken out of the table.
fn base(table: &mut Table) -> Result<EvalParams, EvalFileError> {
    let styles = EvalStyle::ALL.map(EvalStyle::name);
    let style = choice(table, "base", &styles)?.map_or(EvalStyle::Chuhe, |i| EvalStyle::ALL[i]);
    let mut params = EvalParams::of_style(style);
    if let Some(i) = choice(table, "phase_rule", &PhaseRule::ALL.map(PhaseRule::name))? {
        params.phase_rule = PhaseRule::ALL[i];
    }
    let presets = MaterialPreset::ALL.map(|preset| preset.name);
    if let Some(i) = choice(table, "material_preset", &presets)? {
        params.material = MaterialPreset::ALL[i].material();
    }
    if let Some(i) = choice(table, "squares_preset", &SquareSource::ALL.map(SquareSource::name))? {
        params.squares = SquareSource::ALL[i].tables();
    }
    Ok(params)
}

fn choice(
    table: &mut Table,
    key: &'static str,
    names: &[&str],
) -> Result<Option<usize>, EvalFileError> {
    let Some(value) = table.remove(key) else { return Ok(None) };
    let wanted = value.as_str().map(|text| name_of_today(key, text));
    let place = wanted.and_then(|text| names.iter().position(|&name| name == text));
    let error = || EvalFileError::Choice {
        key,
        found: value.as_str().map_or_else(|| value.to_string(), str::to_owned),
        expected: names.join(", "),
    };
    place.map(Some).ok_or_else(error)
}

/// Turns nested tables and arrays into keys like `squares.rook.opening[0][4]`.
fn flatten(
    key: String,
    value: Value,
    numbers: &mut BTreeMap<String, i64>,
) -> Result<(), EvalFileError> {
    match value {
        Value::Integer(number) => {
            numbers.insert(key, number);
            Ok(())
        }
        Value::Array(items) => items
            .into_iter()
            .enumerate()
            .try_for_each(|(i, item)| flatten(format!("{key}[{i}]"), item, numbers)),
        Value::Table(table) => table
            .into_iter()
            .try_for_each(|(name, item)| flatten(format!("{key}.{name}"), item, numbers)),
        other => Err(EvalFileError::NotNumber { key, found: other.to_string() }),
    }
}

/// A number with its key.
type Entry = (String, i32);

/// The key of the line a number is written on: without indices, and without the
/// phase of a weight.
fn line_key((whole, _): &Entry) -> &str {
    let key = whole.split('[').next().unwrap_or(whole);
    let is_row = whole.contains('[');
    match key.rsplit_once('.') {
        Some((weight, "early" | "late")) if !is_row => weight,
        _ => key,
    }
}

fn line_value(key: &str, group: &[Entry]) -> String {
    let numbers = |part: &[Entry]| {
        part.iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(", ")
    };
    match group {
        [(single, value)] if single == key => value.to_string(),
        [(first, early), (_, late)] if !first.ends_with(']') => {
            format!("{{ early = {early}, late = {late} }}")
        }
        _ if key.starts_with("squares.") => {
            let rows: Vec<String> =
                group.chunks(5).map(|row| format!("    [{}],\n", numbers(row))).collect();
            format!("[\n{}]", rows.concat())
        }
        _ => format!("[{}]", numbers(group)),
    }
}
