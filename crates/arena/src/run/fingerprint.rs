//! SHA-256 of what a run depends on, to see whether a resumed run still has it.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::engine::EngineConfig;

/// How much of a file is read at once.
const PORTION: usize = 1 << 18;

/// The fingerprint of a file; `None` if it is not a plain file or cannot be read.
/// It is read in portions: a large file needs no large memory, and a device that
/// never ends is not read at all.
pub fn of_file(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut state = Sha256::new();
    let mut portion = vec![0; PORTION];
    loop {
        match file.read(&mut portion) {
            Ok(0) => return Some(in_hex(&state.finalize())),
            Ok(length) => state.update(&portion[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// The fingerprint of a text.
pub fn of_text(text: &str) -> String {
    in_hex(&Sha256::digest(text.as_bytes()))
}

/// Fingerprints of engines' programs; one that several engines share is read once.
#[derive(Clone, Debug, Default)]
pub struct Fingerprints(HashMap<PathBuf, Option<String>>);

impl Fingerprints {
    /// That of an engine's program, if it can be found and read.
    pub fn of(&mut self, config: &EngineConfig) -> Option<String> {
        let path = config.program_file()?;
        self.0.entry(path).or_insert_with_key(|path| of_file(path)).clone()
    }
}

fn in_hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn texts_have_the_published_digest() {
        assert_eq!(of_text("abc"), OF_ABC);
    }

    #[test]
    fn files_are_read_to_their_end() {
        let path = std::env::temp_dir().join(format!("chuhe-print-{}", std::process::id()));
        let text = "abcd".repeat(PORTION);
        std::fs::write(&path, &text).unwrap();
        assert_eq!(of_file(&path), Some(of_text(&text)));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(of_file(&path), None);
    }

    #[test]
    fn a_device_is_not_read() {
        assert_eq!(of_file(Path::new("/dev/zero")), None);
    }
}
