//! Files for the option `EvalFile`: a network, or numbers of the hand-written
//! evaluation.

use std::io::Read;

use game::{Position, Rules};
use search::{Engine, OptionError, OptionKind, ParamSet};
use xiangqi_engine::eval::EvalParams;

/// The name of the option.
pub const EVAL_FILE: &str = "EvalFile";

/// The longest file of parameters.
const MOST_TEXT: u64 = 1 << 20;
/// The longest network: more than any there can be.
const MOST_NETWORK: u64 = 1 << 26;

/// A file that was read; without a path it stands for the profile's own evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EvalFile {
    path: String,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Content {
    #[default]
    None,
    Numbers(String),
    Network(Vec<u8>),
}

/// Reads numbers out of a text.
pub(crate) type ReadNumbers = fn(&str, &mut ParamSet) -> Result<(), String>;

impl EvalFile {
    /// Reads the file of an option's value; an empty one, or `<empty>`, stands for the
    /// profile's own evaluation.
    ///
    /// # Errors
    /// If it cannot be read, or is longer than anything that belongs there.
    pub fn read(path: &str) -> Result<EvalFile, String> {
        if path.is_empty() || path == "<empty>" {
            return Ok(EvalFile::default());
        }
        let content = read_content(path).map_err(|error| fault(path, &error))?;
        Ok(EvalFile { path: path.to_owned(), content })
    }

    /// The bytes of a file, with a name for errors.
    ///
    /// # Errors
    /// If they are neither a network nor a text of parameters.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<EvalFile, String> {
        let content = content(bytes.to_vec()).map_err(|error| fault(name, &error))?;
        Ok(EvalFile { path: name.to_owned(), content })
    }

    /// The bytes of the file; none if it stands for the profile's own evaluation.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.content {
            Content::None => None,
            Content::Numbers(text) => Some(text.as_bytes()),
            Content::Network(bytes) => Some(bytes),
        }
    }

    /// Where it is; empty if it stands for the profile's own evaluation.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether it stands for the profile's own evaluation.
    pub fn is_none(&self) -> bool {
        self.content == Content::None
    }

    /// Lets an engine evaluate with it. What the file does not say is as the profile
    /// has it, with the changes of the option `Params` on top. `read` reads numbers, if
    /// the game has files of them.
    ///
    /// # Errors
    /// Says what is wrong with the file; the engine is then unchanged.
    pub(crate) fn apply<P: Position, R: Rules<P>>(
        &self,
        engine: &mut dyn Engine<P, R>,
        read: Option<ReadNumbers>,
    ) -> Result<(), String> {
        let mut numbers = ParamSet::new(engine.params().specs().to_vec());
        if let Content::Numbers(text) = &self.content {
            let read = read.ok_or_else(|| fault(&self.path, &NO_NUMBERS))?;
            read(text, &mut numbers).map_err(|error| fault(&self.path, &error))?;
        }
        let network =
            if let Content::Network(bytes) = &self.content { Some(&bytes[..]) } else { None };
        engine.set_network(network).map_err(|error| match error {
            OptionError::Text { reason, .. } => fault(&self.path, &reason),
            other => fault(&self.path, &other),
        })?;
        match read {
            Some(_) => use_numbers(engine, &numbers).map_err(|error| fault(&self.path, &error)),
            None => Ok(()),
        }
    }
}

const NO_NUMBERS: &str = "expected a network: its numbers are changed by the option Params";

/// Numbers in the place of the profile's own, and the changes of `Params` on top.
fn use_numbers<P: Position, R: Rules<P>>(
    engine: &mut dyn Engine<P, R>,
    numbers: &ParamSet,
) -> Result<(), String> {
    let options = engine.options();
    let kind = options.into_iter().find(|option| option.name == "Params").map(|found| found.kind);
    engine.set_params(numbers).map_err(|error| error.to_string())?;
    match kind {
        Some(OptionKind::Text { value }) => {
            engine.set_option("Params", &value).map_err(|error| error.to_string())
        }
        _ => Ok(()),
    }
}

/// What is wrong with a file, with its name.
fn fault(path: &str, error: &dyn std::fmt::Display) -> String {
    format!("{path}: {error}")
}

/// The bytes of a file; one that does not end is not read to its end.
fn read_content(path: &str) -> std::io::Result<Content> {
    let mut file = std::fs::File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(MOST_TEXT + 1).read_to_end(&mut bytes)?;
    if network::is_network(&bytes) {
        file.take(MOST_NETWORK - MOST_TEXT).read_to_end(&mut bytes)?;
    }
    content(bytes)
}

fn content(bytes: Vec<u8>) -> std::io::Result<Content> {
    if network::is_network(&bytes) {
        return Ok(Content::Network(bytes));
    }
    if bytes.len() as u64 > MOST_TEXT {
        let message = format!("longer than {MOST_TEXT} bytes: expected a network or parameters");
        return Err(std::io::Error::other(message));
    }
    let wrong = |_| std::io::Error::other("neither a network nor a text of parameters");
    String::from_utf8(bytes).map(Content::Numbers).map_err(wrong)
}

/// The numbers of xiangqi's evaluation, as `chuhe eval --params` prints them.
pub(crate) fn xiangqi_numbers(text: &str, params: &mut ParamSet) -> Result<(), String> {
    let file = EvalParams::from_toml(text).map_err(|error| error.to_string())?;
    file.write_to(params).map_err(|error| error.to_string())
}
