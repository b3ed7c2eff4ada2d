//! Tables of steps and cannon jumps, built at compile time.

use crate::{Bitboard, Square};

/// The squares one step away.
///
/// ```
/// use banqi::attacks;
/// assert_eq!(attacks::neighbours("b2".parse().unwrap()).count(), 4);
/// assert_eq!(attacks::neighbours("h4".parse().unwrap()).count(), 2);
/// ```
#[inline]
pub fn neighbours(square: Square) -> Bitboard {
    NEIGHBOURS[square.index()]
}

/// Where a cannon on `square` lands when it jumps over exactly one piece: the
/// second occupied square in each of the four directions, whatever stands there.
///
/// ```
/// use banqi::{Bitboard, attacks};
/// let set = |names: &[&str]| names.iter().map(|s| s.parse().unwrap()).collect::<Bitboard>();
/// let occupied = set(&["a1", "c1", "f1", "g1", "a2", "a4"]);
/// assert_eq!(attacks::cannon_targets("a1".parse().unwrap(), occupied), set(&["f1", "a4"]));
/// ```
#[inline]
pub fn cannon_targets(square: Square, occupied: Bitboard) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let row = (occupied.0 >> (8 * rank)) as u8;
    let column = (occupied.0 >> file & Bitboard::FILE_A.0).wrapping_mul(GATHER) >> 24;
    let in_row = u32::from(ROW_JUMPS[file][row as usize]) << (8 * rank);
    Bitboard(in_row | COLUMN_JUMPS[rank][column as usize & 15] << file)
}

/// Multiplying a set of file-a squares by this moves rank r to bit 24 + r.
const GATHER: u32 = 1 << 24 | 1 << 17 | 1 << 10 | 1 << 3;

static NEIGHBOURS: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = Bitboard::of(Square::from_index(index)).spread();
        index += 1;
    }
    table
};

/// By file of the cannon and occupation of its row.
static ROW_JUMPS: [[u8; 256]; Square::FILES] = {
    let mut table = [[0; 256]; Square::FILES];
    let mut place = 0;
    while place < Square::FILES {
        let mut line = 0;
        while line < 256 {
            table[place][line] = jumps(place, line as u32, Square::FILES) as u8;
            line += 1;
        }
        place += 1;
    }
    table
};

/// By rank of the cannon and occupation of its column; the targets lie on file a.
static COLUMN_JUMPS: [[u32; 16]; Square::RANKS] = {
    let mut table = [[0; 16]; Square::RANKS];
    let mut place = 0;
    while place < Square::RANKS {
        let mut line = 0;
        while line < 16 {
            let targets = jumps(place, line as u32, Square::RANKS);
            let mut rank = 0;
            while rank < Square::RANKS {
                table[place][line] |= (targets >> rank & 1) << (8 * rank);
                rank += 1;
            }
            line += 1;
        }
        place += 1;
    }
    table
};

/// The second occupied place on either side of `place` on a line of `length`.
const fn jumps(place: usize, line: u32, length: usize) -> u32 {
    let above = line & (u32::MAX << (place + 1)) & ((1 << length) - 1);
    let below = line & ((1 << place) - 1);
    second_lowest(above) | second_highest(below)
}

const fn second_lowest(line: u32) -> u32 {
    let rest = line & line.wrapping_sub(1);
    rest & rest.wrapping_neg()
}

const fn second_highest(line: u32) -> u32 {
    second_lowest(line.reverse_bits()).reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// Walks the board square by square, knowing nothing of tables.
    fn walked_targets(square: Square, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for (file_step, rank_step) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let at = |n: isize| {
                let file = square.file() as isize + n * file_step;
                let rank = square.rank() as isize + n * rank_step;
                Square::new(usize::try_from(file).ok()?, usize::try_from(rank).ok()?)
            };
            let line = (1..).map_while(at).filter(|&s| occupied.contains(s));
            found |= line.skip(1).take(1).collect();
        }
        found
    }

    #[test]
    fn cannon_tables_agree_with_walking() {
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let mut occupied = Bitboard(rng.next_u64() as u32);
            if rng.below(2) == 0 {
                occupied &= Bitboard(rng.next_u64() as u32);
            }
            for square in Square::all() {
                let found = cannon_targets(square, occupied);
                assert_eq!(found, walked_targets(square, occupied), "{square}\n{occupied:?}");
            }
        }
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for a in Square::all() {
            for b in Square::all() {
                let distance = a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank());
                assert_eq!(neighbours(a).contains(b), distance == 1, "{a} {b}");
            }
        }
    }
}
