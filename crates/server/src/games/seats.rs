//! Who sits at the board.

use play::engine::profiles;
use play::{GameKind, Level};
use serde::{Deserialize, Serialize};

use crate::engines::{Engines, PREFIX};
use crate::error::ApiError;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person.
    Human {},
    /// An engine: one of ours, or a foreign one.
    Engine {
        /// Its profile; `engine:NAME` is a foreign one.
        profile: String,
        /// Its level, 1 to 10.
        level: u8,
    },
}

impl Player {
    /// Whether it is an engine.
    pub const fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }

    /// Whether the game has such an engine.
    ///
    /// # Errors
    /// Names the profile or the level that is wrong.
    pub fn check(&self, kind: GameKind, engines: &Engines) -> Result<(), ApiError> {
        let Player::Engine { profile, level } = self else { return Ok(()) };
        let ours = profiles(kind).iter().any(|(name, _)| name == profile);
        if !ours && engines.find(profile, kind).is_none() {
            let names: Vec<&str> = profiles(kind).iter().map(|(name, _)| *name).collect();
            let shown: String = profile.chars().take(40).collect();
            return Err(ApiError::bad(format!(
                "no profile of {} is named '{shown}': expected one of {}",
                kind.name(),
                names.join(", ")
            )));
        }
        if Level::new(*level).is_none() {
            let most = Level::FULL.get();
            return Err(ApiError::bad(format!("level {level}: expected 1 to {most}")));
        }
        Ok(())
    }

    /// The name in records.
    pub fn name(&self) -> String {
        match self {
            Player::Human {} => "Human".to_owned(),
            Player::Engine { profile, level } => match profile.strip_prefix(PREFIX) {
                Some(name) => format!("{name}, level {level}"),
                None => format!("Chuhe {profile}, level {level}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_written_and_read() {
        let none = Engines::default();
        let human: Player = serde_json::from_str(r#"{"kind":"human"}"#).unwrap();
        assert_eq!(human, Player::Human {});
        let text = r#"{"kind":"engine","profile":"chuhe","level":3}"#;
        let engine: Player = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&engine).unwrap(), text);
        assert!(engine.check(GameKind::Banqi, &none).is_ok());
        for text in [
            r#"{"kind":"robot"}"#,
            r#"{"kind":"engine"}"#,
            r#"{"kind":"engine","profile":"chuhe","level":-1}"#,
            r#"{"kind":"engine","profile":"chuhe","level":3,"path":"/bin/sh"}"#,
        ] {
            assert!(serde_json::from_str::<Player>(text).is_err(), "{text}");
        }
        let other = Player::Engine { profile: "ntu-2018".into(), level: 3 };
        assert!(
            other.check(GameKind::Xiangqi, &none).is_err()
                && other.check(GameKind::Banqi, &none).is_ok()
        );
        assert!(
            Player::Engine { profile: "chuhe".into(), level: 11 }
                .check(GameKind::Xiangqi, &none)
                .is_err()
        );
    }
}
