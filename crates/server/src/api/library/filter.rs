//! Which games are meant, as clients say it.

use library::archive::select::{SelectError, read_date, read_position, read_result};
use library::archive::shape::Shape;
use library::archive::{Date, Selection};
use patterns::{PatternSet, shipped};
use play::GameKind;
use serde::Deserialize;

use crate::api::patterns::too_much_to_scan;
use crate::error::ApiError;

/// The longest text of a condition in bytes; pattern texts may be longer.
const LONGEST: usize = 400;
const LONGEST_PATTERNS: usize = 64 << 10;

/// Conditions, all of which must hold; empty texts are none.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Only this game.
    pub game: Option<GameKind>,
    /// A player of either colour.
    pub player: String,
    /// Whom the player met.
    pub opponent: String,
    /// Red.
    pub red: String,
    /// Black.
    pub black: String,
    /// Part of the event's name.
    pub event: String,
    /// The first day.
    pub since: String,
    /// The last day.
    pub until: String,
    /// `red`, `black`, `draw` or `unknown`.
    pub result: String,
    /// The beginning of a code, or part of a name.
    pub opening: String,
    /// At least so many plies.
    pub min_plies: Option<u32>,
    /// At most so many plies.
    pub max_plies: Option<u32>,
    /// Part of the name of the file.
    pub source: String,
    /// A tag.
    pub tag: String,
    /// A position that occurs.
    pub position: String,
    /// Pieces on points: `e2=C, g?=N`.
    pub places: String,
    /// `RC-r`.
    pub material: String,
    /// Names of shipped patterns, by commas.
    pub pattern: String,
    /// The text of patterns.
    pub pattern_text: String,
    /// Names of players are whole.
    pub whole_names: bool,
    /// Games that were removed.
    pub removed: bool,
}

fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Reads a condition; an error names its field.
fn read<T, E: std::fmt::Display>(
    field: &str,
    text: &str,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, ApiError> {
    let Some(text) = some(text) else { return Ok(None) };
    read(&text).map(Some).map_err(|error| wrong(field, &error))
}

fn wrong(field: &str, error: &impl std::fmt::Display) -> ApiError {
    let mut error = ApiError::bad(format!("{field}: {error}"));
    error.reasons = vec![field.to_owned()];
    error
}

impl Filter {
    /// What the archive is asked for.
    ///
    /// # Errors
    /// Names the condition that is none, in words and as the reason.
    pub fn selection(&self) -> Result<Selection, ApiError> {
        self.check_lengths()?;
        let date = |field, text: &str| read::<Date, _>(field, text, read_date);
        Ok(Selection {
            ids: None,
            kind: self.game,
            player: some(&self.player),
            opponent: some(&self.opponent),
            red: some(&self.red),
            black: some(&self.black),
            event: some(&self.event),
            since: date("since", &self.since)?,
            until: date("until", &self.until)?,
            result: read("result", &self.result, read_result)?,
            opening: some(&self.opening),
            at_least: self.min_plies,
            at_most: self.max_plies,
            source: some(&self.source),
            position: read("position", &self.position, read_position)?,
            material: read("material", &self.material, str::parse)?,
            places: read("places", &self.places, str::parse)?,
            tag: some(&self.tag),
            whole_names: self.whole_names,
            removed: self.removed,
        })
    }

    /// The shape that is looked for.
    ///
    /// # Errors
    /// If there is no pattern of such a name, or the text holds an error.
    pub fn shape(&self) -> Result<Option<Shape>, ApiError> {
        if let Some(text) = some(&self.pattern_text) {
            if text.len() > LONGEST_PATTERNS {
                return Err(wrong("pattern_text", &format!("more than {LONGEST_PATTERNS} bytes")));
            }
            let (set, found) = PatternSet::read(&text);
            if let Some(error) = found.iter().find(|one| one.is_error()) {
                return Err(wrong("pattern_text", &error.message));
            }
            if too_much_to_scan(&set) {
                return Err(wrong("pattern_text", &"too many bound pieces"));
            }
            return Ok(Some(Shape::of(set)));
        }
        let Some(names) = some(&self.pattern) else { return Ok(None) };
        let names: Vec<&str> = names.split(',').map(str::trim).collect();
        let all = shipped::shipped();
        if let Some(unknown) = names.iter().find(|name| all.find(name).is_none()) {
            return Err(wrong("pattern", &format!("no pattern is named '{unknown}'")));
        }
        Ok(Some(Shape::of(all.clone().only(|pattern| names.contains(&&*pattern.key)))))
    }

    /// Whether games must be played through to find those that are meant.
    pub fn needs_scan(&self) -> bool {
        [&self.places, &self.material, &self.pattern, &self.pattern_text]
            .into_iter()
            .any(|text| some(text).is_some())
    }

    /// Whether nothing is asked for but a game and a position.
    pub fn is_empty(&self) -> bool {
        let texts = [
            &self.player,
            &self.opponent,
            &self.red,
            &self.black,
            &self.event,
            &self.since,
            &self.until,
            &self.result,
            &self.opening,
            &self.source,
            &self.tag,
        ];
        texts.into_iter().all(|text| some(text).is_none())
            && self.min_plies.or(self.max_plies).is_none()
            && !self.needs_scan()
            && !self.removed
    }

    fn check_lengths(&self) -> Result<(), ApiError> {
        let texts = [
            ("player", &self.player),
            ("opponent", &self.opponent),
            ("red", &self.red),
            ("black", &self.black),
            ("event", &self.event),
            ("since", &self.since),
            ("until", &self.until),
            ("result", &self.result),
            ("opening", &self.opening),
            ("source", &self.source),
            ("tag", &self.tag),
            ("position", &self.position),
            ("places", &self.places),
            ("material", &self.material),
            ("pattern", &self.pattern),
        ];
        match texts.into_iter().find(|(_, text)| text.len() > LONGEST) {
            Some((field, _)) => Err(wrong(field, &format!("more than {LONGEST} bytes"))),
            None => Ok(()),
        }
    }
}

impl From<SelectError> for ApiError {
    fn from(error: SelectError) -> ApiError {
        match error {
            SelectError::Selection(error) => {
                use library::archive::SelectionError as Wrong;
                let field = match &error {
                    Wrong::Result(_) => "result",
                    Wrong::Date(_) => "since",
                    Wrong::Opening(_) => "opening",
                    Wrong::Position { .. } => "position",
                    Wrong::Material(_) => "material",
                    Wrong::Places(_) => "places",
                };
                wrong(field, &error)
            }
            SelectError::Library(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut Filter)) -> Vec<String> {
        let mut filter = Filter::default();
        change(&mut filter);
        filter.selection().map(drop).and_then(|()| filter.shape().map(drop)).unwrap_err().reasons
    }

    #[test]
    fn every_wrong_condition_is_named() {
        assert_eq!(refused(|filter| filter.since = "soon".into()), ["since"]);
        assert_eq!(refused(|filter| filter.until = "x".into()), ["until"]);
        assert_eq!(refused(|filter| filter.result = "maybe".into()), ["result"]);
        assert_eq!(refused(|filter| filter.material = "RC".into()), ["material"]);
        assert_eq!(refused(|filter| filter.places = "e2:C".into()), ["places"]);
        assert_eq!(refused(|filter| filter.position = "nonsense".into()), ["position"]);
        assert_eq!(refused(|filter| filter.pattern = "no-such".into()), ["pattern"]);
        assert_eq!(refused(|filter| filter.pattern_text = "(".into()), ["pattern_text"]);
        let slow = "(pattern a (when (let X any) (let Y any) (let Z any) (attacks X Y)))";
        assert_eq!(refused(|filter| filter.pattern_text = slow.into()), ["pattern_text"]);
        assert_eq!(refused(|filter| filter.player = "x".repeat(500)), ["player"]);
    }

    #[test]
    fn empty_texts_are_no_conditions() {
        let filter = Filter { player: "  ".into(), ..Filter::default() };
        assert!(filter.is_empty() && !filter.needs_scan());
        assert_eq!(filter.selection().unwrap().player, None);
        let filter = Filter { material: "R-r".into(), ..Filter::default() };
        assert!(!filter.is_empty() && filter.needs_scan());
    }
}
