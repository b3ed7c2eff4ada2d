//! The reader of XQF.

use xiangqi::{Ply, Setup, Square};

use super::cipher::{Cipher, Keys};
use super::{BODY, TEXTS, slots};
use crate::bytes::{Bytes, chinese};
use crate::format::{Hint, Record};
use crate::grow::{Grower, Sprout};
use crate::model::{Game, GameResult, Problem, ProblemCode, Start};
use crate::place::Place;

/// Whether a file begins as XQF.
pub fn detects(bytes: &[u8], _: &Hint<'_>) -> bool {
    bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|version| (1..=0x20).contains(version))
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let games = vec![game(Bytes(bytes))];
    Record { format: "xqf", encoding: "gb18030", games, problems: Vec::new() }
}

fn game(file: Bytes<'_>) -> Game {
    let cipher = cipher(file);
    let mut game = Game::new(Start::Xiangqi(setup(file, &cipher)));
    game.place = Place::Byte(0);
    game.headers = headers(file);
    game.result = match file.u8(0x33) {
        1 => GameResult::First,
        2 => GameResult::Second,
        3 | 4 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    if file.0.len() < BODY {
        let end = Place::Byte(file.0.len());
        let message = "a header that is not whole: expected 1024 bytes";
        game.start = Start::usual(game.kind());
        game.report(Problem::new(ProblemCode::Start, end, message));
        return game;
    }
    Body { file, cipher, at: BODY }.read(game)
}

fn cipher(file: Bytes<'_>) -> Cipher {
    let four = |at: usize| [0, 1, 2, 3].map(|index| file.u8(at + index));
    Cipher::new(file.u8(2), Keys { mask: file.u8(3), or: four(8), xy: four(12) })
}

fn headers(file: Bytes<'_>) -> Vec<(String, String)> {
    let texts = TEXTS.into_iter().map(|(at, length, name)| {
        let length = usize::from(file.u8(at)).min(length);
        (name.to_owned(), chinese(file.field(at + 1, length)))
    });
    texts.filter(|(_, value)| !value.is_empty()).collect()
}

fn setup(file: Bytes<'_>, cipher: &Cipher) -> Setup {
    let mut squares = [u8::MAX; 32];
    for place in 0..32 {
        squares[cipher.slot(place)] = file.u8(0x10 + place).wrapping_sub(cipher.square);
    }
    let mut setup = Setup::empty();
    for (piece, square) in slots().zip(squares) {
        if let Some(square) = point(square) {
            setup.board[square.index()] = Some(piece);
        }
    }
    setup
}

/// File times ten plus rank.
fn point(byte: u8) -> Option<Square> {
    (byte < 90).then(|| Square::new(usize::from(byte / 10), usize::from(byte % 10)))?
}

/// The plies of a file.
struct Body<'a> {
    file: Bytes<'a>,
    cipher: Cipher,
    at: usize,
}

impl Body<'_> {
    fn read(mut self, game: Game) -> Game {
        let mut grower = Grower::new(game);
        let mut root = true;
        while !grower.is_complete() {
            let place = Place::Byte(self.at);
            let Some([from, to, flags, _]) = self.four() else { break };
            let [continues, rival, has_comment] = self.cipher.flags(flags);
            let comment = if has_comment { self.comment(&mut grower) } else { Some(String::new()) };
            let (comment, cut) = (comment.as_deref().unwrap_or_default(), comment.is_none());
            if std::mem::take(&mut root) {
                grower.root(comment, continues);
            } else {
                let from = point(from.wrapping_sub(24).wrapping_sub(self.cipher.from));
                let to = point(to.wrapping_sub(32).wrapping_sub(self.cipher.to));
                let ply = from.zip(to).filter(|(from, to)| from != to);
                let ply = ply.map(|(from, to)| Ply::new(from, to));
                grower.take(Sprout { ply, continues, rival, comment, place });
            }
            if cut {
                break;
            }
        }
        grower.finish(Place::Byte(self.at.min(self.file.0.len())))
    }

    fn four(&mut self) -> Option<[u8; 4]> {
        let bytes = self.file.slice(self.at, 4)?;
        let plain = |index: usize| self.cipher.plain(bytes[index], self.at + index);
        let four = [plain(0), plain(1), plain(2), plain(3)];
        self.at += 4;
        Some(four)
    }

    /// A comment behind its length; none if that is more than the file has.
    fn comment(&mut self, grower: &mut Grower) -> Option<String> {
        let at = self.at;
        let length = self.four().map(u32::from_le_bytes);
        let length = length.map(|length| length.wrapping_sub(self.cipher.length) as usize);
        let Some(bytes) = length.and_then(|length| self.file.slice(self.at, length)) else {
            let left = self.file.0.len().saturating_sub(self.at);
            let message = match length {
                Some(length) => format!("a comment of {length} bytes where {left} are left"),
                None => "the file ends before the length of a comment".to_owned(),
            };
            grower.game_mut().report(Problem::new(
                ProblemCode::Truncated,
                Place::Byte(at),
                message,
            ));
            self.at = self.file.0.len();
            return None;
        };
        let plain = bytes.iter().enumerate();
        let plain: Vec<u8> =
            plain.map(|(index, &byte)| self.cipher.plain(byte, self.at + index)).collect();
        self.at += bytes.len();
        Some(chinese(&plain))
    }
}
