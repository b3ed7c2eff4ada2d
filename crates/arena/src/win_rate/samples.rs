//! Scores and results out of saved games.

use std::fs;
use std::path::{Path, PathBuf};

use banqi::notation::record::ContestRecord;
use game::{NullObserver, Position as _};
use search::WinModel;

use crate::player::Seat;
use crate::record::SCORES;
use crate::run::GameLine;
use crate::stats::GameResult;
use crate::table::EndCause;

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
    /// One for each ply with a score that is no forced end.
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
    #[error("{path}, line {line}: {what}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
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

/// A game's text with what else is known of it.
struct Game<'a> {
    record: &'a str,
    winner: Option<Seat>,
    names: [&'a str; 2],
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
            let wrong = |what: String| SamplesError::Line { path: results.clone(), line, what };
            let game: GameLine =
                serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            let end = game.record_end as usize;
            let record = records
                .get(begin..end)
                .ok_or_else(|| wrong("the record of this game is missing".to_owned()))?;
            begin = end;
            if counts(game.cause) {
                let names = [game.first.as_str(), game.second.as_str()];
                let game = Game { record, winner: game.winner, names };
                self.add(&game, wanted).map_err(wrong)?;
            } else {
                self.left_out += 1;
            }
        }
        Ok(())
    }

    fn pgn(&mut self, path: &Path, wanted: Wanted<'_>) -> Result<(), SamplesError> {
        let text = read(path)?;
        let mut next = 1;
        for record in text.split_inclusive("\n\n[") {
            let line = next;
            next += record.matches('\n').count();
            let wrong = |what: String| SamplesError::Line { path: path.to_owned(), line, what };
            if !record.contains('{') {
                continue;
            }
            let first_is_red = !tag(record, "FEN").is_some_and(|fen| fen.contains(" b"));
            let winner = match tag(record, "Result") {
                Some("1-0") => Some(if first_is_red { Seat::First } else { Seat::Second }),
                Some("0-1") => Some(if first_is_red { Seat::Second } else { Seat::First }),
                Some("1/2-1/2") => None,
                _ => {
                    self.left_out += 1;
                    continue;
                }
            };
            let [red, black] = ["Red", "Black"].map(|name| tag(record, name).unwrap_or_default());
            let names = if first_is_red { [red, black] } else { [black, red] };
            self.add(&Game { record, winner, names }, wanted).map_err(wrong)?;
        }
        Ok(())
    }

    fn add(&mut self, game: &Game<'_>, wanted: Wanted<'_>) -> Result<(), String> {
        let scores = scores(game.record);
        let boards = boards(game.record)?;
        if scores.len() != boards.len() {
            return Err(format!("{} scores for {} plies", scores.len(), boards.len()));
        }
        self.games += 1;
        for (ply, (score, (fullness, model))) in scores.into_iter().zip(boards).enumerate() {
            let seat = if ply % 2 == 0 { Seat::First } else { Seat::Second };
            let counts = wanted.player.is_none_or(|name| name == game.names[seat.index()]);
            let Some(score) = score.filter(|_| counts) else { continue };
            let unit = wanted.unit.unwrap_or(model.pawn) / 100.0;
            let score = (f64::from(score) * unit).round() as i32;
            let result = match game.winner {
                None => GameResult::Draw,
                Some(winner) if winner == seat => GameResult::Win,
                Some(_) => GameResult::Loss,
            };
            self.said.push(Said { fullness, score, result });
        }
        Ok(())
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

/// `[Name "value"]` of a PGN text.
fn tag<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let line = record.lines().find_map(|line| {
        // The reader splits games behind the first bracket of their tags.
        line.strip_prefix('[').unwrap_or(line).strip_prefix(name)?.strip_prefix(" \"")
    })?;
    line.strip_suffix("\"]")
}

/// One entry for each ply of a record: its score, unless none was said or it is a
/// forced end.
fn scores(record: &str) -> Vec<Option<i32>> {
    match record.lines().find_map(|line| line.strip_prefix(SCORES)) {
        Some(words) => words.split_whitespace().map(score).collect(),
        None => record.split('{').skip(1).map(|rest| score(word_of_comment(rest))).collect(),
    }
}

/// How full the board was before each ply, and the model in force there.
fn boards(record: &str) -> Result<Vec<(f64, WinModel)>, String> {
    if record.lines().any(|line| line.starts_with(SCORES)) {
        return contest_boards(record);
    }
    let start = tag(record, "FEN").unwrap_or(xiangqi::START_FEN);
    let mut position: xiangqi::Position =
        start.parse().map_err(|error: xiangqi::FenError| format!("the start position: {error}"))?;
    let mut boards = Vec::new();
    let parts: Vec<&str> = record.split('{').collect();
    for before in &parts[..parts.len() - 1] {
        let text = before.split_whitespace().next_back().unwrap_or_default();
        let ply = text.replace('-', "").to_lowercase();
        let ply = position.parse_ply(&ply).map_err(|error| format!("'{text}': {error}"))?;
        boards.push((xiangqi_engine::fullness(&position), xiangqi_engine::win_model(&position)));
        position.make_ply(ply, &mut NullObserver);
    }
    Ok(boards)
}

fn contest_boards(record: &str) -> Result<Vec<(f64, WinModel)>, String> {
    let record: ContestRecord =
        record.parse().map_err(|error: banqi::notation::record::RecordError| error.to_string())?;
    let mut position = banqi::Position::try_from(&record.start).map_err(|e| e.to_string())?;
    let mut boards = Vec::new();
    for played in record.plies {
        boards.push((banqi_engine::fullness(&position), banqi_engine::win_model(&position)));
        position.check(played.ply).map_err(|error| error.to_string())?;
        position.make(played.ply, played.reveal, &mut NullObserver);
    }
    Ok(boards)
}

fn word_of_comment(rest: &str) -> &str {
    rest.split(|c: char| c == '}' || c == '/' || c.is_whitespace()).next().unwrap_or_default()
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
        let pgn =
            "1. H2-E2 {+0.25/12 0.098s 123n} H9-G7 {-M3/9 0.1s}\n2. A0-A1 {0.1s} A9-A8 {-12.00}\n";
        assert_eq!(scores(pgn), [Some(25), None, None, Some(-1200)]);
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
