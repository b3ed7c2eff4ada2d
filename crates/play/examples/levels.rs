//! Levels against each other: each plays the one below it, deals and colours
//! swapped, to see that every step is one. In dark chess also how many plies of each
//! only brought the own pieces back to where they stood.
//!
//! `cargo run --release -p chuhe-play --example levels -- GAME [PAIRS] [FROM] [TO]`

use banqi::Deal;
use game::splitmix64;
use play::choose::{Thinking, Wanted, choose};
use play::{
    AnyEngine, AnyGame, AnyPly, Chance, GameKind, Level, Seat, Settings, Stopwatch, returns,
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let kind = arguments.first().and_then(|name| GameKind::from_name(name));
    let kind = kind.unwrap_or(GameKind::Banqi);
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
    fn count(&mut self, game: &AnyGame, ply: AnyPly, lower: bool) {
        let (AnyGame::Banqi { game, .. }, AnyPly::Banqi(ply)) = (game, ply) else { return };
        let (all, idle) = &mut self.0[usize::from(lower)];
        *all += 1;
        *idle += u32::from(returns(game, ply) > 0);
    }

    fn text(&self, kind: GameKind) -> String {
        let share = |(all, idle): (u32, u32)| 100.0 * f64::from(idle) / f64::from(all.max(1));
        let [high, low] = self.0.map(share);
        let text = format!("; back and forth {high:.1} % and {low:.1} % of the plies");
        if kind == GameKind::Banqi { text } else { String::new() }
    }
}

/// One game; the higher level has the first seat in even ones.
fn play(kind: GameKind, high: u8, low: u8, number: u64, idle: &mut Idle) -> Option<Seat> {
    let settings = Settings { hash: 16, ..Settings::default() };
    let mut engine = AnyEngine::create(kind, "chuhe", &settings).expect("the usual engine");
    let mut game = AnyGame::open(kind, None, None).expect("the usual start");
    let deal = Deal::shuffled(number / 2);
    let levels = if number.is_multiple_of(2) { [high, low] } else { [low, high] };
    loop {
        if let Some(end) = game.verdict() {
            return end.winner;
        }
        let level = levels[game.seat_to_move().index()];
        let seed = splitmix64(number << 32 | game.len() as u64);
        let wanted =
            Wanted { level: Level::new(level).expect("1 to 10"), thinking: Thinking::Free, seed };
        engine.new_game();
        let chosen = choose(&game, &mut engine, &wanted, &Stopwatch::start());
        let ply = chosen.expect("its own game").expect("a ply").ply;
        idle.count(&game, ply, level == low);
        game.play_ply(ply, Chance::Deal(&deal), false).expect("engines play by the rules");
    }
}
