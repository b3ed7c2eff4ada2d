//! Who scores positions: a search, or an evaluation alone.

use game::Game;
use network::{Inputs as _, Network};
use search::{Flow, Host, Limits, Request};

use crate::data::{Label, Record};
use crate::engines::{EngineError, Engines};
use crate::training::network_scores;
use crate::variety::{BoxedEngine, GameOf, InputsOf, Variety};

/// A search may take so many times its nodes to finish an iteration.
const HARD: u64 = 10;

/// Scores positions.
pub(super) enum Judge<V: Variety> {
    /// By searches of so many nodes.
    Search(BoxedEngine<V>, u64),
    /// By a network, or the evaluation it corrects.
    Network(Network<InputsOf<V>>),
    /// By the hand-written evaluation.
    Hand,
}

impl<V: Variety> Judge<V> {
    /// One that searches so many nodes; without nodes the evaluation alone.
    pub fn new(nodes: u64, engines: &Engines) -> Result<Judge<V>, EngineError> {
        Ok(match (nodes, engines.network().map(Network::from_bytes)) {
            (0, Some(Ok(network))) => Judge::Network(network),
            (0, _) => Judge::Hand,
            (nodes, _) => Judge::Search(engines.engine::<V>()?, nodes),
        })
    }

    /// Records with their scores; `None` if the host says stop.
    pub fn score(&mut self, records: &[V::Record], host: &dyn Host) -> Option<Vec<V::Record>> {
        let scores = match self {
            Judge::Search(engine, nodes) => return search::<V>(engine, records, *nodes, host),
            Judge::Network(network) => network_scores(network, records),
            Judge::Hand => records.iter().map(by_hand).collect(),
        };
        (host.yield_point() == Flow::Continue).then_some(())?;
        let labelled = |(record, score)| labelled::<V>(record, score);
        Some(records.iter().zip(scores).map(labelled).collect())
    }
}

fn by_hand<R: Record>(record: &R) -> f32 {
    R::score(record.base(), R::Inputs::SCALE as f32)
}

/// A record with the score of an evaluation; which ply is best, that does not know.
fn labelled<V: Variety>(record: &V::Record, score: f32) -> V::Record {
    let in_check = record.position().is_ok_and(|position| V::in_check(&position));
    let score = score.round().clamp(-30_000.0, 30_000.0) as i16;
    record.relabelled(Label { score, in_check, noisy: false, exact: false, ..record.label() })
}

fn search<V: Variety>(
    engine: &mut BoxedEngine<V>,
    records: &[V::Record],
    nodes: u64,
    host: &dyn Host,
) -> Option<Vec<V::Record>> {
    engine.new_game();
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes.saturating_mul(HARD)),
        ..Limits::default()
    };
    let request = Request::within(limits);
    let mut labelled = Vec::with_capacity(records.len());
    for record in records {
        let position = record.position().ok()?;
        let clock = V::plies_without_progress(record);
        let game: GameOf<V> = Game::from_position(V::Rules::default(), position, clock);
        let answer = engine.search(&game, &request, host, &mut |_| {});
        if host.yield_point() == Flow::Stop {
            return None;
        }
        let position = game.position();
        labelled.push(record.relabelled(Label {
            score: V::label_score(engine, position, answer.score()),
            in_check: V::in_check(position),
            noisy: V::captures(position, answer.ply()?),
            exact: false,
            ..record.label()
        }));
    }
    Some(labelled)
}
