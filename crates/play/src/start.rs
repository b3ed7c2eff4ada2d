//! Start positions and rules from text.

use banqi::{BanqiRules, Repetition};
use xiangqi::XiangqiRules;

use crate::error::GameError;

/// Texts beyond this length are not positions.
const LONGEST: usize = 400;
/// Counters beyond this are refused.
const MOST_PLIES: u32 = 1_000_000;
/// Limits of rules beyond this are refused.
const LARGEST_LIMIT: u32 = 100_000;
/// Looking for mate threats deeper than this takes longer than people wait.
const DEEPEST_THREAT: u32 = 3;
/// No position is seen more often.
const MOST_REPETITIONS: u32 = 100;

/// Reads a FEN of xiangqi.
///
/// # Errors
/// Lists every fault.
pub fn xiangqi(text: &str) -> Result<(xiangqi::Setup, xiangqi::Position), GameError> {
    check_length(text)?;
    let setup: xiangqi::Setup =
        text.parse().map_err(|error: xiangqi::FenError| unreadable(&error))?;
    let position = xiangqi::Position::try_from(&setup).map_err(GameError::XiangqiSetup)?;
    Ok((setup, position))
}

/// Reads a position text of dark chess.
///
/// # Errors
/// Lists every fault.
pub fn banqi(text: &str) -> Result<(banqi::Setup, banqi::Position), GameError> {
    check_length(text)?;
    let setup: banqi::Setup =
        text.parse().map_err(|error: banqi::SetupTextError| unreadable(&error))?;
    if setup.clock.max(setup.ply) > MOST_PLIES {
        return Err(unreadable(&format!("clock and ply are at most {MOST_PLIES}")));
    }
    let position = banqi::Position::try_from(&setup).map_err(GameError::BanqiSetup)?;
    Ok((setup, position))
}

fn check_length(text: &str) -> Result<(), GameError> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(unreadable(&format!("a position text has at most {LONGEST} bytes, found {}", text.len())))
}

fn unreadable(error: &impl ToString) -> GameError {
    GameError::Unreadable(error.to_string())
}

/// The xiangqi rules of a text, or the usual ones.
///
/// # Errors
/// If the text names none.
pub fn xiangqi_rules(text: Option<&str>) -> Result<XiangqiRules, GameError> {
    let Some(text) = text else { return Ok(XiangqiRules::default()) };
    let rules: XiangqiRules = text
        .parse()
        .map_err(|error: xiangqi::rules::RulesError| GameError::Rules(error.to_string()))?;
    within("natural-limit", rules.natural_limit.unwrap_or(0), LARGEST_LIMIT)?;
    within("mate-threat-depth", rules.repetition.mate_threat_depth, DEEPEST_THREAT)?;
    Ok(rules)
}

/// The dark chess rules of a text, or the usual ones.
///
/// # Errors
/// If the text names none.
pub fn banqi_rules(text: Option<&str>) -> Result<BanqiRules, GameError> {
    let Some(text) = text else { return Ok(BanqiRules::default()) };
    let rules: BanqiRules = text
        .parse()
        .map_err(|error: banqi::rules::RulesError| GameError::Rules(error.to_string()))?;
    let times = match rules.repetition {
        Repetition::Off => 0,
        Repetition::Position(times) | Repetition::Cycle(times) => times,
    };
    within("no_progress_plies", rules.no_progress_plies, LARGEST_LIMIT)?;
    within("long_chase", rules.long_chase, LARGEST_LIMIT)?;
    within("repetition", times, MOST_REPETITIONS)?;
    Ok(rules)
}

fn within(name: &str, value: u32, most: u32) -> Result<(), GameError> {
    if value <= most {
        return Ok(());
    }
    Err(GameError::Rules(format!("rules: {name} is {value}, expected at most {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_told() {
        let cases = [("9/9/9/9/9/9/9/9/9/9 w", 2), ("4k4/9/9/9/9/9/9/9/9/4K4 w", 1)];
        for (fen, faults) in cases {
            let Err(GameError::XiangqiSetup(error)) = xiangqi(fen) else { panic!("{fen}") };
            assert_eq!(error.0.len(), faults, "{error}");
        }
        let Err(GameError::BanqiSetup(error)) = banqi("8/8/8/K6X r") else { panic!("no pool") };
        assert_eq!(error.reasons.len(), 1);
        let long = "8".repeat(LONGEST + 1);
        for error in [
            xiangqi("nonsense").unwrap_err(),
            banqi("8/8").unwrap_err(),
            banqi("8/8/8/K6h r - 4294967295 1").unwrap_err(),
            xiangqi(&long).unwrap_err(),
        ] {
            assert!(matches!(error, GameError::Unreadable(_)), "{error:?}");
        }
    }

    #[test]
    fn numbers_that_would_keep_a_program_busy_are_refused() {
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
