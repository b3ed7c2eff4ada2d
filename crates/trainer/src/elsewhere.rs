//! What jobs on other machines have in common: positions as text, and the wish to stop.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use jobs::Pulse;
use search::{Flow, Host};
use serde::{Deserialize, Serialize};

use crate::data::Record;

/// Positions with their labels, as a text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Packed(String);

impl Packed {
    /// The text of some records.
    pub fn of<R: Record>(records: &[R]) -> Packed {
        let bytes: Vec<u8> = records.iter().flat_map(|record| record.bytes()).copied().collect();
        Packed(STANDARD_NO_PAD.encode(bytes))
    }

    /// The records of the text.
    ///
    /// # Errors
    /// If it is none of positions of the game.
    pub fn records<R: Record>(&self) -> Result<Vec<R>, String> {
        let bytes = STANDARD_NO_PAD.decode(&self.0).map_err(|error| error.to_string())?;
        if !bytes.len().is_multiple_of(R::SIZE) {
            return Err(format!("{} bytes are no positions of {} each", bytes.len(), R::SIZE));
        }
        let read = |bytes: &[u8]| R::read(bytes).map_err(|error| error.to_string());
        bytes.chunks(R::SIZE).map(read).collect()
    }
}

/// The host of a job's searches: nothing here is limited by time.
pub struct Wanted<'a>(pub &'a Pulse<'a>);

impl Host for Wanted<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        if self.0.stopped() { Flow::Stop } else { Flow::Continue }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    use crate::data::{Label, XiangqiRecord};

    #[test]
    fn records_come_back_and_others_are_refused() {
        let label = Label { score: -7, ply: 3, ..Label::default() };
        let record = XiangqiRecord::new(&xiangqi::Position::start(), label);
        let packed = Packed::of(&[record, record]);
        assert_eq!(packed.records::<XiangqiRecord>(), Ok(vec![record, record]));
        assert!(Packed("AAAA".to_owned()).records::<XiangqiRecord>().is_err());
        assert!(Packed("?".to_owned()).records::<XiangqiRecord>().is_err());
    }
}
