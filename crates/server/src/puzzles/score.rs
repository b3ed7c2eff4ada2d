//! What is remembered of a try: ratings of who solves and of the puzzle, the streak, and
//! when a failure comes back.

use library::{PuzzleState, RatingRow};
use play::GameKind;
use puzzles::Puzzle;
use puzzles::rating::Rating;
use puzzles::schedule::Review;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::ApiError;
use crate::time::now_ms;

/// A newcomer begins here: most puzzles are above.
const NEWCOMER: f64 = 1200.0;
/// How sure the thought rating of a puzzle is.
const GUESSED: f64 = 120.0;
/// From this score on a try counts as solved.
const SOLVED: f64 = 0.5;

/// What a try did to the ratings, as shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// 1 solved, ½ with a hint, 0 failed.
    pub score: f64,
    /// The owner's rating before.
    pub before: f64,
    /// And after.
    pub after: f64,
    /// How sure it is now.
    pub deviation: f64,
    /// The puzzle's rating after it.
    pub puzzle: f64,
    /// Solved in a row now.
    pub streak: u32,
    /// When the puzzle comes back, if it does.
    pub due: Option<i64>,
}

/// Which rating a game's puzzles have.
pub fn kind(game: GameKind) -> String {
    format!("puzzles/{}", game.name())
}

/// A rating of the library; a newcomer's if there is none.
pub fn rating(row: Option<RatingRow>) -> Rating {
    let known = |row: RatingRow| Rating {
        rating: row.rating,
        deviation: row.deviation,
        volatility: row.volatility,
    };
    row.map_or(Rating::guessed(NEWCOMER, 350.0), known)
}

/// A row after another game.
pub fn next_row(before: Option<RatingRow>, rating: Rating, won: bool, drawn: bool) -> RatingRow {
    let (games, wins, streak, best) =
        before.map_or((0, 0, 0, 0), |row| (row.games, row.won, row.streak, row.best_streak));
    let streak = match (won, drawn) {
        (true, _) => streak + 1,
        (false, true) => streak,
        (false, false) => 0,
    };
    RatingRow {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
        games: games + 1,
        won: wins + u32::from(won),
        streak,
        best_streak: best.max(streak),
    }
}

/// The rating of a puzzle: what tries made of it, or what it is thought to be.
pub fn puzzle_rating(puzzle: &Puzzle, state: Option<&PuzzleState>) -> Rating {
    match state {
        Some(state) => Rating {
            rating: state.rating,
            deviation: state.deviation,
            volatility: state.volatility,
        },
        None => Rating::guessed(f64::from(puzzle.rating), GUESSED),
    }
}

/// Rates a try, all but keeping it: the puzzle's new state, the owner's new row, and what
/// is shown.
///
/// # Errors
/// If the library cannot be read.
pub fn rate(
    app: &App,
    owner: &str,
    puzzle: &Puzzle,
    score: f64,
) -> Result<(PuzzleState, RatingRow, Change), ApiError> {
    let now = now_ms();
    let game = puzzle.game;
    let row = app.library.rating(owner, &kind(game))?;
    let states = app.library.puzzle_states(owner, game.name())?;
    let known = states.into_iter().find(|state| state.puzzle == puzzle.id);
    let (own, theirs) = (rating(row), puzzle_rating(puzzle, known.as_ref()));
    let (after, puzzle_after) =
        (own.after(&[(theirs, score)]), theirs.after(&[(own, 1.0 - score)]));
    let solved = score >= SOLVED;
    let before = known.as_ref().and_then(|state| state.review);
    let before = before.map(|(step, due)| Review { step: step as usize, due });
    let review = Review::next(before, solved, now);
    let state = PuzzleState {
        puzzle: puzzle.id.clone(),
        game: game.name().to_owned(),
        rating: puzzle_after.rating,
        deviation: puzzle_after.deviation,
        volatility: puzzle_after.volatility,
        tries: known.as_ref().map_or(0, |state| state.tries) + 1,
        solved: known.as_ref().map_or(0, |state| state.solved) + u32::from(solved),
        review: review.map(|review| (review.step as u32, review.due)),
    };
    let next = next_row(row, after, score >= 1.0, solved);
    let change = Change {
        score,
        before: own.rating,
        after: after.rating,
        deviation: after.deviation,
        puzzle: puzzle_after.rating,
        streak: next.streak,
        due: review.map(|review| review.due),
    };
    Ok((state, next, change))
}
