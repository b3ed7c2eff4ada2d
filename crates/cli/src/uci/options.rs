//! The engine's options, under the names graphical interfaces expect.

use std::io::Read;
use std::time::Duration;

use protocol::coordinates::Ranks;
use protocol::{OptionKind, OptionSpec, ucci, uci};
use xiangqi::XiangqiRules;
use xiangqi::rules::PRESETS;
use xiangqi_engine::eval::EvalParams;
use xiangqi_engine::{Engine, Level, PROFILES};

use super::VARIANTS;
use super::talk::{Dialect, say};
use crate::args::GameName;

/// The most megabytes a table may be asked for.
pub const MAX_HASH: i64 = 1 << 20;

/// The longest file of parameters.
const MAX_EVAL_FILE: u64 = 1 << 20;

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

/// Says who this is and which options it has, as UCI wants it.
pub fn introduce_uci(game: GameName, ranks: Ranks) {
    introduce(Dialect::Uci, uci_list(game, ranks));
    say(uci::Reply::UciOk);
}

/// The same as UCCI wants it.
pub fn introduce_ucci() {
    introduce(Dialect::Ucci, ucci_list());
    say(ucci::Reply::UcciOk);
}

fn introduce(dialect: Dialect, list: Vec<(&str, OptionKind)>) {
    say(format!("id name Chuhe {}", env!("CARGO_PKG_VERSION")));
    say("id author the Chuhe authors");
    for (name, kind) in list {
        dialect.option(OptionSpec { name: name.to_owned(), kind });
    }
}

/// The options of a game. `UCI_Variant` is the field's mark of ranks 1 to 10, so it
/// is offered with them only; the game is chosen by `Game`.
fn uci_list(game: GameName, ranks: Ranks) -> Vec<(&'static str, OptionKind)> {
    let empty = || OptionKind::Text { default: Some("<empty>".to_owned()) };
    let mut list = vec![
        ("Threads", spin(1, 1, if game == GameName::Banqi { 256 } else { 512 })),
        ("Hash", spin(16, 1, MAX_HASH)),
        ("Clear Hash", OptionKind::Button),
        ("Ponder", check(false)),
        ("Move Overhead", spin(10, 0, 5_000)),
        ("Game", combo(game.name(), &VARIANTS.map(GameName::name))),
        ("UCI_ShowWDL", check(false)),
        ("Disable", empty()),
        ("Params", empty()),
    ];
    match game {
        GameName::Banqi => list.extend([
            ("Rules", combo("tcga", &banqi::BanqiRules::names())),
            ("Profile", combo("chuhe", &banqi_engine::PROFILES.map(|(name, _)| name))),
        ]),
        GameName::Xiangqi => list.extend([
            ("MultiPV", spin(1, 1, 128)),
            ("Repetition Rule", combo("computer", &PRESETS.map(|(name, _)| name))),
            ("Sixty Move Rule", check(true)),
            ("Skill Level", spin(10, 1, 10)),
            ("EvalFile", empty()),
            ("Profile", combo("chuhe", &PROFILES.map(|(name, _)| name))),
        ]),
    }
    if game == GameName::Xiangqi && ranks == Ranks::OneToTen {
        list.push(("UCI_Variant", combo(game.name(), &[game.name()])));
    }
    list
}

fn ucci_list() -> Vec<(&'static str, OptionKind)> {
    vec![
        ("usemillisec", check(false)),
        ("batch", check(true)),
        ("ponder", check(false)),
        ("hashsize", spin(16, 1, MAX_HASH)),
        ("threads", spin(1, 1, 512)),
        ("newgame", OptionKind::Button),
        ("multipv", spin(1, 1, 128)),
        ("level", spin(10, 1, 10)),
        ("repetition", combo("computer", &PRESETS.map(|(name, _)| name))),
        ("profile", combo("chuhe", &PROFILES.map(|(name, _)| name))),
    ]
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
        "disable" => engine.disable(value)?,
        "params" => {
            engine.change_search_params(value).map_err(|error| format!("Params: {error}"))?;
        }
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
    let text = read_bounded(path).map_err(|error| format!("EvalFile {path}: {error}"))?;
    let params =
        EvalParams::from_toml(&text).map_err(|error| format!("EvalFile {path}: {error}"))?;
    engine.set_eval_params(params);
    Ok(())
}

/// The text of a file; one that does not end is not read to its end.
fn read_bounded(path: &str) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_EVAL_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_EVAL_FILE {
        let message = format!("longer than {MAX_EVAL_FILE} bytes: expected a list of parameters");
        return Err(std::io::Error::other(message));
    }
    Ok(text)
}

/// A whole number within its limits.
pub fn number(name: &str, value: &str, min: i64, max: i64) -> Result<i64, String> {
    value
        .parse()
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| format!("option {name} is '{value}': expected a number from {min} to {max}"))
}

/// A value of a check box.
pub fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(format!("option {name} is '{value}': expected true or false")),
    }
}
