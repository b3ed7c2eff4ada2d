//! What a text says and what is wrong with it; drawings as texts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use patterns::drawing::{self, Drawing};
use patterns::vocabulary::REGIONS;
use patterns::{Pattern, PatternSet, format, syntax};
use serde::Deserialize;
use serde_json::{Value, json};
use xiangqi::Bitboard;

use super::{LONGEST, LONGEST_SET, check_length, problem_json};
use crate::app::App;
use crate::error::ApiError;
use crate::http::body::Body;
use crate::think::gate::Class;

/// So many problems are told.
const MOST_PROBLEMS: usize = 50;

/// A text of patterns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    pub(super) text: String,
}

/// A drawing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    drawing: Drawing,
}

/// `GET /api/patterns/words`: the regions that have a name, as we see our own; theirs are
/// turned by half a circle.
///
/// # Errors
/// Never.
pub async fn words() -> Result<Json<Value>, ApiError> {
    let region = |(name, points): (&str, u128)| {
        let points = Bitboard(points).into_iter().map(|point| point.to_string());
        json!({"name": name, "points": points.collect::<Vec<_>>()})
    };
    let all = REGIONS.iter().map(|&(name, points, _)| region((name, points)));
    Ok(Json(json!({"regions": all.collect::<Vec<_>>()})))
}

/// `POST /api/patterns/check`: problems with their places, the patterns, and the drawing
/// of the only one.
///
/// # Errors
/// If the text is too long.
pub async fn check(
    State(app): State<Arc<App>>,
    Body(sent): Body<Sent>,
) -> Result<Json<Value>, ApiError> {
    check_length(&sent.text, LONGEST)?;
    app.pool.answer(Class::Question, move |_| Ok(Json(checked(&sent.text)))).await
}

fn checked(text: &str) -> Value {
    let (set, found) = PatternSet::read(text);
    let problems: Vec<Value> =
        found.iter().take(MOST_PROBLEMS).map(|one| problem_json(one, text)).collect();
    let (nodes, broken) = syntax::parse(text);
    json!({
        "problems": problems,
        "patterns": set.patterns.iter().map(named).collect::<Vec<_>>(),
        "drawing": drawing::draw(text),
        "tidy": broken.is_empty().then(|| format::format(&nodes)),
        "too_much": super::too_much(&set),
    })
}

/// A pattern by its names.
pub(super) fn named(pattern: &Pattern) -> Value {
    let name = &pattern.name;
    json!({
        "key": pattern.key,
        "name": {"en": name.en, "hant": name.hant, "hans": name.hans},
        "tags": pattern.tags,
    })
}

/// `POST /api/patterns/write`: a drawing as a text, and what `check` says of that.
///
/// # Errors
/// If a part means nothing; the reason is `part:NUMBER`, or `key`.
pub async fn write(
    State(app): State<Arc<App>>,
    Body(sent): Body<Drawn>,
) -> Result<Json<Value>, ApiError> {
    let work = move || {
        let text = drawing::write(&sent.drawing).map_err(unwritten)?;
        check_length(&text, LONGEST)?;
        let mut answer = checked(&text);
        answer["text"] = json!(text);
        Ok(Json(answer))
    };
    app.pool.answer(Class::Question, move |_| work()).await
}

fn unwritten(error: drawing::DrawingError) -> ApiError {
    use drawing::DrawingError as Wrong;
    let reason = match &error {
        Wrong::Key(_) => "key".to_owned(),
        Wrong::Value(part, _) | Wrong::Source(part) => format!("part:{part}"),
    };
    ApiError { reasons: vec![reason], ..ApiError::bad(error.to_string()) }
}

/// `POST /api/patterns/split`: the patterns of a file each for itself.
///
/// # Errors
/// If the text is too long.
pub async fn split(
    State(app): State<Arc<App>>,
    Body(sent): Body<Sent>,
) -> Result<Json<Value>, ApiError> {
    check_length(&sent.text, LONGEST_SET)?;
    let work = move || Ok(Json(json!({"patterns": chunks(&sent.text)})));
    app.pool.answer(Class::Question, move |_| work()).await
}

/// Every pattern of a text with its names; what cannot be read has none.
pub(super) fn chunks(text: &str) -> Vec<Value> {
    let one = |text: &str| {
        let (patterns, _) = patterns::resolve::read(text);
        let mut value = patterns.first().map_or_else(|| json!({}), named);
        value["text"] = json!(text);
        value
    };
    drawing::split(text).into_iter().map(one).collect()
}
