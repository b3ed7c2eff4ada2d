//! Unpacked blocks, kept for the next question.

use std::sync::{Arc, Mutex, PoisonError};

use crate::level::Level;

/// Which block: the table's number, the plane, the block.
pub(crate) type Key = (u32, u32, u32);

/// What a place holds: a block under its name.
type Slot = Mutex<Option<(Key, Arc<Vec<Level>>)>>;

/// A fixed number of places; a block has one place, and a newcomer takes it.
pub(crate) struct Cache {
    slots: Vec<Slot>,
}

impl Cache {
    pub fn new(places: usize) -> Cache {
        Cache { slots: (0..places.max(1)).map(|_| Mutex::new(None)).collect() }
    }

    fn slot(&self, (table, plane, block): Key) -> &Slot {
        let mixed = (u64::from(table) << 40 | u64::from(plane) << 32 | u64::from(block))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.slots[(mixed >> 32) as usize % self.slots.len()]
    }

    /// One level of a block; the block is made if it is not there.
    pub fn get<E>(
        &self,
        key: Key,
        at: usize,
        make: impl FnOnce() -> Result<Vec<Level>, E>,
    ) -> Result<Level, E> {
        let slot = self.slot(key);
        {
            let held = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((found, levels)) = &*held
                && *found == key
            {
                return Ok(levels[at]);
            }
        }
        // Made without holding the place: others need not wait for it.
        let levels = Arc::new(make()?);
        let level = levels[at];
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((key, levels));
        Ok(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_made_once_while_it_keeps_its_place() {
        let cache = Cache::new(1);
        let mut made = 0;
        for _ in 0..3 {
            let level = cache.get((0, 0, 7), 1, || {
                made += 1;
                Ok::<_, ()>(vec![4, 5])
            });
            assert_eq!(level, Ok(5));
        }
        assert_eq!(made, 1);
        assert_eq!(cache.get((0, 0, 8), 0, || Ok::<_, ()>(vec![9])), Ok(9));
        assert_eq!(cache.get((0, 0, 7), 0, || Err("gone")), Err("gone"));
    }
}
