//! What several examples and tests need.
// Each of them uses a part only.
#![allow(dead_code)]

use std::time::{Duration, Instant};

use banqi::{BanqiRules, Deal, Ply, Position, Reveal};
use banqi_engine::{BanqiGame, BoxedEngine};
use game::{Outcome, Side};
use reference::banqi as slow;
use search::{Answer, Engine, Flow, Host, Limits, Request, Settings, Unattended};

/// An engine of a profile; no example goes on without it.
pub fn create(profile: &str, hash: usize, threads: usize) -> BoxedEngine {
    let settings = Settings { hash, threads, ..Settings::default() };
    banqi_engine::create(profile, &settings).unwrap_or_else(|error| panic!("{error}"))
}

/// Processor time of this thread where the system tells it, so that a busy
/// machine does not disturb the figures; wall time elsewhere.
pub struct Processor {
    begin: Instant,
    used: Option<Duration>,
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

impl Processor {
    pub fn start() -> Processor {
        Processor { begin: Instant::now(), used: processor_time() }
    }
}

impl Host for Processor {
    fn elapsed(&self) -> Duration {
        match (self.used, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.begin.elapsed(),
        }
    }

    fn yield_point(&self) -> Flow {
        Flow::Continue
    }
}

/// The words of a command line: `key=value`, and others.
pub struct Words(pub Vec<String>);

impl Words {
    pub fn of_command_line() -> Words {
        Words(std::env::args().skip(1).collect())
    }

    pub fn value(&self, key: &str) -> Option<&str> {
        self.0.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }

    pub fn number(&self, key: &str) -> Option<u64> {
        self.value(key).map(|text| text.parse().unwrap_or_else(|_| panic!("{key}={text}")))
    }

    /// The words without `=`.
    pub fn plain(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).filter(|word| !word.contains('=')).collect()
    }

    /// `nodes=`, `depth=` or, with this default, `ms=`.
    pub fn request(&self, milliseconds: u64) -> Request<Ply> {
        let (nodes, depth) = (self.number("nodes"), self.number("depth").map(|depth| depth as i32));
        let open = nodes.is_none() && depth.is_none();
        let time = Duration::from_millis(self.number("ms").unwrap_or(milliseconds));
        let movetime = open.then_some(time);
        Request::within(Limits { nodes, depth, movetime, ..Limits::default() })
    }
}

/// One search, by processor time if time limits it.
pub fn choose(
    engine: &mut dyn Engine<Position, BanqiRules>,
    game: &BanqiGame,
    request: &Request<Ply>,
) -> Answer<Ply> {
    if request.limits.movetime.is_none() {
        return engine.search(game, request, &Unattended, &mut |_| {});
    }
    engine.search(game, request, &Processor::start(), &mut |_| {})
}

/// The reference board's rules of a preset.
pub fn slow_rules(preset: &str) -> slow::Rules {
    match preset {
        "tcga" => slow::Rules::tcga(),
        "ntu-2018" => slow::Rules::ntu_2018(),
        "thesis-2010" => slow::Rules::thesis_2010(),
        "olympiad-2022" => slow::Rules::olympiad_2022(),
        _ => panic!("no rules are called '{preset}'"),
    }
}

/// Plays one game, replays it on the reference board, and insists that both see
/// the same end; that end, and how many plies it took.
pub fn play_and_replay(
    engines: &mut [BoxedEngine; 2],
    preset: &str,
    deal_seed: u64,
    request: &Request<Ply>,
) -> (Outcome, usize) {
    let deal = Deal::shuffled(deal_seed);
    let mut game = BanqiGame::new(BanqiRules::preset(preset).expect("a preset"));
    let mut reference =
        slow::Game::new(&game.position().to_string(), slow_rules(preset)).expect("the start");
    engines.iter_mut().for_each(|engine| engine.new_game());
    while game.verdict().is_none() {
        let engine = &mut engines[game.plies().len() % 2];
        let ply = choose(engine.as_mut(), &game, request).ply().expect("a game that goes on");
        let reveal = deal.reveal(ply);
        game.play(ply, reveal).unwrap_or_else(|error| panic!("{}: {error}", engine.profile()));
        let letter = match reveal {
            Reveal::Piece(piece) => Some(piece.letter()),
            Reveal::Nothing => None,
        };
        reference.play(&ply.to_string(), letter).expect("a legal ply");
    }
    let ours = game.verdict().expect("the loop has ended").outcome;
    let (plies, result) = reference.ending().expect("the reference board sees the end too");
    assert_eq!(plies, game.plies().len(), "deal {deal_seed} ends at the same ply");
    let theirs = match result {
        slow::GameResult::RedWins(_) => Outcome::Win(Side::Red),
        slow::GameResult::BlackWins(_) => Outcome::Win(Side::Black),
        _ => Outcome::Draw,
    };
    assert_eq!(ours, theirs, "deal {deal_seed} ends the same way");
    (ours, plies)
}
