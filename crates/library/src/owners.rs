//! What belonged to several owners and belongs to one now.

use rusqlite::{TransactionBehavior, params};

use crate::{Library, LibraryError};

impl Library {
    /// Gives everything of all owners whose name begins with `prefix` to `owner`:
    /// games, studies, pattern sets, runs, the settings changed last unless `owner` has some,
    /// ratings and puzzles. Returns how many games, studies, sets and runs changed hands.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is changed then.
    pub fn adopt(&self, prefix: &str, owner: &str) -> Result<usize, LibraryError> {
        // Names are compared letter by letter: `LIKE` has signs of its own.
        let theirs = "substr(owner, 1, length(?1)) = ?1 AND owner <> ?2";
        self.write(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let names = params![prefix, owner];
            let mut adopted = 0;
            for table in ["games", "studies", "pattern_sets", "runs"] {
                let sql = format!("UPDATE {table} SET owner = ?2 WHERE {theirs}");
                adopted += transaction.execute(&sql, names)?;
            }
            transaction.execute(
                &format!(
                    "INSERT OR IGNORE INTO settings (owner, value, updated) SELECT ?2, value, \
                     updated FROM settings WHERE {theirs} ORDER BY updated DESC LIMIT 1"
                ),
                names,
            )?;
            transaction.execute(&format!("DELETE FROM settings WHERE {theirs}"), names)?;
            // What the owner has is kept where both have something.
            let practice =
                ["ratings", "rating_history", "puzzle_states", "puzzle_attempts", "own_puzzles"];
            for table in practice {
                let sql = format!("UPDATE OR IGNORE {table} SET owner = ?2 WHERE {theirs}");
                transaction.execute(&sql, names)?;
                transaction.execute(&format!("DELETE FROM {table} WHERE {theirs}"), names)?;
            }
            transaction.commit()?;
            Ok(adopted)
        })
    }
}
