//! All kinds of both sides at once: sixteen boards side by side, one lane a kind.
//! Plain loops over the lanes, which compilers turn into vector instructions.

use banqi::attacks::cannon_targets;
use banqi::{Bitboard, Kind, Position, Side};
use game::BySide;

use super::kinds_of;

/// Eight lanes a side: seven kinds and one that stays empty.
const SIDE: usize = 8;
const LANES: usize = 2 * SIDE;
const CANNON: usize = Kind::Cannon as usize;

type Boards = [u32; LANES];

/// The boards of all kinds that move and take by steps; the lanes of cannons are
/// empty.
pub(crate) struct Lanes {
    pieces: Boards,
    /// What each kind takes and what cannot take it back.
    prey: Boards,
    /// The squares a step away from each kind.
    ring: Boards,
}

impl Lanes {
    #[inline]
    pub fn of(position: &Position) -> Lanes {
        let kinds = Side::BOTH.map(|side| kinds_of(position, side).map(|board| board.0));
        let mut lanes = Lanes { pieces: [0; LANES], prey: [0; LANES], ring: [0; LANES] };
        for side in 0..2 {
            let prey = prey(kinds[1 - side]);
            for kind in (0..Kind::COUNT).filter(|&kind| kind != CANNON) {
                lanes.pieces[SIDE * side + kind] = kinds[side][kind];
                lanes.prey[SIDE * side + kind] = prey[kind];
            }
        }
        for lane in 0..LANES {
            lanes.ring[lane] = Bitboard(lanes.pieces[lane]).spread().0;
        }
        lanes
    }

    /// What each side could take at once.
    #[inline]
    pub fn attacks(&self, position: &Position) -> BySide<Bitboard> {
        let mut taken = [0; 2];
        for (side, taken) in taken.iter_mut().enumerate() {
            for kind in 0..SIDE {
                // Equals take each other; they are nobody's prey.
                let equal = self.pieces[SIDE * (1 - side) + kind];
                let lane = SIDE * side + kind;
                *taken |= self.ring[lane] & (self.prey[lane] | equal);
            }
        }
        let mut attacks = BySide::default();
        for side in Side::BOTH {
            attacks[side] = Bitboard(taken[side.index()]) | jumps(position, side);
        }
        attacks
    }

    /// Spreads every kind through empty squares and shows, for each distance from
    /// two on, the prey first met there and how many kinds met it: `met` gets the
    /// distance, the square and the number.
    #[inline(always)]
    pub fn flood(
        &self,
        empty: Bitboard,
        last: usize,
        mut met: impl FnMut(usize, Bitboard, &Boards),
    ) {
        let mut wanted = self.prey;
        let mut frontier = self.ring;
        let mut free = [empty.0; LANES];
        let mut going = 0;
        for lane in 0..LANES {
            wanted[lane] &= !self.ring[lane];
            // A kind without prey need not spread.
            let hunts = if wanted[lane] == 0 { 0 } else { u32::MAX };
            frontier[lane] &= free[lane] & hunts;
            free[lane] ^= frontier[lane];
            going |= frontier[lane];
        }
        let mut distance = 2;
        while going != 0 && distance <= last {
            let mut found = [0; LANES];
            let mut all = 0;
            going = 0;
            let mut left = 0;
            for lane in 0..LANES {
                let ring = Bitboard(frontier[lane]).spread().0;
                found[lane] = ring & wanted[lane];
                wanted[lane] ^= found[lane];
                frontier[lane] = ring & free[lane];
                free[lane] ^= frontier[lane];
                all |= found[lane];
                going |= frontier[lane];
                left |= wanted[lane];
            }
            if all != 0 {
                met(distance, Bitboard(all), &found);
                if left == 0 {
                    return;
                }
            }
            distance += 1;
        }
    }
}

/// For each kind the enemies it takes that cannot strike back.
#[inline]
fn prey(
    [king, advisor, elephant, rook, horse, cannon, pawn]: [u32; Kind::COUNT],
) -> [u32; Kind::COUNT] {
    let low = cannon | pawn;
    let to_rook = low | horse;
    let to_elephant = to_rook | rook;
    let to_advisor = to_elephant | elephant;
    let to_king = advisor | elephant | rook | horse | cannon;
    [to_king, to_advisor, to_elephant, to_rook, low, 0, king]
}

/// What a side's cannons could take.
#[inline]
fn jumps(position: &Position, side: Side) -> Bitboard {
    let mut targets = Bitboard::EMPTY;
    for from in position.of_kind(side, Kind::Cannon) {
        targets |= cannon_targets(from, position.occupied());
    }
    targets & position.of_side(!side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Deal;
    use game::{NullObserver, Position as _, Rng};

    /// Positions of random games, with fewer and fewer pieces.
    fn positions(mut check: impl FnMut(&Position)) {
        let mut rng = Rng::new(3);
        for seed in 0..60 {
            let deal = Deal::shuffled(seed);
            let mut position = Position::start();
            for _ in 0..200 {
                let Some(&ply) = rng.choose(&position.legal_plies()) else { break };
                position.make(ply, deal.reveal(ply), &mut NullObserver);
                check(&position);
            }
        }
    }

    #[test]
    fn attacks_are_those_of_the_board() {
        positions(|position| {
            let attacks = Lanes::of(position).attacks(position);
            for side in Side::BOTH {
                assert_eq!(attacks[side], position.all_attacks(side), "{side} in {position}");
            }
        });
    }

    /// How far a kind is from each square that it wants, one board at a time.
    fn plain_flood(position: &Position, side: Side, kind: Kind) -> Vec<(usize, u32)> {
        let takes =
            |victim: Kind| kind.captures_adjacent(victim) && !victim.captures_adjacent(kind);
        let victims = position
            .of_side(!side)
            .iter()
            .filter(|&square| position.piece_at(square).is_some_and(|piece| takes(piece.kind())));
        let mut wanted: Bitboard = victims.collect();
        let mut reached = position.of_kind(side, kind);
        let mut frontier = reached;
        let mut met = Vec::new();
        for distance in 1..12 {
            let ring = frontier.spread();
            met.extend((ring & wanted).iter().map(|square| (distance, square.index() as u32)));
            wanted &= !ring;
            frontier = ring & position.empty() & !reached;
            reached |= frontier;
        }
        met.retain(|&(distance, _)| distance > 1);
        met
    }

    #[test]
    fn floods_of_all_kinds_at_once_are_those_of_each() {
        let mut compared = 0;
        positions(|position| {
            let mut together = Vec::new();
            Lanes::of(position).flood(position.empty(), 11, |distance, all, found| {
                assert_eq!(found.iter().fold(0, |union, board| union | board), all.0);
                for board in found {
                    together.extend(Bitboard(*board).iter().map(|s| (distance, s.index() as u32)));
                }
            });
            let mut apart: Vec<(usize, u32)> = Side::BOTH
                .into_iter()
                .flat_map(|side| Kind::ALL.map(|kind| plain_flood(position, side, kind)))
                .flatten()
                .collect();
            together.sort_unstable();
            apart.sort_unstable();
            assert_eq!(together, apart, "{position}");
            compared += apart.len();
        });
        assert!(compared > 1_000, "{compared} distances compared");
    }
}
