//! Files that are either old or new, never half of each.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

/// Writes a file beside the old one and then puts it in its place, so that there is a
/// whole one at any moment, however this ends.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    let written = write();
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
