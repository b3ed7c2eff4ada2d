//! Labelled positions: records, blocks, files, shuffled reading.

mod banqi;
mod base;
mod block;
mod error;
mod reader;
mod record;
mod shuffle;
mod tools;
mod writer;
mod xiangqi;

pub use banqi::BanqiRecord;
pub use block::{BLOCK_RECORDS, VERSION};
pub use error::{Damage, DamageKind, DataError, RecordFault};
pub use reader::{BlockPlace, DataFile};
pub(crate) use record::sigmoid;
pub use record::{Filter, GameResult, Label, Record};
pub use shuffle::{Dataset, Place, Shuffled, Source};
pub use tools::{FileInfo, check, game_of, info, merge, new_file, sample};
pub use writer::Writer;
pub use xiangqi::XiangqiRecord;
