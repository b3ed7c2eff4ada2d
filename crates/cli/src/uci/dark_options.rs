//! The options of the dark chess engine, under the names graphical interfaces
//! expect.

use banqi::BanqiRules;
use banqi_engine::{Engine, EngineError};

use super::options::{MAX_HASH, number, switch};

/// What is set: the engine is made from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DarkOptions {
    pub profile: String,
    pub hash: usize,
    pub threads: usize,
    pub overhead: u64,
    pub rules: BanqiRules,
    pub show_wdl: bool,
    /// Techniques the search does without, as `Disable` names them.
    pub disabled: String,
    /// Other numbers for search and evaluation, as `Params` names them.
    pub params: String,
}

/// What a setting asks for besides the new values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// There is no such option, or it has nothing to do here.
    Nothing,
    /// The engine is to be made anew.
    Rebuild,
    /// The engine is to forget what it knows.
    Forget,
    /// The game is to be judged by other rules.
    Rejudge,
}

impl DarkOptions {
    /// Changes one option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(name, value, 1, 256)? as usize,
            "hash" => self.hash = number(name, value, 1, MAX_HASH)? as usize,
            "clear hash" => return Ok(Effect::Forget),
            "profile" => self.profile = value.to_owned(),
            "move overhead" => self.overhead = number(name, value, 0, 5_000)? as u64,
            "disable" => self.disabled = value.to_owned(),
            "params" => self.params = value.to_owned(),
            "rules" => {
                self.rules =
                    value.parse().map_err(|error: banqi::rules::RulesError| error.to_string())?;
                return Ok(Effect::Rejudge);
            }
            "uci_showwdl" => {
                self.show_wdl = switch(name, value)?;
                return Ok(Effect::Nothing);
            }
            "ponder" => {
                switch(name, value)?;
                return Ok(Effect::Nothing);
            }
            _ => return Ok(Effect::Nothing),
        }
        Ok(Effect::Rebuild)
    }

    /// The engine as the options want it.
    pub fn engine(&self) -> Result<Box<dyn Engine>, String> {
        let mut engine = banqi_engine::create(&self.profile, self.hash, self.threads)
            .map_err(|error| error.to_string())?;
        let overhead = engine.set_option("Move Overhead", &self.overhead.to_string());
        // The baselines have no use for it.
        if let Err(error) = overhead.or_else(forgive_unknown) {
            return Err(error.to_string());
        }
        for name in words(&self.disabled) {
            // Checked one by one even where the profile has no such switches.
            banqi_engine::Features::without(name).map_err(|error| error.to_string())?;
        }
        if words(&self.disabled).next().is_some() {
            engine.set_option("Disable", &self.disabled).map_err(|error| error.to_string())?;
        }
        for part in words(&self.params) {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("Params: '{part}' is not name=value"))?;
            engine.set_option(name, value).map_err(|error| format!("Params: {error}"))?;
        }
        Ok(engine)
    }
}

fn forgive_unknown(error: EngineError) -> Result<(), EngineError> {
    if matches!(error, EngineError::Option { .. }) { Ok(()) } else { Err(error) }
}

/// The parts of a list with commas; `<empty>` is none.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "<empty>")
}
