//! Room kept back for the moment the disk is full: deleting writes before it
//! frees anything.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::hold::beside;

/// Enough for the pages that deleting a long game with its tree touches.
const BYTES: usize = 1 << 20;

/// A file whose only purpose is its size.
pub(crate) struct Reserve {
    path: Option<PathBuf>,
}

impl Reserve {
    /// The reserve of a library in a file.
    pub fn of(library: &Path) -> Reserve {
        let reserve = Reserve { path: Some(beside(library, "reserve")) };
        reserve.fill();
        reserve
    }

    /// Nothing is kept in memory.
    pub fn none() -> Reserve {
        Reserve { path: None }
    }

    /// Takes up the room again if there is twice as much, so that something is
    /// left for others. A disk that is full already is no reason to stop.
    pub fn fill(&self) {
        let Some(path) = &self.path else { return };
        if std::fs::metadata(path).is_ok_and(|file| file.len() == BYTES as u64) {
            return;
        }
        // Zeros would take no room on some disks.
        let bytes: Vec<u8> = (0..2 * BYTES as u64).map(noise).collect();
        let written = std::fs::File::create(path).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.set_len(BYTES as u64)
        });
        if written.is_err() {
            self.release();
        }
    }

    /// Gives the room back, and says whether there was some.
    pub fn release(&self) -> bool {
        self.path.as_ref().is_some_and(|path| std::fs::remove_file(path).is_ok())
    }
}

fn noise(index: u64) -> u8 {
    (index.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) >> 40) as u8
}
