//! Positions drawn from files.

use crate::data::{Damage, DataError, Dataset, Filter, Record, Source};
use crate::training::{Data, data_files};

/// Records kept in memory while some are drawn.
const ROOM: usize = 1 << 20;

/// Positions drawn from files, and what could not be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn<R> {
    /// The positions, all of them legal.
    pub records: Vec<R>,
    /// What could not be read.
    pub damage: Vec<Damage>,
}

/// Draws positions that pass a filter, each at most once: `count`, or all there are.
///
/// # Errors
/// If the files cannot be read, or no position passes.
pub fn draw<R: Record>(
    data: &[Data],
    count: usize,
    filter: &Filter,
    seed: u64,
) -> Result<Drawn<R>, DataError> {
    let mut sources = Vec::new();
    for Data { path, weight } in data {
        let whole = |path| Source { share: *weight, ..Source::whole(path) };
        sources.extend(data_files(path)?.into_iter().map(whole));
    }
    let data = Dataset::<R>::open(&sources)?;
    let mut damage: Vec<Damage> = data.damage().cloned().collect();
    let mut shuffled = data.shuffled(ROOM, filter.clone(), seed);
    let mut records = shuffled.draw_of_round(count);
    records.retain(|record| record.position().is_ok());
    damage.extend_from_slice(shuffled.damage());
    match records.is_empty() {
        true => Err(DataError::Empty("none of the data passes".to_owned())),
        false => Ok(Drawn { records, damage }),
    }
}
