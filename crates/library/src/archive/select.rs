//! Choosing games.

use game::GameKind;
use records::{Board, GameResult, Start};
use rusqlite::types::Value;

use super::facts::result_number;
use super::line::{kind_number, kind_of_number};
use super::material::{Material, MaterialError};
use super::places::{Places, PlacesError};
use super::scan::Look;
use super::shape::Shape;
use super::{Archive, Date, names, openings};
use crate::LibraryError;

/// Which games are wanted: those for which everything that is set holds.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// These alone.
    pub ids: Option<Vec<u32>>,
    /// Only this game.
    pub kind: Option<GameKind>,
    /// Part of a player's name, in either script, of either colour.
    pub player: Option<String>,
    /// The other player, with `player`.
    pub opponent: Option<String>,
    /// Part of red's name; in dark chess of who played first.
    pub red: Option<String>,
    /// Part of black's name.
    pub black: Option<String>,
    /// Part of the event's name.
    pub event: Option<String>,
    /// The first day.
    pub since: Option<Date>,
    /// The last day.
    pub until: Option<Date>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// The beginning of an opening's code or part of its name.
    pub opening: Option<String>,
    /// At least so many plies.
    pub at_least: Option<u32>,
    /// At most so many plies.
    pub at_most: Option<u32>,
    /// Part of the name of the file it came from.
    pub source: Option<String>,
    /// A position that occurs, or one of its images.
    pub position: Option<Board>,
    /// Material that occurs.
    pub material: Option<Material>,
    /// A part of a board that occurs.
    pub places: Option<Places>,
    /// Has this tag.
    pub tag: Option<String>,
    /// Players' names are whole ones, not parts.
    pub whole_names: bool,
    /// Those that were removed instead of those that are there.
    pub removed: bool,
}

/// A text that chooses nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelectionError {
    /// No result.
    #[error("'{0}' is no result: expected red, black, draw, unknown, 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
    /// No date.
    #[error("'{0}' is no date: expected a year, 2008.11 or 2008.11.07")]
    Date(String),
    /// No opening.
    #[error("no opening has the code or name '{0}': `chuhe games opening --list` names all")]
    Opening(String),
    /// No position.
    #[error("'{text}' is no position: {message}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong.
        message: String,
    },
    /// No material.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// No part of a board.
    #[error(transparent)]
    Places(#[from] PlacesError),
}

/// Reads a result as options write it.
///
/// # Errors
/// If it is none.
pub fn read_result(text: &str) -> Result<GameResult, SelectionError> {
    Ok(match names::fold(text).as_str() {
        "red" | "first" | "win" => GameResult::First,
        "black" | "second" | "loss" => GameResult::Second,
        "draw" => GameResult::Draw,
        "unknown" | "none" => GameResult::Unknown,
        _ => GameResult::read(text).ok_or_else(|| SelectionError::Result(text.to_owned()))?,
    })
}

/// Reads a date as options write it.
///
/// # Errors
/// If it is none.
pub fn read_date(text: &str) -> Result<Date, SelectionError> {
    match Date::read(text) {
        Date::UNKNOWN => Err(SelectionError::Date(text.to_owned())),
        date => Ok(date),
    }
}

/// Reads a position, of either game.
///
/// # Errors
/// Says what is wrong with it.
pub fn read_position(text: &str) -> Result<Board, SelectionError> {
    let read = |kind| Start::read(kind, text).and_then(|start| Board::open(&start));
    // Boards of dark chess have four ranks.
    let board = text.split_whitespace().next().unwrap_or_default();
    let kind = match board.matches('/').count() {
        3 => GameKind::Banqi,
        _ => GameKind::Xiangqi,
    };
    read(kind).map_err(|message| SelectionError::Position { text: text.to_owned(), message })
}

/// A condition in SQL with its values.
#[derive(Default)]
struct Conditions {
    sql: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    fn add(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql.to_owned());
        self.values.extend(values);
    }
}

/// Names that hold a text, whatever the letters `%` and `_` mean elsewhere.
fn holding(text: &str) -> Value {
    Value::from(names::fold(text))
}

/// Games by player; a game is found by the index of its players, not by looking at all.
const RED: &str = "SELECT id FROM games WHERE red IN \
                   (SELECT id FROM players WHERE instr(folded, ?) > 0)";
const BLACK: &str = "SELECT id FROM games WHERE black IN \
                     (SELECT id FROM players WHERE instr(folded, ?) > 0)";
const WHOLE_RED: &str = "SELECT id FROM games WHERE red IN \
                         (SELECT id FROM players WHERE folded = ?)";
const WHOLE_BLACK: &str = "SELECT id FROM games WHERE black IN \
                           (SELECT id FROM players WHERE folded = ?)";

/// Games that are there, and those that were removed by themselves.
const THERE: &str = "id NOT IN (SELECT id FROM removed)";
const REMOVED: &str = "id IN (SELECT id FROM removed WHERE successor IS NULL)";

impl Selection {
    fn conditions(&self) -> Result<Conditions, SelectionError> {
        let mut all = Conditions::default();
        all.add(if self.removed { REMOVED } else { THERE }, []);
        if let Some(kind) = self.kind {
            all.add("kind = ?", [Value::from(i64::from(kind_number(kind)))]);
        }
        self.players(&mut all);
        if let Some(event) = &self.event {
            let folded = names::event(event).folded;
            all.add("event IN (SELECT id FROM events WHERE instr(folded, ?) > 0)", [folded.into()]);
        }
        if let Some(since) = self.since {
            all.add("date >= ?", [i64::from(since.number()).into()]);
        }
        if let Some(until) = self.until {
            all.add("date > 0 AND date <= ?", [i64::from(until.last_day().number()).into()]);
        }
        if let Some(result) = self.result {
            all.add("result = ?", [i64::from(result_number(result)).into()]);
        }
        if let Some(text) = &self.opening {
            let rows = openings::find(text);
            if rows.is_empty() {
                return Err(SelectionError::Opening(text.clone()));
            }
            let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
            all.add(&format!("opening IN ({})", rows.join(", ")), []);
        }
        if let Some(plies) = self.at_least {
            all.add("plies >= ?", [i64::from(plies).into()]);
        }
        if let Some(plies) = self.at_most {
            all.add("plies <= ?", [i64::from(plies).into()]);
        }
        if let Some(source) = &self.source {
            let sql = "source IN (SELECT id FROM sources WHERE instr(name, ?) > 0)";
            all.add(sql, [Value::from(source.clone())]);
        }
        if let Some(tag) = &self.tag {
            let sql = "id IN (SELECT game FROM tags WHERE tag = ?)";
            all.add(sql, [Value::from(tag.clone())]);
        }
        Ok(all)
    }

    fn players(&self, all: &mut Conditions) {
        let (red, black) = if self.whole_names { (WHOLE_RED, WHOLE_BLACK) } else { (RED, BLACK) };
        let name = |text: &str| match self.whole_names {
            true => Value::from(names::player(text).folded),
            false => holding(text),
        };
        match (&self.player, &self.opponent) {
            (Some(one), Some(two)) => {
                let sql = format!(
                    "(id IN ({red}) AND id IN ({black}) OR id IN ({black}) AND id IN ({red}))"
                );
                all.add(&sql, [name(one), name(two), name(one), name(two)]);
            }
            (Some(one), None) | (None, Some(one)) => {
                let sql = format!("id IN ({red} UNION {black})");
                all.add(&sql, [name(one), name(one)]);
            }
            (None, None) => {}
        }
        for (wanted, sql) in [(&self.red, red), (&self.black, black)] {
            if let Some(wanted) = wanted {
                all.add(&format!("id IN ({sql})"), [name(wanted)]);
            }
        }
    }
}

/// A selection that could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// It asks for something that is none.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The archive cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl Archive {
    /// The ids of the games that are wanted, in order.
    ///
    /// # Errors
    /// If the selection names an opening that is none, or the file cannot be read.
    pub fn select(&self, selection: &Selection) -> Result<Vec<u32>, SelectError> {
        self.select_watched(selection, None, &|_, _| true)
    }

    /// The same of games in which a shape occurs, too. Where games must be played through,
    /// `seen` hears how many of how many are done and says whether to go on; if not, what
    /// was found so far is all.
    ///
    /// # Errors
    /// If the selection names an opening that is none, or the file cannot be read.
    pub fn select_watched(
        &self,
        selection: &Selection,
        shape: Option<&Shape>,
        seen: &(dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Vec<u32>, SelectError> {
        let mut ids = self.select_known(selection)?;
        if selection.material.is_some() || selection.places.is_some() {
            let (material, places) = (selection.material, &selection.places);
            ids = self.with(ids, seen, &|| {
                let places = places.clone();
                Box::new(move |board| {
                    material.is_none_or(|material| material.matches(board))
                        && places.as_ref().is_none_or(|places| places.matches(board))
                })
            })?;
        }
        if let Some(shape) = shape {
            ids = self.with(ids, seen, &|| shape.look())?;
        }
        Ok(ids)
    }

    /// What is found without playing games through.
    fn select_known(&self, selection: &Selection) -> Result<Vec<u32>, SelectError> {
        let conditions = selection.conditions()?;
        let mut ids = self.where_all(&conditions, selection.material.as_ref())?;
        if let Some(only) = &selection.ids {
            let only: std::collections::HashSet<u32> = only.iter().copied().collect();
            ids.retain(|id| only.contains(id));
        }
        if let Some(board) = &selection.position {
            let hits = self.games_at(board)?;
            ids.retain(|id| hits.binary_search_by_key(id, |hit| hit.game).is_ok());
        }
        Ok(ids)
    }

    /// The games on whose boards something is seen.
    fn with(
        &self,
        ids: Vec<u32>,
        seen: &(dyn Fn(usize, usize) -> bool + Sync),
        look: &(dyn Fn() -> Look<'static> + Sync),
    ) -> Result<Vec<u32>, LibraryError> {
        let all = ids.len();
        let found = self.occurrences(&ids, look, &|done| seen(done, all))?;
        Ok(found.into_iter().map(|one| one.id).collect())
    }

    fn where_all(
        &self,
        conditions: &Conditions,
        material: Option<&Material>,
    ) -> Result<Vec<u32>, LibraryError> {
        let clause = match conditions.sql.is_empty() {
            true => String::new(),
            false => format!(" WHERE {}", conditions.sql.join(" AND ")),
        };
        let sql = format!("SELECT id, kind, material FROM games{clause} ORDER BY id");
        self.read(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(rusqlite::params_from_iter(&conditions.values))?;
            let mut ids = Vec::new();
            while let Some(row) = rows.next()? {
                let may_have = match material {
                    Some(material) => {
                        let (kind, last) = (kind_of_number(row.get(1)?), row.get::<_, i64>(2)?);
                        material.may_precede(kind, last as u64)
                    }
                    None => true,
                };
                if may_have {
                    ids.push(row.get(0)?);
                }
            }
            Ok(ids)
        })
    }
}
