//! The shapes a puzzle is about: those of the winner in the position where it ends.

use game::{Position as _, Side};
use patterns::shipped::shipped;
use records::Board;

use crate::puzzle::{Goal, Puzzle};

/// Tags of shapes that a mate, and those that a win of material, is about.
const MATING: &str = "mate";
const ATTACKING: &str = "attack";

/// So many shapes of a position are named.
const MOST: usize = 4;

/// Keys of the shapes of a side that have a tag, on one board.
fn shapes(position: &xiangqi::Position, side: Side, tag: &str) -> Vec<String> {
    let set = shipped();
    let found = set.matches(position).into_iter().filter(|found| found.side == side);
    let mut keys: Vec<String> = Vec::new();
    for pattern in found.map(|found| &set.patterns[found.pattern]) {
        let named = pattern.tags.iter().any(|own| own == tag);
        if named && !keys.contains(&pattern.key) {
            keys.push(pattern.key.clone());
        }
    }
    keys
}

/// The themes of a puzzle by its line; dark chess has no shapes.
pub fn themes(puzzle: &Puzzle) -> Vec<String> {
    let Ok(Board::Xiangqi(mut position)) = puzzle.board() else { return Vec::new() };
    let side = position.turn();
    let mut found = Vec::new();
    for played in &puzzle.line {
        let records::Played::Xiangqi(ply) = *played else { return Vec::new() };
        position.make(ply, (), &mut game::NullObserver);
        if !matches!(puzzle.goal, Goal::Mate { .. }) {
            found.extend(shapes(&position, side, ATTACKING));
        }
    }
    if matches!(puzzle.goal, Goal::Mate { .. }) {
        found.extend(shapes(&position, side, MATING));
    }
    let mut keys: Vec<String> = Vec::new();
    for key in found {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.truncate(MOST);
    keys
}

/// Shapes that a side's last ply brought: attacks and mates of theirs on a board that were
/// not on an earlier one. Texts that are no positions have none.
pub fn arising(before: &str, after: &str) -> Vec<String> {
    let read = |text: &str| text.parse::<xiangqi::Position>().ok();
    let (Some(before), Some(after)) = (read(before), read(after)) else { return Vec::new() };
    let side = !after.turn();
    let mut found = shapes(&after, side, MATING);
    found.extend(shapes(&after, side, ATTACKING));
    let known = [MATING, ATTACKING].map(|tag| shapes(&before, side, tag)).concat();
    found.retain(|key| !known.contains(key));
    found.dedup();
    found
}

/// What a theme is called, in English, traditional and simplified Chinese; none if there is
/// no such shape any more.
pub fn names(key: &str) -> Option<[&'static str; 3]> {
    let pattern = shipped().patterns.iter().find(|pattern| pattern.key == key)?;
    Some(["en", "hant", "hans"].map(|language| pattern.name.of(language)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::GameKind;

    #[test]
    fn a_mate_has_the_shape_it_ends_with() {
        // The kings would look at each other if the king stepped aside.
        let line = "m1\tmate:1\t9/4k4/9/2p5p/9/p7P/5r3/5c3/9/5KB2 b\tf2a2\tf2a2\t\t506";
        let puzzle = Puzzle::read(GameKind::Xiangqi, line).unwrap();
        let found = themes(&puzzle);
        assert_eq!(found, ["bare-faced-king"]);
        assert!(found.iter().all(|key| names(key).is_some()));
        assert_eq!(names("no-such-shape"), None);
    }

    #[test]
    fn a_ply_brings_shapes_of_who_played_it() {
        // The horse goes into the trough.
        let found = arising("4k4/9/9/1N7/9/9/9/9/9/3K5 w", "4k4/2N6/9/9/9/9/9/9/9/3K5 b");
        assert!(found.contains(&"trough-horse".to_owned()), "{found:?}");
        assert!(arising("4k4/2N6/9/9/9/9/9/9/9/3K5 b", "4k4/2N6/9/9/9/9/9/9/9/3K5 b").is_empty());
        assert!(arising("nonsense", "nonsense").is_empty());
    }
}
