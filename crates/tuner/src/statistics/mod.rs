//! First values from the records of games (Kao 2009, section 2.3.2, after Cheng 2006):
//! where strong players put a piece in a phase is where it stands well.
//!
//! The document names the idea; the measure is ours: a point's value is the logarithm of how
//! much more often than on the average the piece stands there, stretched to the spread that
//! the table had before.

mod heat;
pub mod winners;

use game::Side;
use search::ParamError;
use xiangqi::{Kind, Position};

use crate::space::Space;

pub use heat::heat_maps;
pub use winners::Winners;

/// Rows, columns of a half table, kinds, phases.
const ROWS: usize = 10;
const COLUMNS: usize = 5;

/// How often pieces stood where.
#[derive(Clone, Debug)]
pub struct Statistics {
    counts: Vec<[[[f64; COLUMNS]; ROWS]; 7]>,
    positions: u64,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics { counts: vec![[[[0.0; COLUMNS]; ROWS]; 7]; 3], positions: 0 }
    }
}

/// The phase of a position by power (Kao 2009, section 1.2): rook 2, horse 1, cannon 1; 16
/// is the opening, 7 and less the endgame.
fn phase_of(position: &Position) -> usize {
    let count =
        |kind| Side::BOTH.iter().map(|&side| position.pieces(side, kind).count()).sum::<u32>();
    match 2 * count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon) {
        16.. => 0,
        8..=15 => 1,
        _ => 2,
    }
}

/// The spread of a table that had none.
const USUAL_SPREAD: f64 = 8.0;

impl Statistics {
    /// One position more.
    pub fn add(&mut self, position: &Position) {
        let phase = phase_of(position);
        self.positions += 1;
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let seen = if piece.side() == Side::Red { square } else { square.rotated() };
            let column = seen.file().min(8 - seen.file());
            // Two files share a column, but for the centre.
            let share = if column == 4 { 1.0 } else { 0.5 };
            self.counts[phase][piece.kind().index()][9 - seen.rank()][column] += share;
        }
    }

    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The changes of piece-square tables, as the option `Params` takes them.
    ///
    /// # Errors
    /// If a value is out of range; never, since values are clamped.
    pub fn changes(&self, space: &Space) -> Result<String, ParamError> {
        let mut genome = space.origin();
        for table in space.tables() {
            let Some(&(_, _, first)) = table.cells.first() else { continue };
            let name = space.spec(first).name.to_string();
            let phases = ["opening", "middlegame", "endgame"];
            let Some(phase) = phases.iter().position(|phase| name.contains(phase)) else {
                continue;
            };
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == table.piece);
            let Some(kind) = kind else { continue };
            let counts = &self.counts[phase][kind.index()];
            let stood: Vec<(usize, f64)> = table
                .cells
                .iter()
                .filter(|&&(row, column, _)| counts[row][column] > 0.0)
                .map(|&(row, column, gene)| (gene, (counts[row][column] + 1.0).ln()))
                .collect();
            let before: Vec<f64> = stood.iter().map(|&(gene, _)| f64::from(genome[gene])).collect();
            let found: Vec<f64> = stood.iter().map(|&(_, log)| log).collect();
            let ((mean, spread), (_, usual)) = (moments(&found), moments(&before));
            let usual = if usual > 0.5 { usual } else { USUAL_SPREAD };
            for (gene, log) in stood {
                let value = if spread > 0.0 { (log - mean) / spread * usual } else { 0.0 };
                genome[gene] = space.clamp(gene, value);
            }
        }
        Ok(space.set(&genome)?.changes())
    }
}

/// Mean and standard deviation.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSetup;
    use game::{GameKind, NullObserver, Position as _, Rng};

    #[test]
    fn where_pieces_stand_often_is_worth_more() {
        let mut statistics = Statistics::default();
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut position = Position::start();
            for _ in 0..40 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                position.make_ply(ply, &mut NullObserver);
                statistics.add(&position);
            }
        }
        assert!(statistics.positions() > 1_000);
        let engine = EngineSetup::new(GameKind::Xiangqi, "shenxiang");
        let patterns = ["eval.squares".to_owned()];
        let space = Space::new(engine.params().unwrap(), &patterns).unwrap();
        let mut set = space.base().clone();
        set.apply(&statistics.changes(&space).unwrap()).unwrap();
        // In the openings of random games rooks are mostly at home.
        let rook = |row: usize, column: usize| {
            set.get(&format!("eval.squares.rook.opening[{row}][{column}]")).unwrap()
        };
        assert!(rook(9, 0) > rook(5, 2), "{} {}", rook(9, 0), rook(5, 2));
    }
}
