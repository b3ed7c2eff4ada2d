//! The writer of XQF.

use encoding_rs::GB18030;
use xiangqi::Square;

use super::cipher::{Cipher, Keys};
use super::{BODY, TEXTS, slots};
use crate::annotations;
use crate::model::{Game, GameKind, GameResult, NodeId, Played, Start, Tree};

/// Writes a game as version 10, which every program reads; `None` for dark chess.
///
/// Headers without a place of their own and what does not fit is left out; scores,
/// clocks and marks go into the comments.
pub fn write(game: &Game) -> Option<Vec<u8>> {
    write_encrypted(game, 10, Keys::default())
}

/// Writes a game as another version with these keys.
pub fn write_encrypted(game: &Game, version: u8, keys: Keys) -> Option<Vec<u8>> {
    let Start::Xiangqi(setup) = &game.start else { return None };
    let cipher = Cipher::new(version, keys);
    let mut file = vec![0; BODY];
    file[..2].copy_from_slice(b"XQ");
    (file[2], file[3]) = (version, keys.mask);
    file[8..12].copy_from_slice(&keys.or);
    file[12..16].copy_from_slice(&keys.xy);
    let squares = squares(setup);
    for place in 0..32 {
        file[0x10 + place] = squares[cipher.slot(place)].wrapping_add(cipher.square);
    }
    file[0x33] = match game.result {
        GameResult::Unknown => 0,
        GameResult::First => 1,
        GameResult::Second => 2,
        GameResult::Draw => 3,
    };
    file[0x40] = if game.start.is_usual() { 0 } else { 2 };
    for (at, length, name) in TEXTS {
        let text = fitting(game.header(name).unwrap_or_default(), length);
        file[at] = text.len() as u8;
        file[at + 1..=at + text.len()].copy_from_slice(&text);
    }
    let mut body = Body { file, cipher };
    body.write(game);
    Some(body.file)
}

/// Where the 32 pieces stand, 255 for those that do not.
fn squares(setup: &xiangqi::Setup) -> [u8; 32] {
    let mut free = setup.board;
    let mut squares = [u8::MAX; 32];
    for (piece, square) in slots().zip(&mut squares) {
        if let Some(index) = free.iter().position(|&standing| standing == Some(piece)) {
            free[index] = None;
            *square = byte(Square::from_index(index));
        }
    }
    squares
}

fn byte(square: Square) -> u8 {
    (square.file() * 10 + square.rank()) as u8
}

/// As many whole characters as fit into so many bytes.
fn fitting(text: &str, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for symbol in text.chars().take(length) {
        let encoded = GB18030.encode(symbol.encode_utf8(&mut [0; 4])).0.into_owned();
        if bytes.len() + encoded.len() > length {
            break;
        }
        bytes.extend(encoded);
    }
    bytes
}

struct Body {
    file: Vec<u8>,
    cipher: Cipher,
}

impl Body {
    fn write(&mut self, game: &Game) {
        let tree = &game.tree;
        self.node(game, Tree::ROOT, [0, 0]);
        for id in tree.in_order() {
            let Some(Played::Xiangqi(ply)) = tree.node(id).played else { continue };
            self.node(game, id, [byte(ply.from()), byte(ply.to())]);
        }
    }

    fn node(&mut self, game: &Game, id: NodeId, [from, to]: [u8; 2]) {
        let tree = &game.tree;
        let comment = comment(game, id);
        let (continues, rival) = (tree.first_child(id).is_some(), tree.next_sibling(id).is_some());
        let flags = self.cipher.flag_byte(continues, rival, !comment.is_empty());
        let from = from.wrapping_add(24).wrapping_add(self.cipher.from);
        let to = to.wrapping_add(32).wrapping_add(self.cipher.to);
        self.push(&[from, to, flags, 0]);
        if self.cipher.flags(flags)[2] {
            let length = (comment.len() as u32).wrapping_add(self.cipher.length);
            self.push(&length.to_le_bytes());
            self.push(&comment);
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let hidden = self.cipher.hidden(byte, self.file.len());
            self.file.push(hidden);
        }
    }
}

/// Everything that is said about a ply: there is one place for it.
fn comment(game: &Game, id: NodeId) -> Vec<u8> {
    let text = annotations::everything(game.tree.node(id).remarks(), GameKind::Xiangqi);
    GB18030.encode(&text.replace('\n', "\r\n")).0.into_owned()
}
