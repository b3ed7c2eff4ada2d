//! The transposition tables of the sources: one slot per index, deeper wins
//! (Hsieh 2010), or four slots, the oldest gives way (Liu 2018).

/// What a stored value means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Flag {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// The best ply, plus one; 0 = none.
    pub ply: u16,
    pub depth: i8,
    pub flag: Flag,
    /// Which search wrote it; 0 = empty.
    search: u16,
    /// When it was written, for age.
    stamp: u32,
}

/// A table of `ways` slots per index.
pub(super) struct Table {
    entries: Vec<Entry>,
    ways: usize,
    search: u16,
    stamp: u32,
}

impl Table {
    /// A table of about so many entries, a power of two.
    pub fn new(entries: usize, ways: usize) -> Table {
        let entries = entries.next_power_of_two().max(ways);
        Table { entries: vec![Entry::default(); entries], ways, search: 1, stamp: 0 }
    }

    /// Values of an earlier search mean nothing to the next one.
    pub fn new_search(&mut self) {
        if self.search == u16::MAX {
            self.clear();
        }
        self.search += 1;
    }

    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.search = 1;
    }

    fn slots(&self, key: u64) -> std::ops::Range<usize> {
        let index = key as usize & (self.entries.len() / self.ways - 1);
        index * self.ways..(index + 1) * self.ways
    }

    pub fn probe(&self, key: u64) -> Option<&Entry> {
        self.entries[self.slots(key)]
            .iter()
            .find(|entry| entry.key == key && entry.search == self.search)
    }

    pub fn store(&mut self, key: u64, depth: i32, value: i32, flag: Flag, ply: u16) {
        self.stamp += 1;
        let (search, stamp) = (self.search, self.stamp);
        let entry =
            Entry { key, value, ply, depth: depth.clamp(-1, 120) as i8, flag, search, stamp };
        let slots = self.slots(key);
        let slots = &mut self.entries[slots];
        if let Some(same) = slots.iter_mut().find(|old| old.key == key && old.search == search) {
            if depth >= i32::from(same.depth) {
                *same = entry;
            }
            return;
        }
        if slots.len() == 1 {
            if slots[0].search != search || depth >= i32::from(slots[0].depth) {
                slots[0] = entry;
            }
            return;
        }
        let age = |old: &Entry| if old.search == search { old.stamp } else { 0 };
        if let Some(oldest) = slots.iter_mut().min_by_key(|old| age(old)) {
            *oldest = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slot_keeps_the_deeper_entry() {
        let mut table = Table::new(1, 1);
        table.store(1, 5, 50, Flag::Exact, 0);
        table.store(2, 3, 30, Flag::Exact, 0);
        assert!(table.probe(2).is_none());
        assert_eq!(table.probe(1).unwrap().value, 50);
        table.new_search();
        assert!(table.probe(1).is_none());
        table.store(2, 3, 30, Flag::Exact, 0);
        assert_eq!(table.probe(2).unwrap().value, 30);
    }

    #[test]
    fn of_four_slots_the_oldest_gives_way() {
        let mut table = Table::new(4, 4);
        for key in 1..=5 {
            table.store(key, 9, key as i32, Flag::Lower, 0);
        }
        assert!(table.probe(1).is_none());
        assert!((2..=5).all(|key| table.probe(key).is_some()));
    }
}
