//! Errors as clients see them: a status, a code, and words for developers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// What went wrong, by the codes of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The request cannot be understood.
    BadRequest,
    /// The ply is against the rules.
    NotLegal,
    /// No such thing, or not yours.
    NotFound,
    /// The game has moved on since.
    Stale,
    /// Somebody else is to move.
    NotYourTurn,
    /// The game has ended.
    GameOver,
    /// Too many bytes.
    TooLarge,
    /// Too many requests, games or sockets.
    TooMany,
    /// No room for more work at the moment.
    Busy,
    /// Not from here, or not with this key.
    Forbidden,
    /// Our fault.
    Internal,
}

impl Code {
    /// The word in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Code::BadRequest => "bad_request",
            Code::NotLegal => "not_legal",
            Code::NotFound => "not_found",
            Code::Stale => "stale",
            Code::NotYourTurn => "not_your_turn",
            Code::GameOver => "game_over",
            Code::TooLarge => "too_large",
            Code::TooMany => "too_many",
            Code::Busy => "busy",
            Code::Forbidden => "forbidden",
            Code::Internal => "internal",
        }
    }

    const fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::NotLegal => StatusCode::UNPROCESSABLE_ENTITY,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Stale | Code::NotYourTurn | Code::GameOver => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// An error as clients see it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {message}", code.name())]
pub struct ApiError {
    /// The kind.
    pub code: Code,
    /// What was wrong, where, and what would be right.
    pub message: String,
    /// Codes of single faults, for positions.
    pub reasons: Vec<String>,
}

impl ApiError {
    /// An error of a kind.
    pub fn new(code: Code, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), reasons: Vec::new() }
    }

    /// A request that cannot be understood.
    pub fn bad(message: impl Into<String>) -> ApiError {
        ApiError::new(Code::BadRequest, message)
    }

    /// Nothing there, or nothing of yours: the answer is the same.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(Code::NotFound, format!("there is no such {what}"))
    }

    /// The value of the field `error`.
    pub fn json(&self) -> Value {
        let mut value = json!({"code": self.code.name(), "message": self.message});
        if !self.reasons.is_empty() {
            value["reasons"] = json!(self.reasons);
        }
        value
    }
}

impl From<library::LibraryError> for ApiError {
    fn from(error: library::LibraryError) -> ApiError {
        match error {
            library::LibraryError::Gone { what, .. } => ApiError::not_found(what),
            library::LibraryError::Stale { .. } => {
                ApiError::new(Code::Stale, "the game was changed by another program: look again")
            }
            library::LibraryError::TooMany { .. } => {
                ApiError::new(Code::TooMany, error.to_string())
            }
            // The path of the file is the owner's business alone.
            library::LibraryError::Full { .. } => {
                ApiError::new(Code::Internal, "no room left on the disk: nothing was changed")
            }
            other => {
                tracing::error!("library: {other}");
                ApiError::new(Code::Internal, "the library could not be read or written")
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.code.status(), Json(json!({"error": self.json()}))).into_response()
    }
}
