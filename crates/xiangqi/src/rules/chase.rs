//! Who chases whom in one position: `docs/xiangqi-rules.md`, "What counts as a
//! chase".

use game::{NullObserver, Side};

use super::RepetitionLaw;
use crate::{Bitboard, Kind, Ply, Position, Square, attacks_from};

/// The enemy pieces a side chases in this position, whoever is to move: those a
/// piece other than king and pawn threatens to win.
pub fn chased(position: &Position, side: Side, law: &RepetitionLaw) -> Bitboard {
    let mut position = position.clone();
    if position.turn() != side {
        position.make_null();
    }
    let (blockers, pinners) = position.blockers_and_pinners(side);
    let mut victims = Bitboard::EMPTY;
    let kings_and_pawns = position.pieces(side, Kind::King) | position.pieces(side, Kind::Pawn);
    for hunter in position.side(side) & !kings_and_pawns {
        let mut targets = targets(&position, hunter);
        if blockers.has(hunter) {
            targets &= pinners;
        } else {
            targets &= !pawns_at_home(&position, !side);
        }
        for victim in targets & !victims {
            if wins(&mut position, Ply::new(hunter, victim), law) {
                victims |= Bitboard::of(victim);
            }
        }
    }
    victims
}

/// Enemy pieces but the king that the piece on `hunter` attacks.
fn targets(position: &Position, hunter: Square) -> Bitboard {
    let Some(piece) = position.piece_at(hunter) else { return Bitboard::EMPTY };
    let enemy = !piece.side();
    attacks_from(piece, hunter, position.occupied())
        & position.side(enemy)
        & !position.pieces(enemy, Kind::King)
}

/// Pawns that have not crossed the river are never chased.
fn pawns_at_home(position: &Position, side: Side) -> Bitboard {
    position.pieces(side, Kind::Pawn) & crate::attacks::home_half(side)
}

/// Whether a capture is legal and wins something by the simple measure of the rule.
fn wins(position: &mut Position, capture: Ply, law: &RepetitionLaw) -> bool {
    let (Some(hunter), Some(victim)) =
        (position.piece_at(capture.from()), position.piece_at(capture.to()))
    else {
        return false;
    };
    if !position.leaves_king_safe(capture) {
        return false;
    }
    if hits_stronger(hunter.kind(), victim.kind(), law) {
        return true;
    }
    let offers_exchange =
        hunter.kind() == victim.kind() && can_capture(position, capture.to(), capture.from());
    !offers_exchange && !is_protected_after(position, capture)
}

/// A cheaper piece hits a dearer one: protection does not matter.
fn hits_stronger(hunter: Kind, victim: Kind, law: &RepetitionLaw) -> bool {
    match hunter {
        Kind::Horse | Kind::Cannon => victim == Kind::Rook,
        Kind::Advisor | Kind::Elephant => {
            law.guards_hit_stronger && matches!(victim, Kind::Rook | Kind::Horse | Kind::Cannon)
        }
        _ => false,
    }
}

/// Whether the piece on one point could legally capture on another if it were its turn.
fn can_capture(position: &Position, from: Square, to: Square) -> bool {
    position.piece_at(from).is_some_and(|piece| {
        attacks_from(piece, from, position.occupied()).has(to)
            && position.leaves_king_safe(Ply::new(from, to))
    })
}

/// Whether anybody can legally take back.
fn is_protected_after(position: &mut Position, capture: Ply) -> bool {
    let undo = position.make_ply(capture, &mut NullObserver);
    let defenders = position.side(position.turn());
    let protected =
        defenders.into_iter().any(|defender| can_capture(position, defender, capture.to()));
    position.unmake_ply(capture, undo, &mut NullObserver);
    protected
}
