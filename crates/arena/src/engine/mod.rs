//! Players that are child processes.
//!
//! [`EngineConfig`] says what to start and what it speaks; [`start`] returns a
//! [`Player`]. Whatever a process does (end, hang, flood, talk nonsense, close its
//! pipes, leave children behind) becomes a [`Fault`] of its game, never an error
//! of the run.
//!
//! | file | what it does |
//! |---|---|
//! | `config`, `config_text`, `protocol_name` | the configuration and its one-line text |
//! | `allowed` | which programs are started for other machines |
//! | `program` | where its program is |
//! | `process`, `reader`, `logs`, `machine` | the process, its pipes, its logs, its processor time |
//! | `driver`, `options` | what the protocols share: waiting, what engines report, options |
//! | `uci`, `ucci`, `xboard`, `mgtp` | one protocol each |
//! | `analyst` | engines that are asked about single positions |
//!
//! Time is counted from the moment the question was sent to the moment the last
//! byte of the answer was read, by a thread that does nothing but read. Bringing
//! an engine's board up to date is not counted where the protocol can tell when
//! it is done (xboard with `ping`, MGTP).

mod allowed;
mod analyst;
mod config;
mod config_text;
mod driver;
mod guard;
mod logs;
mod machine;
mod mgtp;
mod options;
mod process;
mod program;
mod protocol_name;
mod reader;
mod ucci;
mod uci;
mod xboard;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use self::allowed::AllowedEngines;
pub use self::analyst::{Analyst, Look, can_analyse};
pub use self::config::{ENGINE_KEYS, EngineConfig, EngineConfigError, ProtocolName, StopWay};

use protocol::{OptionKind, OptionSpec};
use serde::{Deserialize, Serialize};

use self::driver::Driver;
use self::mgtp::MgtpDriver;
use self::ucci::UcciDriver;
use self::uci::UciDriver;
use self::xboard::XboardDriver;
use crate::clock::Budget;
use crate::player::{Answer, Fault, GameKind, Player, View};

/// How long each protocol is tried when none is named.
const TRIAL: Duration = Duration::from_secs(3);

/// Starts an engine and gets it ready for games of one kind. `logs` is the folder
/// for its stderr (`NAME.stderr.log`) and, if the configuration asks for it, its
/// transcript (`NAME.transcript.log`); `core` is where it shall run.
///
/// # Errors
/// If it cannot be started, does not speak the protocol, does not play the game
/// or does not take its options.
pub fn start(
    config: &EngineConfig,
    game: GameKind,
    logs: Option<&Path>,
    core: Option<usize>,
) -> Result<Box<dyn Player>, Fault> {
    if let Some(name) = &config.builtin {
        return Err(Fault::Crash(format!("'{name}' is a built-in player, not a program")));
    }
    if !config.protocol.plays(game) {
        let protocol = config.protocol;
        return Err(Fault::Garbage(format!("proto={protocol} does not know {}", game.name())));
    }
    let place = Place { game, logs: logs.map(Path::to_owned), core };
    let (protocol, driver) = place.connect(config)?;
    let config = EngineConfig { protocol, ..config.clone() };
    Ok(Box::new(EnginePlayer { config, place, driver, used: false }))
}

/// An option that is a number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpinOption {
    /// Its name, as the engine spells it.
    pub name: String,
    /// What it is if nobody sets it; the least if the engine does not say.
    pub default: i64,
    /// The smallest number it may be.
    pub min: i64,
    /// The largest.
    pub max: i64,
}

/// Starts an engine as it is configured, and asks which numbers it lets others set.
///
/// # Errors
/// As [`start`].
pub fn spin_options(config: &EngineConfig, game: GameKind) -> Result<Vec<SpinOption>, Fault> {
    let place = Place { game, logs: None, core: None };
    let (_, driver) = place.connect(config)?;
    let spin = |spec: &OptionSpec| match spec.kind {
        OptionKind::Spin { default, min, max } => {
            let (min, max) = (min.unwrap_or(0), max.unwrap_or(i32::MAX.into()));
            Some(SpinOption { name: spec.name.clone(), default: default.unwrap_or(min), min, max })
        }
        _ => None,
    };
    Ok(driver.offered().iter().filter_map(spin).collect())
}

/// A driver and the protocol it was found to speak.
type Connection = (ProtocolName, Box<dyn Driver>);

/// Where and for what an engine is started.
struct Place {
    game: GameKind,
    logs: Option<PathBuf>,
    core: Option<usize>,
}

impl Place {
    fn connect(&self, config: &EngineConfig) -> Result<Connection, Fault> {
        match config.protocol {
            ProtocolName::Auto => self.find_protocol(config),
            protocol => Ok((protocol, self.speak(config, protocol)?)),
        }
    }

    fn speak(
        &self,
        config: &EngineConfig,
        protocol: ProtocolName,
    ) -> Result<Box<dyn Driver>, Fault> {
        let (logs, core) = (self.logs.as_deref(), self.core);
        Ok(match protocol {
            ProtocolName::Ucci => Box::new(UcciDriver::start(config, logs, core)?),
            ProtocolName::Xboard => Box::new(XboardDriver::start(config, logs, core)?),
            ProtocolName::Mgtp => Box::new(MgtpDriver::start(config, logs, core)?),
            _ => Box::new(UciDriver::start(config, protocol, self.game, logs, core)?),
        })
    }

    /// Tries the protocols of the game one after the other.
    fn find_protocol(&self, config: &EngineConfig) -> Result<Connection, Fault> {
        let trial =
            EngineConfig { start_timeout: config.start_timeout.min(TRIAL), ..config.clone() };
        let mut faults = Vec::new();
        for &protocol in candidates(self.game) {
            match self.try_protocol(&trial, protocol) {
                Ok(connection) => return Ok(connection),
                // What it says about its options or games would be the same again.
                Err(fault @ Fault::Garbage(_)) => return Err(fault),
                Err(fault) => faults.push(format!("{protocol}: {fault}")),
            }
        }
        Err(Fault::Hang(format!("it speaks no protocol we know ({})", faults.join("; "))))
    }

    fn try_protocol(
        &self,
        config: &EngineConfig,
        protocol: ProtocolName,
    ) -> Result<Connection, Fault> {
        let (logs, core) = (self.logs.as_deref(), self.core);
        let driver: Box<dyn Driver> = match protocol {
            ProtocolName::Uci => {
                let driver = UciDriver::start(config, protocol, self.game, logs, core)?;
                // Sjaak II speaks UCI and UCCI too, but listens to `stop` in neither.
                if driver.name().is_some_and(|name| name.starts_with("Sjaak")) {
                    return self.try_protocol(config, ProtocolName::Xboard);
                }
                Box::new(driver)
            }
            ProtocolName::Xboard => {
                let driver = XboardDriver::start(config, logs, core)?;
                if !driver.has_introduced_itself() {
                    return Err(Fault::Hang("no `feature` lines".to_owned()));
                }
                Box::new(driver)
            }
            _ => self.speak(config, protocol)?,
        };
        Ok((protocol, driver))
    }
}

fn candidates(game: GameKind) -> &'static [ProtocolName] {
    match game {
        GameKind::Xiangqi => &[ProtocolName::Uci, ProtocolName::Ucci, ProtocolName::Xboard],
        GameKind::Banqi => &[ProtocolName::BanqiUci, ProtocolName::Mgtp],
    }
}

/// An engine that is started anew where a game needs it.
struct EnginePlayer {
    config: EngineConfig,
    place: Place,
    driver: Box<dyn Driver>,
    /// Whether this process has played a game.
    used: bool,
}

impl Player for EnginePlayer {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        if self.used && (self.config.restart || !self.driver.is_reusable()) {
            (_, self.driver) = self.place.connect(&self.config)?;
        }
        self.used = true;
        self.driver.begin(view)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        self.driver.choose(view, budget)
    }

    fn observe(&mut self, view: &View<'_>, clock: Duration) -> Result<(), Fault> {
        self.driver.observe(view, clock)
    }

    fn finish(&mut self, result: &str) {
        self.driver.finish(result);
    }
}
