//! How well a review agrees with itself: the winning chance after a ply, from the
//! review of that ply, and before the next one, from the review of the next, are of
//! the same position.

use std::fmt;

use play::ScoreView;
use play::review::PlyReview;
use serde_json::{Value, json};

/// Chances that differ by less, in percentage points, agree.
const CLOSE: f64 = 5.0;

/// The sums over the plies of some games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Agreement {
    /// What the last ply of the present game left.
    after: Option<f64>,
    pairs: u32,
    close: u32,
    differences: f64,
    largest: f64,
    plies: u32,
    depths: (i64, i64),
    equal_depths: u32,
}

impl Agreement {
    /// The next ply is of another game.
    pub fn next_game(&mut self) {
        self.after = None;
    }

    /// Adds a ply of a review.
    pub fn add(&mut self, ply: &PlyReview) {
        let chance = |score: ScoreView| f64::from(score.share) / 1_000.0;
        let (before, after) = (chance(ply.before), chance(ply.after));
        if let Some(last) = self.after.replace(after) {
            let difference = 100.0 * (before - last).abs();
            self.pairs += 1;
            self.close += u32::from(difference < CLOSE);
            self.differences += difference;
            self.largest = self.largest.max(difference);
        }
        let (best, played) = (ply.depth, ply.played_depth);
        self.plies += 1;
        self.depths = (self.depths.0 + i64::from(best), self.depths.1 + i64::from(played));
        self.equal_depths += u32::from(best == played);
    }

    fn share(part: f64, whole: u32) -> f64 {
        let share = part / f64::from(whole.max(1));
        (share * 1_000.0).round() / 1_000.0
    }

    /// The figures.
    pub fn to_json(&self) -> Value {
        json!({
            "type": "agreement",
            "pairs": self.pairs,
            "within_5_points_percent": Self::share(100.0 * f64::from(self.close), self.pairs),
            "mean_difference": Self::share(self.differences, self.pairs),
            "largest_difference": Self::share(self.largest, 1),
            "plies": self.plies,
            "mean_depth": Self::share(self.depths.0 as f64, self.plies),
            "mean_played_depth": Self::share(self.depths.1 as f64, self.plies),
            "equal_depth_percent": Self::share(100.0 * f64::from(self.equal_depths), self.plies),
        })
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = self.to_json();
        writeln!(
            f,
            "agreement: {} % of {} pairs within {CLOSE} points, mean {}, largest {}",
            json["within_5_points_percent"],
            self.pairs,
            json["mean_difference"],
            json["largest_difference"]
        )?;
        writeln!(
            f,
            "depth: best {}, played {}, equal in {} % of {} plies",
            json["mean_depth"], json["mean_played_depth"], json["equal_depth_percent"], self.plies
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(before: f64, after: f64, (depth, played_depth): (i32, i32)) -> PlyReview {
        let share = |chance: f64| ScoreView {
            cp: None,
            mate: None,
            share: (1_000.0 * chance).round() as i32,
        };
        let game = play::AnyGame::open(play::GameKind::Xiangqi, None, None).unwrap();
        let (best, _) = play::ply::read(game.kind(), "h2e2").unwrap();
        PlyReview {
            index: 0,
            of: 1,
            seat: play::Seat::First,
            before: share(before),
            after: share(after),
            best: game.show(best).unwrap(),
            line: Vec::new(),
            loss: 0,
            points_lost: 0,
            mark: play::review::Mark::Best,
            luck: None,
            luck_points: None,
            depth,
            played_depth,
        }
    }

    #[test]
    fn neighbours_of_one_game_are_compared() {
        let mut agreement = Agreement::default();
        agreement.add(&ply(0.5, 0.52, (8, 8)));
        agreement.add(&ply(0.55, 0.40, (9, 3)));
        agreement.add(&ply(0.60, 0.60, (10, 10)));
        agreement.next_game();
        agreement.add(&ply(0.1, 0.1, (9, 9)));
        let figures = agreement.to_json();
        assert_eq!((&figures["pairs"], &figures["plies"]), (&json!(2), &json!(4)));
        assert_eq!(figures["within_5_points_percent"], json!(50.0));
        assert_eq!(figures["largest_difference"], json!(20.0));
        assert_eq!(figures["mean_played_depth"], json!(7.5));
        assert_eq!(figures["equal_depth_percent"], json!(75.0));
        assert!(agreement.to_string().starts_with("agreement: 50.0 % of 2 pairs within 5 points"));
    }
}
