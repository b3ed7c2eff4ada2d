//! The terms of an evaluation, as people see them.

use std::borrow::Cow;

use game::{Score, Side};
use search::{CreateError, Decided, DecidedBy, Explanation, Row, Settings, WinModel};

use crate::engine::{AnyEngine, profiles};
use crate::game::AnyGame;
use crate::score::{ScoreView, thousandths};
use crate::seat::Seat;

/// One term in hundredths, as scores are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name, the same in every language: `piece_squares`.
    pub key: Cow<'static, str>,
    /// What speaks for the first seat.
    pub first: i32,
    /// What speaks for the second.
    pub second: i32,
}

impl Term {
    /// What it adds to the score, from the first seat's view.
    pub const fn total(&self) -> i32 {
        self.first - self.second
    }
}

/// An evaluation as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The terms of the hand-written evaluation.
    pub terms: Vec<Term>,
    /// Which evaluation the engine goes by: `rows` if by these terms, `network`,
    /// `network-and-rows` or `correction`.
    pub decided_by: &'static str,
    /// What that evaluation says.
    pub score: ScoreView,
}

pub(crate) fn usual_engine(game: &AnyGame) -> Result<AnyEngine, CreateError> {
    let settings = Settings { hash: 1, ..Settings::default() };
    AnyEngine::create(game.kind(), profiles(game.kind())[0].0, &settings)
}

/// The evaluation of a game's present position by its usual engine, term by term.
///
/// # Errors
/// If there is no memory for the engine.
pub fn explain(game: &AnyGame) -> Result<Explained, CreateError> {
    Ok(explain_by(game, &usual_engine(game)?))
}

/// The same by any engine.
pub(crate) fn explain_by(game: &AnyGame, engine: &AnyEngine) -> Explained {
    let nothing = || Explanation::new(game.side_to_move(), Vec::new());
    let explanation = engine.explain(game).unwrap_or_else(nothing);
    let (model, mover) = (game.curve_model(), game.seat_to_move());
    let rows = explanation.rows.iter();
    let terms: Vec<Term> = rows.map(|row| term(row, explanation.turn, mover, model)).collect();
    let Decided { by, value } = explanation.decided;
    let score = match by {
        // What is shown is the sum of what is shown.
        DecidedBy::Rows => {
            let total = terms.iter().map(Term::total).sum();
            let share = thousandths(model.points(model.score(total)));
            ScoreView { cp: Some(total), mate: None, share }
        }
        _ => ScoreView::new(engine.win_model(game), Score::new(value), mover),
    };
    Explained { terms, decided_by: by.name(), score }
}

/// What each named shape of a position counts for its side, in hundredths as scores are
/// shown: by its key and side.
///
/// # Errors
/// If there is no memory for the engine.
pub fn shapes(game: &AnyGame) -> Result<Vec<(String, Side, i32)>, CreateError> {
    let explanation = usual_engine(game)?.explain(game);
    let (turn, model) = (game.side_to_move(), game.curve_model());
    let rows = explanation.map(|explanation| explanation.rows).unwrap_or_default();
    let shapes = rows.into_iter().filter(|row| row.key == "patterns").flat_map(|row| row.children);
    let shape = |row: Row| {
        let side = row.side?;
        let value = model.shown_units(row.value.into());
        Some((row.key.into_owned(), side, if Some(side) == turn { value } else { -value }))
    };
    Ok(shapes.filter_map(shape).collect())
}

/// Parts of a side speak for it, or against it; what belongs to neither speaks for
/// whom it favours.
fn term(row: &Row, turn: Option<Side>, mover: Seat, model: WinModel) -> Term {
    let mut units = [0; 2];
    let mut add = |side: Option<Side>, value: i32| {
        let seat = match side.filter(|_| turn.is_some()) {
            Some(side) if Some(side) == turn => mover,
            Some(_) => mover.other(),
            None if value >= 0 => mover,
            None => mover.other(),
        };
        units[seat.index()] += if seat == mover { value } else { -value };
    };
    match row.children.as_slice() {
        [] => add(None, row.value),
        parts => parts.iter().for_each(|part| add(part.side, part.value)),
    }
    let [first, second] = units.map(|units| model.shown_units(units.into()));
    Term { key: row.key.clone(), first, second }
}

#[cfg(test)]
mod tests {
    use game::GameKind;
    use network::{BanqiNetwork, Shape, Width, XiangqiNetwork};

    use super::*;

    #[test]
    fn parts_speak_for_their_side_and_rests_for_whom_they_favour() {
        let model = WinModel::new(100.0, 50.0);
        let part = |side, value| Row::new("part", side, value);
        let row = Row::of_parts(
            "material",
            vec![part(Some(Side::Red), 300), part(Some(Side::Black), -200), part(None, -7)],
        );
        let seen = |turn, mover| {
            let term = term(&row, turn, mover, model);
            (term.first, term.second)
        };
        assert_eq!(seen(Some(Side::Red), Seat::First), (300, 207));
        assert_eq!(seen(Some(Side::Red), Seat::Second), (207, 300));
        let single = term(&part(Some(Side::Red), -40), Some(Side::Red), Seat::First, model);
        assert_eq!((single.first, single.second, single.total()), (0, 40, -40));
    }

    #[test]
    fn terms_sum_to_the_evaluation() {
        for (kind, start) in [
            (GameKind::Xiangqi, "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w"),
            (GameKind::Xiangqi, "3k5/9/9/9/9/9/9/r8/4A4/R3K4 b"),
            (GameKind::Banqi, "8/8/8/KX5h r p1"),
            (GameKind::Banqi, "8/8/8/KX5h b p1"),
        ] {
            let game = AnyGame::open(kind, Some(start), None).unwrap();
            let engine = usual_engine(&game).unwrap();
            let explained = explain_by(&game, &engine);
            let sum: i32 = explained.terms.iter().map(Term::total).sum();
            let total = engine.explain(&game).unwrap().total;
            let own = if game.seat_to_move() == Seat::First { total } else { -total };
            let shown = game.curve_model().shown_units(own.into());
            assert!((sum - shown).abs() <= 12, "{start}: {sum} {shown}");
            if explained.decided_by == "rows" {
                assert_eq!(explained.score.cp, Some(sum));
            }
        }
    }

    #[test]
    fn a_network_that_decides_is_told_with_its_value() {
        let path = std::env::temp_dir().join(format!("chuhe-explained-{}.net", std::process::id()));
        for kind in GameKind::ALL {
            let bytes = match kind {
                GameKind::Xiangqi => {
                    let shape = Shape { width: Width::W64, inputs: Default::default() };
                    XiangqiNetwork::random(shape, 3).to_bytes()
                }
                GameKind::Banqi => {
                    let shape = Shape { width: Width::W64, inputs: Default::default() };
                    BanqiNetwork::random(shape, 3).to_bytes()
                }
            };
            std::fs::write(&path, bytes).unwrap();
            let game = AnyGame::open(kind, None, None).unwrap();
            let mut engine = AnyEngine::create(kind, "chuhe-hce", &Settings::default()).unwrap();
            let by_hand = explain_by(&game, &engine);
            assert_eq!(by_hand.decided_by, "rows");
            engine.set_option("EvalFile", &path.display().to_string()).unwrap();
            let learned = explain_by(&game, &engine);
            assert_eq!((learned.decided_by, &learned.terms), ("network", &by_hand.terms));
            assert_ne!(learned.score, by_hand.score);
            std::fs::remove_file(&path).unwrap();
            let error = engine.set_option("EvalFile", &path.display().to_string()).unwrap_err();
            assert!(error.to_string().contains("option EvalFile: "), "{error}");
            assert_eq!(explain_by(&game, &engine), learned, "a wrong file changes nothing");
        }
    }
}
