//! Results on disk: one line of JSON each, in the order they came.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::JobsError;

/// Keeps results by their number. A line that a kill left unfinished is cut off when
/// the file is opened again; the file stays locked while it is open.
pub struct Archive {
    file: Option<Lines>,
}

struct Lines {
    path: PathBuf,
    file: File,
    end: u64,
    places: HashMap<u64, (u64, usize)>,
}

#[derive(Serialize)]
struct LineOut<'a, T> {
    index: u64,
    output: &'a T,
}

#[derive(Deserialize)]
struct LineIn<T> {
    output: T,
}

#[derive(Deserialize)]
struct Number {
    index: u64,
}

impl Archive {
    /// Keeps nothing.
    pub fn none() -> Archive {
        Archive { file: None }
    }

    /// Opens or begins an archive.
    ///
    /// # Errors
    /// If it cannot be written, another process has it, or a whole line in it is not
    /// a result.
    pub fn open(path: &Path) -> Result<Archive, JobsError> {
        let failed = |error| JobsError::File { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = options.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(JobsError::InUse { path: path.to_owned() });
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut lines = Lines { path: path.to_owned(), file, end: 0, places: HashMap::new() };
        lines.find()?;
        lines.file.set_len(lines.end).map_err(failed)?;
        Ok(Archive { file: Some(lines) })
    }

    /// How many results it has.
    pub fn len(&self) -> usize {
        self.file.as_ref().map_or(0, |lines| lines.places.len())
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it has the result of a job.
    pub fn has(&self, index: u64) -> bool {
        self.file.as_ref().is_some_and(|lines| lines.places.contains_key(&index))
    }

    /// The result of a job, if it is there.
    ///
    /// # Errors
    /// If the file cannot be read, or the result is of another kind.
    pub fn get<T: DeserializeOwned>(&mut self, index: u64) -> Result<Option<T>, JobsError> {
        let Some(lines) = &mut self.file else { return Ok(None) };
        let Some(&(offset, length)) = lines.places.get(&index) else { return Ok(None) };
        let mut text = vec![0; length];
        let mut read = |file: &mut File| {
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(&mut text)
        };
        read(&mut lines.file).map_err(|error| lines.failed(error))?;
        let line: LineIn<T> = serde_json::from_slice(&text)
            .map_err(|error| JobsError::Text { index, error: error.to_string() })?;
        Ok(Some(line.output))
    }

    /// Keeps a result; one that is there already stays.
    ///
    /// # Errors
    /// If it cannot be written: the disk may be full. The archive is then as before.
    pub fn keep<T: Serialize>(&mut self, index: u64, output: &T) -> Result<(), JobsError> {
        let Some(lines) = &mut self.file else { return Ok(()) };
        if lines.places.contains_key(&index) {
            return Ok(());
        }
        let mut text = serde_json::to_vec(&LineOut { index, output })
            .map_err(|error| JobsError::Text { index, error: error.to_string() })?;
        text.push(b'\n');
        if let Err(error) = lines.file.write_all(&text) {
            // Half a line must not stay before whole ones.
            let _ = lines.file.set_len(lines.end);
            return Err(lines.failed(error));
        }
        lines.places.insert(index, (lines.end, text.len()));
        lines.end += text.len() as u64;
        Ok(())
    }
}

impl Lines {
    fn failed(&self, error: std::io::Error) -> JobsError {
        JobsError::File { path: self.path.clone(), error }
    }

    /// Finds the whole lines.
    fn find(&mut self) -> Result<(), JobsError> {
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader
                .read_until(b'\n', &mut line)
                .map_err(|error| JobsError::File { path: self.path.clone(), error })?;
            if length == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let known: Number = serde_json::from_slice(&line).map_err(|error| JobsError::Line {
                path: self.path.clone(),
                line: number,
                error: error.to_string(),
            })?;
            self.places.entry(known.index).or_insert((self.end, length));
            self.end += length as u64;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_the_first_result_counts() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("results.jsonl");
        let mut archive = Archive::open(&path).unwrap();
        archive.keep(7, &"seven").unwrap();
        archive.keep(2, &"two").unwrap();
        archive.keep(7, &"another seven").unwrap();
        drop(archive);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], b"{\"index\":3,\"out"].concat()).unwrap();
        let mut archive = Archive::open(&path).unwrap();
        assert_eq!(archive.len(), 2);
        assert_eq!(archive.get::<String>(7).unwrap().as_deref(), Some("seven"));
        archive.keep(3, &"three").unwrap();
        assert_eq!(archive.get::<String>(3).unwrap().as_deref(), Some("three"));
        assert_eq!(archive.get::<String>(4).unwrap(), None);
    }

    #[test]
    fn two_coordinators_cannot_have_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("results.jsonl");
        let _first = Archive::open(&path).unwrap();
        assert!(matches!(Archive::open(&path), Err(JobsError::InUse { .. })));
    }

    #[test]
    fn garbage_is_named_by_its_line() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("results.jsonl");
        std::fs::write(&path, "{\"index\":1,\"output\":2}\nnonsense\n").unwrap();
        let error = Archive::open(&path).err().unwrap().to_string();
        assert!(error.contains("line 2"), "{error}");
    }
}
