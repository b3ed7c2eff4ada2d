//! One server a library. Two of them would each believe in the games as they
//! have them in memory.
//!
//! The lock is the operating system's: it ends with the process, however that
//! ends. Where its holder can be reached stands in a file beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::LibraryError;
use crate::store::make_folder;

/// How long to wait for a holder that is just coming or going.
const PATIENCE: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(25);

/// The right to be the only server of a library, until it is dropped.
pub struct Hold {
    /// `None` where files cannot be locked: then nobody is kept out.
    lock: Option<File>,
    address: PathBuf,
}

impl Hold {
    /// Takes the library for this process.
    ///
    /// # Errors
    /// [`LibraryError::Held`] with the holder's address if another process has
    /// it, or if the folder cannot be written.
    pub fn take(library: &Path) -> Result<Hold, LibraryError> {
        make_folder(library)?;
        let lock = writable(&beside(library, "lock"))
            .map_err(|error| LibraryError::Unwritable { path: library.into(), error })?;
        let address = beside(library, "address");
        let begin = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => {
                    // What a killed holder left behind is not true any more.
                    let _ = std::fs::remove_file(&address);
                    return Ok(Hold { lock: Some(lock), address });
                }
                Err(TryLockError::Error(_)) => return Ok(Hold { lock: None, address }),
                Err(TryLockError::WouldBlock) => {}
            }
            let told = std::fs::read_to_string(&address).ok().filter(|text| !text.is_empty());
            if told.is_some() || begin.elapsed() > PATIENCE {
                return Err(LibraryError::Held { path: library.into(), address: told });
            }
            std::thread::sleep(STEP);
        }
    }

    /// Tells others where the holder can be reached. The address may hold a
    /// secret: nobody else may read the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn announce(&self, address: &str) -> std::io::Result<()> {
        let draft = self.address.with_extension("draft");
        let _ = std::fs::remove_file(&draft);
        writable(&draft)?.write_all(address.as_bytes())?;
        std::fs::rename(draft, &self.address)
    }

    /// The holder is going: who comes now waits for the library.
    pub fn retire(&self) {
        if self.lock.is_some() {
            let _ = std::fs::remove_file(&self.address);
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.retire();
    }
}

/// A file that belongs to the library's.
pub(crate) fn beside(library: &Path, what: &str) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    PathBuf::from(name)
}

fn writable(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
