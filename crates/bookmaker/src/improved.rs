//! The improved book of Kao 2009, §2.3.3, figures 2-17 to 2-24.
//!
//! A book belongs to one side. Where that side is to move, the book keeps one move (in
//! the first plies a few): the best of those that records can be trusted for, and where
//! there is none, what a search finds. Where the other side is to move, all moves of the
//! masters are followed, and those of a second, less trusted source. A search that finds
//! a move of the records makes the book trust it after all and go on; any other ends the
//! branch there.

use std::collections::{HashMap, HashSet};

use book::entry::Marks;
use book::{Entry, Header, Owner, Table, Trust, choose};
use game::{GameKind, Side};
use records::fold::Folded;
use records::{Board, Played};
use serde::{Deserialize, Serialize};

use crate::MakeError;
use crate::games::{self, Games, Seen, by_choice};
use crate::searching::{Found, SearchJob};

/// How an improved book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Whose book it is.
    pub owner: Owner,
    /// So many plies deep.
    pub plies: u32,
    /// What a recorded move must have to be played.
    pub trust: Trust,
    /// In the first so many plies several own moves are kept.
    pub varied_plies: u32,
    /// So many of them at most.
    pub varied_moves: usize,
    /// Moves of the other side that so many games have.
    pub opponent_games: u32,
    /// No more searches than these; `None` for as many as it takes.
    pub searches: Option<u64>,
}

impl Plan {
    /// The usual plan of a side's book.
    pub fn new(owner: Owner) -> Plan {
        Plan {
            owner,
            plies: 30,
            trust: Trust::default(),
            varied_plies: 3,
            varied_moves: 3,
            opponent_games: 1,
            searches: None,
        }
    }
}

/// What searches of an earlier build found, by the short keys of positions.
pub type Known = HashMap<u64, Entry>;

/// The search moves of a book whose maker is this one: they need no search.
pub fn known(table: &Table, maker: &str) -> Known {
    let makers = &table.header.makers;
    let fresh = |entry: &&Entry| {
        let of = makers.get(usize::from(entry.marks.maker)).map(String::as_str);
        entry.marks.search && entry.marks.chosen && of == Some(maker)
    };
    table.entries().filter(fresh).map(|entry| (entry.key, *entry)).collect()
}

/// Search moves of a book, and how many of them are stale: searched by another engine.
pub fn stale(table: &Table, maker: &str) -> (usize, usize) {
    let all = table.entries().filter(|entry| entry.marks.search).count();
    (all, all - known(table, maker).len())
}

/// A position that is reached, and how.
struct Node {
    board: Board,
    moves: Vec<Played>,
}

/// A position without a trusted move.
struct Pending {
    node: Node,
    folded: Folded,
    seen: Vec<Seen>,
}

/// Figures of a build.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Figures {
    /// Positions where the owner is to move.
    pub own: usize,
    /// Positions where the other side is to move.
    pub other: usize,
    /// The plies of the longest line, its last move included.
    pub deepest: u32,
    /// Search moves.
    pub searches: u64,
    /// Those among them that equal a move of the records.
    pub matched: u64,
    /// Those among them that an earlier build had found.
    pub reused: u64,
    /// Positions left without a move, because there were searches enough.
    pub left_out: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Milliseconds of all searches.
    pub milliseconds: u64,
    /// Milliseconds of the shortest one.
    pub shortest: u64,
}

/// A book being made, level by level.
pub struct Maker<'a> {
    plan: Plan,
    games: &'a Games<'a>,
    second: Option<&'a Games<'a>>,
    known: Known,
    table: Table,
    number: u8,
    level: Vec<Node>,
    pending: Vec<Pending>,
    next: Vec<Node>,
    seen: HashSet<(u64, bool)>,
    ply: u32,
    /// What is told of it.
    pub figures: Figures,
}

impl<'a> Maker<'a> {
    /// Begins a book. `maker` stands for the engine that searches; `known` is what it
    /// need not search again.
    ///
    /// # Errors
    /// Never in a program that works.
    pub fn new(
        rules: &str,
        plan: Plan,
        games: &'a Games<'a>,
        second: Option<&'a Games<'a>>,
        maker: &str,
        known: Known,
    ) -> Result<Maker<'a>, MakeError> {
        let mut header = Header::new(GameKind::Xiangqi, rules);
        (header.owner, header.trust) = (plan.owner, plan.trust);
        let number = header.maker(maker);
        let node = Node { board: games::start(GameKind::Xiangqi)?, moves: Vec::new() };
        Ok(Maker {
            plan,
            games,
            second,
            known,
            table: Table::new(header),
            number,
            level: vec![node],
            pending: Vec::new(),
            next: Vec::new(),
            seen: HashSet::new(),
            ply: 0,
            figures: Figures::default(),
        })
    }

    /// Goes through the positions of the next level; what comes back has to be searched
    /// before [`Maker::finish_level`]. `None` at the end.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub fn begin_level(&mut self) -> Result<Option<Vec<SearchJob>>, MakeError> {
        if self.level.is_empty() || self.ply >= self.plan.plies {
            return Ok(None);
        }
        for node in std::mem::take(&mut self.level) {
            let folded = Folded::of(&node.board);
            let own = self.is_own(&node.board);
            if !self.seen.insert((folded.key, own)) {
                continue;
            }
            let seen = by_choice(&self.games.moves(&node.board)?);
            if own {
                self.figures.own += 1;
                self.own_position(node, folded, seen)?;
            } else {
                self.figures.other += 1;
                self.other_position(&node, &folded, &seen)?;
            }
        }
        self.sort_pending();
        let text = |moves: &[Played]| moves.iter().map(Played::to_string).collect();
        let jobs = self
            .pending
            .iter()
            .map(|pending| SearchJob { key: pending.folded.key, moves: text(&pending.node.moves) });
        Ok(Some(jobs.collect()))
    }

    /// Takes what the searches of a level found, in the order of their jobs.
    ///
    /// # Errors
    /// If a move cannot be played.
    pub fn finish_level(&mut self, found: &[Found]) -> Result<(), MakeError> {
        for (pending, found) in std::mem::take(&mut self.pending).iter().zip(found) {
            let mut board = pending.node.board.clone();
            let (ply, _) = board.read(&found.ply).map_err(MakeError::Position)?;
            let score = found.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let depth = found.depth.clamp(0, 255) as u8;
            self.figures.nodes += found.nodes;
            self.figures.milliseconds += found.milliseconds;
            let shortest = Some(self.figures.shortest).filter(|&time| time > 0);
            self.figures.shortest = shortest.unwrap_or(u64::MAX).min(found.milliseconds);
            self.search_move(pending, ply, score, depth)?;
        }
        self.level = std::mem::take(&mut self.next);
        self.ply += 1;
        Ok(())
    }

    /// Which ply comes next, and how many positions stand before it.
    pub fn place(&self) -> (u32, usize) {
        (self.ply, self.level.len())
    }

    /// The book.
    pub fn table(self) -> Table {
        self.table
    }

    fn is_own(&self, board: &Board) -> bool {
        let turn = match board {
            Board::Xiangqi(position) => position.turn(),
            Board::Banqi(position) => position.turn().unwrap_or(Side::Red),
        };
        self.plan.owner.is(Some(turn))
    }

    /// The owner is to move: the best trusted move, or a few of them (figures 2-17 and
    /// 2-22); without one a search (figure 2-18).
    fn own_position(
        &mut self,
        node: Node,
        folded: Folded,
        seen: Vec<Seen>,
    ) -> Result<(), MakeError> {
        let trusted: Vec<Seen> =
            seen.iter().filter(|found| self.plan.trust.has(&found.counts)).copied().collect();
        if trusted.is_empty() {
            return self.without_trust(Pending { node, folded, seen });
        }
        for found in self.best(&folded, &trusted) {
            let entry = self.table.at(&folded, found.ply);
            (entry.marks.record, entry.marks.chosen) = (true, true);
            (entry.counts, entry.year) = (found.counts, found.year);
            self.follow(&node, found.ply)?;
        }
        Ok(())
    }

    /// The best of trusted moves: one, in the first plies as many as are good.
    fn best(&self, folded: &Folded, trusted: &[Seen]) -> Vec<Seen> {
        let entry = |found: &Seen| Entry {
            code: folded.code(found.ply),
            counts: found.counts,
            ..Entry::default()
        };
        let most = if self.ply < self.plan.varied_plies { self.plan.varied_moves } else { 1 };
        let good = choose::good(&self.plan.trust, trusted.iter().map(entry));
        let of = |entry: &Entry| {
            trusted.iter().find(|found| folded.code(found.ply) == entry.code).copied()
        };
        good.iter().take(most.max(1)).filter_map(of).collect()
    }

    /// Nothing to trust: an earlier search, a new one, or nothing if there were enough.
    fn without_trust(&mut self, pending: Pending) -> Result<(), MakeError> {
        let short = Entry::short_key(pending.folded.key);
        if let Some(entry) = self.known.get(&short).copied()
            && let Some(ply) = pending.folded.ply(GameKind::Xiangqi, entry.code)
        {
            self.figures.reused += 1;
            return self.search_move(&pending, ply, entry.score, entry.depth);
        }
        self.pending.push(pending);
        Ok(())
    }

    /// The positions that most games came to are searched first, and as many as may be.
    fn sort_pending(&mut self) {
        let games = |pending: &Pending| pending.seen.iter().map(|seen| seen.games).sum::<u32>();
        self.pending.sort_by_key(|pending| (std::cmp::Reverse(games(pending)), pending.folded.key));
        if let Some(most) = self.plan.searches {
            let room = most.saturating_sub(self.figures.searches) as usize;
            self.figures.left_out += self.pending.len().saturating_sub(room) as u64;
            self.pending.truncate(room);
        }
    }

    /// A move that a search found; if records have it they are trusted after all (figure
    /// 2-19), otherwise the branch ends.
    fn search_move(
        &mut self,
        pending: &Pending,
        ply: Played,
        score: i16,
        depth: u8,
    ) -> Result<(), MakeError> {
        let Pending { node, folded, seen } = pending;
        let code = folded.code(ply);
        let record = seen.iter().find(|found| folded.code(found.ply) == code);
        let entry = self.table.at(folded, ply);
        entry.marks = Marks {
            record: record.is_some(),
            second: false,
            search: true,
            chosen: true,
            maker: self.number,
        };
        (entry.score, entry.depth) = (score, depth);
        self.figures.searches += 1;
        self.figures.deepest = self.figures.deepest.max(self.ply + 1);
        if let Some(record) = record {
            (entry.counts, entry.year) = (record.counts, record.year);
            self.figures.matched += 1;
            return self.follow(node, ply);
        }
        Ok(())
    }

    /// The other side is to move: all moves of the masters, and those of the second
    /// source (figure 2-21).
    fn other_position(
        &mut self,
        node: &Node,
        folded: &Folded,
        seen: &[Seen],
    ) -> Result<(), MakeError> {
        let second = match self.second {
            Some(games) => by_choice(&games.moves(&node.board)?),
            None => Vec::new(),
        };
        let enough = |found: &&Seen| found.games >= self.plan.opponent_games;
        let masters: Vec<Seen> = seen.iter().filter(enough).copied().collect();
        for (found, is_second) in masters
            .iter()
            .map(|found| (found, false))
            .chain(second.iter().map(|found| (found, true)))
        {
            let entry = self.table.at(folded, found.ply);
            if is_second {
                entry.marks.second = true;
            } else {
                entry.marks.record = true;
                (entry.counts, entry.year) = (found.counts, found.year);
            }
            self.follow(node, found.ply)?;
        }
        Ok(())
    }

    fn follow(&mut self, node: &Node, ply: Played) -> Result<(), MakeError> {
        self.figures.deepest = self.figures.deepest.max(self.ply + 1);
        let board = games::after(&node.board, ply)?;
        let mut moves = node.moves.clone();
        moves.push(ply);
        self.next.push(Node { board, moves });
        Ok(())
    }
}
