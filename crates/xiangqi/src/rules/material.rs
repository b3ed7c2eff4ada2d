//! Positions nobody can win: `docs/xiangqi-rules.md`, "Insufficient material".

use game::{NullObserver, Side};

use crate::{Kind, Position, Stage};

/// What the material says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialVerdict {
    /// Somebody may still win.
    Open,
    /// Nobody can win.
    Draw,
}

/// Judges a position by its material; in a few classes a mate that is already
/// on the board, or one ply away, is looked for first.
pub(super) fn verdict(position: &Position) -> MaterialVerdict {
    match class(position) {
        Class::Open => MaterialVerdict::Open,
        Class::Dead => MaterialVerdict::Draw,
        Class::DeadUnlessMate if mates_at_once(position) => MaterialVerdict::Open,
        Class::DeadUnlessMate => MaterialVerdict::Draw,
    }
}

/// Whether nobody has the material to win, whatever the rules make of it.
///
/// ```
/// use game::Position as _;
/// use xiangqi::{Position, rules::cannot_be_won};
/// assert!(!cannot_be_won(&Position::start()));
/// assert!(cannot_be_won(&"3k1a3/9/9/9/9/9/9/9/9/3AK4 w".parse().unwrap()));
/// ```
pub fn cannot_be_won(position: &Position) -> bool {
    verdict(position) == MaterialVerdict::Draw
}

enum Class {
    Open,
    Dead,
    DeadUnlessMate,
}

fn class(position: &Position) -> Class {
    let strong = position.kind(Kind::Rook) | position.kind(Kind::Horse);
    if position.kind(Kind::Pawn).any() || strong.any() {
        return Class::Open;
    }
    let cannons = Side::BOTH.map(|side| position.count(side, Kind::Cannon));
    match cannons {
        [0, 0] => Class::Dead,
        [1, 0] => lone_cannon(position, Side::Red),
        [0, 1] => lone_cannon(position, Side::Black),
        [1, 1] if position.kind(Kind::Advisor).is_empty() => {
            if position.kind(Kind::Elephant).is_empty() {
                Class::Dead
            } else {
                Class::DeadUnlessMate
            }
        }
        _ => Class::Open,
    }
}

fn lone_cannon(position: &Position, side: Side) -> Class {
    if position.count(side, Kind::Advisor) > 0 {
        return Class::Open;
    }
    let own_elephants = position.count(side, Kind::Elephant) > 0;
    match (position.count(!side, Kind::Advisor), own_elephants) {
        (0, _) | (1, false) => Class::Dead,
        (1, true) | (2, false) => Class::DeadUnlessMate,
        _ => Class::Open,
    }
}

fn mates_at_once(position: &Position) -> bool {
    let mut position = position.clone();
    position.plies(Stage::All).into_iter().any(|ply| {
        let undo = position.make_ply(ply, &mut NullObserver);
        let stuck = !position.has_legal_ply();
        position.unmake_ply(ply, undo, &mut NullObserver);
        stuck
    })
}
