//! The tables of this machine's user: built in the background when the program is first
//! started, and known to every engine from then on, whether it was made before or after.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use game::{GameKind, Position, Score};
use search::Tables;
use tablebase::{BuildError, Builder};

use super::{banqi_tables, xiangqi_tables};

/// Megabytes a class of the starter set may take.
const MEMORY: u64 = 256 << 20;
/// Classes up to this size get distances to the end too.
const END_UP_TO: u64 = 700_000;

/// How long the building waits after the start.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tables that come later.
pub struct Late<P: Position>(RwLock<Option<Arc<dyn Tables<P>>>>);

impl<P: Position> Default for Late<P> {
    fn default() -> Late<P> {
        Late(RwLock::new(None))
    }
}

impl<P: Position> Late<P> {
    fn get(&self) -> Option<Arc<dyn Tables<P>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, tables: Option<Arc<dyn Tables<P>>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = tables;
    }
}

impl<P: Position> Tables<P> for Late<P> {
    fn most_pieces(&self) -> u32 {
        self.get().map_or(0, |tables| tables.most_pieces())
    }

    fn score(&self, position: &P, limit: u32) -> Option<Score> {
        self.get()?.score(position, limit)
    }

    fn plies(&self, position: &P, clock: u32, limit: u32) -> Option<Vec<(P::Ply, Score)>> {
        self.get()?.plies(position, clock, limit)
    }
}

/// The tables of a folder, those to come included.
#[derive(Clone, Default)]
pub struct Household {
    /// Of xiangqi.
    pub xiangqi: Arc<Late<xiangqi::Position>>,
    /// Of dark chess.
    pub banqi: Arc<Late<banqi::Position>>,
}

impl Household {
    /// The tables of a folder; the starter set is built there in the background. A folder
    /// that cannot be written to is no reason to stop: engines then think for themselves.
    pub fn keep(folder: PathBuf) -> Household {
        let household = Household::default();
        household.look(&folder);
        let own = household.clone();
        let begun = std::thread::Builder::new().name("tables".to_owned()).spawn(move || {
            // Whoever just started the program wants to see a board first.
            std::thread::sleep(PATIENCE);
            // Killed at any time: what is complete stays, and the next start goes on.
            let _ = own.build(&folder, &AtomicBool::new(false));
        });
        drop(begun);
        household
    }

    /// Whether there are tables of a game by now.
    pub fn has(&self, kind: GameKind) -> bool {
        match kind {
            GameKind::Xiangqi => self.xiangqi.most_pieces() > 0,
            GameKind::Banqi => self.banqi.most_pieces() > 0,
        }
    }

    /// Looks again what is in a folder.
    fn look(&self, folder: &Path) {
        let Some(path) = folder.to_str() else { return };
        self.xiangqi.set(xiangqi_tables(path).ok().flatten());
        self.banqi.set(banqi_tables(path).ok().flatten());
    }

    /// Builds the starter set of both games into a folder, as far as it is not there.
    ///
    /// # Errors
    /// If somebody else builds there, or the folder cannot be written to.
    pub fn build(&self, folder: &Path, stop: &AtomicBool) -> Result<(), BuildError> {
        let builder = Builder { folder, threads: 1, memory: MEMORY, end_up_to: END_UP_TO, stop };
        let classes = tablebase::banqi::set("starter").unwrap_or_default();
        tablebase::banqi::build(&classes, &builder, &mut |_| {})?;
        self.look(folder);
        let classes = tablebase::xiangqi::set("starter").unwrap_or_default();
        tablebase::xiangqi::build(&classes, &builder, &mut |_| {})?;
        self.look(folder);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_made_before_know_tables_built_later() {
        let folder = std::env::temp_dir().join(format!("chuhe-household-{}", std::process::id()));
        let household = Household::default();
        household.look(&folder);
        assert!(!household.has(GameKind::Banqi), "the folder is not even there");
        let known: Arc<dyn Tables<banqi::Position>> = household.banqi.clone();
        let position: banqi::Position = "8/8/8/K4r2 r".parse().unwrap();
        assert_eq!(known.score(&position, 0), None);
        let builder = Builder {
            folder: &folder,
            threads: 1,
            memory: MEMORY,
            end_up_to: END_UP_TO,
            stop: &AtomicBool::new(false),
        };
        tablebase::banqi::build(&["K-A".parse().unwrap()], &builder, &mut |_| {}).unwrap();
        household.look(&folder);
        let score = known.score(&position, 0);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(score.is_some_and(Score::is_win), "{score:?}");
        assert!(household.has(GameKind::Banqi));
    }
}
