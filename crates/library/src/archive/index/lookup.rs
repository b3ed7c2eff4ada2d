//! Asking the index.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension};

use super::page::{Entry, Reader};
use super::segment::PAGES;
use crate::archive::damaged;

/// Every segment.
#[derive(Clone, Debug, Default)]
pub struct Index {
    segments: Vec<Segment>,
}

/// Where the pages of a segment begin.
#[derive(Clone, Debug)]
pub(in super::super) struct Segment {
    pub(in super::super) id: i64,
    firsts: Arc<[u64]>,
}

impl Index {
    /// Reads the directories.
    pub(in super::super) fn open(connection: &Connection) -> rusqlite::Result<Index> {
        let mut statement =
            connection.prepare_cached("SELECT id, directory FROM segments ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            let bytes = row.get_ref(1)?.as_blob()?;
            let firsts = bytes.as_chunks().0.iter().map(|&first| u64::from_le_bytes(first));
            Ok(Segment { id: row.get(0)?, firsts: firsts.collect() })
        })?;
        Ok(Index { segments: rows.collect::<rusqlite::Result<_>>()? })
    }

    /// Every entry of a key, those of one segment after those of the other.
    pub(in super::super) fn find(
        &self,
        connection: &Connection,
        key: u64,
    ) -> rusqlite::Result<Vec<Entry>> {
        let mut found = Vec::new();
        for segment in &self.segments {
            segment.each_of(connection, key, |entry| {
                found.push(entry);
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// Every segment.
    pub(in super::super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Shows every entry of one segment after the other, each in order of their keys.
    pub(in super::super) fn each(
        &self,
        connection: &Connection,
        mut show: impl FnMut(Entry),
    ) -> rusqlite::Result<()> {
        for segment in &self.segments {
            for number in 0..segment.firsts.len() as i64 {
                page(connection, segment.id * PAGES + number, |entry| {
                    show(entry);
                    Ok(true)
                })?;
            }
        }
        Ok(())
    }

    /// Shows every entry of all segments in the order of their keys.
    pub(in super::super) fn each_in_order(
        &self,
        connection: &Connection,
        mut show: impl FnMut(Entry) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let cursor = |segment| Cursor { connection, segment, page: 0, entries: Vec::new() };
        let mut cursors: Vec<Cursor<'_>> = self.segments.iter().map(cursor).collect();
        let mut heap = BinaryHeap::new();
        for (number, cursor) in cursors.iter_mut().enumerate() {
            heap.extend(cursor.next()?.map(|entry| Reverse((entry, number))));
        }
        while let Some(Reverse((entry, number))) = heap.pop() {
            show(entry)?;
            heap.extend(cursors[number].next()?.map(|entry| Reverse((entry, number))));
        }
        Ok(())
    }
}

/// Goes through a segment.
struct Cursor<'a> {
    connection: &'a Connection,
    segment: &'a Segment,
    page: usize,
    /// Of a page, the last first.
    entries: Vec<Entry>,
}

impl Cursor<'_> {
    fn next(&mut self) -> rusqlite::Result<Option<Entry>> {
        while self.entries.is_empty() && self.page < self.segment.firsts.len() {
            let entries = &mut self.entries;
            page(self.connection, self.segment.id * PAGES + self.page as i64, |entry| {
                entries.push(entry);
                Ok(true)
            })?;
            entries.reverse();
            self.page += 1;
        }
        Ok(self.entries.pop())
    }
}

impl Segment {
    /// Shows every entry of a key.
    pub(in super::super) fn each_of(
        &self,
        connection: &Connection,
        key: u64,
        mut show: impl FnMut(Entry) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        self.each_of_until(connection, key, |entry| show(entry).map(|()| true))
    }

    /// Shows entries of a key while more are wanted.
    pub(in super::super) fn each_of_until(
        &self,
        connection: &Connection,
        key: u64,
        mut show: impl FnMut(Entry) -> rusqlite::Result<bool>,
    ) -> rusqlite::Result<()> {
        let mut more = true;
        // The page before the first that begins with the key may end with it.
        let begin = self.firsts.partition_point(|&first| first < key).saturating_sub(1);
        let pages = self.firsts.iter().enumerate().skip(begin);
        for (number, _) in pages.take_while(|&(number, &first)| number == begin || first <= key) {
            page(connection, self.id * PAGES + number as i64, |entry| {
                if entry.key == key {
                    more = show(entry)?;
                }
                Ok(more && entry.key <= key)
            })?;
            if !more {
                break;
            }
        }
        Ok(())
    }
}

/// Shows the entries of a page while they are wanted.
fn page(
    connection: &Connection,
    id: i64,
    mut show: impl FnMut(Entry) -> rusqlite::Result<bool>,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("SELECT data FROM pages WHERE id = ?1")?;
    let read = |row: &rusqlite::Row<'_>| {
        for entry in Reader::new(row.get_ref(0)?.as_blob()?) {
            if !show(entry.map_err(|error| damaged(&error))?)? {
                break;
            }
        }
        Ok(())
    };
    let found = statement.query_row([id], read).optional()?;
    found.ok_or_else(|| damaged(&"a page of the position index is missing"))
}
