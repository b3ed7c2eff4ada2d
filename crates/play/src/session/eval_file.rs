//! Files with numbers of the evaluation.

use std::io::Read;

/// The longest file of parameters.
const MAX_LENGTH: u64 = 1 << 20;

/// A file that was read; without a path it stands for the profile's own numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct EvalFile {
    pub path: String,
    pub text: String,
}

impl EvalFile {
    /// Whether it stands for the profile's own numbers.
    pub fn is_none(&self) -> bool {
        self.path.is_empty()
    }

    /// What is wrong with the file, with its name.
    pub fn fault(&self, error: &dyn std::fmt::Display) -> String {
        fault(&self.path, error)
    }
}

fn fault(path: &str, error: &dyn std::fmt::Display) -> String {
    format!("EvalFile {path}: {error}")
}

/// Reads the file of an option's value.
pub(super) fn read(path: &str) -> Result<EvalFile, String> {
    if path.is_empty() || path == "<empty>" {
        return Ok(EvalFile::default());
    }
    let text = read_bounded(path).map_err(|error| fault(path, &error))?;
    Ok(EvalFile { path: path.to_owned(), text })
}

/// The text of a file; one that does not end is not read to its end.
fn read_bounded(path: &str) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_LENGTH + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_LENGTH {
        let message = format!("longer than {MAX_LENGTH} bytes: expected a list of parameters");
        return Err(std::io::Error::other(message));
    }
    Ok(text)
}
