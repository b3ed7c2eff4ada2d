//! A folder of table files of one game, opened when they are first asked for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use game::{GameKind, Side};

use crate::cache::Cache;
use crate::error::TableError;
use crate::file::{Distance, TableFile};
use crate::header::BLOCK;
use crate::level::Level;

/// How a table file's name ends.
pub const EXTENSION: &str = "chtab";
/// Unpacked blocks kept: 16 KB each.
const CACHED: usize = 4096;

/// A table, opened or not.
struct Book {
    number: u32,
    path: PathBuf,
    file: OnceLock<Result<TableFile, String>>,
}

/// The tables of one game in a folder.
pub struct Shelf {
    game: GameKind,
    books: BTreeMap<String, Book>,
    cache: Cache,
}

/// The folder of a game below the folder of all tables.
pub fn folder_of(game: GameKind, folder: &Path) -> PathBuf {
    folder.join(match game {
        GameKind::Xiangqi => "xiangqi",
        GameKind::Banqi => "banqi",
    })
}

/// The file of a class below the folder of all tables.
pub fn path_of(game: GameKind, folder: &Path, name: &str) -> PathBuf {
    folder_of(game, folder).join(format!("{name}.{EXTENSION}"))
}

impl Shelf {
    /// No tables.
    pub fn empty(game: GameKind) -> Shelf {
        Shelf { game, books: BTreeMap::new(), cache: Cache::new(CACHED) }
    }

    /// The tables of a game below some folders, which are separated as paths are
    /// (`:`, on Windows `;`). A folder that has none for this game is passed over.
    ///
    /// # Errors
    /// If a folder does not exist or cannot be listed.
    pub fn open(game: GameKind, folders: &str) -> Result<Shelf, TableError> {
        let mut shelf = Shelf::empty(game);
        for folder in std::env::split_paths(folders).filter(|path| path.as_os_str() != "") {
            let what = format!("cannot list {}", folder.display());
            std::fs::read_dir(&folder).map_err(TableError::io(what))?;
            shelf.add_folder(&folder_of(game, &folder))?;
        }
        Ok(shelf)
    }

    fn add_folder(&mut self, folder: &Path) -> Result<(), TableError> {
        if !folder.is_dir() {
            return Ok(());
        }
        let what = || TableError::io(format!("cannot list {}", folder.display()));
        for entry in std::fs::read_dir(folder).map_err(what())? {
            let path = entry.map_err(what())?.path();
            let name = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
            if let (Some(name), Some(EXTENSION)) =
                (name, path.extension().and_then(|end| end.to_str()))
            {
                self.add(name, path);
            }
        }
        Ok(())
    }

    fn add(&mut self, name: String, path: PathBuf) {
        let number = self.books.len() as u32;
        self.books.entry(name).or_insert(Book { number, path, file: OnceLock::new() });
    }

    /// The names of all tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.books.keys().map(String::as_str)
    }

    /// Whether there is no table.
    pub fn is_empty(&self) -> bool {
        self.books.is_empty()
    }

    /// A table by name; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<Result<&TableFile, &str>> {
        Some(self.books.get(name)?.open(self.game, name))
    }

    /// What is wrong with tables that were asked for and cannot be used.
    pub fn problems(&self) -> Vec<String> {
        let problem = |(name, book): (&String, &Book)| match book.file.get() {
            Some(Err(error)) => Some(format!("{name}: {error}")),
            _ => None,
        };
        self.books.iter().filter_map(problem).collect()
    }

    /// One level of a table; `None` if the table or the distance is not there.
    ///
    /// # Errors
    /// If the block cannot be read, or is damaged.
    pub fn level(
        &self,
        name: &str,
        distance: Distance,
        side: Side,
        index: usize,
    ) -> Result<Option<Level>, TableError> {
        let Some(book) = self.books.get(name) else { return Ok(None) };
        let Ok(file) = book.open(self.game, name) else { return Ok(None) };
        let Some(plane) = file.plane(distance, side) else { return Ok(None) };
        let block = index / BLOCK;
        if block >= file.header().blocks() {
            return Err(TableError::Header("an index beyond its end"));
        }
        let key = (book.number, plane as u32, block as u32);
        self.cache.get(key, index % BLOCK, || file.block(plane, block)).map(Some)
    }
}

impl Book {
    fn open(&self, game: GameKind, name: &str) -> Result<&TableFile, &str> {
        let opened = self.file.get_or_init(|| self.read(game, name).map_err(|e| e.to_string()));
        opened.as_ref().map_err(String::as_str)
    }

    fn read(&self, game: GameKind, name: &str) -> Result<TableFile, TableError> {
        let what = format!("cannot open {}", self.path.display());
        let source = std::fs::File::open(&self.path).map_err(TableError::io(what))?;
        let file = TableFile::open(Box::new(source))?;
        let header = file.header();
        if header.game != game {
            return Err(TableError::Game { found: header.game, expected: game });
        }
        if header.name != name {
            let found = header.name.clone();
            return Err(TableError::Class { found, expected: name.to_owned() });
        }
        Ok(file)
    }
}
