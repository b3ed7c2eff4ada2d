//! What self-play is to do.

use std::path::PathBuf;

/// How much is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// So many positions in the folder.
    Positions(u64),
    /// So many games.
    Games(u64),
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
    /// Beginnings worse than this for either side are not played on, in hundredths.
    pub balance: i32,
    /// Every so many plies one is played at random; 0 = never.
    pub random_every: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// The engine's profile.
    pub profile: String,
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
            balance: 300,
            random_every: 40,
            seed: 1,
            profile: "chuhe".to_owned(),
            params: String::new(),
            hash: 8,
        }
    }
}
