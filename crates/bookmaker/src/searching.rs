//! One search, as a job; what stands for the engine.

use std::time::{Duration, Instant};

use game::{GameKind, splitmix64};
use jobs::{Pulse, Work};
use play::player::{Chosen, GameRef, Player};
use play::{AnyGame, Chance};
use search::{Flow, Host, Limits, Unattended};
use serde::{Deserialize, Serialize};

/// When a search ends: with the iteration that passes the limit, since nobody waits for
/// it and half an iteration is wasted (Kao 2009, §2.3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Nodes: the same on every machine.
    Nodes(u64),
    /// Milliseconds.
    Milliseconds(u64),
}

/// The deepest search.
const DEEPEST: i32 = 100;

/// Searches for moves of a book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchWork {
    /// Which game.
    pub game: GameKind,
    /// Under which rules.
    pub rules: String,
    /// The engine's profile.
    pub profile: String,
    /// Megabytes of its table.
    pub hash: usize,
    /// When a search ends.
    pub limit: Limit,
}

/// A position to be searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchJob {
    /// Its key.
    pub key: u64,
    /// The moves that lead to it, in coordinates.
    pub moves: Vec<String>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The position's key.
    pub key: u64,
    /// The move, in coordinates.
    pub ply: String,
    /// What it is worth for who is to move.
    pub score: i32,
    /// The last finished depth.
    pub depth: i32,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub milliseconds: u64,
}

/// Ends when nobody wants the job any more.
struct Wanted<'a> {
    began: Instant,
    pulse: &'a Pulse<'a>,
}

impl Host for Wanted<'_> {
    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    fn yield_point(&self) -> Flow {
        if self.pulse.stopped() { Flow::Stop } else { Flow::Continue }
    }
}

impl SearchWork {
    fn player(&self) -> Result<Player, String> {
        let hash = ("Hash".to_owned(), self.hash.to_string());
        Player::new(self.game, &self.profile, &[hash]).map_err(|error| error.to_string())
    }

    fn search(
        &self,
        player: &mut Player,
        game: &AnyGame,
        host: &dyn Host,
    ) -> Result<Chosen, String> {
        let mut ask = |limits: Limits| {
            let game = GameRef::from(game);
            player.choose(game, limits, 1, host).map_err(|error| error.to_string())
        };
        match self.limit {
            Limit::Nodes(nodes) => {
                ask(Limits { soft_nodes: Some(nodes), depth: Some(DEEPEST), ..Limits::default() })
            }
            // Iterations that were searched come out of the table.
            Limit::Milliseconds(time) => {
                let (mut depth, mut nodes) = (1, 0);
                loop {
                    let found = ask(Limits { depth: Some(depth), ..Limits::default() })?;
                    nodes += found.nodes;
                    let over = host.elapsed() >= Duration::from_millis(time);
                    if over || depth >= DEEPEST || host.yield_point() == Flow::Stop {
                        return Ok(Chosen { nodes, ..found });
                    }
                    depth += 1;
                }
            }
        }
    }
}

/// A position of dark chess in which a search has something to do.
const BANQI_PROBE: &str = "2k2e2/1P4R1/3h2c1/K2A1p2 r";

impl Work for SearchWork {
    const KIND: &'static str = "book-search";
    type Job = SearchJob;
    type Output = Found;
    type Tools = Player;

    /// Version, profile, a number for its parameters, and the nodes of a small search,
    /// which any change of search or evaluation changes.
    fn fingerprint(&self) -> Result<String, String> {
        let mut player = self.player()?;
        let numbers = player.params();
        let mix = |all: u64, value: &i32| splitmix64(all ^ *value as u64);
        let numbers = numbers.values().iter().fold(0, mix);
        let start = (self.game == GameKind::Banqi).then_some(BANQI_PROBE);
        let game = AnyGame::open(self.game, start, Some(&self.rules));
        let game = game.map_err(|error| error.to_string())?;
        let limits = Limits { depth: Some(6), nodes: Some(50_000), ..Limits::default() };
        let chosen = player.choose(GameRef::from(&game), limits, 1, &Unattended);
        let nodes = chosen.map_err(|error| error.to_string())?.nodes;
        let version = env!("CARGO_PKG_VERSION");
        Ok(format!("chuhe {version} {} parameters {numbers:016x} probe {nodes}", self.profile))
    }

    fn tools(&self) -> Result<Player, String> {
        self.player()
    }

    fn perform(
        &self,
        player: &mut Player,
        _: u64,
        job: &SearchJob,
        pulse: &Pulse<'_>,
    ) -> Result<Found, String> {
        let mut game =
            AnyGame::open(self.game, None, Some(&self.rules)).map_err(|error| error.to_string())?;
        for text in &job.moves {
            game.play(text, Chance::Told(None), true).map_err(|error| error.to_string())?;
        }
        // What another job taught must not change this one.
        player.new_game();
        let host = Wanted { began: Instant::now(), pulse };
        let chosen = self.search(player, &game, &host)?;
        Ok(Found {
            key: job.key,
            ply: chosen.ply.to_string(),
            score: chosen.score.get(),
            depth: chosen.depth,
            nodes: chosen.nodes,
            milliseconds: host.elapsed().as_millis() as u64,
        })
    }
}
