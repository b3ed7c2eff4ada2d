//! What can be said about patterns without a board: that one never matches, that two
//! are the same, that one is part of another.

use std::collections::HashMap;

use xiangqi::{Kind, Piece, Square};

use crate::diagnostic::Diagnostic;
use crate::ground::{Ground, ground};
use crate::pattern::{Area, Condition, Count, Pattern, can_stand};

/// Above so many patterns they are not compared each with each.
const MOST_COMPARED: usize = 1500;

/// Warnings about a list of patterns.
pub fn warnings(patterns: &[Pattern]) -> Vec<Diagnostic> {
    let first: Vec<Ground> = patterns
        .iter()
        .enumerate()
        .filter_map(|(number, pattern)| ground(number as u32, pattern).into_iter().next())
        .collect();
    let mut found = Vec::new();
    let mut same: HashMap<(&[Condition], bool), usize> = HashMap::new();
    for (number, one) in first.iter().enumerate() {
        let pattern = &patterns[number];
        if let Some(reason) = impossible(&one.conditions) {
            let message = format!("{} can never match: {reason}", pattern.key);
            found.push(Diagnostic::warning(pattern.span, message, "conditions that fit together"));
        } else if let Some(&other) = same.get(&(&one.conditions[..], pattern.relative)) {
            let message = format!("{} is the same as {}", pattern.key, patterns[other].key);
            found.push(Diagnostic::warning(pattern.span, message, "one of them"));
        }
        same.entry((&one.conditions, pattern.relative)).or_insert(number);
    }
    if first.len() <= MOST_COMPARED {
        found.extend(implied(patterns, &first));
    }
    found
}

/// Patterns that hold whenever another one does.
fn implied(patterns: &[Pattern], first: &[Ground]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (number, weak) in first.iter().enumerate() {
        let strong = first.iter().enumerate().find(|(other, strong)| {
            *other != number
                && patterns[*other].relative == patterns[number].relative
                && strong.conditions != weak.conditions
                && weak
                    .conditions
                    .iter()
                    .all(|one| strong.conditions.iter().any(|by| gives(by, one)))
        });
        if let Some((strong, _)) = strong {
            let message = format!(
                "{} is implied by {}: it is there whenever that is",
                patterns[number].key, patterns[strong].key
            );
            let expected = "this on purpose, or a condition that tells them apart";
            found.push(Diagnostic::warning(patterns[number].span, message, expected));
        }
    }
    found
}

/// How many ways of binding pieces the slowest matcher tries on a board at worst: a text
/// from somebody else may ask for more than anybody wants to wait for.
pub fn work(grounds: &[Ground]) -> u64 {
    grounds.iter().fold(0, |all, ground| all.saturating_add(work_of(&ground.conditions)))
}

fn work_of(conditions: &[Condition]) -> u64 {
    let (mut ways, mut sum) = (1u64, 0u64);
    for condition in conditions {
        let steps = match condition {
            Condition::Not(inner) => work_of(inner),
            Condition::AnyOf(each) => {
                each.iter().fold(0u64, |all, inner| all.saturating_add(work_of(inner)))
            }
            _ => 1,
        };
        sum = sum.saturating_add(ways.saturating_mul(steps));
        if let Condition::Let(_, set, _) = condition {
            let most: u32 = set.pieces().map(|piece| piece.kind().full_count()).sum();
            ways = ways.saturating_mul(u64::from(most.max(1)));
        }
    }
    sum
}

/// Whether one condition gives another.
fn gives(by: &Condition, one: &Condition) -> bool {
    match (by, one) {
        (Condition::Let(..), _) | (_, Condition::Let(..)) => false,
        (
            Condition::At(a, Area::Fixed(inner), Count { least: b, .. }),
            Condition::At(c, Area::Fixed(outer), Count { least, most: u8::MAX }),
        ) => a.0 & !c.0 == 0 && inner & !outer == 0 && b >= least,
        _ => by == one && !has_variable(by),
    }
}

/// Whether a condition speaks of a bound piece; then it means something only beside its
/// binding.
fn has_variable(condition: &Condition) -> bool {
    let text = format!("{condition:?}");
    ["Variable(", "Offset(", "Around(", "FileOf(", "RankOf("].iter().any(|form| text.contains(form))
}

/// Why conditions cannot all hold, if that is easy to see.
pub fn impossible(all: &[Condition]) -> Option<String> {
    let mut most: [_; 14] =
        std::array::from_fn(|index| Piece::from_index(index).kind().full_count());
    let (mut turns, mut phases) = ([false; 2], 7);
    for condition in all {
        match condition {
            Condition::Material(side, counts) => {
                for kind in Kind::ALL {
                    let place = &mut most[Piece::new(*side, kind).index()];
                    *place = (*place).min(counts[kind.index()].most.into());
                }
            }
            Condition::At(set, Area::Fixed(points), count) if set.single().is_some() => {
                let place = &mut most[set.single()?.index()];
                if points.count_ones() == 90 {
                    *place = (*place).min(count.most.into());
                }
            }
            Condition::Turn(side) => turns[side.index()] = true,
            Condition::Phase(set) => phases &= set,
            _ => {}
        }
    }
    if turns == [true; 2] {
        return Some("it cannot be both sides' turn".to_owned());
    }
    if phases == 0 {
        return Some("no phase is all of these".to_owned());
    }
    let denied = all.iter().any(|condition| match condition {
        Condition::Not(none) => none.iter().all(|one| all.iter().any(|by| gives(by, one))),
        _ => false,
    });
    if denied {
        return Some("one condition denies the others".to_owned());
    }
    shared(all).or_else(|| (0..14).find_map(|index| crowded(all, index, most[index])))
}

/// Whether two different pieces are needed on one point.
fn shared(all: &[Condition]) -> Option<String> {
    let single = |condition: &Condition| match condition {
        Condition::At(set, Area::Fixed(points), count)
            if count.least > 0 && points.count_ones() == 1 =>
        {
            Some((*set, points.trailing_zeros() as usize))
        }
        _ => None,
    };
    let places: Vec<_> = all.iter().filter_map(single).collect();
    let clash = places.iter().enumerate().find_map(|(at, (a, point))| {
        let other = places[..at].iter().find(|(b, other)| other == point && a.0 & b.0 == 0);
        other.map(|_| Square::from_index(*point))
    });
    clash.map(|square| format!("two pieces cannot both stand on {square}"))
}

/// Whether more of a piece are needed than there can be.
fn crowded(all: &[Condition], index: usize, most: u32) -> Option<String> {
    let piece = Piece::from_index(index);
    let mut areas: Vec<u128> = Vec::new();
    for condition in all {
        let (area, least) = match condition {
            Condition::At(set, Area::Fixed(points), count) if set.single() == Some(piece) => {
                (points & can_stand(piece), u32::from(count.least))
            }
            Condition::Let(_, set, Area::Fixed(points)) if set.single() == Some(piece) => {
                (points & can_stand(piece), 1)
            }
            _ => continue,
        };
        if least > most || least > 0 && area == 0 {
            return Some(format!("{least} of {piece} are needed, there can be {most}"));
        }
        if least > 0 {
            areas.push(area);
        }
    }
    let apart = areas.iter().enumerate().any(|(at, a)| areas[..at].iter().any(|b| a & b == 0));
    (most <= 1 && apart).then(|| format!("the one {piece} cannot be in two places"))
}
