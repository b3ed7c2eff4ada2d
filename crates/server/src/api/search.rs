//! Finding games by their names, players, kinds, results and dates.

use library::GameSummary;
use serde_json::Value;

use crate::error::ApiError;
use crate::time::date;

/// No longer question is read.
const MOST_CHARS: usize = 1_000;

/// What a list of games is searched for: every condition must hold.
pub struct Search {
    conditions: Vec<Vec<Alternative>>,
    /// How many minutes the asker's clock is ahead of universal time.
    zone: i64,
}

/// One way to fulfil a condition.
enum Alternative {
    /// The game has this code; see [`codes`].
    Code(String),
    /// The name, a player or a date contains this.
    Text(String),
}

impl Search {
    /// Reads conditions, one a line; a line has alternatives with tabs between
    /// them: `=draw` is a code, anything else a text. `None` asks for nothing.
    ///
    /// # Errors
    /// If the question is too long.
    pub fn read(question: &str, zone: i32) -> Result<Option<Search>, ApiError> {
        if question.chars().count() > MOST_CHARS {
            let message = format!("search: expected at most {MOST_CHARS} characters");
            return Err(ApiError::bad(message));
        }
        let conditions: Vec<Vec<Alternative>> = question.lines().filter_map(condition).collect();
        let zone = i64::from(zone.clamp(-1_440, 1_440));
        Ok((!conditions.is_empty()).then_some(Search { conditions, zone }))
    }

    /// Whether a game is among those sought.
    pub fn finds(&self, game: &GameSummary) -> bool {
        let codes = codes(game);
        let text = self.text(game);
        let holds = |alternative: &Alternative| match alternative {
            Alternative::Code(code) => codes.contains(code),
            Alternative::Text(wanted) => {
                text.contains(wanted) || text.contains(&wanted.replace(['/', '.'], "-"))
            }
        };
        self.conditions.iter().all(|condition| condition.iter().any(holds))
    }

    /// What texts are looked for in: name, engines, days of beginning and change.
    fn text(&self, game: &GameSummary) -> String {
        let day = |time: i64| date(time + self.zone * 60_000).replace('.', "-");
        let engines = [&game.first, &game.second].map(|player| profile(player).unwrap_or_default());
        let [first, second] = engines;
        let (created, updated) = (day(game.created), day(game.updated));
        format!("{}\n{first}\n{second}\n{created}\n{updated}", game.name).to_lowercase()
    }
}

fn condition(line: &str) -> Option<Vec<Alternative>> {
    let alternatives: Vec<Alternative> = line.split('\t').filter_map(alternative).collect();
    (!alternatives.is_empty()).then_some(alternatives)
}

fn alternative(text: &str) -> Option<Alternative> {
    let text = text.trim().to_lowercase();
    match text.strip_prefix('=') {
        Some(code) => Some(Alternative::Code(code.to_owned())),
        None => (!text.is_empty()).then_some(Alternative::Text(text)),
    }
}

fn profile(player: &str) -> Option<String> {
    let player: Value = serde_json::from_str(player).ok()?;
    Some(player.get("profile")?.as_str()?.to_owned())
}

/// What can be said about a game without words of any language: its kind, the
/// engines, whether it is over, who won and why; `won` and `lost` if one person
/// played an engine.
fn codes(game: &GameSummary) -> Vec<String> {
    let mut codes = vec![game.game.clone()];
    codes.extend([&game.first, &game.second].into_iter().filter_map(|player| profile(player)));
    let Some(ending) = &game.ending else {
        codes.push("running".to_owned());
        return codes;
    };
    codes.extend(["finished".to_owned(), ending.reason.clone()]);
    match ending.winner.as_deref() {
        None => codes.push("draw".to_owned()),
        Some(winner) => {
            codes.push(format!("{winner}_wins"));
            let person = only_person(game);
            codes.extend(
                person.map(|seat| (if seat == winner { "won" } else { "lost" }).to_owned()),
            );
        }
    }
    codes
}

/// The seat of the only person, if there is but one.
fn only_person(game: &GameSummary) -> Option<&'static str> {
    match (profile(&game.first).is_some(), profile(&game.second).is_some()) {
        (false, true) => Some("first"),
        (true, false) => Some("second"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use library::{Ending, Id};

    use super::*;

    fn game() -> GameSummary {
        GameSummary {
            id: Id::random(),
            name: "Final of the Club".to_owned(),
            game: "xiangqi".to_owned(),
            first: r#"{"kind":"human"}"#.to_owned(),
            second: r#"{"kind":"engine","profile":"shenxiang","level":3}"#.to_owned(),
            position: String::new(),
            plies: 12,
            ending: Some(Ending { winner: Some("second".into()), reason: "time".into() }),
            created: 1_735_689_599_000,
            updated: 1_735_689_599_000,
        }
    }

    fn finds(question: &str, zone: i32) -> bool {
        Search::read(question, zone).unwrap().unwrap().finds(&game())
    }

    #[test]
    fn games_are_found_by_name_player_kind_result_and_date() {
        for found in [
            "club",
            "FINAL OF",
            "shenxiang",
            "=xiangqi",
            "=lost",
            "=second_wins",
            "=time",
            "2024-12",
        ] {
            assert!(finds(found, 0), "{found}");
        }
        for other in ["clubs", "=banqi", "=won", "=draw", "=running", "2025", "xiangqi"] {
            assert!(!finds(other, 0), "{other}");
        }
        assert!(finds("2024/12/31", 0) && finds("2025.01.01", 480), "days of the asker's zone");
    }

    #[test]
    fn every_line_must_hold_and_one_alternative_of_each() {
        assert!(finds("nothing\t=lost\nclub", 0));
        assert!(!finds("=lost\nnothing", 0));
        assert!(Search::read(" \n\t", 0).unwrap().is_none());
        assert!(Search::read(&"x".repeat(1_001), 0).is_err());
    }
}
