//! Positions that are the same but for colours and left and right have one key.
//!
//! A position is looked at with the eyes of who is to move: in xiangqi the board is
//! turned and the colours are swapped if that is black, in dark chess the colours are
//! swapped. Of that board and its mirror images (one in xiangqi, three in dark chess)
//! the one with the smallest number gives the key. Plies are kept as they look there.
//!
//! The archive of games and opening books both name positions by these keys.

mod numbers;

use arrayvec::ArrayVec;
use banqi::Reveal;
use game::{Observer, Side};

use crate::{Board, GameKind, Played};

/// How a board is looked at. Each image is its own inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Image {
    /// The colours are swapped; in xiangqi the board is turned with them.
    pub swapped: bool,
    /// 0: as it is. Xiangqi: 1 is left–right. Dark chess: 1 left–right, 2 up–down,
    /// 3 both.
    pub mirror: u8,
}

impl Image {
    /// How many mirror images a game's board has, itself among them.
    pub const fn mirrors(kind: GameKind) -> u8 {
        match kind {
            GameKind::Xiangqi => 2,
            GameKind::Banqi => 4,
        }
    }

    /// Every image.
    pub fn all(kind: GameKind) -> impl Iterator<Item = Image> {
        let mirrors = 0..Image::mirrors(kind);
        mirrors.flat_map(|mirror| [false, true].map(|swapped| Image { swapped, mirror }))
    }

    /// A point of xiangqi, by its index.
    pub fn point(self, index: usize) -> usize {
        let square = xiangqi::Square::from_index(index);
        let square = if self.swapped { square.rotated() } else { square };
        if self.mirror == 0 { square.index() } else { square.mirrored().index() }
    }

    /// A square of dark chess.
    pub fn square(self, square: banqi::Square) -> banqi::Square {
        match self.mirror {
            0 => square,
            which => square.mirror(usize::from(which) - 1),
        }
    }

    /// A piece of either game, by its index.
    pub const fn piece(self, index: usize) -> usize {
        if self.swapped { (index + 7) % 14 } else { index }
    }

    /// A ply as it looks in the image, and back.
    pub fn ply(self, played: Played) -> Played {
        match played {
            Played::Xiangqi(ply) => {
                let point = |square: xiangqi::Square| {
                    xiangqi::Square::from_index(self.point(square.index()))
                };
                Played::Xiangqi(xiangqi::Ply::new(point(ply.from()), point(ply.to())))
            }
            Played::Banqi(played) => {
                let ply = played.ply;
                let ply = banqi::Ply::new(self.square(ply.from()), self.square(ply.to()));
                let reveal = match played.reveal {
                    Reveal::Nothing => Reveal::Nothing,
                    Reveal::Piece(piece) => {
                        Reveal::Piece(banqi::Piece::from_index(self.piece(piece.index())))
                    }
                };
                Played::Banqi(banqi::Played { ply, reveal })
            }
        }
    }
}

/// A position's key, and the images in which it has it: several if the position is its
/// own mirror image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The key.
    pub key: u64,
    images: ArrayVec<Image, 4>,
}

impl Folded {
    /// The key of a position.
    pub fn of(board: &Board) -> Folded {
        match board {
            Board::Xiangqi(position) => Folded::of_xiangqi(position),
            Board::Banqi(position) => Folded::of_banqi(position),
        }
    }

    /// The key of a xiangqi position.
    pub fn of_xiangqi(position: &xiangqi::Position) -> Folded {
        XiangqiKeys::of(position).folded(position.turn())
    }

    /// The key of a dark chess position. Few are kept: computed from nothing each time.
    pub fn of_banqi(position: &banqi::Position) -> Folded {
        let swapped = position.turn() == Some(Side::Black);
        let mirrors = 0..Image::mirrors(GameKind::Banqi);
        let keys = mirrors.map(|mirror| banqi_key(position, Image { swapped, mirror }));
        let keys: ArrayVec<u64, 4> = keys.collect();
        Folded::of_keys(swapped, keys.into_iter())
    }

    fn of_keys(swapped: bool, keys: impl Iterator<Item = u64> + Clone) -> Folded {
        let key = keys.clone().min().unwrap_or_default();
        let images = (0..).zip(keys).filter(|&(_, other)| other == key);
        let images = images.map(|(mirror, _)| Image { swapped, mirror }).collect();
        Folded { key, images }
    }

    /// The code of a ply of the position, the same for all its images.
    pub fn code(&self, played: Played) -> u16 {
        let codes = self.images.iter().map(|image| image.ply(played).code());
        // Of plies that are mirror images of each other one stands for both.
        codes.max().unwrap_or_default()
    }

    /// The ply of the position that has a code.
    pub fn ply(&self, kind: GameKind, code: u16) -> Option<Played> {
        let played = Played::from_code(kind, code)?;
        self.images.iter().map(|image| image.ply(played)).max_by_key(|played| played.code())
    }

    /// An image in which the position has its key.
    pub fn image(&self) -> Image {
        self.images.first().copied().unwrap_or_default()
    }
}

/// The keys of a xiangqi position and its images, kept up as it changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct XiangqiKeys {
    /// By colours swapped, then by mirrored.
    keys: [[u64; 2]; 2],
}

impl XiangqiKeys {
    /// Computed from nothing.
    pub fn of(position: &xiangqi::Position) -> XiangqiKeys {
        let mut keys = XiangqiKeys::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                keys.toggle(piece, square.index());
            }
        }
        keys
    }

    fn toggle(&mut self, piece: xiangqi::Piece, square: usize) {
        for (swapped, keys) in [false, true].into_iter().zip(&mut self.keys) {
            for (mirror, key) in (0..).zip(keys) {
                let image = Image { swapped, mirror };
                *key ^= numbers::XIANGQI[image.piece(piece.index())][image.point(square)];
            }
        }
    }

    /// The key with this side to move.
    pub fn folded(&self, turn: Side) -> Folded {
        let swapped = turn == Side::Black;
        Folded::of_keys(swapped, self.keys[usize::from(swapped)].into_iter())
    }

    /// The numbers of an image, whoever is to move.
    pub fn image(&self, image: Image) -> u64 {
        self.keys[usize::from(image.swapped)][usize::from(image.mirror)]
    }
}

impl Observer<xiangqi::Piece> for XiangqiKeys {
    fn put(&mut self, piece: xiangqi::Piece, square: usize) {
        self.toggle(piece, square);
    }

    fn take(&mut self, piece: xiangqi::Piece, square: usize) {
        self.toggle(piece, square);
    }
}

/// The numbers of an image of a dark chess position.
pub fn banqi_key(position: &banqi::Position, image: Image) -> u64 {
    let mut key = if position.turn().is_none() { numbers::NO_COLOURS } else { 0 };
    for (square, tile) in position.iter() {
        let tile = tile.piece().map_or(14, |piece| image.piece(piece.index()));
        key ^= numbers::BANQI[tile][image.square(square).index()];
    }
    for (piece, count) in position.pool().iter() {
        key ^= numbers::hidden(image.piece(piece.index()), count);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Start;
    use game::{NullObserver, Position as _, Rng};

    /// The board of a position, looked at another way.
    fn image_of(setup: &xiangqi::Setup, image: Image) -> Board {
        let mut other = xiangqi::Setup::empty();
        for (index, piece) in setup.board.iter().enumerate() {
            let piece = piece.map(|piece| xiangqi::Piece::from_index(image.piece(piece.index())));
            other.board[image.point(index)] = piece;
        }
        other.turn = if image.swapped { !setup.turn } else { setup.turn };
        Board::open(&Start::Xiangqi(other)).unwrap()
    }

    #[test]
    fn images_of_a_position_have_one_key_and_their_plies_one_code() {
        let mut rng = Rng::new(7);
        let mut position = xiangqi::Position::start();
        let mut keys = XiangqiKeys::of(&position);
        for _ in 0..200 {
            let plies = position.legal_plies();
            let Some(&ply) = rng.choose(&plies) else { break };
            let board = Board::Xiangqi(position.clone());
            let folded = Folded::of(&board);
            assert_eq!(keys.folded(position.turn()), folded, "kept up = computed");
            for image in Image::all(GameKind::Xiangqi) {
                let other = Folded::of(&image_of(&xiangqi::Setup::from(&position), image));
                assert_eq!(other.key, folded.key);
                let there = image.ply(Played::Xiangqi(ply));
                let code = folded.code(Played::Xiangqi(ply));
                assert_eq!(other.code(there), code);
                let back = other.ply(GameKind::Xiangqi, code).unwrap();
                let mirrored = Image { swapped: false, mirror: 1 }.ply(there);
                assert!(back == there || back == mirrored && other.images.len() == 2);
            }
            position.make_ply(ply, &mut keys);
        }
    }

    #[test]
    fn other_positions_have_other_keys() {
        let key = |fen: &str| Folded::of(&Board::Xiangqi(fen.parse().unwrap())).key;
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        assert_eq!(key(&format!("{start} w")), key(&format!("{start} b")));
        assert_ne!(key("3k5/9/9/9/9/9/9/9/R8/4K4 w"), key("3k5/9/9/9/9/9/9/9/R8/4K4 b"));
        assert_eq!(key("3k5/9/9/9/9/9/9/9/R8/4K4 w"), key("5k3/9/9/9/9/9/9/9/8R/4K4 w"));
        assert_eq!(key("3k5/9/9/9/9/9/9/9/R8/4K4 w"), key("4k4/8r/9/9/9/9/9/9/9/5K3 b"));
        assert_ne!(key("3k5/9/9/9/9/9/9/9/R8/4K4 w"), key("3k5/9/9/9/9/9/9/9/8R/4K4 w"));
    }

    #[test]
    fn mirror_images_of_dark_chess_have_one_key() {
        let mut rng = Rng::new(3);
        let mut position = banqi::Position::start();
        for _ in 0..120 {
            let plies = position.legal_plies();
            let Some(&ply) = rng.choose(&plies) else { break };
            let reveal = rng.weighted(&position.reveals(ply)).unwrap();
            let played = Played::Banqi(banqi::Played { ply, reveal });
            let folded = Folded::of_banqi(&position);
            for which in 0..3 {
                let other = Folded::of_banqi(&position.mirror(which));
                assert_eq!(other.key, folded.key);
                let image = Image { swapped: false, mirror: which as u8 + 1 };
                assert_eq!(other.code(image.ply(played)), folded.code(played));
            }
            position.make(ply, reveal, &mut NullObserver);
        }
    }
}
