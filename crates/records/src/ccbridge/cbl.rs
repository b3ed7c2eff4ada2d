//! CBL: a library of games.

use super::cbr::{self, MAGIC};
use crate::bytes::Bytes;
use crate::format::{Hint, Record};
use crate::model::{Problem, ProblemCode};
use crate::place::Place;

const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";
/// The list of records begins here, and so long is an entry.
const INDEX: usize = 66624;
const ENTRY: usize = 276;
/// Records begin at multiples of this after the list.
const SLOT: usize = 4096;

/// Whether a file begins as CBL.
pub fn detects(bytes: &[u8], _: &Hint<'_>) -> bool {
    bytes.starts_with(LIBRARY)
}

/// Reads every game of a library. What its list says is not believed: a record is
/// where one begins.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let file = Bytes(bytes);
    let mut problems = Vec::new();
    let first = first_record(file);
    if first.is_none() {
        let place = Place::Byte(bytes.len().min(INDEX));
        let message = "a library without a game, or cut off before its first one";
        problems.push(Problem::new(ProblemCode::Truncated, place, message));
    }
    let starts = starts(file, first.unwrap_or(bytes.len()));
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let games = starts
        .iter()
        .zip(ends)
        .map(|(&from, to)| cbr::game(Bytes(&bytes[from..to]), from))
        .collect();
    Record { format: "cbl", encoding: "UTF-16LE", games, problems }
}

/// After the list if that has the length it says, or else wherever one is found.
fn first_record(file: Bytes<'_>) -> Option<usize> {
    let slots = usize::try_from(file.u32(60)).unwrap_or(usize::MAX);
    let told = slots.checked_mul(ENTRY).and_then(|length| length.checked_add(INDEX));
    let is_record = |at: &usize| file.slice(*at, MAGIC.len()) == Some(MAGIC);
    told.filter(is_record).or_else(|| {
        let rest = file.0.windows(MAGIC.len()).skip(LIBRARY.len());
        rest.into_iter().position(|window| window == MAGIC).map(|at| at + LIBRARY.len())
    })
}

fn starts(file: Bytes<'_>, first: usize) -> Vec<usize> {
    let slots = (first..file.0.len()).step_by(SLOT);
    slots.filter(|&at| file.slice(at, MAGIC.len()) == Some(MAGIC)).collect()
}
