//! The puzzle an owner has open in a game: kept in the library, so that it outlives tab and
//! server.

use library::{Id, PuzzleState};
use play::{AnyGame, Chance, GameKind, PlyView};
use puzzles::judge::{self, Verdict};
use puzzles::proof::{self, Value as ProofValue};
use puzzles::{Goal, Played, Puzzle, shipped, themes};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::score::{self, Change};
use crate::app::App;
use crate::board::board;
use crate::error::{ApiError, Code};
use crate::time::now_ms;

/// The next puzzle is one of so many that are nearest to the rating.
const NEAREST: usize = 24;
/// So many plies of a proof are shown.
const SHOWN: usize = 300;

/// How far an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// To be solved.
    Open,
    /// Solved, at the first try or later.
    Solved,
    /// Given up: the solution was shown.
    Shown,
}

/// A wrong ply, and what shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Wrong {
    ply: String,
    reason: String,
    refutation: Option<String>,
}

/// The puzzle that is open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// Its name, so that another tab does not play into it unseen.
    id: String,
    puzzle: String,
    review: bool,
    plies: Vec<String>,
    /// The most help that was asked for: 1 the piece, 2 the ply.
    hints: u8,
    /// After how many plies help was asked for last, and how much.
    help: Option<(usize, u8)>,
    state: State,
    wrong: Option<Wrong>,
    rated: Option<Change>,
}

/// What the next puzzle is to be.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Which game.
    pub game: GameKind,
    /// The key of a shape.
    theme: Option<String>,
    /// The name of a goal.
    goal: Option<String>,
    /// A failure that is due.
    #[serde(default)]
    review: bool,
    /// Only own puzzles.
    #[serde(default)]
    own: bool,
}

/// What an attempt was when somebody acted on it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Which game.
    pub game: GameKind,
    /// The attempt's name.
    pub attempt: String,
    /// How many plies it had.
    pub plies: usize,
}

/// An attempt with its puzzle.
pub struct Open {
    attempt: Attempt,
    puzzle: Puzzle,
    own: bool,
}

/// The attempt that is open in a game.
///
/// # Errors
/// If the library cannot be read.
pub fn current(app: &App, owner: &str, game: GameKind) -> Result<Option<Open>, ApiError> {
    let Some(text) = app.library.attempt(owner, game.name())? else { return Ok(None) };
    let Ok(attempt) = serde_json::from_str::<Attempt>(&text) else { return Ok(None) };
    match app.sets.find(&app.library, owner, game, &attempt.puzzle) {
        Ok((puzzle, own)) => Ok(Some(Open { attempt, puzzle, own })),
        Err(error) if error.code == Code::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same, if it still is as it was seen.
///
/// # Errors
/// If there is none, or another tab has gone on.
pub fn seen(app: &App, owner: &str, seen: &Seen) -> Result<Open, ApiError> {
    let open = current(app, owner, seen.game)?.ok_or_else(|| ApiError::not_found("puzzle"))?;
    if open.attempt.id != seen.attempt || open.attempt.plies.len() != seen.plies {
        return Err(ApiError::new(Code::Stale, "the puzzle has gone on in another tab"));
    }
    Ok(open)
}

/// Chooses the next puzzle and opens it.
///
/// # Errors
/// If there is none of the kind.
pub fn next(app: &App, owner: &str, wanted: &Wanted) -> Result<Open, ApiError> {
    let states = app.library.puzzle_states(owner, wanted.game.name())?;
    let own = app.sets.own(&app.library, owner, wanted.game)?;
    let shipped = shipped::shipped(wanted.game).iter().filter(|_| !wanted.own);
    let all: Vec<&Puzzle> = shipped.chain(own.iter()).filter(|one| fits(one, wanted)).collect();
    let puzzle = match wanted.review {
        true => due(&states, &all),
        false => fresh(app, owner, wanted, &states, &all)?,
    };
    let puzzle = puzzle.ok_or_else(|| ApiError::not_found("puzzle"))?.clone();
    let is_own = own.iter().any(|one| one.id == puzzle.id);
    let attempt = Attempt {
        id: Id::random().to_string(),
        puzzle: puzzle.id.clone(),
        review: wanted.review,
        plies: Vec::new(),
        hints: 0,
        help: None,
        state: State::Open,
        wrong: None,
        rated: None,
    };
    let open = Open { attempt, puzzle, own: is_own };
    open.keep(app, owner)?;
    Ok(open)
}

fn fits(puzzle: &Puzzle, wanted: &Wanted) -> bool {
    wanted.theme.as_ref().is_none_or(|theme| puzzle.themes.contains(theme))
        && wanted.goal.as_ref().is_none_or(|goal| puzzle.goal.name() == goal)
}

/// The failure that has been due longest.
fn due<'a>(states: &[PuzzleState], all: &[&'a Puzzle]) -> Option<&'a Puzzle> {
    let now = now_ms();
    let mut due: Vec<(i64, &str)> = states
        .iter()
        .filter_map(|state| Some((state.review?.1, state.puzzle.as_str())))
        .filter(|&(due, _)| due <= now)
        .collect();
    due.sort_unstable();
    due.iter().find_map(|(_, id)| all.iter().find(|puzzle| puzzle.id == *id)).copied()
}

/// One that was not tried yet and is about as strong as its solver; of several the dice of
/// the attempt's number decide. When all were tried, those tried least come again.
fn fresh<'a>(
    app: &App,
    owner: &str,
    wanted: &Wanted,
    states: &[PuzzleState],
    all: &[&'a Puzzle],
) -> Result<Option<&'a Puzzle>, ApiError> {
    let row = app.library.rating(owner, &score::kind(wanted.game))?;
    let own = score::rating(row).rating;
    let tries: std::collections::HashMap<&str, &PuzzleState> =
        states.iter().map(|state| (state.puzzle.as_str(), state)).collect();
    let mut near: Vec<(u32, f64, &Puzzle)> = all
        .iter()
        .map(|&puzzle| {
            let state = tries.get(puzzle.id.as_str()).copied();
            let rating = score::puzzle_rating(puzzle, state).rating;
            (state.map_or(0, |state| state.tries), (rating - own).abs(), puzzle)
        })
        .collect();
    near.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let least = near.first().map_or(0, |one| one.0);
    near.retain(|one| one.0 == least);
    near.truncate(NEAREST);
    let dice = Id::random().bits() as usize;
    Ok(near.get(dice % near.len().max(1)).map(|one| one.2))
}

impl Open {
    fn keep(&self, app: &App, owner: &str) -> Result<(), ApiError> {
        let text = serde_json::to_string(&self.attempt).unwrap_or_default();
        Ok(app.library.set_attempt(owner, self.puzzle.game.name(), &text, now_ms())?)
    }

    /// What was played so far.
    fn played(&self) -> Result<Vec<Played>, ApiError> {
        let stored = |message: String| ApiError::new(Code::Internal, message);
        let mut board = self.puzzle.board().map_err(stored)?;
        let read = |text: &String| board.read(text).map(|(played, _)| played).map_err(stored);
        self.attempt.plies.iter().map(read).collect()
    }

    /// The line so far as the page plays it.
    fn line(&self) -> Result<AnyGame, ApiError> {
        let mut line = AnyGame::open(self.puzzle.game, Some(&self.puzzle.position), None)?;
        for ply in &self.attempt.plies {
            line.play(ply, Chance::Told(None), true)?;
        }
        Ok(line)
    }

    fn check_open(&self) -> Result<(), ApiError> {
        match self.attempt.state {
            State::Open => Ok(()),
            _ => Err(ApiError::new(Code::GameOver, "the puzzle is over: ask for the next one")),
        }
    }

    /// Plays a ply and hears what is said to it.
    ///
    /// # Errors
    /// If the ply is not legal, or the puzzle is over.
    pub fn play(&mut self, app: &App, owner: &str, text: &str) -> Result<(), ApiError> {
        self.check_open()?;
        let shown: String = text.chars().take(12).collect();
        let verdict = judge::judge(&self.puzzle, &self.played()?, &shown)
            .map_err(|error| ApiError::new(Code::NotLegal, error.to_string()))?;
        self.attempt.wrong = None;
        match verdict {
            Verdict::Right { ply, reply, .. } => {
                self.attempt.plies.extend([ply.to_string(), reply.to_string()]);
                self.keep(app, owner)
            }
            Verdict::Solved { ply, reply } => {
                self.attempt.plies.push(ply.to_string());
                self.attempt.plies.extend(reply.map(|reply| reply.to_string()));
                self.attempt.state = State::Solved;
                let score = match self.attempt.hints {
                    0 => 1.0,
                    1 => 0.5,
                    _ => 0.0,
                };
                self.rate(app, owner, score)
            }
            Verdict::Wrong { reason, ply, refutation } => {
                self.attempt.wrong = Some(Wrong {
                    ply: ply.to_string(),
                    reason: reason.name().to_owned(),
                    refutation: refutation.map(|reply| reply.to_string()),
                });
                self.rate(app, owner, 0.0)
            }
        }
    }

    /// Another step of help: the piece, then the ply.
    ///
    /// # Errors
    /// If the puzzle is over.
    pub fn hint(&mut self, app: &App, owner: &str) -> Result<(), ApiError> {
        self.check_open()?;
        let here = self.help_here();
        self.attempt.help = Some((self.attempt.plies.len(), (here + 1).min(2)));
        self.attempt.hints = self.attempt.hints.max(here + 1).min(2);
        self.keep(app, owner)
    }

    /// How much help was asked for before the next ply.
    fn help_here(&self) -> u8 {
        let here = self.attempt.plies.len();
        self.attempt.help.filter(|&(at, _)| at == here).map_or(0, |(_, step)| step)
    }

    /// Gives up: the solution may be looked at.
    ///
    /// # Errors
    /// If the puzzle is over.
    pub fn give_up(&mut self, app: &App, owner: &str) -> Result<(), ApiError> {
        self.check_open()?;
        self.attempt.state = State::Shown;
        self.rate(app, owner, 0.0)
    }

    /// Only the first result of an attempt is rated.
    fn rate(&mut self, app: &App, owner: &str, score: f64) -> Result<(), ApiError> {
        if self.attempt.rated.is_some() {
            return self.keep(app, owner);
        }
        let (state, row, change) = score::rate(app, owner, &self.puzzle, score)?;
        self.attempt.rated = Some(change);
        let text = serde_json::to_string(&self.attempt).unwrap_or_default();
        let kind = score::kind(self.puzzle.game);
        let rated = Some((kind.as_str(), &row, score));
        Ok(app.library.record_try(owner, &state, rated, &text, now_ms())?)
    }

    /// The attempt as clients see it.
    ///
    /// # Errors
    /// If what was kept cannot be played.
    pub fn view(&self) -> Result<Value, ApiError> {
        let line = self.line()?;
        let Attempt { state, .. } = self.attempt;
        let hints = self.help_here();
        let over = state != State::Open;
        let hint = match (over, hints) {
            (true, _) | (_, 0) => None,
            (false, hints) => self.hint_view(&line, hints)?,
        };
        let begun = AnyGame::open(self.puzzle.game, Some(&self.puzzle.position), None)?;
        let themes: Vec<Value> = self.puzzle.themes.iter().filter_map(|key| theme(key)).collect();
        Ok(json!({
            "id": self.attempt.id,
            "puzzle": self.puzzle.id,
            "game": self.puzzle.game,
            "own": self.own,
            "review": self.attempt.review,
            "goal": goal(self.puzzle.goal),
            "rating": self.puzzle.rating,
            "start": self.puzzle.position,
            "seat": begun.seat_to_move(),
            "board": board(&line, over),
            "plies": line.ply_views(),
            "state": state,
            "hints": hints,
            "hint": hint,
            "wrong": self.attempt.wrong.as_ref().map(|wrong| wrong_view(&line, wrong)).transpose()?,
            "rated": self.attempt.rated,
            "themes": if over { json!(themes) } else { Value::Null },
        }))
    }

    fn hint_view(&self, line: &AnyGame, hints: u8) -> Result<Option<Value>, ApiError> {
        let Some(ply) = judge::hint(&self.puzzle, &self.played()?) else { return Ok(None) };
        let view = shown(line, &ply.to_string())?;
        Ok(Some(match hints {
            1 => json!({"from": view.from}),
            _ => json!({"from": view.from, "ply": view}),
        }))
    }

    /// The whole proof, once there is nothing to give away.
    ///
    /// # Errors
    /// If the puzzle is still to be solved.
    pub fn proof(&self) -> Result<Value, ApiError> {
        if self.attempt.state == State::Open {
            return Err(ApiError::new(Code::NotYourTurn, "the puzzle is still to be solved"));
        }
        let nodes = proof::tree(&self.puzzle, SHOWN);
        let begun = AnyGame::open(self.puzzle.game, Some(&self.puzzle.position), None)?;
        let mut lines: Vec<AnyGame> = Vec::with_capacity(nodes.len());
        let mut rows = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let before = node.parent.map_or(&begun, |parent| &lines[parent]);
            let mut line = before.clone();
            line.play(&node.played.to_string(), Chance::Told(None), true)?;
            rows.push(json!({
                "parent": node.parent,
                "ply": line.ply_view(line.len() - 1),
                "value": value(node.value),
                "good": node.good,
                "cut": node.cut,
            }));
            lines.push(line);
        }
        Ok(json!({"puzzle": self.puzzle.id, "goal": goal(self.puzzle.goal), "nodes": rows}))
    }
}

fn value(value: ProofValue) -> Value {
    match value {
        ProofValue::Left(moves) => json!({"left": moves}),
        ProofValue::Win => json!({"result": "win"}),
        ProofValue::Draw => json!({"result": "draw"}),
        ProofValue::Loss => json!({"result": "loss"}),
        ProofValue::Percent(percent) => json!({"percent": percent}),
    }
}

/// A goal as clients see it.
fn goal(goal: Goal) -> Value {
    let mut value = json!({"name": goal.name(), "moves": goal.moves()});
    match goal {
        Goal::Win { plies, .. } => value["plies"] = json!(plies),
        Goal::Gain { gain, .. } => value["gain"] = json!(gain),
        Goal::Chance { percent } => value["percent"] = json!(percent),
        Goal::Mate { .. } | Goal::Draw { .. } => {}
    }
    value
}

/// A theme with its names, if there still is such a shape.
pub fn theme(key: &str) -> Option<Value> {
    let [en, hant, hans] = themes::names(key)?;
    Some(json!({"key": key, "en": en, "zh_hant": hant, "zh_hans": hans}))
}

/// A ply after a line, in every notation.
fn shown(line: &AnyGame, ply: &str) -> Result<PlyView, ApiError> {
    let mut line = line.clone();
    line.play(ply, Chance::Told(None), true)?;
    Ok(line.ply_view(line.len() - 1))
}

fn wrong_view(line: &AnyGame, wrong: &Wrong) -> Result<Value, ApiError> {
    let mut after = line.clone();
    after.play(&wrong.ply, Chance::Told(None), true)?;
    let refutation = wrong.refutation.as_deref().map(|reply| shown(&after, reply)).transpose()?;
    Ok(json!({
        "ply": after.ply_view(after.len() - 1),
        "reason": wrong.reason,
        "refutation": refutation,
    }))
}
