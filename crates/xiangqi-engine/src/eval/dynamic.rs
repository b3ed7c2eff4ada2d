//! Dynamic material: what pieces gain or lose by the company they keep
//! (Shenxiang, section 5).
//!
//! Horses gain as pieces leave the board, pawns when no rook is left, some armies
//! work better together than others, and attackers gain when the enemy king's
//! guards are gone. Everything that depends on one army alone is a table over
//! armies.

use game::Side;
use xiangqi::{Kind, Position, attacks};

use super::material::Army;
use super::numbers::tapered;
use super::packed::Packed;

tapered! {
    /// The weights of dynamic material.
    pub struct DynamicParams {
        /// Per horse and per piece that has left the board.
        horse_per_missing_piece: 8, 3, -20, 20, 1;
        /// Per pawn when neither side has a rook.
        pawn_without_rooks: 39, 30, -50, 150, 4;
        /// A rook against none.
        rook_against_none: 123, 216, -200, 300, 8;
        /// Both rooks.
        two_rooks: -107, -21, -200, 200, 8;
        /// Rook and horse.
        rook_and_horse: -3, -17, -200, 200, 8;
        /// Rook and cannon.
        rook_and_cannon: 70, -2, -200, 200, 8;
        /// Horse and cannon.
        horse_and_cannon: -41, 123, -200, 200, 8;
        /// Two horses without a cannon.
        two_horses_alone: -20, 28, -200, 200, 8;
        /// Two cannons without a horse.
        two_cannons_alone: -10, -20, -200, 200, 8;
        /// Per cannon and own advisor or elephant to jump over.
        cannon_and_guard: 1, 28, -40, 60, 2;
        /// Per pawn beside a horse.
        horse_and_pawn: 5, -2, -40, 60, 2;
        /// Per pawn beside a cannon.
        cannon_and_pawn: 0, -8, -40, 60, 2;
        /// Per pawn beside a rook.
        rook_and_pawn: -14, 15, -40, 60, 2;
        /// Both advisors.
        two_advisors: -44, -22, -100, 150, 4;
        /// Both elephants.
        two_elephants: -21, 5, -100, 150, 4;
        /// All four guards.
        full_guard: 35, -14, -100, 150, 4;
        /// Per rook and missing enemy advisor.
        rook_by_missing_advisor: 66, 59, -60, 100, 4;
        /// Per rook and missing enemy elephant.
        rook_by_missing_elephant: -6, 40, -60, 100, 4;
        /// Per horse and missing enemy advisor.
        horse_by_missing_advisor: -19, 7, -60, 100, 4;
        /// Per horse and missing enemy elephant.
        horse_by_missing_elephant: -41, 9, -60, 100, 4;
        /// Per cannon and missing enemy advisor.
        cannon_by_missing_advisor: -60, -38, -60, 100, 4;
        /// Per cannon and missing enemy elephant.
        cannon_by_missing_elephant: 9, 9, -60, 100, 4;
        /// Per crossed pawn and missing enemy advisor.
        pawn_by_missing_advisor: -31, 78, -60, 100, 4;
        /// Per crossed pawn and missing enemy elephant.
        pawn_by_missing_elephant: -34, 21, -60, 100, 4;
    }
}

/// What is known about an army before looking at the board.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    alone: Packed,
    rooks: u8,
    horses: u8,
    pieces: u8,
    pawns: u8,
    attackers: u8,
    guards: u8,
    missing_advisors: u8,
    missing_elephants: u8,
}

const ATTACKERS: usize = 27;
const GUARDS: usize = 9;
/// Pieces on a full board.
const FULL_BOARD: i32 = 32;

/// The numbers as tables.
#[derive(Clone, Debug)]
pub struct Dynamic {
    rows: Box<[Row]>,
    against: [[Packed; GUARDS]; ATTACKERS],
    weights: DynamicParams<Packed>,
}

impl Dynamic {
    pub(super) fn new(params: &DynamicParams) -> Dynamic {
        let weights = params.packed();
        let rows = Army::all().map(|army| row(&weights, army)).collect();
        let mut against = [[Packed::ZERO; GUARDS]; ATTACKERS];
        // Armies without attackers come first, pawns counting fastest.
        let bare_guards = || Army::all().take(6 * GUARDS).step_by(6);
        for army in Army::all() {
            for enemy in bare_guards() {
                against[attackers(army)][guards(enemy)] = attack_on(&weights, army, enemy);
            }
        }
        Dynamic { rows, against, weights }
    }

    /// What a side's army gains.
    #[inline(always)]
    pub(super) fn score(&self, position: &Position, armies: [Army; 2], side: Side) -> Packed {
        let own = &self.rows[armies[side.index()].index()];
        let enemy = &self.rows[armies[(!side).index()].index()];
        let missing = FULL_BOARD - i32::from(own.pieces) - i32::from(enemy.pieces);
        let beyond = attacks::home_half(!side);
        let crossed = (position.pieces(side, Kind::Pawn) & beyond).count() as i32;
        let mut sum = own.alone
            + self.against[usize::from(own.attackers)][usize::from(enemy.guards)]
            + self.weights.horse_per_missing_piece * (i32::from(own.horses) * missing)
            + self.weights.pawn_by_missing_advisor * (crossed * i32::from(enemy.missing_advisors))
            + self.weights.pawn_by_missing_elephant
                * (crossed * i32::from(enemy.missing_elephants));
        if enemy.rooks == 0 {
            sum += if own.rooks > 0 {
                self.weights.rook_against_none
            } else {
                self.weights.pawn_without_rooks * i32::from(own.pawns)
            };
        }
        sum
    }
}

fn attackers(army: Army) -> usize {
    (army.count(Kind::Rook) + 3 * army.count(Kind::Horse) + 9 * army.count(Kind::Cannon)) as usize
}

fn guards(army: Army) -> usize {
    (army.count(Kind::Advisor) + 3 * army.count(Kind::Elephant)) as usize
}

fn row(weights: &DynamicParams<Packed>, army: Army) -> Row {
    let number = |kind| army.count(kind) as u8;
    Row {
        alone: company(weights, army) + own_guards(weights, army),
        rooks: number(Kind::Rook),
        horses: number(Kind::Horse),
        pieces: Kind::ALL.into_iter().map(number).sum(),
        pawns: number(Kind::Pawn),
        attackers: attackers(army) as u8,
        guards: guards(army) as u8,
        missing_advisors: 2 - number(Kind::Advisor),
        missing_elephants: 2 - number(Kind::Elephant),
    }
}

/// Combinations of attacking pieces.
fn company(weights: &DynamicParams<Packed>, army: Army) -> Packed {
    let [rooks, horses, cannons, pawns] =
        [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn].map(|kind| army.count(kind));
    let when = |condition: bool, weight: Packed| weight * i32::from(condition);
    when(rooks == 2, weights.two_rooks)
        + when(rooks > 0 && horses > 0, weights.rook_and_horse)
        + when(rooks > 0 && cannons > 0, weights.rook_and_cannon)
        + when(horses > 0 && cannons > 0, weights.horse_and_cannon)
        + when(horses == 2 && cannons == 0, weights.two_horses_alone)
        + when(cannons == 2 && horses == 0, weights.two_cannons_alone)
        + weights.cannon_and_guard * (cannons * army.guards())
        + weights.horse_and_pawn * (horses * pawns)
        + weights.cannon_and_pawn * (cannons * pawns)
        + weights.rook_and_pawn * (rooks * pawns)
}

fn own_guards(weights: &DynamicParams<Packed>, army: Army) -> Packed {
    let when = |condition: bool, weight: Packed| weight * i32::from(condition);
    when(army.count(Kind::Advisor) == 2, weights.two_advisors)
        + when(army.count(Kind::Elephant) == 2, weights.two_elephants)
        + when(army.guards() == 4, weights.full_guard)
}

fn attack_on(weights: &DynamicParams<Packed>, army: Army, enemy: Army) -> Packed {
    let advisors = 2 - enemy.count(Kind::Advisor);
    let elephants = 2 - enemy.count(Kind::Elephant);
    let [rooks, horses, cannons] =
        [Kind::Rook, Kind::Horse, Kind::Cannon].map(|kind| army.count(kind));
    weights.rook_by_missing_advisor * (rooks * advisors)
        + weights.rook_by_missing_elephant * (rooks * elephants)
        + weights.horse_by_missing_advisor * (horses * advisors)
        + weights.horse_by_missing_elephant * (horses * elephants)
        + weights.cannon_by_missing_advisor * (cannons * advisors)
        + weights.cannon_by_missing_elephant * (cannons * elephants)
}
