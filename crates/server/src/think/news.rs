//! Analyses and reviews as messages for the page.

use play::analysis::State;
use play::review::{PlyReview, Summary};
use serde::Serialize;
use serde_json::{Value, json};

/// A message of a kind for the client's key.
fn message(kind: &str, key: i64, content: &impl Serialize) -> Value {
    // Names and numbers always have a form in JSON.
    let mut message = serde_json::to_value(content).unwrap_or_default();
    message["type"] = json!(kind);
    message["key"] = json!(key);
    message
}

/// How far an analysis is.
pub fn analysis(key: i64, state: &State) -> Value {
    let mut message = message("analysis", key, state);
    message["nps"] = json!(state.nodes_per_second());
    message
}

/// What a review says about a ply.
pub fn review_ply(key: i64, ply: &PlyReview) -> Value {
    message("review_ply", key, ply)
}

/// The sums of a review by seat.
pub fn review_end(key: i64, [first, second]: &[Summary; 2]) -> Value {
    message("review_end", key, &json!({"summary": {"first": first, "second": second}}))
}
