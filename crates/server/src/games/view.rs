//! A game as clients see it: what lies face down is not in it.

use library::Id;
use play::warnings::Warning;
use play::{GameKind, PlyView, Seat};
use serde::Serialize;

use super::clock::ClockSpec;
use super::seats::Player;
use super::state::GameState;
use crate::board::{BoardView, ResultView, board};
use crate::time::now_ms;

/// A game as clients see it.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    id: String,
    name: String,
    game: GameKind,
    revision: u64,
    created: i64,
    updated: i64,
    rules: String,
    first: Player,
    second: Player,
    start: String,
    seed: Option<String>,
    clock: Option<ClockSpec>,
    plies: Vec<PlyView>,
    board: BoardView,
    last: Option<LastView>,
    clocks: Option<ClocksView>,
    thinking: bool,
    paused: bool,
    draw_offer: Option<Seat>,
    declined: Option<Seat>,
    can_undo: bool,
    colours: Option<ColoursView>,
    result: Option<ResultView>,
    warnings: Vec<Warning>,
}

#[derive(Clone, Debug, Serialize)]
struct LastView {
    from: String,
    to: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct ClocksView {
    first_ms: u64,
    second_ms: u64,
    running: Option<Seat>,
    now_ms: i64,
}

#[derive(Clone, Debug, Serialize)]
struct ColoursView {
    first: &'static str,
    second: &'static str,
}

impl GameView {
    /// How often the game has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Its name.
    ///
    /// # Panics
    /// Never: the name was written by us.
    pub fn id(&self) -> Id {
        self.id.parse().expect("an id reads what it writes")
    }
}

impl GameState {
    /// The game as clients see it.
    pub fn view(&self) -> GameView {
        let to_move = self.line.seat_to_move();
        let over = self.result.is_some();
        GameView {
            id: self.id.to_string(),
            name: self.name.clone(),
            game: self.line.kind(),
            revision: self.revision,
            created: self.created,
            updated: self.updated,
            rules: self.line.rules(),
            first: self.players[0].clone(),
            second: self.players[1].clone(),
            start: self.line.start(),
            seed: self.seed.map(|seed| seed.to_string()),
            clock: self.clocks.as_ref().map(|clocks| clocks.spec()),
            plies: self.plies.clone(),
            board: board(&self.line, over),
            last: self
                .plies
                .last()
                .map(|ply| LastView { from: ply.from.clone(), to: ply.to.clone() }),
            clocks: self.clocks.as_ref().map(|clocks| {
                let [first_ms, second_ms] = clocks.left(to_move);
                let running = clocks.runs().then_some(to_move);
                ClocksView { first_ms, second_ms, running, now_ms: now_ms() }
            }),
            thinking: self.search.is_some(),
            paused: self.paused,
            draw_offer: self.draw_offer,
            declined: self.declined,
            can_undo: self.undo_to().is_some(),
            colours: self
                .line
                .first_side()
                .map(|side| ColoursView { first: side.name(), second: side.other().name() }),
            result: self.result.clone(),
            warnings: if over { Vec::new() } else { self.line.warnings() },
        }
    }
}
