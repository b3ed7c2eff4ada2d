//! What a folder of self-play remembers besides its positions.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::run::SelfplayError;

/// How many game numbers are taken at a time. They are taken before they are played,
/// so that no game is ever played twice, whenever a run is killed.
const RESERVED: u64 = 64;

/// The counter of games of a folder.
pub struct Counter {
    path: PathBuf,
    next: u64,
    reserved: u64,
}

impl Counter {
    /// Reads a folder's counter; a folder without one begins at 0.
    pub fn open(folder: &Path) -> Result<Counter, SelfplayError> {
        let path = folder.join("next-game");
        let next = match fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| SelfplayError::Counter {
                path: path.clone(),
                found: text.chars().take(40).collect(),
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => 0,
            Err(error) => return Err(SelfplayError::file(&path, error)),
        };
        Ok(Counter { path, next, reserved: next })
    }

    /// The number of the next game; it is not taken.
    pub fn peek(&self) -> u64 {
        self.next
    }

    /// The number of the next game.
    pub fn take(&mut self) -> Result<u64, SelfplayError> {
        if self.next >= self.reserved {
            self.reserved = self.next + RESERVED;
            self.save().map_err(|error| SelfplayError::file(&self.path, error))?;
        }
        self.next += 1;
        Ok(self.next - 1)
    }

    /// Takes back the last number: its game was not played to its end.
    pub fn give_back(&mut self, number: u64) {
        if number + 1 == self.next {
            self.next = number;
        }
    }

    /// Gives up the numbers that were taken and not used: a run on one thread that
    /// ended in good order goes on as if it had not.
    pub fn close(&mut self) -> Result<(), SelfplayError> {
        self.reserved = self.next;
        self.save().map_err(|error| SelfplayError::file(&self.path, error))
    }

    fn save(&self) -> std::io::Result<()> {
        let new = self.path.with_extension("new");
        let mut file = fs::File::create(&new)?;
        writeln!(file, "{}", self.reserved)?;
        file.sync_data()?;
        fs::rename(&new, &self.path)
    }
}
