//! The older way of contests: `board.txt` in, `move.txt` out, one run per ply.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use banqi::notation::platform;
use banqi::notation::record::ContestRecord;

use super::session::Session;

/// Reads the record in `board.txt`, thinks, and writes `move.txt`: `0`, from, to,
/// `0` for a move; `1`, square, `0`, `0` for a flip.
pub fn run(session: &mut Session, folder: &Path) -> Result<ExitCode> {
    let board = folder.join("board.txt");
    let name = board.display();
    let text = std::fs::read_to_string(&board).with_context(|| format!("cannot read {name}"))?;
    let record: ContestRecord = text.parse().with_context(|| format!("{name}"))?;
    session
        .begin(record.start.clone())
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("{name}"))?;
    for (number, played) in (1..).zip(&record.plies) {
        session
            .follow(*played)
            .map_err(anyhow::Error::msg)
            .with_context(|| format!("{name}, ply {number}"))?;
    }
    let ply = session.think().with_context(|| format!("{name}: there is no legal ply"))?;
    let square = platform::write_square;
    let answer = if ply.is_flip() {
        format!("1\n{}\n0\n0\n", square(ply.from()))
    } else {
        format!("0\n{}\n{}\n0\n", square(ply.from()), square(ply.to()))
    };
    let out = folder.join("move.txt");
    std::fs::write(&out, answer).with_context(|| format!("cannot write {}", out.display()))?;
    Ok(ExitCode::SUCCESS)
}
