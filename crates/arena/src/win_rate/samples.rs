//! Scores and results out of saved games.

use std::fs;
use std::path::{Path, PathBuf};

use banqi::notation::record::ContestRecord;
use game::{NullObserver, Position as _, Side};
use records::{GameKind, Played, Tree};
use search::WinModel;

use crate::ending::EndCause;
use crate::player::Seat;
use crate::record::SCORES;
use crate::run::GameLine;
use crate::stats::GameResult;

/// What a player said before a ply, and what became of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Said {
    /// How full the board was.
    pub fullness: f64,
    /// The score in the engine's units, from the mover's view.
    pub score: i32,
    /// The game's end, from the mover's view.
    pub result: GameResult,
}

/// Many of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    /// One for each ply with a score that is not a forced end.
    pub said: Vec<Said>,
    /// Games read.
    pub games: u32,
    /// Games left out: ended by a fault, a flag, or by the scores themselves.
    pub left_out: u32,
}

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// The system refused.
    #[error("cannot read {path}: {error}")]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line of results is broken.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        fault: SampleFault,
    },
    /// No score was found.
    #[error(
        "no game with scores in {0}: expected a run directory of `chuhe match`, or PGN with {{+0.25/12 …}} behind each move"
    )]
    Nothing(String),
}

/// Which scores are wanted, and what they are counted in.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Wanted<'a> {
    /// Only what this player said.
    pub player: Option<&'a str>,
    /// How many units of the engine are recorded as +1.00, if that is the same
    /// everywhere; else they are recorded as the models in force show them.
    pub unit: Option<f64>,
}

/// Why a game cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum SampleFault {
    /// The line is not a result.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The record is not where the line says.
    #[error("the record of this game is missing")]
    NoRecord,
    /// The record cannot be read.
    #[error("{0}")]
    Record(String),
    /// The record of a dark chess game cannot be read.
    #[error(transparent)]
    Contest(#[from] banqi::notation::record::RecordError),
    /// It begins from an impossible position.
    #[error(transparent)]
    Position(#[from] banqi::SetupError),
    /// A ply that is not legal.
    #[error(transparent)]
    Ply(#[from] banqi::IllegalPly),
    /// Not one score for each ply.
    #[error("{scores} scores for {plies} plies")]
    Count {
        /// Scores found.
        scores: usize,
        /// Plies found.
        plies: usize,
    },
}

/// A finished game, as far as it matters here.
struct Game {
    /// By seat.
    names: [String; 2],
    winner: Option<Seat>,
    plies: Vec<Spoken>,
}

/// A ply with what its player said.
struct Spoken {
    seat: Seat,
    score: Option<i32>,
    fullness: f64,
    model: WinModel,
}

impl Samples {
    /// Reads a run directory or a PGN file.
    ///
    /// # Errors
    /// If there is nothing to read, or it is broken.
    pub fn read(&mut self, path: &Path, wanted: Wanted<'_>) -> Result<(), SamplesError> {
        let before = self.said.len();
        if path.is_dir() {
            self.directory(path, wanted)?;
        } else {
            self.pgn(path, wanted)?;
        }
        if self.said.len() == before {
            return Err(SamplesError::Nothing(path.display().to_string()));
        }
        Ok(())
    }

    fn directory(&mut self, path: &Path, wanted: Wanted<'_>) -> Result<(), SamplesError> {
        let names = ["games.pgn", "games.txt"].map(|name| path.join(name));
        let records = names.iter().find(|name| name.exists()).unwrap_or(&names[0]);
        let (records, results) = (read(records)?, path.join("results.jsonl"));
        let mut begin = 0;
        for (line, text) in (1..).zip(read(&results)?.lines()) {
            let wrong = |fault| SamplesError::Line { path: results.clone(), line, fault };
            let game: GameLine = serde_json::from_str(text).map_err(|error| wrong(error.into()))?;
            let end = game.record_end as usize;
            let record = records.get(begin..end).ok_or_else(|| wrong(SampleFault::NoRecord))?;
            begin = end;
            if counts(game.cause) {
                self.add(&read_record(record, &game).map_err(wrong)?, wanted);
            } else {
                self.left_out += 1;
            }
        }
        Ok(())
    }

    fn pgn(&mut self, path: &Path, wanted: Wanted<'_>) -> Result<(), SamplesError> {
        for game in records::read_text(&read(path)?, GameKind::Xiangqi).games {
            let nodes = game.tree.main_line();
            if nodes.iter().all(|&node| game.tree.node(node).comment().is_empty()) {
                continue;
            }
            if game.result == records::GameResult::Unknown {
                self.left_out += 1;
                continue;
            }
            let line = game.place.line().unwrap_or(1);
            let wrong = |fault| SamplesError::Line { path: path.to_owned(), line, fault };
            self.add(&xiangqi_game(&game).map_err(wrong)?, wanted);
        }
        Ok(())
    }

    fn add(&mut self, game: &Game, wanted: Wanted<'_>) {
        self.games += 1;
        for spoken in &game.plies {
            let counts = wanted.player.is_none_or(|name| name == game.names[spoken.seat.index()]);
            let Some(score) = spoken.score.filter(|_| counts) else { continue };
            let unit = wanted.unit.unwrap_or(spoken.model.pawn) / 100.0;
            let score = (f64::from(score) * unit).round() as i32;
            let result = match game.winner {
                None => GameResult::Draw,
                Some(winner) if winner == spoken.seat => GameResult::Win,
                Some(_) => GameResult::Loss,
            };
            self.said.push(Said { fullness: spoken.fullness, score, result });
        }
    }
}

fn read(path: &Path) -> Result<String, SamplesError> {
    fs::read_to_string(path).map_err(|error| SamplesError::Read { path: path.to_owned(), error })
}

/// Whether the players' chances decided the game, and not their clocks, faults
/// or what they said.
fn counts(cause: EndCause) -> bool {
    match cause {
        EndCause::Rules(_) | EndCause::Resignation => true,
        EndCause::Fault(_) | EndCause::AdjudicatedWin | EndCause::AdjudicatedDraw => false,
    }
}

/// A game of a run. PGN says itself who was red and who won, whatever the seats
/// meant when the run began.
fn read_record(record: &str, line: &GameLine) -> Result<Game, SampleFault> {
    if record.lines().any(|line| line.starts_with(SCORES)) {
        return contest_game(record, line);
    }
    let games = records::read_text(record, GameKind::Xiangqi).games;
    let [game] = &games[..] else { return Err(SampleFault::NoRecord) };
    xiangqi_game(game)
}

fn xiangqi_game(game: &records::Game) -> Result<Game, SampleFault> {
    if let Some(problem) = game.main_problem() {
        return Err(SampleFault::Record(problem.to_string()));
    }
    let records::Start::Xiangqi(setup) = &game.start else {
        return Err(SampleFault::Record("not a game of xiangqi".to_owned()));
    };
    let position = xiangqi::Position::try_from(setup);
    let position = position.map_err(|error| SampleFault::Record(error.to_string()))?;
    Ok(Game {
        names: ["Red", "Black"].map(|name| game.header(name).unwrap_or_default().to_owned()),
        winner: match game.result {
            records::GameResult::First => Some(Seat::First),
            records::GameResult::Second => Some(Seat::Second),
            records::GameResult::Draw | records::GameResult::Unknown => None,
        },
        plies: xiangqi_plies(&game.tree, position),
    })
}

fn xiangqi_plies(tree: &Tree, mut position: xiangqi::Position) -> Vec<Spoken> {
    let mut plies = Vec::new();
    for id in tree.main_line() {
        let node = tree.node(id);
        let Some(Played::Xiangqi(ply)) = node.played else { continue };
        plies.push(Spoken {
            seat: if position.turn() == Side::Red { Seat::First } else { Seat::Second },
            score: score(word_of_comment(node.comment())),
            fullness: xiangqi_engine::fullness(&position),
            model: xiangqi_engine::win_model(&position),
        });
        position.make_ply(ply, &mut NullObserver);
    }
    plies
}

/// A game of dark chess; what was said stands in a remark.
fn contest_game(text: &str, line: &GameLine) -> Result<Game, SampleFault> {
    let scores = scores(text);
    let record: ContestRecord = text.parse()?;
    if scores.len() != record.plies.len() {
        return Err(SampleFault::Count { scores: scores.len(), plies: record.plies.len() });
    }
    let mut position = banqi::Position::try_from(&record.start)?;
    let mut plies = Vec::new();
    for (played, score) in record.plies.iter().zip(scores) {
        plies.push(Spoken {
            seat: if plies.len().is_multiple_of(2) { Seat::First } else { Seat::Second },
            score,
            fullness: banqi_engine::fullness(&position),
            model: banqi_engine::curve_model(&position),
        });
        position.check(played.ply)?;
        position.make(played.ply, played.reveal, &mut NullObserver);
    }
    Ok(Game { names: [line.first.clone(), line.second.clone()], winner: line.winner, plies })
}

/// One entry for each ply of a contest record: its score, unless none was said or it
/// is a forced end.
fn scores(record: &str) -> Vec<Option<i32>> {
    let words = record.lines().find_map(|line| line.strip_prefix(SCORES)).unwrap_or_default();
    words.split_whitespace().map(score).collect()
}

/// `+0.25` of `+0.25/12 0.098s`.
fn word_of_comment(comment: &str) -> &str {
    comment.split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or_default()
}

/// `+1.25` is 125; `-M3` and `-` are nothing.
fn score(word: &str) -> Option<i32> {
    let signed = word.starts_with(['+', '-']) && word.contains('.');
    let pawns: f64 = word.parse().ok().filter(|_| signed)?;
    Some((pawns * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_both_kinds_of_records() {
        let pgn = "1. H2-E2 {+0.25/12 0.098s 123n} H9-G7 {-M3/9 0.1s}\n2. A0-A1 {0.1s} A9-A8 {-12.00} *\n";
        let games = records::read_text(pgn, GameKind::Xiangqi).games;
        let said = xiangqi_game(&games[0]).unwrap().plies;
        let said: Vec<_> = said.iter().map(|spoken| spoken.score).collect();
        assert_eq!(said, [Some(25), None, None, Some(-1200)]);
        let contest = "# game 1: x\n# scores: +0.10 - -M2 -0.35\n*Date: 2026\n";
        assert_eq!(scores(contest), [Some(10), None, None, Some(-35)]);
    }

    #[test]
    fn results_are_seen_by_who_spoke() {
        let text = "[Red \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. H2-E2 {+0.50/1} H9-G7 {-0.40/1}\n1-0\n\n\
                    [Red \"b\"]\n[Black \"a\"]\n[Result \"*\"]\n\n1. H2-E2 {+9.00/1}\n*\n\n\
                    [Red \"b\"]\n[Black \"a\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 b\"]\n[Result \"0-1\"]\n\n1... E9-E8 {+1.00/1}\n";
        let path = std::env::temp_dir().join(format!("chuhe-samples-{}.pgn", std::process::id()));
        fs::write(&path, text).unwrap();
        let mut samples = Samples::default();
        let units = Wanted { unit: Some(100.0), player: None };
        let read = samples.read(&path, units);
        let mut of_b = Samples::default();
        let read_of_b = of_b.read(&path, Wanted { player: Some("b"), unit: None });
        fs::remove_file(&path).unwrap();
        assert!(read.is_ok() && read_of_b.is_ok(), "{read:?} {read_of_b:?}");
        let said: Vec<_> = samples.said.iter().map(|said| (said.score, said.result)).collect();
        let (win, loss) = (GameResult::Win, GameResult::Loss);
        assert_eq!(said, [(50, win), (-40, loss), (100, win)]);
        assert_eq!((samples.games, samples.left_out, of_b.said.len()), (2, 1, 1));
        let model = xiangqi_engine::WIN_CURVE.full;
        assert_eq!(of_b.said[0].score, model.score(-40).get(), "as shown now");
        assert_eq!((samples.said[0].fullness, samples.said[2].fullness), (1.0, 0.0));
    }
}
