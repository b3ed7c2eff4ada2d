//! Dates as files write them.

use std::fmt;

/// A date, or the year and month of one, or nothing.
///
/// ```
/// use library::archive::Date;
/// for text in ["2008.11.07", "2008-11-7", "20081107", "2008年11月7日", "4:15pm Nov 7, 2008"] {
///     assert_eq!(Date::read(text).to_string(), "2008.11.07", "{text}");
/// }
/// assert_eq!(Date::read("1982.??.??").to_string(), "1982.??.??");
/// assert_eq!(Date::read("long ago"), Date::UNKNOWN);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Date(u32);

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

impl Date {
    /// Nothing is known.
    pub const UNKNOWN: Date = Date(0);

    /// Year × 10,000 + month × 100 + day; what is not known is 0.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The inverse of [`Date::number`].
    pub const fn from_number(number: u32) -> Date {
        Date(number)
    }

    /// The year, 0 if it is not known.
    pub const fn year(self) -> u16 {
        (self.0 / 10_000) as u16
    }

    /// Reads whatever looks like a date.
    pub fn read(text: &str) -> Date {
        let text = super::names::fold(text);
        let numbers = numbers(&text);
        match numbers.as_slice() {
            // 20081107
            [(whole, 8), ..] => Date::new(whole / 10_000, whole / 100 % 100, whole % 100),
            numbers => {
                let year = numbers.iter().position(|&(_, digits)| digits == 4);
                let Some(at) = year else { return Date::UNKNOWN };
                let number = |index: usize| numbers.get(index).map_or(0, |&(number, _)| number);
                match MONTHS.iter().position(|month| text.contains(month)) {
                    Some(month) => {
                        let day = if at > 0 { number(at - 1) } else { 0 };
                        Date::new(number(at), month as u32 + 1, day)
                    }
                    None => Date::new(number(at), number(at + 1), number(at + 2)),
                }
            }
        }
    }

    fn new(year: u32, month: u32, day: u32) -> Date {
        let month = if (1..=12).contains(&month) { month } else { 0 };
        let day = if month > 0 && (1..=31).contains(&day) { day } else { 0 };
        Date(year.min(9999) * 10_000 + month * 100 + day)
    }

    /// Whether two dates may be the same, as far as they are known.
    pub fn may_be(self, other: Date) -> bool {
        let parts = |date: Date| [date.0 / 10_000, date.0 / 100 % 100, date.0 % 100];
        parts(self).into_iter().zip(parts(other)).all(|(one, two)| one == two || one * two == 0)
    }

    /// The last day it may be: `2008` is up to the end of the year.
    pub fn last_day(self) -> Date {
        match (self.0 / 100 % 100, self.0 % 100) {
            (0, _) => Date(self.0 + 1231),
            (_, 0) => Date(self.0 + 31),
            _ => self,
        }
    }
}

/// The numbers of a text, each with how many digits it has.
fn numbers(text: &str) -> Vec<(u32, usize)> {
    let words = text.split(|symbol: char| !symbol.is_ascii_digit());
    let words = words.filter(|word| !word.is_empty() && word.len() <= 8);
    words.filter_map(|word| Some((word.parse().ok()?, word.len()))).collect()
}

impl fmt::Display for Date {
    /// As PGN has it, with `?` for what is not known; nothing if nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return Ok(());
        }
        write!(f, "{:04}", self.0 / 10_000)?;
        for part in [self.0 / 100 % 100, self.0 % 100] {
            match part {
                0 => f.write_str(".??")?,
                part => write!(f, ".{part:02}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_date_is_left_out() {
        for (text, expected) in [
            ("2008.13.07", "2008.??.??"),
            ("2008.11.45", "2008.11.??"),
            ("????.??.??", ""),
            ("1905.06.??", "1905.06.??"),
            ("２００８年１１月", "2008.11.??"),
            ("Jan 13, 2022", "2022.01.13"),
            ("7", ""),
            ("99999999999999", ""),
        ] {
            assert_eq!(Date::read(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn unknown_parts_may_be_anything() {
        let may_be = |one, two| Date::read(one).may_be(Date::read(two));
        assert!(may_be("2008.11.07", "2008.??.??") && may_be("", "1999.01.01"));
        assert!(!may_be("2008.11.07", "2008.11.08") && !may_be("2008", "2009"));
        assert_eq!(Date::read("2008").last_day(), Date::read("2008.12.31"));
    }
}
