//! CCM (中游): seven bytes for each ply, the last four of them both files and both
//! ranks, ranks from black's side.

use super::{Step, new_game, play, record, right_way};
use crate::bytes::Bytes;
use crate::format::{Hint, Record};
use crate::model::{Problem, ProblemCode};
use crate::place::Place;

const PLY: usize = 7;

/// Nothing in a file tells what it is.
pub fn detects(_: &[u8], hint: &Hint<'_>) -> bool {
    hint.name.to_ascii_lowercase().ends_with(".ccm")
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let file = Bytes(bytes);
    let mut game = new_game();
    let steps = (0..bytes.len() / PLY).map(|index| {
        let at = index * PLY;
        let number = |offset: usize| usize::from(file.u8(at + offset));
        let rank = |offset: usize| 9usize.wrapping_sub(number(offset));
        let (from, to) = ([number(3), rank(5)], [number(4), rank(6)]);
        Step { from, to, place: Place::Byte(at) }
    });
    play(&mut game, right_way(steps.collect()));
    if !bytes.len().is_multiple_of(PLY) {
        let message = "the file ends in the middle of a ply";
        game.report(Problem::new(ProblemCode::Truncated, Place::Byte(bytes.len()), message));
    }
    record("ccm", "", game)
}
