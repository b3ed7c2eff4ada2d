//! The named shapes of a position of xiangqi.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use game::Side;
use patterns::pattern::{Pattern, Verdict, Words};
use patterns::remark::{Ranked, ranked};
use patterns::shipped;
use play::{AnyGame, CreateError, explain};
use serde_json::{Value, json};
use xiangqi::{Bitboard, Position};

use crate::app::App;
use crate::error::{ApiError, Code};
use crate::http::body::Body;
use crate::live::messages::LineText;
use crate::think::gate::Class;
use crate::think::pool::Run;

/// What shapes count: key, side, hundredths.
type Worths = [(String, Side, i32)];

/// `POST /api/shapes`: every shape on the board, what decides first: whose, who takes
/// part, what to do about it, and what the engine counts it.
///
/// # Errors
/// If the position is none, or not of xiangqi.
pub async fn shapes(
    State(app): State<Arc<App>>,
    Body(line): Body<LineText>,
) -> Result<Json<Value>, ApiError> {
    let work = move |run: &Run| {
        let line = line.open_while(|| run.goes_on())?;
        let AnyGame::Xiangqi { game, .. } = &line else {
            return Err(ApiError::bad("game: only xiangqi has named shapes"));
        };
        let unmade = |error: CreateError| ApiError::new(Code::Internal, error.to_string());
        let worths = explain::shapes(&line).map_err(unmade)?;
        let set = shipped::shipped();
        let found = ranked(set, game.position());
        let shape = |one: &Ranked| {
            shape_json(&set.patterns[one.found.pattern], one, game.position(), &worths)
        };
        Ok(Json(json!({"shapes": found.iter().map(shape).collect::<Vec<Value>>()})))
    };
    app.pool.answer(Class::Question, work).await
}

fn shape_json(pattern: &Pattern, one: &Ranked, position: &Position, worths: &Worths) -> Value {
    let side = one.found.side;
    let worth = worths.iter().find(|(key, of, _)| *key == pattern.key && *of == side);
    json!({
        "key": pattern.key,
        "name": words(&pattern.name),
        "plan": words(&pattern.plan),
        "tags": pattern.tags,
        "side": side.to_string(),
        "points": pieces(one.found.points, position),
        "worth": worth.map_or(0, |(_, _, worth)| *worth),
        "loud": one.loud,
        "covered": one.covered,
        "verdict": pattern.verdict.map(verdict),
    })
}

/// The points it is about, with what stands there.
fn pieces(points: u128, position: &Position) -> Vec<Value> {
    let standing = |at: xiangqi::Square| {
        let piece = position.piece_at(at).map(|piece| piece.letter().to_string());
        json!({"at": at.to_string(), "piece": piece})
    };
    Bitboard(points).into_iter().map(standing).collect()
}

/// A text by the names that the page has for its languages.
fn words(words: &Words) -> Value {
    json!({"en": words.of("en"), "zh-Hant": words.of("hant"), "zh-Hans": words.of("hans")})
}

const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}
