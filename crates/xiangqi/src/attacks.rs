//! Attack tables, all computed at compile time.
//!
//! A rank's nine points are neighbours in the bitboard; a file's ten points are
//! nine bits apart and gathered by one multiplication. Rook and cannon attacks
//! then come from small tables over a whole rank or file, so everything stays in
//! the first-level cache and needs no special instruction.

use game::Side;

use crate::{Bitboard, Square};

/// The a-file: bits 0, 9, …, 81.
pub(crate) const FILE_A: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (rank * 9);
        rank += 1;
    }
    bits
};

/// The palace of red and black.
pub const PALACES: [Bitboard; 2] =
    [Bitboard(0x38 | 0x38 << 9 | 0x38 << 18), Bitboard((0x38 | 0x38 << 9 | 0x38 << 18) << 63)];

/// The palace of a side.
#[inline]
pub const fn palace(side: Side) -> Bitboard {
    PALACES[side as usize]
}

/// The half of the board a side starts on.
#[inline]
pub const fn home_half(side: Side) -> Bitboard {
    match side {
        Side::Red => Bitboard((1 << 45) - 1),
        Side::Black => Bitboard(((1 << 45) - 1) << 45),
    }
}

/// Steps the king can take (inside either palace).
static KING: [u128; 90] = {
    let mut table = [0; 90];
    let mut s = 0;
    while s < 90 {
        table[s] = in_same_palace(s, steps(s, &[(1, 0), (-1, 0), (0, 1), (0, -1)]));
        s += 1;
    }
    table
};

static ADVISOR: [u128; 90] = {
    let mut table = [0; 90];
    let mut s = 0;
    while s < 90 {
        table[s] = in_same_palace(s, steps(s, &[(1, 1), (1, -1), (-1, 1), (-1, -1)]));
        s += 1;
    }
    table
};

static PAWN: [[u128; 90]; 2] = {
    let mut table = [[0; 90]; 2];
    let mut s = 0;
    while s < 90 {
        table[0][s] = steps(s, if s >= 45 { &[(0, 1), (1, 0), (-1, 0)] } else { &[(0, 1)] });
        table[1][s] = steps(s, if s < 45 { &[(0, -1), (1, 0), (-1, 0)] } else { &[(0, -1)] });
        s += 1;
    }
    table
};

/// Where an enemy pawn of the given side must stand to attack a point.
static PAWN_TO: [[u128; 90]; 2] = {
    let mut table = [[0; 90]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < 90 {
            let mut to = 0;
            while to < 90 {
                if PAWN[side][from] >> to & 1 != 0 {
                    table[side][to] |= 1 << from;
                }
                to += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
};

/// The four neighbours of a point: horse legs.
const LEGS: [(i32, i32); 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
/// The four diagonal neighbours: elephant eyes, and legs of horses that come.
const EYES: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// By point and occupied legs (bit i = LEGS[i]).
static HORSE: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut s = 0;
    while s < 90 {
        let mut occupied = 0;
        while occupied < 16 {
            let mut leg = 0;
            while leg < 4 {
                if occupied >> leg & 1 == 0 {
                    let (x, y) = LEGS[leg];
                    let ends = [(2 * x + y, 2 * y + x), (2 * x - y, 2 * y - x)];
                    table[s][occupied] |= steps(s, &ends);
                }
                leg += 1;
            }
            occupied += 1;
        }
        s += 1;
    }
    table
};

/// Where horses that attack a point stand, by point and occupied diagonals.
static HORSE_TO: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut s = 0;
    while s < 90 {
        let mut occupied = 0;
        while occupied < 16 {
            let mut eye = 0;
            while eye < 4 {
                if occupied >> eye & 1 == 0 {
                    let (x, y) = EYES[eye];
                    table[s][occupied] |= steps(s, &[(2 * x, y), (x, 2 * y)]);
                }
                eye += 1;
            }
            occupied += 1;
        }
        s += 1;
    }
    table
};

static ELEPHANT: [[u128; 16]; 90] = {
    let mut table = [[0; 16]; 90];
    let mut s = 0;
    while s < 90 {
        let half = home_half(if s < 45 { Side::Red } else { Side::Black }).0;
        let mut occupied = 0;
        while occupied < 16 {
            let mut eye = 0;
            while eye < 4 {
                if occupied >> eye & 1 == 0 {
                    let (x, y) = EYES[eye];
                    table[s][occupied] |= steps(s, &[(2 * x, 2 * y)]) & half;
                }
                eye += 1;
            }
            occupied += 1;
        }
        s += 1;
    }
    table
};

/// Slider attacks within one line of `N` points, by place and occupied points:
/// `.0` the rook's, `.1` the points a cannon may capture on.
struct Line<const N: usize, const SETS: usize>([[(u16, u16); SETS]; N]);

impl<const N: usize, const SETS: usize> Line<N, SETS> {
    const fn new() -> Self {
        let mut table = [[(0, 0); SETS]; N];
        let mut place = 0;
        while place < N {
            let mut occupied = 0;
            while occupied < SETS {
                let (up_rook, up_cannon) = Self::ray(place, occupied, 1);
                let (down_rook, down_cannon) = Self::ray(place, occupied, -1);
                table[place][occupied] = (up_rook | down_rook, up_cannon | down_cannon);
                occupied += 1;
            }
            place += 1;
        }
        Line(table)
    }

    const fn ray(place: usize, occupied: usize, step: i32) -> (u16, u16) {
        let (mut rook, mut cannon) = (0, 0);
        let mut met = 0;
        let mut at = place as i32 + step;
        while at >= 0 && at < N as i32 {
            if met == 0 {
                rook |= 1 << at;
            }
            if occupied >> at & 1 != 0 {
                met += 1;
                if met == 2 {
                    cannon = 1 << at;
                }
            }
            at += step;
        }
        (rook, cannon)
    }
}

static RANK_LINE: Line<9, 512> = Line::new();
static FILE_LINE: Line<10, 1024> = Line::new();

/// Ten bits of a file spread out to the a-file's points.
static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut set = 0;
    while set < 1024 {
        let mut rank = 0;
        while rank < 10 {
            if set >> rank & 1 != 0 {
                table[set] |= 1 << (rank * 9);
            }
            rank += 1;
        }
        set += 1;
    }
    table
};

/// Points strictly between two points of a line; for two points a horse's jump
/// apart, the leg next to the second (the horse). Otherwise nothing.
static BETWEEN: [[u128; 90]; 90] = {
    let mut table = [[0; 90]; 90];
    let mut a = 0;
    while a < 90 {
        fill_lines(&mut table[a], a, 1, 0);
        fill_lines(&mut table[a], a, -1, 0);
        fill_lines(&mut table[a], a, 0, 1);
        fill_lines(&mut table[a], a, 0, -1);
        fill_legs(&mut table[a], a);
        a += 1;
    }
    table
};

const fn fill_lines(row: &mut [u128; 90], a: usize, x: i32, y: i32) {
    let mut passed = 0;
    let mut distance = 1;
    while distance < 10 {
        let end = steps(a, &[(x * distance, y * distance)]);
        if end == 0 {
            return;
        }
        row[end.trailing_zeros() as usize] = passed;
        passed |= end;
        distance += 1;
    }
}

const fn fill_legs(row: &mut [u128; 90], a: usize) {
    let mut eye = 0;
    while eye < 4 {
        let (x, y) = EYES[eye];
        let leg = steps(a, &[(x, y)]);
        let mut ends = steps(a, &[(2 * x, y), (x, 2 * y)]);
        while ends != 0 {
            row[ends.trailing_zeros() as usize] = leg;
            ends &= ends - 1;
        }
        eye += 1;
    }
}

/// The points reached by some (file, rank) steps, as far as they are on the board.
const fn steps(from: usize, moves: &[(i32, i32)]) -> u128 {
    let mut set = 0;
    let mut i = 0;
    while i < moves.len() {
        if let Some(square) = Square::from_index(from).offset(moves[i].0, moves[i].1) {
            set |= 1 << square.index();
        }
        i += 1;
    }
    set
}

const fn in_same_palace(from: usize, set: u128) -> u128 {
    if PALACES[0].0 >> from & 1 != 0 {
        set & PALACES[0].0
    } else if PALACES[1].0 >> from & 1 != 0 {
        set & PALACES[1].0
    } else {
        0
    }
}

/// The nine occupancy bits of a rank.
#[inline]
fn rank_set(occupied: u128, rank: usize) -> usize {
    (occupied >> (rank * 9)) as usize & 0x1ff
}

/// The ten occupancy bits of a file. The lower eight are nine bits apart inside
/// one word; multiplying by bits eight apart lines them up in its top byte.
#[inline]
fn file_set(occupied: u128, file: usize) -> usize {
    const GATHER: u64 = 0x0101_0101_0101_0101;
    let column = occupied >> file;
    let low = (column as u64 & FILE_A as u64).wrapping_mul(GATHER) >> 56;
    let high = (column >> 64) as usize;
    low as usize | high & 1 << 8 | high >> 8 & 1 << 9
}

/// The occupied legs (four neighbours) of a point as an index into [`HORSE`].
#[inline]
fn leg_index(occupied: u128, square: Square) -> usize {
    const LEG_BITS: u64 = 1 | 1 << 8 | 1 << 10 | 1 << 18;
    const GATHER: u64 = 1 << 60 | 1 << 54 | 1 << 51 | 1 << 45;
    let around = ((occupied << 9) >> square.index()) as u64 & LEG_BITS;
    (around.wrapping_mul(GATHER) >> 60) as usize
}

/// The occupied diagonal neighbours of a point as an index into [`ELEPHANT`].
#[inline]
fn eye_index(occupied: u128, square: Square) -> usize {
    const EYE_BITS: u64 = 1 | 1 << 2 | 1 << 18 | 1 << 20;
    const GATHER: u64 = 1 << 62 | 1 << 58 | 1 << 45 | 1 << 41;
    let around = ((occupied << 10) >> square.index()) as u64 & EYE_BITS;
    (around.wrapping_mul(GATHER) >> 60) as usize
}

/// For each point of a king: its lines, the horses' points around it and their
/// legs. A ply that neither leaves nor enters them cannot give it check.
static CHECK_ZONE: [u128; 90] = {
    let mut table = [0; 90];
    let mut s = 0;
    while s < 90 {
        let lines = FILE_A << (s % 9) | 0x1ff << (s / 9 * 9);
        table[s] = lines & !(1 << s) | HORSE_TO[s][0] | steps(s, &EYES);
        s += 1;
    }
    table
};

/// The points a ply must leave or enter to give check to a king on `square`.
#[inline]
pub fn check_zone(square: Square) -> Bitboard {
    Bitboard(CHECK_ZONE[square.index()])
}

/// Steps of a king on `square`.
#[inline]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Steps of an advisor on `square`.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    Bitboard(ADVISOR[square.index()])
}

/// Steps of a pawn of `side` on `square`.
#[inline]
pub fn pawn(side: Side, square: Square) -> Bitboard {
    Bitboard(PAWN[side.index()][square.index()])
}

/// Where pawns of `side` stand that attack `square`.
#[inline]
pub fn pawn_to(side: Side, square: Square) -> Bitboard {
    Bitboard(PAWN_TO[side.index()][square.index()])
}

/// Jumps of a horse on `square`.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE[square.index()][leg_index(occupied.0, square)])
}

/// Where horses stand that attack `square`: their legs, not ours, must be free.
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(HORSE_TO[square.index()][eye_index(occupied.0, square)])
}

/// Where horses would attack `square` if no leg were blocked.
#[inline]
pub fn horse_ring(square: Square) -> Bitboard {
    Bitboard(HORSE_TO[square.index()][0])
}

/// Jumps of an elephant on `square`. The relation is symmetric.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(ELEPHANT[square.index()][eye_index(occupied.0, square)])
}

/// Points a rook sees: empty ones and the first piece each way.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders(square, occupied).0
}

/// Points a cannon may capture on: the second piece each way.
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    sliders(square, occupied).1
}

/// Rook and cannon attacks at once, from the same two look-ups.
#[inline]
pub fn sliders(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let along_rank = RANK_LINE.0[file][rank_set(occupied.0, rank)];
    let along_file = FILE_LINE.0[rank][file_set(occupied.0, file)];
    let place = |rank_bits: u16, file_bits: u16| {
        Bitboard(u128::from(rank_bits) << (rank * 9) | SPREAD[file_bits as usize & 1023] << file)
    };
    (place(along_rank.0, along_file.0), place(along_rank.1, along_file.1))
}

/// The rank and file through a point, without the point.
#[inline]
pub fn lines(square: Square) -> Bitboard {
    (Bitboard::rank(square.rank()) | Bitboard::file(square.file())).without(square)
}

/// Points strictly between two points of one line; from a point to a horse that
/// would attack it, the horse's leg; otherwise nothing.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}
