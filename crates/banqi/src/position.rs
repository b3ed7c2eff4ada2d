//! The board as a value: what stands where, what lies face down, whose turn it is.

use std::fmt;
use std::str::FromStr;

use game::{BySide, Observer, PlyList, RevealList, Side};

use crate::setup::{PositionError, Setup};
use crate::{Bitboard, Kind, Piece, Ply, Pool, Reveal, Square, Tile, notation, zobrist};

/// Code of a face-down piece in [`Position`]'s tables: the index of its [`Tile`].
const FACE_DOWN: usize = Tile::FACE_DOWN.index();
/// Code of an empty square.
const EMPTY: usize = FACE_DOWN + 1;
/// Codes 0–13 are pieces; 16 lets an index be a mask.
const CODES: usize = 16;

/// A board, the pool of face-down pieces and the side to move, without history.
///
/// ```
/// use banqi::{Kind, Piece, Position, Reveal, Side};
/// use game::{NullObserver, Position as _};
///
/// let mut position = Position::start();
/// let flip = position.parse_ply("c2c2").unwrap();
/// let rook = Piece::new(Side::Red, Kind::Rook);
/// position.make(flip, Reveal::Piece(rook), &mut NullObserver);
/// assert_eq!(position.side_to_move(), Some(Side::Black));
/// assert_eq!(
///     position.to_string(),
///     "XXXXXXXX/XXXXXXXX/XXRXXXXX/XXXXXXXX b K1A2E2R1H2C2P5k1a2e2r2h2c2p5 0 1"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// Squares by code: the 14 pieces, face down, empty.
    boards: [Bitboard; CODES],
    /// The code of every square.
    codes: [u8; Square::COUNT],
    sides: BySide<Bitboard>,
    pool: Pool,
    turn: Option<Side>,
    key: u64,
}

/// What [`game::Position::unmake`] needs to go back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    turn: Option<Side>,
    /// The code that stood on the target square.
    replaced: u8,
}

impl Position {
    /// Builds a position from parts that fit together; [`Setup`] checks them.
    pub(crate) fn from_parts(
        tiles: &[Option<Tile>; Square::COUNT],
        pool: Pool,
        turn: Option<Side>,
    ) -> Position {
        let mut position = Position {
            boards: [Bitboard::EMPTY; CODES],
            codes: [EMPTY as u8; Square::COUNT],
            sides: BySide::default(),
            pool,
            turn,
            key: 0,
        };
        for square in Square::all() {
            let code = tiles[square.index()].map_or(EMPTY, Tile::index);
            position.codes[square.index()] = code as u8;
            position.boards[code] |= Bitboard::of(square);
        }
        for piece in Piece::all() {
            position.sides[piece.side()] |= position.boards[piece.index()];
        }
        position.key = game::Position::recomputed_key(&position);
        position
    }

    /// What stands on a square; `None` if it is empty.
    #[inline]
    pub fn tile_at(&self, square: Square) -> Option<Tile> {
        match usize::from(self.codes[square.index()]) {
            EMPTY => None,
            FACE_DOWN => Some(Tile::FACE_DOWN),
            code => Some(Piece::from_index(code).into()),
        }
    }

    /// The face-up piece on a square, if there is one.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.tile_at(square)?.piece()
    }

    /// Where a piece stands face up.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.boards[piece.index()]
    }

    /// Where a side's pieces of one kind stand face up.
    #[inline]
    pub fn of_kind(&self, side: Side, kind: Kind) -> Bitboard {
        self.pieces(Piece::new(side, kind))
    }

    /// Every face-up piece of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> Bitboard {
        self.sides[side]
    }

    /// Where pieces lie face down.
    #[inline]
    pub fn face_down(&self) -> Bitboard {
        self.boards[FACE_DOWN]
    }

    /// The squares where nothing stands.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.boards[EMPTY]
    }

    /// The squares where something stands, face up or down.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        !self.empty()
    }

    /// The pieces that lie face down.
    #[inline]
    pub fn pool(&self) -> Pool {
        self.pool
    }

    /// How many of a piece are still in play, face up or face down.
    ///
    /// ```
    /// use banqi::{Kind, Piece, Position, Side};
    /// let pawn = Piece::new(Side::Red, Kind::Pawn);
    /// let position: Position = "8/2P5/5X2/7k b P1".parse().unwrap();
    /// assert_eq!(position.alive(pawn), 2);
    /// ```
    #[inline]
    pub fn alive(&self, piece: Piece) -> u32 {
        self.pieces(piece).count() + self.pool.count(piece)
    }

    /// How many pieces of a side are still in play, face up or face down.
    pub fn alive_of_side(&self, side: Side) -> u32 {
        let hidden = Kind::ALL.map(|kind| self.pool.count(Piece::new(side, kind)));
        self.sides[side].count() + hidden.iter().sum::<u32>()
    }

    /// A side that has no piece left, face up or face down: it has lost,
    /// whatever plies the board still offers.
    pub fn eliminated(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.sides[side].is_empty() && self.alive_of_side(side) == 0)
    }

    /// Every occupied square with what stands there, a1 first.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/8/5X2/K7 r p1".parse().unwrap();
    /// let shown: String = position.iter().map(|(s, tile)| format!("{s}{}", tile.letter())).collect();
    /// assert_eq!(shown, "a1Kf2X");
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Tile)> {
        self.occupied().iter().filter_map(|square| Some((square, self.tile_at(square)?)))
    }

    /// The position as its text says it, with clock 0 and ply 1.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            board: [None; Square::COUNT],
            turn: self.turn,
            pool: Some(self.pool),
            clock: 0,
            ply: 1,
        };
        for (square, tile) in self.iter() {
            setup.board[square.index()] = Some(tile);
        }
        setup
    }

    /// Whose turn it is; the same as the trait's method, without its import.
    #[inline]
    pub fn turn(&self) -> Option<Side> {
        self.turn
    }

    /// Gives the turn to the other side without a ply: no rule allows it, searches
    /// ask with it what a ply is worth. Passing again takes it back. Nothing
    /// happens while colours are not fixed.
    ///
    /// ```
    /// use banqi::Position;
    /// use game::Position as _;
    /// let mut position: Position = "8/8/8/K6p r".parse().unwrap();
    /// position.pass();
    /// assert_eq!(position, "8/8/8/K6p b".parse().unwrap());
    /// assert_eq!(position.key(), position.recomputed_key());
    /// ```
    #[inline]
    pub fn pass(&mut self) {
        let next = self.turn.map(Side::other);
        self.key ^= zobrist::turn(self.turn) ^ zobrist::turn(next);
        self.turn = next;
    }

    /// The key after a legal move or capture, without making it: searches ask the
    /// memory for what they will need soon.
    ///
    /// ```
    /// use banqi::Position;
    /// use game::Position as _;
    /// let position: Position = "8/8/8/K6p r".parse().unwrap();
    /// let after: Position = "8/8/8/1K5p b".parse().unwrap();
    /// assert_eq!(position.key_after_move("a1b1".parse().unwrap()), after.key());
    /// ```
    #[inline]
    pub fn key_after_move(&self, ply: Ply) -> u64 {
        let (from, to) = (ply.from(), ply.to());
        let turns = zobrist::turn(self.turn) ^ zobrist::turn(self.turn.map(Side::other));
        let moved = self
            .piece_at(from)
            .map_or(0, |piece| zobrist::tile(piece.into(), from) ^ zobrist::tile(piece.into(), to));
        let taken = self.piece_at(to).map_or(0, |piece| zobrist::tile(piece.into(), to));
        self.key ^ turns ^ moved ^ taken
    }

    fn make_flip<O: Observer<Tile>>(&mut self, square: Square, piece: Piece, observer: &mut O) {
        self.key ^= zobrist::tile(Tile::FACE_DOWN, square) ^ zobrist::tile(piece.into(), square);
        self.key ^= zobrist::pool_step(piece, self.pool.count(piece));
        self.pool.remove(piece);
        self.boards[FACE_DOWN] ^= Bitboard::of(square);
        self.place(piece, square);
        // The first flip gives its colour to the player who made it.
        self.turn = Some(!self.turn.unwrap_or(piece.side()));
        observer.take(Tile::FACE_DOWN, square.index());
        observer.put(piece.into(), square.index());
    }

    fn unmake_flip<O: Observer<Tile>>(&mut self, square: Square, observer: &mut O) {
        let piece = Piece::from_index(self.codes[square.index()].into());
        self.boards[piece.index()] ^= Bitboard::of(square);
        self.sides[piece.side()] ^= Bitboard::of(square);
        self.boards[FACE_DOWN] ^= Bitboard::of(square);
        self.codes[square.index()] = FACE_DOWN as u8;
        self.pool.add(piece);
        observer.take(piece.into(), square.index());
        observer.put(Tile::FACE_DOWN, square.index());
    }

    /// Puts a face-up piece on a square that the caller has cleared.
    #[inline]
    fn place(&mut self, piece: Piece, square: Square) {
        self.boards[piece.index()] ^= Bitboard::of(square);
        self.sides[piece.side()] ^= Bitboard::of(square);
        self.codes[square.index()] = piece.index() as u8;
    }

    fn make_move<O: Observer<Tile>>(&mut self, from: Square, to: Square, observer: &mut O) {
        let mover = Piece::from_index(self.codes[from.index()].into());
        if let Some(victim) = self.piece_at(to) {
            self.key ^= zobrist::tile(victim.into(), to);
            self.sides[victim.side()] ^= Bitboard::of(to);
            observer.take(victim.into(), to.index());
        }
        self.key ^= zobrist::tile(mover.into(), from) ^ zobrist::tile(mover.into(), to);
        self.boards[usize::from(self.codes[to.index()]) % CODES] ^= Bitboard::of(to);
        self.boards[EMPTY] ^= Bitboard::of(from);
        self.shift(mover, from, to);
        self.codes[from.index()] = EMPTY as u8;
        self.turn = self.turn.map(Side::other);
        observer.take(mover.into(), from.index());
        observer.put(mover.into(), to.index());
    }

    fn unmake_move<O: Observer<Tile>>(&mut self, ply: Ply, replaced: u8, observer: &mut O) {
        let (from, to) = (ply.from(), ply.to());
        let mover = Piece::from_index(self.codes[to.index()].into());
        self.shift(mover, to, from);
        self.boards[EMPTY] ^= Bitboard::of(from);
        self.boards[usize::from(replaced) % CODES] ^= Bitboard::of(to);
        self.codes[to.index()] = replaced;
        observer.take(mover.into(), to.index());
        observer.put(mover.into(), from.index());
        if let Some(victim) = self.piece_at(to) {
            self.sides[victim.side()] ^= Bitboard::of(to);
            observer.put(victim.into(), to.index());
        }
    }

    #[inline]
    fn shift(&mut self, mover: Piece, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.boards[mover.index()] ^= both;
        self.sides[mover.side()] ^= both;
        self.codes[to.index()] = mover.index() as u8;
    }
}

impl game::Position for Position {
    type Ply = Ply;
    type Reveal = Reveal;
    type Piece = Tile;
    type Undo = Undo;
    /// Left–right, up–down, and both.
    const MIRRORS: usize = 3;

    fn start() -> Position {
        Position::from_parts(&[Some(Tile::FACE_DOWN); Square::COUNT], Pool::FULL, None)
    }

    #[inline]
    fn side_to_move(&self) -> Option<Side> {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        let tiles = self.iter().map(|(square, tile)| zobrist::tile(tile, square));
        let pool = self.pool.iter().map(|(piece, count)| zobrist::pool(piece, count));
        tiles.chain(pool).fold(zobrist::turn(self.turn), |key, number| key ^ number)
    }

    /// Captures, then quiet moves, then flips.
    fn legal_plies(&self) -> PlyList<Ply> {
        let mut list = PlyList::new();
        self.push_captures(&mut list);
        self.push_quiets(&mut list);
        self.push_flips(&mut list);
        list
    }

    fn is_legal(&self, ply: Ply) -> bool {
        let (from, to) = (ply.from(), ply.to());
        if ply.is_flip() {
            return self.face_down().contains(from);
        }
        self.turn.is_some_and(|side| self.sides[side].contains(from))
            && self.destinations(from).contains(to)
    }

    #[inline]
    fn reveals(&self, ply: Ply) -> RevealList<Reveal> {
        let mut list = RevealList::new();
        if ply.is_flip() {
            list.extend(self.pool.iter().map(|(piece, count)| (Reveal::Piece(piece), count)));
        } else {
            list.push((Reveal::Nothing, 1));
        }
        list
    }

    #[inline]
    fn make<O: Observer<Tile>>(&mut self, ply: Ply, reveal: Reveal, observer: &mut O) -> Undo {
        debug_assert!(self.is_legal(ply), "{ply} is not legal in {self}");
        debug_assert_eq!(ply.is_flip(), reveal != Reveal::Nothing, "{ply} cannot reveal {reveal}");
        let undo = Undo { key: self.key, turn: self.turn, replaced: self.codes[ply.to().index()] };
        match reveal {
            Reveal::Piece(piece) => self.make_flip(ply.from(), piece, observer),
            Reveal::Nothing => self.make_move(ply.from(), ply.to(), observer),
        }
        self.key ^= zobrist::turn(undo.turn) ^ zobrist::turn(self.turn);
        undo
    }

    #[inline]
    fn unmake<O: Observer<Tile>>(&mut self, ply: Ply, undo: Undo, observer: &mut O) {
        if ply.is_flip() {
            self.unmake_flip(ply.from(), observer);
        } else {
            self.unmake_move(ply, undo.replaced, observer);
        }
        self.key = undo.key;
        self.turn = undo.turn;
    }

    fn for_each_piece(&self, mut show: impl FnMut(Tile, usize)) {
        for (square, tile) in self.iter() {
            show(tile, square.index());
        }
    }

    fn mirror(&self, which: usize) -> Position {
        let mut tiles = [None; Square::COUNT];
        for (square, tile) in self.iter() {
            tiles[square.mirror(which).index()] = Some(tile);
        }
        Position::from_parts(&tiles, self.pool, self.turn)
    }

    fn mirror_ply(ply: Ply, which: usize) -> Ply {
        ply.mirror(which)
    }

    fn parse_ply(&self, text: &str) -> Result<Ply, String> {
        let ply = text.parse::<Ply>().map_err(|error| error.to_string())?;
        self.check(ply).map_err(|error| error.to_string())?;
        Ok(ply)
    }

    fn played_text(ply: Ply, reveal: Reveal) -> String {
        notation::coordinate::write(&game::Played { ply, reveal })
    }

    #[inline]
    fn count_plies(&self) -> (u64, u64) {
        let moves = u64::from(self.count_moves());
        let flips = u64::from(self.face_down().count());
        (moves + flips * u64::from(self.pool.kinds()), moves + flips * flips)
    }
}

/// The complete text form with clock 0 and ply 1.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Reads the text form; clock and ply are read and dropped. Use [`Setup`] to keep them.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let setup: Setup = text.parse()?;
        Ok(Position::try_from(&setup)?)
    }
}
