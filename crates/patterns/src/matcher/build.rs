//! From ground patterns to masks.

use xiangqi::{Kind, Piece, Side};

use super::anchor;
use super::check::checks;
use super::depend::{depends, local, pair};
use super::need::{Needs, needs};
use super::{COUNTS, LANE, Local, Matcher};
use crate::ground::Ground;
use crate::pattern::{Area, Condition, Count, can_stand};

/// The whole board.
const BOARD: Area = Area::Fixed((1 << 90) - 1);

/// What masks say besides places.
struct Masks {
    /// By piece: how many there may be.
    counts: [Count; 14],
    phases: u8,
    turns: u8,
}

/// A bit: a ground pattern, or a ground pattern for one point of a king.
struct Row {
    number: usize,
    needs: Needs,
    rest: Vec<Condition>,
    /// The point of the king its checks are about.
    king: Option<u128>,
}

/// The rows of a ground pattern: one for each point of the king it is about, so that a
/// line from the king is one file and one rank and not the whole palace's.
fn rows_of((number, ground): (usize, &Ground)) -> Vec<Row> {
    let (whole, rest) = needs(ground);
    let Some(king) = anchor::king(&rest) else {
        return vec![Row { number, needs: whole, rest, king: None }];
    };
    let places = whole.places[king.index()].unwrap_or(can_stand(king));
    let row = |square: xiangqi::Square| {
        let point = 1 << square.index();
        let conditions = anchor::fixed(&ground.conditions, king, point);
        let (needs, rest) = needs(&Ground { conditions, ..ground.clone() });
        Row { number, needs, rest, king: Some(point) }
    };
    xiangqi::Bitboard(places).into_iter().map(row).collect()
}

/// Compiles.
pub(super) fn build(grounds: &[Ground]) -> Matcher {
    let mut rows: Vec<Row> = grounds.iter().enumerate().flat_map(rows_of).collect();
    // Patterns that need the same of the kings stand together, so that whole words fall
    // out at once.
    rows.sort_by_key(|row| {
        let places = row.needs.places;
        (places[7], places[0], row.needs.absent, row.rest.is_empty(), places[11], places[4])
    });
    let words = rows.len().div_ceil(64).next_multiple_of(LANE).max(LANE);
    let mut matcher = Matcher {
        words,
        masks: vec![0; 14 * 91 * words],
        counts: vec![0; 14 * COUNTS * words],
        times: vec![0; 5 * words],
        by_kind: vec![0; 14 * words],
        by_point: vec![0; 90 * words],
        locals: vec![Vec::new(); 14],
        exact: vec![0; words],
        live: vec![0; words],
        ground: rows.iter().map(|row| row.number as u32).collect(),
        checks: rows.iter().map(|row| checks(&row.rest)).collect(),
        per: rows.iter().map(|row| grounds[row.number].per).collect(),
        verify: None,
    };
    for (bit, row) in rows.iter().enumerate() {
        set_places(&mut matcher, bit, &row.needs);
        let (masks, rest) = masked(&row.rest);
        set_masks(&mut matcher, bit, &masks);
        set(&mut matcher.live, 0, words, bit);
        let left = set_locals(&mut matcher, bit, rest);
        if left.is_empty() && grounds[row.number].per.is_none() {
            set(&mut matcher.exact, 0, words, bit);
            continue;
        }
        let asked = if left.is_empty() { &grounds[row.number].conditions } else { &left };
        set_depends(&mut matcher, bit, asked, row.king);
    }
    matcher
}

fn set(masks: &mut [u64], row: usize, words: usize, bit: usize) {
    masks[row * words + bit / 64] |= 1 << (bit % 64);
}

fn set_places(matcher: &mut Matcher, bit: usize, needs: &Needs) {
    for piece in 0..14 {
        let absent = needs.absent.has(Piece::from_index(piece));
        for point in 0..=90 {
            let accepted = match (absent, needs.places[piece], point) {
                (true, None, _) => point == 90,
                (true, Some(_), _) | (false, Some(_), 90) => false,
                (false, Some(points), _) => points >> point & 1 != 0,
                (false, None, _) => true,
            };
            if accepted {
                set(&mut matcher.masks, piece * 91 + point, matcher.words, bit);
            }
        }
    }
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

fn set_masks(matcher: &mut Matcher, bit: usize, masks: &Masks) {
    let words = matcher.words;
    for piece in 0..14 {
        for number in (0..COUNTS).filter(|&number| masks.counts[piece].fits(number as u32)) {
            set(&mut matcher.counts, piece * COUNTS + number, words, bit);
        }
    }
    for phase in (0..3).filter(|phase| masks.phases >> phase & 1 != 0) {
        set(&mut matcher.times, phase, words, bit);
    }
    for turn in (0..2).filter(|turn| masks.turns >> turn & 1 != 0) {
        set(&mut matcher.times, 3 + turn, words, bit);
    }
}

/// Conditions about one kind alone are asked when it moves; what is left is returned.
fn set_locals(matcher: &mut Matcher, bit: usize, conditions: Vec<Condition>) -> Vec<Condition> {
    let bound = conditions.iter().position(|one| matches!(one, Condition::Let(..)));
    let (single, tail) = conditions.split_at(bound.unwrap_or(conditions.len()));
    let mut left = Vec::new();
    for condition in single {
        match local(std::slice::from_ref(condition)) {
            Some(piece) => {
                let asked = Local::Checks(checks(std::slice::from_ref(condition)));
                matcher.locals[piece].push((bit, asked));
            }
            None => left.push(condition.clone()),
        }
    }
    match local(tail).filter(|_| !tail.is_empty()) {
        Some(piece) => matcher.locals[piece].push((bit, Local::Checks(checks(tail)))),
        None => left.extend_from_slice(tail),
    }
    if let Some(piece) = pair(&conditions) {
        matcher.locals[piece].push((bit, Local::Pair));
    }
    left
}

fn set_depends(matcher: &mut Matcher, bit: usize, asked: &[Condition], king: Option<u128>) {
    let on = depends(asked, king);
    let words = matcher.words;
    for piece in on.kinds.pieces() {
        set(&mut matcher.by_kind, piece.index(), words, bit);
    }
    for point in (0..90).filter(|point| on.points >> point & 1 != 0) {
        set(&mut matcher.by_point, point, words, bit);
    }
}
