//! What can be chosen about each generation.

use arena::stats::Sprt;
use game::GameKind;
use network::{KingBuckets, Width};
use serde::{Deserialize, Serialize};

use super::EvolveError;

/// Declares every setting once: name, type, the usual value of xiangqi and of dark
/// chess.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $xiangqi:expr, $banqi:expr;)*) => {
        /// How a generation is played, trained and tested.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Settings {
            $($(#[$doc])* pub $name: $kind,)*
        }

        /// Settings that somebody wants to be other than they are.
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct Changes {
            $($(#[$doc])* pub $name: Option<$kind>,)*
        }

        impl Settings {
            /// What is good for most runs of a game.
            pub fn usual(game: GameKind) -> Settings {
                match game {
                    GameKind::Xiangqi => Settings { $($name: $xiangqi,)* },
                    GameKind::Banqi => Settings { $($name: $banqi,)* },
                }
            }

            /// The same with some changes.
            pub fn with(&self, changes: &Changes) -> Settings {
                Settings { $($name: changes.$name.clone().unwrap_or(self.$name.clone()),)* }
            }
        }
    };
}

settings! {
    /// Positions that self-play adds.
    positions: u64 = 500_000, 4_000_000;
    /// Nodes of a search of self-play, which ends with the iteration that passes them.
    nodes: u64 = 1_000, 1_000;
    /// About one in so many positions inside the searches of self-play is kept, too; 0 =
    /// none.
    inner_every: u32 = 8, 0;
    /// Plies at random at the beginning of a game of self-play.
    random_plies: usize = 8, 8;
    /// Columns of the network.
    width: usize = 256, 128;
    /// Sets of weights that the own king chooses from; dark chess has one.
    king_buckets: usize = 1, 1;
    /// Whether the network is a correction that is added to the hand-written evaluation.
    correction: bool = true, true;
    /// How much the result counts beside the score, 0 to 1.
    result_share: f32 = 0.3, 0.4;
    /// Training leaves larger scores out; 0 = none.
    largest_score: i16 = 3_500, 0;
    /// Whether training reads positions in check and those whose best ply captures, too.
    noisy: bool = false, true;
    /// The learning rate at the beginning.
    rate: f32 = 1e-3, 1e-3;
    /// How often training goes through the data.
    epochs: f64 = 3.0, 6.0;
    /// Positions of one step of training.
    batch: usize = 16_384, 16_384;
    /// How much of data is read that was played by the network before the best one,
    /// relative to that of the best one; by earlier ones less and less.
    age_share: f64 = 0.8, 0.8;
    /// Nodes of a search of the match.
    match_nodes: u64 = 100_000, 100_000;
    /// The most games of a match.
    match_games: u32 = 1_000, 1_000;
    /// The sequential test that ends a match.
    sprt: String = "elo0=0,elo1=20".to_owned(), "elo0=0,elo1=20".to_owned();
    /// Threads of self-play and training, games at the same time.
    threads: usize = cores(), cores();
    /// Megabytes of each engine's table.
    hash: usize = 8, 8;
    /// Where all chance comes from.
    seed: u64 = 1, 1;
}

/// Data is never read less than so much, however old it is.
pub const LEAST_SHARE: f64 = 0.2;

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Settings {
    /// Checks what can be checked before anything is played.
    ///
    /// # Errors
    /// Names the first that makes no sense, and what would.
    pub fn check(&self, game: GameKind) -> Result<(), EvolveError> {
        let wrong = |text: String| Err(EvolveError::Settings(text));
        let counts = [
            ("positions", self.positions),
            ("nodes", self.nodes),
            ("match nodes", self.match_nodes),
            ("match games", self.match_games.into()),
            ("threads", self.threads as u64),
            ("hash", self.hash as u64),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return wrong(format!("{name} 0: expected at least 1"));
        }
        if Width::from_columns(self.width).is_none() {
            return wrong(format!("width {}: expected 64, 128, 256, 512 or 1024", self.width));
        }
        let kings = KingBuckets::from_count(self.king_buckets);
        if kings.is_none_or(|kings| game == GameKind::Banqi && kings.count() > 1) {
            let expected = if game == GameKind::Banqi { "1" } else { "1, 2, 4 or 6" };
            return wrong(format!("king buckets {}: expected {expected}", self.king_buckets));
        }
        if !(self.epochs > 0.0 && self.epochs <= 1000.0) {
            return wrong(format!("epochs {}: expected more than 0, at most 1000", self.epochs));
        }
        if !(0.0..=1.0).contains(&self.age_share) {
            return wrong(format!("age share {}: expected 0 to 1", self.age_share));
        }
        if self.largest_score < 0 {
            return wrong(format!("largest score {}: expected 0 or more", self.largest_score));
        }
        if let Err(error) = self.sprt.parse::<Sprt>() {
            return wrong(error.to_string());
        }
        Ok(())
    }

    /// How much is read of data of an age: 0 is that of the best network's own games.
    pub fn share(&self, age: u32) -> f64 {
        self.age_share.powi(age.min(1000) as i32).max(LEAST_SHARE)
    }
}
