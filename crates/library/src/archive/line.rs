//! The main line of a game: its bytes, its keys, what it has in common with its images.

use arrayvec::ArrayVec;
use game::splitmix64;
use game::{NullObserver, Position as _, Side};
use records::{Board, Game, GameKind, Played, Start};

use super::fold::{Folded, Image, XiangqiKeys, banqi_key};
use super::index::Entry;
use super::openings;

/// No longer line is kept: more plies than any game ever had.
pub(super) const MOST_PLIES: usize = 10_000;

/// What the archive keeps of a main line.
pub(super) struct Line {
    /// Two bytes a ply.
    pub moves: Vec<u8>,
    pub plies: u32,
    /// The same for all images of a game.
    pub hash: u64,
    /// The pieces at the end.
    pub material: u64,
    /// The row of its opening, from 1; 0 if it has none.
    pub opening: u32,
    /// Positions; the game's id is not known yet.
    pub entries: Vec<Entry>,
}

/// The number of a kind of game in files.
pub(super) const fn kind_number(kind: GameKind) -> u8 {
    match kind {
        GameKind::Xiangqi => 0,
        GameKind::Banqi => 1,
    }
}

/// The kind of game of a number in files.
pub(super) const fn kind_of_number(number: u8) -> GameKind {
    if number == 1 { GameKind::Banqi } else { GameKind::Xiangqi }
}

/// The plies of a line's bytes.
pub(super) fn plies(kind: GameKind, moves: &[u8]) -> impl Iterator<Item = Option<Played>> + '_ {
    moves.as_chunks().0.iter().map(move |&code| Played::from_code(kind, u16::from_le_bytes(code)))
}

/// The games count horse and rook in another order: the index of a piece in the other
/// one, both ways.
pub(super) const fn other_order(index: usize) -> usize {
    match index % 7 {
        3 => index + 1,
        4 => index - 1,
        _ => index,
    }
}

/// How many of each of the 14 pieces there are, four bits each, in xiangqi's order.
/// Pieces only become fewer; the face-down pieces of dark chess are counted too.
pub(super) fn material_of(board: &Board) -> u64 {
    let count = |index: usize| {
        let piece = xiangqi::Piece::from_index(index);
        match board {
            Board::Xiangqi(position) => position.count(piece.side(), piece.kind()),
            Board::Banqi(position) => {
                position.alive(banqi::Piece::from_index(other_order(piece.index())))
            }
        }
    };
    (0..14).fold(0, |all, index| all | u64::from(count(index)) << (4 * index))
}

impl Line {
    /// Takes what is kept of a game.
    ///
    /// # Errors
    /// If its start is no position or a ply cannot be played; readers never give such.
    pub(super) fn of(game: &Game) -> Result<Line, String> {
        let mut board = Board::open(&game.start)?;
        let plies: Vec<Played> = game.tree.main_plies().take(MOST_PLIES).collect();
        let hash = hash(&board, &plies);
        let mut walk = Walk::new(&mut board);
        for &played in &plies {
            walk.play(played)?;
        }
        walk.show(None);
        let Walk { mut entries, opening, .. } = walk;
        keep_first(&mut entries);
        let moves = plies.iter().flat_map(|played| played.code().to_le_bytes()).collect();
        let material = material_of(&board);
        Ok(Line { moves, plies: plies.len() as u32, hash, material, opening, entries })
    }
}

/// Goes along a line and notes its positions.
struct Walk<'a> {
    board: &'a mut Board,
    keys: XiangqiKeys,
    entries: Vec<Entry>,
    opening: u32,
}

impl<'a> Walk<'a> {
    fn new(board: &'a mut Board) -> Walk<'a> {
        let keys = match board {
            Board::Xiangqi(position) => XiangqiKeys::of(position),
            Board::Banqi(_) => XiangqiKeys::default(),
        };
        Walk { board, keys, entries: Vec::with_capacity(100), opening: 0 }
    }

    fn show(&mut self, next: Option<Played>) {
        let folded = match &*self.board {
            Board::Xiangqi(position) => self.keys.folded(position.turn()),
            board => Folded::of(board),
        };
        let ply = self.entries.len();
        if ply <= openings::DEEPEST
            && matches!(self.board, Board::Xiangqi(_))
            && let Some(opening) = openings::at(folded.key)
        {
            self.opening = opening as u32;
        }
        let next = next.map_or(Entry::END, |played| folded.code(played));
        self.entries.push(Entry { key: folded.key, game: 0, ply: ply as u16, next });
    }

    fn play(&mut self, played: Played) -> Result<(), String> {
        self.show(Some(played));
        match (&mut *self.board, played) {
            (Board::Xiangqi(position), Played::Xiangqi(ply)) if position.is_legal_ply(ply) => {
                position.make_ply(ply, &mut self.keys);
                Ok(())
            }
            (board, played) => board.play(played).map(drop),
        }
    }
}

/// A game stands once at a position: where it came to it first.
fn keep_first(entries: &mut Vec<Entry>) {
    let mut seen = std::collections::HashSet::with_capacity(entries.len());
    entries.retain(|entry| seen.insert(entry.key));
}

/// One number for a line and all its images, kept up as it grows.
pub(super) struct LineHash {
    images: ArrayVec<(Image, u64), 8>,
}

impl LineHash {
    /// Of a line without a ply.
    pub(super) fn new(start: &Board) -> LineHash {
        let images = Image::all(start.kind()).filter(|image| match start {
            // Who begins tells which way round it is.
            Board::Xiangqi(position) => image.swapped == (position.turn() == Side::Black),
            Board::Banqi(_) => true,
        });
        let key = |image: Image| match start {
            Board::Xiangqi(position) => XiangqiKeys::of(position).image(image),
            Board::Banqi(position) => banqi_key(position, image),
        };
        LineHash { images: images.map(|image| (image, key(image))).collect() }
    }

    pub(super) fn play(&mut self, played: Played) {
        for (image, hash) in &mut self.images {
            let code = u64::from(image.ply(played).code());
            *hash = splitmix64(hash.rotate_left(17) ^ code);
        }
    }

    pub(super) fn value(&self) -> u64 {
        self.images.iter().map(|&(_, hash)| hash).min().unwrap_or_default()
    }
}

fn hash(board: &Board, plies: &[Played]) -> u64 {
    let mut hash = LineHash::new(board);
    plies.iter().for_each(|&played| hash.play(played));
    hash.value()
}

/// The position a kept line begins with.
///
/// # Errors
/// If its text is none.
pub(super) fn open_start(kind: GameKind, start: Option<&str>) -> Result<Board, String> {
    Board::open(&match start {
        Some(text) => Start::read(kind, text)?,
        None => Start::usual(kind),
    })
}

/// Plays a kept line and shows each position with its number; `false` ends it.
///
/// # Errors
/// If the line cannot be played.
pub(super) fn replay(
    kind: GameKind,
    start: Option<&str>,
    moves: &[u8],
    mut show: impl FnMut(&Board, usize) -> bool,
) -> Result<(), String> {
    let mut board = open_start(kind, start)?;
    if !show(&board, 0) {
        return Ok(());
    }
    for (index, played) in plies(kind, moves).enumerate() {
        let played = played.ok_or("a number that is no ply")?;
        match (&mut board, played) {
            (Board::Xiangqi(position), Played::Xiangqi(ply)) if position.is_legal_ply(ply) => {
                position.make_ply(ply, &mut NullObserver);
            }
            (board, played) => drop(board.play(played)?),
        }
        if !show(&board, index + 1) {
            break;
        }
    }
    Ok(())
}

/// The usual start has no text.
pub(super) fn start_text(start: &Start) -> Option<String> {
    let usual = match start {
        Start::Xiangqi(setup) => {
            start.is_usual() && *setup == xiangqi::Setup::from(&xiangqi::Position::start())
        }
        Start::Banqi(setup) => *setup == banqi::Position::start().setup(),
    };
    (!usual).then(|| start.to_string())
}
