//! The most likely curve, and how well a curve agrees with what happened.

use search::{Chances, WinCurve, WinModel};

use super::samples::{Said, Samples};
use crate::stats::GameResult;

/// Chances are never taken for certain: one surprise would then be infinitely
/// unlikely.
const LEAST: f64 = 1e-6;
/// The first and the last step of the fit, in logarithms.
const STEPS: (f64, f64) = (0.4, 0.004);

/// The curve under which the results were most likely. `None` if there is nothing
/// to learn from.
pub fn fit(samples: &Samples) -> Option<WinCurve> {
    if samples.said.is_empty() {
        return None;
    }
    let mut logs = [6.0, 5.0, 5.0, 5.0];
    let (mut best, mut step) = (log_loss(curve(logs), &samples.said), STEPS.0);
    while step > STEPS.1 {
        let near = neighbours(logs, step).into_iter();
        let near = near.map(|logs| (log_loss(curve(logs), &samples.said), logs));
        match near.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((loss, there)) if loss < best => (best, logs) = (loss, there),
            _ => step /= 2.0,
        }
    }
    Some(curve(logs))
}

/// Logarithms of pawn and spread, of the bare board and of the full one.
fn curve(logs: [f64; 4]) -> WinCurve {
    let [bare_pawn, bare_spread, full_pawn, full_spread] = logs.map(f64::exp);
    WinCurve {
        bare: WinModel::new(bare_pawn, bare_spread),
        full: WinModel::new(full_pawn, full_spread),
    }
}

/// One step along each number, and along the two of a pair together.
fn neighbours(logs: [f64; 4], step: f64) -> Vec<[f64; 4]> {
    let directions = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, -1.0, 0.0],
        [0.0, 1.0, 0.0, -1.0],
        [1.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 1.0],
    ];
    let moved = |sign: f64| {
        directions.map(|direction| std::array::from_fn(|at| logs[at] + sign * step * direction[at]))
    };
    [moved(1.0), moved(-1.0)].concat()
}

fn chances(curve: WinCurve, said: &Said) -> Chances {
    curve.at(said.fullness).chances_of(f64::from(said.score))
}

/// The average surprise of the results, in natural units: 0 is perfect foresight,
/// 1.10 is no idea at all.
pub fn log_loss(curve: WinCurve, said: &[Said]) -> f64 {
    let surprise = |said: &Said| {
        let chances = chances(curve, said);
        let chance = match said.result {
            GameResult::Win => chances.win,
            GameResult::Draw => chances.draw,
            GameResult::Loss => chances.loss,
        };
        -chance.max(LEAST).ln()
    };
    said.iter().map(surprise).sum::<f64>() / said.len().max(1) as f64
}

/// The surprise for somebody who knows only how often games are drawn.
pub fn blind_log_loss(said: &[Said]) -> f64 {
    let all = said.len().max(1) as f64;
    let draws = said.iter().filter(|said| said.result == GameResult::Draw).count() as f64 / all;
    let part = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
    // Who wins and who loses is even: every score is somebody's.
    part(draws) + 2.0 * part((1.0 - draws) / 2.0)
}

/// One range of scores: what was promised and what came.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CalibrationRow {
    /// The lowest score, as shown.
    pub from: i32,
    /// The first score above.
    pub to: i32,
    /// How often it was said.
    pub count: u32,
    /// Promised win, draw and loss.
    pub promised: [f64; 3],
    /// What came of it.
    pub came: [f64; 3],
}

/// A curve beside what happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// By ranges of scores; only those that were said.
    pub rows: Vec<CalibrationRow>,
    /// See [`log_loss`].
    pub log_loss: f64,
    /// See [`blind_log_loss`].
    pub blind: f64,
    /// The average distance between promised and real points over the rows, in
    /// points, each row by how often it was said.
    pub error: f64,
}

/// Where the ranges end, in hundredths as shown. Both signs together: a score of
/// one side is the other's with the sign turned.
const EDGES: [i32; 9] = [0, 25, 50, 75, 100, 150, 200, 400, i32::MAX];

impl Calibration {
    /// Compares a curve with what happened.
    pub fn of(curve: WinCurve, samples: &Samples) -> Calibration {
        let rows: Vec<CalibrationRow> = EDGES
            .windows(2)
            .filter_map(|edge| row(curve, &samples.said, edge[0], edge[1]))
            .collect();
        let points = |parts: [f64; 3]| parts[0] + parts[1] / 2.0;
        let all: f64 = rows.iter().map(|row| f64::from(row.count)).sum();
        let off = |row: &CalibrationRow| {
            f64::from(row.count) * (points(row.promised) - points(row.came)).abs()
        };
        Calibration {
            error: rows.iter().map(off).sum::<f64>() / all.max(1.0),
            rows,
            log_loss: log_loss(curve, &samples.said),
            blind: blind_log_loss(&samples.said),
        }
    }
}

fn row(curve: WinCurve, said: &[Said], from: i32, to: i32) -> Option<CalibrationRow> {
    let (mut count, mut promised, mut came) = (0_u32, [0.0; 3], [0.0; 3]);
    for said in said {
        let units = f64::from(said.score);
        let shown = curve.at(said.fullness).shown_units(units);
        if !(from..to).contains(&shown.abs()) {
            continue;
        }
        let chances = curve.at(said.fullness).chances_of(units.abs());
        let parts = [chances.win, chances.draw, chances.loss];
        promised.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        let place = match said.result {
            GameResult::Draw => 1,
            GameResult::Win => usize::from(said.score < 0) * 2,
            GameResult::Loss => usize::from(said.score >= 0) * 2,
        };
        came[place] += 1.0;
        count += 1;
    }
    let share = |sum: f64| sum / f64::from(count);
    (count > 0).then(|| CalibrationRow {
        from,
        to,
        count,
        promised: promised.map(share),
        came: came.map(share),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: WinCurve =
        WinCurve { bare: WinModel::new(900.0, 150.0), full: WinModel::new(140.0, 80.0) };

    /// Games as a curve would have them: every score, its results in proportion.
    fn drawn_from(curve: WinCurve) -> Samples {
        let mut samples = Samples { games: 1, ..Samples::default() };
        for fullness in [0.0, 0.3, 0.6, 1.0] {
            for score in (-1_200..=1_200).step_by(60) {
                let counts = curve.at(fullness).chances_of(f64::from(score)).thousandths();
                let results = [GameResult::Win, GameResult::Draw, GameResult::Loss];
                for (count, result) in counts.into_iter().zip(results) {
                    let said = Said { fullness, score, result };
                    samples.said.extend((0..count / 8).map(|_| said));
                }
            }
        }
        samples
    }

    #[test]
    fn a_known_curve_is_found_again() {
        let samples = drawn_from(KNOWN);
        let found = fit(&samples).unwrap();
        for (found, known) in [(found.bare, KNOWN.bare), (found.full, KNOWN.full)] {
            assert!((found.pawn / known.pawn - 1.0).abs() < 0.05, "{found:?}");
            assert!((found.spread / known.spread - 1.0).abs() < 0.1, "{found:?}");
        }
        let checked = Calibration::of(found, &samples);
        assert!(checked.error < 0.01 && checked.log_loss < checked.blind, "{checked:?}");
        let flat = Calibration::of(WinCurve { bare: KNOWN.full, full: KNOWN.full }, &samples);
        assert!(flat.log_loss > checked.log_loss && flat.error > 0.03, "{flat:?}");
    }

    #[test]
    fn nothing_said_is_no_curve() {
        assert_eq!(fit(&Samples::default()), None);
        assert!(Calibration::of(KNOWN, &Samples::default()).rows.is_empty());
    }
}
