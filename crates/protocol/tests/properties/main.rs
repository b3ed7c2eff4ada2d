//! Laws that hold for every value and every input:
//! printing and parsing undo each other, no input makes a parser panic, and no
//! value prints more than one line.

mod generate;
mod laws;
mod mgtp;
mod soup;
mod ucci;
mod uci;
mod xboard;
