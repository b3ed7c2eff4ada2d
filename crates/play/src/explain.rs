//! The terms of an evaluation, as people see them.

use std::borrow::Cow;

use game::Side;
use search::{CreateError, Explanation, Row, Settings, WinModel};

use crate::engine::{AnyEngine, profiles};
use crate::game::AnyGame;
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

/// The evaluation of a game's present position by its usual engine, term by term.
///
/// # Errors
/// If there is no memory for the engine.
pub fn explain(game: &AnyGame) -> Result<Explanation, CreateError> {
    let settings = Settings { hash: 1, ..Settings::default() };
    let engine = AnyEngine::create(game.kind(), profiles(game.kind())[0].0, &settings)?;
    let nothing = || Explanation::new(game.side_to_move(), Vec::new());
    Ok(engine.explain(game).unwrap_or_else(nothing))
}

/// The terms of an explanation as people see them.
///
/// # Errors
/// If there is no memory for the engine.
pub fn terms(game: &AnyGame) -> Result<Vec<Term>, CreateError> {
    let (model, mover) = (game.win_model(), game.seat_to_move());
    let explanation = explain(game)?;
    Ok(explanation.rows.iter().map(|row| term(row, explanation.turn, mover, model)).collect())
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

    use super::*;

    #[test]
    fn parts_speak_for_their_side_and_rests_for_whom_they_favour() {
        let model = WinModel { pawn: 100.0, spread: 50.0 };
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
            let sum: i32 = terms(&game).unwrap().iter().map(Term::total).sum();
            let total = explain(&game).unwrap().total;
            let own = if game.seat_to_move() == Seat::First { total } else { -total };
            let shown = game.win_model().shown_units(own.into());
            assert!((sum - shown).abs() <= 12, "{start}: {sum} {shown}");
        }
    }
}
