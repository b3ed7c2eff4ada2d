//! Books and endgame tables, as the page looks at them. Both are files in folders of the
//! configuration; what is added to a folder is seen after a while.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use book::{BookFile, Entry};
use play::GameKind;
use play::tables::AnyTables;
use records::Played;
use records::fold::Folded;

/// How long what was seen in a folder is believed.
const FRESH: Duration = Duration::from_secs(20);
/// No larger book is opened: a book is read as a whole.
const LARGEST_BOOK: u64 = 512 << 20;
/// What books are called.
const BOOK: &str = "book";

/// Something that was read, and when.
struct Seen<T> {
    value: T,
    when: Instant,
}

/// The books that were seen.
type BookList = Arc<Vec<Arc<Book>>>;

/// A book of the folder.
pub struct Book {
    /// Its name, without folders.
    pub name: String,
    /// How many bytes it has.
    pub bytes: u64,
    changed: Option<SystemTime>,
    /// What is in it, or why that cannot be known.
    pub file: Result<BookFile, String>,
}

impl Book {
    /// What it knows of a position: moves as they are there.
    pub fn moves(&self, kind: GameKind, folded: &Folded) -> Vec<(Played, Entry)> {
        let Ok(file) = &self.file else { return Vec::new() };
        if file.header().game != kind {
            return Vec::new();
        }
        let entries = file.find(folded.key);
        entries.filter_map(|entry| Some((folded.ply(kind, entry.code)?, entry))).collect()
    }
}

/// The books and tables of the configured folders.
pub struct Knowledge {
    books: Option<PathBuf>,
    tables: Option<PathBuf>,
    seen_books: Mutex<Option<Seen<BookList>>>,
    seen_tables: Mutex<[Option<Seen<Arc<AnyTables>>>; 2]>,
}

impl Knowledge {
    /// What is in two folders.
    pub fn new(books: Option<PathBuf>, tables: Option<PathBuf>) -> Knowledge {
        Knowledge {
            books,
            tables,
            seen_books: Mutex::default(),
            seen_tables: Mutex::new([None, None]),
        }
    }

    /// Every book, by name.
    pub fn books(&self) -> BookList {
        let mut seen = self.seen_books.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = &*seen
            && seen.when.elapsed() < FRESH
        {
            return Arc::clone(&seen.value);
        }
        let known = seen.take().map(|seen| seen.value).unwrap_or_default();
        let value = Arc::new(self.books.as_deref().map_or_else(Vec::new, |f| look(f, &known)));
        *seen = Some(Seen { value: Arc::clone(&value), when: Instant::now() });
        value
    }

    /// The tables of a game; none if there is no folder or it cannot be read.
    pub fn tables(&self, kind: GameKind) -> Option<Arc<AnyTables>> {
        let folder = self.tables.as_deref()?.to_str()?;
        let mut all = self.seen_tables.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = &mut all[usize::from(kind == GameKind::Banqi)];
        if let Some(seen) = seen
            && seen.when.elapsed() < FRESH
        {
            return Some(Arc::clone(&seen.value));
        }
        let value = Arc::new(AnyTables::open(kind, folder).ok()?);
        *seen = Some(Seen { value: Arc::clone(&value), when: Instant::now() });
        Some(value)
    }

    /// The folder of tables.
    pub fn tables_folder(&self) -> Option<&Path> {
        self.tables.as_deref()
    }

    /// The folder of books.
    pub fn books_folder(&self) -> Option<&Path> {
        self.books.as_deref()
    }
}

/// The books of a folder; those that are as they were are not read again.
fn look(folder: &Path, known: &[Arc<Book>]) -> Vec<Arc<Book>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == BOOK)).collect();
    paths.sort();
    paths.iter().filter_map(|path| open(path, known)).collect()
}

fn open(path: &Path, known: &[Arc<Book>]) -> Option<Arc<Book>> {
    let about = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    let (bytes, changed) = (about.len(), about.modified().ok());
    let same = |book: &&Arc<Book>| {
        book.name == name && book.bytes == bytes && book.changed == changed && changed.is_some()
    };
    if let Some(book) = known.iter().find(same) {
        return Some(Arc::clone(book));
    }
    let file = match bytes > LARGEST_BOOK {
        true => Err(format!("it has more than {} MB", LARGEST_BOOK >> 20)),
        false => BookFile::open(path).map_err(|error| error.to_string()),
    };
    Some(Arc::new(Book { name, bytes, changed, file }))
}
