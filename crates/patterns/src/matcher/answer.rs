//! Asking what bits do not decide: whether it is so, and which points that depends on.

use xiangqi::{Bitboard, Kind, Position, attacks};

use super::check::{all, bindings};
use super::depend::footprint;
use super::row::Row;
use super::{FREE, Verify};
use crate::board::standing;
use crate::pattern::{Area, Condition, PieceSet, Relation, Subject};

/// Rooks and cannons of both sides.
const SLIDERS: PieceSet = PieceSet(0b01_1000_0011_0000);

/// Whether a candidate is on the board, and the points that matter to the answer as long as
/// the kinds it depends on stay where they are.
pub(super) fn answer(row: &Row, position: &Position, verify: Option<Verify>) -> (bool, u128) {
    if let Some(answer) = aimed(&row.asked, position) {
        return answer;
    }
    let holds = match (row.per, verify) {
        (Some((variable, least)), _) => {
            bindings(&row.checks, position, &FREE, variable).count_ones() >= least
        }
        (None, Some(verify)) => verify(row.number, position),
        (None, None) => all(&row.checks, position, &FREE),
    };
    (holds, footprint(&row.asked, position))
}

/// Rooks and cannons that attack or guard something: what stands between tells both.
fn aimed(asked: &[Condition], position: &Position) -> Option<(bool, u128)> {
    let [Condition::Related(relation, Subject::Pieces(of, from), Subject::Pieces(to, on))] = asked
    else {
        return None;
    };
    let (Area::Fixed(from), Area::Fixed(on)) = (from, on) else { return None };
    if *relation == Relation::Pins || of.0 & !SLIDERS.0 != 0 {
        return None;
    }
    let (targets, occupied) = (standing(position, *to) & on, position.occupied());
    let (mut holds, mut points) = (false, 0);
    for start in Bitboard(standing(position, *of) & from) {
        let aligned = attacks::lines(start).0 & targets & !Bitboard::of(start).0;
        if aligned == 0 {
            continue;
        }
        let Some(piece) = position.piece_at(start) else { continue };
        let own = position.side(piece.side()).0;
        let wanted = if *relation == Relation::Guards { own } else { !own };
        let screens = u32::from(piece.kind() == Kind::Cannon);
        for target in Bitboard(aligned & wanted) {
            let between = attacks::between(start, target);
            points |= between.0;
            holds |= (between & occupied).count() == screens;
        }
    }
    Some((holds, points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Piece;

    #[test]
    fn sliders_are_the_rooks_and_cannons() {
        for index in 0..14 {
            let piece = Piece::from_index(index);
            let slides = matches!(piece.kind(), Kind::Rook | Kind::Cannon);
            assert_eq!(SLIDERS.has(piece), slides, "{piece}");
        }
    }
}
