//! A file from a browser, laid down until it is imported; it goes when nobody needs it
//! any more, whatever happened.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt as _;
use tokio::time::{Instant, timeout, timeout_at};

use crate::error::{ApiError, Code};

/// The largest file that is taken.
pub const MOST_BYTES: u64 = 512 << 20;
/// So many bytes are written at once.
const AT_ONCE: usize = 1 << 20;
/// No file takes longer to come in.
const LONGEST: Duration = Duration::from_secs(15 * 60);

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A file of ours; it is removed when this value is dropped.
pub struct Upload {
    path: PathBuf,
    bytes: u64,
}

impl Upload {
    /// Takes a body as it comes, no more of it in memory than a megabyte. Each piece may
    /// take as long as `patience`.
    ///
    /// # Errors
    /// If it is too large or too slow, breaks off, or cannot be written.
    pub async fn receive(
        folder: &Path,
        body: Body,
        patience: Duration,
    ) -> Result<Upload, ApiError> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut upload = Upload { path: folder.join(number.to_string()), bytes: 0 };
        let mut file = File::create(&upload.path).map_err(|error| unwritten(&error))?;
        let mut waiting = Vec::new();
        let mut pieces = body.into_data_stream();
        let until = Instant::now() + LONGEST;
        loop {
            let piece = timeout_at(until, timeout(patience, pieces.next())).await;
            let Ok(Ok(piece)) = piece else {
                return Err(ApiError::bad("the file did not come in time"));
            };
            let Some(piece) = piece else { break };
            let piece = piece.map_err(|_| ApiError::bad("the file broke off"))?;
            upload.bytes += piece.len() as u64;
            if upload.bytes > MOST_BYTES {
                return Err(too_large());
            }
            waiting.extend_from_slice(&piece);
            if waiting.len() >= AT_ONCE {
                file = write(file, std::mem::take(&mut waiting)).await?;
            }
        }
        write(file, waiting).await?;
        Ok(upload)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Writes away from the threads that serve connections: a disk may be slow.
async fn write(mut file: File, bytes: Vec<u8>) -> Result<File, ApiError> {
    let written = tokio::task::spawn_blocking(move || file.write_all(&bytes).map(|()| file)).await;
    match written {
        Ok(written) => written.map_err(|error| unwritten(&error)),
        Err(_) => Err(ApiError::new(Code::Internal, "the file could not be laid down")),
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!("an upload cannot be removed: {error}");
        }
    }
}

/// A file is too large.
pub fn too_large() -> ApiError {
    let message = format!("a file has at most {} MB", MOST_BYTES >> 20);
    ApiError::new(Code::TooLarge, message)
}

fn unwritten(error: &std::io::Error) -> ApiError {
    tracing::error!("an upload cannot be written: {error}");
    ApiError::new(Code::Internal, "the file could not be laid down: is the disk full?")
}

/// The name of a file as it is shown and as formats are told by it: its last part, without
/// characters that cannot be seen, and not too long.
pub fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: Vec<char> = last.chars().filter(|letter| !letter.is_control()).collect();
    // The end tells the format.
    let name: String = kept[kept.len().saturating_sub(120)..].iter().collect();
    if name.trim().is_empty() { "unnamed".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_no_paths() {
        assert_eq!(plain_name("../../etc/games.pgn"), "games.pgn");
        assert_eq!(plain_name("C:\\games\\杯.xqf"), "杯.xqf");
        assert_eq!(plain_name("a\u{0}b\n.cbl"), "ab.cbl");
        assert_eq!(plain_name(" "), "unnamed");
        let long = plain_name(&format!("{}.pgn.gz", "x".repeat(400)));
        assert!(long.len() == 120 && long.ends_with(".pgn.gz"));
    }

    #[tokio::test]
    async fn a_file_is_there_while_it_is_needed() {
        let folder = tempfile::tempdir().unwrap();
        let patience = Duration::from_secs(5);
        let upload = Upload::receive(folder.path(), Body::from("1. h2e2"), patience).await.unwrap();
        assert_eq!(std::fs::read_to_string(upload.path()).unwrap(), "1. h2e2");
        assert_eq!(upload.bytes(), 7);
        drop(upload);
        let pieces = futures_util::stream::iter([
            Ok(axum::body::Bytes::from_static(b"half")),
            Err(std::io::Error::other("gone")),
        ]);
        let broken = Upload::receive(folder.path(), Body::from_stream(pieces), patience).await;
        assert!(broken.is_err());
        let never = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
        let patience = Duration::from_millis(20);
        let late = Upload::receive(folder.path(), Body::from_stream(never), patience).await;
        assert!(late.is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }
}
