//! Somebody who browses the library: lists, games, the explorer, players.

use std::sync::atomic::{AtomicBool, Ordering};

use game::{NullObserver, Position as _, Rng};
use library::Archive;
use library::archive::import::Import;
use serde_json::{Value, json};

use crate::client::Client;
use crate::{THOUGHT, Tally};

/// Who plays in the games.
const PLAYERS: usize = 60;
/// Plies of a game.
const PLIES: usize = 60;

/// Fills an archive with random games.
pub fn fill(path: &std::path::Path, games: u64) {
    let mut dice = Rng::new(2026);
    let mut text = String::new();
    for number in 0..games {
        let (red, black) = (dice.below(PLAYERS), dice.below(PLAYERS));
        let result = ["1-0", "0-1", "1/2-1/2"][dice.below(3)];
        let year = 1990 + dice.below(30);
        text.push_str(&format!(
            "[Game \"Chinese Chess\"]\n[Event \"Cup {}\"]\n[Date \"{year}.01.{:02}\"]\n[Round \"{number}\"]\n\
             [Red \"Player {red}\"]\n[Black \"Player {black}\"]\n[Result \"{result}\"]\n[Format \"ICCS\"]\n\n",
            dice.below(40),
            1 + dice.below(28),
        ));
        for (ply, text_of) in random_line(&mut dice, PLIES).iter().enumerate() {
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            }
            let iccs = text_of.to_uppercase();
            text.push_str(&format!("{}-{} ", &iccs[..2], &iccs[2..]));
        }
        text.push_str(result);
        text.push_str("\n\n");
    }
    let file = path.with_file_name("games.pgn");
    std::fs::write(&file, text).expect("a file can be written");
    let archive = Archive::open(path).expect("an archive can be made");
    let totals = archive.import(&Import::of(vec![file]), &mut |_| {}).expect("the games are read");
    println!("{} games in the archive", totals.added);
}

/// So many random plies from the start.
fn random_line(dice: &mut Rng, plies: usize) -> Vec<String> {
    let start = xiangqi::START_FEN.parse::<xiangqi::Position>();
    let mut position = start.expect("the start is a position");
    let mut line = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_plies();
        let Some(&ply) = dice.choose(&legal) else { break };
        position.make(ply, (), &mut NullObserver);
        line.push(ply.to_string());
    }
    line
}

/// Lists with conditions, pieces of them, games, the explorer, players.
pub fn browse(mut client: Client, number: u64, tally: &Tally, stop: &AtomicBool) {
    let mut dice = Rng::new(number + 1);
    while !stop.load(Ordering::Relaxed) {
        let player = format!("Player {}", dice.below(PLAYERS));
        let filter = match dice.below(4) {
            0 => json!({}),
            1 => json!({"player": player, "whole_names": true}),
            2 => json!({"since": (1990 + dice.below(30)).to_string(), "result": "red"}),
            _ => json!({"event": format!("Cup {}", dice.below(40))}),
        };
        let wish = json!({"filter": filter, "order": "date", "descending": dice.below(2) == 0});
        let list = tally.action("choose", || client.post("/api/library/lists", &wish));
        let Some(list) = list else { continue };
        look_through(&mut client, &list, &mut dice, tally);
        explore(&mut client, &filter, &mut dice, tally);
        let path = format!("/api/library/player?name={}", player.replace(' ', "%20"));
        if dice.below(4) == 0 {
            tally.action("player", || client.get(&path));
        }
        std::thread::sleep(THOUGHT);
    }
}

/// Scrolls here and there, and opens a game.
fn look_through(client: &mut Client, list: &Value, dice: &mut Rng, tally: &Tally) {
    let count = list["count"].as_u64().unwrap_or(0) as usize;
    let path = format!("/api/library/lists/{}", list["id"].as_str().unwrap_or_default());
    for _ in 0..3 {
        std::thread::sleep(THOUGHT);
        let from = if count == 0 { 0 } else { dice.below(count) };
        let piece = format!("{path}?from={from}&count=100");
        let rows = tally.action("scroll", || client.get(&piece));
        let Some(id) = rows.and_then(|rows| rows["games"][0]["id"].as_u64()) else { continue };
        if dice.below(2) == 0 {
            tally.action("open", || client.get(&format!("/api/library/games/{id}")));
        }
    }
}

/// Walks a few plies with the explorer.
fn explore(client: &mut Client, filter: &Value, dice: &mut Rng, tally: &Tally) {
    let line = random_line(dice, 4);
    for plies in 0..=line.len() {
        std::thread::sleep(THOUGHT);
        let line = json!({"game": "xiangqi", "plies": line[..plies]});
        let wish = json!({"line": line, "filter": filter});
        tally.action("explore", || client.post("/api/library/explore", &wish));
    }
}
