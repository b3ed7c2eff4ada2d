//! The way from the last capture of the game to the current node: what the
//! repetition law and the natural limit need.

use game::{Game, NullObserver, Score, Side};
use xiangqi::rules::{Cycle, LimitCounter};
use xiangqi::{Ply, Position, Undo, XiangqiRules};

use super::params::SearchParams;

/// The counting filter answers "this key never occurred" at once.
const FILTER: usize = 1 << 14;

/// What the law says about the current node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// Nothing.
    Open,
    /// A draw by repetition.
    Draw,
    /// The natural limit is reached.
    Limit,
    /// This side loses by the repetition law.
    Loses(Side),
}

#[derive(Clone, Copy)]
struct PathEntry {
    key: u64,
    /// The ply; `None` for a passed turn.
    made: Option<(Ply, Undo)>,
    limit: LimitCounter,
    /// Plies since the last capture or passed turn.
    reversible: usize,
}

/// The positions a search came through, game history first.
pub struct Path {
    rules: XiangqiRules,
    /// The boards of the game from the last capture to the root.
    boards: Vec<Position>,
    plies: Vec<Ply>,
    root_limit: LimitCounter,
    /// The search path below the root.
    entries: Vec<PathEntry>,
    filter: Box<[u8; FILTER]>,
}

/// A game as the search needs it: everything from the last capture on.
#[derive(Clone, Debug)]
pub struct GameHistory {
    /// The boards from the last capture (or the start) to now, at least one.
    boards: Vec<Position>,
    /// The plies between them.
    plies: Vec<Ply>,
    /// The natural limit's counter now.
    limit: LimitCounter,
    rules: XiangqiRules,
}

impl GameHistory {
    /// What the search needs of a game.
    pub fn of(game: &Game<Position, XiangqiRules>) -> GameHistory {
        let plies = game.plies();
        let from = plies.len() - game.history().reversible();
        GameHistory {
            boards: game.boards()[from..].to_vec(),
            plies: plies[from..].iter().map(|played| played.ply).collect(),
            limit: game.history().limit(),
            rules: game.rules().clone(),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.boards.last().expect("a history has at least one board")
    }
}

/// How near the natural limit is, as far as scores and table keys care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitClock {
    plies: u32,
    /// The limit; 0 = there is none.
    limit: u32,
}

impl LimitClock {
    /// Right after a capture.
    pub const ZERO: LimitClock = LimitClock { plies: 0, limit: 0 };

    /// Whether the last ply was a capture, or nothing was counted since.
    #[inline]
    pub const fn is_new(self) -> bool {
        self.plies == 0
    }

    /// One quiet ply later.
    #[inline]
    #[must_use]
    pub const fn next(self) -> LimitClock {
        LimitClock { plies: self.plies + 1, ..self }
    }

    /// A position's key with the counter in it, by steps.
    #[inline]
    pub const fn key(self, position: u64, params: &SearchParams) -> u64 {
        let from = params.limit_key_from as u32;
        if self.plies < from || self.limit == 0 {
            return position;
        }
        let step = (self.plies - from) / params.limit_key_step as u32;
        position ^ game::splitmix64(step as u64)
    }

    /// An evaluation as it counts here: whole for the first part of the way to the
    /// limit, from there on less with every ply.
    #[inline]
    pub const fn faded(self, score: Score, params: &SearchParams) -> Score {
        let from = params.limit_fade_from as i64;
        let (plies, limit) = (self.plies as i64, self.limit as i64);
        if limit == 0 || 12 * plies < from * limit {
            return score;
        }
        let plies = if plies < limit { plies } else { limit };
        let whole = 20 * limit * (12 - from);
        let lost = (20 - params.limit_fade_to as i64) * (12 * plies - from * limit);
        Score::new((score.get() as i64 * (whole - lost) / whole) as i32)
    }
}

impl Path {
    /// The path at the root of a search.
    pub fn new(history: &GameHistory) -> Path {
        let mut path = Path {
            rules: history.rules.clone(),
            boards: history.boards.clone(),
            plies: history.plies.clone(),
            root_limit: history.limit,
            entries: Vec::with_capacity(256),
            filter: Box::new([0; FILTER]),
        };
        for board in &path.boards {
            let cell = &mut path.filter[cell(board.zobrist_key())];
            *cell = cell.saturating_add(1);
        }
        path
    }

    /// How many plies below the root.
    #[cfg(test)]
    pub fn depth(&self) -> usize {
        self.entries.len()
    }

    /// The natural limit's counter here.
    #[inline]
    pub fn limit(&self) -> LimitCounter {
        self.entries.last().map_or(self.root_limit, |entry| entry.limit)
    }

    /// How near the natural limit is.
    #[inline]
    pub fn limit_clock(&self) -> LimitClock {
        LimitClock { plies: self.limit().plies(), limit: self.rules.natural_limit.unwrap_or(0) }
    }

    #[inline]
    fn reversible(&self) -> usize {
        self.entries.last().map_or(self.boards.len() - 1, |entry| entry.reversible)
    }

    /// A ply was made; `position` is after it.
    #[inline]
    pub fn push(
        &mut self,
        position: &Position,
        ply: Ply,
        undo: Undo,
        was_in_check: bool,
        gives_check: bool,
    ) {
        let capture = undo.captured().is_some();
        let limit = self.limit().after(!position.turn(), was_in_check, gives_check, capture);
        let reversible = if capture { 0 } else { self.reversible() + 1 };
        let key = position.zobrist_key();
        self.entries.push(PathEntry { key, made: Some((ply, undo)), limit, reversible });
        let cell = &mut self.filter[cell(key)];
        *cell = cell.saturating_add(1);
    }

    /// The last ply was taken back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let cell = &mut self.filter[cell(entry.key)];
            *cell = cell.saturating_sub(1);
        }
    }

    /// Passes the turn: nothing before counts as a repetition.
    #[inline]
    pub fn push_null_turn(&mut self, position: &mut Position) {
        position.make_null();
        let limit = self.limit();
        let key = position.zobrist_key();
        self.entries.push(PathEntry { key, made: None, limit, reversible: 0 });
        let cell = &mut self.filter[cell(key)];
        *cell = cell.saturating_add(1);
    }

    /// Takes a passed turn back.
    #[inline]
    pub fn pop_null_turn(&mut self, position: &mut Position) {
        self.pop();
        position.make_null();
    }

    /// What the natural limit and the repetition law say here. A decisive verdict
    /// on a position that occurred only once before counts inside the tree, as the
    /// cycle will be played again; outside it the opponent may still deviate. With
    /// it comes how many plies back the verdict looks.
    #[inline]
    pub fn law(&self, position: &Position) -> (Law, usize) {
        if self.filter[cell(position.zobrist_key())] > 1
            && self.reversible() >= 4
            && let Some(law) = self.repetition(position)
        {
            return law;
        }
        match self.rules.natural_limit {
            Some(limit) if self.limit().plies() >= limit => {
                (Law::Limit, self.reversible().max(limit as usize))
            }
            _ => (Law::Open, 0),
        }
    }

    /// The key `back` plies before the current node.
    fn key_before(&self, back: usize) -> u64 {
        let depth = self.entries.len();
        if back < depth {
            self.entries[depth - 1 - back].key
        } else {
            self.boards[self.boards.len() - 1 - (back - depth)].zobrist_key()
        }
    }

    #[cold]
    fn repetition(&self, position: &Position) -> Option<(Law, usize)> {
        let key = position.zobrist_key();
        let mut earlier = 0;
        for back in (4..=self.reversible()).step_by(2) {
            if self.key_before(back) != key {
                continue;
            }
            earlier += 1;
            let inside = back < self.entries.len();
            if inside || earlier + 1 >= self.rules.repetition.fold as usize {
                return Some((self.judge(position, back), back));
            }
        }
        None
    }

    /// Rebuilds the boards of the cycle and asks the law.
    fn judge(&self, position: &Position, back: usize) -> Law {
        let depth = self.entries.len();
        let inside = back.min(depth);
        let mut board = position.clone();
        let mut boards = vec![board.clone()];
        let mut plies = Vec::new();
        for entry in self.entries[depth - inside..].iter().rev() {
            // A passed turn has no reversible plies behind it, so none is met here.
            let Some((ply, undo)) = entry.made else { break };
            board.unmake_ply(ply, undo, &mut NullObserver);
            boards.push(board.clone());
            plies.push(ply);
        }
        for number in 0..back - inside {
            let at = self.boards.len() - 2 - number;
            boards.push(self.boards[at].clone());
            plies.push(self.plies[at]);
        }
        boards.reverse();
        plies.reverse();
        match self.rules.repetition.judge(Cycle::new(&boards, &plies)).loser {
            Some(side) => Law::Loses(side),
            None => Law::Draw,
        }
    }
}

#[inline]
fn cell(key: u64) -> usize {
    (key >> 8) as usize & (FILTER - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    fn walk(path: &mut Path, position: &mut Position, moves: &str) {
        for text in moves.split(' ') {
            let ply = position.parse_ply(text).unwrap();
            let was_in_check = position.in_check();
            let undo = position.make_ply(ply, &mut NullObserver);
            let gives_check = position.in_check();
            path.push(position, ply, undo, was_in_check, gives_check);
        }
    }

    #[test]
    fn a_perpetual_check_in_the_tree_loses() {
        let mut position: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse().unwrap();
        let history =
            GameHistory::of(&Game::from_position(XiangqiRules::default(), position.clone(), 0));
        let mut path = Path::new(&history);
        walk(&mut path, &mut position, "a1a2 d9d8 a2a8 d8d9 a8a9 d9d8");
        assert_eq!(path.law(&position).0, Law::Open);
        walk(&mut path, &mut position, "a9a8");
        assert_eq!(path.law(&position), (Law::Loses(Side::Red), 4));
        for _ in 0..7 {
            path.pop();
        }
        assert_eq!(path.depth(), 0);
    }

    #[test]
    fn idle_shuffling_is_a_draw_and_a_capture_forgets() {
        let mut position: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse().unwrap();
        let history =
            GameHistory::of(&Game::from_position(XiangqiRules::default(), position.clone(), 0));
        let mut path = Path::new(&history);
        walk(&mut path, &mut position, "a1b1 d9d8 b1a1 d8d9 a1b1");
        assert_eq!(path.law(&position), (Law::Draw, 4));
    }
}
