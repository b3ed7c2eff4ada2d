//! Phases: how far a game has gone, and how the numbers of three phases become
//! one (Shenxiang, section 2; Kao 2009, section 1.2).

use std::fmt;

use game::Side;
use xiangqi::{Bitboard, Kind, Piece, Square};

use super::material::Army;
use super::numbers::{Range, Visitor};
use super::packed::Blend;

/// The words for the three phases, as keys use them.
pub const NAMES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// Which rule tells the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PhaseRule {
    /// Ours: both counts below, blended, so that no ply makes the score jump.
    #[default]
    Tapered,
    /// Shenxiang, section 2: the middlegame begins when ten or more rooks, horses
    /// and cannons of both sides have moved out (or are gone), the endgame when
    /// fewer than six remain. No blending.
    Development,
    /// Kao 2009, section 1.2, after Cheng 2006: power 16 is the opening, 8–15 the
    /// middlegame, 7 or less the endgame; rook 2, horse 1, cannon 1. No blending.
    Power,
}

impl PhaseRule {
    /// Every rule.
    pub const ALL: [PhaseRule; 3] = [PhaseRule::Tapered, PhaseRule::Development, PhaseRule::Power];

    /// The name used in parameter files.
    pub const fn name(self) -> &'static str {
        match self {
            PhaseRule::Tapered => "tapered",
            PhaseRule::Development => "development",
            PhaseRule::Power => "power",
        }
    }

    /// Shows the rule as a number: its place in [`PhaseRule::ALL`]. A choice, not a
    /// magnitude, but with it a set of numbers is the whole evaluation.
    pub(super) fn visit(&mut self, key: &str, visitor: &mut Visitor<'_>) {
        let place = Self::ALL.iter().position(|rule| rule == self).unwrap_or(0);
        let range = Range { min: 0, max: Self::ALL.len() as i32 - 1, step: 1 };
        let wanted =
            visitor(key, place as i32, range).and_then(|place| usize::try_from(place).ok());
        if let Some(&rule) = wanted.and_then(|place| Self::ALL.get(place)) {
            *self = rule;
        }
    }

    /// What this rule counts of an army: its power or its majors.
    const fn strength(self, army: Army) -> i32 {
        match self {
            PhaseRule::Tapered | PhaseRule::Power => army.power(),
            PhaseRule::Development => army.majors(),
        }
    }
}

impl fmt::Display for PhaseRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

search::params! {
    /// Where our own phases blend into each other.
    pub struct PhaseParams {
        /// So many majors at home, of 12, are still counted as fully developed.
        developed: 2, 0, 6, 1;
        /// Power (of 16) at which the endgame begins to be felt.
        endgame_begins: 14, 8, 16, 1;
        /// Power at which nothing but the endgame is left.
        endgame_full: 3, 0, 7, 1;
    }
}

/// The start squares of a rook, horse or cannon: such pieces there have not moved
/// out.
pub fn is_home(piece: Piece, square: Square) -> bool {
    let names: [(usize, usize); 2] = match piece.kind() {
        Kind::Rook => [(0, 0), (8, 0)],
        Kind::Horse => [(1, 0), (7, 0)],
        Kind::Cannon => [(1, 2), (7, 2)],
        _ => return false,
    };
    let home: Bitboard = names.iter().filter_map(|&(file, rank)| Square::new(file, rank)).collect();
    home.has(if piece.side() == Side::Red { square } else { square.rotated() })
}

/// The most a rule counts for both sides together, plus one.
const STRENGTHS: usize = 17;
/// Majors of both sides, plus one.
const HOMES: usize = 13;

/// A rule as a table.
#[derive(Clone, Debug)]
pub struct Phases {
    blends: [[Blend; HOMES]; STRENGTHS],
    strengths: Box<[u8]>,
}

impl Phases {
    /// The table of a rule.
    pub fn new(rule: PhaseRule, params: &PhaseParams) -> Phases {
        let mut blends = [[Blend::OPENING; HOMES]; STRENGTHS];
        for (strength, row) in blends.iter_mut().enumerate() {
            for (home, blend) in row.iter_mut().enumerate() {
                *blend = blend_of(rule, params, strength as i32, home as i32);
            }
        }
        let strengths = Army::all().map(|army| rule.strength(army) as u8).collect();
        Phases { blends, strengths }
    }

    /// How much of each phase a position is in.
    #[inline]
    pub fn blend(&self, armies: [Army; 2], at_home: usize) -> Blend {
        let [red, black] = armies.map(|army| self.strengths[army.index()]);
        let strength = usize::from(red + black).min(STRENGTHS - 1);
        self.blends[strength][at_home.min(HOMES - 1)]
    }
}

fn blend_of(rule: PhaseRule, params: &PhaseParams, strength: i32, home: i32) -> Blend {
    match rule {
        PhaseRule::Tapered => tapered(params, strength, home),
        PhaseRule::Development if strength < 6 => Blend::ENDGAME,
        PhaseRule::Development if 12 - home >= 10 => Blend::MIDDLEGAME,
        PhaseRule::Development => Blend::OPENING,
        PhaseRule::Power => match strength {
            ..=7 => Blend::ENDGAME,
            8..=15 => Blend::MIDDLEGAME,
            _ => Blend::OPENING,
        },
    }
}

fn tapered(params: &PhaseParams, power: i32, home: i32) -> Blend {
    let span = params.endgame_begins - params.endgame_full;
    let endgame = Blend::WHOLE * (params.endgame_begins - power).clamp(0, span) / span;
    let undeveloped = (home - params.developed).max(0);
    let opening = (Blend::WHOLE - endgame) * undeveloped / (12 - params.developed);
    Blend { opening, middlegame: Blend::WHOLE - opening - endgame, endgame }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn army(rooks: usize, horses: usize, cannons: usize) -> Army {
        Army::of(|kind| match kind {
            Kind::Rook => rooks,
            Kind::Horse => horses,
            Kind::Cannon => cannons,
            _ => 0,
        })
    }

    #[test]
    fn development_counts_pieces_moved_out() {
        let phases = Phases::new(PhaseRule::Development, &PhaseParams::default());
        let full = [army(2, 2, 2); 2];
        assert_eq!(phases.blend(full, 12), Blend::OPENING);
        assert_eq!(phases.blend(full, 3), Blend::OPENING);
        assert_eq!(phases.blend(full, 2), Blend::MIDDLEGAME);
        assert_eq!(phases.blend([army(1, 1, 1); 2], 0), Blend::MIDDLEGAME);
        assert_eq!(phases.blend([army(1, 1, 1), army(1, 1, 0)], 0), Blend::ENDGAME);
    }

    #[test]
    fn power_counts_rooks_twice() {
        let phases = Phases::new(PhaseRule::Power, &PhaseParams::default());
        assert_eq!(phases.blend([army(2, 2, 2); 2], 0), Blend::OPENING);
        assert_eq!(phases.blend([army(2, 2, 1), army(2, 2, 2)], 12), Blend::MIDDLEGAME);
        assert_eq!(phases.blend([army(1, 1, 1); 2], 0), Blend::MIDDLEGAME);
        assert_eq!(phases.blend([army(1, 1, 0), army(1, 1, 1)], 0), Blend::ENDGAME);
    }

    #[test]
    fn ours_never_jumps() {
        let params = PhaseParams::default();
        let weights = |blend: Blend| [blend.opening, blend.middlegame, blend.endgame];
        for strength in 0..17 {
            for home in 0..13 {
                let here = weights(tapered(&params, strength, home));
                assert_eq!(here.iter().sum::<i32>(), Blend::WHOLE);
                assert!(here.iter().all(|&weight| weight >= 0));
                // One major moves out, or a rook is captured at home.
                for (next_strength, next_home) in [(strength, home - 1), (strength - 2, home - 1)] {
                    let next = weights(tapered(&params, next_strength.max(0), next_home.max(0)));
                    for (a, b) in here.iter().zip(next) {
                        assert!((a - b).abs() <= Blend::WHOLE * 3 / 10, "{here:?} to {next:?}");
                    }
                }
            }
        }
    }
}
