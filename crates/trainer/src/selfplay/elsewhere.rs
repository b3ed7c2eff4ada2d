//! Self-play by workers: a game is a job, and its number is the job's.
//!
//! Games are entered in the order of their numbers, so the folder is that of one thread.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use game::GameKind;
use jobs::{Archive, Done, End, Executor, Pulse, Stop, Work};
use search::{Flow, Host};
use serde::{Deserialize, Serialize};

use super::inner::Sampler;
use super::one_game::{self, PlayedGame};
use super::plan::{Inner, Plan, Target};
use super::run::{Progress, SelfplayError, Shared, chance, lock};
use crate::elsewhere::{Packed, Wanted};
use crate::engines::{Engines, SentEngine};
use crate::variety::{Banqi, BoxedEngine, Variety, Xiangqi};

/// A game has rarely fewer positions: so many games are handed out at a time.
const FEW_POSITIONS: u64 = 40;
/// The most games handed out at a time.
const MOST_GAMES: u64 = 20_000;

/// Games of our engine against itself.
#[derive(Clone, Serialize, Deserialize)]
pub struct GamesWork {
    engine: SentEngine,
    nodes: u64,
    random_plies: usize,
    balance: Option<i32>,
    random_every: u32,
    inner: Option<Inner>,
    seed: u64,
}

/// What came of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SentGame {
    records: Packed,
    inner: Packed,
    nodes: u64,
}

impl GamesWork {
    fn new<V: Variety>(plan: &Plan, engines: &Engines) -> GamesWork {
        GamesWork {
            engine: engines.for_others::<V>(),
            nodes: plan.nodes,
            random_plies: plan.random_plies,
            balance: plan.balance,
            random_every: plan.random_every,
            inner: plan.inner,
            seed: plan.seed,
        }
    }

    /// What a game asks of the plan; the folder is elsewhere.
    fn plan(&self) -> Plan {
        Plan {
            nodes: self.nodes,
            random_plies: self.random_plies,
            balance: self.balance,
            random_every: self.random_every,
            inner: self.inner,
            seed: self.seed,
            ..Plan::new(PathBuf::new(), Target::Games(1))
        }
    }

    fn table<V: Variety>(&self) -> Result<Box<dyn PlaysGames>, String> {
        let made = self.engine.engines::<V>()?.engine::<V>();
        let mut engine = made.map_err(|error| error.to_string())?;
        let sampler = self.inner.map(Sampler::of);
        if let Some(sampler) = &sampler {
            engine.set_witness(Some(sampler.clone()));
        }
        Ok(Box::new(Table::<V> { engine, sampler, plan: self.plan() }))
    }
}

impl Work for GamesWork {
    const KIND: &'static str = "selfplay";
    type Job = ();
    type Output = SentGame;
    type Tools = Box<dyn PlaysGames>;

    fn fingerprint(&self) -> Result<String, String> {
        self.engine.fingerprint()
    }

    fn parts(&self) -> Vec<Arc<[u8]>> {
        self.engine.parts()
    }

    fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        self.engine.take_parts(parts)
    }

    fn tools(&self) -> Result<Box<dyn PlaysGames>, String> {
        match self.engine.game {
            GameKind::Xiangqi => self.table::<Xiangqi>(),
            GameKind::Banqi => self.table::<Banqi>(),
        }
    }

    fn perform(
        &self,
        table: &mut Box<dyn PlaysGames>,
        number: u64,
        (): &(),
        pulse: &Pulse<'_>,
    ) -> Result<SentGame, String> {
        table.play(number, pulse)
    }
}

/// Whoever plays games, one after the other.
pub trait PlaysGames: Send {
    /// Plays the game of a number.
    ///
    /// # Errors
    /// If nobody wants it any more.
    fn play(&mut self, number: u64, pulse: &Pulse<'_>) -> Result<SentGame, String>;
}

/// An engine that plays against itself.
struct Table<V: Variety> {
    engine: BoxedEngine<V>,
    sampler: Option<Arc<Sampler<V::Position>>>,
    plan: Plan,
}

impl<V: Variety> PlaysGames for Table<V> {
    fn play(&mut self, number: u64, pulse: &Pulse<'_>) -> Result<SentGame, String> {
        let mut rng = chance(self.plan.seed, number);
        let (sampler, host) = (self.sampler.as_deref(), Wanted(pulse));
        let played = one_game::play::<V>(&mut self.engine, sampler, &self.plan, &mut rng, &host);
        let PlayedGame { records, inner, nodes } = played.ok_or("stopped")?;
        Ok(SentGame { records: Packed::of(&records), inner: Packed::of(&inner), nodes })
    }
}

/// Plays as [`play`](super::play) does on one thread, but lets the executor's workers play
/// the games. What is in the folder at the end is the same.
///
/// # Errors
/// As [`play`](super::play), or if a game cannot be played.
pub fn play_by<V: Variety>(
    plan: &Plan,
    executor: &Executor,
    host: &dyn Host,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Progress, SelfplayError> {
    let shared = Shared::<V>::open(plan, host, progress)?;
    let work = GamesWork::new::<V>(plan, &shared.engines);
    let wanted = || host.yield_point() == Flow::Stop;
    let ended = Stop::follow(&wanted, |stop| hand_out(&shared, &work, executor, stop));
    match ended {
        Ok(()) => {}
        Err(error) => {
            lock(&shared.failed).get_or_insert(error);
        }
    }
    shared.close()
}

fn hand_out<V: Variety>(
    shared: &Shared<'_, V>,
    work: &GamesWork,
    executor: &Executor,
    stop: &Stop,
) -> Result<(), SelfplayError> {
    while !shared.is_done() {
        let first = lock(&shared.counter).peek();
        let games = vec![(); games_at_once(shared.plan, shared.so_far()) as usize];
        let mut failed = None;
        let end = executor.run(&mut Archive::none(), work, first, &games, stop, &mut |done| {
            failed = enter(shared, done).err();
            match failed.is_some() || shared.is_done() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        if end == End::Stopped {
            return Ok(());
        }
    }
    // Whoever goes on later finds what workers have done meanwhile.
    if shared.host.yield_point() == Flow::Continue {
        executor.finish();
    }
    Ok(())
}

/// How many games are handed out: rather too many, since nobody waits for the last ones.
fn games_at_once(plan: &Plan, now: Progress) -> u64 {
    let games = match plan.target {
        Target::Positions(wanted) => wanted.saturating_sub(now.positions) / FEW_POSITIONS + 64,
        Target::Games(wanted) => wanted.saturating_sub(now.games),
    };
    games.clamp(1, MOST_GAMES)
}

/// Keeps a game in its turn. Its number is taken first: whatever happens, it is not played
/// again.
fn enter<V: Variety>(shared: &Shared<'_, V>, done: Done<SentGame>) -> Result<(), SelfplayError> {
    let number = lock(&shared.counter).take()?;
    let unplayed = |reason| SelfplayError::Game { number, reason };
    let sent = done.result.map_err(|failure| unplayed(failure.to_string()))?;
    let records = sent.records.records().map_err(unplayed)?;
    let inner = sent.inner.records().map_err(unplayed)?;
    shared.enter(PlayedGame { records, inner, nodes: sent.nodes })
}
