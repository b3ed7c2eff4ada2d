//! Start positions and rules from text, with faults as codes.

use banqi::{BanqiRules, Repetition, SetupReason};
use xiangqi::{SetupFault, XiangqiRules};

use crate::error::{ApiError, Code};

/// Texts beyond this length are no positions.
const LONGEST: usize = 400;
/// Counters beyond this are no counters.
const MOST_PLIES: u32 = 1_000_000;
/// Limits of rules beyond this are none.
const LARGEST_LIMIT: u32 = 100_000;
/// Looking for mate threats deeper than this takes longer than people wait.
const DEEPEST_THREAT: u32 = 3;
/// No position is seen more often.
const MOST_REPETITIONS: u32 = 100;

/// Reads a FEN of xiangqi.
///
/// # Errors
/// Lists every fault as a code.
pub fn xiangqi(text: &str) -> Result<(xiangqi::Setup, xiangqi::Position), ApiError> {
    check_length(text)?;
    let setup: xiangqi::Setup =
        text.parse().map_err(|error: xiangqi::FenError| unreadable(&error))?;
    let position = xiangqi::Position::try_from(&setup).map_err(|error| {
        let reasons = error.0.iter().map(xiangqi_reason).collect();
        ApiError { code: Code::BadRequest, message: error.to_string(), reasons }
    })?;
    Ok((setup, position))
}

/// Reads a position text of dark chess.
///
/// # Errors
/// Lists every fault as a code.
pub fn banqi(text: &str) -> Result<(banqi::Setup, banqi::Position), ApiError> {
    check_length(text)?;
    let setup: banqi::Setup =
        text.parse().map_err(|error: banqi::SetupTextError| unreadable(&error))?;
    if setup.clock.max(setup.ply) > MOST_PLIES {
        return Err(unreadable(&format!("clock and ply are at most {MOST_PLIES}")));
    }
    let position = banqi::Position::try_from(&setup).map_err(|error| {
        let reasons = error.reasons.iter().map(|reason| banqi_code(reason).to_owned()).collect();
        ApiError { code: Code::BadRequest, message: error.to_string(), reasons }
    })?;
    Ok((setup, position))
}

fn check_length(text: &str) -> Result<(), ApiError> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(unreadable(&format!("a position text has at most {LONGEST} bytes, found {}", text.len())))
}

fn unreadable(error: &impl ToString) -> ApiError {
    ApiError {
        code: Code::BadRequest,
        message: error.to_string(),
        reasons: vec!["unreadable".to_owned()],
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

/// The xiangqi rules of a text, or the usual ones.
///
/// # Errors
/// If the text names none.
pub fn xiangqi_rules(text: Option<&str>) -> Result<XiangqiRules, ApiError> {
    let Some(text) = text else { return Ok(XiangqiRules::default()) };
    let rules: XiangqiRules = text
        .parse()
        .map_err(|error: xiangqi::rules::RulesError| ApiError::bad(error.to_string()))?;
    within("natural-limit", rules.natural_limit.unwrap_or(0), LARGEST_LIMIT)?;
    within("mate-threat-depth", rules.repetition.mate_threat_depth, DEEPEST_THREAT)?;
    Ok(rules)
}

/// The dark chess rules of a text, or the usual ones.
///
/// # Errors
/// If the text names none.
pub fn banqi_rules(text: Option<&str>) -> Result<BanqiRules, ApiError> {
    let Some(text) = text else { return Ok(BanqiRules::default()) };
    let rules: BanqiRules =
        text.parse().map_err(|error: banqi::rules::RulesError| ApiError::bad(error.to_string()))?;
    let times = match rules.repetition {
        Repetition::Off => 0,
        Repetition::Position(times) | Repetition::Cycle(times) => times,
    };
    within("no_progress_plies", rules.no_progress_plies, LARGEST_LIMIT)?;
    within("long_chase", rules.long_chase, LARGEST_LIMIT)?;
    within("repetition", times, MOST_REPETITIONS)?;
    Ok(rules)
}

fn within(name: &str, value: u32, most: u32) -> Result<(), ApiError> {
    if value <= most {
        return Ok(());
    }
    Err(ApiError::bad(format!("rules: {name} is {value}, expected at most {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let error = xiangqi(fen).unwrap_err();
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
            let error = banqi(text).unwrap_err();
            assert_eq!(error.reasons.join(" "), expected, "{text}: {error}");
        }
    }

    #[test]
    fn numbers_that_would_keep_the_server_busy_are_refused() {
        for text in ["computer,natural-limit=4000000000", "chinese,mate-threat-depth=4", "fide"] {
            assert!(xiangqi_rules(Some(text)).is_err(), "{text}");
        }
        for text in [
            "tcga no_progress_plies=4000000000",
            "tcga long_chase=4000000000",
            "tcga repetition=cycle:4000000000",
            "tcga repetition=position:101",
        ] {
            assert!(banqi_rules(Some(text)).is_err(), "{text}");
        }
        assert!(xiangqi_rules(Some("chinese")).is_ok() && banqi_rules(None).is_ok());
    }
}
