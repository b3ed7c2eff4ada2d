//! The date, as stored and sent: milliseconds since 1970.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}

/// `yyyy.mm.dd` of a time (in UTC), as PGN writes dates; `????.??.??` if there is
/// no such day.
pub fn date(milliseconds: i64) -> String {
    match jiff::Timestamp::from_millisecond(milliseconds) {
        Ok(time) => time.strftime("%Y.%m.%d").to_string(),
        Err(_) => "????.??.??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_known_moments() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_735_689_599_000), "2024.12.31");
        assert_eq!(date(1_735_689_600_000), "2025.01.01");
        assert_eq!(date(-1), "1969.12.31");
        assert_eq!(date(i64::MAX), "????.??.??");
    }
}
