//! One game against itself.

use game::{Game, Outcome, Position as _, Rng, Side};
use search::{Host, Limits, Request};

use super::inner::{self, Sampler};
use super::plan::Plan;
use crate::data::{GameResult, Label};
use crate::variety::{BoxedEngine, GameOf, PlyOf, Variety, mover};

/// No game is longer; what is not decided then is drawn.
const MOST_PLIES: usize = 400;
/// A side far ahead for so many searches has won.
const WON_FOR: u32 = 5;
/// From this ply on, a game that stays level for so many searches is drawn.
const DRAWN_FROM: usize = 120;
const DRAWN_FOR: u32 = 16;
const LEVEL: i32 = 8;
/// A search may take so many times its nodes to finish an iteration.
const HARD: u64 = 10;

/// A position that was searched: label without a result, and whose turn it was.
struct Searched<R> {
    record: R,
    label: Label,
    turn: Side,
}

/// What came of one game.
pub struct PlayedGame<R> {
    /// Its positions; none if its beginning was no good.
    pub records: Vec<R>,
    /// Positions from inside its searches.
    pub inner: Vec<R>,
    /// Nodes of its searches.
    pub nodes: u64,
}

/// Plays one game; `None` if the host said stop.
pub fn play<V: Variety>(
    engine: &mut BoxedEngine<V>,
    sampler: Option<&Sampler<V::Position>>,
    plan: &Plan,
    rng: &mut Rng,
    host: &dyn Host,
) -> Option<PlayedGame<V::Record>> {
    engine.new_game();
    if let Some(sampler) = sampler {
        sampler.begin(rng.next_u64());
    }
    let mut nodes = 0;
    let mut inside = Vec::new();
    let unplayed = |nodes| Some(PlayedGame { records: Vec::new(), inner: Vec::new(), nodes });
    let Some(mut game) = beginning::<V>(plan, rng) else { return unplayed(nodes) };
    let request = Request::within(Limits {
        soft_nodes: Some(plan.nodes),
        nodes: Some(plan.nodes.saturating_mul(HARD)),
        ..Limits::default()
    });
    let mut searched = Vec::new();
    let mut judge = Judge::default();
    let outcome = loop {
        if let Some(verdict) = game.verdict() {
            break verdict.outcome;
        }
        if game.plies().len() >= MOST_PLIES {
            break Outcome::Draw;
        }
        let answer = engine.search(&game, &request, host, &mut |_| {});
        if host.yield_point() == search::Flow::Stop {
            return None;
        }
        nodes += answer.nodes;
        let Some(best) = answer.ply() else { break Outcome::Win(!mover(game.position())) };
        let score = V::label_score(engine, game.position(), answer.score());
        if searched.is_empty() && i32::from(score).abs() > plan.balance.unwrap_or(V::BALANCE) {
            return unplayed(nodes);
        }
        searched.push(look::<V>(&game, best, score));
        if let Some(sampler) = sampler {
            inside.extend(inner::records::<V>(sampler, engine, &game));
        }
        if let Some(outcome) = judge.hears(&game, score.into(), V::WON) {
            break outcome;
        }
        let wild = plan.random_every > 0 && rng.below(plan.random_every as usize) == 0;
        let ply = if wild { *rng.choose(&game.position().legal_plies())? } else { best };
        advance::<V>(&mut game, ply, rng);
    };
    let finished = |searched| finished::<V>(searched, outcome);
    let records = searched.into_iter().map(finished).collect();
    Some(PlayedGame { records, inner: inside, nodes })
}

/// Random plies from the start; `None` if they end the game.
fn beginning<V: Variety>(plan: &Plan, rng: &mut Rng) -> Option<GameOf<V>> {
    let mut game: GameOf<V> = Game::new(V::Rules::default());
    // One more or less, so that both sides begin.
    let plies = plan.random_plies + rng.below(2);
    for _ in 0..plies {
        let ply = *rng.choose(&game.position().legal_plies())?;
        advance::<V>(&mut game, ply, rng);
        if game.verdict().is_some() {
            return None;
        }
    }
    Some(game)
}

/// Plays a ply, with what chance turns up.
fn advance<V: Variety>(game: &mut GameOf<V>, ply: PlyOf<V>, rng: &mut Rng) {
    let reveals = game.position().reveals(ply);
    let reveal = rng.weighted(&reveals).expect("chance has an answer");
    game.play_on(ply, reveal).expect("a legal ply with a possible outcome");
}

fn look<V: Variety>(game: &GameOf<V>, best: PlyOf<V>, score: i16) -> Searched<V::Record> {
    let position = game.position();
    let label = Label {
        score,
        result: GameResult::Draw,
        ply: game.plies().len().min(255) as u8,
        in_check: V::in_check(position),
        noisy: V::captures(position, best),
        exact: false,
    };
    Searched { record: V::record(game, label), label, turn: mover(position) }
}

fn finished<V: Variety>(searched: Searched<V::Record>, outcome: Outcome) -> V::Record {
    use crate::data::Record as _;
    let result = match outcome {
        Outcome::Draw => GameResult::Draw,
        Outcome::Win(side) if side == searched.turn => GameResult::Win,
        Outcome::Win(_) => GameResult::Loss,
    };
    searched.record.relabelled(Label { result, ..searched.label })
}

/// Ends games whose result is clear.
#[derive(Default)]
struct Judge {
    ahead: Option<Side>,
    won_for: u32,
    level_for: u32,
}

impl Judge {
    fn hears<P: game::Position, R: game::Rules<P>>(
        &mut self,
        game: &Game<P, R>,
        score: i32,
        won: i32,
    ) -> Option<Outcome> {
        let turn = mover(game.position());
        let ahead = match score {
            value if value >= won => Some(turn),
            value if value <= -won => Some(!turn),
            _ => None,
        };
        self.won_for = if ahead.is_some() && ahead == self.ahead { self.won_for + 1 } else { 0 };
        self.ahead = ahead;
        let level = game.plies().len() >= DRAWN_FROM && score.abs() <= LEVEL;
        self.level_for = if level { self.level_for + 1 } else { 0 };
        match ahead {
            Some(side) if self.won_for >= WON_FOR => Some(Outcome::Win(side)),
            _ if self.level_for >= DRAWN_FOR => Some(Outcome::Draw),
            _ => None,
        }
    }
}
