//! Which protocol an engine speaks.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::config::EngineConfigError;
use crate::clock::TimeControl;
use crate::player::GameKind;

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum ProtocolName {
    /// Try them one after the other.
    #[default]
    Auto,
    /// UCI; ranks 1–10 if the engine offers the option `UCI_Variant`, else 0–9.
    Uci,
    /// UCI with ranks 0–9, as Pikafish counts.
    UciFromZero,
    /// UCI with ranks 1–10, as Fairy-Stockfish counts.
    UciFromOne,
    /// UCCI.
    Ucci,
    /// The xboard protocol, version 2.
    Xboard,
    /// The dark chess tournament protocol.
    Mgtp,
    /// The UCI-like dialect for dark chess.
    BanqiUci,
}

impl ProtocolName {
    /// Every protocol.
    pub const ALL: [ProtocolName; 8] = [
        ProtocolName::Auto,
        ProtocolName::Uci,
        ProtocolName::UciFromZero,
        ProtocolName::UciFromOne,
        ProtocolName::Ucci,
        ProtocolName::Xboard,
        ProtocolName::Mgtp,
        ProtocolName::BanqiUci,
    ];

    /// The word in configurations.
    pub const fn name(self) -> &'static str {
        match self {
            ProtocolName::Auto => "auto",
            ProtocolName::Uci => "uci",
            ProtocolName::UciFromZero => "uci-0-9",
            ProtocolName::UciFromOne => "uci-1-10",
            ProtocolName::Ucci => "ucci",
            ProtocolName::Xboard => "xboard",
            ProtocolName::Mgtp => "mgtp",
            ProtocolName::BanqiUci => "banqi-uci",
        }
    }

    /// Whether a game can be played through it. Plain `uci` serves both: in dark
    /// chess it is the dialect.
    pub const fn plays(self, game: GameKind) -> bool {
        match self {
            ProtocolName::Auto | ProtocolName::Uci => true,
            ProtocolName::Mgtp | ProtocolName::BanqiUci => matches!(game, GameKind::Banqi),
            _ => matches!(game, GameKind::Xiangqi),
        }
    }

    /// Whether it has words for a time control.
    pub const fn can_limit(self, control: TimeControl) -> bool {
        match self {
            ProtocolName::Xboard => !matches!(control, TimeControl::Nodes(_)),
            ProtocolName::Mgtp => !matches!(control, TimeControl::Nodes(_) | TimeControl::Depth(_)),
            _ => true,
        }
    }
}

impl FromStr for ProtocolName {
    type Err = EngineConfigError;

    fn from_str(text: &str) -> Result<ProtocolName, EngineConfigError> {
        let lower = text.to_ascii_lowercase();
        let known = ProtocolName::ALL.into_iter().find(|protocol| protocol.name() == lower);
        match lower.as_str() {
            "cecp" => Ok(ProtocolName::Xboard),
            _ => known.ok_or_else(|| EngineConfigError::Protocol(text.chars().take(60).collect())),
        }
    }
}

impl fmt::Display for ProtocolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<ProtocolName> for String {
    fn from(protocol: ProtocolName) -> String {
        protocol.name().to_owned()
    }
}

impl TryFrom<String> for ProtocolName {
    type Error = EngineConfigError;

    fn try_from(text: String) -> Result<ProtocolName, EngineConfigError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for protocol in ProtocolName::ALL {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
        assert_eq!("CECP".parse(), Ok(ProtocolName::Xboard));
        assert!("usi".parse::<ProtocolName>().unwrap_err().to_string().contains("uci-1-10"));
    }

    #[test]
    fn every_game_has_protocols_and_every_protocol_a_game() {
        for protocol in ProtocolName::ALL {
            assert!(
                [GameKind::Xiangqi, GameKind::Banqi].into_iter().any(|game| protocol.plays(game))
            );
        }
        assert!(!ProtocolName::Ucci.plays(GameKind::Banqi));
        assert!(!ProtocolName::Mgtp.plays(GameKind::Xiangqi));
        assert!(!ProtocolName::Xboard.can_limit(TimeControl::Nodes(5)));
        assert!(ProtocolName::Xboard.can_limit(TimeControl::Depth(5)));
    }
}
