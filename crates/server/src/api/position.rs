//! Lines of analysis.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::app::App;
use crate::board::{board, verdict};
use crate::error::ApiError;
use crate::http::body::Body;
use crate::live::messages::LineText;
use crate::think::gate::Class;
use crate::think::pool::Run;

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
            "board": board(&line, false),
            "plies": line.ply_views(),
            "start": line.start(),
            "rules": line.rules(),
            "result": verdict(&line),
            "warnings": line.warnings(),
        })))
    };
    app.pool.answer(Class::Question, work).await
}
