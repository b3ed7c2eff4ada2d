//! What can be done with files besides training from them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use game::{GameKind, Rng};

use super::record::{GameResult, Record};
use super::{Damage, DataError, DataFile, Writer, XiangqiRecord};

/// What a file holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FileInfo {
    /// Readable records.
    pub records: u64,
    /// Readable blocks.
    pub blocks: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Records by the engine that labelled them.
    pub by_fingerprint: BTreeMap<u64, u64>,
    /// Lost, drawn, won and not known, for the side to move.
    pub results: [u64; 4],
    /// Records in check, with a capture as best ply, exact.
    pub marks: [u64; 3],
    /// The mean of the scores' sizes.
    pub mean_score: f64,
    /// What is damaged.
    pub damage: Vec<Damage>,
}

/// The game a file's positions are of.
///
/// # Errors
/// If it cannot be read, is of another version or has no whole block.
pub fn game_of(path: &Path) -> Result<GameKind, DataError> {
    match DataFile::<XiangqiRecord>::open(path) {
        Ok(file) if file.blocks().is_empty() => {
            Err(DataError::Empty(format!("no whole block in {}", path.display())))
        }
        Ok(_) => Ok(GameKind::Xiangqi),
        Err(DataError::Game { found, .. }) => Ok(found),
        Err(error) => Err(error),
    }
}

/// Lets `work` make a file beside and then puts it where it belongs, so that there is
/// never half of one.
///
/// # Errors
/// If there is a file already, or `work` fails.
pub fn new_file<T>(
    path: &Path,
    work: impl FnOnce(&Path) -> Result<T, DataError>,
) -> Result<T, DataError> {
    if path.exists() {
        let exists = std::io::Error::new(std::io::ErrorKind::AlreadyExists, "there already");
        return Err(DataError::file(path, exists));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    // What a run that was killed has left.
    let _ = std::fs::remove_file(&beside);
    let made = work(&beside).and_then(|made| {
        std::fs::rename(&beside, path).map_err(|error| DataError::file(path, error))?;
        Ok(made)
    });
    if made.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    made
}

/// Reads a whole file and says what it holds.
///
/// # Errors
/// If it cannot be opened as data of this game.
pub fn info<R: Record>(path: &Path) -> Result<FileInfo, DataError> {
    let mut info = FileInfo::default();
    let mut scores = 0.0;
    for_each_block::<R>(path, &mut info.damage, |fingerprint, records| {
        info.blocks += 1;
        info.records += records.len() as u64;
        *info.by_fingerprint.entry(fingerprint).or_default() += records.len() as u64;
        for label in records.iter().map(R::label) {
            info.results[label.result as usize] += 1;
            let marks = [label.in_check, label.noisy, label.exact];
            for (count, mark) in info.marks.iter_mut().zip(marks) {
                *count += u64::from(mark);
            }
            scores += f64::from(label.score).abs();
        }
        Ok(())
    })?;
    info.bytes = std::fs::metadata(path).map_err(|error| DataError::file(path, error))?.len();
    info.mean_score = scores / info.records.max(1) as f64;
    debug_assert_eq!(info.results.len(), GameResult::Unknown as usize + 1);
    Ok(info)
}

/// Reads a whole file and lists what is damaged.
///
/// # Errors
/// If it cannot be opened as data of this game.
pub fn check<R: Record>(path: &Path) -> Result<Vec<Damage>, DataError> {
    let mut damage = Vec::new();
    for_each_block::<R>(path, &mut damage, |_, _| Ok(()))?;
    Ok(damage)
}

/// Appends everything readable of some files to another; how many records.
///
/// # Errors
/// If a file cannot be read or written.
pub fn merge<R: Record>(
    from: &[PathBuf],
    to: &Path,
    damage: &mut Vec<Damage>,
) -> Result<u64, DataError> {
    let mut writer = Writer::<R>::append(to, 0)?;
    let mut count = 0;
    for path in from {
        for_each_block::<R>(path, damage, |fingerprint, records| {
            writer.set_fingerprint(fingerprint)?;
            count += records.len() as u64;
            records.iter().try_for_each(|record| writer.push(record))
        })?;
    }
    writer.finish()?;
    Ok(count)
}

/// Appends `count` records drawn evenly from some files to another, in their order;
/// how many there were to draw.
///
/// # Errors
/// If a file cannot be read or written.
pub fn sample<R: Record>(
    from: &[PathBuf],
    to: &Path,
    count: u64,
    seed: u64,
    damage: &mut Vec<Damage>,
) -> Result<u64, DataError> {
    // Damaged blocks only show when they are read, so that is done twice.
    let mut total = 0;
    for path in from {
        for_each_block::<R>(path, &mut Vec::new(), |_, records| {
            total += records.len() as u64;
            Ok(())
        })?;
    }
    let (mut wanted, mut left) = (count.min(total), total);
    let mut rng = Rng::new(seed);
    let mut writer = Writer::<R>::append(to, 0)?;
    for path in from {
        for_each_block::<R>(path, damage, |fingerprint, records| {
            writer.set_fingerprint(fingerprint)?;
            for record in records {
                // Knuth's algorithm S: each with the chance wanted / left.
                if wanted > 0 && (rng.below(left as usize) as u64) < wanted {
                    writer.push(record)?;
                    wanted -= 1;
                }
                left -= 1;
            }
            Ok(())
        })?;
    }
    writer.finish()?;
    Ok(total)
}

/// Shows every readable block of a file.
fn for_each_block<R: Record>(
    path: &Path,
    damage: &mut Vec<Damage>,
    mut show: impl FnMut(u64, &[R]) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut file = DataFile::<R>::open(path)?;
    damage.extend_from_slice(file.damage());
    let mut records = Vec::new();
    for place in file.blocks().to_vec() {
        records.clear();
        match file.read(place, &mut records) {
            Ok(()) => show(place.fingerprint, &records)?,
            Err(found) => damage.push(found),
        }
    }
    Ok(())
}
