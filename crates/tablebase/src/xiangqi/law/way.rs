//! How long the way to a win by the law is.
//!
//! Who wins by the law has to get on, too: some of the plies that keep the win lead
//! nowhere. The way of an entry is the number of plies until the board decides (or the
//! checks begin that never end), if the winner hurries and the loser delays, where checks
//! that are answered within the trap count nothing. So every ply of the winner shortens
//! the way, every ply of the loser outside the trap does, and in the trap every ply
//! without check does; a check there leaves it as it is, and the law takes care of that.
//! A table with ways is a proof of its wins, entry by entry.
//!
//! Ways are kept as levels: `plies + 2`, even for the loser to move and odd for the winner.

use game::Side;

use super::plies::{Next, plies};
use super::{Checks, NEVER, is_open, won};
use crate::level::{LOST, Level, MOST, RULE_LOSS, RULE_WIN, WON_AT_ONCE};
use crate::solve::{Levels, Space};
use crate::xiangqi::space::XiangqiSpace;

/// The longest way of a winner that a level holds.
const MOST_WON: Level = MOST - 1;

/// How long the loser can put it off with plies that are known to lose.
pub(super) fn without_checks(
    space: &XiangqiSpace,
    levels: &Levels,
    ways: &Levels,
    loser: Side,
    index: usize,
) -> Level {
    let mut longest = LOST;
    plies(space, index, loser, &mut |next, _| {
        if let Next::Here(at) = next
            && won(levels, !loser, next)
        {
            longest = longest.max(after(ways[(!loser).index()][at]));
        }
        false
    });
    longest
}

/// The way of a loser whose ply leads to a winner's; none if that is won on the board.
fn after(won: Level) -> Level {
    if won == 0 { LOST } else { (won + 1).min(MOST) }
}

/// The ways of trapped candidates: as long as that of the worst they can come to by
/// checks, if these are answered as well as can be. `ways` are those without checks.
pub(super) fn trapped(graph: &[Checks], turns: &[u32], mut ways: Vec<Level>) -> Vec<Level> {
    loop {
        let mut changed = false;
        for at in (0..graph.len()).filter(|&at| turns[at] != NEVER) {
            let allowed = |&&(place, check): &&(u32, bool)| {
                let turn = turns[place as usize];
                turn != NEVER && (!check || turn < turns[at])
            };
            let best = |answers: &Vec<(u32, bool)>| {
                answers.iter().filter(allowed).map(|&(place, _)| ways[place as usize]).min()
            };
            let way = graph[at].iter().filter_map(best).max().unwrap_or(0);
            if way > ways[at] {
                ways[at] = way;
                changed = true;
            }
        }
        if !changed {
            return ways;
        }
    }
}

/// Decides what is forced to come to trapped entries, the shortest ways first; the entries
/// that are won by it.
pub(super) fn spread(
    space: &XiangqiSpace,
    levels: &mut Levels,
    ways: &mut Levels,
    loser: Side,
    trapped: &[(u32, Level)],
) -> Vec<u32> {
    let winner = !loser;
    let mut all_won = Vec::new();
    let mut by_way: Vec<Vec<u32>> = vec![Vec::new(); usize::from(MOST) + 1];
    for &(index, way) in trapped {
        by_way[usize::from(way)].push(index);
    }
    for way in (LOST..=MOST).step_by(2) {
        // Ways that no level holds are added to the list while it is gone through.
        while let Some(index) = by_way[usize::from(way)].pop() {
            let mut won_now = Vec::new();
            space.predecessors(index as usize, loser, |from| {
                if is_open(levels[winner.index()][from]) {
                    levels[winner.index()][from] = RULE_WIN;
                    ways[winner.index()][from] = (way + 1).clamp(WON_AT_ONCE, MOST_WON);
                    won_now.push(from as u32);
                }
            });
            let mut asked = Vec::new();
            for &index in &won_now {
                space.predecessors(index as usize, winner, |from| asked.push(from));
            }
            all_won.extend(won_now);
            for at in asked {
                if is_open(levels[loser.index()][at]) && has_lost(space, levels, loser, at) {
                    let way = without_checks(space, levels, ways, loser, at);
                    levels[loser.index()][at] = RULE_LOSS;
                    ways[loser.index()][at] = way;
                    by_way[usize::from(way)].push(at as u32);
                }
            }
        }
    }
    all_won
}

/// Whether every ply of an entry is known to lose.
fn has_lost(space: &XiangqiSpace, levels: &Levels, loser: Side, at: usize) -> bool {
    let mut holds = false;
    plies(space, at, loser, &mut |next, _| {
        holds |= !won(levels, !loser, next);
        holds
    });
    !holds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trap_is_as_long_as_the_worst_its_checks_lead_to() {
        // The first checks its way to the second or, better for the winner, the third,
        // which checks back to the first; the fourth is answered by check only.
        let graph: Vec<Checks> = vec![
            vec![vec![(1, false), (2, false)]],
            vec![vec![(1, false)]],
            vec![vec![(0, false)]],
            vec![vec![(2, true)], vec![(0, true)]],
        ];
        let turns = [0, 1, 2, 3];
        assert_eq!(trapped(&graph, &turns, vec![2, 20, 8, 4]), [8, 20, 8, 8]);
        // A check is no answer if it leads to a later turn.
        let graph: Vec<Checks> = vec![vec![vec![(1, true), (2, false)]], vec![], vec![]];
        assert_eq!(trapped(&graph, &[0, 1, 2], vec![2, 4, 10]), [10, 4, 10]);
        assert_eq!(trapped(&graph, &[1, 0, 2], vec![2, 4, 10]), [4, 4, 10]);
    }
}
