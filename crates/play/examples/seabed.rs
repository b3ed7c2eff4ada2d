//! Rook and cannon against rook, 海底撈月: how soon an engine without tables finds a winning
//! first ply, plain and with patterns. `seabed FOLDER POSITIONS LEAST DEEPEST [PATTERNS [SEED]]`:
//! positions that red wins in at least LEAST plies to the next capture, searched to depth
//! 1, 2, … DEEPEST; PATTERNS is a file of patterns with weights, which also guide the search.
//! For wins that need the law of perpetual check, because the rook can else check for ever,
//! the plies of the way count to where the board decides.
//!
//! A ply is found at a depth if the search to that depth and all deeper ones choose a ply
//! that keeps the win. Times are those of the processor, to the end of that depth.

use std::time::Duration;

use game::{Game, Rng, Side};
use rustix::time::{ClockId, clock_gettime};
use search::{Request, Settings, Unattended};
use tablebase::Value;
use tablebase::xiangqi::{Layout, XiangqiTables};
use xiangqi::{Position, XiangqiRules};

/// When a winning ply is found.
#[derive(Clone, Copy)]
struct Found {
    depth: i32,
    time: Duration,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, positions, least, deepest, patterns @ ..] = &arguments[..] else {
        return eprintln!("usage: seabed FOLDER POSITIONS LEAST DEEPEST [PATTERNS [SEED]]");
    };
    let tables = XiangqiTables::open(folder).expect("a folder of tables");
    let number = |text: &String| text.parse::<usize>().expect("a number");
    let seed = patterns.get(1).map_or(21, |text| number(text) as u64);
    let starts = choose(&tables, number(positions), number(least) as u16, seed);
    let deepest = number(deepest) as i32;
    let text = patterns.first().map(|path| std::fs::read_to_string(path).expect("patterns"));
    let (mut failed, mut mended) = (0, 0);
    println!("| position | plies | winning | plain | with patterns |");
    for (start, plies, winning) in &starts {
        let plain = search(start, winning, deepest, None);
        let shaped = text.as_deref().map(|text| search(start, winning, deepest, Some(text)));
        let show = |found: Option<Found>| match found {
            Some(found) => format!("{}, {:.2} s", found.depth, found.time.as_secs_f64()),
            None => format!("not to {deepest}"),
        };
        let shaped = shaped.flatten();
        println!("| {start} | {plies} | {} | {} | {} |", winning.len(), show(plain), show(shaped));
        let soon = |found: &Found| found.depth <= 9;
        if !plain.is_some_and(|found| soon(&found)) {
            failed += 1;
            let quick = |found: &Found| soon(found) && found.time < Duration::from_secs(1);
            mended += usize::from(shaped.is_some_and(|found| quick(&found)));
        }
    }
    println!(
        "{} positions; not found at depth 9 by the plain engine: {failed}; of these with patterns \
         at depth 9 or less in under 1 s: {mended}",
        starts.len()
    );
}

/// Random positions won in at least so many plies, with the plies that keep the win.
fn choose(
    tables: &XiangqiTables,
    count: usize,
    least: u16,
    seed: u64,
) -> Vec<(Position, u16, Vec<xiangqi::Ply>)> {
    let layout = Layout::new("KRCKR".parse().expect("a class"), u64::MAX).expect("a layout");
    let mut dice = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let setup = layout.setup(dice.below(layout.size()), Side::Red);
        let position = setup.and_then(|setup| Position::try_from(&setup).ok());
        let Some(position) = position else { continue };
        let plies = match tables.probe(&position).map(|probe| probe.conversion) {
            Some(Value::Win(plies) | Value::RuleWin(plies)) if plies >= least => plies,
            _ => continue,
        };
        let Some(rated) = tables.plies(&position) else { continue };
        let wins = |value| matches!(value, Value::Win(_) | Value::RuleWin(_));
        let winning: Vec<_> =
            rated.iter().filter(|ply| wins(ply.conversion)).map(|ply| ply.ply).collect();
        // If most plies win, nothing is to be found.
        if winning.len() * 4 <= rated.len() {
            found.push((position, plies, winning));
        }
    }
    found
}

/// From which depth on a search chooses a winning ply.
fn search(
    start: &Position,
    winning: &[xiangqi::Ply],
    deepest: i32,
    patterns: Option<&str>,
) -> Option<Found> {
    let setting = if patterns.is_some() { "guide" } else { "off" };
    let settings = Settings { patterns: setting.to_owned(), ..Settings::default() };
    let mut engine = xiangqi_engine::create("chuhe-hce", &settings).expect("an engine");
    engine.set_patterns(patterns).expect("patterns");
    let game = Game::from_position(XiangqiRules::default(), start.clone(), 0);
    let begin = cpu();
    let mut found: Option<Found> = None;
    for depth in 1..=deepest {
        let answer = engine.search(&game, &Request::to_depth(depth), &Unattended, &mut |_| {});
        let wins = answer.ply().is_some_and(|ply| winning.contains(&ply));
        found = match found {
            Some(found) if wins => Some(found),
            None if wins => Some(Found { depth, time: cpu() - begin }),
            _ => None,
        };
    }
    found
}

fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
