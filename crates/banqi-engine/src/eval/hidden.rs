//! What face-down neighbours may bring: an enemy that takes the piece, or prey.

use banqi::attacks::neighbours;
use banqi::{Kind, Piece, Pool, Position, Side};

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
    /// The worth of red's face-down pieces minus that of black's.
    balance: i32,
}

/// The same by living and face-down pieces: only flips and captures change them.
pub(super) struct FaceDownCache {
    slots: Box<[FaceDown]>,
}

const SLOTS: usize = 1 << 11;
const EMPTY: FaceDown =
    FaceDown { alive: Alive(0), pool: Pool::EMPTY, each: [0; Piece::COUNT], balance: 0 };

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
        let mut sum = 0;
        for square in face_down.spread() & high_pieces(position) {
            let each =
                position.piece_at(square).map_or(0, |piece| face_down_values.each[piece.index()]);
            sum += (neighbours(square) & face_down).count() as i32 * each;
        }
        let sign = if mover == Side::Red { 1 } else { -1 };
        let near = sign * sum / (100 * face_down.count() as i32);
        near - sign * face_down_values.balance * params.face_down_discount / 100
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
    let mut sum = 0;
    for square in high_pieces(position) & position.of_side(side) {
        let each =
            position.piece_at(square).map_or(0, |piece| face_down_values.each[piece.index()]);
        sum += sign * (neighbours(square) & face_down).count() as i32 * each;
    }
    let own = position.pool().iter().filter(|(piece, _)| piece.side() == side);
    let balance: i32 = own.map(|(piece, count)| count as i32 * values.of(piece)).sum();
    sum / (100 * face_down.count() as i32) - balance * params.face_down_discount / 100
}

#[inline]
fn high_pieces(position: &Position) -> banqi::Bitboard {
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
        }
    }
    face_down_values
}
