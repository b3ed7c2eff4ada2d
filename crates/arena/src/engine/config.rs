//! How an engine is started and spoken to.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use super::protocol_name::ProtocolName;
use crate::clock::{TimeControl, TimeControlError};
use crate::player::GameKind;

/// How to start an engine and how to speak to it. Its one-line text is described
/// at [`EngineConfig::from_str`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// What records call it.
    pub name: String,
    /// A built-in player instead of a process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// The program. With a `/` in it, a path from the current directory or, if
    /// nothing is there, from `dir`; otherwise searched for in `PATH`.
    #[serde(rename = "cmd", skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Its working directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// What is added to its environment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// What it speaks.
    #[serde(rename = "proto")]
    pub protocol: ProtocolName,
    /// The options to set, by the engine's own names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Whether every game has a new process.
    pub restart: bool,
    /// Its own time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// How a fixed time is kept with an xboard engine.
    pub stop: StopWay,
    /// How long it may take to start, to set options, to get ready.
    #[serde(with = "seconds")]
    pub start_timeout: Duration,
    /// How long after its flag it may still be silent before it is killed.
    #[serde(with = "seconds")]
    pub hang_timeout: Duration,
    /// How long a search limited by nodes or depth may take.
    #[serde(with = "seconds")]
    pub search_timeout: Duration,
    /// Whether every line in both directions is logged.
    pub transcript: bool,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            name: String::new(),
            builtin: None,
            command: String::new(),
            args: Vec::new(),
            dir: None,
            env: Vec::new(),
            protocol: ProtocolName::Auto,
            options: Vec::new(),
            restart: false,
            tc: None,
            stop: StopWay::Auto,
            start_timeout: Duration::from_secs(10),
            hang_timeout: Duration::from_secs(1),
            search_timeout: Duration::from_secs(60),
            transcript: false,
        }
    }
}

/// How an xboard engine is kept to a fixed time for a move: the protocol itself
/// knows whole seconds only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopWay {
    /// By what is known of the engine.
    #[default]
    Auto,
    /// It is told to move now (`?`).
    Now,
    /// It analyses until told to leave off, and the first move of its last line
    /// is taken: for engines that ignore `?`.
    Analyze,
}

impl StopWay {
    const ALL: [(StopWay, &'static str); 3] =
        [(StopWay::Auto, "auto"), (StopWay::Now, "now"), (StopWay::Analyze, "analyze")];
}

impl FromStr for StopWay {
    type Err = EngineConfigError;

    fn from_str(text: &str) -> Result<StopWay, EngineConfigError> {
        let found = StopWay::ALL.iter().find(|(_, name)| *name == text);
        found.map(|&(way, _)| way).ok_or_else(|| EngineConfigError::Value {
            key: "stop",
            value: text.to_owned(),
            expected: "auto, now or analyze",
        })
    }
}

impl fmt::Display for StopWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = StopWay::ALL.iter().find(|(way, _)| way == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// The keys of an engine's text, as errors and help show them.
pub const ENGINE_KEYS: &str = "name, cmd, arg, args, dir, proto, option.NAME, env.NAME, restart, \
     tc (or st, movetime, nodes, depth), stop, start_timeout, hang_timeout, search_timeout, \
     transcript, builtin";

/// What is wrong with the configuration of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineConfigError {
    /// A field without a value.
    #[error("'{0}' is not key=value; known keys: {ENGINE_KEYS}")]
    NoValue(String),
    /// A key nobody knows.
    #[error("unknown key '{0}'; known keys: {ENGINE_KEYS}")]
    Key(String),
    /// A key that stands there twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A value of the wrong kind.
    #[error("{key}='{value}': expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// No such protocol.
    #[error(
        "no protocol is called '{0}'; expected auto, uci, uci-0-9, uci-1-10, ucci, xboard, mgtp \
         or banqi-uci"
    )]
    Protocol(String),
    /// No such time control.
    #[error(transparent)]
    Tc(#[from] TimeControlError),
    /// An open quote or a lone backslash.
    #[error(
        "{0} at the end of the engine's text; write \\, for a comma inside a value, or \"a,b\""
    )]
    Unfinished(&'static str),
    /// Nothing to start.
    #[error("no cmd= and no builtin=: nothing to play with")]
    NoCommand,
    /// Two things to start.
    #[error("cmd= and builtin= exclude each other")]
    TwoCommands,
    /// The protocol has no words for the game.
    #[error("proto={protocol} does not know {game}; expected {expected}")]
    WrongGame {
        /// The protocol.
        protocol: ProtocolName,
        /// The game.
        game: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// The protocol has no words for the limit.
    #[error("proto={protocol} has no limit such as {control}; choose a time")]
    WrongLimit {
        /// The protocol.
        protocol: ProtocolName,
        /// The time control.
        control: String,
    },
    /// The protocol has no options.
    #[error("proto=mgtp has no options, but {0} is to be set")]
    NoOptions(String),
}

impl EngineConfig {
    /// A built-in player.
    pub fn builtin(name: &str) -> EngineConfig {
        EngineConfig {
            name: name.to_owned(),
            builtin: Some(name.to_owned()),
            ..EngineConfig::default()
        }
    }

    /// A program with a protocol and otherwise the usual settings.
    pub fn program(name: &str, command: &str, protocol: ProtocolName) -> EngineConfig {
        EngineConfig {
            name: name.to_owned(),
            command: command.to_owned(),
            protocol,
            ..EngineConfig::default()
        }
    }

    /// Whether this engine can play a game with a time control, as far as that
    /// can be known without starting it.
    ///
    /// # Errors
    /// If its protocol lacks the words for it.
    pub fn check(&self, game: GameKind, control: TimeControl) -> Result<(), EngineConfigError> {
        if self.builtin.is_some() {
            return Ok(());
        }
        let protocol = self.protocol;
        if !protocol.plays(game) {
            return Err(EngineConfigError::WrongGame {
                protocol,
                game: game.name(),
                expected: match game {
                    GameKind::Xiangqi => "uci, uci-0-9, uci-1-10, ucci, xboard or auto",
                    GameKind::Banqi => "banqi-uci, mgtp or auto",
                },
            });
        }
        if !protocol.can_limit(control) {
            return Err(EngineConfigError::WrongLimit { protocol, control: control.to_string() });
        }
        match self.options.first() {
            Some((name, _)) if protocol == ProtocolName::Mgtp => {
                Err(EngineConfigError::NoOptions(name.clone()))
            }
            _ => Ok(()),
        }
    }
}

/// Times in files are numbers of seconds.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (time.as_millis() as f64 / 1000.0).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(source)?;
        super::read_seconds(seconds)
            .ok_or_else(|| D::Error::custom(format!("{seconds} is not a time in seconds")))
    }
}

/// A time above zero and below a day, to the millisecond.
pub(super) fn read_seconds(seconds: f64) -> Option<Duration> {
    let milliseconds = (seconds * 1000.0).round();
    (1.0..86_400_000.0).contains(&milliseconds).then(|| Duration::from_millis(milliseconds as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_protocol_cannot_say_is_refused_before_the_run() {
        let movetime: TimeControl = "movetime=100".parse().unwrap();
        let nodes = TimeControl::Nodes(1000);
        let cases = [
            (ProtocolName::Xboard, GameKind::Xiangqi, nodes, "no limit such as nodes=1000"),
            (
                ProtocolName::Mgtp,
                GameKind::Banqi,
                TimeControl::Depth(3),
                "no limit such as depth=3",
            ),
            (ProtocolName::Ucci, GameKind::Banqi, movetime, "does not know banqi"),
            (ProtocolName::Mgtp, GameKind::Xiangqi, movetime, "does not know xiangqi"),
        ];
        for (protocol, game, control, words) in cases {
            let config = EngineConfig::program("a", "a", protocol);
            let error = config.check(game, control).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        for protocol in [ProtocolName::Uci, ProtocolName::Ucci, ProtocolName::Auto] {
            let config = EngineConfig::program("a", "a", protocol);
            assert_eq!(config.check(GameKind::Xiangqi, nodes), Ok(()));
        }
        assert_eq!(EngineConfig::builtin("random").check(GameKind::Banqi, nodes), Ok(()));
    }
}
