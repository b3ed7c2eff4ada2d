//! A quick look at a flip: what each outcome would win or lose next door and
//! along cannon lines. It orders flips and chooses the few that are searched.

use arrayvec::ArrayVec;
use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Piece, Ply, Position, Side, Square};

use super::params::SearchParams;
use crate::eval::Values;

/// All flips with their scores, best first.
pub(crate) fn best_flips(
    position: &Position,
    values: &Values,
    params: &SearchParams,
) -> ArrayVec<(i32, Ply), 32> {
    let Some(side) = position.turn() else {
        return position.face_down().iter().map(|square| (0, Ply::flip(square))).collect();
    };
    let look = Look { position, values, params };
    let score = |square| (look.flip_score(side, square), Ply::flip(square));
    let mut flips: ArrayVec<(i32, Ply), 32> = position.face_down().iter().map(score).collect();
    flips.sort_by_key(|&(score, ply)| (std::cmp::Reverse(score), ply));
    flips
}

/// A position with what its pieces are worth.
struct Look<'a> {
    position: &'a Position,
    values: &'a Values,
    params: &'a SearchParams,
}

/// What is around a square, seen from one side.
struct Around {
    own: Bitboard,
    enemies: Bitboard,
    /// Where a cannon on the square would land.
    jumps: Bitboard,
    own_cannon_aims: bool,
    enemy_cannon_aims: bool,
    /// Whether a piece turned up here could step away.
    open: bool,
}

impl Around {
    fn of(position: &Position, side: Side, square: Square) -> Around {
        let jumps = cannon_targets(square, position.occupied());
        Around {
            own: neighbours(square) & position.of_side(side),
            enemies: neighbours(square) & position.of_side(!side),
            jumps,
            own_cannon_aims: !(jumps & position.of_kind(side, Kind::Cannon)).is_empty(),
            enemy_cannon_aims: !(jumps & position.of_kind(!side, Kind::Cannon)).is_empty(),
            open: !(neighbours(square) & position.empty()).is_empty(),
        }
    }
}

impl Look<'_> {
    fn flip_score(&self, side: Side, square: Square) -> i32 {
        let around = Around::of(self.position, side, square);
        let pool = self.position.pool();
        let sum: i32 = pool
            .iter()
            .map(|(piece, count)| {
                let own = piece.side() == side;
                let worth = if own { self.own(piece, &around) } else { self.enemy(piece, &around) };
                worth * count as i32
            })
            .sum();
        sum / pool.total().max(1) as i32
    }

    /// One of our pieces turns up: it may be taken, or threaten something.
    fn own(&self, piece: Piece, around: &Around) -> i32 {
        let (position, values) = (self.position, self.values);
        let enemy = !piece.side();
        let taken = around.enemy_cannon_aims
            || any(position, around.enemies, |other| other.kind().captures_adjacent(piece.kind()));
        if taken {
            return -values.of(piece) * self.params.flip_lost / 100;
        }
        let jumps = around.jumps & position.of_side(enemy);
        let targets = reach(position, piece, around.enemies, jumps);
        best_value(position, targets, values) * self.params.flip_threatened / 100
    }

    /// An enemy turns up, and it is the enemy's turn.
    fn enemy(&self, piece: Piece, around: &Around) -> i32 {
        let (position, values, params) = (self.position, self.values, self.params);
        let side = !piece.side();
        let targets = reach(position, piece, around.own, around.jumps & position.of_side(side));
        let loss = best_value(position, targets, values);
        if loss > 0 {
            return -loss * params.flip_lost / 100;
        }
        let hunted = around.own_cannon_aims
            || any(position, around.own, |other| other.kind().captures_adjacent(piece.kind()));
        let share = if around.open { params.flip_threatened } else { params.flip_stuck };
        if hunted { values.of(piece) * share / 100 } else { 0 }
    }
}

/// What a piece turned up could take.
fn reach(position: &Position, piece: Piece, near: Bitboard, jumps: Bitboard) -> Bitboard {
    if piece.kind() == Kind::Cannon {
        return jumps;
    }
    let takes = |square: &Square| {
        position.piece_at(*square).is_some_and(|v| piece.kind().captures_adjacent(v.kind()))
    };
    near.iter().filter(takes).collect()
}

fn any(position: &Position, set: Bitboard, test: impl Fn(Piece) -> bool) -> bool {
    set.iter().any(|square| position.piece_at(square).is_some_and(&test))
}

fn best_value(position: &Position, set: Bitboard, values: &Values) -> i32 {
    set.iter().filter_map(|s| position.piece_at(s)).map(|p| values.of(p)).max().unwrap_or(0)
}
