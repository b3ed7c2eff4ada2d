//! The engine that searches: a profile with numbers, a network and a table.

use std::path::PathBuf;
use std::sync::Arc;

use game::GameKind;
use network::checksum::crc32;
use play::eval_file::EvalFile;
use play::player::Player;
use search::{CreateError, OptionError, Settings};
use serde::{Deserialize, Serialize};

use crate::variety::{BoxedEngine, Variety};

/// Which engine searches.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineChoice {
    /// The engine's profile.
    pub profile: String,
    /// The file of the network it evaluates with; `None`: as the profile does by itself.
    pub network: Option<PathBuf>,
    /// Changed numbers of the engine, as its option `Params` takes them.
    pub params: String,
    /// Megabytes of each engine's table.
    pub hash: usize,
}

impl Default for EngineChoice {
    fn default() -> EngineChoice {
        EngineChoice { profile: "chuhe".to_owned(), network: None, params: String::new(), hash: 8 }
    }
}

/// Why an engine cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The network's file cannot be read.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// No such profile, or no such numbers.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The engine does not take the network.
    #[error("{path}: {error}", path = path.display())]
    Network {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: OptionError,
    },
}

/// A choice whose network is in memory: as many engines as there are threads.
pub struct Engines {
    choice: EngineChoice,
    network: Option<Arc<[u8]>>,
}

impl Engines {
    /// Reads the network and makes one engine, so that a wrong choice is an error before
    /// any work begins.
    ///
    /// # Errors
    /// If the engine cannot be made.
    pub fn open<V: Variety>(choice: &EngineChoice) -> Result<Engines, EngineError> {
        let read = |path: &PathBuf| {
            std::fs::read(path).map_err(|error| EngineError::File { path: path.clone(), error })
        };
        let network = choice.network.as_ref().map(read).transpose()?;
        Engines::with_network::<V>(choice, network.map(Arc::from))
    }

    /// The same with the bytes of the network; the choice says where they are from.
    ///
    /// # Errors
    /// If the engine cannot be made.
    pub fn with_network<V: Variety>(
        choice: &EngineChoice,
        network: Option<Arc<[u8]>>,
    ) -> Result<Engines, EngineError> {
        let engines = Engines { choice: choice.clone(), network };
        engines.engine::<V>().map(|_| engines)
    }

    /// One more engine.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn engine<V: Variety>(&self) -> Result<BoxedEngine<V>, EngineError> {
        let EngineChoice { profile, network, params, hash } = &self.choice;
        let settings = Settings { hash: *hash, params: params.clone(), ..Settings::default() };
        let mut engine = V::engine(profile, &settings)?;
        if let (Some(bytes), Some(path)) = (&self.network, network) {
            let wrong = |error| EngineError::Network { path: path.clone(), error };
            engine.set_network(Some(bytes)).map_err(wrong)?;
        }
        Ok(engine)
    }

    /// The bytes of the network's file, if one was chosen.
    pub fn network(&self) -> Option<&[u8]> {
        self.network.as_deref()
    }

    /// What other machines need to make the same.
    pub fn for_others<V: Variety>(&self) -> SentEngine {
        let EngineChoice { profile, params, hash, .. } = self.choice.clone();
        let has_network = self.network.is_some();
        SentEngine {
            game: V::GAME,
            profile,
            params,
            hash,
            has_network,
            network: self.network.clone(),
        }
    }

    /// What stands for the engine and its numbers in blocks of positions.
    pub fn fingerprint(&self) -> u64 {
        let EngineChoice { profile, params, .. } = &self.choice;
        let mut text = format!("{} {profile} {params}", env!("CARGO_PKG_VERSION"));
        if let Some(bytes) = &self.network {
            text.push_str(&format!(" {:08x}", crc32(bytes)));
        }
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

/// An engine as it is sent to other machines: with its network, not with a path.
#[derive(Clone, Serialize, Deserialize)]
pub struct SentEngine {
    /// Which game.
    pub game: GameKind,
    profile: String,
    params: String,
    hash: usize,
    has_network: bool,
    #[serde(skip)]
    network: Option<Arc<[u8]>>,
}

/// What errors call a network that came from elsewhere.
const SENT: &str = "the run's network";

impl SentEngine {
    /// The engines on this machine.
    ///
    /// # Errors
    /// If they cannot be made.
    pub fn engines<V: Variety>(&self) -> Result<Engines, String> {
        let choice = EngineChoice {
            profile: self.profile.clone(),
            network: self.has_network.then(|| PathBuf::from(SENT)),
            params: self.params.clone(),
            hash: self.hash,
        };
        let engines = Engines::with_network::<V>(&choice, self.network.clone());
        engines.map_err(|error| error.to_string())
    }

    /// What stands for it on this machine.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn fingerprint(&self) -> Result<String, String> {
        let options = [
            ("Hash".to_owned(), self.hash.to_string()),
            ("Params".to_owned(), self.params.clone()),
        ];
        let made = Player::new(self.game, &self.profile, &options);
        let mut player = made.map_err(|error| error.to_string())?;
        if let Some(bytes) = &self.network {
            let file = EvalFile::from_bytes(SENT, bytes)?;
            player.load(&file).map_err(|error| error.to_string())?;
        }
        play::fingerprint(&mut player)
    }

    /// The network, to be sent beside the work.
    pub fn parts(&self) -> Vec<Arc<[u8]>> {
        self.network.iter().cloned().collect()
    }

    /// Takes the network that was sent.
    ///
    /// # Errors
    /// If it is missing, or there are others.
    pub fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        if parts.len() != usize::from(self.has_network) {
            return Err(format!("{} networks came with the run", parts.len()));
        }
        self.network = parts.into_iter().next();
        Ok(())
    }
}
