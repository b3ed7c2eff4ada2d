//! Judging by games: two parameter sets, two games with seats swapped.

use std::time::Duration;

use arena::adjudicate::{Adjudication, Threshold};
use arena::board::RefereeBoard;
use arena::clock::TimeControl;
use arena::inside;
use arena::openings::balanced;
use arena::player::{Player, Seat};
use arena::referee::{Conditions, play_game};
use game::{GameKind, splitmix64};
use jobs::{Pulse, Work};
use search::ParamSet;
use serde::{Deserialize, Serialize};

use crate::engine::{self, EngineSetup};
use crate::foreign::board;

/// A game whose player says so for four plies is lost.
const RESIGN: Threshold = Threshold { score: 1_000, moves: 4, after: 0 };
/// Plies of a random opening.
const OPENING: usize = 8;

/// Pairs of games between two parameter sets of one engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairWork {
    /// The engine.
    #[serde(serialize_with = "engine::for_others")]
    pub engine: EngineSetup,
    /// Nodes of a ply.
    pub nodes: u64,
    /// No game is longer.
    pub most_plies: u32,
    /// Where openings and deals come from.
    pub seed: u64,
}

/// Who meets whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// All values of the one.
    pub one: Vec<i32>,
    /// All values of the other.
    pub other: Vec<i32>,
    /// The number of the opening or deal.
    pub opening: u64,
}

/// How a pair ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// Games the one won.
    pub wins: u8,
    /// Games drawn.
    pub draws: u8,
    /// Games the one lost.
    pub losses: u8,
    /// Plies of both games.
    pub plies: u32,
}

impl PairResult {
    /// Half points of the one: 0 to 4.
    pub const fn points(&self) -> u8 {
        2 * self.wins + self.draws
    }
}

impl PairWork {
    fn board(&self, opening: u64) -> Result<Box<dyn RefereeBoard>, String> {
        let seed = splitmix64(self.seed ^ splitmix64(opening));
        let list = match self.engine.game {
            GameKind::Xiangqi => balanced(1, OPENING, seed),
            GameKind::Banqi => Vec::new(),
        };
        board(self.engine.game, list.first().map(String::as_str), seed)
    }

    /// How long a player may think, and what is forgiven.
    fn control(&self) -> (TimeControl, Duration) {
        match &self.engine.foreign {
            Some(foreign) => (foreign.control(self.nodes), Duration::from_millis(200)),
            None => (TimeControl::Nodes(self.nodes), Duration::from_secs(3600)),
        }
    }

    fn player(&self, base: &ParamSet, values: &[i32]) -> Result<Box<dyn Player>, String> {
        let mut set = base.clone();
        set.assign(values).map_err(|error| error.to_string())?;
        if let Some(foreign) = &self.engine.foreign {
            return foreign.start(self.engine.game, values);
        }
        let options = [
            ("Hash".to_owned(), self.engine.hash.to_string()),
            ("Params".to_owned(), set.changes()),
        ];
        inside::create(self.engine.game, &self.engine.profile, &options)
            .map_err(|error| error.to_string())
    }
}

impl Work for PairWork {
    const KIND: &'static str = "pair";
    type Job = Pair;
    type Output = PairResult;
    type Tools = ParamSet;

    fn fingerprint(&self) -> Result<String, String> {
        engine::fingerprint(&self.engine)
    }

    fn tools(&self) -> Result<ParamSet, String> {
        self.engine.params().map_err(|error| error.to_string())
    }

    fn perform(
        &self,
        base: &mut ParamSet,
        _: u64,
        job: &Pair,
        pulse: &Pulse<'_>,
    ) -> Result<PairResult, String> {
        let mut one = self.player(base, &job.one)?;
        let mut other = self.player(base, &job.other)?;
        let (control, margin) = self.control();
        let conditions = Conditions {
            controls: [control; 2],
            seeds: [splitmix64(job.opening), splitmix64(job.opening + 1)],
            margin,
            adjudication: Adjudication {
                resign: Some(RESIGN),
                draw: None,
                max_plies: Some(self.most_plies),
            },
        };
        let mut result = PairResult { wins: 0, draws: 0, losses: 0, plies: 0 };
        let stopped = || pulse.stopped();
        for first in Seat::BOTH {
            let mut board = self.board(job.opening)?;
            let mut players: [&mut dyn Player; 2] = match first {
                Seat::First => [one.as_mut(), other.as_mut()],
                Seat::Second => [other.as_mut(), one.as_mut()],
            };
            let log = play_game(board.as_mut(), &mut players, &conditions, &stopped)
                .ok_or_else(|| "stopped".to_owned())?;
            if log.failed.is_some() {
                return Err(log.ending.reason);
            }
            result.plies += log.plies.len() as u32;
            match log.ending.winner {
                None => result.draws += 1,
                Some(seat) if seat == first => result.wins += 1,
                Some(_) => result.losses += 1,
            }
        }
        Ok(result)
    }
}

/// What pairs say together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Elo, by the share of points.
    pub elo: f64,
    /// Half the width of its 95 % interval, by the spread of pairs.
    pub margin: f64,
    /// How likely the one is stronger at all.
    pub superiority: f64,
}

impl Score {
    /// Counts pairs.
    pub fn of(pairs: &[PairResult]) -> Score {
        let count = |of: fn(&PairResult) -> u8| pairs.iter().map(|pair| u32::from(of(pair))).sum();
        let mut score = Score {
            wins: count(|pair| pair.wins),
            draws: count(|pair| pair.draws),
            losses: count(|pair| pair.losses),
            ..Score::default()
        };
        if pairs.is_empty() {
            return score;
        }
        let number = pairs.len() as f64;
        let shares: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.points()) / 4.0).collect();
        let mean = shares.iter().sum::<f64>() / number;
        let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / number;
        let error = (spread / number).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
        score.elo = elo(mean);
        score.margin = (elo(mean + 1.96 * error) - elo(mean - 1.96 * error)) / 2.0;
        score.superiority =
            if error > 0.0 { normal((mean - 0.5) / error) } else { 0.5 + 0.5 * (mean - 0.5) };
        score
    }

    /// Games played.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// The normal distribution function (Abramowitz and Stegun 1964, 26.2.17).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let factors = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let series = factors.iter().rev().fold(0.0, |sum, factor| t * (factor + sum));
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * series;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn scores_are_those_of_the_document() {
        // Table 3-10: 130 won, 107 lost, 202 drawn, as pairs of one game's kind.
        let pair = |wins, draws, losses| PairResult { wins, draws, losses, plies: 0 };
        let mut pairs = vec![pair(2, 0, 0); 65];
        pairs.extend(vec![pair(0, 2, 0); 101]);
        pairs.extend(vec![pair(0, 0, 2); 53]);
        let score = Score::of(&pairs);
        assert_eq!((score.wins, score.draws, score.losses, score.games()), (130, 202, 106, 438));
        assert!((score.elo - 19.1).abs() < 0.3, "{}", score.elo);
        assert!((normal(1.96) - 0.975).abs() < 1e-4 && (normal(-1.0) - 0.1587).abs() < 1e-4);
    }

    #[test]
    fn equal_sets_share_a_pair_and_a_spoilt_one_loses() {
        for game in GameKind::ALL {
            let engine = EngineSetup::new(game, "chuhe-hce");
            let work = PairWork { engine, nodes: 60, most_plies: 120, seed: 1 };
            let mut base = work.tools().unwrap();
            let values = base.values().to_vec();
            let never = AtomicBool::new(false);
            let pulse = Pulse::new(&never, &never);
            let pair = |other: &[i32], opening| Pair {
                one: values.clone(),
                other: other.to_vec(),
                opening,
            };
            let result = work.perform(&mut base, 0, &pair(&values, 3), &pulse).unwrap();
            assert_eq!(result.points(), 2, "the same from both sides: {result:?}");
            let again = work.perform(&mut base, 9, &pair(&values, 3), &pulse).unwrap();
            assert_eq!(result, again);
            assert!(work.perform(&mut base, 0, &pair(&values[1..], 3), &pulse).is_err());
        }
    }
}
