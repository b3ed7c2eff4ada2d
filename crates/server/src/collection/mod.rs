//! The collection: games from elsewhere, as the page uses them. The archive itself is in
//! the crate `library`; here are uploads, running imports and the lists that tabs look at.
//!
//! | module | what |
//! |---|---|
//! | [`upload`] | files from a browser, on their way into the archive |
//! | [`imports`] | imports that run, wait or have ended |
//! | [`lists`] | chosen games, kept while somebody scrolls through them |
//! | [`knowledge`] | books and endgame tables |
//! | [`choices`] | chosen games, kept while somebody explores them |

pub mod choices;
pub mod imports;
pub mod knowledge;
pub mod lists;
pub mod upload;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use library::{Archive, LibraryError};
use tokio::sync::Semaphore;

use choices::Choices;
use imports::Imports;
use lists::Lists;

/// So many files come in at the same time.
const UPLOADS: usize = 4;
/// So many searches play games through at the same time: each takes all processors.
const SCANS: usize = 1;
/// So many answers that read many games are made at the same time.
const LARGE: usize = 2;

/// The archive with everything that goes on around it.
pub struct Collection {
    /// The games.
    pub archive: Arc<Archive>,
    /// What is being imported.
    pub imports: Imports,
    /// What tabs scroll through.
    pub lists: Lists,
    /// What explorers ask of.
    pub choices: Choices,
    /// Room for files that come in.
    pub uploads: Arc<Semaphore>,
    /// Room for searches that play games through.
    pub scans: Arc<Semaphore>,
    /// Room for answers that read many games.
    pub large: Arc<Semaphore>,
    folder: PathBuf,
}

impl Collection {
    /// Opens the archive, and removes what a killed server left of uploads.
    ///
    /// # Errors
    /// If the archive cannot be opened or its folder cannot be written.
    pub fn open(path: &Path) -> Result<Collection, LibraryError> {
        let archive = Arc::new(Archive::open(path)?);
        let folder = uploads_folder(path);
        let unwritable = |error| LibraryError::Unwritable { path: folder.clone(), error };
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(unwritable(error));
            }
            _ => {}
        }
        std::fs::create_dir_all(&folder).map_err(unwritable)?;
        Ok(Collection {
            archive,
            imports: Imports::default(),
            lists: Lists::default(),
            choices: Choices::default(),
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            scans: Arc::new(Semaphore::new(SCANS)),
            large: Arc::new(Semaphore::new(LARGE)),
            folder,
        })
    }

    /// Where uploads lie until they are imported.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends what runs.
    pub fn close(&self) {
        self.imports.stop_all();
        self.lists.stop_all();
    }
}

/// Beside the archive: on the same disk, and nobody else's.
fn uploads_folder(archive: &Path) -> PathBuf {
    let mut name = archive.file_name().unwrap_or_default().to_owned();
    name.push("-uploads");
    archive.with_file_name(name)
}
