//! Puzzles in games: positions where something was there to be found.

use std::collections::{BTreeMap, HashSet};

use banqi::Reveal;
use game::{GameKind, NullObserver, Position as _};
use records::fold::Folded;
use records::{Board, Played};
use tablebase::banqi::{Endings, Exact, HiddenEndings, MOST_FACE_DOWN, MOST_HIDDEN_ENDING};

use crate::judge::Side;
use crate::prove::dark::DarkMaterial;
use crate::prove::mate::{Mate, Prover};
use crate::prove::material::Material;
use crate::prove::{Claim, Outcome, Solver, exact};
use crate::puzzle::{Goal, Puzzle};
use crate::themes::themes;

/// What is looked for, and how hard.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// So many of the last positions of a game are looked at.
    pub last: usize,
    /// The longest mate.
    pub longest_mate: u32,
    /// The longest win of material.
    pub longest_gain: u32,
    /// Nodes for a position.
    pub nodes: u64,
    /// Only every so many plies is a win of material looked for.
    pub every: usize,
    /// At most so many puzzles of one goal and length.
    pub most: usize,
}

impl Default for Hunt {
    fn default() -> Hunt {
        Hunt { last: 80, longest_mate: 8, longest_gain: 3, nodes: 20_000, every: 2, most: 400 }
    }
}

/// From this much on material is worth a puzzle: a horse, in dark chess a rook.
const GAIN: [i32; 2] = [400, 180];
/// A chance is worth a puzzle if the best ply may expect so much more than the next.
const BETTER: f64 = 0.2;
/// The only plies that keep an exact value are followed so far.
const LONGEST_CHAIN: usize = 6;
/// Who has fewer plies has nothing to find.
const CHOICE: usize = 4;
/// A win that takes fewer plies is seen at once.
const SEEN: u16 = 3;

/// Puzzles found so far, without images of each other.
pub struct Finder {
    hunt: Hunt,
    keys: HashSet<u64>,
    counts: BTreeMap<(GameKind, &'static str, u32), usize>,
    endings: Endings,
    hidden: HiddenEndings,
    found: Vec<Puzzle>,
}

impl Finder {
    /// Nothing found yet.
    pub fn new(hunt: Hunt) -> Finder {
        Finder {
            hunt,
            keys: HashSet::new(),
            counts: BTreeMap::new(),
            endings: Endings::new(),
            hidden: HiddenEndings::new(),
            found: Vec::new(),
        }
    }

    /// What there is already is not found again.
    pub fn know(&mut self, puzzles: &[Puzzle]) {
        let boards = puzzles.iter().filter_map(|puzzle| puzzle.board().ok());
        self.keys.extend(boards.map(|board| Folded::of(&board).key));
    }

    /// The puzzles.
    pub fn found(&self) -> &[Puzzle] {
        &self.found
    }

    /// How many there are of each goal and length.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u32, usize)> {
        self.counts.iter().map(|(&(_, name, moves), &count)| (name, moves, count))
    }

    /// The puzzles, given away.
    pub fn into_found(self) -> Vec<Puzzle> {
        self.found
    }

    /// Looks through the positions of a game, one after the other; of a sequence only its
    /// longest part becomes a puzzle. How many were found.
    pub fn look(&mut self, boards: &[Board]) -> usize {
        let before = self.found.len();
        let first = boards.len().saturating_sub(self.hunt.last);
        let mut free = first;
        for (at, board) in boards.iter().enumerate().skip(first) {
            if at < free {
                continue;
            }
            let every = at.is_multiple_of(self.hunt.every.max(1));
            if let Some(puzzle) = self.puzzle(board, every) {
                // What follows belongs to the same sequence.
                free = at + 2 * puzzle.goal.moves() as usize + 4;
                self.add(puzzle);
            }
        }
        self.found.len() - before
    }

    fn puzzle(&mut self, board: &Board, every: bool) -> Option<Puzzle> {
        let key = Folded::of(board).key;
        if self.keys.contains(&key) {
            return None;
        }
        let mut puzzle = match board {
            Board::Xiangqi(position) => match self.mate(position) {
                Some(found) => found,
                None if every => self.gain(position)?,
                None => None,
            },
            Board::Banqi(position) => self.dark(position, every),
        }?;
        puzzle.id = format!("{}{key:016x}", &puzzle.goal.name()[..1]);
        puzzle.themes = themes(&puzzle);
        Some(puzzle)
    }

    fn add(&mut self, puzzle: Puzzle) {
        let place = (puzzle.game, puzzle.goal.name(), puzzle.goal.moves());
        let count = self.counts.entry(place).or_default();
        if *count >= self.hunt.most {
            return;
        }
        *count += 1;
        let Ok(board) = puzzle.board() else { return };
        self.keys.insert(Folded::of(&board).key);
        self.found.push(puzzle);
    }

    /// A mate, `Some(None)` if there is none but the position need not be looked at any
    /// more; nothing if there is certainly no mate.
    #[allow(clippy::option_option)]
    fn mate(&self, position: &xiangqi::Position) -> Option<Option<Puzzle>> {
        let mut prover = Prover::new(self.hunt.nodes);
        match prover.solve(position, self.hunt.longest_mate) {
            Outcome::Fails => None,
            Outcome::Unknown => Some(None),
            Outcome::Wins { moves, best } => {
                let goal = Goal::Mate { moves };
                let base = [700, 1000, 1250, 1430, 1590, 1730, 1850, 1960];
                let base = base[(moves as usize - 1).min(base.len() - 1)];
                Some(made(position, Mate, goal, &best, base + effort(prover.nodes())))
            }
        }
    }

    /// A win of material by a single first ply; the outer `None` if that is not to be had.
    #[allow(clippy::option_option)]
    fn gain(&self, position: &xiangqi::Position) -> Option<Option<Puzzle>> {
        let claim = Material::gain(position, GAIN[0]);
        let mut solver = Solver::new(claim, self.hunt.nodes);
        let Outcome::Wins { moves, best } = solver.solve(position, self.hunt.longest_gain) else {
            return None;
        };
        if moves < 2 || best.len() != 1 {
            return None;
        }
        let goal = Goal::Gain { moves, gain: GAIN[0] };
        let base = 900 + 250 * (moves as i32 - 1) + effort(solver.nodes());
        Some(made(position, claim, goal, &best, base))
    }

    fn dark(&mut self, position: &banqi::Position, every: bool) -> Option<Puzzle> {
        position.turn()?;
        if position.legal_plies().len() < CHOICE {
            return None;
        }
        let pieces = position.occupied().count() as usize;
        let down = position.face_down().count();
        if pieces <= MOST_HIDDEN_ENDING && down == 0 {
            return self.only(position);
        }
        if pieces <= MOST_HIDDEN_ENDING && down <= MOST_FACE_DOWN {
            return self.chance(position);
        }
        if every { self.dark_gain(position) } else { None }
    }

    fn dark_gain(&self, position: &banqi::Position) -> Option<Puzzle> {
        let claim = DarkMaterial::gain(position, GAIN[1])?;
        let mut solver = Solver::new(claim, self.hunt.nodes);
        let most = self.hunt.longest_gain;
        let Outcome::Wins { moves, best } = solver.solve(position, most) else { return None };
        if moves < 2 || best.len() != 1 {
            return None;
        }
        let goal = Goal::Gain { moves, gain: GAIN[1] };
        let base = 850 + 250 * (moves as i32 - 1) + effort(solver.nodes());
        made(position, claim, goal, &best, base)
    }

    /// Exactly one ply keeps the value, perhaps several times in a row.
    fn only(&mut self, position: &banqi::Position) -> Option<Puzzle> {
        let (value, kept) = exact::exact(&mut self.endings, position)?;
        let &[first] = &kept[..] else { return None };
        match value {
            Exact::Win(plies) if plies > SEEN => {}
            Exact::Draw => {}
            _ => return None,
        }
        let mut board = position.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(ply) = next {
            board.make(ply, Reveal::Nothing, &mut NullObserver);
            line.push(banqi::Position::played((ply, Reveal::Nothing)));
            if line.len() >= 2 * LONGEST_CHAIN - 1 {
                break;
            }
            let Some(reply) = self.stubborn(&board) else { break };
            let mut after = board.clone();
            after.make(reply, Reveal::Nothing, &mut NullObserver);
            let kept = exact::exact(&mut self.endings, &after).map(|(_, kept)| kept);
            next = match kept.as_deref() {
                Some(&[only]) => Some(only),
                _ => None,
            };
            if next.is_some() {
                line.push(banqi::Position::played((reply, Reveal::Nothing)));
                board = after;
            }
        }
        let moves = line.len().div_ceil(2) as u32;
        let (goal, base) = match value {
            Exact::Win(plies) => (Goal::Win { moves, plies }, 800 + 25 * i32::from(plies.min(24))),
            _ => (Goal::Draw { moves }, 1000),
        };
        let rating = base + 110 * (moves as i32 - 1) + 12 * position.legal_plies().len() as i32;
        new(position.setup().to_string(), goal, vec![line[0]], line, rating, GameKind::Banqi)
    }

    /// The answer that leaves the fewest plies that keep the value; of a lost position one
    /// that lasts long.
    fn stubborn(&mut self, position: &banqi::Position) -> Option<banqi::Ply> {
        let mut best: Option<((usize, std::cmp::Reverse<u16>), banqi::Ply)> = None;
        for ply in position.legal_plies() {
            let mut next = position.clone();
            next.make(ply, Reveal::Nothing, &mut NullObserver);
            let Some((value, kept)) = exact::exact(&mut self.endings, &next) else { continue };
            let own =
                exact::exact(&mut self.endings, position).map(|(value, _)| exact::rank(value));
            if own != Some(-exact::rank(value)) {
                continue;
            }
            let lasts = match value {
                Exact::Win(plies) => plies,
                _ => 0,
            };
            let key = (kept.len(), std::cmp::Reverse(lasts));
            if best.is_none_or(|(known, _)| key < known) {
                best = Some((key, ply));
            }
        }
        best.map(|(_, ply)| ply)
    }

    /// One ply may expect clearly more than all others.
    fn chance(&mut self, position: &banqi::Position) -> Option<Puzzle> {
        let mut plies = exact::expected(&mut self.hidden, position)?;
        plies.sort_by(|one, other| other.1.total_cmp(&one.1));
        let &[(ply, value), (_, second), ..] = &plies[..] else { return None };
        if value - second < BETTER {
            return None;
        }
        let (reveal, _) = position.reveals(ply).into_iter().next()?;
        let played = banqi::Position::played((ply, reveal));
        let goal = Goal::Chance { percent: (100.0 * value).round() as i32 };
        let rating = 1500 - (500.0 * (value - second).min(1.0)) as i32 + 10 * plies.len() as i32;
        new(position.setup().to_string(), goal, vec![played], vec![played], rating, GameKind::Banqi)
    }
}

/// What a proof of so many nodes adds to how hard something is thought to be.
fn effort(nodes: u64) -> i32 {
    (20.0 * (nodes.max(1) as f64).log2()) as i32 - 100
}

fn new(
    position: String,
    goal: Goal,
    first: Vec<Played>,
    line: Vec<Played>,
    rating: i32,
    game: GameKind,
) -> Option<Puzzle> {
    let rating = rating.clamp(500, 2600) as u16;
    Some(Puzzle {
        id: String::new(),
        game,
        position,
        goal,
        first,
        line,
        themes: Vec::new(),
        rating,
    })
}

/// A puzzle of a proved claim, with the line against the longest defence.
fn made<C: Claim<Board: Side>>(
    board: &C::Board,
    claim: C,
    goal: Goal,
    best: &[<C::Board as game::Position>::Ply],
    rating: i32,
) -> Option<Puzzle> {
    if board.legal_plies().len() < CHOICE {
        return None;
    }
    let mut solver = Solver::new(claim, u64::MAX);
    let find = |solver: &Solver<C>, board: &C::Board, ply| {
        solver.claim().tries(board).into_iter().find(|step| step.0 == ply)
    };
    let first = best.iter().filter_map(|&ply| find(&solver, board, ply)).map(C::Board::played);
    let first: Vec<Played> = first.collect();
    let (mut line, mut now, mut left) = (Vec::new(), board.clone(), goal.moves());
    while left > 0 {
        let Outcome::Wins { moves, best } = solver.solve(&now, left) else { return None };
        let step = find(&solver, &now, *best.first()?)?;
        now.make(step.0, step.1, &mut NullObserver);
        line.push(C::Board::played(step));
        let defences = solver.defences(&now, moves).ok()?;
        let Some(&(answer, still)) = defences.first() else { break };
        now.make(answer.0, answer.1, &mut NullObserver);
        line.push(C::Board::played(answer));
        left = still;
    }
    // Many ways make it easier.
    let rating = rating - 40 * (first.len() as i32 - 1).min(4);
    new(C::Board::text(board), goal, first, line, rating, C::Board::GAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of two who play at random but take what they can.
    fn random_games(kind: GameKind, seed: u64, count: usize) -> Vec<Vec<Board>> {
        let mut rng = game::Rng::new(seed);
        let usual = records::Start::usual(kind);
        (0..count)
            .map(|_| {
                let mut board = Board::open(&usual).unwrap();
                let mut boards = vec![board.clone()];
                for _ in 0..200 {
                    let played = match &board {
                        Board::Xiangqi(position) => {
                            rng.choose(&position.legal_plies()).map(|&ply| Played::Xiangqi(ply))
                        }
                        Board::Banqi(position) => {
                            let captures = position.captures_only();
                            let plies = match captures.is_empty() {
                                true => position.legal_plies(),
                                false => captures,
                            };
                            rng.choose(&plies).map(|&ply| {
                                let reveals = position.reveals(ply);
                                let (reveal, _) = *rng.choose(&reveals).unwrap();
                                Played::Banqi(banqi::Played { ply, reveal })
                            })
                        }
                    };
                    let Some(played) = played else { break };
                    board.play(played).unwrap();
                    boards.push(board.clone());
                }
                boards
            })
            .collect()
    }

    #[test]
    fn what_is_found_is_solved_by_its_own_line() {
        for kind in GameKind::ALL {
            let mut finder = Finder::new(Hunt { last: 200, nodes: 3_000, ..Hunt::default() });
            for game in random_games(kind, 5, 40) {
                finder.look(&game);
            }
            let found = finder.into_found();
            assert!(found.len() > 5, "{kind}: {}", found.len());
            for puzzle in &found {
                let text = puzzle.to_string();
                assert_eq!(&Puzzle::read(kind, &text).unwrap(), puzzle, "{text}");
                assert_eq!(crate::check::fault(puzzle), None, "{text}");
            }
        }
    }

    #[test]
    fn nothing_is_found_twice() {
        let games = random_games(GameKind::Xiangqi, 7, 20);
        let hunt = || Hunt { last: 200, nodes: 3_000, ..Hunt::default() };
        let mut finder = Finder::new(hunt());
        games.iter().for_each(|game| {
            finder.look(game);
        });
        let found = finder.into_found();
        assert!(!found.is_empty());
        let mut again = Finder::new(hunt());
        again.know(&found);
        games.iter().for_each(|game| {
            again.look(game);
        });
        let ids: HashSet<&String> = found.iter().map(|puzzle| &puzzle.id).collect();
        assert!(again.found().iter().all(|puzzle| !ids.contains(&puzzle.id)));
    }
}
