//! The shapes that mining looks for.

use std::fmt;

use game::Side;
use xiangqi::{Bitboard, Kind, Piece, Position, Square};

/// A kind on a point, as the side whose shape it is sees the board.
type Place = (u8, u8);

/// A shape of a side, as that side sees the board, folded onto one wing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Two own pieces.
    Own([Place; 2]),
    /// An own piece and one of the other side.
    Facing(Place, Place),
    /// Some of a kind attack some of another.
    Attacks(u8, u8),
    /// Some of a kind guard some of another.
    Guards(u8, u8),
}

fn name(kind: u8) -> &'static str {
    Kind::ALL[usize::from(kind)].name()
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |side: &str, (kind, point): Place| {
            format!("(at {side}.{} {})", name(kind), Square::from_index(usize::from(point)))
        };
        match *self {
            Shape::Own([a, b]) => write!(f, "{} {}", at("us", a), at("us", b)),
            Shape::Facing(own, other) => write!(f, "{} {}", at("us", own), at("them", other)),
            Shape::Attacks(of, to) => write!(f, "(attacks us.{} them.{})", name(of), name(to)),
            Shape::Guards(of, to) => write!(f, "(guards us.{} us.{})", name(of), name(to)),
        }
    }
}

const STRONG: [Kind; 4] = [Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];

/// Shows the shapes of a side; some may come twice.
pub fn shapes(position: &Position, side: Side, mut show: impl FnMut(Shape)) {
    let places = |of: Side| -> Vec<(u8, Square)> {
        let seen = |square: Square| if side == Side::Red { square } else { square.rotated() };
        let kind = |kind: Kind| {
            let board: Bitboard = position.pieces(of, kind);
            board.into_iter().map(move |square| (kind.index() as u8, seen(square)))
        };
        STRONG.into_iter().flat_map(kind).collect()
    };
    let (own, others) = (places(side), places(!side));
    for (at, a) in own.iter().enumerate() {
        own[..at].iter().for_each(|b| show(pair(*a, *b)));
        others.iter().for_each(|b| show(facing(*a, *b)));
    }
    for kind in STRONG {
        let piece = Piece::new(side, kind);
        for from in position.pieces(side, kind) {
            for to in position.attacks_from(piece, from) {
                let Some(met) = position.piece_at(to) else { continue };
                let kinds = (kind.index() as u8, met.kind().index() as u8);
                show(match met.side() == side {
                    true => Shape::Guards(kinds.0, kinds.1),
                    false => Shape::Attacks(kinds.0, kinds.1),
                });
            }
        }
    }
}

fn plain((kind, square): (u8, Square)) -> Place {
    (kind, square.index() as u8)
}

fn mirrored((kind, square): (u8, Square)) -> Place {
    (kind, square.mirrored().index() as u8)
}

fn pair(a: (u8, Square), b: (u8, Square)) -> Shape {
    let sorted = |mut pair: [Place; 2]| {
        pair.sort_unstable();
        pair
    };
    Shape::Own(sorted([plain(a), plain(b)]).min(sorted([mirrored(a), mirrored(b)])))
}

fn facing(a: (u8, Square), b: (u8, Square)) -> Shape {
    let (own, other) = (plain(a), plain(b)).min((mirrored(a), mirrored(b)));
    Shape::Facing(own, other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patterns::PatternSet;

    /// What is proposed is a pattern that is on the boards it was found on.
    #[test]
    fn proposals_are_patterns_of_the_boards_they_come_from() {
        let mut seen = [0; 4];
        for seed in 0..60 {
            let position: Position = game::conformance::random_position(seed, 30);
            for side in Side::BOTH {
                let mut all = Vec::new();
                shapes(&position, side, |shape| all.push(shape));
                for shape in all.into_iter().step_by(17) {
                    let text = format!("(pattern p (when {shape}))");
                    let (set, found) = PatternSet::read(&text);
                    assert!(found.iter().all(|one| !one.is_error()), "{text}");
                    let there = set.matches(&position).iter().any(|one| one.side == side);
                    assert!(there, "{text} of {side}: {position}");
                    seen[match shape {
                        Shape::Own(_) => 0,
                        Shape::Facing(..) => 1,
                        Shape::Attacks(..) => 2,
                        Shape::Guards(..) => 3,
                    }] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
    }
}
