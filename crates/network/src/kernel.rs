//! The loops that take the time. They run over arrays of known length, which the
//! compiler turns into vector instructions.

use crate::inputs::RowChanges;

/// What a column calls one.
pub const QA: i32 = 255;
/// What an output weight calls one.
pub const QB: i32 = 64;
/// The largest weight of an input and the largest bias: 1.98 in units of [`QA`]. With
/// it the 61 inputs of a view and the bias cannot leave sixteen bits.
pub const MOST_WEIGHT: i16 = 505;

/// One value for each column.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row<const H: usize>(pub [i16; H]);

impl<const H: usize> Row<H> {
    pub const ZERO: Row<H> = Row([0; H]);
}

/// `to = from + rows on − rows off`.
#[inline]
pub(crate) fn update<const H: usize>(
    from: &Row<H>,
    to: &mut Row<H>,
    rows: &[Row<H>],
    changes: &RowChanges,
) {
    // A move, a capture and a flip of either game: everything in one pass.
    match (changes.on.as_slice(), changes.off.as_slice()) {
        (&[a], &[b]) => fused(from, to, rows, [a], [b]),
        (&[a], &[b, c]) => fused(from, to, rows, [a], [b, c]),
        (&[a], &[b, c, d]) => fused(from, to, rows, [a], [b, c, d]),
        (&[a, b], &[c, d]) => fused(from, to, rows, [a, b], [c, d]),
        (&[a, b], &[c, d, e]) => fused(from, to, rows, [a, b], [c, d, e]),
        _ => update_many(from, to, rows, changes),
    }
}

/// The same for numbers of rows that are known when it is compiled.
#[inline]
fn fused<const H: usize, const ON: usize, const OFF: usize>(
    from: &Row<H>,
    to: &mut Row<H>,
    rows: &[Row<H>],
    on: [u16; ON],
    off: [u16; OFF],
) {
    let on = on.map(|index| &rows[usize::from(index)].0);
    let off = off.map(|index| &rows[usize::from(index)].0);
    for i in 0..H {
        let mut sum = from.0[i];
        for row in on {
            sum = sum.wrapping_add(row[i]);
        }
        for row in off {
            sum = sum.wrapping_sub(row[i]);
        }
        to.0[i] = sum;
    }
}

/// Columns that are kept in registers while many rows are added.
const BLOCK: usize = 64;

/// The same for any number of rows.
fn update_many<const H: usize>(
    from: &Row<H>,
    to: &mut Row<H>,
    rows: &[Row<H>],
    changes: &RowChanges,
) {
    let blocks = from.0.as_chunks::<BLOCK>().0.iter().zip(to.0.as_chunks_mut::<BLOCK>().0);
    for (block, (from, to)) in blocks.enumerate() {
        let part = |index: u16| &rows[usize::from(index)].0.as_chunks::<BLOCK>().0[block];
        let mut sum = *from;
        for &index in &changes.on {
            let row = part(index);
            for i in 0..BLOCK {
                sum[i] = sum[i].wrapping_add(row[i]);
            }
        }
        for &index in &changes.off {
            let row = part(index);
            for i in 0..BLOCK {
                sum[i] = sum[i].wrapping_sub(row[i]);
            }
        }
        *to = sum;
    }
}

/// The sum of squared, clipped columns times their weights. A weight is at most 127
/// either way, so that column times weight stays within sixteen bits and the second
/// product becomes a multiply-add; the weights of an output are small enough together
/// that the sum stays within 32 bits.
#[inline]
pub(crate) fn weighted_squares<const H: usize>(columns: &Row<H>, weights: &Row<H>) -> i32 {
    let mut sum = 0i32;
    for i in 0..H {
        let column = columns.0[i].clamp(0, QA as i16);
        let product = column.wrapping_mul(weights.0[i]);
        sum = sum.wrapping_add(i32::from(column) * i32::from(product));
    }
    sum
}
