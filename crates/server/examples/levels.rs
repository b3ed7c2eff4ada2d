//! Levels against each other: each plays the one below it, deals and colours
//! swapped, to see that every step is one. In dark chess also how many plies of each
//! only brought the own pieces back to where they stood.
//!
//! `cargo run --release -p chuhe-server --example levels -- GAME [PAIRS] [FROM] [TO]`

use banqi::Deal;
use game::splitmix64;
use server::board::line::Chance;
use server::board::{Kind, Line, Seat};
use server::think::choose::{Player, Thinking, choose};
use server::think::gate::Class;
use server::think::pool::Pool;
use server::think::progress::returns;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let kind = arguments.first().and_then(|name| Kind::from_name(name)).unwrap_or(Kind::Banqi);
    let number = |place: usize, usual: u64| {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (pairs, from, to) = (number(1, 10), number(2, 1), number(3, 6));
    println!("{} won, drawn, lost by the higher level", kind.name());
    for level in from + 1..=to {
        let (mut score, mut idle) = ([0; 3], Idle::default());
        for game in 0..2 * pairs {
            let winner = play(kind, level as u8, level as u8 - 1, game, &mut idle);
            let own = if game % 2 == 0 { Seat::First } else { Seat::Second };
            score[winner.map_or(1, |seat| if seat == own { 0 } else { 2 })] += 1;
        }
        println!("level {level} against {}: {score:?}{}", level - 1, idle.text(kind));
    }
}

/// Plies of the higher and the lower level, and those that got nowhere.
#[derive(Default)]
struct Idle([(u32, u32); 2]);

impl Idle {
    fn count(&mut self, line: &Line, ply: &str, lower: bool) {
        let Line::Banqi { game, .. } = line else { return };
        let Ok(ply) = banqi::notation::coordinate::read_ply(ply) else { return };
        let (all, idle) = &mut self.0[usize::from(lower)];
        *all += 1;
        *idle += u32::from(returns(game, ply) > 0);
    }

    fn text(&self, kind: Kind) -> String {
        let share = |(all, idle): (u32, u32)| 100.0 * f64::from(idle) / f64::from(all.max(1));
        let [high, low] = self.0.map(share);
        let text = format!("; to and fro {high:.1} % and {low:.1} % of the plies");
        if kind == Kind::Banqi { text } else { String::new() }
    }
}

/// One game; the higher level has the first seat in even ones.
fn play(kind: Kind, high: u8, low: u8, number: u64, idle: &mut Idle) -> Option<Seat> {
    let pool = Pool::new(1, 64, 4);
    let mut line = Line::open(kind, None, None).expect("the usual start");
    let deal = Deal::shuffled(number / 2);
    let levels = if number.is_multiple_of(2) { [high, low] } else { [low, high] };
    loop {
        if let Some(result) = line.verdict() {
            return result.winner;
        }
        let level = levels[line.seat_to_move().index()];
        let seed = splitmix64(number << 32 | line.len() as u64);
        let profile = "chuhe".to_owned();
        let player = Player { profile, level, hash: 16, threads: 1, seed, tag: 0 };
        let asked = line.clone();
        let thought = move |run: &_| choose(&asked, &player, Thinking::Free, run);
        let chosen = pool.ask(Class::Game, thought).expect("no engine fails");
        let ply = chosen.expect("an engine").expect("a ply").ply;
        idle.count(&line, &ply, level == low);
        line.play(&ply, Chance::Deal(&deal), false).expect("engines play by the rules");
    }
}
