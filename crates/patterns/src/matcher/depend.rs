//! What the answer of a check depends on: until that changes, it stays the same.
//!
//! Some kinds matter wherever they go. Of everything else only the points that were looked
//! at matter: the footprint of an answer.

use xiangqi::{Bitboard, Kind, Piece, Position, Square, attacks};

use super::check::AHEAD;
use crate::board::{self, Bound, standing};
use crate::pattern::{Area, Condition, Directions, PieceSet, Relation, Subject};

/// The whole board.
const BOARD: u128 = (1 << 90) - 1;
/// An area with at most so many points is watched point by point, a larger one by the kinds
/// that may stand there.
const FEW: u32 = 9;
/// Nothing bound.
const FREE: Bound = [None; 8];

/// What an answer depends on, as far as the conditions tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Depends {
    /// Kinds whose every move matters.
    pub kinds: PieceSet,
    /// Whether the answer may change at any time.
    pub always: bool,
}

/// What a list of conditions depends on, besides its footprint.
pub(super) fn depends(all: &[Condition]) -> Depends {
    let mut on = Depends::default();
    all.iter().for_each(|condition| on.condition(condition));
    on
}

impl Depends {
    fn kinds(&mut self, set: PieceSet) {
        self.kinds = self.kinds.with(set);
    }

    fn subject(&mut self, subject: &Subject) {
        if let Subject::Pieces(set, _) = subject {
            self.kinds(*set);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::At(set, Area::Fixed(points), _) if points.count_ones() > FEW => {
                self.kinds(*set);
            }
            Condition::At(..) | Condition::Pinned(_) | Condition::Trapped(_) => {}
            Condition::Let(_, set, _) => self.kinds(*set),
            Condition::Line(from, _, _) => self.subject(from),
            Condition::Not(all) => all.iter().for_each(|one| self.condition(one)),
            Condition::AnyOf(each) => each.iter().flatten().for_each(|one| self.condition(one)),
            Condition::Related(Relation::Pins, of, _) => self.subject(of),
            Condition::Related(_, of, to) => {
                self.subject(of);
                self.subject(to);
            }
            Condition::Material(side, _) => self.kinds(PieceSet::side(*side)),
            Condition::Turn(_) | Condition::Phase(_) => self.always = true,
        }
    }
}

/// The points that matter to the answer of conditions now, as long as the kinds they
/// depend on stay where they are.
pub(super) fn footprint(all: &[Condition], position: &Position) -> u128 {
    let mut look = Look { position, bound: [PieceSet::default(); 8] };
    look.all(all)
}

/// A look at a position: whatever a variable is bound to later, it is one of these pieces.
struct Look<'a> {
    position: &'a Position,
    bound: [PieceSet; 8],
}

impl Look<'_> {
    fn all(&mut self, all: &[Condition]) -> u128 {
        all.iter().fold(0, |points, condition| points | self.condition(condition))
    }

    fn condition(&mut self, condition: &Condition) -> u128 {
        match condition {
            Condition::At(_, Area::Fixed(points), _) if points.count_ones() > FEW => 0,
            Condition::At(_, area, _) => self.area(area),
            Condition::Let(variable, set, area) => {
                self.bound[usize::from(*variable)] = *set;
                // Where the area is told by another piece, that one is bound.
                if matches!(area, Area::Fixed(_)) { 0 } else { self.area(area) }
            }
            Condition::Line(from, directions, _) => rays(self.stand(from), *directions),
            Condition::Not(all) => self.all(all),
            Condition::AnyOf(each) => each.iter().fold(0, |points, all| points | self.all(all)),
            Condition::Related(Relation::Pins, _, _) | Condition::Pinned(_) => self.king_lines(),
            Condition::Related(_, of, to) => self.between(of, to),
            Condition::Trapped(_) => BOARD,
            Condition::Material(..) | Condition::Turn(_) | Condition::Phase(_) => 0,
        }
    }

    /// Where a subject may stand.
    fn stand(&self, subject: &Subject) -> u128 {
        match subject {
            Subject::Pieces(set, Area::Fixed(points)) => standing(self.position, *set) & points,
            Subject::Pieces(set, _) => standing(self.position, *set),
            Subject::Variable(variable) => self.of(*variable),
            Subject::Points(area) => self.area(area),
        }
    }

    fn of(&self, variable: u8) -> u128 {
        standing(self.position, self.bound[usize::from(variable)])
    }

    /// The points an area may have.
    fn area(&self, area: &Area) -> u128 {
        match area {
            Area::Fixed(points) => *points,
            Area::Offset(of, ..) | Area::Around(of, _) | Area::FileOf(of) | Area::RankOf(of) => {
                let mut bound = FREE;
                Bitboard(self.of(*of)).into_iter().fold(0, |all, square| {
                    bound[usize::from(*of)] = Some(square);
                    all | board::points(area, &bound)
                })
            }
            Area::Union(parts) | Area::Common(parts) => {
                parts.iter().fold(0, |all, part| all | self.area(part))
            }
            Area::Minus(from, what) => self.area(from) | self.area(what),
        }
    }

    fn king_lines(&self) -> u128 {
        let kings = xiangqi::Side::BOTH.map(|side| self.position.king(side));
        kings.into_iter().fold(0, |all, king| all | attacks::lines(king).0)
    }

    /// What stands between pieces and what they may attack or guard. Points are looked at
    /// themselves: a piece of one's own there is not attacked.
    fn between(&self, of: &Subject, to: &Subject) -> u128 {
        let targets = Bitboard(self.stand(to));
        let own = if matches!(to, Subject::Points(_)) { targets.0 } else { 0 };
        Bitboard(self.stand(of)).into_iter().fold(own, |all, from| {
            let piece = self.position.piece_at(from);
            all | match piece.map(Piece::kind) {
                Some(Kind::Rook | Kind::Cannon) => (targets & attacks::lines(from))
                    .into_iter()
                    .fold(0, |all, to| all | attacks::between(from, to).0),
                Some(Kind::Horse | Kind::Elephant) => BESIDE[from.index()],
                Some(Kind::King) => self.king_lines(),
                Some(_) => 0,
                None => BOARD,
            }
        })
    }
}

/// By point: the points at most a step away.
static BESIDE: [u128; 90] = {
    let mut table = [0; 90];
    let mut square = 0;
    while square < 90 {
        let mut step = 0;
        while step < 9 {
            let beside = Square::from_index(square).offset(step % 3 - 1, step / 3 - 1);
            if let Some(beside) = beside {
                table[square] |= 1 << beside.index();
            }
            step += 1;
        }
        square += 1;
    }
    table
};

/// The points of lines from some points.
fn rays(starts: u128, directions: Directions) -> u128 {
    let ahead = |start: Square, way: usize| match directions.0 >> way & 1 {
        0 => 0,
        _ => AHEAD[way][start.index()],
    };
    Bitboard(starts)
        .into_iter()
        .fold(starts, |all, start| (0..4).fold(all, |all, way| all | ahead(start, way)))
}

/// The one piece some conditions are about, if they are about nothing else: not about
/// what stands between.
pub(super) fn local(all: &[Condition]) -> Option<usize> {
    let mut kinds = PieceSet::default();
    all.iter().all(|condition| is_local(condition, &mut kinds)).then_some(())?;
    kinds.single().map(Piece::index)
}

fn is_local(condition: &Condition, kinds: &mut PieceSet) -> bool {
    match condition {
        Condition::At(set, _, _) | Condition::Let(_, set, _) => {
            *kinds = kinds.with(*set);
            true
        }
        Condition::Not(all) => all.iter().all(|one| is_local(one, kinds)),
        Condition::AnyOf(each) => each.iter().flatten().all(|one| is_local(one, kinds)),
        _ => false,
    }
}

/// Two pieces of one kind that guard each other must stand so that they can: which piece,
/// if conditions ask for that.
pub(super) fn pair(all: &[Condition]) -> Option<Piece> {
    let kind_of = |subject: &Subject| match subject {
        Subject::Pieces(set, _) => set.single(),
        Subject::Variable(variable) => all.iter().find_map(|one| match one {
            Condition::Let(bound, set, _) if bound == variable => set.single(),
            _ => None,
        }),
        Subject::Points(_) => None,
    };
    all.iter().find_map(|condition| match condition {
        Condition::Related(Relation::Guards, of, to) => {
            let (of, to) = (kind_of(of)?, kind_of(to)?);
            let far = matches!(of.kind(), Kind::Horse | Kind::Rook | Kind::Cannon);
            (of == to && far).then_some(of)
        }
        _ => None,
    })
}

/// Whether two pieces of a kind stand so that one could guard the other.
#[inline]
pub(super) fn can_guard(kind: Kind, board: u128) -> bool {
    let mut squares = Bitboard(board).into_iter();
    // Who can guard can be guarded: of two pieces one tells it.
    let Some(last) = squares.next() else { return false };
    let reach = |square| match kind {
        Kind::Horse => attacks::horse_ring(square).0,
        _ => attacks::lines(square).0,
    };
    reach(last) & board != 0 || squares.any(|square| reach(square) & board != 0)
}
