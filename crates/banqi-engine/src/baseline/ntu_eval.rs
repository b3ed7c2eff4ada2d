//! The evaluation of the contest program of Liu 2018.

use banqi::{Bitboard, Kind, Piece, Position, Side, Square};

use crate::walker::{Alive, Walker};

/// The report's piece values, king to pawn.
pub(super) const VALUES: [i32; Kind::COUNT] = [5095, 4047, 1523, 761, 450, 820, 200];
/// Pawns gain this while the enemy king lives, and lose it when it is dead.
const PAWN_CHANGE: i32 = 100;
/// A king gains this when the enemy king is dead.
const LONE_KING: i32 = 1000;
/// The longest way that counts in the endgame, and by what nearness is divided:
/// the report has no numbers, ours.
const LONGEST_WAY: i32 = 16;
const NEARNESS_DIVISOR: i32 = 256;

pub(super) fn value(piece: Piece) -> i32 {
    VALUES[piece.kind().index()]
}

/// Material with the pawn and king adjustments, for one side.
pub(super) fn material(alive: Alive, side: Side) -> i32 {
    one_side(alive, side) - one_side(alive, !side)
}

fn one_side(alive: Alive, side: Side) -> i32 {
    let count = |kind| alive.count(Piece::new(side, kind));
    let pieces: i32 = Kind::ALL.into_iter().map(|kind| count(kind) * VALUES[kind.index()]).sum();
    let enemy_king = alive.count(Piece::new(!side, Kind::King)) > 0;
    let pawns = count(Kind::Pawn) * if enemy_king { PAWN_CHANGE } else { -PAWN_CHANGE };
    let king = if enemy_king { 0 } else { count(Kind::King) * LONE_KING };
    pieces + pawns + king
}

/// Whether the endgame rules apply: nothing face down, ten pieces or fewer, or
/// seven pieces ahead.
pub(super) fn is_endgame(walker: &Walker) -> bool {
    let count = |side: Side| -> i32 {
        Kind::ALL.into_iter().map(|kind| walker.alive.count(Piece::new(side, kind))).sum()
    };
    let (own, enemy) = (count(walker.turn()), count(!walker.turn()));
    walker.position.face_down().is_empty() || own + enemy <= 10 || own >= enemy + 7
}

/// The evaluation for the side to move.
pub(super) fn evaluate(walker: &Walker, endgame: bool) -> i32 {
    let side = walker.turn();
    let mut sum = material(walker.alive, side);
    if endgame {
        let position = &walker.position;
        sum += attack(position, side) - attack(position, !side);
        sum += surround(position, side) - surround(position, !side);
    }
    sum
}

/// Nearness of every piece to everything it can take.
fn attack(position: &Position, side: Side) -> i32 {
    let enemies = position.of_side(!side);
    let mut sum = 0;
    for from in position.of_side(side) {
        let Some(piece) = position.piece_at(from) else { continue };
        let wanted = position.capturable(side, piece.kind()) & enemies;
        flood(position, from, wanted, |victim, distance| {
            sum += value(victim) * (LONGEST_WAY - distance) / NEARNESS_DIVISOR;
        });
    }
    sum
}

/// Calls `meet` for every wanted piece with its distance through empty squares.
fn flood(position: &Position, from: Square, wanted: Bitboard, mut meet: impl FnMut(Piece, i32)) {
    let mut wanted = wanted;
    let mut frontier = Bitboard::of(from);
    let mut reached = frontier;
    for distance in 1..LONGEST_WAY {
        let ring = frontier.spread() & !reached;
        for square in ring & wanted {
            if let Some(piece) = position.piece_at(square) {
                meet(piece, distance);
            }
        }
        wanted &= !ring;
        frontier = ring & position.empty();
        reached |= ring;
        if frontier.is_empty() || wanted.is_empty() {
            break;
        }
    }
}

/// The two largest face-up pieces of a side.
fn two_largest(position: &Position, side: Side) -> [Option<(Kind, Square)>; 2] {
    let mut found = Kind::ALL
        .into_iter()
        .flat_map(|kind| position.of_kind(side, kind).iter().map(move |s| (kind, s)));
    [found.next(), found.next()]
}

/// Surrounding the largest enemy with one's two largest pieces, in the three
/// cases the report calls won.
fn surround(position: &Position, side: Side) -> i32 {
    let [Some(own_first), Some(own_second)] = two_largest(position, side) else { return 0 };
    let [Some(enemy_first), enemy_second] = two_largest(position, !side) else { return 0 };
    let rank = |kind: Kind| -(kind.index() as i32);
    let first = rank(own_first.0) - rank(enemy_first.0);
    // A missing second piece is smaller than any.
    let second = enemy_second.map_or(1, |(kind, _)| rank(own_second.0) - rank(kind));
    let won = first > 0 && second >= 0 || first == 0 && second > 0;
    if !won {
        return 0;
    }
    let way = |from: Square| {
        (from.file().abs_diff(enemy_first.1.file()) + from.rank().abs_diff(enemy_first.1.rank()))
            as i32
    };
    let left = 2 * LONGEST_WAY - way(own_first.1) - way(own_second.1);
    left * VALUES[enemy_first.0.index()] / 100
}

/// What a capture wins when both sides go on taking on that square, smallest
/// piece first, and either may stop.
pub(super) fn exchange(position: &Position, from: Square, to: Square) -> i32 {
    let mut board = position.clone();
    exchange_on(&mut board, from, to)
}

fn exchange_on(board: &mut Position, from: Square, to: Square) -> i32 {
    use game::Position as _;
    let Some(victim) = board.piece_at(to) else { return 0 };
    board.make(banqi::Ply::new(from, to), banqi::Reveal::Nothing, &mut game::NullObserver);
    let smallest =
        board.attackers_of(to).iter().min_by_key(|&square| board.piece_at(square).map_or(0, value));
    let back = smallest.map_or(0, |next| exchange_on(board, next, to));
    value(victim) - back.max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walker(text: &str) -> Walker {
        let game = crate::BanqiGame::from_position(Default::default(), text.parse().unwrap(), 0);
        Walker::at(&game)
    }

    #[test]
    fn pawns_and_kings_change_with_the_enemy_king() {
        assert_eq!(one_side(walker("8/8/8/P6k r").alive, Side::Red), 300);
        assert_eq!(one_side(walker("8/8/8/P6h r").alive, Side::Red), 100);
        assert_eq!(one_side(walker("8/8/8/K6h r").alive, Side::Red), 6095);
    }

    #[test]
    fn the_three_triggers_of_the_endgame() {
        assert!(is_endgame(&walker("8/8/8/P6k r")));
        assert!(is_endgame(&walker("8/8/8/PX5k r h1")));
        let full = "XXXXXXXX/XXXXXXXX/8/P6k r A2E2R2H2a2e2r2h2";
        assert!(!is_endgame(&walker(full)));
        let ahead = "XXXXXXXX/XXXX4/8/P6k r A2E2R2H2P4";
        assert!(is_endgame(&walker(ahead)));
    }

    #[test]
    fn exchanges_stop_when_they_lose() {
        let position: Position = "8/8/2a5/1Rh5 r".parse().unwrap();
        let (from, to) = ("b1".parse().unwrap(), "c1".parse().unwrap());
        assert_eq!(exchange(&position, from, to), 450 - 761);
        let free: Position = "8/8/2p5/1Rh5 r".parse().unwrap();
        assert_eq!(exchange(&free, from, to), 450);
    }

    #[test]
    fn the_larger_pair_surrounds() {
        let near = walker("8/8/8/KA1e4 r");
        let far = walker("8/8/8/KA5e r");
        assert!(surround(&near.position, Side::Red) > surround(&far.position, Side::Red));
        assert_eq!(surround(&near.position, Side::Black), 0);
    }
}
