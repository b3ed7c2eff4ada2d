//! What self-play is to do.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::engines::EngineChoice;

/// How much is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// So many positions in the folder.
    Positions(u64),
    /// So many games.
    Games(u64),
}

/// Which positions inside the trees of searches are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inner {
    /// About one in so many.
    pub every: u32,
    /// Only those searched so deep.
    pub least_depth: i32,
}

/// How games are played and labelled.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The folder that gets the positions.
    pub folder: PathBuf,
    /// How much is wanted, what is there already included.
    pub target: Target,
    /// Threads, a game each.
    pub threads: usize,
    /// Nodes of a search: it ends with the iteration that passes them.
    pub nodes: u64,
    /// Plies played at random at the beginning.
    pub random_plies: usize,
    /// Beginnings worse than this for either side are not played on, in units of
    /// labels; `None`: the game's usual number.
    pub balance: Option<i32>,
    /// Every so many plies one is played at random; 0 = never.
    pub random_every: u32,
    /// Positions from inside the searches that are kept besides.
    pub inner: Option<Inner>,
    /// Where all chance comes from.
    pub seed: u64,
    /// The engine's profile.
    pub profile: String,
    /// The file of the network it evaluates with; `None`: as the profile does by itself.
    pub network: Option<PathBuf>,
    /// Changed numbers of the engine, as its option `Params` takes them.
    pub params: String,
    /// Megabytes of each engine's table.
    pub hash: usize,
}

impl Plan {
    /// A plan with the usual numbers.
    pub fn new(folder: PathBuf, target: Target) -> Plan {
        Plan {
            folder,
            target,
            threads: 1,
            nodes: 1_500,
            random_plies: 8,
            balance: None,
            random_every: 40,
            inner: None,
            seed: 1,
            profile: "chuhe".to_owned(),
            network: None,
            params: String::new(),
            hash: 8,
        }
    }

    /// The engine that plays.
    pub fn engine(&self) -> EngineChoice {
        let Plan { profile, network, params, hash, .. } = self.clone();
        EngineChoice { profile, network, params, hash }
    }
}
