//! Static exchange evaluation: who wins a series of captures on one point.

use game::Side;

use super::Position;
use crate::{Bitboard, Kind, Ply, Square, attacks};

/// What each kind is worth in an exchange, indexed by [`Kind::index`]; the
/// king's value is not used.
pub type ExchangeValues = [i32; 7];

/// Kinds in the order they are thrown into an exchange.
const CHEAPEST_FIRST: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Cannon, Kind::Horse, Kind::Rook, Kind::King];

impl Position {
    /// Whether a ply and all captures on its target that follow win at least
    /// `threshold` for its side. Pins are not regarded; the king captures only
    /// what nobody can take back.
    ///
    /// Cannons gain and lose screens and horses their legs as pieces leave, so
    /// attackers are found anew after each capture.
    pub fn exchange_wins(&self, ply: Ply, threshold: i32, values: &ExchangeValues) -> bool {
        let (from, to) = (ply.from(), ply.to());
        let Some(mover) = self.piece_at(from) else { return false };
        let gain = self.piece_at(to).map_or(0, |victim| values[victim.kind().index()]);
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        // The worst case: the mover is lost for nothing.
        let worth = |kind: Kind| if kind == Kind::King { KING_WORTH } else { values[kind.index()] };
        balance -= worth(mover.kind());
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        let mut side = !mover.side();
        // Invariant: `balance` is seen from the side that moved last, assuming its
        // capturer is lost; that side stands well if it is not negative.
        while let Some((attacker, kind)) = self.cheapest_attacker(side, to, occupied) {
            if kind == Kind::King
                && self.cheapest_attacker(!side, to, occupied.without(attacker)).is_some()
            {
                break;
            }
            occupied = occupied.without(attacker);
            balance = -balance - 1 - worth(kind);
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        side != mover.side()
    }

    /// The cheapest piece of `side`, among those in `occupied`, that can capture
    /// on `target`.
    fn cheapest_attacker(
        &self,
        side: Side,
        target: Square,
        occupied: Bitboard,
    ) -> Option<(Square, Kind)> {
        let (rook, cannon) = attacks::sliders(target, occupied);
        CHEAPEST_FIRST.into_iter().find_map(|kind| {
            let present = self.pieces(side, kind) & occupied;
            let reach = match kind {
                _ if present.is_empty() => return None,
                Kind::Pawn => attacks::pawn_to(side, target),
                Kind::Advisor => attacks::advisor(target),
                Kind::Elephant => attacks::elephant(target, occupied),
                Kind::Cannon => cannon,
                Kind::Horse => attacks::horse_to(target, occupied),
                Kind::Rook => rook,
                Kind::King => attacks::king(target),
            };
            (present & reach).first().map(|square| (square, kind))
        })
    }
}

/// A king in an exchange: never given up.
const KING_WORTH: i32 = 1 << 20;
