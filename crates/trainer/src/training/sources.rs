//! The files of a plan, and what of them a run began with.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::data::{DataError, Source};

/// How the names of data files end.
const ENDING: &str = "chd";

/// A file, or a folder of files, with its weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    /// Which.
    pub path: PathBuf,
    /// The chance of each position to be read in a round, above 0 and at most 1.
    pub weight: f64,
}

impl FromStr for Data {
    type Err = String;

    /// Reads `PATH` or `PATH=WEIGHT`.
    ///
    /// ```
    /// use trainer::training::Data;
    /// let old: Data = "generation-1=0.5".parse().unwrap();
    /// assert_eq!((old.path.to_str(), old.weight), (Some("generation-1"), 0.5));
    /// assert!("generation-1=2".parse::<Data>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Data, String> {
        let whole = Data { path: text.into(), weight: 1.0 };
        let Some((path, weight)) = text.rsplit_once('=').filter(|_| !whole.path.exists()) else {
            return Ok(whole);
        };
        match weight.parse() {
            Ok(weight) if 0.0 < weight && weight <= 1.0 => Ok(Data { path: path.into(), weight }),
            _ => Err(format!("weight '{weight}': expected a number above 0 and at most 1")),
        }
    }
}

/// The data files of a path: itself, or every one below it in order of their names.
///
/// # Errors
/// If it cannot be read, or there is none.
pub fn data_files(path: &Path) -> Result<Vec<PathBuf>, DataError> {
    let mut files = Vec::new();
    collect(path, &mut files)?;
    match files.is_empty() {
        true => Err(DataError::Empty(format!("{} has no file *.{ENDING}", path.display()))),
        false => Ok(files),
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), DataError> {
    let failed = |error| DataError::file(path, error);
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut inside = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()
        .map_err(failed)?;
    inside.sort();
    let wanted = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == ENDING);
    inside.iter().filter(|path| wanted(path)).try_for_each(|path| collect(path, files))
}

/// The files as they are now, each up to its present end.
pub(super) fn present(data: &[Data]) -> Result<Vec<Source>, DataError> {
    let mut sources = Vec::new();
    for Data { path, weight } in data {
        for path in data_files(path)? {
            let length = std::fs::metadata(&path).map_err(|error| DataError::file(&path, error))?;
            sources.push(Source { path, share: *weight, until: Some(length.len()) });
        }
    }
    Ok(sources)
}

/// The sources as a text: length, weight and path, a line each.
pub(super) fn to_note(sources: &[Source]) -> String {
    let mut note = String::new();
    for Source { path, share, until } in sources {
        let _ = writeln!(note, "{} {share} {}", until.unwrap_or(u64::MAX), path.display());
    }
    note
}

/// The sources a run began with. Files may have grown and new ones may have come: the
/// run goes on with what it knows.
///
/// # Errors
/// Says what is missing or different.
pub(super) fn from_note(note: &str, now: &[Source]) -> Result<Vec<Source>, String> {
    note.lines().map(|line| known(line, now)).collect()
}

fn known(line: &str, now: &[Source]) -> Result<Source, String> {
    let mut fields = line.splitn(3, ' ');
    let mut field = || fields.next().unwrap_or_default();
    let (length, share, name) = (field().parse().unwrap_or(0), field(), field());
    let same = |source: &&Source| source.path.display().to_string() == name;
    let Some(source) = now.iter().find(same) else {
        return Err(format!("it reads {name}, which is not among --data"));
    };
    if source.share.to_string() != share {
        return Err(format!("it reads {name} with weight {share}, not {}", source.share));
    }
    match source.until {
        Some(found) if found < length => {
            Err(format!("it reads {length} bytes of {name}, which has {found}"))
        }
        _ => Ok(Source { until: Some(length), ..source.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, share: f64, length: u64) -> Source {
        Source { path: path.into(), share, until: Some(length) }
    }

    #[test]
    fn a_run_goes_on_with_what_it_began_with() {
        let began = [source("a b.chd", 0.5, 100), source("c.chd", 1.0, 7)];
        let note = to_note(&began);
        let grown = [source("a b.chd", 0.5, 150), source("b.chd", 1.0, 9), source("c.chd", 1.0, 7)];
        assert_eq!(from_note(&note, &grown).unwrap(), began);
        let error = |now: &[Source]| from_note(&note, now).unwrap_err();
        assert!(error(&grown[1..]).contains("a b.chd, which is not among"));
        assert!(error(&[source("a b.chd", 0.5, 99)]).contains("100 bytes of a b.chd"));
        assert!(error(&[source("a b.chd", 1.0, 100)]).contains("weight 0.5, not 1"));
    }
}
