//! The run directory: written so that a kill at any moment loses no finished
//! game and counts none twice.
//!
//! A game is finished when its line in `results.jsonl` is complete. Its record is
//! written before that line, and the line says where the record ends, so what a
//! crash left behind can be cut off.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::config::RunConfig;
use super::directory_error::DirectoryError;
use super::fingerprint;
use super::summary::{Summary, standing};
use crate::ending::EndCause;
use crate::player::{FaultKind, GameKind, Seat};
use crate::referee::SeatTimes;
use crate::schedule::Schedule;
use crate::stats::GameResult;

/// One finished game in `results.jsonl`. First and second are as the plan has them,
/// and so are winner, times and leads; in runs with [`SeatRule::FirstSeat`]
/// they are the seats.
///
/// [`SeatRule::FirstSeat`]: super::SeatRule::FirstSeat
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Number of the game, from 0.
    pub game: u32,
    /// Number of its pair, from 0.
    pub pair: u32,
    /// Name of the engine the plan puts first.
    pub first: String,
    /// Name of the other one.
    pub second: String,
    /// Who won; absent = a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// What kind of end it was.
    pub cause: EndCause,
    /// The end in words.
    pub reason: String,
    /// How many plies were played.
    pub plies: u32,
    /// Times of both.
    pub times: [SeatTimes; 2],
    /// Milliseconds from the first question to the end of the game.
    #[serde(default)]
    pub wall_ms: f64,
    /// The largest material lead of each.
    pub best_lead: [i32; 2],
    /// The first one's material lead at the end.
    pub final_lead: i32,
    /// Where this game's record ends in the records file.
    pub record_end: u64,
}

impl GameLine {
    /// Whether the loser lost by its clock: an answer too late, or none at all.
    pub fn is_decided_on_time(&self) -> bool {
        let late = matches!(self.cause, EndCause::Fault(FaultKind::Time | FaultKind::Hang));
        late && self.winner.is_some()
    }

    /// The result from a seat's view.
    pub fn result(&self, seat: Seat) -> GameResult {
        match self.winner {
            None => GameResult::Draw,
            Some(winner) if winner == seat => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }
}

/// An open run directory.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    config: RunConfig,
    openings: Vec<String>,
    lines: Vec<GameLine>,
    results: File,
    records: File,
    synced: Option<Instant>,
    /// Held while the run is open, so that two processes never write into it.
    _lock: File,
}

impl RunDirectory {
    /// Begins a run: makes the directory and writes the configuration.
    ///
    /// # Errors
    /// If there is a run already, or the system refuses.
    pub fn create(
        path: &Path,
        mut config: RunConfig,
        openings: Vec<String>,
    ) -> Result<RunDirectory, DirectoryError> {
        let shown = path.display().to_string();
        config.check().map_err(|error| DirectoryError::from((shown.as_str(), error)))?;
        if path.join("run.toml").exists() {
            return Err(DirectoryError::Exists { path: shown });
        }
        std::fs::create_dir_all(path).map_err(system("make", path))?;
        let mut list = openings.join("\n");
        list.push('\n');
        config.openings_sha256 = Some(fingerprint::of_text(&list));
        let text = toml::to_string(&config)
            .map_err(|error| DirectoryError::Config { path: shown, what: error.to_string() })?;
        write_whole(&path.join("openings.epd"), &list)?;
        write_whole(&path.join("run.toml"), &text)?;
        RunDirectory::open(path)
    }

    /// Opens a run to go on with it, or to look at it: reads what is finished and
    /// cuts off what a crash left behind.
    ///
    /// # Errors
    /// If there is no run, it is in use, its openings have changed, or its files
    /// are damaged beyond a cut end.
    pub fn open(path: &Path) -> Result<RunDirectory, DirectoryError> {
        let shown = path.display().to_string();
        let toml_path = path.join("run.toml");
        if !toml_path.exists() {
            return Err(DirectoryError::NoRun(shown));
        }
        let text = std::fs::read_to_string(&toml_path).map_err(system("read", &toml_path))?;
        let config: RunConfig = toml::from_str(&text).map_err(|error| DirectoryError::Config {
            path: shown.clone(),
            what: error.to_string(),
        })?;
        config.check().map_err(|error| DirectoryError::from((shown.as_str(), error)))?;
        let lock = lock(path)?;
        let openings_path = path.join("openings.epd");
        let list =
            std::fs::read_to_string(&openings_path).map_err(system("read", &openings_path))?;
        if config.openings_sha256.as_ref().is_some_and(|was| *was != fingerprint::of_text(&list)) {
            return Err(DirectoryError::Openings(shown));
        }
        let openings = list.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let mut results = open_append(&path.join("results.jsonl"))?;
        let lines = read_results(path, &config, &mut results)?;
        let records_path = path.join(records_name(config.game));
        let records = open_append(&records_path)?;
        cut_records(&records, &records_path, &lines)?;
        Ok(RunDirectory {
            path: path.to_owned(),
            config,
            openings,
            lines,
            results,
            records,
            synced: None,
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is to be played.
    pub fn config(&self) -> &RunConfig {
        &self.config
    }

    /// Start positions, used one a round.
    pub fn openings(&self) -> &[String] {
        &self.openings
    }

    /// The finished games, in the order they ended.
    pub fn lines(&self) -> &[GameLine] {
        &self.lines
    }

    /// Saves a finished game. What is written survives the end of this process;
    /// against a power failure it is forced to the disk about once a second, and
    /// by [`RunDirectory::sync`].
    ///
    /// # Errors
    /// If the system refuses (a full disk, say): the game then does not count.
    pub fn append(&mut self, mut line: GameLine, record: &str) -> Result<(), DirectoryError> {
        let records_path = self.path.join(records_name(self.config.game));
        let results_path = self.path.join("results.jsonl");
        let end = self.records.seek(SeekFrom::End(0)).map_err(system("seek in", &records_path))?;
        if let Err(error) = self.records.write_all(record.as_bytes()) {
            // Best effort: the next opening cuts it off anyway.
            let _ = self.records.set_len(end);
            return Err(system("write", &records_path)(error));
        }
        line.record_end = end + record.len() as u64;
        let mut text = serde_json::to_string(&line).expect("a result is plain data");
        text.push('\n');
        let before =
            self.results.seek(SeekFrom::End(0)).map_err(system("seek in", &results_path))?;
        if let Err(error) = self.results.write_all(text.as_bytes()) {
            let _ = self.results.set_len(before);
            return Err(system("write", &results_path)(error));
        }
        self.lines.push(line);
        if self.synced.is_none_or(|at| at.elapsed() > Duration::from_secs(1)) {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces everything saved so far to the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&mut self) -> Result<(), DirectoryError> {
        let records_path = self.path.join(records_name(self.config.game));
        self.records.sync_data().map_err(system("write", &records_path))?;
        self.results.sync_data().map_err(system("write", &self.path.join("results.jsonl")))?;
        self.synced = Some(Instant::now());
        Ok(())
    }

    /// Writes the standing into `summary.json`, for who looks at the run later.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write_summary(&self, summary: &Summary) -> Result<(), DirectoryError> {
        let mut text = serde_json::to_string_pretty(summary).expect("a standing is plain data");
        text.push('\n');
        write_whole(&self.path.join("summary.json"), &text)
    }

    /// The standing of the finished games.
    pub fn standing(&self) -> Summary {
        standing(&self.config, &self.lines)
    }

    /// The command that goes on with this run.
    pub fn resume_command(&self) -> String {
        let path = self.path.display().to_string();
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        if path.chars().all(plain) {
            format!("chuhe match --resume {path}")
        } else {
            format!("chuhe match --resume '{}'", path.replace('\'', "'\\''"))
        }
    }
}

/// The record of a finished game: `lines` are those of its run, in the order the games
/// ended. `None` if the game is not among them.
///
/// # Errors
/// If the file cannot be read.
pub fn read_record(
    path: &Path,
    kind: GameKind,
    lines: &[GameLine],
    game: u32,
) -> Result<Option<String>, DirectoryError> {
    let Some(place) = lines.iter().position(|line| line.game == game) else { return Ok(None) };
    let begin = lines[..place].iter().map(|line| line.record_end).max().unwrap_or(0);
    let length = lines[place].record_end.saturating_sub(begin);
    let path = path.join(records_name(kind));
    let mut file = File::open(&path).map_err(system("open", &path))?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(begin))
        .and_then(|_| file.take(length).read_to_end(&mut bytes))
        .map_err(system("read", &path))?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The records file of a game.
pub const fn records_name(game: GameKind) -> &'static str {
    match game {
        GameKind::Xiangqi => "games.pgn",
        GameKind::Banqi => "games.txt",
    }
}

fn system<'a>(
    what: &'static str,
    path: &'a Path,
) -> impl FnOnce(std::io::Error) -> DirectoryError + 'a {
    move |error| DirectoryError::System { what, path: path.to_owned(), error }
}

fn open_append(path: &Path) -> Result<File, DirectoryError> {
    OpenOptions::new().create(true).read(true).append(true).open(path).map_err(system("open", path))
}

fn lock(path: &Path) -> Result<File, DirectoryError> {
    let name = path.join("run.lock");
    let file = open_append(&name)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(DirectoryError::Locked(path.display().to_string()))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(system("lock", &name)(error)),
    }
}

/// Writes a file as a whole: never half of it under its name.
fn write_whole(path: &Path, text: &str) -> Result<(), DirectoryError> {
    let temporary = path.with_extension("new");
    let mut file = File::create(&temporary).map_err(system("write", &temporary))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(system("write", &temporary))?;
    std::fs::rename(&temporary, path).map_err(system("rename", &temporary))
}

/// Cuts off a record whose game was not finished. A file that is too short is left
/// as it is: its records cannot be made up.
fn cut_records(records: &File, path: &Path, lines: &[GameLine]) -> Result<(), DirectoryError> {
    let expected = lines.iter().map(|line| line.record_end).max().unwrap_or(0);
    let found = records.metadata().map_err(system("look at", path))?.len();
    if found < expected {
        let kept = lines.iter().take_while(|line| line.record_end <= found).count();
        return Err(DirectoryError::Records { path: path.to_owned(), found, expected, kept });
    }
    records.set_len(expected).map_err(system("cut", path))
}

/// What is wrong with a game that the plan does not hold, or holds otherwise.
fn against_plan(config: &RunConfig, schedule: &Schedule, line: &GameLine) -> Option<String> {
    let Some(planned) = schedule.game(line.game) else {
        let games = schedule.games();
        return Some(format!("game {} is not in the plan of {games} games", line.game));
    };
    let names = [config.name(planned.first), config.name(planned.second)];
    let as_planned = planned.pair == line.pair && names == [&line.first, &line.second];
    (!as_planned).then(|| {
        let [first, second] = names;
        format!("game {} is {first} vs {second} of pair {} in the plan", line.game, planned.pair)
    })
}

/// Reads the finished games; a last line without its end is cut off, a game that
/// stands twice counts once.
fn read_results(
    path: &Path,
    config: &RunConfig,
    file: &mut File,
) -> Result<Vec<GameLine>, DirectoryError> {
    let name = path.join("results.jsonl");
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(system("read", &name))?;
    let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if complete < bytes.len() {
        file.set_len(complete as u64).map_err(system("cut", &name))?;
    }
    let wrong = |line: usize, what: String| DirectoryError::Results {
        path: path.display().to_string(),
        line,
        what,
    };
    let schedule = config.schedule();
    let mut lines: Vec<GameLine> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (number, line) in (1..).zip(bytes[..complete].split(|&byte| byte == b'\n')) {
        if line.is_empty() {
            continue;
        }
        let game: GameLine =
            serde_json::from_slice(line).map_err(|error| wrong(number, error.to_string()))?;
        if let Some(what) = against_plan(config, &schedule, &game) {
            return Err(wrong(number, what));
        }
        if seen.insert(game.game) {
            lines.push(game);
        }
    }
    Ok(lines)
}
