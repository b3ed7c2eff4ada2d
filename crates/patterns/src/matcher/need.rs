//! What a ground pattern needs at least, kind by kind: the part that bits can decide.

use xiangqi::{Kind, Piece, Square, attacks};

use crate::ground::Ground;
use crate::pattern::{
    Area, Condition, Count, Directions, Item, PieceSet, Relation, Subject, can_stand,
};

/// The whole board.
const BOARD: u128 = (1 << 90) - 1;

/// What must be on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// By piece: one of it must stand on one of these points.
    pub places: [Option<u128>; 14],
    /// Pieces that must be gone.
    pub absent: PieceSet,
}

/// The needs of a ground pattern, and the conditions that they do not decide.
pub fn needs(ground: &Ground) -> (Needs, Vec<Condition>) {
    let needs = of_all(&ground.conditions);
    let decided = |condition: &&Condition| !needs.decides(condition);
    let rest = ground.conditions.iter().filter(decided).cloned().collect();
    (needs, rest)
}

impl Needs {
    /// Whether a condition holds exactly when its need is met.
    fn decides(&self, condition: &Condition) -> bool {
        let Condition::At(set, Area::Fixed(points), count) = condition else { return false };
        let Some(piece) = set.single() else { return false };
        let place = self.places[piece.index()];
        let some = *count == Count::SOME && place == Some(points & can_stand(piece));
        let none = *count == Count::NONE && *points == BOARD && self.absent.has(piece);
        some || none
    }

    /// One of these pieces stands there; with several pieces nothing is known.
    fn place(&mut self, set: PieceSet, points: u128) {
        let Some(piece) = set.single() else { return };
        let points = points & can_stand(piece);
        let known = &mut self.places[piece.index()];
        *known = Some(match *known {
            None => points,
            // There is one king: both are about it.
            Some(old) if piece.kind() == Kind::King => old & points,
            Some(old) if old.count_ones() <= points.count_ones() => old,
            Some(_) => points,
        });
    }

    fn subject(&mut self, subject: &Subject) {
        if let Subject::Pieces(set, area) = subject {
            self.place(*set, fixed(area));
        }
    }

    fn condition(&mut self, condition: &Condition, all: &[Condition]) {
        match condition {
            Condition::At(set, area, count) => {
                if count.least > 0 {
                    self.place(*set, fixed(area));
                } else if *count == Count::NONE && *area == Area::Fixed(BOARD) {
                    self.absent = self.absent.with(*set);
                }
            }
            Condition::Let(_, set, area) => self.place(*set, fixed(area)),
            Condition::Line(from, directions, items) => self.line(from, *directions, items),
            Condition::AnyOf(each) => {
                let each: Vec<Needs> = each.iter().map(|all| of_all(all)).collect();
                self.any_of(&each);
            }
            Condition::Related(relation, of, to) => {
                self.subject(of);
                self.subject(to);
                if let (Relation::Attacks, Subject::Pieces(set, area)) = (relation, to)
                    && let Some(king) = set.single().filter(|piece| piece.kind() == Kind::King)
                {
                    self.attackers(of, fixed(area) & can_stand(king), all);
                }
            }
            Condition::Pinned(of) | Condition::Trapped(of) => self.subject(of),
            Condition::Material(side, counts) => {
                for kind in Kind::ALL {
                    let set = PieceSet::of(Piece::new(*side, kind));
                    let count = counts[kind.index()];
                    if count.least > 0 {
                        self.place(set, BOARD);
                    } else if count.most == 0 {
                        self.absent = self.absent.with(set);
                    }
                }
            }
            Condition::Not(_) | Condition::Turn(_) | Condition::Phase(_) => {}
        }
    }

    /// Who attacks a king stands on its lines, or a horse's jump away.
    fn attackers(&mut self, of: &Subject, king: u128, all: &[Condition]) {
        let set = match of {
            Subject::Pieces(set, _) => Some(*set),
            Subject::Variable(variable) => all.iter().find_map(|one| match one {
                Condition::Let(bound, set, _) if bound == variable => Some(*set),
                _ => None,
            }),
            Subject::Points(_) => None,
        };
        let Some(piece) = set.and_then(PieceSet::single) else { return };
        let from = |square| match piece.kind() {
            Kind::Horse => attacks::horse_ring(square).0,
            Kind::Rook | Kind::Cannon => attacks::lines(square).0,
            _ => BOARD,
        };
        let places =
            xiangqi::Bitboard(king).into_iter().fold(0, |points, square| points | from(square));
        self.place(PieceSet::of(piece), places);
    }

    /// What every alternative needs.
    fn any_of(&mut self, each: &[Needs]) {
        for index in 0..14 {
            let places = each.iter().map(|needs| needs.places[index]);
            let union = places.reduce(|a, b| Some(a? | b?)).flatten();
            if let Some(points) = union {
                self.place(PieceSet::of(Piece::from_index(index)), points);
            }
        }
    }

    /// The pieces of a line stand on the rays from where it may begin.
    fn line(&mut self, from: &Subject, directions: Directions, items: &[Item]) {
        self.subject(from);
        let mut starts = match from {
            Subject::Pieces(set, area) => {
                let stand = set.pieces().fold(0, |all, piece| all | can_stand(piece));
                fixed(area) & stand
            }
            Subject::Points(area) => fixed(area),
            Subject::Variable(_) => BOARD,
        };
        if let Some(Item::Pieces(set)) = items.first() {
            starts &= set.pieces().fold(0, |all, piece| all | can_stand(piece));
        }
        let (mut passed, mut exact) = (0, true);
        for item in items {
            match item {
                Item::Empties => exact = false,
                Item::Pieces(set) => {
                    let most = if exact { passed } else { 9 };
                    self.place(*set, ahead(starts, directions, passed, most));
                    passed += 1;
                }
                _ => passed += 1,
            }
        }
    }
}

fn of_all(all: &[Condition]) -> Needs {
    let mut needs = Needs::default();
    all.iter().for_each(|condition| needs.condition(condition, all));
    needs
}

/// The points an area can have; all, if a bound piece tells them.
fn fixed(area: &Area) -> u128 {
    match area {
        Area::Fixed(points) => *points,
        Area::Common(parts) => parts.iter().fold(BOARD, |all, part| all & fixed(part)),
        Area::Minus(from, _) => fixed(from),
        _ => BOARD,
    }
}

/// The points some steps ahead of others.
fn ahead(starts: u128, directions: Directions, least: i32, most: i32) -> u128 {
    let mut points = 0;
    for start in xiangqi::Bitboard(starts) {
        for (files, ranks) in directions.steps() {
            let reached = (least..=most).filter_map(|far| start.offset(files * far, ranks * far));
            points |= reached.fold(0, |all, square: Square| all | 1 << square.index());
        }
    }
    points
}
