//! A whole game, ply by ply: what was best, what was lost, and in dark chess
//! what was luck.
//!
//! The loss of a ply is the best value minus the value of what was chosen, both
//! from searches of the same depth. A flip is judged by its average over all
//! outcomes; what really turned up is luck.

mod judge;

use std::time::Duration;

use game::Score;
use search::{Host, Level, WinModel};
use serde::Serialize;

use crate::engine::{AnyEngine, EngineError};
use crate::game::AnyGame;
use crate::score::{ScoreView, thousandths};
use crate::seat::Seat;
use crate::words::{self, PlyView};
use judge::{Judged, judge};

/// What a forced end counts in sums, in hundredths as shown.
const DECIDED: i32 = 10_000;
/// Expected points lost from which a ply is called so.
const INACCURACY: f64 = 0.06;
const MISTAKE: f64 = 0.12;
pub(crate) const BLUNDER: f64 = 0.20;
/// Within this, in hundredths as shown, a ply is as good as the best.
const EQUAL: i32 = 2;

/// How good a ply was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing better was found.
    Best,
    /// Not the best, but no harm done.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// The game may have been lost here.
    Blunder,
}

/// How a review searches.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The time for the best ply of each position.
    pub budget: Duration,
    /// Who runs it.
    pub host: &'a dyn Host,
}

/// What a review says about one ply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlyReview {
    /// Which ply, from 0.
    pub index: usize,
    /// Of how many.
    pub of: usize,
    /// Who played it.
    pub seat: Seat,
    /// The value of the best ply.
    pub before: ScoreView,
    /// The value after the ply and what it turned up.
    pub after: ScoreView,
    /// The best ply.
    pub best: PlyView,
    /// What was expected to follow it, itself first.
    #[serde(serialize_with = "words::short")]
    pub line: Vec<PlyView>,
    /// What was lost, in hundredths as shown.
    pub loss: i32,
    /// What was lost, in thousandths of a point.
    pub points_lost: i32,
    /// How good it was.
    pub mark: Mark,
    /// What turned up beyond the average, in hundredths as shown.
    pub luck: Option<i32>,
    /// The same in thousandths of a point.
    pub luck_points: Option<i32>,
    /// How deep the best ply was searched.
    pub depth: i32,
    /// How deep the played ply was searched.
    pub played_depth: i32,
}

/// The sums for one seat.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// How many plies.
    pub plies: u32,
    /// How many of each [`Mark`].
    pub best: u32,
    /// Good plies.
    pub good: u32,
    /// Inaccuracies.
    pub inaccuracy: u32,
    /// Mistakes.
    pub mistake: u32,
    /// Blunders.
    pub blunder: u32,
    /// What a ply lost on average, in thousandths of a point.
    pub points_lost: i32,
    /// Everything lost, in hundredths as shown.
    pub lost: i32,
    /// Expected points kept, in percent of a hundred.
    pub accuracy: i32,
    /// All luck together.
    pub luck: i32,
    #[serde(skip)]
    all_points_lost: f64,
}

/// Reviews a game; `report` is told every ply. The sums by seat, or `None` if the
/// host said stop.
///
/// # Errors
/// If the engine plays the other game, or failed.
pub fn review(
    game: &AnyGame,
    engine: &mut AnyEngine,
    settings: &Settings<'_>,
    report: &mut dyn FnMut(&PlyReview),
) -> Result<Option<[Summary; 2]>, EngineError> {
    if engine.kind() != game.kind() {
        return Err(engine.other_game(game));
    }
    engine.set_level(Level::FULL)?;
    let mut summary = [Summary::default(); 2];
    let mut now = game.at_start();
    for _ in 0..game.len() {
        let judged = judge(&now, game, engine, settings);
        engine.check()?;
        let Some(judged) = judged else { return Ok(None) };
        let model = engine.win_model(&now);
        let lost = judged.points_lost(model);
        let ply = ply_review(game, &now, judged, model);
        summary[ply.seat.index()].add(&ply, lost);
        report(&ply);
        now.follow(game);
    }
    Ok(Some(summary.map(Summary::finished)))
}

/// What is said about the ply after `now`; the model is that of the search.
fn ply_review(game: &AnyGame, now: &AnyGame, judged: Judged, model: WinModel) -> PlyReview {
    // Flips are always looked at by the usual engine.
    let (index, seat, usual) = (now.len(), now.seat_to_move(), now.win_model());
    let is_best = judged.best_ply.ply == game.ply_view(index).ply;
    // Behind the last ply of a game there is no mate in one, but an end.
    let end = game.verdict().filter(|_| index + 1 == game.len());
    let after = match end {
        Some(end) => ScoreView::ended(end.winner),
        None if judged.luck.is_some() => ScoreView::new(usual, judged.after, seat),
        None => ScoreView::new(model, judged.after, seat),
    };
    let luck = judged.luck.map(|(came, average)| {
        let shown = hundredths(usual, came) - hundredths(usual, average);
        (shown, usual.points(came) - usual.points(average))
    });
    PlyReview {
        index,
        of: game.len(),
        seat,
        before: ScoreView::new(model, judged.best, seat),
        after,
        loss: judged.loss(model),
        points_lost: thousandths(judged.points_lost(model)),
        mark: judged.mark(is_best, model),
        luck: luck.map(|(shown, _)| shown),
        luck_points: luck.map(|(_, points)| thousandths(points)),
        depth: judged.depths.0,
        played_depth: judged.depths.1,
        best: judged.best_ply,
        line: judged.line,
    }
}

/// A score in hundredths as shown.
fn hundredths(model: WinModel, score: Score) -> i32 {
    if score.is_win() {
        DECIDED
    } else if score.is_loss() {
        -DECIDED
    } else {
        model.shown(score)
    }
}

impl Judged {
    fn loss(&self, model: WinModel) -> i32 {
        (hundredths(model, self.best) - hundredths(model, self.chosen)).max(0)
    }

    fn points_lost(&self, model: WinModel) -> f64 {
        (model.points(self.best) - model.points(self.chosen)).max(0.0) + self.idle
    }

    fn mark(&self, is_best: bool, model: WinModel) -> Mark {
        let lost = self.points_lost(model);
        if self.idle == 0.0 && (is_best || self.loss(model) <= EQUAL) {
            Mark::Best
        } else if lost >= BLUNDER {
            Mark::Blunder
        } else if lost >= MISTAKE {
            Mark::Mistake
        } else if lost >= INACCURACY {
            Mark::Inaccuracy
        } else {
            Mark::Good
        }
    }
}

impl Summary {
    fn add(&mut self, ply: &PlyReview, points_lost: f64) {
        self.plies += 1;
        match ply.mark {
            Mark::Best => self.best += 1,
            Mark::Good => self.good += 1,
            Mark::Inaccuracy => self.inaccuracy += 1,
            Mark::Mistake => self.mistake += 1,
            Mark::Blunder => self.blunder += 1,
        }
        self.lost = self.lost.saturating_add(ply.loss.min(1_000));
        self.all_points_lost += points_lost;
        self.luck += ply.luck.unwrap_or(0);
    }

    fn finished(mut self) -> Summary {
        let average = self.all_points_lost / f64::from(self.plies.max(1));
        self.points_lost = thousandths(average);
        // Losing a fifth of a point with every ply is as bad as it gets.
        self.accuracy = (100.0 * (1.0 - average / BLUNDER).max(0.0)).round() as i32;
        self
    }
}

#[cfg(test)]
mod tests;
