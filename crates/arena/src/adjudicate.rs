//! Optional ends by agreement of scores, off by default.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ending::{EndCause, Ending};
use crate::player::{PlyInfo, Seat};

/// When to stop a game early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A player whose own score stayed at or below `-score` for so many of its
    /// plies in a row has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Threshold>,
    /// If both players' scores stayed within `score` of zero for so many plies of
    /// each in a row, it is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Threshold>,
    /// A game of so many plies is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// A score that must hold for a number of own plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threshold {
    /// Centipawns.
    pub score: i32,
    /// Own plies in a row.
    pub moves: u32,
    /// Own plies before which it does not apply.
    #[serde(default)]
    pub after: u32,
}

/// A threshold's text that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a threshold: expected score=CENTIPAWNS,moves=N and optionally after=N")]
pub struct ThresholdError(String);

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Threshold, ThresholdError> {
        let wrong = || ThresholdError(text.chars().take(60).collect());
        let mut threshold = Threshold { score: -1, moves: 0, after: 0 };
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let number: u32 = value.parse().map_err(|_| wrong())?;
            match key {
                "score" => threshold.score = i32::try_from(number).map_err(|_| wrong())?,
                "moves" | "movecount" => threshold.moves = number,
                "after" | "movenumber" => threshold.after = number,
                _ => return Err(wrong()),
            }
        }
        if threshold.score < 0 || threshold.moves == 0 { Err(wrong()) } else { Ok(threshold) }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={},after={}", self.score, self.moves, self.after)
    }
}

/// Follows one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    law: Adjudication,
    plies: u32,
    losing: [u32; 2],
    quiet: [u32; 2],
}

impl Adjudicator {
    /// The adjudicator at the start of a game.
    pub fn new(law: Adjudication) -> Adjudicator {
        Adjudicator { law, plies: 0, losing: [0; 2], quiet: [0; 2] }
    }

    /// Takes note of what a player reported about its ply; the end, if it is one.
    pub fn judge(&mut self, seat: Seat, info: &PlyInfo) -> Option<Ending> {
        self.plies += 1;
        let own_plies = self.plies.div_ceil(2);
        let score = info.mate.map(|mate| if mate < 0 { -30_000 } else { 30_000 }).or(info.score);
        let count = |met: bool, before: u32| if met { before + 1 } else { 0 };
        if let Some(law) = self.law.resign {
            let met = score.is_some_and(|score| score <= -law.score);
            self.losing[seat.index()] = count(met, self.losing[seat.index()]);
            if self.losing[seat.index()] >= law.moves && own_plies > law.after {
                return Some(Ending {
                    winner: Some(seat.other()),
                    cause: EndCause::AdjudicatedWin,
                    reason: format!("own score at most -{} for {} plies", law.score, law.moves),
                });
            }
        }
        if let Some(law) = self.law.draw {
            let met = score.is_some_and(|score| score.abs() <= law.score);
            self.quiet[seat.index()] = count(met, self.quiet[seat.index()]);
            if self.quiet.iter().all(|&plies| plies >= law.moves) && own_plies > law.after {
                return Some(Ending {
                    winner: None,
                    cause: EndCause::AdjudicatedDraw,
                    reason: format!("both scores within {} for {} plies", law.score, law.moves),
                });
            }
        }
        self.law.max_plies.filter(|&limit| self.plies >= limit).map(|limit| Ending {
            winner: None,
            cause: EndCause::AdjudicatedDraw,
            reason: format!("{limit} plies were played"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(score: i32) -> PlyInfo {
        PlyInfo { score: Some(score), ..PlyInfo::default() }
    }

    #[test]
    fn resigns_only_after_an_unbroken_series() {
        let law = Adjudication {
            resign: Some("score=400,moves=2".parse().unwrap()),
            ..Default::default()
        };
        let mut adjudicator = Adjudicator::new(law);
        for score in [-500, 0, -500] {
            assert_eq!(adjudicator.judge(Seat::First, &says(score)), None);
            assert_eq!(adjudicator.judge(Seat::Second, &says(300)), None);
        }
        let end = adjudicator.judge(Seat::First, &says(-400)).unwrap();
        assert_eq!(end.winner, Some(Seat::Second));
    }

    #[test]
    fn draws_need_both_sides_and_the_move_number() {
        let law = Adjudication {
            draw: Some("score=10,moves=2,after=3".parse().unwrap()),
            ..Default::default()
        };
        let mut adjudicator = Adjudicator::new(law);
        let mut ended = None;
        for ply in 0..20 {
            let seat = if ply % 2 == 0 { Seat::First } else { Seat::Second };
            ended = adjudicator.judge(seat, &says(5)).map(|_| ply);
            if ended.is_some() {
                break;
            }
        }
        assert_eq!(ended, Some(6));
    }

    #[test]
    fn thresholds_without_sense_are_refused() {
        for text in ["", "score=1", "moves=3", "score=-4,moves=1", "score=x,moves=1", "speed=1"] {
            assert!(text.parse::<Threshold>().is_err(), "{text}");
        }
    }
}
