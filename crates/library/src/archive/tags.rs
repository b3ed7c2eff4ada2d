//! Words that people put on games.

use std::collections::HashMap;

use rusqlite::params;

use super::Archive;
use super::edit::EditError;
use super::writer::Writer;
use crate::LibraryError;

/// Characters of the longest tag.
pub const LONGEST: usize = 40;

/// A tag as it is kept: blanks at its ends are gone; `None` if it is empty, too long or
/// holds a character that cannot be seen.
pub fn tidy(text: &str) -> Option<String> {
    let tag = text.trim();
    let fits = (1..=LONGEST).contains(&tag.chars().count());
    (fits && !tag.chars().any(char::is_control)).then(|| tag.to_owned())
}

impl Archive {
    /// Puts a tag on games, or takes it from them.
    ///
    /// # Errors
    /// If another process writes, or the file cannot be written.
    pub fn tag(&self, ids: &[u32], tag: &str, on: bool) -> Result<(), EditError> {
        let mut writer = Writer::take(self, "tagging games")?;
        writer.run(|connection| {
            let sql = match on {
                true => {
                    "INSERT OR IGNORE INTO tags (game, tag) \
                     SELECT id, ?2 FROM games WHERE id = ?1"
                }
                false => "DELETE FROM tags WHERE game = ?1 AND tag = ?2",
            };
            let mut statement = connection.prepare_cached(sql)?;
            for id in ids {
                statement.execute(params![id, tag])?;
            }
            Ok(())
        })?;
        Ok(writer.commit()?)
    }

    /// Every tag with how many games have it, in the order of the words.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tags(&self) -> Result<Vec<(String, u32)>, LibraryError> {
        self.read(|connection| {
            let sql = "SELECT tag, count(*) FROM tags \
                       WHERE game NOT IN (SELECT id FROM removed) GROUP BY tag ORDER BY tag";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// The tags of games; games without one are left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tags_of(&self, ids: &[u32]) -> Result<HashMap<u32, Vec<String>>, LibraryError> {
        self.read(|connection| {
            let sql = "SELECT tag FROM tags WHERE game = ?1 ORDER BY tag";
            let mut statement = connection.prepare_cached(sql)?;
            let mut all = HashMap::new();
            for &id in ids {
                let tags: Vec<String> = statement
                    .query_map([id], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                if !tags.is_empty() {
                    all.insert(id, tags);
                }
            }
            Ok(all)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_short_word() {
        assert_eq!(tidy("  to learn "), Some("to learn".to_owned()));
        assert_eq!(tidy("  "), None);
        assert_eq!(tidy("a\nb"), None);
        assert_eq!(tidy(&"杯".repeat(LONGEST)), Some("杯".repeat(LONGEST)));
        assert_eq!(tidy(&"杯".repeat(LONGEST + 1)), None);
    }
}
