//! Table files: written as a whole, read a block at a time.

use std::io::Write;
use std::path::Path;

use game::Side;

use crate::checksum::crc32;
use crate::error::TableError;
use crate::header::{BLOCK, Figures, Header};
use crate::level::{ILLEGAL, INVALID, Level};
use crate::solve::Levels;
use crate::source::Source;

/// How hard blocks are packed.
const PACKING: i32 = 9;

/// Which distance is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// To the next capture or the end.
    Conversion,
    /// To the end.
    End,
    /// To where the board decides what the law has won.
    Way,
}

/// A table file whose head has been read.
pub struct TableFile {
    header: Header,
    source: Box<dyn Source>,
    /// Where each block begins, and its checksum; one place more for the end.
    blocks: Vec<(u64, u32)>,
}

/// Entries that are no position get the level before them: nobody asks for them, and
/// they pack better.
fn without_broken(levels: &[Level]) -> Vec<Level> {
    let mut last = 0;
    let fill = |&level: &Level| {
        if !matches!(level, ILLEGAL | INVALID) {
            last = level;
        }
        last
    };
    levels.iter().map(fill).collect()
}

fn packed(levels: &[Level]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(&without_broken(levels), PACKING)
}

/// The bytes of a table file.
///
/// # Errors
/// If a block cannot be packed.
pub fn to_bytes(
    mut header: Header,
    conversion: &Levels,
    end: Option<&Levels>,
    ways: Option<&Levels>,
) -> Result<Vec<u8>, TableError> {
    header.has_end = end.is_some();
    header.has_ways = ways.is_some();
    let more = end.into_iter().chain(ways).flatten();
    let planes: Vec<&Vec<Level>> = conversion.iter().chain(more).collect();
    header.figures = planes.iter().map(|plane| Figures::of(plane, header.limit)).collect();
    let mut blocks = Vec::new();
    let mut body = Vec::new();
    for plane in planes {
        for block in plane.chunks(BLOCK) {
            let packed = packed(block).map_err(TableError::io("cannot pack a block"))?;
            blocks.push((packed.len() as u32, crc32(&packed)));
            body.extend(packed);
        }
    }
    let mut bytes = header.to_bytes(&blocks);
    bytes.extend(body);
    Ok(bytes)
}

/// Writes a file as a whole: under another name first, so that a half-written table is
/// never found.
///
/// # Errors
/// If the disk is full, or the folder cannot be written to; nothing is left behind.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let part = path.with_extension("part");
    let written = std::fs::File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let placed = written.and_then(|()| std::fs::rename(&part, path));
    placed.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        TableError::Io { what: format!("cannot write {}", path.display()), error }
    })
}

impl TableFile {
    /// Reads the head of a table.
    ///
    /// # Errors
    /// If it is no table, of another version, damaged or cut short.
    pub fn open(source: Box<dyn Source>) -> Result<TableFile, TableError> {
        let read = || TableError::io("cannot read a table");
        let found = source.length().map_err(read())?;
        let mut start = [0; Header::LEAST];
        if found < start.len() as u64 {
            return Err(TableError::Truncated { found, expected: start.len() as u64 });
        }
        source.read_at(0, &mut start).map_err(read())?;
        let length = Header::length_from(&start)?;
        if found < length as u64 {
            return Err(TableError::Truncated { found, expected: length as u64 });
        }
        let mut head = vec![0; length];
        source.read_at(0, &mut head).map_err(read())?;
        let (header, lengths) = Header::from_bytes(&head)?;
        let mut place = length as u64;
        let mut blocks = Vec::with_capacity(lengths.len() + 1);
        for (length, checksum) in lengths {
            blocks.push((place, checksum));
            place += u64::from(length);
        }
        if found != place {
            return Err(TableError::Truncated { found, expected: place });
        }
        blocks.push((place, 0));
        Ok(TableFile { header, source, blocks })
    }

    /// What the file says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.blocks.last().map_or(0, |last| last.0)
    }

    /// The plane of a distance; `None` if the file does not have it.
    pub fn plane(&self, distance: Distance, side: Side) -> Option<usize> {
        match distance {
            Distance::Conversion => Some(side.index()),
            Distance::End => self.header.has_end.then_some(2 + side.index()),
            Distance::Way => {
                let before = 2 + 2 * usize::from(self.header.has_end);
                self.header.has_ways.then_some(before + side.index())
            }
        }
    }

    /// The levels of a block of a plane.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn block(&self, plane: usize, block: usize) -> Result<Vec<Level>, TableError> {
        let number = plane * self.header.blocks() + block;
        let (place, stored) = self.blocks[number];
        let mut packed = vec![0; (self.blocks[number + 1].0 - place) as usize];
        let what = "cannot read a block of a table";
        self.source.read_at(place, &mut packed).map_err(TableError::io(what))?;
        let computed = crc32(&packed);
        if computed != stored {
            return Err(TableError::Block { block: number, stored, computed });
        }
        let expected = BLOCK.min(self.header.size as usize - block * BLOCK);
        let levels = zstd::bulk::decompress(&packed, expected);
        let levels = levels.map_err(|_| TableError::Unpack(number))?;
        if levels.len() == expected { Ok(levels) } else { Err(TableError::Unpack(number)) }
    }

    /// A whole plane.
    ///
    /// # Errors
    /// If a block cannot be read, or is damaged.
    pub fn read_plane(&self, plane: usize) -> Result<Vec<Level>, TableError> {
        let mut levels = Vec::with_capacity(self.header.size as usize);
        for block in 0..self.header.blocks() {
            levels.extend(self.block(plane, block)?);
        }
        Ok(levels)
    }

    /// The levels of both sides to move.
    ///
    /// # Errors
    /// If the file does not have the distance, or a block is damaged.
    pub fn read(&self, distance: Distance) -> Result<Levels, TableError> {
        let plane = |side| {
            let plane = self.plane(distance, side);
            plane.ok_or(TableError::Header("a distance that was asked for is not in it"))
        };
        let [red, black] = [plane(Side::Red)?, plane(Side::Black)?];
        Ok([self.read_plane(red)?, self.read_plane(black)?])
    }
}
