//! Scores as people see them.

use game::Score;
use search::{WinModel, mate_in_moves};
use serde::Serialize;

use crate::seat::Seat;

/// A score from the first seat's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ScoreView {
    /// Hundredths by the position's win-rate model: 100 wins half of the games.
    pub cp: Option<i32>,
    /// Moves to a forced end: positive if the first seat wins. 0 if the game has
    /// been won; the sign of `cp` then says by whom.
    pub mate: Option<i32>,
    /// The points the first seat may expect, in thousandths.
    pub share: i32,
}

/// What stands for a game that has been won.
const OVER: i32 = 10_000;

impl ScoreView {
    /// What there is to say when a game has ended.
    pub fn ended(winner: Option<Seat>) -> ScoreView {
        match winner {
            None => ScoreView { cp: Some(0), mate: None, share: 500 },
            Some(Seat::First) => ScoreView { cp: Some(OVER), mate: Some(0), share: 1000 },
            Some(Seat::Second) => ScoreView { cp: Some(-OVER), mate: Some(0), share: 0 },
        }
    }

    /// A score of the seat to move as the first seat sees it, by the model of where it
    /// was found.
    pub fn new(model: WinModel, own: Score, to_move: Seat) -> ScoreView {
        let score = if to_move == Seat::First { own } else { -own };
        let sign = if score.is_win() { 1 } else { -1 };
        // Mated on the spot is no move, but its sign must not be lost.
        let mate = mate_in_moves(own).map(|moves| sign * moves.abs().max(1));
        let cp = mate.is_none().then(|| model.shown(score));
        ScoreView { cp, mate, share: thousandths(model.points(score)) }
    }
}

/// Points in thousandths.
pub(crate) fn thousandths(points: f64) -> i32 {
    (1000.0 * points).round() as i32
}

#[cfg(test)]
mod tests {
    use game::GameKind;

    use super::*;
    use crate::game::AnyGame;

    const MODEL: WinModel = xiangqi_engine::WIN_CURVE.full;

    #[test]
    fn mates_keep_their_sign_for_both_seats() {
        let view = |score, seat| {
            let view = ScoreView::new(MODEL, score, seat);
            (view.cp, view.mate)
        };
        let thirty = MODEL.score(30);
        assert_eq!(view(thirty, Seat::First), (Some(30), None));
        assert_eq!(view(thirty, Seat::Second), (Some(-30), None));
        assert_eq!(view(Score::win_in(1), Seat::First), (None, Some(1)));
        assert_eq!(view(Score::win_in(3), Seat::Second), (None, Some(-2)));
        assert_eq!(view(Score::loss_in(0), Seat::First), (None, Some(-1)));
        assert_eq!(view(Score::loss_in(4), Seat::First), (None, Some(-2)));
        assert_eq!(view(Score::loss_in(0), Seat::Second), (None, Some(1)));
    }

    #[test]
    fn plus_one_wins_half_of_the_games_of_either_kind() {
        for kind in GameKind::ALL {
            let model = AnyGame::open(kind, None, None).unwrap().win_model();
            let even = (-3_000..3_000).find(|&units| model.chances(Score::new(units)).win >= 0.5);
            let view = ScoreView::new(model, Score::new(even.unwrap()), Seat::First);
            assert!((99..=101).contains(&view.cp.unwrap()) && view.share > 500, "{view:?}");
        }
    }

    #[test]
    fn a_game_that_is_over_is_no_mate_in_one() {
        assert_eq!(ScoreView::ended(Some(Seat::First)).mate, Some(0));
        assert!(ScoreView::ended(Some(Seat::Second)).cp < Some(0));
        assert_eq!(ScoreView::ended(None), ScoreView { cp: Some(0), mate: None, share: 500 });
    }
}
