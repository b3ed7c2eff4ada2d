//! Write-ahead logging, switched on.

use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(10);

/// Write-ahead logging: readers do not wait, and a commit is one write that a killed
/// process cannot take back.
///
/// SQLite waits for whoever is writing, but not while it changes how a file is logged:
/// of several who open a new file at the same moment all but one are told at once that it
/// is busy. They ask again, as long as they have patience for another process.
pub(crate) fn write_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    connection.busy_timeout(patience)?;
    let begun = Instant::now();
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())) {
            Err(error) if is_busy(&error) && begun.elapsed() < patience => {
                std::thread::sleep(PAUSE);
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}
