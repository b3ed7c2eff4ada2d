//! What an engine asks of endgame tables.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::{Position, Score};

use crate::engine::{Answer, Line, Request};

/// Exact values of positions with few pieces.
pub trait Tables<P: Position>: Send + Sync {
    /// The most pieces a table has: with more nobody need ask.
    fn most_pieces(&self) -> u32;

    /// The value of a position right after a capture, for the side to move: a draw, or
    /// decided by a table with the plies to the next capture. `limit`: plies without a
    /// capture that end the game; 0 for none.
    fn score(&self, position: &P, limit: u32) -> Option<Score>;

    /// Every legal ply with what it is worth, best first: a quicker win and a slower
    /// loss go first, counted to the next capture. `None` if a table is missing.
    /// `clock`: plies since the last capture.
    fn plies(&self, position: &P, clock: u32, limit: u32) -> Option<Vec<(P::Ply, Score)>>;
}

/// Tables during one search, with what they were asked.
pub struct Probing<'a, P: Position> {
    tables: &'a dyn Tables<P>,
    most_pieces: u32,
    limit: u32,
    hits: AtomicU64,
}

impl<'a, P: Position> Probing<'a, P> {
    /// Nothing asked yet.
    pub fn new(tables: &'a dyn Tables<P>, limit: u32) -> Self {
        Probing { tables, most_pieces: tables.most_pieces(), limit, hits: AtomicU64::new(0) }
    }

    /// The score of a node so many plies below the root, right after a capture. How
    /// far the win is from there says nothing about the root: what counts is how soon
    /// a decided position is reached.
    pub fn score(&self, position: &P, pieces: u32, ply: i32) -> Option<Score> {
        if pieces > self.most_pieces {
            return None;
        }
        let score = self.tables.score(position, self.limit)?;
        self.hits.fetch_add(1, Relaxed);
        Some(if score.is_win() {
            Score::table_win_in(ply)
        } else if score.is_loss() {
            Score::table_loss_in(ply)
        } else {
            Score::DRAW
        })
    }

    /// Answers found.
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }
}

/// What tables say of the position to be searched.
pub enum Advice<Ply> {
    /// Won or lost: the plies in the order of their worth, nothing to search.
    Decided(Answer<Ply>),
    /// Neither, or won or lost only by the law of repetition, which tables know less
    /// about than a search does: to be searched among the plies that keep what there is
    /// and get on.
    Keep(Vec<Ply>),
}

/// Asks tables about the root of a search.
pub fn advise<P: Position>(
    tables: Option<&dyn Tables<P>>,
    position: &P,
    (clock, limit): (u32, u32),
    request: &Request<P::Ply>,
) -> Option<Advice<P::Ply>> {
    let mut plies = tables?.plies(position, clock, limit)?;
    plies.retain(|(ply, _)| request.only.is_empty() || request.only.contains(ply));
    let &(_, best) = plies.first()?;
    if !best.is_decided() || best.is_by_rule() {
        let keeps = plies.iter().take_while(|&&(_, score)| score == best);
        return Some(Advice::Keep(keeps.map(|&(ply, _)| ply).collect()));
    }
    plies.truncate(request.lines.max(1));
    let line = |(ply, score)| Line { score, plies: vec![ply] };
    let lines = plies.into_iter().map(line).collect();
    Some(Advice::Decided(Answer { lines, depth: 1, reached: 1, ..Answer::none() }))
}
