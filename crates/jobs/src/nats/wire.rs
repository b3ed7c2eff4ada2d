//! What travels: JSON, so that other programs can listen.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

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
}

impl Setup {
    /// Compressed: test sets are long.
    pub fn pack(&self) -> Result<Vec<u8>, String> {
        let text = serde_json::to_vec(self).map_err(|error| error.to_string())?;
        zstd::encode_all(&text[..], 9).map_err(|error| error.to_string())
    }

    pub fn unpack(bytes: &[u8]) -> Result<Setup, String> {
        let text = zstd::decode_all(bytes).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
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
#[derive(Serialize, Deserialize)]
pub(super) struct Outcome {
    pub index: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Box<RawValue>>,
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
