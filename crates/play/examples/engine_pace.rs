//! How long engines go between two yield points, and how soon they answer a stop, in
//! processor time of the searching thread: `cargo run --release -p chuhe-play
//! --example engine_pace`.

use std::sync::Mutex;
use std::time::Duration;

use game::{Game, Position, Rules};
use rustix::time::{ClockId, clock_gettime};
use search::{Engine, Flow, Host, Request, Settings};

/// Yield points of a search before it is told to stop.
const YIELDS: u64 = 4_000;

/// Measures from one yield point to the next.
struct Pace(Mutex<Measured>);

#[derive(Clone, Copy, Default)]
struct Measured {
    last: Duration,
    longest: Duration,
    all: Duration,
    yields: u64,
}

/// Processor time of this thread.
fn spent() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl Host for Pace {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        let now = spent();
        let mut pace = self.0.lock().expect("one thread");
        let gap = now.saturating_sub(pace.last);
        pace.longest = pace.longest.max(gap);
        pace.all += gap;
        pace.yields += 1;
        pace.last = now;
        if pace.yields >= YIELDS { Flow::Stop } else { Flow::Continue }
    }
}

fn measure<P: Position, R: Rules<P>>(engine: &mut dyn Engine<P, R>, games: &[Game<P, R>]) {
    let (mut longest, mut mean, mut stop) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for game in games {
        engine.new_game();
        let host = Pace(Mutex::new(Measured { last: spent(), ..Measured::default() }));
        engine.search(game, &Request::default(), &host, &mut |_| {});
        let pace = *host.0.lock().expect("one thread");
        if pace.yields >= YIELDS {
            stop = stop.max(spent().saturating_sub(pace.last));
        }
        longest = longest.max(pace.longest);
        mean = mean.max(pace.all / pace.yields.max(1) as u32);
    }
    println!(
        "{:<16} yield points {:>6.3} ms apart on average, {:>6.3} ms at most; \
         answer {:>6.3} ms after a stop at most",
        engine.profile(),
        mean.as_secs_f64() * 1e3,
        longest.as_secs_f64() * 1e3,
        stop.as_secs_f64() * 1e3
    );
}

fn main() {
    let settings = Settings::default();
    let xiangqi = [
        xiangqi::START_FEN,
        "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
        "2b1ka3/4a4/4b4/4p4/9/2R6/4P4/4B4/4A3r/3AK1B2 w",
    ]
    .map(|fen| Game::from_position(Default::default(), fen.parse().expect(fen), 0));
    for (profile, _) in xiangqi_engine::PROFILES {
        let mut engine = xiangqi_engine::create(profile, &settings).expect(profile);
        measure(engine.as_mut(), &xiangqi);
    }
    let banqi = [
        "XXXXXXXX/PXXXrhXX/XRXXXXXH/hXP1XAX1 b K1A1E2R1H1C2P3k1a2e2r1c1p4",
        "pkXXXXrX/cpaXX1XP/hXPXXXC1/1eXHP1Pc b K1A1E1R2H1P1a1e1r1h1p2",
        "3R4/1a4e1/2P2h2/5C1r r",
    ]
    .map(|text| Game::from_position(Default::default(), text.parse().expect(text), 0));
    for (profile, _) in banqi_engine::PROFILES {
        let mut engine = banqi_engine::create(profile, &settings).expect(profile);
        measure(engine.as_mut(), &banqi);
    }
}
