//! A network as bytes: header, weights, checksum; all numbers little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CHUHENET` |
//! | 2 | version |
//! | 1 | game: 0 xiangqi, 1 dark chess |
//! | 1 | role: 0 whole evaluation, 1 correction |
//! | 2 | inputs, see [`Inputs::encode`] |
//! | 2 | width |
//! | 4 | scale |
//! | 2 each | weights of inputs, a row of columns for each input; biases |
//! | 1 each | weights of outputs: for each output the mover's columns, then the other's |
//! | 4 each | biases of outputs |
//! | 2 | length of the comment; version 1 ends without these two |
//! | … | comment: where the network comes from, in UTF-8 |
//! | 4 | CRC-32 of everything before |

use game::GameKind;

use crate::checksum::crc32;
use crate::error::NetworkError;
use crate::inputs::Inputs;
use crate::network::{Network, Parameters};
use crate::shape::{OUTPUTS, Role, Shape, Width};

/// The version of files that are written; those of version 1, which have no comment, are
/// read too.
pub const VERSION: u16 = 2;
const MAGIC: &[u8; 8] = b"CHUHENET";
const HEADER: usize = 20;
const CHECKSUM: usize = 4;
/// The bytes that say how long the comment is.
const COMMENT: usize = 2;

/// Whether some bytes begin like a network's file.
///
/// ```
/// assert!(network::is_network(b"CHUHENET and more"));
/// assert!(!network::is_network(b"CHUHE"));
/// ```
pub fn is_network(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// What a file says about its network before the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The version of the file.
    pub version: u16,
    /// Which game it judges.
    pub game: GameKind,
    /// What its value is.
    pub role: Role,
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
        if !(1..=VERSION).contains(&version) {
            return Err(NetworkError::Version { found: version, expected: VERSION });
        }
        let game = *GameKind::ALL
            .get(usize::from(header[10]))
            .ok_or(NetworkError::UnknownGame(header[10]))?;
        let role =
            *Role::ALL.get(usize::from(header[11])).ok_or(NetworkError::UnknownRole(header[11]))?;
        let columns = u16::from_le_bytes([header[14], header[15]]);
        let width = Width::from_columns(columns.into()).ok_or(NetworkError::Width(columns))?;
        let scale = i32::from_le_bytes([header[16], header[17], header[18], header[19]]);
        Ok(Header { version, game, role, inputs: [header[12], header[13]], width, scale })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.push(GameKind::ALL.iter().position(|&game| game == self.game).unwrap_or(0) as u8);
        out.push(Role::ALL.iter().position(|&role| role == self.role).unwrap_or(0) as u8);
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

/// Where the weights end.
fn weights_end<I: Inputs>(shape: &Shape<I>) -> usize {
    let words = shape.feature_weights() + shape.width.columns();
    HEADER + 2 * words + shape.output_weights() + 4 * OUTPUTS
}

/// The length of a whole file.
fn length(version: u16, end: usize, bytes: &[u8]) -> usize {
    let comment = match bytes.get(end..end + COMMENT) {
        _ if version == 1 => 0,
        Some(length) => COMMENT + usize::from(u16::from_le_bytes([length[0], length[1]])),
        None => COMMENT,
    };
    end + comment + CHECKSUM
}

impl<I: Inputs> Network<I> {
    /// Reads a network. The header is checked before anything is allocated.
    ///
    /// # Errors
    /// Says why the bytes are not a network of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network<I>, NetworkError> {
        let header = Header::read(bytes)?;
        let shape = header.shape::<I>()?;
        let end = weights_end(&shape);
        let (found, expected) = (bytes.len(), length(header.version, end, bytes));
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
        let comment = content.get(end + COMMENT..).unwrap_or_default();
        let comment = std::str::from_utf8(comment).map_err(|_| NetworkError::Comment)?;
        let parameters = read_parameters(&shape, &content[HEADER..end]);
        let network = Network::new(shape, header.scale, &parameters)?;
        Ok(network.in_role(header.role).with_comment(comment))
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (shape, parameters) = (self.shape(), self.parameters());
        let header = Header {
            version: VERSION,
            game: I::GAME,
            role: self.role(),
            inputs: shape.inputs.encode(),
            width: shape.width,
            scale: self.scale(),
        };
        let mut bytes =
            Vec::with_capacity(weights_end(&shape) + COMMENT + self.comment().len() + CHECKSUM);
        header.write(&mut bytes);
        let words = parameters.features.iter().chain(&parameters.bias);
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
        bytes.extend(parameters.outputs.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(parameters.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend((self.comment().len() as u16).to_le_bytes());
        bytes.extend(self.comment().as_bytes());
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
