//! Where a table's bytes come from.

use std::fs::File;
use std::io;

/// Bytes that can be read at any place, by several threads at once.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    /// What the system says.
    fn length(&self) -> io::Result<u64>;

    /// Fills a buffer from a place on.
    ///
    /// # Errors
    /// What the system says; an early end is an error.
    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, place)
    }

    #[cfg(windows)]
    fn read_at(&self, mut place: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            let read = std::os::windows::fs::FileExt::seek_read(self, buffer, place)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            buffer = &mut buffer[read..];
            place += read as u64;
        }
        Ok(())
    }
}

impl Source for Vec<u8> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, place: u64, buffer: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(place).unwrap_or(usize::MAX);
        let end = start.saturating_add(buffer.len());
        let found = self.get(start..end).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}
