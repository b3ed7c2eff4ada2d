//! The board: what lies where and which plies are legal.

use super::square::{Ply, Square};
use super::text::{letter_of, piece_of};
use crate::{Colour, Kind, Piece};

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece nobody has seen yet.
    FaceDown,
    /// A piece everybody sees.
    FaceUp(Piece),
}

/// A position: squares, pool of face-down pieces, turn and counters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) cells: [[Cell; 8]; 4],
    /// `None` until the first flip gives the players their colours.
    pub(super) turn: Option<Colour>,
    /// Every piece that lies face down somewhere, in the order the text form lists them.
    pub(super) pool: Vec<Piece>,
    /// Plies since the last capture or flip.
    pub(super) clock: u32,
    /// The number of the ply to be played, from 1.
    pub(super) ply: u32,
}

/// How many leaves the tree of plies has at some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// Every kind a flip may turn up counts once.
    pub kinds: u64,
    /// Every single face-down piece a flip may turn up counts once.
    pub weighted: u64,
}

impl Board {
    /// What a square holds.
    #[must_use]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.rank as usize][square.file as usize]
    }

    pub(super) fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.rank as usize][square.file as usize] = cell;
    }

    /// The colour to move, or `None` before the first flip.
    #[must_use]
    pub fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// Plies since the last capture or flip.
    #[must_use]
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// How many of these pieces still lie face down.
    #[must_use]
    pub fn pool_count(&self, piece: Piece) -> usize {
        self.pool.iter().filter(|&&other| other == piece).count()
    }

    /// What a flip may turn up, each kind with the number of pieces that make it so.
    #[must_use]
    pub fn outcomes(&self) -> Vec<(Piece, usize)> {
        let mut outcomes: Vec<(Piece, usize)> = Vec::new();
        for &piece in &self.pool {
            match outcomes.iter_mut().find(|(other, _)| *other == piece) {
                Some((_, count)) => *count += 1,
                None => outcomes.push((piece, 1)),
            }
        }
        outcomes
    }

    /// How many pieces a colour has left, face up and face down.
    #[must_use]
    pub fn pieces_left(&self, colour: Colour) -> usize {
        let face_down = self.pool.iter().filter(|piece| piece.colour == colour).count();
        let face_up = Square::all()
            .filter(
                |&square| matches!(self.at(square), Cell::FaceUp(piece) if piece.colour == colour),
            )
            .count();
        face_up + face_down
    }

    /// Whether the face-up piece on `from` can capture the face-up enemy on `to`, whoever's turn
    /// it is.
    #[must_use]
    pub fn can_capture(&self, from: Square, to: Square) -> bool {
        let (Cell::FaceUp(hunter), Cell::FaceUp(prey)) = (self.at(from), self.at(to)) else {
            return false;
        };
        if hunter.colour == prey.colour {
            return false;
        }
        if hunter.kind == Kind::Cannon {
            return from.is_in_line_with(to) && self.count_between(from, to) == 1;
        }
        from.distance(to) == 1 && takes_adjacent(hunter.kind, prey.kind)
    }

    /// How many pieces, face up or face down, lie between two squares of one line.
    fn count_between(&self, from: Square, to: Square) -> usize {
        from.between(to).into_iter().filter(|&square| self.at(square) != Cell::Empty).count()
    }

    /// Whether the player whose turn it is may play this.
    #[must_use]
    pub fn is_legal(&self, ply: Ply) -> bool {
        if ply.is_flip() {
            return self.at(ply.from) == Cell::FaceDown;
        }
        let is_own = |piece: Piece| Some(piece.colour) == self.turn;
        match (self.at(ply.from), self.at(ply.to)) {
            (Cell::FaceUp(piece), Cell::Empty) => is_own(piece) && ply.from.distance(ply.to) == 1,
            (Cell::FaceUp(piece), Cell::FaceUp(_)) => {
                is_own(piece) && self.can_capture(ply.from, ply.to)
            }
            _ => false,
        }
    }

    /// All legal plies.
    #[must_use]
    pub fn legal(&self) -> Vec<Ply> {
        Square::all()
            .flat_map(|from| Square::all().map(move |to| Ply { from, to }))
            .filter(|&ply| self.is_legal(ply))
            .collect()
    }

    /// All legal plies as text: `a1a2` for moves and captures, `a1a1` for flips.
    #[must_use]
    pub fn legal_plies(&self) -> Vec<String> {
        self.legal().into_iter().map(|ply| ply.to_string()).collect()
    }

    /// Plays a ply. A flip needs the letter turned up, either in `revealed` or in the text
    /// (`a1=R`); a move or capture must not have one.
    ///
    /// # Errors
    /// Says why the ply is unreadable, not legal, or cannot turn up that piece; the board stays
    /// as it was.
    pub fn play(&mut self, text: &str, revealed: Option<char>) -> Result<(), String> {
        let (ply, letter) = read_ply(text, revealed)?;
        if !self.is_legal(ply) {
            return Err(format!("ply `{ply}` is not legal in `{}`", self.to_text()));
        }
        *self = match (ply.is_flip(), letter) {
            (true, Some(letter)) => self.after_flip(ply.from, piece_of(letter)?)?,
            (true, None) => return Err(format!("flip `{ply}` does not say what it turned up")),
            (false, None) => self.after_move(ply),
            (false, Some(letter)) => {
                return Err(format!("ply `{ply}` is no flip, yet it turned up `{letter}`"));
            }
        };
        Ok(())
    }

    /// The board after a legal flip that turned up `piece`.
    fn after_flip(&self, square: Square, piece: Piece) -> Result<Board, String> {
        let index = self.pool.iter().position(|&other| other == piece).ok_or_else(|| {
            format!("no `{}` lies face down in `{}`", letter_of(piece), self.to_text())
        })?;
        let mut next = self.clone();
        next.pool.remove(index);
        next.set(square, Cell::FaceUp(piece));
        // The first flipper plays the colour flipped, so the other colour is next.
        next.turn = Some(self.turn.unwrap_or(piece.colour).other());
        next.clock = 0;
        next.ply += 1;
        Ok(next)
    }

    /// The board after a legal move or capture.
    fn after_move(&self, ply: Ply) -> Board {
        let mut next = self.clone();
        next.set(ply.to, self.at(ply.from));
        next.set(ply.from, Cell::Empty);
        next.turn = self.turn.map(Colour::other);
        next.clock = if self.at(ply.to) == Cell::Empty { self.clock + 1 } else { 0 };
        next.ply += 1;
        next
    }

    /// How many leaves the tree of plies has at `depth`; no rule but the lack of plies ends it.
    #[must_use]
    pub fn perft(&self, depth: u32) -> Perft {
        let mut total = Perft { kinds: 0, weighted: 0 };
        if depth == 0 {
            return Perft { kinds: 1, weighted: 1 };
        }
        for ply in self.legal() {
            for (next, weight) in self.successors(ply) {
                let below = next.perft(depth - 1);
                total.kinds += below.kinds;
                total.weighted += weight * below.weighted;
            }
        }
        total
    }

    /// The boards a legal ply may lead to, each with its weight.
    fn successors(&self, ply: Ply) -> Vec<(Board, u64)> {
        if !ply.is_flip() {
            return vec![(self.after_move(ply), 1)];
        }
        let flipped = |(piece, count)| Some((self.after_flip(ply.from, piece).ok()?, count as u64));
        self.outcomes().into_iter().filter_map(flipped).collect()
    }
}

/// Whether a piece captures another one beside it.
fn takes_adjacent(hunter: Kind, prey: Kind) -> bool {
    let rank = |kind: Kind| Kind::ALL.iter().position(|&other| other == kind);
    match (hunter, prey) {
        (Kind::Cannon, _) | (Kind::King, Kind::Pawn) => false,
        (Kind::Pawn, Kind::King) => true,
        // `Kind::ALL` begins with the highest rank.
        _ => rank(hunter) <= rank(prey),
    }
}

/// Splits the three text forms of a ply into squares and the letter turned up.
pub(super) fn read_ply(text: &str, revealed: Option<char>) -> Result<(Ply, Option<char>), String> {
    let Some((square, outcome)) = text.split_once('=') else {
        return Ok((text.parse()?, revealed));
    };
    let square: Square = square.parse()?;
    let mut letters = outcome.chars();
    match (letters.next(), letters.next(), revealed) {
        (Some(letter), None, None) => Ok((Ply { from: square, to: square }, Some(letter))),
        _ => Err(format!("flip `{text}`: one letter after `=` and none beside it is right")),
    }
}
