//! Lines as game records, and records as lines.

use records::{Game, Played, Start, Tree};

use super::line::{Chance, Kind, Line};
use crate::error::ApiError;

impl From<Kind> for records::Kind {
    fn from(kind: Kind) -> records::Kind {
        match kind {
            Kind::Xiangqi => records::Kind::Xiangqi,
            Kind::Banqi => records::Kind::Banqi,
        }
    }
}

impl From<records::Kind> for Kind {
    fn from(kind: records::Kind) -> Kind {
        match kind {
            records::Kind::Xiangqi => Kind::Xiangqi,
            records::Kind::Banqi => Kind::Banqi,
        }
    }
}

impl Line {
    /// The line as a record without headers.
    pub fn record(&self) -> Game {
        let (start, plies): (Start, Vec<Played>) = match self {
            Line::Xiangqi { game, setup } => {
                let plies = game.plies().iter().map(|played| Played::Xiangqi(played.ply));
                (Start::Xiangqi(setup.clone()), plies.collect())
            }
            Line::Banqi { game, setup } => {
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
    pub fn of_record(record: &Game) -> Result<Line, ApiError> {
        let kind = record.kind().into();
        if let Some(problem) = record.start_problem() {
            // Asked again for its reasons as codes.
            let error = Line::open(kind, Some(&problem.token), None).err();
            return Err(error.unwrap_or_else(|| ApiError::bad(problem.message.clone())));
        }
        let mut line = Line::open(kind, Some(&record.start.to_string()), None)?;
        for played in record.tree.main_plies() {
            if line.play(&played.to_string(), Chance::Told(None), true).is_err() {
                // Longer than any line may be.
                break;
            }
        }
        Ok(line)
    }
}
