//! Statistics with a bound: an entry moves towards its limit ever more slowly
//! ("gravity"), so old experience fades and nothing overflows.

/// A table of bounded counters, `LIMIT` at most in size.
#[derive(Clone, Debug)]
pub struct History<const LIMIT: i32> {
    cells: Box<[i16]>,
}

impl<const LIMIT: i32> History<LIMIT> {
    /// A table of zeros.
    pub fn new(cells: usize) -> Self {
        const { assert!(LIMIT > 0 && LIMIT <= i16::MAX as i32) };
        History { cells: vec![0; cells].into_boxed_slice() }
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, cell: usize) -> i32 {
        i32::from(self.cells[cell])
    }

    /// Moves a cell by `bonus`, less the nearer it is to the limit.
    #[inline]
    pub fn update(&mut self, cell: usize, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = i32::from(self.cells[cell]);
        self.cells[cell] = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }

    /// Sets every cell to zero.
    pub fn clear(&mut self) {
        self.cells.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_within_their_limit() {
        let mut history: History<1000> = History::new(1);
        for _ in 0..1000 {
            history.update(0, 700);
        }
        assert!(history.get(0) <= 1000 && history.get(0) > 900);
        for _ in 0..1000 {
            history.update(0, -5000);
        }
        assert!(history.get(0) >= -1000);
    }
}
