//! Drawn games of dark chess in which somebody had a win: `missed_wins FOLDER GAMES`, a
//! folder of tables and a record of games, such as `games.txt` of a match. A win counts if
//! a table has the position and the win comes in time for 60 plies without progress; the
//! last such win of a game counts, by who had it.

use std::collections::BTreeMap;

use records::{Board, GameKind, GameResult};
use tablebase::Value;
use tablebase::banqi::BanqiTables;

/// Plies without a capture or a flip that end a game.
const LIMIT: u16 = 60;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, games] = &arguments[..] else {
        return eprintln!("usage: missed_wins FOLDER GAMES");
    };
    let tables = BanqiTables::open(folder).expect("a folder of tables");
    let record = records::read(&std::fs::read(games).expect("a record"), GameKind::Banqi);
    let (mut drawn, mut known) = (0, 0);
    let mut missed: BTreeMap<String, u32> = BTreeMap::new();
    for game in &record.games {
        if game.result != GameResult::Draw {
            continue;
        }
        drawn += 1;
        let (seen, winner) = last_win(game, &tables);
        known += u32::from(seen);
        if let Some(seat) = winner {
            let name = game.header(["First", "Second"][seat]).unwrap_or("?");
            *missed.entry(name.to_owned()).or_default() += 1;
        }
    }
    println!(
        "{} games, {drawn} drawn, {known} of these came to a table; won by the table but drawn: {missed:?}",
        record.games.len()
    );
}

/// Whether a game came to a table, and which seat had the last win in it.
fn last_win(game: &records::Game, tables: &BanqiTables) -> (bool, Option<usize>) {
    let Ok(mut board) = Board::open(&game.start) else { return (false, None) };
    let (mut seen, mut winner, mut clock, mut pieces) = (false, None, 0, 0);
    for (ply, &node) in game.tree.main_line().iter().enumerate() {
        let Some(played) = game.tree.node(node).played else { break };
        let Board::Banqi(before) = &board else { break };
        let covered = before.occupied().count();
        clock = if covered == pieces { clock + 1 } else { 0 };
        pieces = covered;
        match tables.probe(before, LIMIT).map(|probe| probe.conversion) {
            Some(Value::Win(plies)) if clock + plies <= LIMIT => winner = Some(ply % 2),
            Some(Value::Loss(plies)) if clock + plies <= LIMIT => winner = Some(1 - ply % 2),
            Some(_) => seen = true,
            // A flip is progress, too, and as long as one is left there is no table.
            None => clock = 0,
        }
        seen |= winner.is_some();
        if board.play(played).is_err() {
            break;
        }
    }
    (seen, winner)
}
