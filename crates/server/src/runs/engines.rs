//! Who may play in a match: our own engines and the simple players. A browser names one of
//! them; what that means is decided here.

use arena::builtin::BUILTIN_PLAYERS;
use arena::engine::EngineConfig;
use play::engine::profiles;
use play::{GameKind, Level};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::ApiError;

/// Megabytes of an engine's table, in a match.
const HASH: (u32, u32, u32) = (1, 16, 256);

/// An engine as a browser names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineChoice {
    /// A profile of ours, or a simple player.
    pub engine: String,
    /// How strong it plays; everything it can if not given. Ours only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Megabytes of its table. Ours only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
}

impl EngineChoice {
    /// How the arena starts it.
    ///
    /// # Errors
    /// If there is no such engine, or it cannot be so.
    pub fn config(&self, game: GameKind) -> Result<EngineConfig, ApiError> {
        let mut config = EngineConfig::builtin(&self.engine);
        if is_ours(game, &self.engine) {
            let (least, usual, most) = HASH;
            let hash = self.hash.unwrap_or(usual);
            if !(least..=most).contains(&hash) {
                let message = format!("hash is {hash}: expected {least} to {most}");
                return Err(ApiError::bad(message));
            }
            config.options.push(("Hash".to_owned(), hash.to_string()));
            if let Some(level) = self.level {
                let level = Level::new(level);
                let level = level.ok_or_else(|| ApiError::bad("level: expected 1 to 10"))?;
                config.options.push(("Skill Level".to_owned(), level.get().to_string()));
            }
        } else if !is_simple(&self.engine) {
            let name: String = self.engine.chars().take(60).collect();
            return Err(ApiError::bad(format!("there is no engine '{name}' for {game}")));
        } else if self.level.is_some() || self.hash.is_some() {
            return Err(ApiError::bad(format!("{} has neither level nor hash", self.engine)));
        }
        Ok(config)
    }

    /// What records call it.
    pub fn name(&self) -> String {
        match self.level {
            Some(level) if level < Level::FULL.get() => format!("{}-{level}", self.engine),
            _ => self.engine.clone(),
        }
    }
}

fn is_ours(game: GameKind, name: &str) -> bool {
    profiles(game).iter().any(|(profile, _)| *profile == name)
}

fn is_simple(name: &str) -> bool {
    BUILTIN_PLAYERS.iter().any(|(player, _)| *player == name)
}

/// Every engine of a game, for a list of choices.
pub fn all(game: GameKind) -> Vec<Value> {
    let ours = profiles(game).iter().map(|(name, _)| json!({"name": name, "kind": "profile"}));
    let simple = BUILTIN_PLAYERS.iter().map(|(name, _)| json!({"name": name, "kind": "simple"}));
    ours.chain(simple).collect()
}
