//! The curve from a network's sum to a value linear in the chance to win, in whole
//! numbers: libraries disagree about the last digit of an exponential.

use crate::kernel::{QA, QB};

/// Table steps for one unit of the logit; the unit of sums is QA · QA · QB, and QB
/// is 64 as well, so that one step is QA · QA.
const STEP: i64 = (QA as i64) * (QA as i64);
/// Beyond a logit of 16 the chance differs from certainty by less than a millionth.
const STEPS: usize = 16 * 64;
/// What the table calls one.
const ONE: f64 = (1 << 20) as f64;

static TABLE: [i32; STEPS + 1] = table();

/// `2 / (1 + exp(-t)) - 1` in steps of a 64th, by multiplication alone.
const fn table() -> [i32; STEPS + 1] {
    let mut table = [0; STEPS + 1];
    let step = exp_of_minus(1.0 / 64.0);
    let (mut at, mut decay) = (0, 1.0);
    while at <= STEPS {
        table[at] = (ONE * (1.0 - decay) / (1.0 + decay) + 0.5) as i32;
        decay *= step;
        at += 1;
    }
    table
}

/// The exponential's series, for small numbers.
const fn exp_of_minus(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1);
    while n < 20 {
        term *= -x / n as f64;
        sum += term;
        n += 1;
    }
    sum
}

/// The value of a sum in units of QA · QA · QB: `scale · (2σ − 1)`.
///
/// ```
/// use network::{QA, QB, squash};
/// let one = i64::from(QA * QA * QB);
/// assert_eq!(squash(0, 4000), 0);
/// assert_eq!(squash(one, 4000), 1848); // 4000 · tanh(1/2)
/// assert_eq!(squash(-one, 4000), -1848);
/// assert_eq!(squash(40 * one, 4000), 4000);
/// ```
pub fn squash(sum: i64, scale: i32) -> i32 {
    let (whole, part) = (sum.unsigned_abs() as i64 / STEP, sum.unsigned_abs() as i64 % STEP);
    let height = match usize::try_from(whole) {
        Ok(at) if at < STEPS => {
            let (low, high) = (i64::from(TABLE[at]), i64::from(TABLE[at + 1]));
            low + (high - low) * part / STEP
        }
        _ => ONE as i64,
    };
    let value = (height * i64::from(scale) + (ONE as i64) / 2) / ONE as i64;
    (if sum < 0 { -value } else { value }) as i32
}

/// The value of a sum in units of QA · QA · QB: `scale` times the logit.
#[inline]
pub(crate) fn linear(sum: i64, scale: i32) -> i32 {
    (sum * i64::from(scale) / (i64::from(QB) * STEP)).clamp(-20_000, 20_000) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_curve() {
        let one = f64::from(QA * QA * QB);
        for n in -2000..2000 {
            let logit = f64::from(n) / 100.0;
            let expected = 4000.0 * (2.0 / (1.0 + (-logit).exp()) - 1.0);
            let found = f64::from(squash((logit * one) as i64, 4000));
            assert!((found - expected).abs() < 0.6, "{logit}: {found} {expected}");
        }
    }
}
