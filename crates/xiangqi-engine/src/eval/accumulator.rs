//! The part of the evaluation that follows every put and take: material and
//! piece-square sums of all phases, and the census of pieces (Shenxiang, section 2,
//! keeps the same sums while moving).

use game::{Observer, Side};
use xiangqi::{Piece, Position, Square};

use super::material::{Army, Census, Material};
use super::packed::Packed;
use super::phase::is_home;
use super::squares::SquareTables;

/// What a piece adds on a point, seen by red.
#[derive(Clone, Debug)]
pub struct PieceSquareSums {
    sums: Box<[[Packed; Square::COUNT]; Piece::COUNT]>,
}

impl PieceSquareSums {
    /// Material and piece-square values in one table.
    pub fn new(material: &Material, squares: &SquareTables) -> PieceSquareSums {
        let mut sums = Box::new([[Packed::ZERO; Square::COUNT]; Piece::COUNT]);
        for (index, row) in sums.iter_mut().enumerate() {
            let piece = Piece::from_index(index);
            for square in Square::all() {
                let worth = material.packed(piece.kind()) + squares.packed(piece, square);
                let home = if is_home(piece, square) { Packed::AT_HOME } else { Packed::ZERO };
                let signed = if piece.side() == Side::Red { worth } else { -worth };
                row[square.index()] = signed + home;
            }
        }
        PieceSquareSums { sums }
    }

    #[inline]
    fn of(&self, piece: Piece, square: usize) -> Packed {
        self.sums[piece.index()][square]
    }
}

/// Sixteen bytes that follow the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    sum: Packed,
    census: Census,
}

impl Accumulator {
    /// Nothing on the board.
    pub(super) const EMPTY: Accumulator = Accumulator { sum: Packed::ZERO, census: Census::EMPTY };

    /// The accumulator of a position, from nothing.
    pub fn refresh(sums: &PieceSquareSums, position: &Position) -> Accumulator {
        let mut fresh = Accumulator::default();
        let mut observer = AccumulatorObserver::new(sums, &mut fresh);
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                observer.put(piece, square.index());
            }
        }
        fresh
    }

    /// Material and places of red minus those of black, in every phase.
    #[inline]
    pub fn sum(&self) -> Packed {
        self.sum
    }

    /// Both armies, red first.
    #[inline]
    pub fn armies(&self) -> [Army; 2] {
        Side::BOTH.map(|side| self.census.army(side))
    }

    /// Rooks, horses and cannons of both sides on their start points.
    #[inline]
    pub fn at_home(&self) -> usize {
        self.sum.at_home()
    }
}

/// Keeps an [`Accumulator`] up to date while plies are made. A search may also
/// keep one accumulator per ply, copy it before a ply, and unmake in silence.
#[derive(Debug)]
pub struct AccumulatorObserver<'a> {
    sums: &'a PieceSquareSums,
    accumulator: &'a mut Accumulator,
}

impl<'a> AccumulatorObserver<'a> {
    /// Watches over an accumulator.
    #[inline]
    pub fn new(
        sums: &'a PieceSquareSums,
        accumulator: &'a mut Accumulator,
    ) -> AccumulatorObserver<'a> {
        AccumulatorObserver { sums, accumulator }
    }
}

impl Observer<Piece> for AccumulatorObserver<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: usize) {
        self.accumulator.sum += self.sums.of(piece, square);
        self.accumulator.census.add(Census::of(piece));
    }

    #[inline]
    fn take(&mut self, piece: Piece, square: usize) {
        self.accumulator.sum -= self.sums.of(piece, square);
        self.accumulator.census.remove(Census::of(piece));
    }
}
