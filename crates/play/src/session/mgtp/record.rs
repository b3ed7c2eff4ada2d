//! The older way of contests: a record of the game in, a ply out.

use banqi::notation::platform;
use banqi::notation::record::ContestRecord;

use super::MgtpSession;

/// Why a record got no ply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("{0}")]
    Text(String),
    /// A ply cannot be played.
    #[error("ply {number}: {reason}")]
    Ply {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The game is over.
    #[error("there is no legal ply")]
    NoPly,
}

impl MgtpSession {
    /// Follows the game of a contest record and answers with the text of `move.txt`:
    /// `0`, from, to, `0` for a move; `1`, square, `0`, `0` for a flip; a line each.
    ///
    /// # Errors
    /// If the record cannot be read or followed, or the game is over.
    pub fn answer_record(&mut self, text: &str) -> Result<String, RecordError> {
        let record: ContestRecord =
            text.parse().map_err(|error: banqi::notation::record::RecordError| {
                RecordError::Text(error.to_string())
            })?;
        self.begin(&record.start).map_err(RecordError::Text)?;
        for (number, played) in (1..).zip(&record.plies) {
            self.play(played.ply, played.reveal)
                .map_err(|reason| RecordError::Ply { number, reason })?;
        }
        let ply = self.search().ok_or(RecordError::NoPly)?;
        let square = platform::write_square;
        Ok(if ply.is_flip() {
            format!("1\n{}\n0\n0\n", square(ply.from()))
        } else {
            format!("0\n{}\n{}\n0\n", square(ply.from()), square(ply.to()))
        })
    }
}
