//! Writing segments.

use rusqlite::{Connection, params};

use super::frequent::Frequent;
use super::page::{Entry, Page, Pages};

/// The pages of a segment have ids from here on: its id, then their number.
pub(super) const PAGES: i64 = 1 << 24;

/// Writes a segment page by page.
pub(super) struct Writer<'a> {
    connection: &'a Connection,
    id: i64,
    level: u8,
    entries: u64,
    directory: Vec<u8>,
    pages: Pages,
    frequent: Frequent<'a>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(connection: &'a Connection, level: u8) -> rusqlite::Result<Writer<'a>> {
        let sql = "SELECT coalesce(max(id), 0) + 1 FROM segments";
        let id = connection.query_row(sql, [], |row| row.get(0))?;
        let (directory, pages) = (Vec::new(), Pages::default());
        let frequent = Frequent::new(connection, id);
        Ok(Writer { connection, id, level, entries: 0, directory, pages, frequent })
    }

    pub(super) fn push(&mut self, entry: Entry) -> rusqlite::Result<()> {
        self.entries += 1;
        self.frequent.push(entry)?;
        match self.pages.push(entry) {
            Some(page) => self.page(&page),
            None => Ok(()),
        }
    }

    fn page(&mut self, page: &Page) -> rusqlite::Result<()> {
        let number = (self.directory.len() / 8) as i64;
        self.directory.extend(page.first.to_le_bytes());
        let sql = "INSERT INTO pages (id, data) VALUES (?1, ?2)";
        let id = self.id * PAGES + number;
        self.connection.prepare_cached(sql)?.execute(params![id, page.bytes])?;
        Ok(())
    }

    pub(super) fn finish(mut self) -> rusqlite::Result<()> {
        self.frequent.keep()?;
        if let Some(page) = std::mem::take(&mut self.pages).finish() {
            self.page(&page)?;
        }
        let sql = "INSERT INTO segments (id, level, entries, directory) VALUES (?1, ?2, ?3, ?4)";
        let row = params![self.id, self.level, self.entries as i64, self.directory];
        self.connection.execute(sql, row)?;
        Ok(())
    }
}

/// Sorts entries and writes them as a segment of the lowest level. The facts of their
/// games are there already.
pub(in super::super) fn write_segment(
    connection: &Connection,
    entries: &mut [Entry],
) -> rusqlite::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    entries.sort_unstable();
    let mut writer = Writer::new(connection, 0)?;
    for &entry in &*entries {
        writer.push(entry)?;
    }
    writer.finish()
}
