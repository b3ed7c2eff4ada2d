//! Puzzles out of the owner's games: those of the archive and those played here. One run
//! at a time, in turns with everything else that thinks, never without end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use library::archive::Selection;
use library::{GameFilter, Id};
use play::GameKind;
use puzzles::find::{Finder, Hunt};
use puzzles::{Board, Puzzle, shipped};
use records::Start;
use serde_json::{Value, json};

use super::sets::MOST_OWN;
use crate::app::App;
use crate::error::{ApiError, Code};
use crate::think::gate::Class;
use crate::think::pool::{Run, Search};
use crate::time::now_ms;

/// No run looks at more games, finds more puzzles or takes longer.
const MOST_GAMES: usize = 5_000;
const MOST_FOUND: usize = 300;
const LONGEST: Duration = Duration::from_secs(10 * 60);
/// So many games played here are looked at.
const MOST_PLAYED: u32 = 500;

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Running,
    Done,
    Stopped,
    Failed,
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Phase::Running => "running",
            Phase::Done => "done",
            Phase::Stopped => "stopped",
            Phase::Failed => "failed",
        }
    }
}

/// The run of an owner.
struct Progress {
    owner: String,
    game: GameKind,
    phase: Phase,
    games: usize,
    looked: usize,
    found: usize,
    added: usize,
    search: Option<Search>,
}

/// The last run, going or over.
#[derive(Default)]
pub struct Making(Mutex<Option<Progress>>);

impl Making {
    fn lock(&self) -> MutexGuard<'_, Option<Progress>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        if let Some(progress) = self.lock().as_mut() {
            change(progress);
        }
    }

    /// How far the owner's run is; `null` if there was none.
    pub fn json(&self, owner: &str) -> Value {
        let progress = self.lock();
        let Some(own) = progress.as_ref().filter(|one| one.owner == owner) else {
            return Value::Null;
        };
        json!({
            "game": own.game,
            "state": own.phase.name(),
            "games": own.games,
            "looked": own.looked,
            "found": own.found,
            "added": own.added,
        })
    }

    /// Ends the owner's run; what was found is kept.
    pub fn stop(&self, owner: &str) {
        if let Some(own) = self.lock().as_ref().filter(|one| one.owner == owner) {
            own.search.iter().for_each(Search::stop);
        }
    }
}

/// Begins a run.
///
/// # Errors
/// If one is going on, or too much is being thought already.
pub fn start(app: &Arc<App>, owner: &str, game: GameKind) -> Result<(), ApiError> {
    {
        let mut making = app.making.lock();
        if making.as_ref().is_some_and(|one| one.phase == Phase::Running) {
            return Err(ApiError::new(Code::Busy, "puzzles are being looked for already"));
        }
        *making = Some(Progress {
            owner: owner.to_owned(),
            game,
            phase: Phase::Running,
            games: 0,
            looked: 0,
            found: 0,
            added: 0,
            search: None,
        });
    }
    let (shared, name) = (Arc::clone(app), owner.to_owned());
    let ended = Arc::clone(app);
    let begun = app.pool.start_long(
        Class::Review,
        1,
        move |run| look(&shared, &name, game, run),
        move |result| {
            let phase = match result {
                Ok(Ok(true)) => Phase::Done,
                Ok(Ok(false)) => Phase::Stopped,
                Ok(Err(error)) | Err(error) => {
                    tracing::warn!("puzzles: {error}");
                    Phase::Failed
                }
            };
            ended.making.change(|progress| progress.phase = phase);
        },
    );
    match begun {
        Ok(search) => {
            app.making.change(|progress| progress.search = Some(search));
            Ok(())
        }
        Err(error) => {
            app.making.change(|progress| progress.phase = Phase::Failed);
            Err(error)
        }
    }
}

/// Looks through the games; whether it came to their end.
fn look(app: &Arc<App>, owner: &str, game: GameKind, run: &Run) -> Result<bool, ApiError> {
    let mut finder = Finder::new(Hunt { most: MOST_FOUND, nodes: 10_000, ..Hunt::default() });
    finder.know(shipped::shipped(game));
    finder.know(&app.sets.own(&app.library, owner, game)?);
    let archive = app.collection.as_ref().map(|collection| &collection.archive);
    let mut ids = match archive {
        Some(archive) => archive.select(&Selection { kind: Some(game), ..Selection::default() })?,
        None => Vec::new(),
    };
    // The newest games first: those one still remembers.
    ids.reverse();
    ids.truncate(MOST_GAMES);
    let played = played_here(app, owner, game)?;
    app.making.change(|progress| progress.games = ids.len() + played.len());
    let mut whole = true;
    let mut goes_on = |finder: &mut Finder, boards: &[Board]| {
        finder.look(boards);
        let found = finder.found().len();
        app.making.change(|progress| {
            progress.looked += 1;
            progress.found = found;
        });
        whole = run.goes_on();
        whole && found < MOST_FOUND && run.ran() < LONGEST
    };
    let mut wanted = true;
    for id in &played {
        wanted = wanted && goes_on(&mut finder, &boards_of(app, id, game));
    }
    if let (true, Some(archive)) = (wanted, archive) {
        archive.each_line(&ids, |line| {
            let mut boards = Vec::new();
            line.each_board(|board, _| {
                boards.push(board.clone());
                true
            });
            goes_on(&mut finder, &boards)
        })?;
    }
    let line = |puzzle: &Puzzle| (puzzle.id.clone(), puzzle.to_string());
    let lines: Vec<(String, String)> = finder.found().iter().map(line).collect();
    let added = app.library.add_own_puzzles(owner, game.name(), &lines, MOST_OWN, now_ms())?;
    app.sets.forget();
    app.making.change(|progress| progress.added = added);
    Ok(whole)
}

/// The finished games the owner played here.
fn played_here(app: &App, owner: &str, game: GameKind) -> Result<Vec<Id>, ApiError> {
    let filter = GameFilter {
        game: Some(game.name().to_owned()),
        finished: Some(true),
        limit: MOST_PLAYED,
        ..GameFilter::default()
    };
    let (games, _) = app.library.games(owner, &filter)?;
    Ok(games.into_iter().map(|game| game.id).collect())
}

/// The positions of a game that was played here; a damaged one has none.
fn boards_of(app: &App, id: &Id, game: GameKind) -> Vec<Board> {
    let Ok(Some(row)) = app.library.game(id) else { return Vec::new() };
    let start = Start::read(game, &row.new.start);
    let Some(mut board) = start.ok().and_then(|start| Board::open(&start).ok()) else {
        return Vec::new();
    };
    let mut boards = vec![board.clone()];
    for ply in &row.plies {
        let text = match &ply.reveal {
            Some(reveal) => format!("{}={reveal}", &ply.ply[..2.min(ply.ply.len())]),
            None => ply.ply.clone(),
        };
        if board.read(&text).is_err() {
            break;
        }
        boards.push(board.clone());
    }
    boards
}
