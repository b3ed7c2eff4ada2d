//! Ground patterns made ready for masks: what bits decide, what one kind decides, and
//! what is left to check.

use xiangqi::{Bitboard, Kind, Piece, Side, Square};

use super::FREE;
use super::anchor;
use super::check::{Check, all, bindings, checks};
use super::depend::{Depends, depends, local, pair};
use super::need::{Needs, needs};
use super::ray::{Term, terms};
use crate::ground::Ground;
use crate::pattern::{Area, Condition, Count, Variable, can_stand};

/// The whole board.
const BOARD: Area = Area::Fixed((1 << 90) - 1);

/// What masks say besides places.
#[derive(Clone, Debug)]
pub(super) struct Masks {
    /// By piece: how many there may be.
    pub counts: [Count; 14],
    /// A bit each.
    pub phases: u8,
    /// Red's turn is the first bit, black's the second.
    pub turns: u8,
}

/// A condition about the pawns of a side alone. They seldom move and many conditions are
/// about nothing else, so their rows are remembered with what these come to.
#[derive(Clone, Debug)]
pub(super) enum Local {
    /// These hold.
    Checks(Vec<Check>),
    /// How many pieces this variable can be, for the bits from this one on: the first says
    /// at least one, the next at least two.
    Number(Vec<Check>, Variable),
}

impl Local {
    /// How many bits hold, from the first on.
    pub fn count(&self, position: &xiangqi::Position) -> u32 {
        match self {
            Local::Checks(checks) => u32::from(all(checks, position, &FREE)),
            Local::Number(checks, variable) => {
                bindings(checks, position, &FREE, *variable).count_ones()
            }
        }
    }
}

/// What a bit says: that a ground pattern is there, with a king on one point if it is about
/// that king, and that it counts at least so often.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The number of the ground pattern.
    pub number: usize,
    /// A row of another ground pattern with the same is the other wing of the shape.
    pub shape: (u32, Side, u32),
    pub needs: Needs,
    pub masks: Masks,
    /// By piece.
    pub locals: Vec<(usize, Local)>,
    /// What is asked of a candidate, ready for being asked, and what the answer depends on.
    pub asked: Vec<Condition>,
    pub checks: Vec<Check>,
    pub depends: Depends,
    /// Two pieces of this kind must stand so that they could guard each other.
    pub pair: Option<Piece>,
    /// The rays of a king decide it too: one of these terms must hold.
    pub rays: Option<(usize, Vec<Term>)>,
    /// The variable whose pieces are counted, and how many there must be.
    pub per: Option<(Variable, u32)>,
    /// How many rows say how often it counts.
    pub levels: u32,
}

impl Row {
    /// That it counts at least so often.
    pub fn level(&self) -> u32 {
        self.shape.2
    }

    /// Rows with checks come first; then those that need the same pieces stand together.
    pub fn order(&self) -> (bool, u16, [bool; 14]) {
        let needed = self.needs.places.map(|places| places.is_none());
        (!self.is_asked(), self.needs.absent.0, needed)
    }

    /// Whether there is something to ask of a candidate.
    pub fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }

    /// Whether it can be on a board with these kings.
    pub fn allows(&self, kings: [Square; 2]) -> bool {
        let stands = |piece: usize, king: Square| {
            self.needs.places[piece].is_none_or(|points| points >> king.index() & 1 != 0)
        };
        stands(0, kings[0]) && stands(7, kings[1])
    }
}

/// The rows of a ground pattern: one for each point of the king it is about, so that a
/// line from the king is one file and one rank and not the whole palace's; or one for all.
/// Those that count pieces have one for each number of them.
pub(super) fn rows_of(number: usize, ground: &Ground, anchored: bool) -> Vec<Row> {
    let (whole, rest) = needs(ground);
    let Some(king) = anchor::king(&rest).filter(|_| anchored) else {
        return rows_by_number(number, ground, &whole, &rest, anchored);
    };
    let places = whole.places[king.index()].unwrap_or(can_stand(king));
    let at = |square: Square| {
        let conditions = anchor::fixed(&ground.conditions, king, 1 << square.index());
        let (needs, rest) = needs(&Ground { conditions, ..ground.clone() });
        rows_by_number(number, ground, &needs, &rest, anchored)
    };
    Bitboard(places).into_iter().flat_map(at).collect()
}

fn rows_by_number(
    number: usize,
    ground: &Ground,
    needs: &Needs,
    rest: &[Condition],
    has_rays: bool,
) -> Vec<Row> {
    let (masks, beyond) = masked(rest);
    let levels = most(ground);
    let row = |level: u32| {
        let parts = match ground.per {
            None => split(&beyond),
            Some(variable) => split_counted(&beyond, variable),
        };
        let rays = ray_terms(&parts.rest).filter(|_| has_rays);
        let asked = [parts.quick, if rays.is_some() { Vec::new() } else { parts.rest }].concat();
        Row {
            number,
            shape: (ground.pattern, ground.side, level),
            needs: needs.clone(),
            masks: masks.clone(),
            locals: if level == 1 { parts.locals } else { Vec::new() },
            checks: checks(&asked),
            depends: depends(&asked),
            pair: pair(&asked),
            rays,
            asked,
            per: ground.per.map(|variable| (variable, level)),
            levels,
        }
    };
    (1..=levels).map(row).collect()
}

fn ray_terms(rest: &[Condition]) -> Option<(usize, Vec<Term>)> {
    Side::BOTH.into_iter().find_map(|side| Some((side.index(), terms(side, rest)?)))
}

/// How often a ground pattern can count: as often as there can be pieces of its variable.
fn most(ground: &Ground) -> u32 {
    let bound = ground.conditions.iter().find_map(|condition| match condition {
        Condition::Let(variable, set, _) if Some(*variable) == ground.per => Some(*set),
        _ => None,
    });
    bound.map_or(1, |set| set.pieces().map(|piece| piece.kind().full_count()).sum())
}

/// What masks decide, and what they do not.
fn masked(rest: &[Condition]) -> (Masks, Vec<Condition>) {
    let any = Count { least: 0, most: u8::MAX };
    let mut masks = Masks { counts: [any; 14], phases: 7, turns: 3 };
    let narrow = |count: &mut Count, by: Count| {
        count.least = count.least.max(by.least);
        count.most = count.most.min(by.most);
    };
    let mut left = Vec::new();
    for condition in rest {
        match condition {
            Condition::At(set, area, count) if *area == BOARD && set.single().is_some() => {
                narrow(&mut masks.counts[set.0.trailing_zeros() as usize], *count);
            }
            Condition::Material(side, counts) => {
                for kind in Kind::ALL {
                    narrow(
                        &mut masks.counts[Piece::new(*side, kind).index()],
                        counts[kind.index()],
                    );
                }
            }
            Condition::Phase(phases) => masks.phases &= phases,
            Condition::Turn(side) => masks.turns &= if *side == Side::Red { 1 } else { 2 },
            other => left.push(other.clone()),
        }
    }
    (masks, left)
}

/// Conditions that masks do not decide.
struct Parts {
    /// About pawns alone.
    locals: Vec<(usize, Local)>,
    /// About another kind alone.
    quick: Vec<Condition>,
    rest: Vec<Condition>,
}

fn split(conditions: &[Condition]) -> Parts {
    let bound = conditions.iter().position(|one| matches!(one, Condition::Let(..)));
    let (single, tail) = conditions.split_at(bound.unwrap_or(conditions.len()));
    let mut parts = Parts { locals: Vec::new(), quick: Vec::new(), rest: Vec::new() };
    for part in single.chunks(1).chain([tail].into_iter().filter(|tail| !tail.is_empty())) {
        match local(part) {
            Some(piece) if is_pawn(piece) => {
                parts.locals.push((piece, Local::Checks(checks(part))));
            }
            Some(_) if part.len() == 1 => parts.quick.extend_from_slice(part),
            _ => parts.rest.extend_from_slice(part),
        }
    }
    parts
}

/// The same for conditions whose bound pieces are counted: they stay together.
fn split_counted(conditions: &[Condition], variable: Variable) -> Parts {
    let mut parts = Parts { locals: Vec::new(), quick: Vec::new(), rest: Vec::new() };
    match local(conditions).filter(|&piece| is_pawn(piece)) {
        Some(piece) => parts.locals.push((piece, Local::Number(checks(conditions), variable))),
        None => parts.rest = conditions.to_vec(),
    }
    parts
}

/// Whether a piece, told by its number, is a pawn.
pub(super) fn is_pawn(piece: usize) -> bool {
    piece % 7 == Kind::Pawn.index()
}
