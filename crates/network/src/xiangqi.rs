//! Xiangqi: fourteen kinds of piece on ninety points, seen by each side from its own
//! end, with the board mirrored so that the own king is never on the right.

use game::{BySide, GameKind, Side, splitmix64};
use xiangqi::{Kind, Piece, Position, Square};

use crate::inputs::{Inputs, RowChanges};
use crate::squash::linear;

/// Points of the board.
const POINTS: usize = Square::COUNT;
/// Inputs of one king bucket.
const PLANES: usize = Piece::COUNT * POINTS;
const FILES: usize = 9;
const MIDDLE_FILE: usize = 4;

/// How finely the own king's place chooses the weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KingBuckets {
    /// One set of weights.
    #[default]
    One,
    /// King in the middle or on a wing.
    Two,
    /// The same twice: on the home rank or above it.
    Four,
    /// Every point of the palace, left and right together.
    Six,
}

impl KingBuckets {
    const ALL: [KingBuckets; 4] =
        [KingBuckets::One, KingBuckets::Two, KingBuckets::Four, KingBuckets::Six];

    /// How many sets of weights there are.
    pub const fn count(self) -> usize {
        match self {
            KingBuckets::One => 1,
            KingBuckets::Two => 2,
            KingBuckets::Four => 4,
            KingBuckets::Six => 6,
        }
    }

    /// The buckets of a number of sets.
    pub fn from_count(count: usize) -> Option<KingBuckets> {
        KingBuckets::ALL.into_iter().find(|buckets| buckets.count() == count)
    }

    /// The bucket of a king on a rank of its palace, on a wing or not.
    const fn of(self, rank: usize, wing: bool) -> usize {
        let rank = if rank > 2 { 2 } else { rank };
        match self {
            KingBuckets::One => 0,
            KingBuckets::Two => wing as usize,
            KingBuckets::Four => 2 * (rank > 0) as usize + wing as usize,
            KingBuckets::Six => 2 * rank + wing as usize,
        }
    }
}

/// What decides whether the board is mirrored while the own king stands in the
/// middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Middle {
    /// Nothing: it is not. Mirrored positions then differ in value by what the
    /// network did not learn of the symmetry; changes are cheapest.
    #[default]
    Fixed,
    /// Which wing has more pieces, rooks before horses and cannons before the rest:
    /// every position has the value of its mirror image, for more frequent rebuilding.
    Balance,
}

/// Fourteen kinds on ninety points for each king bucket.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct XiangqiInputs {
    /// Which sets of weights the own king chooses from.
    pub kings: KingBuckets,
    /// How the board is seen while the own king stands in the middle.
    pub middle: Middle,
}

/// How one view sees the board: twice the bucket, and one more if it is mirrored.
type Frame = u8;

/// What is noted of a ply of xiangqi.
#[derive(Clone, Copy, Debug)]
pub struct XiangqiNote {
    taken: [Option<(Piece, u8)>; 2],
    put: Option<(Piece, u8)>,
    frames: [Frame; 2],
    changed: [bool; 2],
    balance: [i32; 2],
}

/// The index of a piece on a point in one view, before mirroring.
#[inline]
fn plain_index(view: usize, piece: Piece, square: usize) -> usize {
    let index = piece.index();
    if view == 0 {
        index * POINTS + square
    } else {
        let other = if index < 7 { index + 7 } else { index - 7 };
        other * POINTS + POINTS - 1 - square
    }
}

/// The mirror image of every point.
static MIRRORED: [u8; POINTS] = mirrored();

const fn mirrored() -> [u8; POINTS] {
    let mut table = [0; POINTS];
    let mut square = 0;
    while square < POINTS {
        table[square] = (square / FILES * FILES + FILES - 1 - square % FILES) as u8;
        square += 1;
    }
    table
}

/// What each piece adds to the balance of the wings: positive on the right. Mirrored
/// points have opposite weights, and no two others the same, so that only boards that
/// are their own mirror image balance exactly.
static BALANCE: [i32; PLANES] = balance();

const fn balance() -> [i32; PLANES] {
    // King, advisor, elephant, horse, rook, cannon, pawn.
    const WORTH: [i32; 7] = [2, 1, 1, 4, 9, 4, 1];
    let mut table = [0; PLANES];
    let mut index = 0;
    while index < PLANES {
        let file = index % FILES;
        if file > MIDDLE_FILE {
            let fine = (splitmix64(index as u64) % (1 << 14)) as i32;
            let weight = (WORTH[index / POINTS % 7] << 18) + fine;
            table[index] = weight;
            table[index + FILES - 1 - 2 * file] = -weight;
        }
        index += 1;
    }
    table
}

impl XiangqiInputs {
    /// The rows of a whole board for one view, into anything that takes them: for
    /// whoever trains a network.
    pub fn rows(
        self,
        view: Side,
        kings: BySide<Square>,
        board: &[(Piece, u8)],
        out: &mut impl Extend<u16>,
    ) {
        let view = view.index();
        let weigh =
            |&(piece, square): &(Piece, u8)| BALANCE[plain_index(view, piece, square.into())];
        let balance = match self.middle {
            Middle::Fixed => 0,
            Middle::Balance => board.iter().map(weigh).sum(),
        };
        let frame = self.frame_of(view, kings.0[view], balance);
        out.extend(board.iter().map(|&(piece, square)| row(frame, view, piece, square)));
    }

    /// Whether a board and its mirror image always have the same rows.
    pub fn is_symmetric(self) -> bool {
        self.middle == Middle::Balance
    }

    /// The output for a number of pieces.
    pub fn output_of(pieces: u32) -> usize {
        (pieces.clamp(2, 32) as usize - 2) / 4
    }

    fn frame_of(self, view: usize, king: Square, balance: i32) -> Frame {
        let square = if view == 0 { king.index() } else { POINTS - 1 - king.index() };
        let file = square % FILES;
        let mirrored = file > MIDDLE_FILE || (file == MIDDLE_FILE && balance > 0);
        let bucket = self.kings.of(square / FILES, file != MIDDLE_FILE);
        (2 * bucket + usize::from(mirrored)) as Frame
    }

    fn frames_at(self, position: &Position, balance: [i32; 2]) -> [Frame; 2] {
        [Side::Red, Side::Black]
            .map(|side| self.frame_of(side.index(), position.king(side), balance[side.index()]))
    }
}

/// The row of a piece on a point, seen by a view in a frame.
#[inline]
fn row(frame: Frame, view: usize, piece: Piece, square: u8) -> u16 {
    let index = plain_index(view, piece, square.into());
    let index = if frame & 1 == 0 {
        index
    } else {
        let point = index % POINTS;
        index - point + usize::from(MIRRORED[point])
    };
    (usize::from(frame / 2) * PLANES + index) as u16
}

fn is_king(change: &Option<(Piece, u8)>) -> bool {
    change.is_some_and(|(piece, _)| piece.kind() == Kind::King)
}

impl Inputs for XiangqiInputs {
    const GAME: GameKind = GameKind::Xiangqi;
    const SCALE: i32 = 400;
    type Position = Position;
    type Piece = Piece;
    type Clock = ();
    type Note = XiangqiNote;
    type Memory = [u128; Piece::COUNT];

    fn count(self) -> usize {
        self.kings.count() * PLANES
    }

    fn frames(self) -> usize {
        2 * self.kings.count()
    }

    fn period(self) -> Option<usize> {
        (self.kings != KingBuckets::One).then_some(PLANES)
    }

    fn encode(self) -> [u8; 2] {
        [self.kings.count() as u8, (self.middle == Middle::Balance).into()]
    }

    fn decode([kings, middle]: [u8; 2]) -> Option<XiangqiInputs> {
        let middle = match middle {
            0 => Middle::Fixed,
            1 => Middle::Balance,
            _ => return None,
        };
        Some(XiangqiInputs { kings: KingBuckets::from_count(kings.into())?, middle })
    }

    fn root(self, position: &Position, (): ()) -> XiangqiNote {
        let mut balance = [0; 2];
        if self.middle == Middle::Balance {
            for square in position.occupied() {
                let Some(piece) = position.piece_at(square) else { continue };
                for (view, sum) in balance.iter_mut().enumerate() {
                    *sum += BALANCE[plain_index(view, piece, square.index())];
                }
            }
        }
        let frames = self.frames_at(position, balance);
        XiangqiNote { taken: [None; 2], put: None, frames, changed: [true; 2], balance }
    }

    #[inline]
    fn made(
        self,
        before: &XiangqiNote,
        position: &Position,
        taken: [Option<(Piece, u8)>; 2],
        put: Option<(Piece, u8)>,
    ) -> XiangqiNote {
        let mut note = XiangqiNote { taken, put, changed: [false; 2], ..*before };
        if self.middle == Middle::Balance {
            for (view, sum) in note.balance.iter_mut().enumerate() {
                let weight = |change: Option<(Piece, u8)>| {
                    change.map_or(0, |(piece, square)| {
                        BALANCE[plain_index(view, piece, square.into())]
                    })
                };
                *sum += weight(put) - weight(taken[0]) - weight(taken[1]);
            }
        } else if !is_king(&put) {
            return note;
        }
        note.frames = self.frames_at(position, note.balance);
        note.changed = [0, 1].map(|view| note.frames[view] != before.frames[view]);
        note
    }

    fn passed(self, _: &XiangqiNote) -> Option<XiangqiNote> {
        None
    }

    #[inline]
    fn frame(note: &XiangqiNote, view: usize) -> usize {
        note.frames[view].into()
    }

    #[inline]
    fn frame_changed(note: &XiangqiNote, view: usize) -> bool {
        note.changed[view]
    }

    #[inline]
    fn changes(self, note: &XiangqiNote, view: usize) -> RowChanges {
        let mut changes = RowChanges::default();
        let index = |(piece, square)| row(note.frames[view], view, piece, square);
        changes.on.extend(note.put.map(index));
        changes.off.extend(note.taken.into_iter().flatten().map(index));
        changes
    }

    fn nothing() -> Self::Memory {
        [0; Piece::COUNT]
    }

    fn catch_up(
        self,
        memory: &mut Self::Memory,
        position: &Position,
        note: &XiangqiNote,
        view: usize,
    ) -> RowChanges {
        let mut changes = RowChanges::default();
        for (index, known) in memory.iter_mut().enumerate() {
            let piece = Piece::from_index(index);
            let now = position.pieces(piece.side(), piece.kind()).0;
            let index = |square| row(note.frames[view], view, piece, square);
            changes.on.extend(bits(now & !*known).map(index));
            changes.off.extend(bits(*known & !now).map(index));
            *known = now;
        }
        changes
    }

    #[inline]
    fn output(position: &Position) -> usize {
        XiangqiInputs::output_of(position.occupied().count())
    }

    #[inline]
    fn mover(position: &Position) -> usize {
        position.turn().index()
    }

    #[inline]
    fn value(sum: i64, scale: i32) -> i32 {
        linear(sum, scale)
    }
}

fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}
