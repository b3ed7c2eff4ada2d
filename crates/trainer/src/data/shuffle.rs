//! Shuffled reading in bounded memory.

use std::path::PathBuf;

use game::{Rng, splitmix64};

use super::block::BLOCK_RECORDS;
use super::record::{Filter, Record};
use super::{BlockPlace, Damage, DataError, DataFile};

/// A file, and how much of it is read in each round.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// Which file.
    pub path: PathBuf,
    /// The chance of each record to be read, 0 to 1: old data counts less this way.
    pub share: f64,
    /// Only blocks that end within so many bytes: a file that grows meanwhile stays
    /// the same to its reader.
    pub until: Option<u64>,
}

impl Source {
    /// All of a file.
    pub fn whole(path: PathBuf) -> Source {
        Source { path, share: 1.0, until: None }
    }
}

/// With fewer blocks, pieces of them are held out.
const FEW_BLOCKS: usize = 4;
/// Records of such a piece: about one game.
const PIECE: usize = 64;

/// Names the files of which none has a block.
fn without_blocks(sources: &[Source]) -> String {
    let names: Vec<String> = sources.iter().map(|from| from.path.display().to_string()).collect();
    format!("no whole block in {}", names.join(", "))
}

/// Some files' blocks, or records in memory.
pub struct Dataset<R: Record> {
    files: Vec<DataFile<R>>,
    memory: Vec<R>,
    blocks: Vec<Block>,
}

#[derive(Clone, Copy)]
struct Block {
    /// `None` if it is in memory.
    file: Option<usize>,
    place: BlockPlace,
    share: f64,
}

impl<R: Record> Dataset<R> {
    /// Opens files.
    ///
    /// # Errors
    /// If one cannot be opened as data of this game, or none has a block.
    pub fn open(sources: &[Source]) -> Result<Dataset<R>, DataError> {
        let mut data = Dataset { files: Vec::new(), memory: Vec::new(), blocks: Vec::new() };
        for source in sources {
            let file = DataFile::open(&source.path)?;
            let (index, share) = (Some(data.files.len()), source.share);
            let until = source.until.unwrap_or(u64::MAX);
            let old = |place: &&BlockPlace| DataFile::<R>::end_of(place) <= until;
            let block = |&place| Block { file: index, place, share };
            data.blocks.extend(file.blocks().iter().filter(old).map(block));
            data.files.push(file);
        }
        match data.blocks.is_empty() {
            true => Err(DataError::Empty(without_blocks(sources))),
            false => Ok(data),
        }
    }

    /// Records that are in memory already.
    pub fn memory(records: Vec<R>) -> Dataset<R> {
        let block = |start: usize| {
            let count = BLOCK_RECORDS.min(records.len() - start) as u32;
            let place = BlockPlace { offset: start as u64, count, fingerprint: 0 };
            Block { file: None, place, share: 1.0 }
        };
        let blocks = (0..records.len()).step_by(BLOCK_RECORDS).map(block).collect();
        Dataset { files: Vec::new(), memory: records, blocks }
    }

    /// How many records the blocks promise.
    pub fn records(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.place.count)).sum()
    }

    /// How many of them a round reads, by the shares of their files.
    pub fn weighted_records(&self) -> f64 {
        self.blocks.iter().map(|block| f64::from(block.place.count) * block.share.min(1.0)).sum()
    }

    /// What headers show of damage.
    pub fn damage(&self) -> impl Iterator<Item = &Damage> {
        self.files.iter().flat_map(|file| file.damage())
    }

    /// Takes some blocks out, to test on what was not trained on: about a share of
    /// all, at least one if there are two, and their records. Whole blocks, since
    /// positions of one game stand together; of little data, pieces of blocks.
    pub fn hold_out(&mut self, share: f64, most: usize, seed: u64) -> (Vec<R>, Vec<Damage>) {
        let (mut records, mut damage) = (Vec::new(), Vec::new());
        let few = share > 0.0 && self.blocks.len() < FEW_BLOCKS;
        if few {
            damage = self.cut_into_pieces();
        }
        let each = if few { PIECE } else { BLOCK_RECORDS };
        let count = (self.blocks.len() as f64 * share).ceil() as usize;
        let count = count.min(self.blocks.len().saturating_sub(1)).min(most.div_ceil(each));
        Rng::new(seed).shuffle(&mut self.blocks);
        for block in self.blocks.split_off(self.blocks.len() - count) {
            let read = self.read(&block, &mut records);
            damage.extend(read.err());
        }
        records.truncate(most);
        (records, damage)
    }

    /// Reads all blocks and makes small ones of them.
    fn cut_into_pieces(&mut self) -> Vec<Damage> {
        let (mut records, mut pieces, mut damage) = (Vec::new(), Vec::new(), Vec::new());
        for block in std::mem::take(&mut self.blocks) {
            let from = records.len();
            damage.extend(self.read(&block, &mut records).err());
            for start in (from..records.len()).step_by(PIECE) {
                let count = PIECE.min(records.len() - start) as u32;
                let place = BlockPlace { offset: start as u64, count, ..block.place };
                pieces.push(Block { file: None, place, share: block.share });
            }
        }
        (self.memory, self.blocks) = (records, pieces);
        damage
    }

    fn read(&mut self, block: &Block, into: &mut Vec<R>) -> Result<(), Damage> {
        match block.file {
            Some(file) => self.files[file].read(block.place, into),
            None => {
                let start = block.place.offset as usize;
                into.extend(&self.memory[start..start + block.place.count as usize]);
                Ok(())
            }
        }
    }

    /// Reads round after round, in another order each. `room` is how many records
    /// are kept in memory to draw from; the more, the better they are mixed.
    pub fn shuffled(self, room: usize, filter: Filter, seed: u64) -> Shuffled<R> {
        let room = room.max(BLOCK_RECORDS);
        let mut shuffled = Shuffled {
            data: self,
            filter,
            seed,
            room,
            place: Place::default(),
            rng: Rng::new(0),
            order: Vec::new(),
            pool: Vec::new(),
            damage: Vec::new(),
        };
        shuffled.begin_round();
        shuffled
    }
}

/// How far reading has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Rounds over all data that are complete.
    pub round: u64,
    /// Records drawn in this one.
    pub drawn: u64,
}

/// Endless shuffled records: same data, same seed, same order.
pub struct Shuffled<R: Record> {
    data: Dataset<R>,
    filter: Filter,
    seed: u64,
    room: usize,
    place: Place,
    rng: Rng,
    /// Blocks still to be read in this round, last first.
    order: Vec<usize>,
    pool: Vec<R>,
    damage: Vec<Damage>,
}

impl<R: Record> Shuffled<R> {
    fn begin_round(&mut self) {
        self.rng = Rng::new(self.seed ^ splitmix64(self.place.round));
        let takes = |&index: &usize| self.filter.takes(self.data.blocks[index].place.fingerprint);
        self.order = (0..self.data.blocks.len()).filter(takes).collect();
        self.rng.shuffle(&mut self.order);
        self.pool.clear();
    }

    /// Adds blocks to the pool while there is room.
    fn fill(&mut self) {
        while self.pool.len() + BLOCK_RECORDS <= self.room {
            let Some(index) = self.order.pop() else { return };
            let block = self.data.blocks[index];
            let from = self.pool.len();
            let read = self.data.read(&block, &mut self.pool);
            self.note(read.err());
            self.thin(from, block.share);
        }
    }

    /// Damage is noted once, however many rounds are read.
    fn note(&mut self, damage: Option<Damage>) {
        self.damage.extend(damage.filter(|_| self.place.round == 0));
    }

    /// Leaves out what the filter or the share of the block does not let pass.
    fn thin(&mut self, from: usize, share: f64) {
        let mut kept = from;
        for at in from..self.pool.len() {
            let record = self.pool[at];
            if self.filter.passes(&record.label()) && (share >= 1.0 || self.rng.unit() < share) {
                self.pool[kept] = record;
                kept += 1;
            }
        }
        self.pool.truncate(kept);
    }

    /// Adds the next `count` records to a list.
    ///
    /// # Errors
    /// If a whole round brings no record at all.
    pub fn draw(&mut self, count: usize, into: &mut Vec<R>) -> Result<(), DataError> {
        for _ in 0..count {
            into.push(self.next_record()?);
        }
        Ok(())
    }

    /// The next records of this round, at most `count`: fewer if it ends before.
    pub fn draw_of_round(&mut self, count: usize) -> Vec<R> {
        let round = self.place.round;
        let mut records = Vec::new();
        while records.len() < count {
            match self.next_record() {
                Ok(record) if self.place.round == round => records.push(record),
                _ => break,
            }
        }
        records
    }

    fn next_record(&mut self) -> Result<R, DataError> {
        if self.pool.len() + BLOCK_RECORDS <= self.room && !self.order.is_empty() {
            self.fill();
        }
        if self.pool.is_empty() {
            if self.place.drawn == 0 {
                return Err(self.nothing());
            }
            self.place = Place { round: self.place.round + 1, drawn: 0 };
            self.begin_round();
            self.fill();
        }
        if self.pool.is_empty() {
            return Err(self.nothing());
        }
        self.place.drawn += 1;
        Ok(self.pool.swap_remove(self.rng.below(self.pool.len())))
    }

    fn nothing(&self) -> DataError {
        let (blocks, damaged) = (self.data.blocks.len(), self.damage.len());
        DataError::Empty(format!("nothing passes of {blocks} blocks, {damaged} of them damaged"))
    }

    /// How far reading has come.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Goes to a place, by reading what comes before it.
    ///
    /// # Errors
    /// If there is nothing to read.
    pub fn go_to(&mut self, place: Place) -> Result<(), DataError> {
        self.place = Place { round: place.round, drawn: 0 };
        self.begin_round();
        for _ in 0..place.drawn {
            self.next_record()?;
        }
        Ok(())
    }

    /// Blocks that could not be read so far.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }
}
