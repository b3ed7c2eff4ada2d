//! Token buckets: so much in a burst, so much each second after that.

use std::time::Instant;

/// A bucket of tokens that fills up with time.
#[derive(Clone, Debug)]
pub struct Bucket {
    tokens: f64,
    most: f64,
    per_second: f64,
    last: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(burst: u32, per_second: u32) -> Bucket {
        Bucket {
            tokens: f64::from(burst),
            most: f64::from(burst),
            per_second: f64::from(per_second),
            last: Instant::now(),
        }
    }

    /// Takes a token; false if there is none.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.last).as_secs_f64();
        self.tokens = (self.tokens + passed * self.per_second).min(self.most);
        self.last = now;
        if self.tokens < 1.0 {
            return false;
        }
        self.tokens -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_then_a_steady_rate() {
        let mut bucket = Bucket::new(3, 2);
        let begin = bucket.last;
        let taken = |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take_at(now)).count();
        assert_eq!(taken(&mut bucket, begin), 3);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(1)), 2);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(100)), 3);
    }
}
