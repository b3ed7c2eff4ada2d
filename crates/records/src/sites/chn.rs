//! CHN (聯眾): 188 bytes that say nothing, then 32 for each ply; at 4, 6, 8 and 10
//! of them file and rank of both points, ranks from black's side.

use super::{Step, new_game, play, record, right_way};
use crate::bytes::Bytes;
use crate::format::{Hint, Record};
use crate::model::{Problem, ProblemCode};
use crate::place::Place;

const HEAD: usize = 188;
const PLY: usize = 32;

/// Nothing in a file tells what it is.
pub fn detects(_: &[u8], hint: &Hint<'_>) -> bool {
    hint.name.to_ascii_lowercase().ends_with(".chn")
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let file = Bytes(bytes);
    let mut game = new_game();
    let plies = bytes.len().saturating_sub(HEAD) / PLY;
    let steps = (0..plies).map(|index| {
        let at = HEAD + index * PLY;
        let number = |offset: usize| usize::from(file.u16(at + offset));
        let rank = |offset: usize| 9usize.wrapping_sub(number(offset));
        let (from, to) = ([number(4), rank(6)], [number(8), rank(10)]);
        Step { from, to, place: Place::Byte(at) }
    });
    play(&mut game, right_way(steps.collect()));
    if bytes.len() < HEAD || !(bytes.len() - HEAD).is_multiple_of(PLY) {
        let message = "the file ends in the middle of a ply";
        game.report(Problem::new(ProblemCode::Truncated, Place::Byte(bytes.len()), message));
    }
    record("chn", "", game)
}
