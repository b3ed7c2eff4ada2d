//! Named sets of classes.

use super::{Layout, Material};

/// Every combination of guards, few first.
const GUARDS: [&str; 9] = ["", "A", "B", "AA", "AB", "BB", "AAB", "ABB", "AABB"];
/// Pairs of attackers.
const PAIRS: [&str; 10] = ["RR", "RC", "RN", "RP", "CC", "CN", "CP", "NN", "NP", "PP"];
/// One attacker against one.
const DUELS: [[&str; 2]; 10] = [
    ["R", "R"],
    ["R", "C"],
    ["R", "N"],
    ["R", "P"],
    ["C", "C"],
    ["C", "N"],
    ["C", "P"],
    ["N", "N"],
    ["N", "P"],
    ["P", "P"],
];
/// The larger classes that masters' games come to most.
const MET: [&str; 5] = ["KRAKRA", "KRAKRB", "KRAAKRA", "KRPKR", "KRCKR"];
/// Classes with attackers on both sides.
const BOTH_SIDES: [&str; 28] = [
    "KRKR", "KRKC", "KRKN", "KRKP", "KCKC", "KCKN", "KCKP", "KNKN", "KNKP", "KPKP", "KRKCA",
    "KRKNA", "KRKCB", "KRKNB", "KRKPA", "KRKPP", "KRKCAA", "KRKNAA", "KRKCC", "KRKCN", "KRKNN",
    "KRCKR", "KRNKR", "KRPKR", "KNPKN", "KNPKC", "KCPKC", "KCPKN",
];

/// The sets there are, with a line of explanation each.
pub const SETS: [(&str, &str); 7] = [
    ("starter", "the smallest endings every teacher shows: a few seconds, part of the default set"),
    ("default", "what occurs most in games for its size: under 15 minutes and 1.5 GB"),
    ("one-attacker", "a rook, horse, cannon or pawn with any guards against any guards"),
    ("two-attackers", "two attackers without guards against any guards"),
    ("duels", "one attacker with any guards against one with any guards, up to 6 million"),
    ("both-sides", "attackers on both sides, with the law of perpetual check"),
    ("pawns", "three pawns against any guards"),
];

/// The most indices per side to move that sets take in.
pub const MOST_OF_SETS: u64 = 60_000_000;

fn classes(names: impl IntoIterator<Item = String>) -> Vec<Material> {
    let mut classes: Vec<Material> =
        names.into_iter().filter_map(|name| name.parse().ok()).collect();
    classes.retain(|&class| Layout::size_of(class) <= MOST_OF_SETS);
    classes.sort_by_key(|&class| Layout::size_of(class));
    classes
}

/// The classes of a set, small ones first; `None` if there is no such set.
pub fn set(name: &str) -> Option<Vec<Material>> {
    Some(match name {
        "starter" => starter(),
        "default" => default_set(),
        "one-attacker" => one_attacker(),
        "two-attackers" => two_attackers(),
        "duels" => duels(),
        "both-sides" => classes(BOTH_SIDES.map(str::to_owned)),
        "pawns" => classes(GUARDS.map(|guards| format!("KPPPK{guards}"))),
        _ => return None,
    })
}

fn one_attacker() -> Vec<Material> {
    let names = ["R", "N", "C", "P"].into_iter().flat_map(|attacker| {
        GUARDS.into_iter().flat_map(move |own| {
            GUARDS.into_iter().map(move |other| format!("K{attacker}{own}K{other}"))
        })
    });
    classes(names)
}

fn two_attackers() -> Vec<Material> {
    let names = PAIRS
        .into_iter()
        .flat_map(|pair| GUARDS.into_iter().map(move |guards| format!("K{pair}K{guards}")));
    classes(names)
}

fn duels() -> Vec<Material> {
    let names = DUELS.into_iter().flat_map(|[one, other]| {
        GUARDS.into_iter().flat_map(move |own| {
            GUARDS.into_iter().map(move |guards| format!("K{one}{own}K{other}{guards}"))
        })
    });
    let mut found = classes(names);
    found.retain(|&class| Layout::size_of(class) <= 6_000_000);
    found.dedup();
    found
}

fn starter() -> Vec<Material> {
    let mut found = one_attacker();
    found.extend(two_attackers());
    found.extend(classes(BOTH_SIDES.map(str::to_owned)));
    found.retain(|&class| Layout::size_of(class) <= 400_000);
    found
}

/// What games come to for its size; `docs/experiments/tables.md` has the counts. Rook
/// against rook with guards leads, then a rook with cannon or pawn against a rook, and a
/// single attacker against guards; two attackers win most of what is left.
fn default_set() -> Vec<Material> {
    let mut found = one_attacker();
    found.retain(|&class| Layout::size_of(class) <= 4_000_000);
    let mut pairs = two_attackers();
    pairs.retain(|&class| Layout::size_of(class) <= 20_000_000);
    found.extend(pairs);
    found.extend(duels());
    found.extend(classes(MET.map(str::to_owned)));
    found.sort_by_key(|&class| Layout::size_of(class));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_there_and_its_classes_are_not_too_large() {
        for (name, _) in SETS {
            let set = set(name).unwrap();
            assert!(!set.is_empty(), "{name}");
            assert!(set.iter().all(|&class| Layout::size_of(class) <= MOST_OF_SETS), "{name}");
        }
        assert_eq!(set("two-attackers").unwrap().len(), 90);
        assert_eq!(set("both-sides").unwrap().len(), 28);
        assert_eq!(set("duels").unwrap().len(), 72);
        let default = set("default").unwrap();
        assert!(set("starter").unwrap().iter().all(|class| default.contains(class)));
        assert!(set("none").is_none());
    }
}
