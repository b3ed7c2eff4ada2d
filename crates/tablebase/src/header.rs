//! The head of a table file: what it holds, for which rules, and where its blocks are.

use game::GameKind;

use crate::checksum::crc32;
use crate::error::TableError;
use crate::level::{ILLEGAL, INVALID, Level, RULE_LOSS, RULE_WIN, is_loss, is_win};
use crate::solve::Levels;

pub(crate) const MAGIC: &[u8; 8] = b"CHUHETAB";
/// The version of the format and of what the levels mean. Version 1 had no ways.
pub const VERSION: u16 = 2;
/// The oldest version that is read.
const OLDEST: u16 = 1;
/// Entries of a block.
pub const BLOCK: usize = 1 << 14;
/// Bytes before the name.
const FIXED: usize = 8 + 2 + 1 + 1 + 1 + 2 + 4 + 8 + 4 + 1;
/// Bytes of the figures of one plane.
const FIGURES: usize = 6 * 8 + 1 + 4;

/// What every table file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Which game.
    pub game: GameKind,
    /// The class.
    pub name: String,
    /// Whether checking for ever loses.
    pub perpetual_check: bool,
    /// The limit of plies without a capture that conversions keep to.
    pub limit: u16,
    /// Whether distances to the end follow those to conversion.
    pub has_end: bool,
    /// Whether the ways to wins by the law follow after that.
    pub has_ways: bool,
    /// Indices per side to move.
    pub size: u64,
    /// Milliseconds it took to build.
    pub built_in: u32,
    /// Figures of each plane: conversion for red and black to move, then the same to
    /// the end, then the ways.
    pub figures: Vec<Figures>,
}

/// What is in a plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Positions won for the side to move, by the law or not.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// Won or lost positions that the law decides.
    pub by_rule: u64,
    /// Entries that are no legal position.
    pub broken: u64,
    /// An index with the longest win or loss.
    pub longest_index: u64,
    /// The longest distance in plies.
    pub longest: u8,
    /// Positions decided beyond the limit.
    pub cursed: u32,
}

impl Figures {
    /// The figures of one side's levels.
    pub fn of(levels: &[Level], limit: u16) -> Figures {
        let mut counts = [0u64; 256];
        for &level in levels {
            counts[usize::from(level)] += 1;
        }
        let sum = |wanted: &dyn Fn(u8) -> bool| -> u64 {
            (0..=255).filter(|&level| wanted(level)).map(|level| counts[usize::from(level)]).sum()
        };
        let longest = (3..RULE_WIN).rev().find(|&level| counts[usize::from(level)] > 0);
        let index = longest.and_then(|longest| levels.iter().position(|&level| level == longest));
        Figures {
            wins: sum(&|level| is_win(level) && level != ILLEGAL),
            draws: counts[0],
            losses: sum(&is_loss),
            by_rule: counts[usize::from(RULE_WIN)] + counts[usize::from(RULE_LOSS)],
            broken: counts[usize::from(INVALID)] + counts[usize::from(ILLEGAL)],
            longest_index: index.unwrap_or(0) as u64,
            longest: longest.map_or(0, |level| level - 2),
            cursed: sum(&|level| level < RULE_WIN && u16::from(level) > limit + 2) as u32,
        }
    }

    /// Figures of every plane of levels.
    pub fn of_all(levels: &Levels, limit: u16) -> impl Iterator<Item = Figures> {
        levels.iter().map(move |side| Figures::of(side, limit))
    }
}

impl Header {
    /// Planes of the file: two for each kind of distance.
    pub const fn planes(&self) -> usize {
        2 + 2 * self.has_end as usize + 2 * self.has_ways as usize
    }

    /// Blocks of each plane.
    pub const fn blocks(&self) -> usize {
        (self.size as usize).div_ceil(BLOCK)
    }

    /// The rules as a text.
    pub fn rules(&self) -> String {
        let law = if self.perpetual_check { "perpetual check loses" } else { "no law" };
        format!("{law}, limit {} plies", self.limit)
    }

    /// Bytes of the head, with the list of blocks.
    pub(crate) fn length(&self) -> usize {
        FIXED + self.name.len() + self.planes() * (FIGURES + self.blocks() * 8) + 4
    }

    /// The head with the lengths and checksums of every block, plane by plane.
    pub(crate) fn to_bytes(&self, blocks: &[(u32, u32)]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.length());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(u8::from(self.game == GameKind::Banqi));
        bytes.push(u8::from(self.perpetual_check));
        bytes.push(u8::from(self.has_end) + 2 * u8::from(self.has_ways));
        bytes.extend(self.limit.to_le_bytes());
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(self.built_in.to_le_bytes());
        bytes.push(self.name.len() as u8);
        bytes.extend(self.name.as_bytes());
        for figures in &self.figures {
            let f = figures;
            for number in [f.wins, f.draws, f.losses, f.by_rule, f.broken, f.longest_index] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.push(f.longest);
            bytes.extend(f.cursed.to_le_bytes());
        }
        for (length, checksum) in blocks {
            bytes.extend(length.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// How long the head is, from its first bytes (at least [`Header::LEAST`]).
    pub(crate) fn length_from(start: &[u8; Header::LEAST]) -> Result<usize, TableError> {
        let mut reader = Reader { bytes: start };
        let header = Header::fixed(&mut reader)?;
        let name = start[FIXED - 1];
        Ok(header.length() + usize::from(name))
    }

    /// Bytes that tell the head's length.
    pub(crate) const LEAST: usize = FIXED;

    fn fixed(reader: &mut Reader<'_>) -> Result<Header, TableError> {
        if reader.take::<8>()? != *MAGIC {
            return Err(TableError::Magic);
        }
        let found = u16::from_le_bytes(reader.take()?);
        if !(OLDEST..=VERSION).contains(&found) {
            return Err(TableError::Version { found, expected: VERSION });
        }
        let [game, law, planes] = reader.take()?;
        if planes > 3 || found == 1 && planes > 1 {
            return Err(TableError::Header("planes of an unknown kind"));
        }
        let limit = u16::from_le_bytes(reader.take()?);
        if u32::from_le_bytes(reader.take()?) != BLOCK as u32 {
            return Err(TableError::Header("blocks of an unknown size"));
        }
        let size = u64::from_le_bytes(reader.take()?);
        if size == 0 || size > u64::from(u32::MAX) {
            return Err(TableError::Header("an impossible number of entries"));
        }
        let built_in = u32::from_le_bytes(reader.take()?);
        let flag = |byte| match byte {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(TableError::Header("a flag that is neither 0 nor 1")),
        };
        Ok(Header {
            game: if flag(game)? { GameKind::Banqi } else { GameKind::Xiangqi },
            name: String::new(),
            perpetual_check: flag(law)?,
            limit,
            has_end: planes & 1 != 0,
            has_ways: planes & 2 != 0,
            size,
            built_in,
            figures: Vec::new(),
        })
    }

    /// Reads a whole head: what it says, and lengths and checksums of the blocks.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<(Header, Vec<(u32, u32)>), TableError> {
        let (body, stored) =
            bytes.split_last_chunk::<4>().ok_or(TableError::Header("too short"))?;
        let mut reader = Reader { bytes: body };
        let mut header = Header::fixed(&mut reader)?;
        if crc32(body) != u32::from_le_bytes(*stored) {
            return Err(TableError::Header("the head's checksum is wrong"));
        }
        let [length] = reader.take()?;
        let name = reader.slice(usize::from(length))?;
        let name =
            std::str::from_utf8(name).map_err(|_| TableError::Header("a name of no text"))?;
        name.clone_into(&mut header.name);
        for _ in 0..header.planes() {
            header.figures.push(reader.figures()?);
        }
        let mut blocks = Vec::new();
        for _ in 0..header.planes() * header.blocks() {
            let length = u32::from_le_bytes(reader.take()?);
            blocks.push((length, u32::from_le_bytes(reader.take()?)));
        }
        Ok((header, blocks))
    }
}

/// Takes bytes off the front.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn slice(&mut self, count: usize) -> Result<&'a [u8], TableError> {
        let (front, rest) =
            self.bytes.split_at_checked(count).ok_or(TableError::Header("too short"))?;
        self.bytes = rest;
        Ok(front)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let slice = self.slice(N)?;
        slice.try_into().map_err(|_| TableError::Header("too short"))
    }

    fn number(&mut self) -> Result<u64, TableError> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn figures(&mut self) -> Result<Figures, TableError> {
        Ok(Figures {
            wins: self.number()?,
            draws: self.number()?,
            losses: self.number()?,
            by_rule: self.number()?,
            broken: self.number()?,
            longest_index: self.number()?,
            longest: self.take::<1>()?[0],
            cursed: u32::from_le_bytes(self.take()?),
        })
    }
}
