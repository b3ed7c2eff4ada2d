//! Exact values of small face-up endings by retrograde analysis: for tests and
//! for measuring how well an engine converts what is won.
//!
//! No ply limit and no repetition rule: what cannot be forced is a draw.

use std::collections::HashMap;

use banqi::attacks::{cannon_targets, neighbours};
use banqi::{Bitboard, Kind, Piece, Position, Side, Square};

/// What perfect play leads to, for the side to move, with the plies it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exact {
    /// Won in so many plies.
    Win(u16),
    /// Nobody can force a win.
    Draw,
    /// Lost in so many plies.
    Loss(u16),
}

/// The most pieces solved for.
const MOST: usize = 4;
const UNKNOWN: u16 = u16::MAX;
/// Odd numbers are won, even ones lost: the number is the plies to the end.
type Distance = u16;

/// Solved endings, each set of pieces computed when first asked for.
#[derive(Default)]
pub struct Endings {
    tables: HashMap<Vec<Piece>, Vec<Distance>>,
}

/// The pieces of a state on their squares.
#[derive(Clone, Copy)]
struct State {
    squares: [Square; MOST],
    turn: Side,
}

fn index(squares: &[Square], turn: Side) -> usize {
    squares.iter().fold(turn.index(), |index, square| index * Square::COUNT + square.index())
}

fn state(mut index: usize, count: usize) -> Option<State> {
    let mut squares = [Square::from_index(0); MOST];
    let mut seen = Bitboard::EMPTY;
    for slot in (0..count).rev() {
        squares[slot] = Square::from_index(index % Square::COUNT);
        index /= Square::COUNT;
        if seen.contains(squares[slot]) {
            return None;
        }
        seen |= Bitboard::of(squares[slot]);
    }
    Some(State { squares, turn: Side::BOTH[index] })
}

/// What the side to move can do: steps to empty squares, and captures.
struct Plies {
    /// Piece slot and target.
    steps: Vec<(usize, Square)>,
    /// Piece slot and slot taken.
    captures: Vec<(usize, usize)>,
}

fn plies(pieces: &[Piece], state: &State) -> Plies {
    let squares = &state.squares[..pieces.len()];
    let occupied: Bitboard = squares.iter().copied().collect();
    let mut found = Plies { steps: Vec::new(), captures: Vec::new() };
    for (slot, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.side() == state.turn) {
        let around = neighbours(squares[slot]);
        found.steps.extend((around & !occupied).iter().map(|to| (slot, to)));
        let jumps = cannon_targets(squares[slot], occupied);
        for (other, victim) in pieces.iter().enumerate().filter(|(_, v)| v.side() != state.turn) {
            let takes = match piece.kind() {
                Kind::Cannon => jumps.contains(squares[other]),
                kind => around.contains(squares[other]) && kind.captures_adjacent(victim.kind()),
            };
            if takes {
                found.captures.push((slot, other));
            }
        }
    }
    found
}

impl Endings {
    /// Nothing solved yet.
    pub fn new() -> Endings {
        Endings::default()
    }

    /// The exact value of a position without face-down pieces and with at most
    /// four pieces; `None` for others.
    ///
    /// ```
    /// use banqi_engine::{Endings, Exact};
    /// let mut endings = Endings::new();
    /// // The king stands at an odd distance: it catches the rook.
    /// let value = endings.value(&"8/8/8/K4r2 r".parse().unwrap());
    /// assert!(matches!(value, Some(Exact::Win(_))));
    /// assert_eq!(endings.value(&"8/8/8/K5r1 r".parse().unwrap()), Some(Exact::Draw));
    /// ```
    pub fn value(&mut self, position: &Position) -> Option<Exact> {
        let turn = position.turn()?;
        if !position.face_down().is_empty() || position.occupied().count() as usize > MOST {
            return None;
        }
        let mut placed: Vec<(Piece, Square)> =
            position.iter().filter_map(|(square, tile)| Some((tile.piece()?, square))).collect();
        placed.sort_unstable();
        let pieces: Vec<Piece> = placed.iter().map(|&(piece, _)| piece).collect();
        let squares: Vec<Square> = placed.iter().map(|&(_, square)| square).collect();
        self.solve(&pieces);
        Some(match self.distance(&pieces, &squares, turn) {
            UNKNOWN => Exact::Draw,
            plies if plies % 2 == 1 => Exact::Win(plies),
            plies => Exact::Loss(plies),
        })
    }

    /// Every value of a set of pieces: for red and for black to move, how often
    /// red wins, draws and loses over all ways to place the pieces.
    pub fn census(&mut self, pieces: &[Piece]) -> [[u64; 3]; 2] {
        let mut pieces = pieces.to_vec();
        pieces.sort_unstable();
        self.solve(&pieces);
        let mut counts = [[0; 3]; 2];
        for index in 0..2 * Square::COUNT.pow(pieces.len() as u32) {
            let Some(state) = state(index, pieces.len()) else { continue };
            let distance = self.distance(&pieces, &state.squares[..pieces.len()], state.turn);
            let won = (distance % 2 == 1) == (state.turn == Side::Red);
            let result = if distance == UNKNOWN { 1 } else { usize::from(!won) * 2 };
            counts[state.turn.index()][result] += 1;
        }
        counts
    }

    fn distance(&self, pieces: &[Piece], squares: &[Square], turn: Side) -> Distance {
        if !pieces.iter().any(|piece| piece.side() == turn) {
            return 0;
        }
        self.tables[pieces][index(squares, turn)]
    }

    /// The distance after a capture, for the side that was taken from.
    fn after_capture(&self, pieces: &[Piece], state: &State, by: usize, taken: usize) -> Distance {
        let mut left = pieces.to_vec();
        let mut squares = state.squares[..pieces.len()].to_vec();
        squares[by] = squares[taken];
        left.remove(taken);
        squares.remove(taken);
        self.distance(&left, &squares, !state.turn)
    }

    fn solve(&mut self, pieces: &[Piece]) {
        let sides = Side::BOTH.map(|side| pieces.iter().any(|piece| piece.side() == side));
        if sides != [true, true] || self.tables.contains_key(pieces) {
            return;
        }
        for taken in 0..pieces.len() {
            let mut left = pieces.to_vec();
            left.remove(taken);
            self.solve(&left);
        }
        let table = self.retrograde(pieces);
        self.tables.insert(pieces.to_vec(), table);
    }

    /// Works backwards from what is decided at once, by growing distance.
    fn retrograde(&self, pieces: &[Piece]) -> Vec<Distance> {
        let size = 2 * Square::COUNT.pow(pieces.len() as u32);
        let mut table = vec![UNKNOWN; size];
        let mut open = vec![0u8; size];
        let mut longest = vec![0 as Distance; size];
        let mut queue: Vec<Vec<u32>> = vec![Vec::new(); 2];
        let push = |queue: &mut Vec<Vec<u32>>, distance: Distance, index: usize| {
            if queue.len() <= distance as usize {
                queue.resize(distance as usize + 1, Vec::new());
            }
            queue[distance as usize].push(index as u32);
        };
        for index in 0..size {
            let Some(state) = state(index, pieces.len()) else { continue };
            let plies = plies(pieces, &state);
            open[index] = (plies.steps.len() + plies.captures.len()) as u8;
            for (by, taken) in plies.captures {
                match self.after_capture(pieces, &state, by, taken) {
                    UNKNOWN => {}
                    lost if lost % 2 == 0 => push(&mut queue, lost + 1, index),
                    won => {
                        open[index] -= 1;
                        longest[index] = longest[index].max(won);
                    }
                }
            }
            if open[index] == 0 {
                // Every ply is a capture that loses, or there is no ply at all.
                let distance = if longest[index] == 0 { 0 } else { longest[index] + 1 };
                push(&mut queue, distance, index);
            }
        }
        let mut distance = 0;
        while distance < queue.len() {
            for at in std::mem::take(&mut queue[distance]) {
                let at = at as usize;
                if table[at] != UNKNOWN {
                    continue;
                }
                table[at] = distance as Distance;
                let Some(state) = state(at, pieces.len()) else { continue };
                for before in predecessors(pieces, &state) {
                    if table[before] != UNKNOWN {
                        continue;
                    }
                    if distance % 2 == 0 {
                        push(&mut queue, distance as Distance + 1, before);
                    } else {
                        open[before] -= 1;
                        longest[before] = longest[before].max(distance as Distance);
                        if open[before] == 0 {
                            push(&mut queue, longest[before] + 1, before);
                        }
                    }
                }
            }
            distance += 1;
        }
        table
    }
}

/// The states from which a step of the other side leads to this one.
fn predecessors(pieces: &[Piece], state: &State) -> Vec<usize> {
    let squares = &state.squares[..pieces.len()];
    let occupied: Bitboard = squares.iter().copied().collect();
    let mut found = Vec::new();
    for slot in (0..pieces.len()).filter(|&slot| pieces[slot].side() != state.turn) {
        for from in neighbours(squares[slot]) & !occupied {
            let mut before = squares.to_vec();
            before[slot] = from;
            found.push(index(&before, !state.turn));
        }
    }
    found
}
