//! Second opinions: puzzles proved again by the prover, and on the slow boards of
//! `reference`, which share no code with ours.

use std::collections::HashMap;
use std::hash::Hash;

use game::GameKind;
use records::{Board, Played};
use reference::xiangqi::Board as SlowXiangqi;
use reference::{Colour, Kind, banqi::Board as SlowBanqi};
use tablebase::banqi::{Endings, Exact, HiddenEndings};

use crate::judge::{self, NODES, Verdict};
use crate::prove::dark::DarkMaterial;
use crate::prove::mate::Mate;
use crate::prove::material::Material;
use crate::prove::{Claim, Outcome, Solver, exact};
use crate::puzzle::{Goal, Puzzle};

/// What is wrong with a puzzle by the prover: its length, its first plies, its line.
pub fn fault(puzzle: &Puzzle) -> Option<String> {
    let first = match first_plies(puzzle) {
        Ok(first) => first,
        Err(fault) => return Some(fault),
    };
    let texts = |plies: &[Played]| {
        let mut texts: Vec<String> = plies.iter().map(ply_text).collect();
        texts.sort();
        texts.join(" ")
    };
    let (found, said) = (texts(&first), texts(&puzzle.first));
    if found != said {
        return Some(format!("solved by {found}, not by {said}"));
    }
    line_fault(puzzle)
}

/// A ply without what it turned up.
fn ply_text(played: &Played) -> String {
    match played {
        Played::Xiangqi(ply) => ply.to_string(),
        Played::Banqi(played) => played.ply.to_string(),
    }
}

/// Every first ply, found anew.
fn first_plies(puzzle: &Puzzle) -> Result<Vec<Played>, String> {
    let moves = puzzle.goal.moves();
    match (puzzle.goal, puzzle.board()?) {
        (Goal::Mate { .. }, Board::Xiangqi(board)) => best(&board, Mate, moves),
        (Goal::Gain { gain, .. }, Board::Xiangqi(board)) => {
            best(&board, Material::gain(&board, gain), moves)
        }
        (Goal::Gain { gain, .. }, Board::Banqi(board)) => {
            let claim = DarkMaterial::gain(&board, gain).ok_or("nobody has a colour")?;
            best(&board, claim, moves)
        }
        (Goal::Win { plies, .. }, Board::Banqi(board)) => only(&board, Exact::Win(plies)),
        (Goal::Draw { .. }, Board::Banqi(board)) => only(&board, Exact::Draw),
        (Goal::Chance { percent }, Board::Banqi(board)) => {
            let mut plies = exact::expected(&mut HiddenEndings::new(), &board).ok_or("no value")?;
            plies.sort_by(|one, other| other.1.total_cmp(&one.1));
            if (100.0 * plies[0].1).round() as i32 != percent {
                return Err(format!("worth {} percent, not {percent}", 100.0 * plies[0].1));
            }
            let best = plies[0].1 - 1e-9;
            let best = plies.iter().filter(|ply| ply.1 >= best);
            let text = |ply: &(banqi::Ply, f64)| {
                judge::read_ply(&Board::Banqi(board.clone()), &ply.0.to_string())
            };
            best.map(text).collect::<Result<_, _>>().map_err(|error| error.to_string())
        }
        _ => Err("a goal of the other game".to_owned()),
    }
}

fn best<C: Claim<Board: judge::Side>>(
    board: &C::Board,
    claim: C,
    moves: u32,
) -> Result<Vec<Played>, String> {
    let mut solver = Solver::new(claim, 20 * NODES);
    match solver.solve(board, moves) {
        Outcome::Wins { moves: found, best } if found == moves => {
            let tries = solver.claim().tries(board).into_iter();
            let chosen = tries.filter(|step| best.contains(&step.0));
            Ok(chosen.map(<C::Board as judge::Side>::played).collect())
        }
        other => Err(format!("not solved in {moves} moves: {other:?}")),
    }
}

fn only(board: &banqi::Position, expected: Exact) -> Result<Vec<Played>, String> {
    let (value, kept) = exact::exact(&mut Endings::new(), board).ok_or("no exact value")?;
    if value != expected {
        return Err(format!("worth {value:?}, not {expected:?}"));
    }
    let board = Board::Banqi(board.clone());
    let played = |ply: &banqi::Ply| judge::read_ply(&board, &ply.to_string());
    kept.iter().map(played).collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// Whether who plays the line is told so: right all the way, solved at its end.
fn line_fault(puzzle: &Puzzle) -> Option<String> {
    let mut plies: Vec<Played> = Vec::new();
    loop {
        let ply = puzzle.line.get(plies.len())?;
        let text = ply_text(ply);
        match judge::judge(puzzle, &plies, &text) {
            Ok(Verdict::Solved { .. }) => return None,
            Ok(Verdict::Right { ply, reply, .. }) => plies.extend([ply, reply]),
            Ok(Verdict::Wrong { reason, .. }) => {
                return Some(format!("{text} of its own line is called {}", reason.name()));
            }
            Err(error) => return Some(error.to_string()),
        }
        if plies.len() >= puzzle.line.len() {
            return Some("its line ends before it is solved".to_owned());
        }
    }
}

/// A claim on slow boards: the same words, other code.
pub trait SlowClaim {
    /// The slow board.
    type Board: Clone + Eq + Hash;
    /// The attacker's plies that count, with their texts.
    fn tries(&self, board: &Self::Board) -> Vec<(String, Self::Board)>;
    /// Every answer.
    fn answers(&self, board: &Self::Board) -> Vec<Self::Board>;
    /// Whether the goal is reached after an answer.
    fn reached(&self, board: &Self::Board) -> bool;
}

/// Proves on slow boards.
pub struct Slow<C: SlowClaim> {
    claim: C,
    known: HashMap<(C::Board, u32), bool>,
    /// Boards that were looked at.
    pub boards: u64,
}

impl<C: SlowClaim> Slow<C> {
    /// A prover that knows nothing.
    pub fn new(claim: C) -> Slow<C> {
        Slow { claim, known: HashMap::new(), boards: 0 }
    }

    /// The plies that reach the goal in so many moves.
    pub fn best(&mut self, board: &C::Board, moves: u32) -> Vec<String> {
        let mut tries = self.claim.tries(board);
        tries.retain(|(_, next)| self.holds(next, moves));
        tries.into_iter().map(|(text, _)| text).collect()
    }

    /// Whether the goal can be reached in so many moves.
    pub fn wins(&mut self, board: &C::Board, moves: u32) -> bool {
        let key = (board.clone(), moves);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let tries = self.claim.tries(board);
        let found = tries.into_iter().any(|(_, next)| self.holds(&next, moves));
        self.known.insert(key, found);
        found
    }

    fn holds(&mut self, board: &C::Board, moves: u32) -> bool {
        self.boards += 1;
        let answers = self.claim.answers(board);
        answers
            .into_iter()
            .all(|next| self.claim.reached(&next) || (moves > 1 && self.wins(&next, moves - 1)))
    }

    /// What is wrong with a length and its first plies.
    pub fn fault(&mut self, board: &C::Board, moves: u32, said: &[String]) -> Option<String> {
        if let Some(shorter) = (1..moves).find(|&shorter| self.wins(board, shorter)) {
            return Some(format!("solved in {shorter}, not in {moves}"));
        }
        let (mut found, mut said) = (self.best(board, moves), said.to_vec());
        found.sort();
        said.sort();
        match found == said {
            true => None,
            false if found.is_empty() => Some(format!("not solved in {moves}")),
            false => Some(format!("solved by {}, not by {}", found.join(" "), said.join(" "))),
        }
    }
}

/// Mate by checks, on slow boards.
pub struct SlowMate;

impl SlowClaim for SlowMate {
    type Board = SlowXiangqi;

    fn tries(&self, board: &SlowXiangqi) -> Vec<(String, SlowXiangqi)> {
        let all = board.legal_moves().into_iter().map(|ply| (ply.to_string(), board.after(ply)));
        all.filter(|(_, next)| next.is_in_check(next.side_to_move())).collect()
    }

    fn answers(&self, board: &SlowXiangqi) -> Vec<SlowXiangqi> {
        board.legal_moves().into_iter().map(|ply| board.after(ply)).collect()
    }

    fn reached(&self, _: &SlowXiangqi) -> bool {
        false
    }
}

/// What a kind counts in xiangqi, and in dark chess.
fn worth(kind: Kind) -> [i32; 2] {
    match kind {
        Kind::King => [0, 600],
        Kind::Advisor => [200, 400],
        Kind::Elephant => [200, 250],
        Kind::Rook => [900, 180],
        Kind::Horse => [400, 120],
        Kind::Cannon => [450, 300],
        Kind::Pawn => [100, 100],
    }
}

/// Wins of material in xiangqi, on slow boards.
struct SlowMaterial {
    goal: i32,
}

impl SlowMaterial {
    fn balance(board: &SlowXiangqi, side: Colour) -> i32 {
        let of = |side| -> i32 {
            let worth = |&kind: &Kind| worth(kind)[0] * board.count(side, kind) as i32;
            Kind::ALL.iter().map(worth).sum()
        };
        of(side) - of(side.other())
    }

    fn captures(board: &SlowXiangqi) -> Vec<SlowXiangqi> {
        let mut plies = board.legal_moves();
        plies.retain(|ply| board.at(ply.to).is_some());
        plies.into_iter().map(|ply| board.after(ply)).collect()
    }

    /// Whether a side keeps its goal, the other to move.
    fn keeps(&self, board: &SlowXiangqi, side: Colour) -> bool {
        Self::balance(board, side) >= self.goal
            && Self::captures(board).iter().all(|next| {
                let stands = Self::balance(next, side) >= self.goal && !next.is_in_check(side);
                stands || Self::captures(next).iter().any(|after| self.keeps(after, side))
            })
    }
}

impl SlowClaim for SlowMaterial {
    type Board = SlowXiangqi;

    fn tries(&self, board: &SlowXiangqi) -> Vec<(String, SlowXiangqi)> {
        let free = board.is_in_check(board.side_to_move());
        let mut plies = board.legal_moves();
        plies.retain(|&ply| {
            let next = board.after(ply);
            free || board.at(ply.to).is_some() || next.is_in_check(next.side_to_move())
        });
        plies.into_iter().map(|ply| (ply.to_string(), board.after(ply))).collect()
    }

    fn answers(&self, board: &SlowXiangqi) -> Vec<SlowXiangqi> {
        SlowMate.answers(board)
    }

    fn reached(&self, board: &SlowXiangqi) -> bool {
        let side = board.side_to_move();
        if Self::balance(board, side) < self.goal || board.is_in_check(side) {
            return false;
        }
        SlowXiangqi::from_fen(&passed(&board.to_fen(), ["w", "b"]))
            .is_ok_and(|passed| self.keeps(&passed, side))
    }
}

/// A text with the other side to move.
fn passed(text: &str, turns: [&str; 2]) -> String {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    fields[1] = if fields[1] == turns[0] { turns[1] } else { turns[0] };
    fields.join(" ")
}

/// Wins of material in dark chess, on slow boards.
struct SlowDark {
    goal: i32,
}

impl SlowDark {
    fn balance(board: &SlowBanqi, side: Colour) -> i32 {
        let of = |side: Colour| -> i32 {
            let up = reference::banqi::Square::all().filter_map(|square| match board.at(square) {
                reference::banqi::Cell::FaceUp(piece) => Some((piece, 1)),
                _ => None,
            });
            let down = board.outcomes().into_iter().map(|(piece, count)| (piece, count as i32));
            let all = up.chain(down).filter(|(piece, _)| piece.colour == side);
            all.map(|(piece, count)| worth(piece.kind)[1] * count).sum()
        };
        of(side) - of(side.other())
    }

    fn moves(board: &SlowBanqi, captures_only: bool) -> Vec<(String, SlowBanqi)> {
        let mut plies = board.legal();
        plies.retain(|ply| {
            let takes = matches!(board.at(ply.to), reference::banqi::Cell::FaceUp(_));
            !ply.is_flip() && (takes || !captures_only)
        });
        let after = |ply: reference::banqi::Ply| {
            let mut next = board.clone();
            next.play(&ply.to_string(), None).ok()?;
            Some((ply.to_string(), next))
        };
        plies.into_iter().filter_map(after).collect()
    }

    fn keeps(&self, board: &SlowBanqi, side: Colour) -> bool {
        Self::balance(board, side) >= self.goal
            && Self::moves(board, true).iter().all(|(_, next)| {
                let again = || Self::moves(next, true);
                Self::balance(next, side) >= self.goal
                    || again().iter().any(|(_, after)| self.keeps(after, side))
            })
    }
}

impl SlowClaim for SlowDark {
    type Board = SlowBanqi;

    fn tries(&self, board: &SlowBanqi) -> Vec<(String, SlowBanqi)> {
        Self::moves(board, false)
    }

    fn answers(&self, board: &SlowBanqi) -> Vec<SlowBanqi> {
        let mut next: Vec<SlowBanqi> =
            Self::moves(board, false).into_iter().map(|(_, next)| next).collect();
        for flip in board.legal().into_iter().filter(|ply| ply.is_flip()) {
            for (piece, _) in board.outcomes() {
                let mut flipped = board.clone();
                let letter = letter(piece);
                if flipped.play(&flip.to_string(), Some(letter)).is_ok() {
                    next.push(flipped);
                }
            }
        }
        next
    }

    fn reached(&self, board: &SlowBanqi) -> bool {
        let Some(side) = board.turn() else { return false };
        Self::balance(board, side) >= self.goal
            && SlowBanqi::from_text(&passed(&board.to_text(), ["r", "b"]))
                .is_ok_and(|passed| self.keeps(&passed, side))
    }
}

/// The letter of a piece in texts of dark chess.
fn letter(piece: reference::Piece) -> char {
    let letter = match piece.kind {
        Kind::King => 'k',
        Kind::Advisor => 'a',
        Kind::Elephant => 'e',
        Kind::Rook => 'r',
        Kind::Horse => 'h',
        Kind::Cannon => 'c',
        Kind::Pawn => 'p',
    };
    if piece.colour == Colour::Red { letter.to_ascii_uppercase() } else { letter }
}

/// Whether slow boards prove it in a moment: short, and without many flips.
pub fn is_short(puzzle: &Puzzle) -> bool {
    let down = puzzle.position.bytes().filter(|&byte| byte == b'X').count();
    match puzzle.goal {
        Goal::Mate { moves } => moves <= 4,
        Goal::Gain { moves, .. } => moves <= 2 && (puzzle.game == GameKind::Xiangqi || down <= 6),
        _ => false,
    }
}

/// What is wrong with a puzzle on slow boards: with its length, or its first plies. Exact
/// endings have no slow proof of their own: their tables are checked elsewhere.
pub fn slow_fault(puzzle: &Puzzle) -> Option<String> {
    let said: Vec<String> = puzzle.first.iter().map(ply_text).collect();
    let moves = puzzle.goal.moves();
    match (puzzle.goal, puzzle.game) {
        (Goal::Mate { .. }, GameKind::Xiangqi) => {
            let board = SlowXiangqi::from_fen(&puzzle.position);
            board.map_or_else(Some, |board| Slow::new(SlowMate).fault(&board, moves, &said))
        }
        (Goal::Gain { gain, .. }, GameKind::Xiangqi) => {
            let board = SlowXiangqi::from_fen(&puzzle.position);
            board.map_or_else(Some, |board| {
                let goal = SlowMaterial::balance(&board, board.side_to_move()) + gain;
                Slow::new(SlowMaterial { goal }).fault(&board, moves, &said)
            })
        }
        (Goal::Gain { gain, .. }, GameKind::Banqi) => {
            let board = SlowBanqi::from_text(&puzzle.position);
            board.map_or_else(Some, |board| {
                let side = board.turn()?;
                let goal = SlowDark::balance(&board, side) + gain;
                Slow::new(SlowDark { goal }).fault(&board, moves, &said)
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_claims_are_found_by_both() {
        let right = "m1\tmate:3\t4k4/9/9/9/9/9/9/9/RR7/3K5 w\ta1a9 b1b9 b1e1\t\
                     a1a9 e9e8 b1b8 e8e7 a9a7\t\t1250";
        let read = |text: &str| Puzzle::read(GameKind::Xiangqi, text).unwrap();
        assert_eq!((fault(&read(right)), slow_fault(&read(right))), (None, None));
        for (part, instead) in [("mate:3", "mate:2"), ("mate:3", "mate:4"), (" b1e1", "")] {
            let wrong = read(&right.replacen(part, instead, 1));
            assert!(fault(&wrong).is_some() && slow_fault(&wrong).is_some(), "{instead}");
        }
        let other = read(&right.replacen("a1a9 e9e8 b1b8", "a1a9 e9e8 a9b9", 1).replacen(
            " e8e7 a9a7",
            "",
            1,
        ));
        assert!(fault(&other).is_some());
    }
}
