//! The draw limit as the search feels it: the nearer it is, the less an advantage is
//! worth, and the more the clock belongs to a position.

use crate::chuhe::SearchParams;

/// What the clock since the last progress does under one limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawLimit {
    /// Plies without progress that end the game; `u32::MAX` if none do.
    limit: u32,
    /// With so many plies left and more, nothing is felt of it.
    free: u32,
    /// With fewer plies left than these, each is another position to the table.
    fine: u32,
    /// Before that, so many are one.
    step: u32,
}

impl DrawLimit {
    pub fn new(limit: u32, params: &SearchParams) -> DrawLimit {
        let share = u64::from(limit) * params.limit_fade as u64 / 100;
        DrawLimit {
            limit,
            free: u32::try_from(share).unwrap_or(u32::MAX).max(1),
            fine: params.limit_key_fine as u32,
            step: params.limit_key_step as u32,
        }
    }

    /// An evaluation nearer to a draw the nearer the limit is.
    #[inline]
    pub fn faded(&self, eval: i32, clock: u32) -> i32 {
        let (left, free) = (self.limit.saturating_sub(clock), self.free);
        if left >= free {
            eval
        } else {
            (i64::from(eval) * i64::from(left) / i64::from(free)) as i32
        }
    }

    /// The key under which the table knows a position.
    #[inline]
    pub fn key(&self, key: u64, clock: u32) -> u64 {
        key ^ u64::from(self.bucket(clock)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// What distinguishes positions whose scores the clock touches: nothing far from
    /// the limit, then coarse steps, then every ply.
    #[inline]
    fn bucket(&self, clock: u32) -> u32 {
        let left = self.limit.saturating_sub(clock);
        if left >= self.free.max(self.fine) {
            0
        } else if left >= self.fine {
            1000 + left / self.step
        } else {
            left + 1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advantage_fades_over_the_second_half_and_is_nothing_at_the_limit() {
        let limit = DrawLimit::new(60, &SearchParams::default());
        assert_eq!(
            [0, 30, 45, 59, 60, 61].map(|clock| limit.faded(900, clock)),
            [900, 900, 450, 30, 0, 0]
        );
        assert_eq!(limit.faded(-900, 45), -450);
        let none = DrawLimit::new(u32::MAX, &SearchParams::default());
        assert_eq!((none.faded(900, 5_000), none.key(7, 5_000)), (900, 7));
    }

    #[test]
    fn keys_differ_where_the_clock_matters() {
        let limit = DrawLimit::new(60, &SearchParams::default());
        assert_eq!((limit.key(7, 0), limit.key(7, 30)), (7, 7));
        assert_eq!(limit.key(7, 33), limit.key(7, 35), "a coarse step");
        assert_ne!(limit.key(7, 35), limit.key(7, 37));
        for clock in 37..60 {
            assert_ne!(limit.key(7, clock), limit.key(7, clock + 1), "{clock}");
        }
    }
}
