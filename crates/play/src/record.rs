//! Games as records, and records as games.

use records::{Game, Played, Start, Tree};

use crate::error::GameError;
use crate::game::{AnyGame, Chance};

impl AnyGame {
    /// The game as a record without headers.
    pub fn record(&self) -> Game {
        let (start, plies): (Start, Vec<Played>) = match self {
            AnyGame::Xiangqi { game, setup } => {
                let plies = game.plies().iter().map(|played| Played::Xiangqi(played.ply));
                (Start::Xiangqi(setup.clone()), plies.collect())
            }
            AnyGame::Banqi { game, setup } => {
                let plies = game.plies().iter().map(|&played| Played::Banqi(played));
                (Start::Banqi(setup.clone()), plies.collect())
            }
        };
        let mut record = Game::new(start);
        let mut node = Tree::ROOT;
        for played in plies {
            node = record.tree.play(node, played);
        }
        record
    }

    /// The main line of a record, past any end by the rules.
    ///
    /// # Errors
    /// If it does not start from a position.
    pub fn of_record(record: &Game) -> Result<AnyGame, GameError> {
        let kind = record.kind();
        if let Some(problem) = record.start_problem() {
            // Asked again for every fault.
            let error = AnyGame::open(kind, Some(&problem.token), None).err();
            return Err(error.unwrap_or_else(|| GameError::Unreadable(problem.message.clone())));
        }
        let mut line = AnyGame::open(kind, Some(&record.start.to_string()), None)?;
        for played in record.tree.main_plies() {
            if line.play(&played.to_string(), Chance::Told(None), true).is_err() {
                // Longer than any line may be.
                break;
            }
        }
        Ok(line)
    }
}
