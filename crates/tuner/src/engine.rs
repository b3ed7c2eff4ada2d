//! The engine whose parameters are tuned.

use game::{GameKind, splitmix64};
use play::AnyGame;
use play::player::{GameRef, Player};
use search::{CreateError, Limits, ParamSet, Unattended};
use serde::{Deserialize, Serialize};

use crate::space::specs_hash;

/// Which engine, and with what it is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSetup {
    /// Which game.
    pub game: GameKind,
    /// Its profile.
    pub profile: String,
    /// Megabytes of its table.
    pub hash: usize,
}

impl EngineSetup {
    /// A profile with a small table.
    pub fn new(game: GameKind, profile: &str) -> EngineSetup {
        EngineSetup { game, profile: profile.to_owned(), hash: 4 }
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
        Ok(self.player()?.params())
    }

    /// What is tuned if nobody says: the numbers its evaluation uses. Choices and the
    /// laws of known endings are left out.
    pub fn usual_patterns(&self) -> Vec<String> {
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

/// Where dark chess is probed: the first flip of a game needs no search.
const BANQI_PROBE: &str = "2k2e2/1P4R1/3h2c1/K2A1p2 r";

/// What stands for the engine on this machine: version, parameters with their ranges,
/// and the node count of a small search, which any change of search or evaluation
/// changes.
///
/// # Errors
/// If the engine cannot be made, or finds nothing.
pub fn fingerprint(setup: &EngineSetup) -> Result<String, String> {
    let mut player = setup.player().map_err(|error| error.to_string())?;
    let start = (setup.game == GameKind::Banqi).then_some(BANQI_PROBE);
    let game = AnyGame::open(setup.game, start, None).map_err(|error| error.to_string())?;
    let limits = Limits { depth: Some(6), nodes: Some(50_000), ..Limits::default() };
    let chosen = player
        .choose(GameRef::from(&game), limits, splitmix64(1), &Unattended)
        .map_err(|error| error.to_string())?;
    Ok(format!(
        "chuhe {} {} {} parameters {:016x} probe {}",
        env!("CARGO_PKG_VERSION"),
        setup.game,
        setup.profile,
        specs_hash(&player.params()),
        chosen.nodes
    ))
}
