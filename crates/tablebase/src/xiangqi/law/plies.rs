//! The legal plies of an entry, with what the law asks of them: where to, and check or not.

use game::Side;

use super::super::geometry::{Board, FREE, Point};
use super::super::layout::Decoded;
use super::super::space::{XiangqiSpace, hits, targets};
use crate::level::{ILLEGAL, Level};

/// Where a ply leads to.
#[derive(Clone, Copy)]
pub(super) enum Next {
    /// An entry of the class.
    Here(usize),
    /// Another class, with the level there.
    Away(Level),
}

/// Shows every legal ply of an entry until it is enough: where it leads to, and whether
/// it gives check.
pub(super) fn plies(
    space: &XiangqiSpace,
    index: usize,
    side: Side,
    show: &mut dyn FnMut(Next, bool) -> bool,
) {
    let layout = &**space.layout();
    let Some(at) = layout.decode(index) else { return };
    let mut enough = false;
    let mut ply = |from: Point, to: Point| {
        if enough {
            return;
        }
        let target = at.board[usize::from(to)];
        if target != FREE {
            if (target < 7) != (side == Side::Red) {
                let level = space.after_capture(&at, from, to);
                if level != ILLEGAL {
                    enough = show(Next::Away(level), gives_check(space, &at, side, from, to));
                }
            }
            return;
        }
        let board = after(&at, from, to);
        let king = space.king(&at, side);
        let king = if king == from { to } else { king };
        if space.is_attacked(&at, &board, king, side) {
            return;
        }
        let next = layout.encode(&space.pieces_after(&at, from, to, false));
        enough = show(Next::Here(next), gives_check(space, &at, side, from, to));
    };
    let guards = &layout.guards[side.index()];
    let number = at.guards[side.index()] as usize;
    for step in &guards.steps[number] {
        if at.board[usize::from(step.eye)] == FREE {
            ply(guards.places[number].points[usize::from(step.slot)], step.to);
        }
    }
    for (which, group) in layout.attackers.iter().enumerate() {
        if group.side != side {
            continue;
        }
        let places = &group.places[at.attackers[which] as usize];
        for &from in &places.points[..group.count] {
            targets(group.kind, side, &at.board, from, |to| ply(from, to));
        }
    }
}

fn after(at: &Decoded, from: Point, to: Point) -> Board {
    let mut board = at.board;
    board[usize::from(to)] = board[usize::from(from)];
    board[usize::from(from)] = FREE;
    board
}

/// Whether the other king is in check after a ply.
fn gives_check(space: &XiangqiSpace, at: &Decoded, side: Side, from: Point, to: Point) -> bool {
    let board = after(at, from, to);
    let king = space.king(at, !side);
    let moved = space.layout().attackers.iter().find(|group| {
        let code = xiangqi::Piece::new(group.side, group.kind).index();
        group.side == side && usize::from(at.board[usize::from(from)]) == code
    });
    // The lists of pieces still have the moved one on its old square, which is free now.
    moved.is_some_and(|group| hits(group, &board, to, king))
        || space.is_attacked(at, &board, king, !side)
}
