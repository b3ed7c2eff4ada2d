//! Anchors (§2.3 of the document): many shapes are about a king and its lines. Where the
//! king stands is known from the bits, so its lines are too.

use xiangqi::{Kind, Piece};

use crate::pattern::{Area, Condition, Count, PieceSet, Relation, Subject};

/// The king that lines and pins of some conditions are about.
pub(super) fn king(conditions: &[Condition]) -> Option<Piece> {
    conditions.iter().find_map(|condition| match condition {
        Condition::Line(from, _, _) => king_of(from),
        Condition::Related(Relation::Pins, of, _) => {
            let set = match of {
                Subject::Pieces(set, _) => *set,
                Subject::Variable(variable) => bound_set(conditions, *variable)?,
                Subject::Points(_) => return None,
            };
            let side = set.pieces().next()?.side();
            let same = set.pieces().all(|piece| piece.side() == side);
            same.then(|| Piece::new(!side, Kind::King))
        }
        Condition::Related(Relation::Attacks, _, to) => king_of(to),
        _ => None,
    })
}

fn king_of(subject: &Subject) -> Option<Piece> {
    match subject {
        Subject::Pieces(set, _) => set.single().filter(|piece| piece.kind() == Kind::King),
        _ => None,
    }
}

fn bound_set(conditions: &[Condition], wanted: u8) -> Option<PieceSet> {
    conditions.iter().find_map(|condition| match condition {
        Condition::Let(variable, set, _) if *variable == wanted => Some(*set),
        _ => None,
    })
}

/// The conditions for a king on one point.
pub(super) fn fixed(conditions: &[Condition], king: Piece, point: u128) -> Vec<Condition> {
    let subject = |subject: &Subject| match subject {
        Subject::Pieces(set, area) if set.single() == Some(king) => {
            let here = match area {
                Area::Fixed(points) => Area::Fixed(points & point),
                other => Area::Common(vec![other.clone(), Area::Fixed(point)]),
            };
            Subject::Pieces(*set, here)
        }
        other => other.clone(),
    };
    let one = |condition: &Condition| match condition {
        Condition::Line(from, directions, items) => {
            Condition::Line(subject(from), *directions, items.clone())
        }
        Condition::Related(relation, of, to) => {
            Condition::Related(*relation, subject(of), subject(to))
        }
        other => other.clone(),
    };
    let at = Condition::At(PieceSet::of(king), Area::Fixed(point), Count::SOME);
    let mut all: Vec<Condition> = vec![at];
    all.extend(conditions.iter().map(one));
    all
}
