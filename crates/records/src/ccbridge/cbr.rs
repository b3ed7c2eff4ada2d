//! CBR: one game.

use game::Side;
use xiangqi::{Kind, Piece, Ply, Setup, Square};

use crate::annotations;
use crate::bytes::{Bytes, wide};
use crate::format::{Hint, Record};
use crate::grow::{Grower, Sprout};
use crate::model::{Game, GameKind, GameResult, NodeId, Played, Problem, ProblemCode, Start, Tree};
use crate::place::Place;

/// How every record begins, in a library too.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";
const BOARD: usize = 2120;
const BODY: usize = 2214;

/// The texts: where, how many bytes, and our name.
const TEXTS: [(usize, usize, &str); 19] = [
    (180, 128, "Title"),
    (308, 256, "Category"),
    (564, 64, "Source"),
    (628, 64, "EventClass"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (820, 32, "Group"),
    (852, 32, "Table"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1204, 64, "RedTime"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1428, 64, "BlackTime"),
    (1524, 64, "Referee"),
    (1652, 64, "Annotator"),
];

/// The flags of a ply.
const ENDS: u8 = 1;
const RIVAL: u8 = 2;
const COMMENT: u8 = 4;

/// Whether a file begins as CBR.
pub fn detects(bytes: &[u8], _: &Hint<'_>) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads the game of a file.
pub fn read(bytes: &[u8], _: &Hint<'_>) -> Record {
    let games = vec![game(Bytes(bytes), 0)];
    Record { format: "cbr", encoding: "UTF-16LE", games, problems: Vec::new() }
}

/// Reads a record that begins at `base` of its file.
pub(super) fn game(record: Bytes<'_>, base: usize) -> Game {
    let mut game = Game::new(Start::Xiangqi(setup(record)));
    game.place = Place::Byte(base);
    for (at, length, name) in TEXTS {
        let text = record.wide(at, length);
        if !text.is_empty() {
            game.headers.push((name.to_owned(), text));
        }
    }
    game.result = match record.u8(2076) {
        1 => GameResult::First,
        2 => GameResult::Second,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    if record.0.len() < BODY {
        let end = Place::Byte(base + record.0.len());
        game.start = Start::usual(GameKind::Xiangqi);
        let message = format!("a record that is not whole: expected {BODY} bytes and plies");
        game.report(Problem::new(ProblemCode::Start, end, message));
        return game;
    }
    Body { record, base, at: BODY }.read(game)
}

fn setup(record: Bytes<'_>) -> Setup {
    let mut setup = Setup::empty();
    for index in 0..90 {
        if let (Some(square), Some(piece)) = (point(index), piece(record.u8(BOARD + index))) {
            setup.board[square.index()] = Some(piece);
        }
    }
    if record.u8(2112) == 2 {
        setup.turn = Side::Black;
    }
    setup
}

/// The pieces in the order of their codes.
const KINDS: [Kind; 7] =
    [Kind::Rook, Kind::Horse, Kind::Elephant, Kind::Advisor, Kind::King, Kind::Cannon, Kind::Pawn];

fn piece(code: u8) -> Option<Piece> {
    let side = match code >> 4 {
        1 => Side::Red,
        2 => Side::Black,
        _ => return None,
    };
    let kind = *KINDS.get(usize::from(code & 15).checked_sub(1)?)?;
    Some(Piece::new(side, kind))
}

fn code(piece: Piece) -> u8 {
    let side = if piece.side() == Side::Red { 0x10 } else { 0x20 };
    let kind = KINDS.iter().position(|&kind| kind == piece.kind()).unwrap_or(0);
    side + kind as u8 + 1
}

/// Points are counted from black's left back corner as red sees it, row by row.
fn point(index: usize) -> Option<Square> {
    Square::new(index % 9, 9usize.checked_sub(index / 9)?)
}

fn index(square: Square) -> u8 {
    ((9 - square.rank()) * 9 + square.file()) as u8
}

/// The plies of a record.
struct Body<'a> {
    record: Bytes<'a>,
    base: usize,
    at: usize,
}

impl Body<'_> {
    fn read(mut self, game: Game) -> Game {
        let mut grower = Grower::new(game);
        let mut root = true;
        while !grower.is_complete() {
            let place = Place::Byte(self.base + self.at);
            let Some(&[flags, _, from, to]) = self.record.slice(self.at, 4) else { break };
            self.at += 4;
            let comment =
                if flags & COMMENT == 0 { Some(String::new()) } else { self.comment(&mut grower) };
            let (comment, cut) = (comment.as_deref().unwrap_or_default(), comment.is_none());
            let continues = flags & ENDS == 0;
            if std::mem::take(&mut root) {
                grower.root(comment, continues);
            } else {
                let ply = point(from.into()).zip(point(to.into())).filter(|(from, to)| from != to);
                let ply = ply.map(|(from, to)| Ply::new(from, to));
                let rival = flags & RIVAL != 0;
                grower.take(Sprout { ply, continues, rival, comment, place });
            }
            if cut {
                break;
            }
        }
        grower.finish(Place::Byte(self.base + self.at.min(self.record.0.len())))
    }

    /// A comment behind its length; none if that is more than the record has.
    fn comment(&mut self, grower: &mut Grower) -> Option<String> {
        let length = self.record.u32(self.at);
        let text = self.at + 4;
        let bytes = usize::try_from(length).ok().and_then(|length| self.record.slice(text, length));
        let Some(bytes) = bytes else {
            let left = self.record.0.len().saturating_sub(text);
            let message = format!("a comment of {length} bytes where {left} are left");
            let place = Place::Byte(self.base + self.at);
            grower.game_mut().report(Problem::new(ProblemCode::Truncated, place, message));
            self.at = self.record.0.len();
            return None;
        };
        self.at = text + bytes.len();
        Some(wide(bytes))
    }
}

/// Writes a game; `None` for dark chess. Headers without a place of their own and
/// what does not fit is left out; scores, clocks and marks go into the comments.
pub fn write(game: &Game) -> Option<Vec<u8>> {
    let Start::Xiangqi(setup) = &game.start else { return None };
    let mut file = vec![0; BODY];
    file[..16].copy_from_slice(MAGIC);
    (file[16], file[19]) = (1, 2);
    for (at, length, name) in TEXTS {
        let text = fitting(game.header(name).unwrap_or_default(), length - 2);
        file[at..at + text.len()].copy_from_slice(&text);
    }
    file[2040] = if game.start.is_usual() { 0 } else { 2 };
    file[2076] = match game.result {
        GameResult::Unknown => 0,
        GameResult::First => 1,
        GameResult::Second => 2,
        GameResult::Draw => 3,
    };
    file[2112] = if setup.turn == Side::Red { 1 } else { 2 };
    file[2116..2118].copy_from_slice(&1u16.to_le_bytes());
    for square in Square::all() {
        if let Some(piece) = setup.board[square.index()] {
            file[BOARD + usize::from(index(square))] = code(piece);
        }
    }
    write_node(&mut file, game, Tree::ROOT, [0, 0]);
    for id in game.tree.in_order() {
        if let Some(Played::Xiangqi(ply)) = game.tree.node(id).played {
            write_node(&mut file, game, id, [index(ply.from()), index(ply.to())]);
        }
    }
    Some(file)
}

fn write_node(file: &mut Vec<u8>, game: &Game, id: NodeId, [from, to]: [u8; 2]) {
    let tree = &game.tree;
    let comment = annotations::everything(tree.node(id).remarks(), GameKind::Xiangqi);
    let flag = |flag: u8, is: bool| if is { flag } else { 0 };
    let flags = flag(ENDS, tree.first_child(id).is_none())
        | flag(RIVAL, tree.next_sibling(id).is_some())
        | flag(COMMENT, !comment.is_empty());
    file.extend([flags, 0, from, to]);
    if !comment.is_empty() {
        let comment = utf16(&comment.replace('\n', "\r\n"));
        file.extend((comment.len() as u32).to_le_bytes());
        file.extend(comment);
    }
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// As many whole characters as fit into so many bytes.
fn fitting(text: &str, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for symbol in text.chars().take(length) {
        if bytes.len() + symbol.len_utf16() * 2 > length {
            break;
        }
        bytes.extend(utf16(symbol.encode_utf8(&mut [0; 4])));
    }
    bytes
}
