//! Progress against levels: a Glicko-2 rating made anew of the finished games against
//! engines, each level with a fixed rating.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::{Extension, Json};
use play::{AnyGame, GameKind, Seat};
use puzzles::rating::Rating;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::engines::PREFIX;
use crate::error::ApiError;
use crate::games::seats::Player;
use crate::http::session::Caller;
use crate::think::gate::Class;

/// So many of the last games count.
const MOST: u32 = 2_000;
/// A newcomer begins here.
const NEWCOMER: f64 = 1200.0;
/// How sure the rating of a level is.
const SURE: f64 = 60.0;
/// The rating of level 1, and what each level above adds: fixed, so that progress is
/// progress of the player. `docs/puzzles.md` says where they come from.
const LEVELS: [f64; 10] =
    [700.0, 850.0, 1000.0, 1150.0, 1300.0, 1450.0, 1600.0, 1750.0, 1900.0, 2100.0];

/// Which game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    game: GameKind,
}

/// The person's seat and the engine's level, if just one of both is a person. The levels
/// of foreign engines are times and say nothing about strength.
fn pairing(first: &str, second: &str) -> Option<(Seat, u8)> {
    let read = |text: &str| serde_json::from_str::<Player>(text).ok();
    let level = |player: &Player| match player {
        Player::Engine { level, .. } => Some(*level),
        Player::Human {} => None,
    };
    let (first, second) = (read(first)?, read(second)?);
    let foreign = |player: &Player| match player {
        Player::Engine { profile, .. } => profile.starts_with(PREFIX),
        Player::Human {} => false,
    };
    if foreign(&first) || foreign(&second) {
        return None;
    }
    match (level(&first), level(&second)) {
        (None, Some(level)) => Some((Seat::First, level)),
        (Some(level), None) => Some((Seat::Second, level)),
        _ => None,
    }
}

/// `GET /api/progress?game=…`: the rating against levels with its way, and the results
/// against each level. Games from set-up positions and with handicaps do not count.
///
/// # Errors
/// If the library cannot be read.
pub async fn progress(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    of: Result<Query<Of>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, ApiError> {
    let Query(of) = of.map_err(|error| ApiError::bad(error.body_text()))?;
    let shared = Arc::clone(&app);
    let work = move |_: &_| {
        let usual = AnyGame::open(of.game, None, None)?.start();
        let games = shared.library.results(&caller.owner, of.game.name(), &usual, MOST)?;
        let mut rating = Rating::guessed(NEWCOMER, 350.0);
        let mut history = Vec::new();
        let mut against = [[0u32; 3]; LEVELS.len()];
        for game in games {
            let Some((seat, level)) = pairing(&game.first, &game.second) else { continue };
            let place = usize::from(level.clamp(1, 10)) - 1;
            let winner = game.winner.as_deref().and_then(Seat::from_name);
            let (score, column) = match winner {
                Some(winner) if winner == seat => (1.0, 0),
                None => (0.5, 1),
                Some(_) => (0.0, 2),
            };
            against[place][column] += 1;
            rating = rating.after(&[(Rating::guessed(LEVELS[place], SURE), score)]);
            history.push(json!({
                "game": game.id.to_string(),
                "level": level,
                "score": score,
                "rating": rating.rating,
                "played": game.updated,
            }));
        }
        let levels = (1..).zip(LEVELS).zip(against).map(|((level, rating), [won, drawn, lost])| {
            json!({"level": level, "rating": rating, "won": won, "drawn": drawn, "lost": lost})
        });
        let levels: Vec<Value> = levels.collect();
        let near = |level: &f64| (level - rating.rating).abs();
        let next = (1..).zip(LEVELS).min_by(|one, other| near(&one.1).total_cmp(&near(&other.1)));
        Ok(Json(json!({
            "game": of.game,
            "rating": rating.rating,
            "deviation": rating.deviation,
            "games": history.len(),
            "levels": levels,
            "next": next.map_or(1, |(level, _)| level),
            "history": history.split_off(history.len().saturating_sub(200)),
        })))
    };
    app.pool.answer(Class::Question, work).await
}
