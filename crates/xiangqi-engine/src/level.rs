//! What each level below the last may look at.

use game::Rng;
use search::{Answer, Line, Request, Strength};
use xiangqi::Ply;

const fn row(nodes: u64, depth: i32, margin: i32) -> Strength {
    Strength { nodes, depth, margin }
}

/// The levels below the last.
pub const LEVELS: [Strength; 9] = [
    row(512, 2, 180),
    row(512, 3, 140),
    row(1_024, 4, 110),
    row(2_560, 5, 85),
    row(6_144, 6, 65),
    row(15_000, 8, 45),
    row(40_000, 10, 30),
    row(120_000, 13, 18),
    row(400_000, 18, 8),
];

/// How many moves a weak level compares.
const COMPARED: usize = 5;

/// A request as a level carries it out: with less to look at, and more lines to
/// choose from.
pub fn weakened(request: &Request<Ply>, strength: Strength) -> Request<Ply> {
    let mut weaker = request.clone();
    let limits = &mut weaker.limits;
    limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(strength.nodes));
    limits.depth = Some(limits.depth.unwrap_or(i32::MAX).min(strength.depth));
    weaker.lines = weaker.lines.max(COMPARED);
    weaker
}

/// Puts the line a level plays first. Whether that is another than the best.
pub fn choose(strength: Strength, answer: &mut Answer<Ply>, dice: &mut Rng) -> bool {
    let scores: Vec<_> = answer.lines.iter().map(|line: &Line<Ply>| line.score).collect();
    let chosen = strength.choose(&scores, dice);
    if let Some(lines) = answer.lines.get_mut(..=chosen) {
        lines.rotate_right(1);
    }
    chosen > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Score;

    #[test]
    fn a_weak_level_strays_but_not_far() {
        let ply = Ply::from_code(1).unwrap();
        let line = |score: i32| Line { score: Score::new(score), plies: vec![ply] };
        let mut dice = Rng::new(4);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..1000 {
            let mut answer = Answer::none();
            answer.lines = [50, 20, -100, -400].map(line).to_vec();
            let strayed = choose(LEVELS[1], &mut answer, &mut dice);
            let first = answer.lines[0].score.get();
            assert_eq!(strayed, first != 50);
            *seen.entry(first).or_insert(0) += 1;
        }
        assert!(seen[&50] > seen[&20], "{seen:?}");
        assert!(seen.contains_key(&20) && !seen.contains_key(&-100) && !seen.contains_key(&-400));
        assert!(!choose(LEVELS[1], &mut Answer::none(), &mut dice));
    }

    #[test]
    fn a_weaker_request_never_asks_for_more() {
        let strength = LEVELS[3];
        let free = weakened(&Request::default(), strength);
        assert_eq!(free.limits.nodes, Some(strength.nodes));
        assert_eq!((free.limits.depth, free.lines), (Some(strength.depth), COMPARED));
        let small = weakened(&Request { lines: 9, ..Request::of_nodes(10) }, strength);
        assert_eq!((small.limits.nodes, small.lines), (Some(10), 9));
        assert_eq!(weakened(&Request::to_depth(2), strength).limits.depth, Some(2));
    }
}
