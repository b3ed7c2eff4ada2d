//! Dark chess: what stands on each square, how many of each piece lie face down, how
//! many are alive, and how near the draw by lack of progress is.

use banqi::{Kind, Piece, Pool, Position, Square, Tile};
use game::{GameKind, Side};

use crate::inputs::{Inputs, RowChanges, Rows};
use crate::squash;

/// Own seven, enemy seven, face down.
const TILES: usize = Tile::COUNT;
const POOL: usize = Square::COUNT * TILES;
/// One row for each count above nought of each piece.
const COUNTS: usize = 2 * SIDE_COUNTS;
const SIDE_COUNTS: usize = 16;
const LIVING: usize = POOL + COUNTS;
const CLOCK: usize = LIVING + COUNTS;
/// Steps of the clock that have a row; far from the draw there is none.
const CLOCK_STEPS: usize = 7;
const INPUTS: usize = CLOCK + CLOCK_STEPS;

/// Plies without capture or flip, and how many of them are a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clock {
    /// Plies since the last capture or flip.
    pub plies: u16,
    /// How many end the game; 0 if none do.
    pub limit: u16,
}

impl Clock {
    /// How near the draw is: 0 far (48 plies or more) to 7 (fewer than 4).
    ///
    /// ```
    /// use network::Clock;
    /// assert_eq!(Clock { plies: 12, limit: 60 }.step(), 0);
    /// assert_eq!(Clock { plies: 13, limit: 60 }.step(), 1);
    /// assert_eq!(Clock { plies: 59, limit: 60 }.step(), 7);
    /// assert_eq!(Clock { plies: 500, limit: 0 }.step(), 0);
    /// ```
    #[inline]
    pub const fn step(self) -> usize {
        let left = self.limit.saturating_sub(self.plies) as usize;
        match left {
            _ if self.limit == 0 => 0,
            0..4 => 7,
            4..8 => 6,
            8..48 => 6 - left / 8,
            _ => 0,
        }
    }

    #[inline]
    const fn forward(self) -> Clock {
        Clock { plies: self.plies.saturating_add(1), ..self }
    }

    #[inline]
    const fn reset(self) -> Clock {
        Clock { plies: 0, ..self }
    }
}

/// 551 inputs: squares, pool, living, clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BanqiInputs;

/// What is noted of a ply of dark chess.
#[derive(Clone, Copy, Debug)]
pub struct BanqiNote {
    taken: [Option<(Piece, u8)>; 2],
    put: Option<(Piece, u8)>,
    /// The flipped or captured piece's count before: pool or living.
    count: u8,
    step_before: u8,
    clock: Clock,
}

/// A piece as a view names it: 0 to 6 own, 7 to 13 enemy.
#[inline]
fn seen(view: usize, piece: Piece) -> usize {
    let index = piece.index();
    match view {
        0 => index,
        _ if index < Kind::COUNT => index + Kind::COUNT,
        _ => index - Kind::COUNT,
    }
}

#[inline]
fn tile_row(view: usize, piece: Piece, square: u8) -> u16 {
    (usize::from(square) * TILES + seen(view, piece)) as u16
}

#[inline]
fn face_down_row(square: u8) -> u16 {
    (usize::from(square) * TILES + Tile::FACE_DOWN.index()) as u16
}

/// The row of a piece's count of one, by view and piece, from the first of its kind.
static FIRST: [[u16; Piece::COUNT]; 2] = first_rows();

const fn first_rows() -> [[u16; Piece::COUNT]; 2] {
    let mut table = [[0; Piece::COUNT]; 2];
    let (mut index, mut row) = (0, 0);
    while index < Piece::COUNT {
        table[0][index] = row as u16;
        table[1][(index + Kind::COUNT) % Piece::COUNT] = row as u16;
        row += Piece::from_index(index).kind().in_set() as usize;
        index += 1;
    }
    assert!(row == COUNTS && SIDE_COUNTS * 2 == COUNTS, "a set has 32 pieces");
    table
}

/// The row of a count above nought.
#[inline]
fn count_row(base: usize, view: usize, piece: Piece, count: u32) -> Option<u16> {
    let last = piece.kind().in_set();
    (count > 0).then(|| base as u16 + FIRST[view][piece.index()] + count.min(last) as u16 - 1)
}

#[inline]
fn clock_row(step: usize) -> Option<u16> {
    (step > 0).then(|| (CLOCK + step - 1) as u16)
}

impl BanqiInputs {
    /// The rows of a whole board for one view, into anything that takes them: for
    /// whoever trains a network.
    pub fn rows(
        self,
        view: Side,
        board: impl Iterator<Item = (Tile, usize)>,
        pool: Pool,
        clock: Clock,
        out: &mut impl Extend<u16>,
    ) {
        let view = view.index();
        let mut rows = Rows::new();
        // Four bits a piece, as the pool has them.
        let mut alive = pool.bits();
        for (tile, square) in board.take(Square::COUNT) {
            rows.push(match tile.piece() {
                Some(piece) => {
                    alive = alive.wrapping_add(1 << (4 * piece.index()));
                    tile_row(view, piece, square as u8)
                }
                None => face_down_row(square as u8),
            });
        }
        for piece in Piece::all() {
            let living = (alive >> (4 * piece.index()) & 15) as u32;
            if living > 0 {
                rows.extend(count_row(POOL, view, piece, pool.count(piece)));
                rows.extend(count_row(LIVING, view, piece, living));
            }
        }
        rows.extend(clock_row(clock.step()));
        out.extend(rows);
    }

    /// The output for a number of face-down pieces.
    pub fn output_of(face_down: u32) -> usize {
        match face_down.min(32) as usize {
            0 => 0,
            some => 1 + (some - 1) * 7 / 32,
        }
    }
}

impl BanqiNote {
    /// The clock after the ply.
    #[inline]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    fn is_flip(&self) -> bool {
        self.taken[0].is_none() && self.put.is_some()
    }
}

/// A face-up piece of a change. A flip may be told with or without the tile it
/// turned over.
fn face_up(change: Option<(Tile, u8)>) -> Option<(Piece, u8)> {
    change.and_then(|(tile, square)| Some((tile.piece()?, square)))
}

impl Inputs for BanqiInputs {
    const GAME: GameKind = GameKind::Banqi;
    const SCALE: i32 = 4000;
    type Position = Position;
    type Piece = Tile;
    type Clock = Clock;
    type Note = BanqiNote;
    /// The rows that are on.
    type Memory = Rows;

    fn count(self) -> usize {
        INPUTS
    }

    fn frames(self) -> usize {
        1
    }

    fn period(self) -> Option<usize> {
        None
    }

    fn encode(self) -> [u8; 2] {
        [1, 0]
    }

    fn decode(bytes: [u8; 2]) -> Option<BanqiInputs> {
        (bytes == [1, 0]).then_some(BanqiInputs)
    }

    fn root(self, _: &Position, clock: Clock) -> BanqiNote {
        let step_before = clock.step() as u8;
        BanqiNote { taken: [None; 2], put: None, count: 0, step_before, clock }
    }

    #[inline]
    fn made(
        self,
        before: &BanqiNote,
        position: &Position,
        taken: [Option<(Tile, u8)>; 2],
        put: Option<(Tile, u8)>,
    ) -> BanqiNote {
        let (taken, put) = (taken.map(face_up), face_up(put));
        let step_before = before.clock.step() as u8;
        let mut note = BanqiNote { taken, put, count: 0, step_before, clock: before.clock.reset() };
        match (put, taken[1]) {
            (Some((piece, _)), _) if note.is_flip() => {
                note.count = position.pool().count(piece) as u8 + 1;
            }
            (_, Some((victim, _))) => note.count = position.alive(victim) as u8 + 1,
            _ => note.clock = before.clock.forward(),
        }
        note
    }

    /// Searches count a pass as progress: it stands for a flip somewhere far.
    fn passed(self, before: &BanqiNote) -> Option<BanqiNote> {
        let step_before = before.clock.step() as u8;
        let clock = before.clock.reset();
        Some(BanqiNote { taken: [None; 2], put: None, count: 0, step_before, clock })
    }

    #[inline]
    fn frame(_: &BanqiNote, _: usize) -> usize {
        0
    }

    #[inline]
    fn frame_changed(_: &BanqiNote, _: usize) -> bool {
        false
    }

    #[inline]
    fn changes(self, note: &BanqiNote, view: usize) -> RowChanges {
        let mut changes = RowChanges::default();
        let row = |(piece, square)| tile_row(view, piece, square);
        changes.on.extend(note.put.map(row));
        changes.off.extend(note.taken.into_iter().flatten().map(row));
        let counted = match (note.put, note.taken[1]) {
            (Some((piece, square)), _) if note.is_flip() => {
                changes.off.push(face_down_row(square));
                Some((POOL, piece))
            }
            (_, victim) => victim.map(|(piece, _)| (LIVING, piece)),
        };
        if let Some((base, piece)) = counted {
            let row = |count| count_row(base, view, piece, count);
            changes.off.extend(row(u32::from(note.count)));
            changes.on.extend(row(u32::from(note.count) - 1));
        }
        let (before, after) = (usize::from(note.step_before), note.clock.step());
        if before != after {
            changes.off.extend(clock_row(before));
            changes.on.extend(clock_row(after));
        }
        changes
    }

    fn nothing() -> Rows {
        Rows::new()
    }

    fn catch_up(
        self,
        memory: &mut Rows,
        position: &Position,
        note: &BanqiNote,
        view: usize,
    ) -> RowChanges {
        // Only the root of a search comes here, so the simplest way will do.
        let mut on = Rows::new();
        let board = position.iter().map(|(square, tile)| (tile, square.index()));
        self.rows(Side::BOTH[view], board, position.pool(), note.clock, &mut on);
        let off = std::mem::replace(memory, on.clone());
        RowChanges { on, off }
    }

    #[inline]
    fn output(position: &Position) -> usize {
        BanqiInputs::output_of(position.face_down().count())
    }

    /// Red's, while colours are not fixed: all inputs are then the same for both.
    #[inline]
    fn mover(position: &Position) -> usize {
        position.turn().unwrap_or(Side::Red).index()
    }

    #[inline]
    fn value(sum: i64, scale: i32) -> i32 {
        squash(sum, scale)
    }
}
