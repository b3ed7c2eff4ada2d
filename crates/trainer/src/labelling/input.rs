//! Positions of data files and of texts of games.

use std::path::{Path, PathBuf};

use game::{Game, Position as _};
use records::GameResult as Ended;

use super::plan::LabelError;
use crate::data::{DataFile, GameResult, Label, Record};
use crate::training::data_files;
use crate::variety::{GameOf, Variety};

/// Positions of a path, one after another, always in the same order. Of their labels the
/// result and the ply count.
pub struct Positions<V: Variety> {
    source: Source<V>,
}

enum Source<V: Variety> {
    Files(FileReader<V::Record>),
    Memory(std::vec::IntoIter<V::Record>),
}

/// Reads files block by block.
struct FileReader<R: Record> {
    files: std::vec::IntoIter<PathBuf>,
    open: Option<(DataFile<R>, usize)>,
    block: std::vec::IntoIter<R>,
}

impl<V: Variety> Positions<V> {
    /// Opens a file of labelled positions, a folder of them, or a text of games or
    /// positions: any format that `records` reads.
    ///
    /// # Errors
    /// If it cannot be read, is of the other game, or holds nothing.
    pub fn open(path: &Path) -> Result<Positions<V>, LabelError> {
        if path.is_dir() || path.extension().is_some_and(|ending| ending == "chd") {
            let files = data_files(path)?;
            for file in &files {
                DataFile::<V::Record>::open(file)?;
            }
            let reader =
                FileReader { files: files.into_iter(), open: None, block: Vec::new().into_iter() };
            return Ok(Positions { source: Source::Files(reader) });
        }
        let bytes = std::fs::read(path).map_err(|error| LabelError::file(path, error))?;
        let games = records::read(&bytes, V::GAME).games;
        Positions::of_games(&games)
            .map_err(|reason| LabelError::Text { path: path.to_owned(), reason })
    }

    /// The positions of games, without those where a game is over.
    ///
    /// # Errors
    /// Says what is wrong if there is no position at all.
    pub fn of_games(games: &[records::Game]) -> Result<Positions<V>, String> {
        let found: Vec<_> = games.iter().flat_map(|game| positions_of::<V>(game)).collect();
        if found.is_empty() {
            let problem = games.iter().find_map(|game| game.problems.first());
            let reason =
                problem.map_or_else(|| "expected games or positions".into(), |p| p.to_string());
            return Err(format!("no position of {}: {reason}", V::GAME));
        }
        Ok(Positions { source: Source::Memory(found.into_iter()) })
    }
}

impl<V: Variety> Iterator for Positions<V> {
    type Item = V::Record;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.source {
            Source::Memory(positions) => positions.next(),
            Source::Files(reader) => loop {
                let record = reader.next_record()?;
                if goes_on::<V>(&record) {
                    break Some(record);
                }
            },
        }
    }
}

/// Whether there is something to search.
fn goes_on<V: Variety>(record: &V::Record) -> bool {
    record.position().is_ok_and(|position| !position.legal_plies().is_empty())
}

impl<R: Record> FileReader<R> {
    /// The next record; damaged blocks are left out.
    fn next_record(&mut self) -> Option<R> {
        loop {
            if let Some(record) = self.block.next() {
                return Some(record);
            }
            match &mut self.open {
                Some((file, next)) if *next < file.blocks().len() => {
                    let place = file.blocks()[*next];
                    *next += 1;
                    let mut records = Vec::new();
                    if file.read(place, &mut records).is_ok() {
                        self.block = records.into_iter();
                    }
                }
                _ => self.open = Some((DataFile::open(&self.files.next()?).ok()?, 0)),
            }
        }
    }
}

/// The positions of a game's main line.
fn positions_of<V: Variety>(record: &records::Game) -> Vec<V::Record> {
    let mut found = Vec::new();
    if record.start_problem().is_some() {
        return found;
    }
    let Some((start, clock)) = V::start(&record.start) else { return found };
    let mut game: GameOf<V> = Game::from_position(V::Rules::default(), start, clock);
    let mut plies = record.tree.main_plies();
    let mut first_moves = !record.start.second_begins();
    while game.verdict().is_none() && !game.position().legal_plies().is_empty() {
        let ply = game.plies().len().min(255) as u8;
        let result = result_for(record.result, first_moves);
        let label = Label { ply, result, ..Label::default() };
        found.push(V::record(&game, label));
        let Some((ply, reveal)) = plies.next().and_then(V::played) else { break };
        if game.play_on(ply, reveal).is_err() {
            break;
        }
        first_moves = !first_moves;
    }
    found
}

/// How a game ended for the side to move.
fn result_for(result: Ended, first_moves: bool) -> GameResult {
    match (result, first_moves) {
        (Ended::First, true) | (Ended::Second, false) => GameResult::Win,
        (Ended::First, false) | (Ended::Second, true) => GameResult::Loss,
        (Ended::Draw, _) => GameResult::Draw,
        (Ended::Unknown, _) => GameResult::Unknown,
    }
}
