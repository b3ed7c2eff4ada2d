//! The two evaluations of the thesis profiles: fixed piece values (Hsieh Y.-A.
//! 2008), and food-chain values with threats and squares (Hsieh 2010, chapter 3.8;
//! figures and tables are its).

use arrayvec::ArrayVec;
use banqi::{Bitboard, Kind, Piece, Position, Side, Square};

use crate::walker::{Alive, Walker};

/// Kind weights by which the sum of what a piece can take is multiplied. The
/// thesis does not print them; these are ours.
const WEIGHTS: [i32; Kind::COUNT] = [12, 8, 4, 3, 2, 0, 2];
/// The base every living piece has.
const BASE: i32 = 50;
/// By which a distance is multiplied in a threat; not printed, ours.
const DISTANCE_WEIGHT: i32 = 8;
/// Fixed values of the predecessor, king to pawn; not printed, ours.
const FIXED: [i32; Kind::COUNT] = [5000, 2500, 1200, 700, 400, 900, 200];

/// Table 3-2: the worth of a square.
const SQUARES: [[i32; 8]; 4] = [
    [2, 3, 3, 3, 3, 3, 3, 2],
    [3, 4, 4, 5, 5, 4, 4, 3],
    [3, 4, 4, 5, 5, 4, 4, 3],
    [2, 3, 3, 3, 3, 3, 3, 2],
];

/// The evaluation of one search: piece values are computed once, at its root.
#[derive(Clone, Debug)]
pub(super) struct ThesisEval {
    values: [i32; Piece::COUNT],
    start: Alive,
    dynamic: bool,
}

impl ThesisEval {
    pub fn fixed(start: Alive) -> ThesisEval {
        let values = std::array::from_fn(|index| FIXED[index % Kind::COUNT]);
        ThesisEval { values, start, dynamic: false }
    }

    pub fn food_chain(start: Alive) -> ThesisEval {
        ThesisEval { values: food_chain_values(start), start, dynamic: true }
    }

    pub fn value(&self, piece: Piece) -> i32 {
        self.values[piece.index()]
    }

    /// The evaluation for the side to move.
    pub fn evaluate(&self, walker: &Walker) -> i32 {
        let mover = walker.turn();
        let taken = self.taken(walker.alive, mover);
        if !self.dynamic {
            return taken;
        }
        let position = &walker.position;
        taken - self.threats(position, !mover) + squares(position, mover)
            - squares(position, !mover)
    }

    /// What the path captured: the other side's losses minus one's own.
    fn taken(&self, alive: Alive, side: Side) -> i32 {
        let lost = |piece: &Piece| self.start.count(*piece) - alive.count(*piece);
        Piece::all()
            .map(|piece| {
                let sign = if piece.side() == side { -1 } else { 1 };
                sign * lost(&piece) * self.value(piece)
            })
            .sum()
    }

    /// Threats for the side that has just moved (figures 3-28 and 3-29): its
    /// attacks count at even distances, its pieces are safe at even distances.
    pub fn threats(&self, position: &Position, just_moved: Side) -> i32 {
        let regions = regions(position);
        let mut sum = 0;
        for from in position.of_side(just_moved) {
            for to in position.of_side(!just_moved) {
                if !regions.iter().any(|region| region.contains(from) && region.contains(to)) {
                    continue;
                }
                let distance = distance(from, to);
                if distance % 2 == 0 {
                    sum += self.threat(position, from, to, distance);
                } else {
                    sum -= self.threat(position, to, from, distance);
                }
            }
        }
        sum
    }

    /// The victim's value by distance, if the attacker can take it by a step.
    fn threat(&self, position: &Position, attacker: Square, victim: Square, distance: i32) -> i32 {
        let (Some(attacker), Some(victim)) =
            (position.piece_at(attacker), position.piece_at(victim))
        else {
            return 0;
        };
        if attacker.kind().captures_adjacent(victim.kind()) {
            self.value(victim) / (distance * DISTANCE_WEIGHT)
        } else {
            0
        }
    }
}

fn distance(a: Square, b: Square) -> i32 {
    (a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())) as i32
}

fn squares(position: &Position, side: Side) -> i32 {
    position.of_side(side).iter().map(|square| SQUARES[square.rank()][square.file()]).sum()
}

/// The regions that face-down pieces cut the board into (figures 3-30, 3-31).
fn regions(position: &Position) -> ArrayVec<Bitboard, 16> {
    let open = !position.face_down();
    let mut rest = open;
    let mut regions = ArrayVec::new();
    while let Some(seed) = rest.first() {
        let mut region = Bitboard::of(seed);
        loop {
            let larger = region | region.spread() & open;
            if larger == region {
                break;
            }
            region = larger;
        }
        rest &= !region;
        regions.push(region);
    }
    regions
}

/// The values of chapter 3.8 for a set of living pieces.
pub(super) fn food_chain_values(alive: Alive) -> [i32; Piece::COUNT] {
    let mut values = [0; Piece::COUNT];
    for piece in Piece::all() {
        let raw = match piece.kind() {
            Kind::Cannon => strength(alive, Piece::new(piece.side(), Kind::Advisor)) * 4 / 15,
            _ => strength(alive, piece),
        };
        values[piece.index()] = raw + BASE;
    }
    values
}

/// The basic values of what a piece can take, times its kind's weight.
fn strength(alive: Alive, piece: Piece) -> i32 {
    let enemies = Kind::ALL.map(|kind| Piece::new(!piece.side(), kind));
    let takes = |enemy: &Piece| piece.kind().captures_adjacent(enemy.kind());
    let sum: i32 = enemies
        .iter()
        .filter(|enemy| takes(enemy))
        .map(|&enemy| alive.count(enemy) * basic(alive, enemy))
        .sum();
    sum * WEIGHTS[piece.kind().index()]
}

/// 1 + 4 for each living enemy that cannot strike back + 1 for each that can;
/// a cannon 4 for each own and 1 for each enemy piece.
fn basic(alive: Alive, piece: Piece) -> i32 {
    let count = |side, kind| alive.count(Piece::new(side, kind));
    if piece.kind() == Kind::Cannon {
        let own: i32 = Kind::ALL.into_iter().map(|kind| count(piece.side(), kind)).sum();
        let enemies: i32 = Kind::ALL.into_iter().map(|kind| count(!piece.side(), kind)).sum();
        return 4 * own + enemies;
    }
    let worth = |kind: Kind| {
        if !piece.kind().captures_adjacent(kind) {
            0
        } else if kind.captures_adjacent(piece.kind()) {
            1
        } else {
            4
        }
    };
    1 + Kind::ALL.into_iter().map(|kind| worth(kind) * count(!piece.side(), kind)).sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn eval(text: &str) -> (Position, ThesisEval) {
        let position = position(text);
        let eval = ThesisEval::food_chain(Alive::of(&position));
        (position, eval)
    }

    #[test]
    fn a_king_with_nothing_left_to_take_is_worth_the_base() {
        // As in figure 3-24: black has only pawns left.
        let (_, eval) = eval("8/2K5/3P4/5p2 r");
        assert_eq!(eval.value(Piece::new(Side::Red, Kind::King)), BASE);
        assert!(eval.value(Piece::new(Side::Red, Kind::Pawn)) > BASE);
    }

    #[test]
    fn a_king_is_not_given_for_an_advisor() {
        // As in figure 3-25: the black advisor has more prey than the red king.
        let (_, eval) = eval("1A4a1/2R1H1h1/2P1P3/1K4k1 r");
        let king = eval.value(Piece::new(Side::Red, Kind::King));
        assert!(king > eval.value(Piece::new(Side::Black, Kind::Advisor)));
    }

    #[test]
    fn basic_values_count_by_striking_back() {
        let alive = Alive::of(&position("8/8/1A1C4/1a1e1k1p r"));
        // The red advisor: advisor 1, elephant and pawn 4 each, king nothing.
        assert_eq!(basic(alive, Piece::new(Side::Red, Kind::Advisor)), 1 + 1 + 4 + 4);
        assert_eq!(basic(alive, Piece::new(Side::Red, Kind::Cannon)), 4 * 2 + 4);
    }

    #[test]
    fn threats_count_at_even_distances_only() {
        // Figure 3-28: the elephant two steps from the pawn threatens after its
        // side moved; one step nearer it does not.
        let (far, eval) = eval("8/8/8/e1P5 r");
        let value = eval.value(Piece::new(Side::Red, Kind::Pawn));
        assert_eq!(eval.threats(&far, Side::Black), value / (2 * DISTANCE_WEIGHT));
        let near = position("8/8/8/1eP5 r");
        assert_eq!(eval.threats(&near, Side::Black), 0);
        // Figure 3-29: the pawn's side has just moved and keeps an even distance.
        assert_eq!(eval.threats(&position("8/8/8/e1P5 b"), Side::Red), 0);
        assert!(eval.threats(&position("8/8/8/1eP5 b"), Side::Red) < 0);
    }

    #[test]
    fn face_down_pieces_cut_the_board_into_regions() {
        // As in figure 3-30: four regions.
        let cut = position("1X1X1X1X/1X1X1X1X/1X1X1X1X/1X1X1X1X r P5p5A2a2E2");
        assert_eq!(regions(&cut).len(), 4);
        // No threat from one region to another.
        let (apart, eval) = eval("3X4/3X4/3X4/2eX1P2 r h2p2");
        assert_eq!(eval.threats(&apart, Side::Black), 0);
    }
}
