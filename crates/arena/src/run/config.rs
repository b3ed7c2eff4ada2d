//! The complete configuration of a run: what `run.toml` holds.

use banqi::BanqiRules;
use serde::{Deserialize, Serialize};
use xiangqi::XiangqiRules;

use crate::adjudicate::Adjudication;
use crate::clock::TimeControl;
use crate::engine::EngineConfig;
use crate::player::GameKind;
use crate::schedule::{Format, Schedule};
use crate::stats::{Sprt, SprtError};

/// Everything that decides what a run plays. Two runs with equal configurations
/// and deterministic players give equal results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunConfig {
    /// The version of Chuhe that began the run.
    pub chuhe: String,
    /// Name of the event, for records.
    pub event: String,
    /// Which game.
    pub game: GameKind,
    /// The rule set as text.
    pub rules: String,
    /// Who meets whom.
    pub format: Format,
    /// Which engine of a planned game has which seat.
    #[serde(default)]
    pub seats: SeatRule,
    /// Games for each pairing.
    pub games: u32,
    /// Thinking time of engines that have none of their own.
    pub tc: TimeControl,
    /// Milliseconds forgiven on every ply.
    pub margin_ms: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Whether each game's engines are bound to one core.
    pub pin: bool,
    /// The seed of deals, built-in players, and the order of openings.
    pub seed: u64,
    /// Where the openings came from, in words; the positions are in `openings.epd`.
    pub openings: String,
    /// SHA-256 of `openings.epd`, to see whether a resumed run has the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_sha256: Option<String>,
    /// Early ends.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Folders of endgame tables that end games, if any do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_path: Option<String>,
    /// The sequential test, if one decides the length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// The engines.
    pub engines: Vec<Engine>,
}

/// An engine with the fingerprint of its program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Engine {
    /// How to start it.
    #[serde(flatten)]
    pub config: EngineConfig,
    /// SHA-256 of the program file, to see whether a resumed run has the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// Which seat the engine has that a planned game names first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRule {
    /// That of the first ply, whatever its colour. Runs that were begun before seats
    /// were colours in xiangqi go on so, or pairs would not be swapped.
    #[default]
    FirstPly,
    /// The first: red in xiangqi, whoever moves first.
    FirstSeat,
}

/// The rules of a run, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleSet {
    /// Of xiangqi.
    Xiangqi(XiangqiRules),
    /// Of dark chess.
    Banqi(BanqiRules),
}

impl RuleSet {
    /// The usual rules of a game, as text.
    pub const fn usual(game: GameKind) -> &'static str {
        match game {
            GameKind::Xiangqi => "computer",
            GameKind::Banqi => "tcga",
        }
    }

    /// Reads the rules of a game.
    ///
    /// # Errors
    /// If the text means nothing.
    pub fn read(game: GameKind, text: &str) -> Result<RuleSet, RuleSetError> {
        Ok(match game {
            GameKind::Xiangqi => RuleSet::Xiangqi(text.parse()?),
            GameKind::Banqi => RuleSet::Banqi(text.parse()?),
        })
    }
}

/// Rules that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RuleSetError {
    /// Those of xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::rules::RulesError),
    /// Those of dark chess.
    #[error(transparent)]
    Banqi(#[from] banqi::rules::RulesError),
}

/// The sequential test as text, such as `elo0=0,elo1=5,alpha=0.05,beta=0.05`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SprtConfig(pub String);

/// Why a configuration makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum RunConfigError {
    /// Too few engines.
    #[error("{0} engines: a tournament needs at least 2")]
    TooFewEngines(usize),
    /// More than two in a match.
    #[error("{0} engines: a match has 2; choose --format gauntlet, round-robin or ladder for more")]
    MatchOfMany(usize),
    /// Two of the same name.
    #[error("two engines are named '{0}': give each its own name=")]
    SameName(String),
    /// Nothing to play.
    #[error("0 games: nothing to play")]
    NoGames,
    /// A test between more than two.
    #[error("SPRT needs --format match: it compares two engines")]
    SprtNeedsMatch,
    /// The test's text is wrong.
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    /// The rules' text is wrong.
    #[error("--rules: {0}")]
    Rules(#[from] RuleSetError),
}

impl SprtConfig {
    /// The test it describes.
    ///
    /// # Errors
    /// If the text means nothing.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        self.0.parse()
    }
}

impl RunConfig {
    /// Checks what can be checked without starting anything.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn check(&self) -> Result<(), RunConfigError> {
        let engines = self.engines.len();
        if engines < 2 {
            return Err(RunConfigError::TooFewEngines(engines));
        }
        if self.format == Format::Match && engines > 2 {
            return Err(RunConfigError::MatchOfMany(engines));
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines[..i].iter().any(|other| other.config.name == engine.config.name) {
                return Err(RunConfigError::SameName(engine.config.name.clone()));
            }
        }
        if self.games == 0 {
            return Err(RunConfigError::NoGames);
        }
        if let Some(sprt) = &self.sprt {
            sprt.test()?;
            if self.format != Format::Match {
                return Err(RunConfigError::SprtNeedsMatch);
            }
        }
        self.rule_set()?;
        Ok(())
    }

    /// The rules.
    ///
    /// # Errors
    /// If their text means nothing.
    pub fn rule_set(&self) -> Result<RuleSet, RuleSetError> {
        RuleSet::read(self.game, &self.rules)
    }

    /// The plan of the games.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.games, self.seed)
    }

    /// The name of an engine.
    pub fn name(&self, engine: usize) -> &str {
        &self.engines[engine].config.name
    }

    /// The time control of an engine.
    pub fn control(&self, engine: usize) -> TimeControl {
        self.engines[engine].config.tc.unwrap_or(self.tc)
    }
}
