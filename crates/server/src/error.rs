//! Errors as clients see them: a status, a code, and words for developers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use banqi::SetupReason;
use play::GameError;
use play::engine::EngineError;
use serde_json::{Value, json};
use xiangqi::SetupFault;

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
    /// A foreign engine failed.
    Engine,
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
            Code::Engine => "engine",
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
            Code::Engine => StatusCode::BAD_GATEWAY,
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

impl From<GameError> for ApiError {
    fn from(error: GameError) -> ApiError {
        let message = error.to_string();
        let (code, reasons) = match &error {
            GameError::Unreadable(_) => (Code::BadRequest, vec!["unreadable".to_owned()]),
            GameError::XiangqiSetup(error) => {
                (Code::BadRequest, error.0.iter().map(xiangqi_reason).collect())
            }
            GameError::BanqiSetup(error) => {
                let codes = error.reasons.iter().map(|reason| banqi_code(reason).to_owned());
                (Code::BadRequest, codes.collect())
            }
            GameError::Rules(_) | GameError::Ply(_) | GameError::TooLong(_) => {
                (Code::BadRequest, Vec::new())
            }
            GameError::NotLegal(_) => (Code::NotLegal, Vec::new()),
            GameError::Over(_) => (Code::GameOver, Vec::new()),
            GameError::OtherGame => (Code::Internal, Vec::new()),
        };
        ApiError { code, message, reasons }
    }
}

/// A code; for a piece in an impossible place with the piece and the point.
fn xiangqi_reason(fault: &SetupFault) -> String {
    let code = match fault {
        SetupFault::Kings { .. } => "kings",
        SetupFault::TooMany { .. } => "too_many_pieces",
        SetupFault::Place { piece, square } => {
            return format!("impossible_place:{}:{square}", piece.letter());
        }
        SetupFault::KingsFace { .. } => "kings_face",
        SetupFault::WaitingSideInCheck { .. } => "waiting_side_in_check",
    };
    code.to_owned()
}

const fn banqi_code(reason: &SetupReason) -> &'static str {
    match reason {
        SetupReason::TooMany { .. } => "too_many_pieces",
        SetupReason::PoolSize { .. } => "pool_size",
        SetupReason::PoolNeeded { .. } => "pool_needed",
        SetupReason::TurnMissing { .. } => "turn_missing",
        SetupReason::NoPiece => "no_pieces",
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> ApiError {
        let code = match error {
            EngineError::Failed(_) => Code::Engine,
            _ => Code::Internal,
        };
        ApiError::new(code, error.to_string())
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
            library::LibraryError::Writing { who, .. } => ApiError::new(
                Code::Busy,
                format!("games are being written ({who}): try again soon"),
            ),
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

#[cfg(test)]
mod tests {
    use play::{AnyGame, Chance, GameKind};

    use super::*;

    fn refused(kind: GameKind, start: &str) -> ApiError {
        AnyGame::open(kind, Some(start), None).unwrap_err().into()
    }

    #[test]
    fn every_fault_has_its_code() {
        let cases = [
            ("9/9/9/9/9/9/9/9/9/9 w", "kings kings"),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", "kings_face"),
            ("4k4/9/9/9/9/9/9/9/9/3K4P w", "impossible_place:P:i0"),
            ("3k5/9/9/9/9/9/9/9/9/3rK4 b", "waiting_side_in_check"),
            ("3kR4/4R4/4R4/9/9/9/9/9/9/5K3 b", "too_many_pieces"),
            ("nonsense", "unreadable"),
        ];
        for (fen, expected) in cases {
            let error = refused(GameKind::Xiangqi, fen);
            assert_eq!(error.reasons.join(" "), expected, "{fen}: {error}");
        }
        let cases = [
            ("8/8/8/8 r", "no_pieces"),
            ("8/8/8/KK6 r", "too_many_pieces"),
            ("8/8/8/K6X r", "pool_needed"),
            ("8/8/8/K6X r p2", "pool_size"),
            ("8/8/8/K7 -", "turn_missing"),
            ("8/8", "unreadable"),
            ("8/8/8/K6h r - 4294967295 1", "unreadable"),
        ];
        for (text, expected) in cases {
            let error = refused(GameKind::Banqi, text);
            assert_eq!(error.reasons.join(" "), expected, "{text}: {error}");
        }
    }

    #[test]
    fn wrong_plies_have_their_codes() {
        for (kind, text, code) in [
            (GameKind::Xiangqi, "h2h9x", Code::BadRequest),
            (GameKind::Xiangqi, "h2i9", Code::NotLegal),
            (GameKind::Banqi, "a1", Code::BadRequest),
            (GameKind::Banqi, "a1a2", Code::NotLegal),
        ] {
            let mut line = AnyGame::open(kind, None, None).unwrap();
            let error = line.play(text, Chance::Told(None), false).unwrap_err();
            assert_eq!(ApiError::from(error).code, code, "{text}");
        }
        let mated = "R3k4/1R7/9/9/9/9/9/9/9/3K5 b";
        let mut line = AnyGame::open(GameKind::Xiangqi, Some(mated), None).unwrap();
        let error = line.play("e9e8", Chance::Told(None), false).unwrap_err();
        assert!(matches!(ApiError::from(error).code, Code::GameOver | Code::NotLegal));
    }
}
