//! What travels: JSON, so that other programs can listen.

use std::io::Read as _;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::parts::PartName;

/// Nothing that is spread out again is longer: a broker cannot fill our memory.
const MOST_TEXT: u64 = 1 << 30;

/// A text, compressed.
pub(super) fn squeeze(text: &[u8]) -> Result<Vec<u8>, String> {
    zstd::encode_all(text, 3).map_err(|error| error.to_string())
}

/// A compressed text.
pub(super) fn spread(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let decoder = zstd::Decoder::new(bytes).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let length = decoder.take(MOST_TEXT + 1).read_to_end(&mut text);
    match length.map_err(|error| error.to_string())? as u64 > MOST_TEXT {
        true => Err(format!("longer than {MOST_TEXT} bytes")),
        false => Ok(text),
    }
}

/// What a worker must know of a run.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The kind of work.
    pub kind: String,
    /// What stands for the program; see [`Work::fingerprint`](crate::Work::fingerprint).
    pub fingerprint: String,
    /// A job that failed so often is given up.
    pub attempts: u32,
    /// Seconds without a sign of life after which a job goes to another worker.
    pub ack_wait: f64,
    /// The work itself, as JSON.
    pub work: String,
    /// Its parts, which are sent beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartName>,
}

impl Setup {
    /// Compressed: test sets are long.
    pub fn pack(&self) -> Result<Vec<u8>, String> {
        let text = serde_json::to_vec(self).map_err(|error| error.to_string())?;
        squeeze(&text)
    }

    pub fn unpack(bytes: &[u8]) -> Result<Setup, String> {
        serde_json::from_slice(&spread(bytes)?).map_err(|error| error.to_string())
    }
}

#[derive(Serialize)]
pub(super) struct JobOut<'a, T> {
    pub index: u64,
    pub job: &'a T,
}

#[derive(Deserialize)]
pub(super) struct JobIn<'a> {
    pub index: u64,
    #[serde(borrow)]
    pub job: &'a RawValue,
}

/// What a worker sends back.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub index: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Box<RawValue>>,
    /// Where a long output is, compressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<PartName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    #[serde(default)]
    pub attempts: u32,
    #[serde(default)]
    pub worker: String,
}

/// How far a run is.
#[derive(Serialize)]
pub(super) struct Status<'a> {
    pub run: &'a str,
    pub done: usize,
    pub of: usize,
}

/// What a worker does.
#[derive(Serialize)]
pub(super) struct WorkerStatus<'a> {
    pub worker: &'a str,
    pub threads: usize,
    pub done: u64,
    pub failed: u64,
    pub runs: usize,
    pub refused: usize,
}
