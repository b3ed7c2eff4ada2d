//! Nodes a second of self-play beside those of the engine alone, in one run:
//! `cargo run --release -p chuhe-trainer --example selfplay_speed -- [NODES] [GAMES]`.
//!
//! The engine alone searches the same positions with the same limit, one after another,
//! and nothing else is done; then some of them with twenty times the nodes. The
//! processor's time is counted, so that other programs do not matter much.

use std::path::Path;
use std::time::Instant;

use game::Game;
use search::{Limits, Request, Settings, Unattended};
use trainer::data::{DataFile, Record};
use trainer::selfplay::{self, Plan, Target};
use trainer::variety::{Banqi, GameOf, Variety, Xiangqi};

/// Rounds of both kinds in turn, so that both see the same machine.
const ROUNDS: u64 = 3;

/// Seconds of processor time this process has used, where the system tells; else of the
/// clock.
fn seconds(begin: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> = after_name.split_whitespace().flat_map(str::parse).collect();
    // Without the state, which is a letter: user and system time in hundredths.
    match (fields.get(10), fields.get(11)) {
        (Some(user), Some(system)) => (user + system) / 100.0,
        _ => begin.elapsed().as_secs_f64(),
    }
}

/// Nodes and seconds.
#[derive(Clone, Copy, Default)]
struct Measured {
    nodes: u64,
    seconds: f64,
}

impl Measured {
    fn add(&mut self, work: impl FnOnce() -> u64) {
        let begin = Instant::now();
        let before = seconds(begin);
        self.nodes += work();
        self.seconds += seconds(begin) - before;
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}

fn records<V: Variety>(folder: &Path) -> Vec<V::Record> {
    let mut file = DataFile::<V::Record>::open(&folder.join("positions.chd")).expect("data");
    let mut all = Vec::new();
    for block in file.blocks().to_vec() {
        file.read(block, &mut all).expect("a whole block");
    }
    all
}

/// Searches positions with a limit; the nodes it took.
fn search_all<V: Variety>(records: &[V::Record], limits: Limits) -> u64 {
    let settings = Settings { hash: 8, ..Settings::default() };
    let mut engine = V::engine("chuhe", &settings).expect("an engine");
    let request = Request::within(limits);
    let mut nodes = 0;
    for record in records {
        let position = record.position().expect("a legal position");
        let clock = V::plies_without_progress(record);
        let game: GameOf<V> = Game::from_position(V::Rules::default(), position, clock);
        nodes += engine.search(&game, &request, &Unattended, &mut |_| {}).nodes;
    }
    nodes
}

fn measure<V: Variety>(nodes: u64, games: u64) {
    let mut measured = [Measured::default(); 3];
    for round in 0..ROUNDS {
        let folder =
            std::env::temp_dir().join(format!("selfplay-speed-{}-{round}", std::process::id()));
        let mut plan = Plan::new(folder.clone(), Target::Games(games));
        (plan.nodes, plan.seed) = (nodes, round + 1);
        measured[0].add(|| selfplay::play::<V>(&plan, &Unattended, &|_| {}).expect("games").nodes);
        let records = records::<V>(&folder);
        let limits = |soft: u64| Limits {
            soft_nodes: Some(soft),
            nodes: Some(10 * soft),
            ..Limits::default()
        };
        measured[1].add(|| search_all::<V>(&records, limits(nodes)));
        let few: Vec<_> = records.iter().step_by(20).copied().collect();
        measured[2].add(|| search_all::<V>(&few, limits(20 * nodes)));
        let _ = std::fs::remove_dir_all(folder);
    }
    let [play, same, long] = measured.map(|measured| measured.speed());
    println!(
        "{:<8} {nodes:>6} {play:>12.0} {same:>12.0} {long:>12.0} {:>8.1} % {:>8.1} %",
        V::GAME.name(),
        100.0 * play / same,
        100.0 * play / long
    );
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).flat_map(|text| text.parse()).collect();
    let nodes = numbers.first().copied().unwrap_or(1_500);
    let games = numbers.get(1).copied().unwrap_or(10);
    println!(
        "{:<8} {:>6} {:>12} {:>12} {:>12} {:>10} {:>10}",
        "nodes/s", "limit", "self-play", "same search", "long search", "of same", "of long"
    );
    measure::<Xiangqi>(nodes, games);
    measure::<Banqi>(nodes, games);
}
