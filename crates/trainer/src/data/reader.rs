//! Reading: which blocks a file has, and what is in them.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use network::Inputs;
use network::checksum::crc32;

use super::block::{CHECKSUM, HEADER, Header, MAGIC, VERSION};
use super::record::Record;
use super::{Damage, DamageKind, DataError};

/// Where a block is, and what its header says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    /// Where it begins.
    pub offset: u64,
    /// How many records it has.
    pub count: u32,
    /// What stands for the engine that labelled them.
    pub fingerprint: u64,
}

/// An open file of records. Only headers are read when it is opened; damage that
/// headers show is listed, and the blocks around it can be read.
pub struct DataFile<R: Record> {
    path: PathBuf,
    file: File,
    length: u64,
    blocks: Vec<BlockPlace>,
    damage: Vec<Damage>,
    record: PhantomData<R>,
}

impl<R: Record> DataFile<R> {
    /// Opens a file and finds its blocks.
    ///
    /// # Errors
    /// If it cannot be read, or has blocks of the other game or another version.
    pub fn open(path: &Path) -> Result<DataFile<R>, DataError> {
        let failed = |error| DataError::file(path, error);
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let (blocks, damage) = (Vec::new(), Vec::new());
        let path = path.to_owned();
        let mut data = DataFile { path, file, length, blocks, damage, record: PhantomData };
        data.find_blocks()?;
        Ok(data)
    }

    /// Its blocks.
    pub fn blocks(&self) -> &[BlockPlace] {
        &self.blocks
    }

    /// What is wrong with it, as far as headers show.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Where a block ends.
    pub fn end_of(block: &BlockPlace) -> u64 {
        block.offset + (HEADER + CHECKSUM) as u64 + block.count as u64 * R::SIZE as u64
    }

    /// Its length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// How many records its blocks promise.
    pub fn records(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.count)).sum()
    }

    /// Reads a block's records and adds them to a list.
    ///
    /// # Errors
    /// Says how the block is damaged; the list is then as before.
    pub fn read(&mut self, block: BlockPlace, into: &mut Vec<R>) -> Result<(), Damage> {
        let before = into.len();
        self.read_records(block, into).map_err(|kind| {
            into.truncate(before);
            Damage { path: self.path.clone(), offset: block.offset, kind }
        })
    }

    fn read_records(&mut self, block: BlockPlace, into: &mut Vec<R>) -> Result<(), DamageKind> {
        let mut bytes = vec![0; block.count as usize * R::SIZE + CHECKSUM];
        self.read_at(block.offset + HEADER as u64, &mut bytes)
            .map_err(|error| DamageKind::Unreadable(error.to_string()))?;
        let (records, stored) = bytes.split_at(bytes.len() - CHECKSUM);
        let stored = stored.try_into().map_or(0, u32::from_le_bytes);
        let computed = crc32(records);
        if stored != computed {
            return Err(DamageKind::Checksum { positions: block.count, stored, computed });
        }
        for (index, bytes) in records.chunks_exact(R::SIZE).enumerate() {
            into.push(R::read(bytes).map_err(|fault| DamageKind::Record { index, fault })?);
        }
        Ok(())
    }

    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(bytes)
    }

    fn find_blocks(&mut self) -> Result<(), DataError> {
        let mut offset = 0;
        while offset < self.length {
            let left = self.length - offset;
            match self.header_at(offset)? {
                Some(header) if header.length() <= left => {
                    let Header { count, fingerprint, .. } = header;
                    self.blocks.push(BlockPlace { offset, count, fingerprint });
                    offset += header.length();
                }
                // Unless whole blocks follow, this one was being written.
                Some(_) => offset = self.skip(offset, DamageKind::Torn { bytes: left })?,
                None if left < HEADER as u64 => {
                    offset = self.skip(offset, DamageKind::Torn { bytes: left })?;
                }
                None => offset = self.skip(offset, DamageKind::Garbage { bytes: left })?,
            }
        }
        Ok(())
    }

    /// The header at a place, if there is one.
    fn header_at(&mut self, offset: u64) -> Result<Option<Header>, DataError> {
        let mut bytes = [0; HEADER];
        if self.length - offset < HEADER as u64 {
            return Ok(None);
        }
        self.read_at(offset, &mut bytes).map_err(|error| DataError::file(&self.path, error))?;
        let Some(header) = Header::read(&bytes) else { return Ok(None) };
        if header.version != VERSION {
            return Err(DataError::Version { path: self.path.clone(), found: header.version });
        }
        match header.game() {
            Some(found) if found != R::Inputs::GAME => {
                Err(DataError::Game { path: self.path.clone(), found, expected: R::Inputs::GAME })
            }
            game => Ok(game.map(|_| header).filter(|header| usize::from(header.size) == R::SIZE)),
        }
    }

    /// Notes damage that begins at a place; where the next block begins.
    fn skip(&mut self, offset: u64, at_end: DamageKind) -> Result<u64, DataError> {
        let next = self.next_header(offset + 1)?;
        let kind = match next {
            Some(next) => DamageKind::Garbage { bytes: next - offset },
            None => at_end,
        };
        self.damage.push(Damage { path: self.path.clone(), offset, kind });
        Ok(next.unwrap_or(self.length))
    }

    /// The next place that looks like a block.
    fn next_header(&mut self, mut from: u64) -> Result<Option<u64>, DataError> {
        const WINDOW: usize = 1 << 20;
        while from + HEADER as u64 <= self.length {
            let mut window = vec![0; WINDOW.min((self.length - from) as usize)];
            self.read_at(from, &mut window).map_err(|error| DataError::file(&self.path, error))?;
            let headers = (0..window.len()).filter(|&at| window[at..].starts_with(MAGIC));
            for at in headers {
                if self.header_at(from + at as u64)?.is_some() {
                    return Ok(Some(from + at as u64));
                }
            }
            // The windows overlap, so that no beginning is cut in two.
            from += (window.len() - MAGIC.len() + 1) as u64;
        }
        Ok(None)
    }
}
