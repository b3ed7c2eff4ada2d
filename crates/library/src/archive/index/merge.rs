//! Making one segment of several.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rusqlite::{Connection, OptionalExtension, params};

use super::frequent::forget;
use super::page::{Entry, Reader};
use super::segment::{PAGES, Writer};
use crate::archive::damaged;

/// So many segments of a level become one of the next.
const FAN: i64 = 8;
/// No segment is of a higher level.
const TOP: u8 = 12;

/// Merges until no level has too many segments. The caller's transaction holds it all.
pub(in super::super) fn settle(connection: &Connection) -> rusqlite::Result<()> {
    for level in 0..TOP {
        let sql = "SELECT count(*) FROM segments WHERE level = ?1";
        let count: i64 = connection.query_row(sql, [level], |row| row.get(0))?;
        if count >= FAN {
            merge(connection, level)?;
        }
    }
    Ok(())
}

fn merge(connection: &Connection, level: u8) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare("SELECT id FROM segments WHERE level = ?1 ORDER BY id")?;
    let ids = statement.query_map([level], |row| row.get::<_, i64>(0))?;
    let mut cursors: Vec<Cursor<'_>> =
        ids.map(|id| Ok(Cursor::new(connection, id?))).collect::<rusqlite::Result<_>>()?;
    let mut writer = Writer::new(connection, level + 1)?;
    let mut heap = BinaryHeap::new();
    for (index, cursor) in cursors.iter_mut().enumerate() {
        heap.extend(cursor.next()?.map(|entry| Reverse((entry, index))));
    }
    while let Some(Reverse((entry, index))) = heap.pop() {
        writer.push(entry)?;
        heap.extend(cursors[index].next()?.map(|entry| Reverse((entry, index))));
    }
    writer.finish()?;
    for cursor in cursors {
        connection.execute("DELETE FROM segments WHERE id = ?1", [cursor.segment])?;
        forget(connection, cursor.segment)?;
    }
    Ok(())
}

/// Goes through a segment and leaves nothing of it behind: what is freed is taken by
/// the segment that is written, so the file does not grow by both.
struct Cursor<'a> {
    connection: &'a Connection,
    segment: i64,
    page: i64,
    entries: std::vec::IntoIter<Entry>,
}

impl<'a> Cursor<'a> {
    fn new(connection: &'a Connection, segment: i64) -> Cursor<'a> {
        Cursor { connection, segment, page: 0, entries: Vec::new().into_iter() }
    }

    fn next(&mut self) -> rusqlite::Result<Option<Entry>> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Ok(Some(entry));
            }
            if !self.next_page()? {
                return Ok(None);
            }
        }
    }

    fn next_page(&mut self) -> rusqlite::Result<bool> {
        let id = self.segment * PAGES + self.page;
        let sql = "DELETE FROM pages WHERE id = ?1 RETURNING data";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(params![id])?;
        let Some(bytes) = rows.next()?.map(|row| row.get::<_, Vec<u8>>(0)).transpose()? else {
            return Ok(false);
        };
        // The row is gone only when the statement has run to its end.
        while rows.next().optional()?.flatten().is_some() {}
        let entries: Result<Vec<Entry>, _> = Reader::new(&bytes).collect();
        self.entries = entries.map_err(|error| damaged(&error))?.into_iter();
        self.page += 1;
        Ok(true)
    }
}
