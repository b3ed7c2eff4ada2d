//! What `chuhe` alone prints.

use std::process::ExitCode;

use anyhow::Result;

use crate::output;

pub fn run() -> Result<ExitCode> {
    output::print(&format!(
        "Chuhe (楚河) {}: a workbench for xiangqi and Chinese dark chess\n\n\
         Ready to use:\n  \
           chuhe show   a position as a board, with its legal moves in every notation\n  \
           chuhe judge  what the rules say about a game: repetition, limits, end\n  \
           chuhe perft  count the game tree, or check a file of counts\n  \
           chuhe match  engines against each other, under a referee with its own rules\n  \
           chuhe uci    the xiangqi engine for graphical interfaces (UCI, UCCI)\n  \
           chuhe mgtp   the dark chess engine for tournament platforms\n  \
           chuhe eval   every term of an evaluation; chuhe flips, what a flip may bring\n\n\
         `chuhe help` lists everything; `chuhe help COMMAND` explains one command.\n",
        env!("CARGO_PKG_VERSION")
    ))?;
    Ok(ExitCode::SUCCESS)
}
