//! Files for the option `PatternFile`: named shapes besides those that ship.

use std::io::Read;

/// The name of the option.
pub const PATTERN_FILE: &str = "PatternFile";
/// The longest file.
const MOST: u64 = 16 << 20;

/// The text of an option's value; an empty one, or `<empty>`, stands for no file.
///
/// # Errors
/// If it cannot be read, is longer than anything that belongs there, or is no text.
pub(crate) fn read_patterns(path: &str) -> Result<Option<String>, String> {
    if path.is_empty() || path == "<empty>" {
        return Ok(None);
    }
    let fault = |error: std::io::Error| format!("{path}: {error}");
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(fault)?;
    file.take(MOST + 1).read_to_string(&mut text).map_err(fault)?;
    if text.len() as u64 > MOST {
        return Err(format!("{path}: longer than {MOST} bytes: expected a file of patterns"));
    }
    Ok(Some(text))
}
