//! What the answer of a check depends on: until that changes, it stays the same.

use xiangqi::{Bitboard, Kind, Piece, attacks};

use crate::pattern::{Area, Condition, Directions, PieceSet, Relation, Subject, can_stand};

/// The whole board.
const BOARD: u128 = (1 << 90) - 1;
/// With more targets than this, a relation is taken to depend on every point.
const FEW: u32 = 9;

/// Kinds whose every move matters, and points whose content matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Depends {
    pub kinds: PieceSet,
    pub points: u128,
}

/// What a list of conditions depends on; `king` is where the king they are about stands,
/// if that is known.
pub(super) fn depends(all: &[Condition], king: Option<u128>) -> Depends {
    let mut on = Depends::default();
    all.iter().for_each(|condition| on.condition(condition, king));
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

    fn condition(&mut self, condition: &Condition, king: Option<u128>) {
        match condition {
            Condition::At(set, _, _) | Condition::Let(_, set, _) => self.kinds(*set),
            Condition::Line(from, directions, _) => {
                self.subject(from);
                self.points |= rays(from, *directions);
            }
            Condition::Not(all) => all.iter().for_each(|one| self.condition(one, king)),
            Condition::AnyOf(each) => {
                each.iter().flatten().for_each(|one| self.condition(one, king));
            }
            Condition::Related(Relation::Pins, of, _) => {
                self.subject(of);
                self.points |= lines(king.unwrap_or(palaces()));
            }
            Condition::Related(_, of, to) => {
                self.subject(of);
                self.subject(to);
                self.points |= approaches(of, to);
            }
            Condition::Pinned(of) => {
                self.subject(of);
                self.points |= lines(palaces());
            }
            Condition::Trapped(_) => self.points = BOARD,
            Condition::Material(side, _) => self.kinds(PieceSet::side(*side)),
            // Answered by masks.
            Condition::Turn(_) | Condition::Phase(_) => self.points = BOARD,
        }
    }
}

fn palaces() -> u128 {
    attacks::PALACES.iter().fold(0, |all, palace| all | palace.0)
}

/// The ranks and files through some points.
fn lines(points: u128) -> u128 {
    Bitboard(points).into_iter().fold(points, |all, square| all | attacks::lines(square).0)
}

/// Where a subject may stand.
fn region(subject: &Subject) -> u128 {
    let stand = |set: PieceSet| set.pieces().fold(0, |all, piece| all | can_stand(piece));
    match subject {
        Subject::Pieces(set, Area::Fixed(points)) => stand(*set) & points,
        Subject::Pieces(set, _) => stand(*set),
        Subject::Points(Area::Fixed(points)) => *points,
        _ => BOARD,
    }
}

/// The points of lines that begin at a subject.
fn rays(from: &Subject, directions: Directions) -> u128 {
    let mut points = region(from);
    for start in Bitboard(points) {
        for (files, ranks) in directions.steps() {
            let reached = (1..10).filter_map(|far| start.offset(files * far, ranks * far));
            points |= reached.fold(0, |all, square| all | 1 << square.index());
        }
    }
    points
}

/// The points from which something few in number can be attacked, and those between.
fn approaches(of: &Subject, to: &Subject) -> u128 {
    let targets = region(to);
    if targets.count_ones() > FEW {
        return BOARD;
    }
    let near = |square: xiangqi::Square| {
        let steps = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
        steps
            .filter_map(|(files, ranks)| square.offset(files, ranks))
            .fold(0, |all, one| all | 1u128 << one.index())
    };
    let slides = |piece: Piece| matches!(piece.kind(), Kind::Rook | Kind::Cannon);
    if matches!(of, Subject::Pieces(set, _) if set.pieces().all(slides)) {
        return lines(targets);
    }
    Bitboard(targets).into_iter().fold(lines(targets), |all, square| all | near(square))
}

/// The one piece some conditions are about, if they are about nothing else: not about
/// what stands between.
pub(super) fn local(all: &[Condition]) -> Option<usize> {
    let mut kinds = PieceSet::default();
    for condition in all {
        match condition {
            Condition::At(set, _, _) | Condition::Let(_, set, _) => kinds = kinds.with(*set),
            _ => return None,
        }
    }
    kinds.single().map(Piece::index)
}

/// Two pieces of one kind that guard each other must stand so that they can: which piece,
/// if conditions ask for that.
pub(super) fn pair(all: &[Condition]) -> Option<usize> {
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
            (of == to && far).then(|| of.index())
        }
        _ => None,
    })
}

/// Whether two pieces of a kind stand so that one could guard the other.
pub(super) fn can_guard(kind: Kind, board: u128) -> bool {
    Bitboard(board).into_iter().any(|square| {
        let reach =
            if kind == Kind::Horse { attacks::horse_ring(square) } else { attacks::lines(square) };
        reach.0 & board != 0
    })
}
