//! The profile `chuhe`: principal variation search with chance nodes.

mod chance;
mod features;
mod flip_score;
mod news;
mod node;
mod ordering;
mod params;
mod quiescence;
mod root;
#[cfg(test)]
mod sound_tests;
mod worker;

use std::time::Duration;

use banqi::{Ply, Square};
use game::Score;
use search::limits::TimePolicy;
use search::{Control, Limits, TimePlan, TranspositionTable};

pub use features::Features;
pub(crate) use flip_score::best_flips;
pub(crate) use node::Node;
pub use params::SearchParams;
pub(crate) use worker::{Shared, Worker};

use crate::engine::{
    BanqiGame, Choice, Engine, EngineError, EngineOption, Info, Signals, find_option, read_value,
};
use crate::eval::EvalParams;
use crate::walker::Walker;
use news::News;
use root::{RootPly, Schedule, choice, deepen, root_plies};

/// What a thread takes: its stack and what it searches on.
const THREAD_BYTES: usize = 4 << 20;

/// Deep enough for every ending.
const MAX_DEPTH: i32 = 100;

/// How time is spread over a game whose length nobody knows: games last about
/// 60 to 120 own plies, the later ones with few pieces and quick decisions.
const TIME: TimePolicy = TimePolicy { expected_plies: 45.0, most: 0.2, stretch: 3.0 };

/// The engine of the profile `chuhe`.
pub(crate) struct Chuhe {
    table: TranspositionTable,
    megabytes: usize,
    threads: usize,
    overhead: Duration,
    search: SearchParams,
    eval: EvalParams,
    features: Features,
}

impl Chuhe {
    pub fn new(megabytes: usize, threads: usize) -> Result<Chuhe, EngineError> {
        let table =
            TranspositionTable::new(megabytes).map_err(|_| EngineError::Memory(megabytes))?;
        let threads = threads.clamp(1, 256);
        check_threads(threads)?;
        Ok(Chuhe {
            table,
            megabytes,
            threads,
            overhead: Duration::from_millis(5),
            search: SearchParams::default(),
            eval: EvalParams::default(),
            features: Features::ALL,
        })
    }

    fn worker<'a>(&'a self, control: &'a Control<'a>, game: &BanqiGame) -> Worker<'a> {
        let shared = Shared {
            table: &self.table,
            control,
            params: &self.search,
            features: self.features,
            threads: self.threads,
        };
        Worker::new(shared, Walker::at(game), self.eval.clone())
    }

    fn think(
        &self,
        game: &BanqiGame,
        limits: &Limits,
        signals: Signals<'_>,
        plan: Option<TimePlan>,
        info: &mut dyn FnMut(&Info),
    ) -> Choice {
        let hard = plan.map(|plan| plan.hard);
        let control =
            Control::new(signals.clock, signals.stop, signals.pondering, limits.nodes, hard);
        let mut worker = self.worker(&control, game);
        worker.news = Some(News::new(info));
        let mut plies = root_plies(&mut worker, game);
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        self.run(game, &control, &mut worker, &mut plies, max_depth, plan)
    }

    #[cfg(feature = "threads")]
    fn run(
        &self,
        game: &BanqiGame,
        control: &Control<'_>,
        worker: &mut Worker<'_>,
        plies: &mut [RootPly],
        max_depth: i32,
        plan: Option<TimePlan>,
    ) -> Choice {
        std::thread::scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..self.threads {
                let mut plies = plies.to_vec();
                let help = move || {
                    let mut helper = self.worker(control, game);
                    let first_depth = 1 + number as i32 % 2;
                    let schedule = Schedule { max_depth: MAX_DEPTH, plan: None, first_depth };
                    deepen(&mut helper, &mut plies, &schedule);
                    helper.chance_nodes
                };
                // A system that has no thread left gets a search with fewer.
                match std::thread::Builder::new().spawn_scoped(scope, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(_) => break,
                }
            }
            let depth = self.lead(worker, plies, max_depth, plan);
            control.stop();
            let others: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
            choice(plies, depth, control.nodes(), worker.chance_nodes + others)
        })
    }

    #[cfg(not(feature = "threads"))]
    fn run(
        &self,
        _: &BanqiGame,
        control: &Control<'_>,
        worker: &mut Worker<'_>,
        plies: &mut [RootPly],
        max_depth: i32,
        plan: Option<TimePlan>,
    ) -> Choice {
        let depth = self.lead(worker, plies, max_depth, plan);
        choice(plies, depth, control.nodes(), worker.chance_nodes)
    }

    /// The main thread's part of a search.
    fn lead(
        &self,
        worker: &mut Worker<'_>,
        plies: &mut [RootPly],
        max_depth: i32,
        plan: Option<TimePlan>,
    ) -> i32 {
        let schedule = Schedule { max_depth, plan, first_depth: 1 };
        let depth = deepen(worker, plies, &schedule);
        if !worker.stopped {
            worker.report();
        }
        worker.tell_end(plies.first(), depth);
        depth
    }
}

/// Whether the memory holds so many threads: asked for at once and given back, so
/// that a refusal is an error and not the end of the program.
fn check_threads(threads: usize) -> Result<(), EngineError> {
    let asked = Vec::<u8>::new().try_reserve_exact(threads * THREAD_BYTES);
    asked.map_err(|_| EngineError::ThreadMemory(threads))
}

/// The first flip of a game: a corner, where the piece has the fewest
/// neighbours and lies on the fewest cannon lines.
fn first_flip(game: &BanqiGame) -> Option<Choice> {
    let corner = Square::from_index(0);
    let open = game.position().turn().is_none() && game.position().face_down().contains(corner);
    open.then(|| {
        let ply = Ply::flip(corner);
        Choice {
            ply: Some(ply),
            score: Score::DRAW,
            depth: 0,
            nodes: 0,
            chance_nodes: 0,
            line: vec![ply],
        }
    })
}

impl Engine for Chuhe {
    fn name(&self) -> &'static str {
        "chuhe"
    }

    fn options(&self) -> Vec<EngineOption> {
        let mut options = vec![
            EngineOption {
                name: "Hash",
                help: "size of the transposition table in megabytes",
                value: self.megabytes as i64,
                min: 1,
                max: 1 << 20,
            },
            EngineOption {
                name: "Threads",
                help: "threads of a search",
                value: self.threads as i64,
                min: 1,
                max: 256,
            },
            EngineOption {
                name: "Move Overhead",
                help: "milliseconds kept back for the way to and fro",
                value: self.overhead.as_millis() as i64,
                min: 0,
                max: 5_000,
            },
        ];
        let search = SearchParams::INFO.iter().zip(self.search.values());
        let eval = EvalParams::INFO.iter().zip(self.eval.values());
        options.extend(search.chain(eval).map(|(about, (name, value))| EngineOption {
            name,
            help: "a parameter for tuning",
            value: value.into(),
            min: about.min.into(),
            max: about.max.into(),
        }));
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if name == "Disable" {
            self.features = Features::without(value)?;
            return Ok(());
        }
        let option = find_option("chuhe", &self.options(), name)?;
        let number = read_value(&option, value)?;
        match name {
            "Hash" => {
                let megabytes = number as usize;
                self.table = TranspositionTable::new(megabytes)
                    .map_err(|_| EngineError::Memory(megabytes))?;
                self.megabytes = megabytes;
            }
            "Threads" => {
                check_threads(number as usize)?;
                self.threads = number as usize;
            }
            "Move Overhead" => self.overhead = Duration::from_millis(number as u64),
            // Of one of the two sets: the list of options is made of them.
            _ => {
                let _ = self.search.set(name, number).or_else(|_| self.eval.set(name, number));
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        game: &BanqiGame,
        limits: &Limits,
        signals: Signals<'_>,
        info: &mut dyn FnMut(&Info),
    ) -> Choice {
        if let Some(choice) = first_flip(game) {
            return choice;
        }
        self.table.new_search();
        let plan = limits.plan(&TIME, self.overhead);
        self.think(game, limits, signals, plan, info)
    }
}
