//! Values of positions that were met before: searches come to the same leaves often.

/// Values by key; a newer one takes the place of an older one.
pub(crate) struct Kept(Box<[u64]>);

/// How many there is place for.
const PLACES: usize = 1 << 14;
/// The low bits of a kept word are the value, the others those of the key.
const VALUE_BITS: u32 = 20;
const VALUE_MASK: u64 = (1 << VALUE_BITS) - 1;

impl Kept {
    pub fn new() -> Kept {
        Kept(vec![0; PLACES].into_boxed_slice())
    }

    /// The value of a key, if it is kept.
    #[inline]
    pub fn find(&self, key: u64) -> Option<i32> {
        let known = self.0[key as usize % PLACES];
        // Brings the sign of the low bits back.
        let value = ((known << (64 - VALUE_BITS)) as i64 >> (64 - VALUE_BITS)) as i32;
        ((known ^ key) & !VALUE_MASK == 0).then_some(value)
    }

    /// Keeps a value.
    #[inline]
    pub fn keep(&mut self, key: u64, value: i32) {
        debug_assert!(value.unsigned_abs() < 1 << (VALUE_BITS - 1));
        self.0[key as usize % PLACES] = key & !VALUE_MASK | value as u64 & VALUE_MASK;
    }
}
