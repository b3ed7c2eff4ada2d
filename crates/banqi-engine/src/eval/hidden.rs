//! What face-down neighbours may bring: an enemy that takes the piece, or prey.

use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Piece, Pool, Position, Side, Square};

use super::{EvalParams, Values};
use crate::walker::Alive;

/// The kinds worth the time: of the lower ones neither risk nor prey is large.
const HIGH: [Kind; 4] = [Kind::King, Kind::Advisor, Kind::Elephant, Kind::Rook];

/// What follows from the living and the face-down pieces alone, wherever they
/// are; red's view.
#[derive(Clone, Copy)]
struct FaceDown {
    alive: Alive,
    pool: Pool,
    /// By piece index: what one face-down neighbour is worth, in percent of the
    /// value times the number of pieces that would bring it. Black's are negative.
    each: [i32; Piece::COUNT],
    /// By piece index: what a face-down square costs from which a cannon would shoot it,
    /// in the same units.
    shot: [i32; Piece::COUNT],
    /// The worth of red's face-down pieces minus that of black's.
    balance: i32,
}

/// The same by living and face-down pieces: only flips and captures change them.
pub(super) struct FaceDownCache {
    slots: Box<[FaceDown]>,
}

const SLOTS: usize = 1 << 11;
const EMPTY: FaceDown = FaceDown {
    alive: Alive(0),
    pool: Pool::EMPTY,
    each: [0; Piece::COUNT],
    shot: [0; Piece::COUNT],
    balance: 0,
};

impl FaceDownCache {
    pub fn new() -> FaceDownCache {
        FaceDownCache { slots: vec![EMPTY; SLOTS].into_boxed_slice() }
    }

    #[inline]
    fn get(&mut self, alive: Alive, pool: Pool, values: &Values, params: &EvalParams) -> &FaceDown {
        let mixed = alive.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ pool.bits().wrapping_mul(0xd6e8_feb8_6659_fd93);
        let slot = &mut self.slots[(mixed >> 53) as usize % SLOTS];
        if slot.alive != alive || slot.pool != pool {
            *slot = compute(alive, pool, values, params);
        }
        slot
    }

    /// The term for the side to move.
    #[inline(always)]
    pub fn hidden(
        &mut self,
        position: &Position,
        alive: Alive,
        mover: Side,
        values: &Values,
        params: &EvalParams,
    ) -> i32 {
        let face_down = position.face_down();
        if face_down.is_empty() {
            return 0;
        }
        let face_down_values = self.get(alive, position.pool(), values, params);
        // A cannon shoots from afar; all else happens next door.
        let afar = params.hidden_shot != 0;
        let near = if afar { position.occupied() } else { face_down.spread() };
        let sum = around(position, near & high_pieces(position), face_down_values, values, params);
        let sign = if mover == Side::Red { 1 } else { -1 };
        sign * sum - sign * face_down_values.balance * params.face_down_discount / 100
    }
}

/// What one side has of it: its face-up pieces beside face-down ones, less what its
/// own face-down ones are worth less.
pub(super) fn part(position: &Position, side: Side, values: &Values, params: &EvalParams) -> i32 {
    let face_down = position.face_down();
    if face_down.is_empty() {
        return 0;
    }
    let face_down_values = compute(Alive::of(position), position.pool(), values, params);
    let sign = if side == Side::Red { 1 } else { -1 };
    let pieces = high_pieces(position) & position.of_side(side);
    let sum = sign * around(position, pieces, &face_down_values, values, params);
    let own = position.pool().iter().filter(|(piece, _)| piece.side() == side);
    let balance: i32 = own.map(|(piece, count)| count as i32 * values.of(piece)).sum();
    sum - balance * params.face_down_discount / 100
}

/// What lies face down around some great pieces, red's view.
#[inline]
fn around(
    position: &Position,
    pieces: Bitboard,
    face_down_values: &FaceDown,
    values: &Values,
    params: &EvalParams,
) -> i32 {
    let face_down = position.face_down();
    let (mut chances, mut walls) = (0, 0);
    for square in pieces {
        let Some(piece) = position.piece_at(square) else { continue };
        let beside = (neighbours(square) & face_down).count() as i32;
        chances += beside * face_down_values.each[piece.index()];
        if params.hidden_shot != 0 {
            let from = cannon_targets(square, position.occupied()) & face_down;
            chances += from.count() as i32 * face_down_values.shot[piece.index()];
        }
        if beside > 0 {
            let cost = wall(position, square, params) * values.of(piece);
            walls += if piece.side() == Side::Red { -cost } else { cost };
        }
    }
    chances / (100 * face_down.count() as i32) + walls / 100
}

/// What it costs a great piece beside face-down ones to have nowhere to go, in percent of
/// its value.
#[inline]
fn wall(position: &Position, square: Square, params: &EvalParams) -> i32 {
    match (neighbours(square) & position.empty()).count() {
        0 => params.walled,
        1 => params.narrow,
        _ => 0,
    }
}

#[inline]
fn high_pieces(position: &Position) -> Bitboard {
    let boards = Side::BOTH.map(|side| {
        let [king, advisor, elephant, rook] = HIGH.map(|kind| position.of_kind(side, kind));
        king | advisor | elephant | rook
    });
    boards[0] | boards[1]
}

#[cold]
fn compute(alive: Alive, pool: Pool, values: &Values, params: &EvalParams) -> FaceDown {
    let worth = |piece| pool.count(piece) as i32 * values.of(piece);
    let all = |side| Kind::ALL.into_iter().map(|kind| worth(Piece::new(side, kind))).sum::<i32>();
    let mut face_down_values =
        FaceDown { alive, pool, balance: all(Side::Red) - all(Side::Black), ..EMPTY };
    for side in Side::BOTH {
        let sign = if side == Side::Red { 1 } else { -1 };
        for kind in HIGH {
            let piece = Piece::new(side, kind);
            let enemies = || Kind::ALL.into_iter().map(|kind| Piece::new(!side, kind));
            let risk: u32 = enemies()
                .filter(|enemy| enemy.kind().captures_adjacent(kind))
                .map(|enemy| pool.count(enemy))
                .sum();
            let prey: i32 = enemies()
                .filter(|enemy| kind.captures_adjacent(enemy.kind()))
                .filter(|enemy| !enemy.kind().captures_adjacent(kind))
                .map(worth)
                .sum();
            face_down_values.each[piece.index()] = sign
                * (params.hidden_prey * prey - params.hidden_risk * risk as i32 * values.of(piece));
            let cannons = pool.count(Piece::new(!side, Kind::Cannon)) as i32;
            face_down_values.shot[piece.index()] =
                -sign * params.hidden_shot * cannons * values.of(piece);
        }
    }
    face_down_values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Worths;
    use crate::eval::material;

    /// The term for red under some numbers, all others nought.
    fn term(text: &str, change: impl Fn(&mut EvalParams)) -> i32 {
        let position: Position = text.parse().unwrap();
        let mut params = EvalParams {
            hidden_risk: 0,
            hidden_prey: 0,
            face_down_discount: 0,
            ..EvalParams::default()
        };
        change(&mut params);
        let alive = Alive::of(&position);
        let values = material::compute(alive, &Worths::new(params.clone()));
        let whole = FaceDownCache::new().hidden(&position, alive, Side::Red, &values, &params);
        let parts = Side::BOTH.map(|side| part(&position, side, &values, &params));
        assert_eq!(whole, parts[0] - parts[1], "{text}");
        whole * 1_000 / values.of(Piece::new(Side::Red, Kind::King))
    }

    #[test]
    fn a_king_walled_in_by_face_down_pieces_costs() {
        let walled = |text| term(text, |params| (params.walled, params.narrow) = (10, 3));
        let near = |value: i32, expected: i32| (value - expected).abs() <= 2;
        assert!(near(walled("8/8/X7/KX6 r P1p1"), -100));
        assert!(near(walled("8/8/8/KX6 r p1"), -30));
        assert_eq!(walled("8/8/8/1KX5 r p1"), 0, "two ways out");
        assert_eq!(walled("8/X7/p7/K7 r p1"), 0, "nothing face down beside it");
    }

    #[test]
    fn a_face_down_square_behind_a_screen_may_hold_a_cannon() {
        let shot = |text| term(text, |params| params.hidden_shot = 100);
        // One of two face-down pieces is a cannon, and one square has a screen before it.
        let value = shot("8/8/8/K1p1X2X r P1c1");
        assert!((-502..=-498).contains(&value), "{value}");
        assert_eq!(shot("8/8/8/K3X2X r P1h1"), 0, "no cannon is left");
    }
}
