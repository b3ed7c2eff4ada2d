//! The laws themselves, for any kind of message.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arbtest::arbitrary::Result;
use arbtest::arbtest;

use crate::generate::Source;

/// Checks that clean values print and parse back, and that dirty values print one
/// line all the same.
pub fn check<T, E>(make: impl Fn(&mut Source<'_, '_>) -> Result<T>)
where
    T: FromStr<Err = E> + Display + Debug + PartialEq,
    E: Debug + PartialEq,
{
    arbtest(|u| {
        let value = make(&mut Source::clean(u))?;
        let line = value.to_string();
        assert_eq!(line.parse(), Ok(value), "{line:?}");
        Ok(())
    });
    arbtest(|u| {
        let value = make(&mut Source::dirty(u))?;
        let line = value.to_string();
        assert!(!line.contains(['\n', '\r', '\0']), "{line:?}");
        Ok(())
    });
}
