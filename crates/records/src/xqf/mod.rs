//! XQF, the files of XQStudio (象棋演播室): every version, plain and encrypted.
//!
//! A header of 1,024 bytes (keys, 32 squares, texts in GB18030 behind their length),
//! then the plies depth first. Up to version 10 everything is plain; later ones hide
//! squares, body and lengths behind keys that stand in the header.

mod cipher;
mod reader;
mod writer;

pub use cipher::Keys;
pub use reader::{detects, read};
pub use writer::{write, write_encrypted};

use xiangqi::{Kind, Piece, Side};

/// Where the plies begin.
const BODY: usize = 1024;

/// The texts of the header: where, how long, and our name.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 63, "Title"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1A0, 15, "BlackTime"),
    (0x1D0, 15, "Annotator"),
    (0x1E0, 15, "Author"),
];

/// Which piece stands on each of the 32 squares; [`crate::dhtmlxq`] has the same.
pub(crate) fn slots() -> impl Iterator<Item = Piece> {
    use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    #[rustfmt::skip]
    const KINDS: [Kind; 16] = [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook,
        Cannon, Cannon, Pawn, Pawn, Pawn, Pawn, Pawn,
    ];
    let side = |side| KINDS.into_iter().map(move |kind| Piece::new(side, kind));
    side(Side::Red).chain(side(Side::Black))
}
