//! What is longer than a message: sent in pieces beside it, and checked by its hash.

use async_nats::jetstream::Context;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Streams;

/// A server takes messages up to a megabyte.
const PIECE: usize = 512 * 1024;
/// No part is longer.
const MOST: u64 = 1 << 28;

/// What stands for a part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct PartName {
    /// SHA-256 of its bytes, in hex.
    pub sha256: String,
    /// How many there are.
    pub bytes: u64,
}

impl PartName {
    pub fn of(bytes: &[u8]) -> PartName {
        let digest = Sha256::digest(bytes);
        let sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        PartName { sha256, bytes: bytes.len() as u64 }
    }

    /// The subject of a piece; letters and digits only, whatever a message said.
    fn subject(&self, run: &str, piece: u64) -> String {
        let plain = |c: &char| c.is_ascii_hexdigit();
        let hash: String = self.sha256.chars().filter(plain).take(64).collect();
        format!("chuhe.parts.{run}.{hash}.{piece}")
    }

    fn pieces(&self) -> u64 {
        self.bytes.div_ceil(PIECE as u64)
    }

    /// Why a part cannot be sent.
    pub fn check(&self) -> Result<(), String> {
        match self.bytes {
            bytes if bytes > MOST => Err(format!("a part of {bytes} bytes: at most {MOST}")),
            _ => Ok(()),
        }
    }
}

/// Sends a part of a run; one that is there already is replaced by itself.
pub(super) async fn send(context: &Context, run: &str, bytes: &[u8]) -> Result<PartName, String> {
    let name = PartName::of(bytes);
    name.check()?;
    for (piece, bytes) in (0..).zip(bytes.chunks(PIECE)) {
        let sent = context.publish(name.subject(run, piece), bytes.to_vec().into()).await;
        let ack = sent.map_err(|error| error.to_string())?;
        ack.await.map_err(|error| error.to_string())?;
    }
    Ok(name)
}

/// Why there is no part.
pub(super) enum Missing {
    /// The broker did not answer, or does not have it.
    Away(String),
    /// It is not what it should be.
    Wrong(String),
}

/// Fetches a part of a run.
pub(super) async fn fetch(
    streams: &Streams,
    run: &str,
    name: &PartName,
) -> Result<Vec<u8>, Missing> {
    name.check().map_err(Missing::Wrong)?;
    let mut bytes = Vec::new();
    for piece in 0..name.pieces() {
        let subject = name.subject(run, piece);
        let message = streams.parts.get_last_raw_message_by_subject(&subject).await;
        let message = message.map_err(|error| Missing::Away(error.to_string()))?;
        bytes.extend_from_slice(&message.payload);
    }
    match PartName::of(&bytes) == *name {
        true => Ok(bytes),
        false => Err(Missing::Wrong(format!("a part of the run is not the one of {name:?}"))),
    }
}

/// Forgets a part that nobody needs any more.
pub(super) async fn forget(streams: &Streams, run: &str, name: &PartName) {
    for piece in 0..name.pieces() {
        let _ = streams.parts.purge().filter(name.subject(run, piece)).await;
    }
}
