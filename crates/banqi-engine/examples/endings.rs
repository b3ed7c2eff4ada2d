//! How well a profile plays exact endings of up to four pieces.
//!
//! `cargo run --release -p chuhe-banqi-engine --example endings -- \
//!     [keep | won] [ms=1000 | nodes=N] [count=N] [seed=1] [profile=chuhe] \
//!     [against=ntu-2018]`
//!
//! `keep`: in stored positions where some ply changes the exact value, how often
//! the choice keeps it. `won`: plays won positions out against another profile.
//! `count` positions are asked or played, chosen by the seed; without it all.
//! Times are processor time.

mod support;

use banqi::{BanqiRules, Kind, Piece, Ply, Position, Reveal, Side, Square};
use banqi_engine::{BanqiGame, Endings, Exact};
use game::{NullObserver, Outcome, Position as _, Rng};
use search::{Engine, Request};
use support::{Words, choose, create};

type Player<'a> = &'a mut dyn Engine<Position, BanqiRules>;

fn main() {
    let words = Words::of_command_line();
    let request = words.request(1_000);
    let count = words.number("count").map_or(usize::MAX, |count| count as usize);
    let profile = words.value("profile").unwrap_or("chuhe");
    let mut engine = create(profile, 64, 1);
    let mut positions = stored_positions();
    Rng::new(words.number("seed").unwrap_or(1)).shuffle(&mut positions);
    if words.plain().contains(&"won") {
        let other = words.value("against").unwrap_or("ntu-2018");
        let mut other = create(other, 64, 1);
        play_won(engine.as_mut(), other.as_mut(), &positions, count, &request);
    } else {
        keep_value(engine.as_mut(), &positions, count, &request);
    }
}

fn stored_positions() -> Vec<Position> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/banqi/endgame_positions.tsv");
    let text = std::fs::read_to_string(path).expect("the stored positions");
    let lines = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        position(fields[1], fields[2] == "red")
    });
    lines.collect()
}

/// Platform letters and squares: G guard, M elephant, N horse; a8 is our a1.
fn position(pieces: &str, red: bool) -> Position {
    let mut board = [['1'; 8]; 4];
    for word in pieces.split_whitespace() {
        let text = word.as_bytes();
        let letter = char::from(text[0]);
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        let kind = "KGMRNCP".find(letter.to_ascii_uppercase()).expect("a platform letter");
        let (file, rank) = (usize::from(text[1] - b'a'), usize::from(text[2] - b'1'));
        let square = Square::new(7 - rank, file).expect("a platform square");
        board[square.rank()][square.file()] = Piece::new(side, Kind::ALL[kind]).letter();
    }
    let rows: Vec<String> = board.iter().rev().map(|row| row.iter().collect()).collect();
    let text = format!("{} {}", rows.join("/"), if red { 'r' } else { 'b' });
    text.parse().expect("a stored position")
}

/// 1, 0 or -1 for the side to move.
fn sign(value: Option<Exact>) -> i32 {
    match value {
        Some(Exact::Win(_)) => 1,
        Some(Exact::Loss(_)) => -1,
        _ => 0,
    }
}

fn keep_value(engine: Player<'_>, positions: &[Position], count: usize, request: &Request<Ply>) {
    let mut endings = Endings::new();
    let (mut kept, mut asked) = (0, 0);
    for position in positions {
        let value = sign(endings.value(position));
        let mut after = |ply| {
            let mut next = position.clone();
            next.make(ply, Reveal::Nothing, &mut NullObserver);
            -sign(endings.value(&next))
        };
        let results: Vec<i32> = position.legal_plies().iter().map(|&ply| after(ply)).collect();
        if results.iter().all(|&result| result == value) {
            continue;
        }
        if asked == count {
            break;
        }
        engine.new_game();
        let game = BanqiGame::from_position(Default::default(), position.clone(), 0);
        let ply = choose(engine, &game, request).ply().expect("a legal ply");
        asked += 1;
        if after(ply) == value {
            kept += 1;
        } else {
            println!("{position}: {ply} gives the value {value} away");
        }
    }
    let percent = 100.0 * kept as f64 / asked.max(1) as f64;
    println!("kept {kept} of {asked} ({percent:.1} %)");
}

fn play_won(
    engine: Player<'_>,
    other: Player<'_>,
    positions: &[Position],
    count: usize,
    request: &Request<Ply>,
) {
    let mut endings = Endings::new();
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for position in positions {
        // Trivial wins prove nothing, and longer ones than the limit are none.
        let Some(Exact::Win(5..=55)) = endings.value(position) else { continue };
        if won + drawn + lost == count {
            break;
        }
        let winner = position.turn().expect("face-up positions have a turn");
        let mut game = BanqiGame::from_position(Default::default(), position.clone(), 0);
        engine.new_game();
        other.new_game();
        while game.verdict().is_none() {
            let ours = game.position().turn() == Some(winner);
            let player: Player<'_> = if ours { &mut *engine } else { &mut *other };
            let ply = choose(player, &game, request).ply().expect("a legal ply");
            game.play(ply, Reveal::Nothing).expect("engines play legal plies");
        }
        match game.verdict().map(|verdict| verdict.outcome) {
            Some(Outcome::Win(side)) if side == winner => won += 1,
            Some(Outcome::Draw) => {
                drawn += 1;
                println!("drawn: {position} -> {}", game.position());
            }
            _ => lost += 1,
        }
    }
    println!("won {won}, drawn {drawn}, lost {lost} of {} won endings", won + drawn + lost);
}
