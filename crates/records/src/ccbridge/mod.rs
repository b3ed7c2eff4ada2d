//! The files of CCBridge (象棋桥): CBR holds a game, CBL a library of them, CBF is
//! XML. Texts of the binary ones are UTF-16.

pub mod cbf;
pub mod cbl;
pub mod cbr;
