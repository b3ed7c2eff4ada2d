//! The file of a book.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CHUHEBOK` |
//! | 2 | version, 1 |
//! | 2 | nought |
//! | 4 | length of the header |
//! | 8 | number of moves |
//! | 8 | checksum of everything after it |
//! | … | the header as JSON |
//! | 23 each | moves, in the order of their keys and plies ([`Entry`]) |
//!
//! Numbers have their greatest byte first. A file is read as a whole when it is opened,
//! and asked in memory: mapping it would need unsafe code, and reading it by place takes
//! longer than a question may.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use game::{GameKind, splitmix64};

use crate::entry::Entry;
use crate::error::BookError;
use crate::header::Header;

/// The usual end of a book's name.
pub const EXTENSION: &str = "book";
const MAGIC: &[u8; 8] = b"CHUHEBOK";
const VERSION: u16 = 1;
/// Bytes before the header.
const HEAD: usize = 32;

/// A book that was opened: whole, and with the checksum it was written with.
#[derive(Clone, Debug)]
pub struct BookFile {
    path: PathBuf,
    header: Header,
    moves: Vec<u8>,
}

/// One number that changes with every byte.
fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut sum = 0;
    for part in parts {
        for bytes in part.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            sum = splitmix64(sum ^ u64::from_be_bytes(word) ^ (bytes.len() as u64) << 59);
        }
    }
    sum
}

impl BookFile {
    /// Opens a book.
    ///
    /// # Errors
    /// If it cannot be read, is no book, is of another version, or is damaged.
    pub fn open(path: &Path) -> Result<BookFile, BookError> {
        let bytes = std::fs::read(path)
            .map_err(|error| BookError::File { path: path.to_owned(), error })?;
        BookFile::from_bytes(path, &bytes)
    }

    /// The book that some bytes are; `path` names it.
    ///
    /// # Errors
    /// If they are no book, of another version, or damaged.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<BookFile, BookError> {
        let path = path.to_owned();
        if bytes.len() < MAGIC.len() || &bytes[..8] != MAGIC {
            return Err(BookError::Magic { path });
        }
        let length = |expected: u64| BookError::Length {
            path: path.clone(),
            found: bytes.len() as u64,
            expected,
        };
        let Some(head) = bytes.first_chunk::<HEAD>() else { return Err(length(HEAD as u64)) };
        let number = |from: usize, to: usize| {
            head[from..to].iter().fold(0_u64, |all, &byte| all << 8 | u64::from(byte))
        };
        let found = number(8, 10) as u16;
        if found != VERSION {
            return Err(BookError::Version { path, found, expected: VERSION });
        }
        let (text, moves) = (number(12, 16), number(16, 24));
        let expected = moves.saturating_mul(Entry::BYTES as u64).saturating_add(text + HEAD as u64);
        if expected != bytes.len() as u64 {
            return Err(length(expected));
        }
        let (text, moves) = bytes[HEAD..].split_at(text as usize);
        let (found, expected) = (checksum([text, moves]), number(24, 32));
        if found != expected {
            return Err(BookError::Checksum { path, found, expected });
        }
        let header = serde_json::from_slice(text)
            .map_err(|error| BookError::Damaged { path: path.clone(), what: error.to_string() })?;
        Ok(BookFile { path, header, moves: moves.to_vec() })
    }

    /// Writes a book; what stood there before is replaced when everything is written, so
    /// that a kill or a full disk leaves it as it was. Entries come in their order.
    ///
    /// # Errors
    /// If it cannot be written: the disk may be full.
    pub fn write<'a>(
        path: &Path,
        header: &Header,
        entries: impl Iterator<Item = &'a Entry>,
    ) -> Result<u64, BookError> {
        let text = serde_json::to_vec(header).map_err(|error| BookError::Damaged {
            path: path.to_owned(),
            what: error.to_string(),
        })?;
        let moves: Vec<u8> = entries.flat_map(Entry::write).collect();
        let count = (moves.len() / Entry::BYTES) as u64;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_be_bytes());
        bytes.extend([0; 2]);
        bytes.extend((text.len() as u32).to_be_bytes());
        bytes.extend(count.to_be_bytes());
        bytes.extend(checksum([&text, &moves]).to_be_bytes());
        bytes.extend(text);
        bytes.extend(moves);
        let written = replace(path, &bytes);
        written.map_err(|error| BookError::File { path: path.to_owned(), error })?;
        Ok(bytes.len() as u64)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Sees that it is a book of a game.
    ///
    /// # Errors
    /// If it is not.
    pub fn expect_game(&self, expected: GameKind) -> Result<(), BookError> {
        let found = self.header.game;
        if found == expected {
            return Ok(());
        }
        Err(BookError::Game { path: self.path.clone(), found, expected })
    }

    /// Sees that it was made for some rules.
    ///
    /// # Errors
    /// If it was not.
    pub fn expect_rules(&self, rules: &str) -> Result<(), BookError> {
        let (found, expected) = (&self.header.rules, crate::header::preset(rules));
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (found.clone(), expected.to_owned());
        Err(BookError::Rules { path: self.path.clone(), found, expected })
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.moves.len() / Entry::BYTES
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Every move, in their order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.records().iter().map(Entry::read)
    }

    /// The moves of a position, by its whole key.
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let wanted = &Entry::short_key(key).to_be_bytes()[1..];
        let records = self.records();
        let first = records.partition_point(|record| &record[..7] < wanted);
        let same = records[first..].iter().take_while(|record| &record[..7] == wanted).count();
        records[first..first + same].iter().map(Entry::read)
    }

    fn records(&self) -> &[[u8; Entry::BYTES]] {
        self.moves.as_chunks().0
    }
}

/// Replaces a file as a whole.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let beside = PathBuf::from(name);
    let written = (|| {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        std::fs::rename(&beside, path)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
