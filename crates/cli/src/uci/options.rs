//! The engine's options, under the names graphical interfaces expect.

use std::time::Duration;

use protocol::{OptionKind, OptionSpec};
use xiangqi::XiangqiRules;
use xiangqi::rules::PRESETS;
use xiangqi_engine::eval::EvalParams;
use xiangqi_engine::search::{Features, SearchParams};
use xiangqi_engine::{Engine, Level, PROFILES};

use super::talk::Dialect;

/// The most megabytes a table may be asked for.
const MAX_HASH: i64 = 1 << 20;

/// What is set besides the engine itself.
#[derive(Clone, Debug)]
pub struct Options {
    pub lines: usize,
    pub overhead: Duration,
    pub show_wdl: bool,
    pub rules: XiangqiRules,
    /// UCCI: whether clocks are in milliseconds.
    pub milliseconds: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lines: 1,
            overhead: Duration::from_millis(10),
            show_wdl: false,
            rules: XiangqiRules::default(),
            milliseconds: false,
        }
    }
}

fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) }
}

fn check(default: bool) -> OptionKind {
    OptionKind::Check { default: Some(default) }
}

fn combo(default: &str, choices: &[&str]) -> OptionKind {
    OptionKind::Combo {
        default: Some(default.to_owned()),
        choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
    }
}

/// Tells every option.
pub fn tell(dialect: Dialect) {
    let rules = PRESETS.map(|(name, _)| name);
    let profiles = PROFILES.map(|(name, _)| name);
    let list: Vec<(&str, OptionKind)> = match dialect {
        Dialect::Uci => vec![
            ("Threads", spin(1, 1, 512)),
            ("Hash", spin(16, 1, MAX_HASH)),
            ("Clear Hash", OptionKind::Button),
            ("MultiPV", spin(1, 1, 128)),
            ("Ponder", check(false)),
            ("Move Overhead", spin(10, 0, 5_000)),
            ("UCI_ShowWDL", check(false)),
            ("UCI_Variant", combo("xiangqi", &["xiangqi"])),
            ("Repetition Rule", combo("computer", &rules)),
            ("Sixty Move Rule", check(true)),
            ("Skill Level", spin(10, 1, 10)),
            ("Profile", combo("chuhe", &profiles)),
            ("EvalFile", OptionKind::Text { default: Some("<empty>".to_owned()) }),
            ("Disable", OptionKind::Text { default: Some("<empty>".to_owned()) }),
            ("Params", OptionKind::Text { default: Some("<empty>".to_owned()) }),
        ],
        Dialect::Ucci => vec![
            ("usemillisec", check(false)),
            ("batch", check(true)),
            ("ponder", check(false)),
            ("hashsize", spin(16, 1, MAX_HASH)),
            ("threads", spin(1, 1, 512)),
            ("newgame", OptionKind::Button),
            ("multipv", spin(1, 1, 128)),
            ("level", spin(10, 1, 10)),
            ("repetition", combo("computer", &rules)),
            ("profile", combo("chuhe", &profiles)),
        ],
    };
    for (name, kind) in list {
        dialect.option(OptionSpec { name: name.to_owned(), kind });
    }
}

/// Sets an option by its name in either dialect. `Ok(false)` if there is none of
/// that name, which is not an error.
pub fn set(
    options: &mut Options,
    engine: &mut Engine,
    name: &str,
    value: &str,
) -> Result<bool, String> {
    match name.to_ascii_lowercase().as_str() {
        "threads" => {
            engine.set_threads(number(name, value, 1, 512)? as usize).map_err(|e| e.to_string())?;
        }
        "hash" | "hashsize" => {
            engine
                .set_hash(number(name, value, 1, MAX_HASH)? as usize)
                .map_err(|e| e.to_string())?;
        }
        "clear hash" | "newgame" => engine.new_game(),
        "multipv" => options.lines = number(name, value, 1, 128)? as usize,
        "ponder" | "batch" => {
            switch(name, value)?;
        }
        "move overhead" => {
            options.overhead = Duration::from_millis(number(name, value, 0, 5_000)? as u64);
        }
        "uci_showwdl" => options.show_wdl = switch(name, value)?,
        "uci_variant" => {
            if value != "xiangqi" {
                return Err(format!("variant '{value}' is not known: expected xiangqi"));
            }
        }
        "repetition rule" | "repetition" => set_rules(options, value)?,
        "sixty move rule" => {
            options.rules.natural_limit = if switch(name, value)? { Some(120) } else { None }
        }
        "skill level" | "level" => {
            let level = number(name, value, 1, 10)? as u8;
            engine.set_level(Level::new(level).unwrap_or(Level::FULL));
        }
        "profile" => engine.set_profile(value).map_err(|error| error.to_string())?,
        "evalfile" => load_parameters(engine, value)?,
        "disable" => disable(engine, value)?,
        "params" => set_params(engine, value)?,
        "usemillisec" => options.milliseconds = switch(name, value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn set_rules(options: &mut Options, value: &str) -> Result<(), String> {
    let limit = options.rules.natural_limit;
    options.rules = value.parse().map_err(|error: xiangqi::rules::RulesError| error.to_string())?;
    if limit.is_none() {
        options.rules.natural_limit = None;
    }
    Ok(())
}

/// Parameters of the evaluation from a TOML file.
fn load_parameters(engine: &mut Engine, path: &str) -> Result<(), String> {
    if path.is_empty() || path == "<empty>" {
        let profile = engine.profile();
        return engine.set_profile(profile).map_err(|error| error.to_string());
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("EvalFile {path}: {error}"))?;
    let params =
        EvalParams::from_toml(&text).map_err(|error| format!("EvalFile {path}: {error}"))?;
    engine.set_eval_params(params);
    Ok(())
}

/// Switches techniques of the search off: `null-move,lmr`.
fn disable(engine: &mut Engine, value: &str) -> Result<(), String> {
    let mut features = Features::ALL;
    for name in
        value.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "<empty>")
    {
        features.set(name, false)?;
    }
    engine.set_features(features);
    Ok(())
}

/// Other numbers for the search: `null_base=5,razoring=200`.
fn set_params(engine: &mut Engine, value: &str) -> Result<(), String> {
    let mut params = SearchParams::default();
    for part in
        value.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "<empty>")
    {
        let (name, number) =
            part.split_once('=').ok_or_else(|| format!("Params: '{part}' is not name=value"))?;
        let number = number.parse().map_err(|_| format!("Params: '{number}' is no number"))?;
        params.set(name, number).map_err(|error| format!("Params: {error}"))?;
    }
    engine.set_search_params(params);
    Ok(())
}

fn number(name: &str, value: &str, min: i64, max: i64) -> Result<i64, String> {
    value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| format!("option {name} is '{value}': expected a number from {min} to {max}"))
}

fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("option {name} is '{value}': expected true or false")),
    }
}
