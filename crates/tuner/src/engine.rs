//! The engine whose parameters are tuned.

use arena::engine::AllowedEngines;
use game::GameKind;
use play::player::Player;
use search::{CreateError, ParamSet};
use serde::{Deserialize, Serialize, Serializer};

use crate::foreign::Foreign;

/// Which engine, and with what it is set up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSetup {
    /// Which game.
    pub game: GameKind,
    /// Its profile.
    pub profile: String,
    /// Megabytes of its table.
    pub hash: usize,
    /// A program of others instead, with the options that are tuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign: Option<Foreign>,
}

impl EngineSetup {
    /// A profile with a small table.
    pub fn new(game: GameKind, profile: &str) -> EngineSetup {
        EngineSetup { game, profile: profile.to_owned(), hash: 4, foreign: None }
    }

    /// The engine as a player.
    ///
    /// # Errors
    /// If there is no such profile.
    pub fn player(&self) -> Result<Player, CreateError> {
        let hash = ("Hash".to_owned(), self.hash.to_string());
        Player::new(self.game, &self.profile, &[hash])
    }

    /// Its parameters.
    ///
    /// # Errors
    /// If there is no such profile.
    pub fn params(&self) -> Result<ParamSet, CreateError> {
        match &self.foreign {
            Some(foreign) => Ok(foreign.params()),
            None => Ok(self.player()?.params()),
        }
    }

    /// Decides how a program of others is started on a worker.
    ///
    /// # Errors
    /// If it is not allowed there.
    pub fn prepare(&mut self, allowed: &AllowedEngines) -> Result<(), String> {
        if let Some(foreign) = &mut self.foreign {
            foreign.config = allowed.find(&foreign.config)?;
        }
        Ok(())
    }

    /// What is tuned if nobody says: the numbers its evaluation uses. Choices and the
    /// laws of known endings are left out.
    pub fn usual_patterns(&self) -> Vec<String> {
        if self.foreign.is_some() {
            // Every option was chosen by its name.
            return vec![String::new()];
        }
        let list: &[&str] = match (self.game, self.profile.as_str()) {
            (GameKind::Xiangqi, "shenxiang") => &[
                "eval.material",
                "-eval.material.king",
                "eval.squares",
                "eval.mobility.horse",
                "eval.features",
            ],
            (GameKind::Xiangqi, _) => {
                &["eval.", "-eval.phase", "-eval.material.king", "-eval.endgames"]
            }
            (GameKind::Banqi, _) => &["eval."],
        };
        list.iter().map(|pattern| (*pattern).to_owned()).collect()
    }
}

/// What stands for the engine on this machine; see [`play::fingerprint()`].
///
/// # Errors
/// If the engine cannot be made, or finds nothing.
pub fn fingerprint(setup: &EngineSetup) -> Result<String, String> {
    if let Some(foreign) = &setup.foreign {
        return foreign.fingerprint(setup.game);
    }
    play::fingerprint(&mut setup.player().map_err(|error| error.to_string())?)
}

/// Writes a setup for other machines: how a program is started is not theirs to know.
pub(crate) fn for_others<S: Serializer>(
    setup: &EngineSetup,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut setup = setup.clone();
    if let Some(foreign) = &mut setup.foreign {
        foreign.config = foreign.config.for_others();
    }
    setup.serialize(serializer)
}
