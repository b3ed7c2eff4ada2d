//! Looking for positions in games, on several threads, so that a run that ended goes on.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use game::{GameKind, splitmix64};
use jobs::{End, Executor, Pulse, Stop, Work};
use library::Archive;
use library::archive::lines::MainLine;
use records::{Board, Played, Start};
use serde::{Deserialize, Serialize};

use crate::TestsetError;
use crate::dark::Dark;
use crate::epd::{Problem, fen_of};
use crate::mates::Mates;
use crate::tactics::Tactics;

/// The last positions of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tail {
    /// The game's number.
    pub game: u32,
    /// Plies that were played before the first position.
    pub before: u32,
    /// The first position.
    pub start: String,
    /// The codes of the plies that follow.
    pub plies: Vec<u16>,
}

/// A position that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The game.
    pub game: u32,
    /// Plies that were played before it.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// The plies that are right.
    pub best: Vec<String>,
    /// How long it takes, in moves: what it is graded by.
    pub length: u32,
    /// What is to be said of it.
    pub remark: String,
}

/// What is looked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Quarry {
    /// Mates by checks.
    Mates(Mates),
    /// Forced wins of material.
    Tactics(Tactics),
    /// Dark chess: exactly one ply keeps the value.
    Dark(Dark),
}

impl Quarry {
    /// The game it is of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Quarry::Mates(_) | Quarry::Tactics(_) => GameKind::Xiangqi,
            Quarry::Dark(_) => GameKind::Banqi,
        }
    }

    /// The name of the set.
    pub const fn name(&self) -> &'static str {
        match self {
            Quarry::Mates(_) => "mate",
            Quarry::Tactics(_) => "tactic",
            Quarry::Dark(_) => "dark",
        }
    }
}

/// Looking for something; a job is some games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hunt {
    /// What is looked for.
    pub quarry: Quarry,
    /// In so many of the last positions of each game.
    pub last: u32,
}

impl Hunt {
    /// The last positions of a game that are looked at.
    fn tail(&self, line: &MainLine) -> Option<Tail> {
        let plies = line.plies();
        let before = plies.len().saturating_sub((self.last as usize).saturating_sub(1));
        let start = fen_of(&line.board_at(before)?);
        let codes = plies[before..].iter().map(|played| played.code()).collect();
        Some(Tail { game: line.id, before: before as u32, start, plies: codes })
    }
}

impl Tail {
    /// The positions, each with the number of plies before it.
    pub(crate) fn boards(&self, kind: GameKind) -> Result<Vec<(u32, Board)>, String> {
        let mut board = Board::open(&Start::read(kind, &self.start)?)?;
        let mut boards = vec![(self.before, board.clone())];
        for (number, &code) in (1..).zip(&self.plies) {
            let played = Played::from_code(kind, code).ok_or("a number that is no ply")?;
            board.play(played)?;
            boards.push((self.before + number, board.clone()));
        }
        Ok(boards)
    }
}

/// What a thread looks with.
pub enum Eye {
    /// For mates.
    Mates(puzzles::prove::mate::Prover),
    /// For forced wins.
    Tactics(puzzles::prove::material::Solver),
    /// For dark chess.
    Dark(Box<crate::dark::Eye>),
}

impl Work for Hunt {
    const KIND: &'static str = "hunt";
    type Job = Vec<Tail>;
    type Output = Vec<Found>;
    type Tools = Eye;

    fn fingerprint(&self) -> Result<String, String> {
        Ok(format!("chuhe {} {:?}", env!("CARGO_PKG_VERSION"), self))
    }

    fn tools(&self) -> Result<Eye, String> {
        Ok(match &self.quarry {
            Quarry::Mates(mates) => Eye::Mates(mates.prover()),
            Quarry::Tactics(tactics) => Eye::Tactics(tactics.solver()),
            Quarry::Dark(dark) => Eye::Dark(Box::new(dark.eye()?)),
        })
    }

    fn perform(
        &self,
        eye: &mut Eye,
        _: u64,
        job: &Vec<Tail>,
        pulse: &Pulse<'_>,
    ) -> Result<Vec<Found>, String> {
        let mut found = Vec::new();
        for tail in job {
            if pulse.stopped() {
                return Err("stopped".to_owned());
            }
            let wrong = |message| format!("game {}: {message}", tail.game);
            let boards = tail.boards(self.quarry.kind()).map_err(wrong)?;
            found.extend(match (&self.quarry, &mut *eye) {
                (Quarry::Mates(mates), Eye::Mates(prover)) => mates.look(prover, tail, &boards),
                (Quarry::Tactics(tactics), Eye::Tactics(solver)) => {
                    tactics.look(solver, tail, &boards)
                }
                (Quarry::Dark(dark), Eye::Dark(eye)) => dark.look(eye, tail, &boards),
                _ => return Err("tools of another search".to_owned()),
            });
        }
        Ok(found)
    }
}

/// So many games are a job.
const BATCH: usize = 32;

/// Looks through chosen games (their ids, in order) on so many threads. What is found is
/// kept in `journal`, if there is one, and a run that finds it there goes on. `told` hears
/// of games looked through, of all, and positions found. Positions come in the order of
/// the games, each once, images left out.
///
/// # Errors
/// If the selection is empty, or the archive or the journal cannot be read or written.
pub fn run(
    archive: &Archive,
    ids: &[u32],
    hunt: &Hunt,
    threads: usize,
    journal: Option<&Path>,
    stop: &Stop,
    told: &mut dyn FnMut(usize, usize, usize),
) -> Result<(End, Vec<Problem>), TestsetError> {
    let mut tails = Vec::with_capacity(ids.len());
    archive.each_line(ids, |line| {
        if line.kind == hunt.quarry.kind() {
            tails.extend(hunt.tail(line));
        }
        true
    })?;
    if tails.is_empty() {
        return Err(TestsetError::NoGames);
    }
    let games = tails.len();
    let jobs: Vec<Vec<Tail>> = tails.chunks(BATCH).map(<[Tail]>::to_vec).collect();
    let mut kept = match journal {
        Some(path) => jobs::Archive::open(path)?,
        None => jobs::Archive::none(),
    };
    let mut set = Set::new(hunt.quarry.name());
    let mut failed = None;
    let end = Executor::threads(threads).run(&mut kept, hunt, 0, &jobs, stop, &mut |done| {
        match done.result {
            Ok(found) => found.into_iter().for_each(|one| set.add(one)),
            Err(failure) => {
                failed = Some(TestsetError::Job(failure.to_string()));
                return ControlFlow::Break(());
            }
        }
        told(games.min((done.index as usize + 1) * BATCH), games, set.problems.len());
        ControlFlow::Continue(())
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok((end, set.problems)),
    }
}

/// The journal beside a file that is to be written: another search has another one.
pub fn journal_of(out: &Path, hunt: &Hunt, ids: &[u32]) -> PathBuf {
    let text = format!("{hunt:?} {}", env!("CARGO_PKG_VERSION"));
    let texts = text.bytes().map(u64::from).chain(ids.iter().map(|&id| u64::from(id) + 256));
    let hash = texts.fold(0, |hash: u64, number| splitmix64(hash.rotate_left(7) ^ number));
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{:08x}.part", hash as u32));
    out.with_file_name(name)
}

/// Positions without their images.
struct Set {
    name: &'static str,
    keys: std::collections::HashSet<u64>,
    problems: Vec<Problem>,
}

impl Set {
    fn new(name: &'static str) -> Set {
        Set { name, keys: std::collections::HashSet::new(), problems: Vec::new() }
    }

    fn add(&mut self, found: Found) {
        let mut problem = Problem {
            fen: found.fen,
            best: found.best,
            mate: (self.name == "mate").then_some(found.length),
            id: String::new(),
            remarks: vec![found.remark, format!("game {} after {} plies", found.game, found.ply)],
        };
        let Ok(key) = problem.key() else { return };
        if self.keys.insert(key) {
            problem.id = format!("{}-{}-{key:016x}", self.name, found.length);
            self.problems.push(problem);
        }
    }
}
