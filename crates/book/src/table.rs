//! Moves being gathered.

use std::collections::BTreeMap;
use std::path::Path;

use records::Played;
use records::fold::Folded;

use crate::counts::Counts;
use crate::entry::{Entry, Marks};
use crate::error::BookError;
use crate::file::BookFile;
use crate::header::{Header, Owner};

/// A book being made.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it will say of itself.
    pub header: Header,
    entries: BTreeMap<(u64, u16), Entry>,
}

impl Table {
    /// A book without moves.
    pub fn new(header: Header) -> Table {
        Table { header, entries: BTreeMap::new() }
    }

    /// The moves of a file.
    pub fn of(file: &BookFile) -> Table {
        let mut table = Table::new(file.header().clone());
        table.entries.extend(file.entries().map(|entry| (entry.place(), entry)));
        table
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Every move, in their order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// How many positions have moves.
    pub fn positions(&self) -> usize {
        let mut last = None;
        self.entries.keys().filter(|(key, _)| last.replace(*key) != Some(*key)).count()
    }

    /// The move of a position, new if it is not there.
    pub fn at(&mut self, folded: &Folded, ply: Played) -> &mut Entry {
        let (key, code) = (Entry::short_key(folded.key), folded.code(plain(ply)));
        self.entries.entry((key, code)).or_insert(Entry { key, code, ..Entry::default() })
    }

    /// Adds another book: games add up, and of two searches the newer maker's counts,
    /// or the deeper one.
    ///
    /// # Errors
    /// If it is of another game or made for other rules.
    pub fn merge(&mut self, path: &Path, other: &Table) -> Result<(), BookError> {
        let unlike = |what: String| BookError::Unlike { path: path.to_owned(), what };
        let (own, theirs) = (&self.header, &other.header);
        if own.game != theirs.game {
            return Err(unlike(format!("it is for {}, not for {}", theirs.game, own.game)));
        }
        if own.rules != theirs.rules {
            let what = format!("it is for the rules '{}', not '{}'", theirs.rules, own.rules);
            return Err(unlike(what));
        }
        if own.owner != theirs.owner {
            self.header.owner = Owner::Both;
        }
        self.header.plan = serde_json::Value::Null;
        for entry in other.entries() {
            let mut entry = *entry;
            let maker = other.header.makers.get(usize::from(entry.marks.maker));
            if entry.marks.search {
                entry.marks.maker = self.header.maker(maker.map_or("", String::as_str));
            }
            match self.entries.get_mut(&entry.place()) {
                Some(own) => join(own, &entry),
                None => drop(self.entries.insert(entry.place(), entry)),
            }
        }
        Ok(())
    }

    /// Writes it; its length in bytes.
    ///
    /// # Errors
    /// If it cannot be written: the disk may be full.
    pub fn write(&self, path: &Path) -> Result<u64, BookError> {
        BookFile::write(path, &self.header, self.entries())
    }
}

/// A flip without its outcome: nobody chooses that.
pub fn plain(ply: Played) -> Played {
    match ply {
        Played::Xiangqi(_) => ply,
        Played::Banqi(played) => {
            let reveal = banqi::Reveal::Nothing;
            Played::Banqi(banqi::Played { ply: played.ply, reveal })
        }
    }
}

fn join(own: &mut Entry, other: &Entry) {
    let searched = |entry: &Entry| (entry.marks.search, entry.marks.maker, entry.depth);
    if searched(other) > searched(own) {
        (own.score, own.depth, own.marks.maker) = (other.score, other.depth, other.marks.maker);
    }
    own.marks = Marks {
        record: own.marks.record || other.marks.record,
        second: own.marks.second || other.marks.second,
        search: own.marks.search || other.marks.search,
        chosen: own.marks.chosen || other.marks.chosen,
        maker: own.marks.maker,
    };
    let mut counts: Counts = own.counts;
    counts.add(&other.counts);
    own.counts = counts;
    own.year = own.year.max(other.year);
}
