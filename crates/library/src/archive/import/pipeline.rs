//! The threads of an import and what goes between them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use records::stream::{Piece, Pieces};
use records::{Hint, Place, Problem, ProblemCode};
use rusqlite::params;

use super::files::below;
use super::load::{Load, weight};
use super::open::{FileDigest, Named, open};
use super::{Event, Import, Prepared, Totals};
use crate::LibraryError;
use crate::archive::Archive;
use crate::archive::writer::Writer;

/// What comes to the writer, numbered in the order of the files.
enum Message {
    /// A file begins; so many of its pieces are there.
    Begin { name: String, digest: FileDigest, done: u32 },
    /// A file is there already.
    Known { name: String },
    /// The games of a piece.
    Games { games: Vec<Prepared>, read: u64, empty: u64, problems: Vec<Problem>, weight: usize },
    /// The file ends, or cannot be read any further.
    End { error: Option<String> },
    /// A path that cannot be read.
    Wrong { name: String, message: String },
}

type Numbered<T> = (u64, T);

/// How far files were read: pieces, and whether those are all.
type Sources = HashMap<FileDigest, (u32, bool)>;

/// Files are cut in this way: a file whose beginning was imported when they were cut in
/// another way is read again from there.
const CUT: &str = "cut 1";

pub(super) fn run(
    archive: &Archive,
    import: &Import,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Totals, LibraryError> {
    let mut writer = Writer::take(archive, "chuhe games import")?;
    if let Some(pages) = import.room {
        writer.limit_pages(pages)?;
    }
    let sources = known_sources(&mut writer)?;
    let threads = import.threads.max(1);
    let (to_workers, work) = sync_channel::<Numbered<Piece>>(2 * threads);
    let (to_writer, messages) = sync_channel::<Numbered<Message>>(4 * threads);
    let work = Arc::new(Mutex::new(work));
    let load = Load::default();
    std::thread::scope(|scope| {
        let (number, told, load) = (0, to_writer.clone(), &load);
        let reader = Reader { import, sources, number, to_workers, to_writer: told, load };
        scope.spawn(move || reader.run());
        for _ in 0..threads {
            let (work, to_writer) = (Arc::clone(&work), to_writer.clone());
            scope.spawn(move || decode(&work, &to_writer));
        }
        // Whoever waits for room is to see when nobody takes any more.
        drop((work, to_writer));
        let mut sink = Sink { writer, import, tell, totals: Totals::default(), file: None, load };
        let taken = sink.take_all(messages);
        load.end();
        taken.and_then(|()| sink.finish())
    })
}

fn known_sources(writer: &mut Writer<'_>) -> Result<Sources, LibraryError> {
    writer.run(|connection| {
        let mut statement = connection.prepare("SELECT digest, pieces, complete FROM sources")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
        rows.collect()
    })
}

/// Reads the games of pieces until there are no more.
fn decode(work: &Mutex<Receiver<Numbered<Piece>>>, to_writer: &SyncSender<Numbered<Message>>) {
    loop {
        let next = match work.lock() {
            Ok(work) => work.recv(),
            Err(_) => return,
        };
        let Ok((number, piece)) = next else { return };
        let games = std::panic::catch_unwind(|| games_of(&piece));
        let message = games.unwrap_or_else(|_| failed_on(&piece));
        if to_writer.send((number, message)).is_err() {
            return;
        }
    }
}

/// A fault of ours in one file must not end the import of all others.
fn failed_on(piece: &Piece) -> Message {
    let place = Place::text(piece.lines_before + 1, 1);
    let message = "this part of the file made the reader fail: please report it";
    let problems = vec![Problem::new(ProblemCode::Form, place, message)];
    let (games, weight) = (Vec::new(), weight(piece.bytes.len()));
    Message::Games { games, read: 0, empty: 0, problems, weight }
}

fn games_of(piece: &Piece) -> Message {
    let record = piece.read();
    let (mut games, mut empty) = (Vec::with_capacity(record.games.len()), 0);
    let mut problems = record.problems;
    let mut read = 0;
    for game in record.games {
        // Words that are no moves are no game.
        if record.format == "moves" && game.tree.is_empty() {
            continue;
        }
        read += 1;
        if game.tree.is_empty() {
            empty += 1;
        } else {
            match Prepared::of(&game) {
                Ok(prepared) => games.push(prepared),
                Err(message) => {
                    problems.push(Problem::new(ProblemCode::Form, game.place, message));
                }
            }
        }
        problems.extend(game.problems);
    }
    Message::Games { games, read, empty, problems, weight: weight(piece.bytes.len()) }
}

/// Reads and cuts files.
struct Reader<'a> {
    import: &'a Import,
    sources: Sources,
    number: u64,
    to_workers: SyncSender<Numbered<Piece>>,
    to_writer: SyncSender<Numbered<Message>>,
    load: &'a Load,
}

/// The writer has ended.
struct Over;

impl Reader<'_> {
    fn run(mut self) {
        for (index, path) in self.import.paths.iter().enumerate() {
            let name = self.import.name.as_deref().filter(|_| index == 0);
            for found in below(path) {
                let told = match found {
                    Ok(path) => self.file(&path, name),
                    Err((path, message)) => self.wrong(&path, message),
                };
                if told.is_err() || self.is_stopped() {
                    return;
                }
            }
        }
    }

    fn say(&mut self, message: Message) -> Result<(), Over> {
        let number = self.next();
        self.to_writer.send((number, message)).map_err(|_| Over)
    }

    fn next(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    fn wrong(&mut self, path: &Path, message: String) -> Result<(), Over> {
        let name = path.to_string_lossy().into_owned();
        self.say(Message::Wrong { name, message })
    }

    fn file(&mut self, path: &Path, name: Option<&str>) -> Result<(), Over> {
        let format = self.import.format.map_or("", |format| format.name);
        let salt = format!("{CUT} {} {format}\n", self.import.kind.name());
        let mut over = false;
        let shown = name.map_or(path.to_string_lossy(), Cow::Borrowed);
        let named = Named { path, name: &shown, most: self.import.unpacked };
        let opened = open(&named, &salt, &mut |name, digest, reader| {
            let done = match reader {
                Ok(reader) => self.pieces(name, digest, reader),
                Err(error) => self.wrong(Path::new(name), error.to_string()),
            };
            over = done.is_err();
            !over && !self.is_stopped()
        });
        match opened {
            _ if over => Err(Over),
            Ok(()) => Ok(()),
            Err(error) => self.wrong(Path::new(&*shown), error.to_string()),
        }
    }

    fn is_stopped(&self) -> bool {
        self.import.stop.load(Ordering::Relaxed)
    }

    fn pieces(
        &mut self,
        name: &str,
        digest: FileDigest,
        reader: impl std::io::Read,
    ) -> Result<(), Over> {
        let done = match self.sources.get(&digest) {
            Some((_, true)) => return self.say(Message::Known { name: name.to_owned() }),
            Some(&(done, false)) => done,
            None => 0,
        };
        // The same file under another name is known from now on.
        self.sources.insert(digest, (0, true));
        self.say(Message::Begin { name: name.to_owned(), digest, done })?;
        let hint = Hint { kind: self.import.kind, name, format: self.import.format };
        let mut error = None;
        for piece in Pieces::new(reader, hint).skip(done as usize) {
            if self.is_stopped() {
                error = Some("the import was stopped: the rest is not read".to_owned());
                break;
            }
            match piece {
                Ok(piece) => {
                    if !self.load.add(weight(piece.bytes.len())) {
                        return Err(Over);
                    }
                    let number = self.next();
                    self.to_workers.send((number, piece)).map_err(|_| Over)?;
                }
                Err(wrong) => error = Some(wrong.to_string()),
            }
        }
        self.say(Message::End { error })
    }
}

/// A file that is being written.
struct Source {
    id: i64,
    name: String,
    pieces: u32,
    resumed: bool,
    read: u64,
    added: u64,
    duplicates: u64,
    problems: u64,
}

/// Takes what was read, in order, and writes it.
struct Sink<'a, 'b> {
    writer: Writer<'a>,
    import: &'a Import,
    tell: &'b mut dyn FnMut(Event<'_>),
    totals: Totals,
    file: Option<Source>,
    load: &'a Load,
}

impl Sink<'_, '_> {
    fn take_all(&mut self, messages: Receiver<Numbered<Message>>) -> Result<(), LibraryError> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, message) in messages {
            early.insert(number, message);
            while let Some(message) = early.remove(&next) {
                self.take(message)?;
                next += 1;
            }
        }
        Ok(())
    }

    fn take(&mut self, message: Message) -> Result<(), LibraryError> {
        match message {
            Message::Known { name } => {
                self.totals.known_files += 1;
                (self.tell)(Event::Known { file: &name });
            }
            Message::Wrong { name, message } => self.wrong(&name, &message),
            Message::Begin { name, digest, done } => self.begin(name, digest, done)?,
            Message::Games { games, read, empty, problems, weight } => {
                self.games(&games, read, empty, &problems)?;
                self.load.remove(weight);
            }
            Message::End { error } => self.end(error)?,
        }
        Ok(())
    }

    fn wrong(&mut self, file: &str, message: &str) {
        self.totals.problems += 1;
        (self.tell)(Event::File { file, message });
    }

    fn begin(&mut self, name: String, digest: FileDigest, done: u32) -> Result<(), LibraryError> {
        self.totals.files += 1;
        if done > 0 {
            (self.tell)(Event::Resumed { file: &name });
        }
        let id = self.writer.run(|connection| {
            let sql = "INSERT INTO sources (name, digest) VALUES (?1, ?2) \
                       ON CONFLICT (digest) DO UPDATE SET name = excluded.name RETURNING id";
            connection.prepare_cached(sql)?.query_row(params![name, digest], |row| row.get(0))
        })?;
        let resumed = done > 0;
        let (read, added, duplicates, problems) = (0, 0, 0, 0);
        let pieces = done;
        self.file = Some(Source { id, name, pieces, resumed, read, added, duplicates, problems });
        Ok(())
    }

    fn games(
        &mut self,
        games: &[Prepared],
        read: u64,
        empty: u64,
        problems: &[Problem],
    ) -> Result<(), LibraryError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.pieces += 1;
        file.read += read;
        file.problems += problems.len() as u64;
        self.totals.read += read;
        self.totals.empty += empty;
        self.totals.problems += problems.len() as u64;
        for problem in problems {
            (self.tell)(Event::Problem { file: &file.name, problem });
        }
        for game in games {
            let added = self.writer.add(game, file.id, self.import.keep_duplicates)?;
            *(if added { &mut file.added } else { &mut file.duplicates }) += 1;
            *(if added { &mut self.totals.added } else { &mut self.totals.duplicates }) += 1;
        }
        if self.writer.batch() >= self.import.batch {
            self.note(false)?;
            self.commit()?;
        }
        Ok(())
    }

    /// Writes how far the file was read, with the batch.
    fn note(&mut self, complete: bool) -> Result<(), LibraryError> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let row = params![
            file.id,
            file.pieces,
            complete,
            std::mem::take(&mut file.added) as i64,
            std::mem::take(&mut file.duplicates) as i64,
            std::mem::take(&mut file.problems) as i64,
        ];
        self.writer.run(|connection| {
            let sql = "UPDATE sources SET pieces = ?2, complete = ?3, games = games + ?4, \
                       duplicates = duplicates + ?5, problems = problems + ?6 WHERE id = ?1";
            connection.prepare_cached(sql)?.execute(row).map(drop)
        })
    }

    fn commit(&mut self) -> Result<(), LibraryError> {
        self.writer.commit()?;
        (self.tell)(Event::Committed(&self.totals));
        Ok(())
    }

    fn end(&mut self, error: Option<String>) -> Result<(), LibraryError> {
        // A file that could not be read to its end may be whole the next time.
        self.note(error.is_none())?;
        let Some(file) = self.file.take() else { return Ok(()) };
        match error {
            Some(error) => self.wrong(&file.name, &error),
            None if file.read == 0 && !file.resumed => {
                self.wrong(&file.name, "it holds no game");
            }
            None => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<Totals, LibraryError> {
        let Sink { writer, tell, totals, .. } = self;
        writer.finish()?;
        tell(Event::Committed(&totals));
        Ok(totals)
    }
}
