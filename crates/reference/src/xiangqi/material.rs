//! Draws for want of mating material.

use super::board::Board;
use crate::{Colour, Kind};

/// What the list of material says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Somebody may still win.
    Open,
    /// Nobody can win.
    Draw,
    /// Nobody can win, unless by a mate on the next move.
    DrawUnlessMateNow,
}

/// Whether the game is drawn because the pieces left cannot force anything. Asked only while the
/// side to move has a legal move.
pub(super) fn is_insufficient(board: &Board) -> bool {
    match judge(board) {
        Verdict::Open => false,
        Verdict::Draw => true,
        Verdict::DrawUnlessMateNow => {
            !board.legal_moves().into_iter().any(|chosen| board.after(chosen).is_over())
        }
    }
}

fn judge(board: &Board) -> Verdict {
    let count_both = |kind: Kind| board.count(Colour::Red, kind) + board.count(Colour::Black, kind);

    if count_both(Kind::Pawn) > 0 || count_both(Kind::Rook) > 0 || count_both(Kind::Horse) > 0 {
        return Verdict::Open;
    }
    match (board.count(Colour::Red, Kind::Cannon), board.count(Colour::Black, Kind::Cannon)) {
        (0, 0) => Verdict::Draw,
        (1, 0) => judge_lone_cannon(board, Colour::Red),
        (0, 1) => judge_lone_cannon(board, Colour::Black),
        (1, 1) if count_both(Kind::Advisor) > 0 => Verdict::Open,
        (1, 1) if count_both(Kind::Elephant) == 0 => Verdict::Draw,
        (1, 1) => Verdict::DrawUnlessMateNow,
        _ => Verdict::Open,
    }
}

/// One cannon, owned by `owner`, is the only attacking piece on the board.
fn judge_lone_cannon(board: &Board, owner: Colour) -> Verdict {
    if board.count(owner, Kind::Advisor) > 0 {
        return Verdict::Open;
    }
    let has_elephant = board.count(owner, Kind::Elephant) > 0;
    match (board.count(owner.other(), Kind::Advisor), has_elephant) {
        (0, _) | (1, false) => Verdict::Draw,
        (1, true) | (2, false) => Verdict::DrawUnlessMateNow,
        _ => Verdict::Open,
    }
}
