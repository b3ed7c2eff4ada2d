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
//! A win beyond the natural limit is a draw here: who can choose it need not check for
//! ever, and who has it may do better by the law.

use std::sync::atomic::AtomicBool;

use game::Side;

use super::geometry::{Board, FREE, Point};
use super::layout::Decoded;
use super::space::{XiangqiSpace, hits, targets};
use super::tables::LIMIT;
use crate::level::{DRAW, ILLEGAL, Level, MOST, RULE_LOSS, RULE_WIN, is_loss, is_win};
use crate::solve::{Levels, SolveError, Space, in_chunks};

/// Where a ply leads to.
#[derive(Clone, Copy)]
enum Next {
    /// An entry of the class.
    Here(usize),
    /// Another class, with the level there.
    Away(Level),
}

/// Gives drawn entries that the law decides the levels [`RULE_WIN`] and [`RULE_LOSS`].
///
/// # Errors
/// If it was stopped.
pub(crate) fn apply(
    space: &XiangqiSpace,
    levels: &mut Levels,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), SolveError> {
    for checker in Side::BOTH {
        let mut all = candidates(space, levels, checker, threads, stop)?;
        loop {
            let trapped = trapped(space, levels, checker, &all, threads, stop)?;
            if trapped.is_empty() {
                break;
            }
            for &index in &trapped {
                levels[checker.index()][index as usize] = RULE_LOSS;
            }
            let won = spread(space, levels, checker, trapped);
            add_candidates(space, levels, checker, &won, &mut all);
        }
    }
    Ok(())
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

/// Whether the side to move has lost at a place.
fn lost(levels: &Levels, side: Side, next: Next) -> bool {
    match next {
        Next::Here(index) => is_loss(levels[side.index()][index]),
        Next::Away(level) => is_loss(level) && !is_open(level),
    }
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

/// Those of the candidates in which the checker can only check for ever.
fn trapped(
    space: &XiangqiSpace,
    levels: &Levels,
    checker: Side,
    all: &[u32],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<u32>, SolveError> {
    let checks = |at: usize| checks_of(space, levels, checker, all[at] as usize, all);
    let found = in_chunks(all.len(), threads, stop, |chunk, range| {
        (chunk, range.map(checks).collect::<Vec<Checks>>())
    });
    let mut found = found?;
    found.sort_unstable_by_key(|&(chunk, _)| chunk);
    let graph: Vec<Checks> = found.into_iter().flat_map(|(_, checks)| checks).collect();
    let stays = shrink(&graph);
    Ok(all.iter().zip(stays).filter(|&(_, stays)| stays).map(|(&index, _)| index).collect())
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

/// Which candidates stay: the largest set in which every check has an answer without
/// check into the set, or with check into what is known to stay without it.
fn shrink(graph: &[Checks]) -> Vec<bool> {
    let mut within = vec![true; graph.len()];
    loop {
        let mut known = vec![false; graph.len()];
        loop {
            let mut grown = false;
            for at in 0..graph.len() {
                let good = |&(place, check): &(u32, bool)| {
                    if check { known[place as usize] } else { within[place as usize] }
                };
                if within[at]
                    && !known[at]
                    && graph[at].iter().all(|answers| answers.iter().any(good))
                {
                    known[at] = true;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        if known == within {
            return within;
        }
        within = known;
    }
}

/// Decides what is forced to come to decided entries; the entries that are won by it.
fn spread(space: &XiangqiSpace, levels: &mut Levels, loser: Side, decided: Vec<u32>) -> Vec<u32> {
    let winner = !loser;
    let mut all_won = Vec::new();
    let mut lost_now: Vec<u32> = decided;
    while !lost_now.is_empty() {
        let mut won_now = Vec::new();
        for index in std::mem::take(&mut lost_now) {
            space.predecessors(index as usize, loser, |from| {
                if is_open(levels[winner.index()][from]) {
                    levels[winner.index()][from] = RULE_WIN;
                    won_now.push(from as u32);
                }
            });
        }
        let mut asked = Vec::new();
        for &index in &won_now {
            space.predecessors(index as usize, winner, |from| asked.push(from as u32));
        }
        all_won.extend(won_now);
        for index in asked {
            let at = index as usize;
            if !is_open(levels[loser.index()][at]) {
                continue;
            }
            let mut holds = false;
            plies(space, at, loser, &mut |next, _| {
                holds |= !won(levels, winner, next);
                holds
            });
            if !holds {
                levels[loser.index()][at] = RULE_LOSS;
                lost_now.push(index);
            }
        }
        debug_assert!(lost_now.iter().all(|&at| lost(levels, loser, Next::Here(at as usize))));
    }
    all_won
}

/// Shows every legal ply of an entry until it is enough: where it leads to, and whether
/// it gives check.
fn plies(space: &XiangqiSpace, index: usize, side: Side, show: &mut dyn FnMut(Next, bool) -> bool) {
    let layout = &**space.layout();
    let Some(at) = layout.decode(index) else { return };
    let mut enough = false;
    let mut ply = |from: Point, to: Point| {
        if enough {
            return;
        }
        let target = at.board[usize::from(to)];
        if target != FREE {
            if (target < 7) != (side == Side::Red) {
                let level = space.after_capture(&at, from, to);
                if level != ILLEGAL {
                    enough = show(Next::Away(level), gives_check(space, &at, side, from, to));
                }
            }
            return;
        }
        let board = after(&at, from, to);
        let king = space.king(&at, side);
        let king = if king == from { to } else { king };
        if space.is_attacked(&at, &board, king, side) {
            return;
        }
        let next = layout.encode(&space.pieces_after(&at, from, to, false));
        enough = show(Next::Here(next), gives_check(space, &at, side, from, to));
    };
    let guards = &layout.guards[side.index()];
    let number = at.guards[side.index()] as usize;
    for step in &guards.steps[number] {
        if at.board[usize::from(step.eye)] == FREE {
            ply(guards.places[number].points[usize::from(step.slot)], step.to);
        }
    }
    for (which, group) in layout.attackers.iter().enumerate() {
        if group.side != side {
            continue;
        }
        let places = &group.places[at.attackers[which] as usize];
        for &from in &places.points[..group.count] {
            targets(group.kind, side, &at.board, from, |to| ply(from, to));
        }
    }
}

fn after(at: &Decoded, from: Point, to: Point) -> Board {
    let mut board = at.board;
    board[usize::from(to)] = board[usize::from(from)];
    board[usize::from(from)] = FREE;
    board
}

/// Whether the other king is in check after a ply.
fn gives_check(space: &XiangqiSpace, at: &Decoded, side: Side, from: Point, to: Point) -> bool {
    let board = after(at, from, to);
    let king = space.king(at, !side);
    let moved = space.layout().attackers.iter().find(|group| {
        let code = xiangqi::Piece::new(group.side, group.kind).index();
        group.side == side && usize::from(at.board[usize::from(from)]) == code
    });
    // The lists of pieces still have the moved one on its old square, which is free now.
    moved.is_some_and(|group| hits(group, &board, to, king))
        || space.is_attacked(at, &board, king, !side)
}
