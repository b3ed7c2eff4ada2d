//! Patterns on the page: texts and drawings, what they match, cost and change, and the
//! sets that are kept.
//!
//! | module | what it answers |
//! |---|---|
//! | [`text`] | what a text says and what is wrong with it; drawings as texts |
//! | [`look`] | where patterns match, what they cost, what they change |
//! | [`sets`] | the sets that ship and the owner's own |

pub mod look;
pub mod sets;
pub mod text;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use patterns::check::work;
use patterns::{Diagnostic, PatternSet};

use crate::app::App;
use crate::error::{ApiError, Code};

/// The longest text of a question in bytes.
pub const LONGEST: usize = 64 << 10;
/// The longest text of a set.
pub const LONGEST_SET: usize = 200 << 10;
/// So many ways of binding pieces may be tried on a board: some tenths of a second.
const MOST_WORK: u64 = 400_000;
/// The same where every position of an archive is looked at.
const MOST_SCANNING: u64 = 20_000;

/// Everything below `/api/patterns`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/words", get(text::words))
        .route("/check", post(text::check))
        .route("/write", post(text::write))
        .route("/split", post(text::split))
        .route("/matches", post(look::matches))
        .route("/cost", post(look::cost))
        .route("/try", post(look::try_out))
        .route("/sets", get(sets::list).post(sets::create))
        .route("/sets/{id}", get(sets::show).put(sets::change).delete(sets::delete))
}

fn check_length(text: &str, most: usize) -> Result<(), ApiError> {
    if text.len() <= most {
        return Ok(());
    }
    Err(ApiError::new(Code::TooLarge, format!("text: expected at most {most} bytes")))
}

/// The patterns of a text from somebody else.
///
/// # Errors
/// Names `text` as the reason if it is too long, has an error or asks for too much work.
pub fn sound(text: &str) -> Result<PatternSet, ApiError> {
    check_length(text, LONGEST)?;
    let (set, found) = PatternSet::read(text);
    let wrong =
        |message: String| ApiError { reasons: vec!["text".into()], ..ApiError::bad(message) };
    if let Some(error) = found.iter().find(|one| one.is_error()) {
        let (line, column) = error.place(text);
        return Err(wrong(format!("text: line {line}, column {column}: {}", error.message)));
    }
    if too_much(&set) {
        return Err(wrong("text: too many bound pieces: fewer (let …)".into()));
    }
    Ok(set)
}

/// Whether looking for patterns takes longer than anybody wants to wait.
pub fn too_much(set: &PatternSet) -> bool {
    work(&set.grounds) > MOST_WORK
}

/// Whether it takes too long to look for patterns in every game.
pub fn too_much_to_scan(set: &PatternSet) -> bool {
    work(&set.grounds) > MOST_SCANNING
}

/// A problem of a text with its place: line and column as people count them, and from
/// where to where as scripts of a page do.
fn problem_json(one: &Diagnostic, text: &str) -> serde_json::Value {
    let (line, column) = one.place(text);
    let units = |byte: usize| {
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        before.encode_utf16().count()
    };
    serde_json::json!({
        "severity": if one.is_error() { "error" } else { "warning" },
        "message": one.message,
        "expected": one.expected,
        "line": line,
        "column": column,
        "from": units(one.span.start),
        "to": units(one.span.end),
    })
}
