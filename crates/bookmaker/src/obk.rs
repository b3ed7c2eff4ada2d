//! Books as `.obk` files, and back.
//!
//! An `.obk` file is a SQLite file with the table `bhobk` (others call it `pfBook`): for
//! each move of a position its key, the move, a score and counts. Positions are known by
//! their keys only, so a file can be read only with the numbers its keys are made of, by
//! going through it from the start. Those numbers belong to the programs that write such
//! files and are not ours to give away: [`Keys::read`] takes them from a text. Without
//! one our own numbers are used, which other programs do not know.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use book::{BookFile, Counts, Header, Table};
use game::{GameKind, Side, splitmix64};
use records::fold::Folded;
use records::{Board, Played};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, params};
use xiangqi::{Piece, Ply, Position, Square};

use crate::{MakeError, games, walk};

/// The numbers that keys are made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Of each piece on each point, by their indices.
    pieces: [[u64; 90]; 14],
    /// Who is to move when this number is in a key.
    turn: (Side, u64),
}

/// A text that has no numbers of keys.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeysError {
    /// A word that belongs nowhere.
    #[error(
        "'{0}': expected `turn red NUMBER`, `turn black NUMBER`, or a piece of \
        KABNRCPkabnrcp with its 90 numbers"
    )]
    Word(String),
    /// Numbers are missing.
    #[error("{0} is missing")]
    Missing(String),
}

/// The seed of our own numbers. They stand in files: they never change.
const SEED: u64 = 0x6f62_6b20_6b65_7973;

impl Keys {
    /// Our own numbers.
    pub fn own() -> Keys {
        let number = |piece: usize, point: usize| splitmix64(SEED + (piece * 90 + point) as u64);
        let row = |piece: usize| std::array::from_fn(|point| number(piece, point));
        Keys { pieces: std::array::from_fn(row), turn: (Side::Red, splitmix64(SEED + 14 * 90)) }
    }

    /// The numbers of a text: `turn red NUMBER` (or black), and for each piece its letter
    /// as a FEN has it and 90 numbers, point by point as a FEN has them, from a9 to i0.
    /// Numbers are decimal, or hexadecimal with `0x`; commas are blanks.
    ///
    /// # Errors
    /// Says what is wrong or missing.
    pub fn read(text: &str) -> Result<Keys, KeysError> {
        let mut words = text.split([' ', '\t', '\r', '\n', ',']).filter(|word| !word.is_empty());
        let (mut pieces, mut turn) = ([None; 14], None);
        while let Some(word) = words.next() {
            if word == "turn" {
                let side = match words.next() {
                    Some("red") => Side::Red,
                    Some("black") => Side::Black,
                    other => return Err(KeysError::Word(other.unwrap_or_default().to_owned())),
                };
                turn = Some((side, number(words.next(), "the number of who is to move")?));
                continue;
            }
            let piece =
                piece_of(word).ok_or_else(|| KeysError::Word(word.chars().take(40).collect()))?;
            let mut row = [0; 90];
            for place in 0..90 {
                let point = (9 - place / 9) * 9 + place % 9;
                row[point] = number(words.next(), &format!("number {} of {word}", place + 1))?;
            }
            pieces[piece.index()] = Some(row);
        }
        let missing = |what: &str| KeysError::Missing(what.to_owned());
        let mut rows = [[0; 90]; 14];
        for (index, (row, read)) in rows.iter_mut().zip(pieces).enumerate() {
            *row = read.ok_or_else(|| missing(&format!("piece {}", letter(index))))?;
        }
        Ok(Keys { pieces: rows, turn: turn.ok_or_else(|| missing("turn"))? })
    }

    /// The key of a position, or of its mirror image.
    pub fn key(&self, position: &Position, mirrored: bool) -> u64 {
        let mut key = if position.turn() == self.turn.0 { self.turn.1 } else { 0 };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let point = if mirrored { square.mirrored() } else { square };
                key ^= self.pieces[piece.index()][point.index()];
            }
        }
        key
    }
}

const LETTERS: &str = "KABNRCPkabnrcp";

/// The letter of a piece, by its index.
fn letter(index: usize) -> char {
    let is =
        |letter: &char| piece_of(&letter.to_string()).is_some_and(|piece| piece.index() == index);
    LETTERS.chars().find(is).unwrap_or('?')
}

fn piece_of(word: &str) -> Option<Piece> {
    let mut letters = word.chars();
    let letter = letters.next().filter(|letter| LETTERS.contains(*letter))?;
    if letters.next().is_some() {
        return None;
    }
    Piece::from_letter(letter)
}

fn number(word: Option<&str>, what: &str) -> Result<u64, KeysError> {
    let word = word.ok_or_else(|| KeysError::Missing(what.to_owned()))?;
    let read = match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => word.parse().ok().or_else(|| word.parse::<i64>().ok().map(|number| number as u64)),
    };
    read.ok_or_else(|| KeysError::Word(word.chars().take(40).collect()))
}

/// A point as `.obk` files number it: 16 to a row, from the top.
const fn point_number(square: Square) -> i64 {
    ((12 - square.rank()) * 16 + square.file() + 3) as i64
}

fn square_of(number: i64) -> Option<Square> {
    let (row, column) = (usize::try_from(number / 16).ok()?, usize::try_from(number % 16).ok()?);
    Square::new(column.checked_sub(3)?, 12_usize.checked_sub(row)?)
}

fn move_number(ply: Ply) -> i64 {
    point_number(ply.from()) << 8 | point_number(ply.to())
}

fn ply_of(number: i64, mirrored: bool) -> Option<Ply> {
    let (from, to) = (square_of(number >> 8)?, square_of(number & 255)?);
    let turn = |square: Square| if mirrored { square.mirrored() } else { square };
    (from != to).then(|| Ply::new(turn(from), turn(to)))
}

/// Such programs keep keys of 2⁶³ and more as the floating-point number with their bits.
fn key_value(key: u64) -> Value {
    match i64::try_from(key) {
        Ok(key) => Value::Integer(key),
        Err(_) if f64::from_bits(key).is_nan() => Value::Integer(key as i64),
        Err(_) => Value::Real(f64::from_bits(key)),
    }
}

/// Writes a book.
///
/// # Errors
/// If it is no book of xiangqi, or the file cannot be written.
pub fn write(file: &BookFile, keys: &Keys, path: &Path) -> Result<usize, MakeError> {
    file.expect_game(GameKind::Xiangqi)?;
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let beside = Path::new(&name);
    let _ = std::fs::remove_file(beside);
    let rows = write_rows(file, keys, beside);
    let rows = rows.and_then(|rows| {
        let moved = std::fs::rename(beside, path);
        moved.map_err(|error| MakeError::File { path: path.to_owned(), error }).map(|()| rows)
    });
    if rows.is_err() {
        let _ = std::fs::remove_file(beside);
    }
    rows
}

fn write_rows(file: &BookFile, keys: &Keys, path: &Path) -> Result<usize, MakeError> {
    let foreign = |error: rusqlite::Error| foreign(path, &error.to_string());
    let mut connection = Connection::open(path).map_err(foreign)?;
    let transaction = connection.transaction().map_err(foreign)?;
    let create = "CREATE TABLE bhobk (id INTEGER PRIMARY KEY AUTOINCREMENT, vkey, vmove INTEGER, \
         vscore INTEGER, vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, \
         vindex INTEGER); CREATE INDEX bhobk_vkey ON bhobk (vkey);";
    transaction.execute_batch(create).map_err(foreign)?;
    let insert = "INSERT INTO bhobk (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, NULL, 0)";
    let mut rows = 0;
    walk::each(file, u32::MAX, &mut |stop| {
        let Board::Xiangqi(position) = &stop.board else { return Ok(()) };
        let key = key_value(keys.key(position, false));
        for (played, entry) in &stop.moves {
            let Played::Xiangqi(ply) = *played else { continue };
            let Counts { wins, draws, losses } = entry.counts;
            let score = match (entry.marks.search, entry.counts.games()) {
                (true, 0) => i64::from(entry.score),
                _ => (1_000.0 * entry.counts.lower()) as i64,
            };
            let row = params![key, move_number(ply), score, wins, draws, losses];
            let mut statement = transaction.prepare_cached(insert).map_err(foreign)?;
            statement.execute(row).map_err(foreign)?;
            rows += 1;
        }
        Ok(())
    })?;
    transaction.commit().map_err(foreign)?;
    Ok(rows)
}

/// A row of a file.
struct Row {
    ply: i64,
    score: i64,
    counts: Counts,
}

/// Reads a book, as far as it is reached from the start.
///
/// # Errors
/// If it is no such file, or nothing in it is reached: its keys are made of other
/// numbers.
pub fn read(path: &Path, keys: &Keys, rules: &str) -> Result<Table, MakeError> {
    let rows = read_rows(path)?;
    let mut table = Table::new(Header::new(GameKind::Xiangqi, rules));
    let unknown = table.header.maker("unknown");
    let mut seen = HashSet::new();
    let mut waiting = vec![games::start(GameKind::Xiangqi)?];
    while let Some(board) = waiting.pop() {
        let folded = Folded::of(&board);
        let Board::Xiangqi(position) = &board else { continue };
        if !seen.insert(folded.key) {
            continue;
        }
        for mirrored in [false, true] {
            for row in rows.get(&keys.key(position, mirrored)).into_iter().flatten() {
                let Some(ply) = ply_of(row.ply, mirrored) else { continue };
                if !position.is_legal_ply(ply) {
                    continue;
                }
                let played = Played::Xiangqi(ply);
                let entry = table.at(&folded, played);
                if row.counts.games() > 0 {
                    entry.marks.record = true;
                    entry.counts = row.counts;
                } else {
                    (entry.marks.search, entry.marks.chosen) = (true, true);
                    entry.marks.maker = unknown;
                    entry.score = row.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
                waiting.push(games::after(&board, played)?);
            }
        }
    }
    if table.is_empty() {
        let what = "no position of it is reached from the start: its keys are made of other \
                    numbers; name them with --keys";
        return Err(foreign(path, what));
    }
    Ok(table)
}

fn read_rows(path: &Path) -> Result<HashMap<u64, Vec<Row>>, MakeError> {
    let wrong = |error: rusqlite::Error| foreign(path, &format!("not an .obk file: {error}"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
    let find = "SELECT name FROM sqlite_master WHERE type = 'table' \
                AND lower(name) IN ('bhobk', 'pfbook')";
    let name: String = connection.query_row(find, [], |row| row.get(0)).map_err(wrong)?;
    let all =
        format!("SELECT vkey, vmove, vscore, vwin, vdraw, vlost FROM {name} WHERE vvalid = 1");
    let mut statement = connection.prepare(&all).map_err(wrong)?;
    let mut rows: HashMap<u64, Vec<Row>> = HashMap::new();
    let mut found = statement.query([]).map_err(wrong)?;
    while let Some(row) = found.next().map_err(wrong)? {
        let key = match row.get_ref(0).map_err(wrong)? {
            ValueRef::Integer(key) => key as u64,
            ValueRef::Real(key) => key.to_bits(),
            _ => continue,
        };
        let number =
            |column: usize| row.get::<_, Option<i64>>(column).map(Option::unwrap_or_default);
        let count = |column: usize| number(column).map(|count| count.clamp(0, 1 << 24) as u32);
        let read = || -> rusqlite::Result<Row> {
            let counts = Counts { wins: count(3)?, draws: count(4)?, losses: count(5)? };
            Ok(Row { ply: number(1)?, score: number(2)?, counts })
        };
        rows.entry(key).or_default().push(read().map_err(wrong)?);
    }
    Ok(rows)
}

fn foreign(path: &Path, what: &str) -> MakeError {
    MakeError::Foreign { path: path.to_owned(), what: what.to_owned() }
}
