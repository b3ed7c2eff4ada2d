//! A network as bytes: header, weights, checksum; all numbers little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CHUHENET` |
//! | 2 | version |
//! | 1 | game: 0 xiangqi, 1 dark chess |
//! | 2 | inputs, see [`Inputs::encode`] |
//! | 2 | width |
//! | 4 | scale |
//! | 2 each | weights of inputs, a row of columns for each input; biases |
//! | 1 each | weights of outputs: for each output the mover's columns, then the other's |
//! | 4 each | biases of outputs |
//! | 4 | CRC-32 of everything before |

use game::GameKind;

use crate::checksum::crc32;
use crate::error::NetworkError;
use crate::inputs::Inputs;
use crate::network::{Network, Parameters};
use crate::shape::{OUTPUTS, Shape, Width};

/// The version of files that are read and written.
pub const VERSION: u16 = 1;
const MAGIC: &[u8; 8] = b"CHUHENET";
const HEADER: usize = 19;
const CHECKSUM: usize = 4;

/// What a file says about its network before the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Which game it judges.
    pub game: GameKind,
    /// What stands for its inputs, see [`Inputs::decode`].
    pub inputs: [u8; 2],
    /// Its width.
    pub width: Width,
    /// What its logit is multiplied by.
    pub scale: i32,
}

impl Header {
    /// Reads a header; what follows is not looked at.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Header, NetworkError> {
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
            return Err(NetworkError::Magic);
        }
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(NetworkError::Truncated { found: bytes.len(), expected: HEADER });
        };
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(NetworkError::Version { found: version, expected: VERSION });
        }
        let game = *GameKind::ALL
            .get(usize::from(header[10]))
            .ok_or(NetworkError::UnknownGame(header[10]))?;
        let columns = u16::from_le_bytes([header[13], header[14]]);
        let width = Width::from_columns(columns.into()).ok_or(NetworkError::Width(columns))?;
        let scale = i32::from_le_bytes([header[15], header[16], header[17], header[18]]);
        Ok(Header { game, inputs: [header[11], header[12]], width, scale })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.push(GameKind::ALL.iter().position(|&game| game == self.game).unwrap_or(0) as u8);
        out.extend(self.inputs);
        out.extend((self.width.columns() as u16).to_le_bytes());
        out.extend(self.scale.to_le_bytes());
    }

    fn shape<I: Inputs>(&self) -> Result<Shape<I>, NetworkError> {
        if self.game != I::GAME {
            return Err(NetworkError::Game { found: self.game, expected: I::GAME });
        }
        let inputs = I::decode(self.inputs).ok_or(NetworkError::Inputs(self.inputs))?;
        Ok(Shape { width: self.width, inputs })
    }
}

/// The length of a whole file.
fn length<I: Inputs>(shape: &Shape<I>) -> usize {
    let words = shape.feature_weights() + shape.width.columns();
    HEADER + 2 * words + shape.output_weights() + 4 * OUTPUTS + CHECKSUM
}

impl<I: Inputs> Network<I> {
    /// Reads a network. The header is checked before anything is allocated.
    ///
    /// # Errors
    /// Says why the bytes are not a network of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network<I>, NetworkError> {
        let header = Header::read(bytes)?;
        let shape = header.shape::<I>()?;
        let (found, expected) = (bytes.len(), length(&shape));
        if found < expected {
            return Err(NetworkError::Truncated { found, expected });
        }
        if found > expected {
            return Err(NetworkError::Trailing { found, expected });
        }
        let (content, stored) = bytes.split_at(expected - CHECKSUM);
        let stored = stored.try_into().map_or(0, u32::from_le_bytes);
        let computed = crc32(content);
        if stored != computed {
            return Err(NetworkError::Checksum { stored, computed });
        }
        Network::new(shape, header.scale, &read_parameters(&shape, &content[HEADER..]))
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (shape, parameters) = (self.shape(), self.parameters());
        let header = Header {
            game: I::GAME,
            inputs: shape.inputs.encode(),
            width: shape.width,
            scale: self.scale(),
        };
        let mut bytes = Vec::with_capacity(length(&shape));
        header.write(&mut bytes);
        let words = parameters.features.iter().chain(&parameters.bias);
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes.extend(parameters.outputs.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(parameters.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let checksum = crc32(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Cuts a body of the right length into its parts.
fn read_parameters<I: Inputs>(shape: &Shape<I>, body: &[u8]) -> Parameters {
    let words = |bytes: &[u8]| -> Vec<i16> {
        bytes.as_chunks::<2>().0.iter().map(|&word| i16::from_le_bytes(word)).collect()
    };
    let (features, rest) = body.split_at(2 * shape.feature_weights());
    let (bias, rest) = rest.split_at(2 * shape.width.columns());
    let (outputs, output_bias) = rest.split_at(shape.output_weights());
    Parameters {
        features: words(features),
        bias: words(bias),
        outputs: outputs.iter().map(|&byte| byte as i8).collect(),
        output_bias: output_bias.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect(),
    }
}
