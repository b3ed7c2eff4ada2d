//! Sight along ranks and files, for rooks, cannons and kings at once.
//!
//! The rules crate answers one question at a time; the evaluation asks about every
//! line piece of both sides, so it gathers all lines of the board once and gets
//! both kinds of sight from one small look-up per line. Pieces on the two ends of
//! a line change neither, so seven or eight bits of occupancy are enough and the
//! tables stay in the first-level cache.

use xiangqi::{Bitboard, Square};

/// The a-file's points of the lower eight ranks.
const COLUMN: u64 = Bitboard::file(0).0 as u64;
/// Multiplying by this brings bits nine apart next to each other in the top byte,
/// and eight neighbouring bits nine apart.
const GATHER: u64 = 0x0101_0101_0101_0101;

/// What is seen along a line of `N` points, by place and by the occupied inner
/// points: low half, the points up to and with the first piece each way; high
/// half, those behind it up to and with the second.
struct Sight<const N: usize, const SETS: usize>([[u32; SETS]; N]);

impl<const N: usize, const SETS: usize> Sight<N, SETS> {
    const fn new() -> Self {
        let mut table = [[0; SETS]; N];
        let mut place = 0;
        while place < N {
            let mut inner = 0;
            while inner < SETS {
                let occupied = (inner as u32) << 1;
                table[place][inner] =
                    Self::ray(place, occupied, 1) | Self::ray(place, occupied, -1);
                inner += 1;
            }
            place += 1;
        }
        Sight(table)
    }

    const fn ray(place: usize, occupied: u32, step: i32) -> u32 {
        let (mut seen, mut met) = (0, 0);
        let mut at = place as i32 + step;
        while at >= 0 && at < N as i32 && met < 2 {
            seen |= 1 << (at + 16 * met);
            met += (occupied >> at & 1) as i32;
            at += step;
        }
        seen
    }
}

static RANKS: Sight<9, 128> = Sight::new();
static FILES: Sight<10, 256> = Sight::new();

/// The nine files; shifting one into place costs more than a look-up.
static FILE_SETS: [Bitboard; 9] = {
    let mut files = [Bitboard::EMPTY; 9];
    let mut file = 0;
    while file < 9 {
        files[file] = Bitboard::file(file);
        file += 1;
    }
    files
};

/// Rank and file of every point.
static CROSSES: [Bitboard; 90] = {
    let mut crosses = [Bitboard::EMPTY; 90];
    let mut index = 0;
    while index < 90 {
        let square = Square::from_index(index);
        let both = Bitboard::rank(square.rank()).0 | Bitboard::file(square.file()).0;
        crosses[index] = Bitboard(both).without(square);
        index += 1;
    }
    crosses
};

/// The file of a point.
#[inline]
pub fn file_of(square: Square) -> Bitboard {
    FILE_SETS[square.file()]
}

/// The rank and file through a point, without the point.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    CROSSES[square.index()]
}

/// What a point sees: rank and file together.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// Up to and with the first piece each way: a rook's attacks.
    pub seen: Bitboard,
    /// Behind the first piece, up to and with the second: where a cannon captures.
    pub jumps: Bitboard,
}

/// The inner points of every rank and file that are occupied.
#[derive(Clone, Debug)]
pub struct Lines {
    ranks: [u8; 10],
    files: [u8; 9],
}

impl Lines {
    /// Gathers the lines of a board.
    #[inline]
    pub fn new(occupied: Bitboard) -> Lines {
        let ranks = std::array::from_fn(|rank| (occupied.0 >> (rank * 9 + 1)) as u8 & 0x7f);
        let files = std::array::from_fn(|file| {
            let column = (occupied.0 >> (file + 9)) as u64 & COLUMN;
            (column.wrapping_mul(GATHER) >> 56) as u8
        });
        Lines { ranks, files }
    }

    /// What a point sees.
    #[inline]
    pub fn view(&self, square: Square) -> View {
        let (file, rank) = (square.file(), square.rank());
        let along_rank = RANKS.0[file][usize::from(self.ranks[rank] & 0x7f)];
        let along_file = FILES.0[rank][usize::from(self.files[file])];
        let place = |rank_set: u32, file_set: u32| {
            let on_rank = u128::from(rank_set & 0x1ff) * RANK_PLACES[rank];
            let on_file = spread(file_set) * u128::from(1u64 << file);
            Bitboard(on_rank | on_file)
        };
        View {
            seen: place(along_rank, along_file),
            jumps: place(along_rank >> 16, along_file >> 16),
        }
    }
}

/// Multiplying by this puts nine bits on a rank; a product is cheaper here than a
/// shift of 128 bits by a variable distance.
static RANK_PLACES: [u128; 10] = {
    let mut places = [1; 10];
    let mut rank = 1;
    while rank < 10 {
        places[rank] = places[rank - 1] << 9;
        rank += 1;
    }
    places
};

/// Ten bits of a file, spread out to the a-file's points.
#[inline(always)]
fn spread(set: u32) -> u128 {
    let set = u64::from(set);
    let low = (set & 0xff).wrapping_mul(GATHER) & COLUMN;
    let high = ((set >> 8 & 3) * (1 << 8 | 1 << 16)) & (1 << 8 | 1 << 17);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use game::Rng;
    use xiangqi::attacks;

    use super::*;

    #[test]
    fn agrees_with_the_rules() {
        let mut rng = Rng::new(5);
        for _ in 0..2_000 {
            let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let occupied = Bitboard(random() & random() & Bitboard::ALL.0);
            let lines = Lines::new(occupied);
            for square in Square::all() {
                let view = lines.view(square);
                assert_eq!(view.seen, attacks::rook(square, occupied));
                let captures = view.jumps & occupied;
                assert_eq!(captures, attacks::cannon(square, occupied));
                let behind_one: Bitboard = attacks::lines(square)
                    .into_iter()
                    .filter(|&to| (attacks::between(square, to) & occupied).count() == 1)
                    .collect();
                assert_eq!(view.jumps, behind_one);
            }
        }
    }
}
