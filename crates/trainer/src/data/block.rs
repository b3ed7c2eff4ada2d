//! The blocks files are made of; all numbers little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CHUHEPOS` |
//! | 2 | version |
//! | 1 | game: 0 xiangqi, 1 dark chess |
//! | 1 | bytes a record |
//! | 4 | number of records |
//! | 8 | what stands for the engine that labelled them |
//! | 4 | CRC-32 of the header so far |
//! | … | records |
//! | 4 | CRC-32 of the records |

use game::GameKind;
use network::Inputs;
use network::checksum::crc32;

use super::record::Record;

/// The version of blocks that are read and written.
pub const VERSION: u16 = 1;
/// How many records a block has, unless it is a file's last.
pub const BLOCK_RECORDS: usize = 4096;
pub(super) const MAGIC: &[u8; 8] = b"CHUHEPOS";
pub(super) const HEADER: usize = 28;
pub(super) const CHECKSUM: usize = 4;
/// No block is larger, whatever its header says.
const MOST_RECORDS: u32 = 1 << 16;

/// What stands before the records of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub version: u16,
    pub game: u8,
    pub size: u8,
    pub count: u32,
    pub fingerprint: u64,
}

impl Header {
    pub fn new<R: Record>(count: u32, fingerprint: u64) -> Header {
        let game = GameKind::ALL.iter().position(|&game| game == R::Inputs::GAME);
        let game = game.unwrap_or(0) as u8;
        Header { version: VERSION, game, size: R::SIZE as u8, count, fingerprint }
    }

    /// A header whose magic and checksum are right.
    pub fn read(bytes: &[u8]) -> Option<Header> {
        let bytes = bytes.first_chunk::<HEADER>()?;
        let (content, stored) = bytes.split_at(HEADER - 4);
        let right = content.starts_with(MAGIC) && crc32(content).to_le_bytes() == *stored;
        let count = u32::from_le_bytes(bytes[12..16].try_into().ok()?);
        right.then_some(())?;
        Some(Header {
            version: u16::from_le_bytes([bytes[8], bytes[9]]),
            game: bytes[10],
            size: bytes[11],
            count: count.min(MOST_RECORDS),
            fingerprint: u64::from_le_bytes(bytes[16..24].try_into().ok()?),
        })
    }

    /// The game it names.
    pub fn game(&self) -> Option<GameKind> {
        GameKind::ALL.get(usize::from(self.game)).copied()
    }

    /// The length of the whole block.
    pub fn length(&self) -> u64 {
        (HEADER + CHECKSUM) as u64 + u64::from(self.size) * u64::from(self.count)
    }

    /// The block of this header and some records.
    pub fn block(&self, records: &[u8]) -> Vec<u8> {
        let mut block = Vec::with_capacity(HEADER + records.len() + CHECKSUM);
        block.extend(MAGIC);
        block.extend(self.version.to_le_bytes());
        block.extend([self.game, self.size]);
        block.extend(self.count.to_le_bytes());
        block.extend(self.fingerprint.to_le_bytes());
        let checksum = crc32(&block);
        block.extend(checksum.to_le_bytes());
        block.extend(records);
        block.extend(crc32(records).to_le_bytes());
        block
    }
}
