//! A training run as a file to go on from: options, weights, moments, place in the
//! data, curve; CRC-32 at the end.

use std::path::Path;

use game::GameKind;
use network::checksum::crc32;
use network::{Inputs, OUTPUTS, Role, Shape, Width};

use super::columns::{COLUMNS, Lane};
use super::model::Model;
use super::{Curve, CurvePoint, Options, TrainError, Trainer};
use crate::data::{Place, Record};
use crate::files::write_whole;

const MAGIC: &[u8; 8] = b"CHUHETRN";
const VERSION: u16 = 2;

impl<R: Record> Trainer<R> {
    /// The run as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::from(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.push((R::Inputs::GAME == GameKind::Banqi).into());
        write_options(&mut out, &self.options);
        for number in [self.batches, self.place.round, self.place.drawn] {
            out.extend(number.to_le_bytes());
        }
        write_curve(&mut out, &self.curve);
        out.extend((self.note.len() as u64).to_le_bytes());
        out.extend(self.note.as_bytes());
        for block in &self.model.blocks {
            let own = [&block.weights, &block.mean, &block.square];
            let common = block.common.iter().flat_map(|c| [&c.weights, &c.mean, &c.square]);
            for lane in own.into_iter().chain(common).flatten() {
                write_floats(&mut out, &lane.0);
            }
        }
        let bias = &self.model.output_bias;
        for values in [&bias.weights, &bias.mean, &bias.square] {
            write_floats(&mut out, values);
        }
        let checksum = crc32(&out);
        out.extend(checksum.to_le_bytes());
        out
    }

    /// A run from its bytes.
    ///
    /// # Errors
    /// If they are damaged, of another version or of the other game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trainer<R>, TrainError> {
        let damaged = TrainError::Checkpoint;
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("not a checkpoint: expected a file that begins with CHUHETRN"));
        }
        let (content, stored) = bytes.split_last_chunk::<4>().ok_or(damaged("cut short"))?;
        if crc32(content) != u32::from_le_bytes(*stored) {
            return Err(damaged("damaged or cut short: the checksum is wrong"));
        }
        let mut reader = Reader(&content[MAGIC.len()..]);
        if reader.u16()? != VERSION {
            return Err(damaged("of another version: expected version 2"));
        }
        let game = if reader.byte()? == 0 { GameKind::Xiangqi } else { GameKind::Banqi };
        if game != R::Inputs::GAME {
            return Err(TrainError::Game { found: game, expected: R::Inputs::GAME });
        }
        let options = read_options(&mut reader)?;
        options.check()?;
        let mut trainer = Trainer::from_parts(options, Model::zero(options.shape));
        trainer.batches = reader.u64()?;
        trainer.place = Place { round: reader.u64()?, drawn: reader.u64()? };
        trainer.curve = read_curve(&mut reader)?;
        trainer.note = reader.text()?;
        read_model(&mut reader, &mut trainer.model)?;
        match reader.0 {
            [] => Ok(trainer),
            _ => Err(damaged("with bytes after its end")),
        }
    }

    /// Writes a checkpoint beside the old one and then puts it in its place, so that
    /// there is a whole one at any moment.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        let failed = |error| TrainError::File { path: path.to_owned(), error };
        write_whole(path, &self.to_bytes()).map_err(failed)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn load(path: &Path) -> Result<Trainer<R>, TrainError> {
        let failed = |error| TrainError::File { path: path.to_owned(), error };
        Trainer::from_bytes(&std::fs::read(path).map_err(failed)?)
    }
}

fn write_floats(out: &mut Vec<u8>, values: &[f32]) {
    out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

fn write_options<I: Inputs>(out: &mut Vec<u8>, options: &Options<I>) {
    out.extend(options.shape.inputs.encode());
    out.extend((options.shape.width.columns() as u16).to_le_bytes());
    let numbers = [
        options.positions,
        options.batch as u64,
        options.seed,
        options.threads as u64,
        options.report_every,
        options.scale as u64,
        options.augment.into(),
        (options.role == Role::Correction).into(),
    ];
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    let Options { rate, final_rate, decay, result_share, .. } = *options;
    write_floats(out, &[rate, final_rate, decay, result_share]);
}

fn read_options<I: Inputs>(reader: &mut Reader<'_>) -> Result<Options<I>, TrainError> {
    let unknown = TrainError::Checkpoint("of a shape that is not known");
    let inputs = I::decode([reader.byte()?, reader.byte()?]);
    let width = Width::from_columns(reader.u16()?.into());
    let (Some(inputs), Some(width)) = (inputs, width) else { return Err(unknown) };
    Ok(Options {
        shape: Shape { width, inputs },
        positions: reader.u64()?,
        batch: reader.u64()? as usize,
        seed: reader.u64()?,
        threads: reader.u64()? as usize,
        report_every: reader.u64()?,
        scale: reader.u64()? as i32,
        augment: reader.u64()? != 0,
        role: if reader.u64()? != 0 { Role::Correction } else { Role::Whole },
        rate: reader.float()?,
        final_rate: reader.float()?,
        decay: reader.float()?,
        result_share: reader.float()?,
    })
}

/// Losses that are not known are written as "not a number".
fn write_curve(out: &mut Vec<u8>, curve: &Curve) {
    out.extend(curve.baseline.unwrap_or(f64::NAN).to_le_bytes());
    out.extend((curve.points.len() as u64).to_le_bytes());
    for point in &curve.points {
        out.extend(point.positions.to_le_bytes());
        out.extend(point.rate.to_le_bytes());
        out.extend(point.training.to_le_bytes());
        out.extend(point.held_out.unwrap_or(f64::NAN).to_le_bytes());
    }
}

fn read_curve(reader: &mut Reader<'_>) -> Result<Curve, TrainError> {
    let known = |loss: f64| Some(loss).filter(|loss| !loss.is_nan());
    let mut curve = Curve { points: Vec::new(), baseline: known(reader.double()?) };
    for _ in 0..reader.u64()? {
        curve.points.push(CurvePoint {
            positions: reader.u64()?,
            rate: reader.float()?,
            training: reader.double()?,
            held_out: known(reader.double()?),
        });
    }
    Ok(curve)
}

fn read_model<I: Inputs>(reader: &mut Reader<'_>, model: &mut Model<I>) -> Result<(), TrainError> {
    let lanes = |reader: &mut Reader<'_>, values: &mut Vec<Lane>| {
        values
            .iter_mut()
            .try_for_each(|lane| reader.floats::<COLUMNS>().map(|read| *lane = Lane(read)))
    };
    for block in &mut model.blocks {
        lanes(reader, &mut block.weights)?;
        lanes(reader, &mut block.mean)?;
        lanes(reader, &mut block.square)?;
        if let Some(common) = &mut block.common {
            lanes(reader, &mut common.weights)?;
            lanes(reader, &mut common.mean)?;
            lanes(reader, &mut common.square)?;
        }
    }
    model.output_bias.weights = reader.floats::<OUTPUTS>()?;
    model.output_bias.mean = reader.floats::<OUTPUTS>()?;
    model.output_bias.square = reader.floats::<OUTPUTS>()?;
    Ok(())
}

/// Bytes still to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TrainError> {
        let (taken, rest) =
            self.0.split_first_chunk::<N>().ok_or(TrainError::Checkpoint("cut short"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, TrainError> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, TrainError> {
        self.take().map(u16::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, TrainError> {
        self.take().map(u64::from_le_bytes)
    }

    fn float(&mut self) -> Result<f32, TrainError> {
        self.take().map(f32::from_le_bytes)
    }

    fn double(&mut self) -> Result<f64, TrainError> {
        self.take().map(f64::from_le_bytes)
    }

    fn text(&mut self) -> Result<String, TrainError> {
        let length = usize::try_from(self.u64()?).unwrap_or(usize::MAX);
        let cut = TrainError::Checkpoint("cut short");
        let (text, rest) = self.0.split_at_checked(length).ok_or(cut)?;
        self.0 = rest;
        let wrong = |_| TrainError::Checkpoint("with a note that is not text");
        String::from_utf8(text.to_vec()).map_err(wrong)
    }

    fn floats<const N: usize>(&mut self) -> Result<[f32; N], TrainError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Ok(values)
    }
}
