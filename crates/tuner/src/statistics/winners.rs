//! How often winners stand where, against expectation (Kao 2009, section 2.3.2, after Cheng
//! 2006), and the same of mobility and attacks.
//!
//! The document names the idea. The measure, its smoothing and its scale are ours. Of every
//! position of a game with a result it is counted, by phase, colour and result, where each
//! piece stands, how many points it reaches and which loose pieces are attacked. Expected of
//! winners is what everybody of their colour does, drawn games included. A place is worth
//! the logarithm of what was found over what was expected, both with [`SMOOTHING`] positions
//! more. Differences are stretched so that a kind's spread over all phases is the one its
//! table had before, and the mean of the table stays: the piece itself is worth what it was.

use game::Side;
use records::GameResult;
use search::{ParamError, ParamSet};
use xiangqi::{Kind, Piece, Position};

use super::{COLUMNS, ROWS, phase_of};

/// So many positions are added to what was found and to what was expected: a piece stands on
/// its point for some ten plies, so this is some twenty games.
pub const SMOOTHING: f64 = 200.0;
/// What a loose piece under attack is worth to winners who have it e times as often as
/// expected, in points.
pub const ATTACK_POINTS: f64 = 100.0;
/// No value is further from the mean than so many spreads.
const FURTHEST: f64 = 4.0;
/// The most points a piece can reach, and none.
const REACH: usize = 18;

/// Kinds whose mobility is counted.
const MOBILE: [Kind; 3] = [Kind::Rook, Kind::Horse, Kind::Cannon];
/// Loose pieces under attack: the parameter's name and the kinds.
const VICTIMS: [(&str, &[Kind]); 5] = [
    ("loose_rook", &[Kind::Rook]),
    ("loose_horse", &[Kind::Horse]),
    ("loose_cannon", &[Kind::Cannon]),
    ("loose_guard", &[Kind::Advisor, Kind::Elephant]),
    ("loose_pawn", &[Kind::Pawn]),
];

/// The phases as parameters name them.
pub const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// How often something was seen, by colour (red first) and result (won, drawn, lost).
pub type Count = [[f64; 3]; 2];

/// What was seen in games.
#[derive(Clone, PartialEq, Debug)]
pub struct Winners {
    /// By phase, kind, row (the enemy's home rank on top) and column (mirrored).
    squares: Vec<[[[Count; COLUMNS]; ROWS]; 7]>,
    /// By phase, kind of [`MOBILE`] and points.
    mobility: Vec<[[Count; REACH]; 3]>,
    /// By phase and victim.
    attacks: Vec<[Count; 5]>,
    /// Positions, by phase.
    positions: [Count; 3],
}

impl Default for Winners {
    fn default() -> Winners {
        Winners {
            squares: vec![Default::default(); 3],
            mobility: vec![[[Count::default(); REACH]; 3]; 3],
            attacks: vec![Default::default(); 3],
            positions: Default::default(),
        }
    }
}

impl Winners {
    /// One position more, of a game that ended so; unknown results say nothing.
    pub fn add(&mut self, position: &Position, result: GameResult) {
        let Some(red) = (match result {
            GameResult::First => Some(0),
            GameResult::Draw => Some(1),
            GameResult::Second => Some(2),
            GameResult::Unknown => None,
        }) else {
            return;
        };
        let phase = phase_of(position);
        let result_of = |side: Side| if side == Side::Red { red } else { 2 - red };
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let side = piece.side();
            let seen = if side == Side::Red { square } else { square.rotated() };
            let column = seen.file().min(8 - seen.file());
            let (row, kind) = (9 - seen.rank(), piece.kind().index());
            let (colour, result) = (side.index(), result_of(side));
            self.squares[phase][kind][row][column][colour][result] += 1.0;
            if let Some(mobile) = MOBILE.iter().position(|&kind| kind == piece.kind()) {
                let reach = (position.reach(piece, square).0 & !position.side(side).0).count_ones();
                let reach = (reach as usize).min(REACH - 1);
                self.mobility[phase][mobile][reach][colour][result] += 1.0;
            }
        }
        for side in Side::BOTH {
            let (colour, result) = (side.index(), result_of(side));
            self.positions[phase][colour][result] += 1.0;
            let (own, theirs) = (reached(position, side), reached(position, !side));
            for (victim, (_, kinds)) in VICTIMS.iter().enumerate() {
                let loose = kinds
                    .iter()
                    .map(|&kind| (position.pieces(!side, kind).0 & own & !theirs).count_ones());
                self.attacks[phase][victim][colour][result] += f64::from(loose.sum::<u32>());
            }
        }
    }

    /// How many positions were counted.
    pub fn positions(&self) -> u64 {
        self.positions.iter().map(|count| count[0].iter().sum::<f64>() as u64).sum()
    }

    /// How often a piece stood on a point of the half board.
    pub fn square(&self, phase: usize, kind: Kind, row: usize, column: usize) -> Count {
        self.squares[phase][kind.index()][row][column]
    }

    /// The logarithm of found over expected for the points of a kind in a phase, with what
    /// was expected there.
    pub fn surprise(&self, phase: usize, kind: Kind) -> Vec<((usize, usize), f64, f64)> {
        let cells: Vec<(usize, usize)> =
            (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))).collect();
        let counts: Vec<Count> =
            cells.iter().map(|&(row, column)| self.square(phase, kind, row, column)).collect();
        let told = surprise(&counts);
        cells.into_iter().zip(told).map(|(cell, (log, expected))| (cell, log, expected)).collect()
    }

    /// The parameters of a profile with first values: piece-square tables, mobility and
    /// attacks. What the profile does not use (a table of noughts) stays as it is.
    ///
    /// # Errors
    /// If a value is out of range; never, since values are kept inside.
    pub fn params(&self, profile: &ParamSet) -> Result<ParamSet, ParamError> {
        let mut set = profile.clone();
        for kind in Kind::ALL {
            let mut rows = Vec::new();
            for (phase, name) in PHASES.into_iter().enumerate() {
                rows.extend(self.surprise(phase, kind).into_iter().map(
                    |((row, column), log, weight)| {
                        let name = format!("eval.squares.{}.{name}[{row}][{column}]", kind.name());
                        (name, log, weight)
                    },
                ));
            }
            stretch(&mut set, rows)?;
        }
        for (mobile, kind) in MOBILE.into_iter().enumerate() {
            let mut rows = Vec::new();
            for (name, phases) in [("early", &[0, 1][..]), ("late", &[2])] {
                let counts: Vec<Count> = (0..REACH)
                    .map(|reach| {
                        sum(phases.iter().map(|&phase| self.mobility[phase][mobile][reach]))
                    })
                    .collect();
                rows.extend(surprise(&counts).into_iter().enumerate().map(
                    |(reach, (log, weight))| {
                        (format!("eval.mobility.{}.{name}[{reach}]", kind.name()), log, weight)
                    },
                ));
            }
            stretch(&mut set, rows)?;
        }
        self.attacks(&mut set)?;
        Ok(set)
    }

    fn attacks(&self, set: &mut ParamSet) -> Result<(), ParamError> {
        for (victim, (name, _)) in VICTIMS.into_iter().enumerate() {
            for (half, phases) in [("early", &[0, 1][..]), ("late", &[2])] {
                let name = format!("eval.threats.{name}.{half}");
                if set.get(&name).is_none_or(|before| before == 0) {
                    continue;
                }
                let had = sum(phases.iter().map(|&phase| self.attacks[phase][victim]));
                let all = sum(phases.iter().map(|&phase| self.positions[phase]));
                let (log, _) = rate(&had, &all);
                put(set, &name, ATTACK_POINTS * log)?;
            }
        }
        Ok(())
    }
}

/// Everything a side reaches, its own pieces among it.
fn reached(position: &Position, side: Side) -> u128 {
    let own = position.side(side);
    own.into_iter()
        .filter_map(|square| position.piece_at(square).map(|piece| (piece, square)))
        .map(|(piece, square): (Piece, _)| position.attacks_from(piece, square).0)
        .fold(0, |all, one| all | one)
}

fn sum(counts: impl Iterator<Item = Count>) -> Count {
    counts.fold(Count::default(), |mut all, count| {
        for (row, other) in all.iter_mut().zip(count) {
            row.iter_mut().zip(other).for_each(|(number, other)| *number += other);
        }
        all
    })
}

/// ln(found / expected) of winners for each of several places, and what was expected.
fn surprise(counts: &[Count]) -> Vec<(f64, f64)> {
    let all = sum(counts.iter().copied());
    counts.iter().map(|count| rate(count, &all)).collect()
}

/// ln(found / expected) of winners, and what was expected: what everybody of their colour
/// does in as many cases.
fn rate(count: &Count, all: &Count) -> (f64, f64) {
    let (mut found, mut expected) = (0.0, 0.0);
    for (had, of) in count.iter().zip(all) {
        let total: f64 = of.iter().sum();
        found += had[0];
        if total > 0.0 {
            expected += of[0] * had.iter().sum::<f64>() / total;
        }
    }
    (((found + SMOOTHING) / (expected + SMOOTHING)).ln(), expected)
}

/// Puts values into a set: the mean and the spread of what was there, the order of what was
/// found.
fn stretch(set: &mut ParamSet, rows: Vec<(String, f64, f64)>) -> Result<(), ParamError> {
    let known: Vec<(String, f64, f64, f64)> = rows
        .into_iter()
        .filter_map(|(name, log, weight)| {
            let before = set.get(&name)?;
            (weight > 0.0).then(|| (name, log, weight, f64::from(before)))
        })
        .collect();
    let (mean, spread) = moments(known.iter().map(|&(_, log, weight, _)| (log, weight)));
    let (centre, usual) = moments(known.iter().map(|&(_, _, weight, before)| (before, weight)));
    if spread <= 0.0 || usual <= 0.0 {
        return Ok(());
    }
    for (name, log, _, _) in known {
        let steps = ((log - mean) / spread).clamp(-FURTHEST, FURTHEST);
        put(set, &name, centre + steps * usual)?;
    }
    Ok(())
}

/// Sets the nearest value a parameter may have.
fn put(set: &mut ParamSet, name: &str, value: f64) -> Result<(), ParamError> {
    let spec = set.specs().iter().find(|spec| spec.name == name);
    let Some((least, most)) = spec.map(|spec| (spec.min, spec.max)) else { return Ok(()) };
    set.set(name, value.round().clamp(f64::from(least), f64::from(most)) as i64)
}

/// Mean and spread of weighted values.
fn moments(values: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let weight: f64 = values.clone().map(|(_, weight)| weight).sum();
    let mean = values.clone().map(|(value, weight)| value * weight).sum::<f64>() / weight;
    let spread = values.map(|(value, weight)| weight * (value - mean).powi(2)).sum::<f64>();
    if weight > 0.0 { (mean, (spread / weight).sqrt()) } else { (0.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineSetup;
    use game::GameKind;

    /// Red's rook on the fourth rank wins, on the second it does not; nobody else moves.
    const HIGH: &str = "3ak4/9/4r4/9/9/R8/9/9/9/4K4 w";
    const LOW: &str = "3ak4/9/4r4/9/9/9/9/R8/9/4K4 w";

    fn counted() -> Winners {
        let mut winners = Winners::default();
        for _ in 0..5_000 {
            winners.add(&HIGH.parse().unwrap(), GameResult::First);
            winners.add(&LOW.parse().unwrap(), GameResult::Second);
            winners.add(&LOW.parse().unwrap(), GameResult::Unknown);
        }
        winners
    }

    #[test]
    fn places_are_counted_by_colour_and_result() {
        let winners = counted();
        assert_eq!(winners.positions(), 10_000);
        let red = |won, lost| [[won, 0.0, lost], [0.0; 3]];
        assert_eq!(winners.square(2, Kind::Rook, 5, 0), red(5_000.0, 0.0));
        assert_eq!(winners.square(2, Kind::Rook, 7, 0), red(0.0, 5_000.0));
        // Black's rook stands on its own third rank in all of them.
        assert_eq!(winners.square(2, Kind::Rook, 7, 4), [[0.0; 3], [5_000.0, 0.0, 5_000.0]]);
    }

    #[test]
    fn where_winners_stand_more_often_is_worth_more() {
        // Of red's winners all stand on the fourth rank, half were expected there.
        let told = counted().surprise(2, Kind::Rook);
        let at = |row, column| told.iter().find(|one| one.0 == (row, column)).unwrap();
        let &(_, log, expected) = at(5, 0);
        assert_eq!(expected, 2_500.0);
        assert!((log - (5_200.0_f64 / 2_700.0).ln()).abs() < 1e-12);
        assert!((at(7, 0).1 - (200.0_f64 / 2_700.0).ln()).abs() < 1e-12);
        assert_eq!(at(7, 4).1, 0.0);
        let before = EngineSetup::new(GameKind::Xiangqi, "shenxiang").params().unwrap();
        let set = counted().params(&before).unwrap();
        let rook = |set: &ParamSet, row: usize, column: usize| {
            set.get(&format!("eval.squares.rook.endgame[{row}][{column}]")).unwrap()
        };
        assert!(rook(&set, 5, 0) > rook(&set, 7, 4) && rook(&set, 7, 4) > rook(&set, 7, 0));
        // Where none stood, and what the profile does not use, nothing changes.
        assert_eq!(rook(&set, 0, 0), rook(&before, 0, 0));
        assert!(!set.changes().contains("eval.mobility.rook"), "{}", set.changes());
        assert!(!set.changes().contains("eval.threats"), "{}", set.changes());
    }

    #[test]
    fn loose_pieces_under_attack_are_counted() {
        let mut winners = Winners::default();
        // Red's rook looks at a loose horse.
        let position = "3ak4/9/9/n8/9/R8/9/9/9/3K5 w".parse().unwrap();
        winners.add(&position, GameResult::First);
        assert_eq!(winners.attacks[2][1], [[1.0, 0.0, 0.0], [0.0; 3]]);
        assert_eq!(winners.attacks[2][0], Count::default());
        let own = EngineSetup::new(GameKind::Xiangqi, "chuhe-hce").params().unwrap();
        let set = counted().params(&own).unwrap();
        assert!(set.changes().contains("eval.threats.loose_horse"), "{}", set.changes());
    }
}
