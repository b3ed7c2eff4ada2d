//! Writing: whole blocks at the end of a file.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use super::block::{BLOCK_RECORDS, Header};
use super::record::Record;
use super::{DamageKind, DataError, DataFile};

/// Appends records to a file. A block is written at once when it is full, so a killed
/// process loses at most the block it had not finished; what is left of one is cut off
/// by the next writer.
pub struct Writer<R: Record> {
    file: File,
    path: PathBuf,
    fingerprint: u64,
    /// Where the last whole block ends.
    end: u64,
    pending: Vec<u8>,
    record: PhantomData<R>,
}

impl<R: Record> Writer<R> {
    /// Opens a file for appending, or creates it. `fingerprint` stands for the engine
    /// that labels the records and its parameters.
    ///
    /// # Errors
    /// If the file cannot be written, belongs to the other game or another version,
    /// or is being written by somebody else.
    pub fn append(path: &Path, fingerprint: u64) -> Result<Writer<R>, DataError> {
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(|error| DataError::file(path, error))?;
        if file.try_lock().is_err() {
            return Err(DataError::InUse { path: path.to_owned() });
        }
        let known = DataFile::<R>::open(path)?;
        let torn = |kind: &DamageKind| matches!(kind, DamageKind::Torn { .. });
        let cut = known.damage().iter().find(|damage| torn(&damage.kind));
        let end = cut.map_or(known.length(), |damage| damage.offset);
        let pending = Vec::with_capacity(BLOCK_RECORDS * R::SIZE);
        let path = path.to_owned();
        let mut writer = Writer { file, path, fingerprint, end, pending, record: PhantomData };
        writer.go_to_end().map_err(|error| DataError::file(&writer.path, error))?;
        Ok(writer)
    }

    /// Cuts off what is not a whole block.
    fn go_to_end(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(|_| ())
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If a block was full and could not be written; the file then ends with the
    /// block before it, and the records are kept for another try.
    pub fn push(&mut self, record: &R) -> Result<(), DataError> {
        self.pending.extend_from_slice(record.bytes());
        if self.pending.len() >= BLOCK_RECORDS * R::SIZE { self.flush() } else { Ok(()) }
    }

    /// Records of another engine follow: they begin a block of their own.
    ///
    /// # Errors
    /// As [`Writer::flush`].
    pub fn set_fingerprint(&mut self, fingerprint: u64) -> Result<(), DataError> {
        if fingerprint != self.fingerprint {
            self.flush()?;
            self.fingerprint = fingerprint;
        }
        Ok(())
    }

    /// Writes what is there as a block, full or not.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), DataError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let count = (self.pending.len() / R::SIZE) as u32;
        let block = Header::new::<R>(count, self.fingerprint).block(&self.pending);
        if let Err(error) = self.file.write_all(&block) {
            // The rest of a half-written block would only be damage to report later.
            let _ = self.go_to_end();
            return Err(DataError::file(&self.path, error));
        }
        self.end += block.len() as u64;
        self.pending.clear();
        Ok(())
    }

    /// Writes the last block and waits until everything is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), DataError> {
        self.flush()?;
        self.file.sync_data().map_err(|error| DataError::file(&self.path, error))
    }

    /// How many records wait for their block to be full.
    pub fn waiting(&self) -> usize {
        self.pending.len() / R::SIZE
    }
}
