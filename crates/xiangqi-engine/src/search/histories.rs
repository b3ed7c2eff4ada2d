//! What the search learns about moves and positions.

use game::Side;
use search::history::History;
use xiangqi::{Kind, Piece, Ply, Position, Square};

use super::params::SearchParams;

const PIECE_TO: usize = Piece::COUNT * Square::COUNT;
const FROM_TO: usize = Square::COUNT * Square::COUNT;
const CORRECTION_CELLS: usize = 1 << 14;

/// A piece and where it went: what continuation histories are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u16);

impl Step {
    /// No step: before the root, or a passed turn.
    pub const NONE: Step = Step(PIECE_TO as u16);

    /// The step of a piece.
    #[inline]
    pub fn new(piece: Piece, to: Square) -> Step {
        Step((piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// All histories of one thread.
pub struct Histories {
    quiet: History<16_384>,
    capture: History<16_384>,
    continuation: Vec<History<16_384>>,
    counter: Vec<u16>,
    low: History<16_384>,
    correction: [History<16_384>; 3],
}

/// Plies below the root whose moves are learned apart.
pub const LOW: usize = 4;

/// Where a node's moves are found in histories.
#[derive(Clone, Copy)]
pub struct Place {
    /// The steps before that continuation histories look at.
    pub before: [Step; CONTINUATIONS],
    /// How far it is from the root, if that is near.
    pub low: Option<usize>,
}

impl Place {
    /// A node of which nothing is known.
    pub const NOWHERE: Place = Place { before: [Step::NONE; CONTINUATIONS], low: None };
}

/// How many plies back continuation histories look: the opponent's last step and
/// the own two before.
pub const LOOK_BACK: [usize; CONTINUATIONS] = [1, 2, 4];
/// How many continuation histories there are.
pub const CONTINUATIONS: usize = 3;

impl Histories {
    /// The memory they take.
    pub const BYTES: usize = size_of::<i16>()
        * (2 * FROM_TO
            + PIECE_TO * Kind::ALL.len()
            + CONTINUATIONS * (PIECE_TO + 1) * PIECE_TO
            + (PIECE_TO + 1)
            + LOW * FROM_TO
            + 3 * 2 * CORRECTION_CELLS);

    /// Empty histories.
    pub fn new() -> Histories {
        Histories {
            quiet: History::new(2 * FROM_TO),
            capture: History::new(PIECE_TO * Kind::ALL.len()),
            continuation: (0..CONTINUATIONS)
                .map(|_| History::new((PIECE_TO + 1) * PIECE_TO))
                .collect(),
            counter: vec![0; PIECE_TO + 1],
            low: History::new(LOW * FROM_TO),
            correction: std::array::from_fn(|_| History::new(2 * CORRECTION_CELLS)),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.clear();
        self.capture.clear();
        self.continuation.iter_mut().for_each(History::clear);
        self.counter.fill(0);
        self.low.clear();
        self.correction.iter_mut().for_each(History::clear);
    }

    #[inline]
    fn quiet_cell(side: Side, ply: Ply) -> usize {
        side.index() * FROM_TO + ply.from().index() * Square::COUNT + ply.to().index()
    }

    /// What a quiet move achieved anywhere.
    #[inline]
    pub fn quiet(&self, side: Side, ply: Ply) -> i32 {
        self.quiet.get(Self::quiet_cell(side, ply))
    }

    /// What a step achieved after the step `back` + 1 plies before.
    #[inline]
    pub fn continuation(&self, back: usize, before: Step, step: Step) -> i32 {
        self.continuation[back].get(before.index() * PIECE_TO + step.index())
    }

    /// What a piece achieved by capturing a kind on a point.
    #[inline]
    pub fn capture(&self, step: Step, victim: Kind) -> i32 {
        self.capture.get(step.index() * Kind::ALL.len() + victim.index())
    }

    /// The quiet move that answered a step before; 0 = none.
    #[inline]
    pub fn counter(&self, before: Step) -> u16 {
        self.counter[before.index()]
    }

    /// What a move achieved so near the root; `None` if the node is far from it.
    #[inline]
    pub fn near_root(&self, low: Option<usize>, ply: Ply) -> i32 {
        low.map_or(0, |low| self.low.get(low_cell(low, ply)))
    }

    /// A quiet move was good or bad.
    pub fn learn_quiet(&mut self, side: Side, ply: Ply, step: Step, place: &Place, bonus: i32) {
        self.quiet.update(Self::quiet_cell(side, ply), bonus);
        for (table, earlier) in self.continuation.iter_mut().zip(&place.before) {
            table.update(earlier.index() * PIECE_TO + step.index(), bonus);
        }
        if let Some(low) = place.low {
            self.low.update(low_cell(low, ply), bonus);
        }
    }

    /// A new search begins: what was learned near the old root is about other positions.
    pub fn new_root(&mut self) {
        self.low.clear();
    }

    /// A capture was good or bad.
    pub fn learn_capture(&mut self, step: Step, victim: Kind, bonus: i32) {
        self.capture.update(step.index() * Kind::ALL.len() + victim.index(), bonus);
    }

    /// A quiet move refuted the step before.
    pub fn learn_counter(&mut self, before: Step, ply: Ply) {
        self.counter[before.index()] = ply.code();
    }

    /// How far evaluations of positions like this one were off, in points.
    #[inline]
    pub fn correction(&self, position: &Position) -> i32 {
        let cells = correction_cells(position);
        self.correction.iter().zip(cells).map(|(table, cell)| table.get(cell)).sum::<i32>()
    }

    /// The search found the evaluation off by `error` points at some depth.
    pub fn learn_correction(
        &mut self,
        position: &Position,
        error: i32,
        depth: i32,
        params: &SearchParams,
    ) {
        let most = params.correction_most;
        let weighted = error * depth.min(params.correction_depth) * params.correction_scale / 1024;
        let bonus = weighted.clamp(-most, most) * params.correction_rate;
        for (table, cell) in self.correction.iter_mut().zip(correction_cells(position)) {
            table.update(cell, bonus);
        }
    }
}

#[inline]
fn low_cell(low: usize, ply: Ply) -> usize {
    low * FROM_TO + ply.from().index() * Square::COUNT + ply.to().index()
}

/// Cells by pawns, by the pieces that guard the kings, and by the strong pieces.
#[inline]
fn correction_cells(position: &Position) -> [usize; 3] {
    let guards =
        position.kind(Kind::Advisor) | position.kind(Kind::Elephant) | position.kind(Kind::King);
    let strong = |side| {
        position.pieces(side, Kind::Rook)
            | position.pieces(side, Kind::Horse)
            | position.pieces(side, Kind::Cannon)
    };
    let side = position.turn().index() * CORRECTION_CELLS;
    let pawns =
        mix(position.pieces(Side::Red, Kind::Pawn).0, position.pieces(Side::Black, Kind::Pawn).0);
    [pawns, mix(guards.0, 0), mix(strong(Side::Red).0, strong(Side::Black).0)]
        .map(|cell| side + cell)
}

/// A cell number from two sets of points.
#[inline]
fn mix(a: u128, b: u128) -> usize {
    const ODD: [u64; 4] = [
        0x9e37_79b9_7f4a_7c15,
        0xc2b2_ae3d_27d4_eb4f,
        0x1656_67b1_9e37_79f9,
        0xd6e8_feb8_6659_fd93,
    ];
    let hash = (a as u64).wrapping_mul(ODD[0])
        ^ ((a >> 64) as u64).wrapping_mul(ODD[1])
        ^ (b as u64).wrapping_mul(ODD[2])
        ^ ((b >> 64) as u64).wrapping_mul(ODD[3]);
    (hash.wrapping_mul(ODD[0]) >> 50) as usize
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}
