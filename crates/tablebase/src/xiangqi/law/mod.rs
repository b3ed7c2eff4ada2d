//! The law of perpetual check: a side that can hold only by checking for ever, loses.
//!
//! Plain retrograde analysis calls a position drawn if the play can go on for ever.
//! Under the law an endless line in which one side checks with every ply and the other
//! does not is lost for the checking side, and an endless line in which both do is a
//! draw. That is a parity game: of the plies that come again and again the gravest
//! decides, where a ply of the checking side that gives no check (drawn) outweighs a
//! ply of the other side that gives none (won for it), which outweighs checks (drawn).
//! It is solved as such, exactly, for each side in turn:
//!
//! * *trapped* positions: the checking side is to move, every ply without check leads
//!   to a position lost for it, and every check can be answered so that it is trapped
//!   again. Answers without check may lead to any trapped position, answers with check
//!   only to one that is known to be trapped already (else both could check for ever);
//! * then whatever is forced to get there, and all of it again until nothing changes.
//!
//! Every entry decided so gets the length of its *way* as well ([`way`]): how many plies
//! the loser can put off a win on the board, plies of checking for ever not counted.
//!
//! A win beyond the natural limit is a draw here: who can choose it need not check for
//! ever, and who has it may do better by the law.

mod plies;
mod way;

use std::sync::atomic::AtomicBool;

use game::Side;

use self::plies::{Next, plies};
use super::space::XiangqiSpace;
use super::tables::LIMIT;
use crate::level::{DRAW, Level, MOST, RULE_LOSS, RULE_WIN, is_win};
use crate::solve::{Levels, SolveError, Space, in_chunks};

/// Gives drawn entries that the law decides the levels [`RULE_WIN`] and [`RULE_LOSS`].
/// The lengths of their ways, as levels: 0 where the law decides nothing.
///
/// # Errors
/// If it was stopped.
pub(crate) fn apply(
    space: &XiangqiSpace,
    levels: &mut Levels,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Levels, SolveError> {
    let mut ways: Levels = [vec![0; space.size()], vec![0; space.size()]];
    let mut won_by_law: [Vec<u32>; 2] = Default::default();
    for checker in Side::BOTH {
        let mut all = candidates(space, levels, checker, threads, stop)?;
        loop {
            let trapped = trapped(space, (levels, &ways), checker, &all, threads, stop)?;
            if trapped.is_empty() {
                break;
            }
            for &(index, way) in &trapped {
                levels[checker.index()][index as usize] = RULE_LOSS;
                ways[checker.index()][index as usize] = way;
            }
            let won = way::spread(space, levels, &mut ways, checker, &trapped);
            add_candidates(space, levels, checker, &won, &mut all);
            won_by_law[checker.index()].extend(won);
        }
    }
    for loser in Side::BOTH {
        settle_late(space, levels, loser, &won_by_law[loser.index()]);
    }
    Ok(ways)
}

/// Drawn entries of which every ply has become a loss by the law or is one beyond the
/// limit are lost beyond the limit, and who can come to them has won so.
fn settle_late(space: &XiangqiSpace, levels: &mut Levels, loser: Side, won_by_law: &[u32]) {
    const SOONEST: Level = LIMIT as Level + 4;
    let winner = !loser;
    let mut open = Vec::new();
    for &index in won_by_law {
        space.predecessors(index as usize, winner, |from| open.push(from));
    }
    while let Some(at) = open.pop() {
        if levels[loser.index()][at] != DRAW {
            continue;
        }
        let (mut holds, mut latest) = (false, SOONEST - 1);
        plies(space, at, loser, &mut |next, _| {
            let level = match next {
                Next::Here(index) => levels[winner.index()][index],
                Next::Away(level) => level,
            };
            holds |= !is_win(level);
            if level <= MOST {
                latest = latest.max(level);
            }
            holds
        });
        if holds {
            continue;
        }
        // Distances that no byte holds come too late anyway.
        let level = (latest + 1).min(MOST);
        levels[loser.index()][at] = level;
        let mut later = Vec::new();
        space.predecessors(at, loser, |from| later.push(from));
        later.retain(|&from| levels[winner.index()][from] == DRAW);
        for from in later {
            levels[winner.index()][from] = (level + 1).min(MOST - 1);
            space.predecessors(from, winner, |before| open.push(before));
        }
    }
}

/// Takes over from one distance to another what the law decides.
pub(crate) fn copy(from: &Levels, to: &mut Levels) {
    for (from, to) in from.iter().zip(to) {
        for (&level, own) in from.iter().zip(to) {
            if *own == DRAW && matches!(level, RULE_WIN | RULE_LOSS) {
                *own = level;
            }
        }
    }
}

/// Whether neither board nor law has decided yet: drawn, or decided too late.
const fn is_open(level: Level) -> bool {
    level == DRAW || level as u16 > LIMIT + 2 && level <= MOST
}

/// Whether the side to move has won at a place.
fn won(levels: &Levels, side: Side, next: Next) -> bool {
    match next {
        Next::Here(index) => {
            let level = levels[side.index()][index];
            is_win(level) && !is_open(level)
        }
        Next::Away(level) => is_win(level) && !is_open(level),
    }
}

/// Whether an entry with the checker to move is drawn, and only checks do not lose.
fn is_candidate(space: &XiangqiSpace, levels: &Levels, checker: Side, index: usize) -> bool {
    let mut holds = !is_open(levels[checker.index()][index]);
    if !holds {
        plies(space, index, checker, &mut |next, check| {
            holds |= !check && !won(levels, !checker, next);
            holds
        });
    }
    !holds
}

/// Brings candidates up to date: what is decided is none any more, and whoever has a ply
/// to an entry that is won only now may have become one. All others are as they were.
fn add_candidates(
    space: &XiangqiSpace,
    levels: &Levels,
    checker: Side,
    won_now: &[u32],
    all: &mut Vec<u32>,
) {
    all.retain(|&index| is_open(levels[checker.index()][index as usize]));
    let mut asked = Vec::new();
    for &index in won_now {
        space.predecessors(index as usize, !checker, |from| asked.push(from as u32));
    }
    asked.sort_unstable();
    asked.dedup();
    asked.retain(|&index| is_candidate(space, levels, checker, index as usize));
    all.extend(asked);
    all.sort_unstable();
    all.dedup();
}

/// Drawn entries with the checker to move where only checks do not lose.
fn candidates(
    space: &XiangqiSpace,
    levels: &Levels,
    checker: Side,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<u32>, SolveError> {
    let found = in_chunks(space.size(), threads, stop, |chunk, range| {
        let fits = |&index: &usize| is_candidate(space, levels, checker, index);
        (chunk, range.filter(fits).map(|index| index as u32).collect::<Vec<_>>())
    });
    let mut found = found?;
    found.sort_unstable_by_key(|&(chunk, _)| chunk);
    Ok(found.into_iter().flat_map(|(_, list)| list).collect())
}

/// A candidate: for each check that does not lose at once the answers that lead to
/// candidates, by their place among these and whether they give check.
type Checks = Vec<Vec<(u32, bool)>>;

/// Those of the candidates in which the checker can only check for ever, with their ways.
fn trapped(
    space: &XiangqiSpace,
    (levels, ways): (&Levels, &Levels),
    checker: Side,
    all: &[u32],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<(u32, Level)>, SolveError> {
    let checks = |at: usize| checks_of(space, levels, checker, all[at] as usize, all);
    let found = in_chunks(all.len(), threads, stop, |chunk, range| {
        (chunk, range.map(checks).collect::<Vec<Checks>>())
    });
    let mut found = found?;
    found.sort_unstable_by_key(|&(chunk, _)| chunk);
    let graph: Vec<Checks> = found.into_iter().flat_map(|(_, checks)| checks).collect();
    let turns = shrink(&graph);
    let stays = |at: usize| turns[at] != NEVER;
    let quit = |at: usize| match stays(at) {
        true => way::without_checks(space, levels, ways, checker, all[at] as usize),
        false => 0,
    };
    let found = way::trapped(&graph, &turns, (0..all.len()).map(quit).collect());
    Ok((0..all.len()).filter(|&at| stays(at)).map(|at| (all[at], found[at])).collect())
}

/// The checks of a candidate with their answers. One without an answer that keeps the
/// checker trapped makes an end of it.
fn checks_of(
    space: &XiangqiSpace,
    levels: &Levels,
    checker: Side,
    index: usize,
    all: &[u32],
) -> Checks {
    let mut checks = Vec::new();
    plies(space, index, checker, &mut |next, _| {
        if won(levels, !checker, next) {
            return false;
        }
        let mut answers = Vec::new();
        if let Next::Here(checked) = next {
            plies(space, checked, !checker, &mut |next, check| {
                if let Next::Here(at) = next
                    && let Ok(place) = all.binary_search(&(at as u32))
                {
                    answers.push((place as u32, check));
                }
                false
            });
        }
        let none = answers.is_empty();
        checks.push(answers);
        none
    });
    checks
}

/// The turn of a candidate that does not stay.
const NEVER: u32 = u32::MAX;

/// Which candidates stay, and whose turn came first: the largest set in which every check
/// has an answer without check into the set, or with check to one whose turn was earlier.
fn shrink(graph: &[Checks]) -> Vec<u32> {
    let mut within = vec![true; graph.len()];
    loop {
        let mut turns = vec![NEVER; graph.len()];
        let mut turn = 0;
        loop {
            let before = turn;
            for at in 0..graph.len() {
                let good = |&(place, check): &(u32, bool)| {
                    if check { turns[place as usize] != NEVER } else { within[place as usize] }
                };
                if within[at]
                    && turns[at] == NEVER
                    && graph[at].iter().all(|answers| answers.iter().any(good))
                {
                    turns[at] = turn;
                    turn += 1;
                }
            }
            if turn == before {
                break;
            }
        }
        if turns.iter().zip(&within).all(|(&turn, &within)| (turn != NEVER) == within) {
            return turns;
        }
        within = turns.iter().map(|&turn| turn != NEVER).collect();
    }
}
