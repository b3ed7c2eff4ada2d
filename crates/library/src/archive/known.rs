//! Names that are there, for whoever types one.

use super::{Archive, names};
use crate::LibraryError;

impl Archive {
    /// Players whose names hold a text, those with the most games first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players_like(&self, text: &str, most: usize) -> Result<Vec<String>, LibraryError> {
        let games = "(SELECT count(*) FROM games WHERE red = named.id) \
                     + (SELECT count(*) FROM games WHERE black = named.id)";
        self.names_like("players", games, &names::fold(text), most)
    }

    /// Events whose names hold a text, those with the most games first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn events_like(&self, text: &str, most: usize) -> Result<Vec<String>, LibraryError> {
        let games = "(SELECT count(*) FROM games WHERE event = named.id)";
        self.names_like("events", games, &names::event(text).folded, most)
    }

    fn names_like(
        &self,
        table: &str,
        games: &str,
        folded: &str,
        most: usize,
    ) -> Result<Vec<String>, LibraryError> {
        let sql = format!(
            "SELECT name FROM (SELECT name, {games} AS games FROM {table} AS named \
             WHERE instr(folded, ?1) > 0) WHERE games > 0 ORDER BY games DESC, name LIMIT ?2"
        );
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let found = statement.query_map((folded, most as i64), |row| row.get(0))?;
            found.collect()
        })
    }
}
