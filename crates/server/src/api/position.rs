//! Lines of analysis, and pasted texts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::board::{Kind, paste};
use crate::error::ApiError;
use crate::http::body::Body;
use crate::live::messages::LineText;
use crate::think::gate::Class;
use crate::think::pool::Run;

/// A text of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    game: Kind,
    text: String,
}

/// `POST /api/position`: the board after some plies, and everything about it.
///
/// # Errors
/// If the start is no position (with `reasons`), or names the first ply that
/// cannot be played.
pub async fn position(
    State(app): State<Arc<App>>,
    Body(line): Body<LineText>,
) -> Result<Json<Value>, ApiError> {
    let work = move |run: &Run| {
        let line = line.open_while(|| run.goes_on())?;
        Ok(Json(json!({
            "board": line.board(false),
            "plies": line.ply_views(),
            "start": line.start(),
            "rules": line.rules(),
            "result": line.verdict(),
            "warnings": line.warnings(),
        })))
    };
    app.pool.answer(Class::Question, work).await
}

/// `POST /api/paste`: a position, moves or a game from any text.
///
/// # Errors
/// If not even a start position can be made out.
pub async fn paste(
    State(app): State<Arc<App>>,
    Body(pasted): Body<Pasted>,
) -> Result<Json<Value>, ApiError> {
    let work = move |_: &Run| {
        let found = paste::read(pasted.game, &pasted.text)?;
        Ok(Json(json!({
            "kind": found.kind,
            "notation": found.notation,
            "start": found.line.start(),
            "plies": found.line.ply_views(),
            "board": found.line.board(false),
            "headers": found.headers,
            "stopped_at": found.stopped_at,
        })))
    };
    app.pool.answer(Class::Question, work).await
}
