//! The levels of play below the last: what they may see, and what they choose.

use std::cmp::Reverse;

use banqi::Ply;
use game::{Rng, Score};
use search::{Answer, Line, Strength};

use crate::engine::BanqiGame;
use crate::progress::returns;

const fn level(nodes: u64, depth: i32, margin: i32) -> Strength {
    Strength { nodes, depth, margin }
}

/// Levels 1 to 9: nodes, plies deep, and how far from the best they may stray.
pub const LEVELS: [Strength; 9] = [
    level(2_000, 2, 250),
    level(4_000, 2, 140),
    level(10_000, 3, 100),
    level(20_000, 3, 60),
    level(40_000, 4, 50),
    level(80_000, 5, 30),
    level(160_000, 6, 20),
    level(400_000, 8, 10),
    level(1_200_000, 11, 5),
];

/// A beginner soon has had enough of going to and fro: more often does not count.
const MOST_RETURNS: u32 = 3;

/// Puts in front what a level plays: it knows the value of every ply and is unsure
/// between close ones; but it sees when it goes to and fro, and would rather try
/// something.
pub(crate) fn choose(
    strength: Strength,
    game: &BanqiGame,
    answer: &mut Answer<Ply>,
    dice: &mut Rng,
) {
    if answer.reached == 0 {
        return;
    }
    let mut liked: Vec<(Score, usize)> = answer
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| (liked(strength, game, line), index))
        .collect();
    liked.sort_by_key(|&(score, _)| Reverse(score));
    let scores: Vec<Score> = liked.iter().map(|&(score, _)| score).collect();
    let chosen = strength.choose(&scores, dice);
    if let Some(&(_, index)) = liked.get(chosen) {
        answer.lines[..=index].rotate_right(1);
    }
}

/// What a level thinks of a ply: its value, less with every time its pieces have
/// stood like that before.
fn liked(strength: Strength, game: &BanqiGame, line: &Line<Ply>) -> Score {
    let times = line.plies.first().map_or(0, |&ply| returns(game, ply)).min(MOST_RETURNS);
    let bored = times as i32 * strength.margin / 2;
    if line.score.is_decided() { line.score } else { Score::new(line.score.get() - bored) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_looks_further_and_strays_less() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].depth <= pair[1].depth);
            assert!(pair[0].margin >= pair[1].margin);
        }
    }
}
