//! What a session must know of one game; everything else is the same for both.

use game::{Game, GameKind, Played, Position, Rules};
use protocol::Start;
use protocol::coordinates::Ranks;
use std::sync::Arc;

use book::Books;
use search::{Book, CreateError, Engine, Settings, Tables};

use super::options::OwnOption;
use crate::eval_file::ReadNumbers;

/// A game that a session can be about.
pub(super) trait Variant: Sized + 'static {
    type Position: Position<Ply: Send + 'static, Reveal: Send> + Send + 'static;
    type Rules: Rules<Self::Position, History: Send> + Default + Send + 'static;

    const KIND: GameKind;
    /// The profiles of its engine, the first being the usual one.
    const PROFILES: &'static [(&'static str, &'static str)];

    fn create(profile: &str, settings: &Settings) -> Result<EngineOf<Self>, CreateError>;

    /// The nodes of the engine's bench, to its usual depth or another.
    fn bench(profile: &str, depth: Option<i32>) -> Result<u64, String>;

    /// The options that this game alone has.
    fn options() -> Vec<OwnOption<Self>>;

    /// Reads the numbers of an evaluation file, if there are such files.
    const READ_NUMBERS: Option<ReadNumbers>;

    /// The endgame tables below some folders; `None` if no folder is named.
    fn tables(path: &str) -> Result<Option<Arc<dyn Tables<Self::Position>>>, String>;

    /// Opening books as its engine asks them.
    fn book(books: Arc<Books>) -> Arc<dyn Book<Self::Position>>;

    /// The rules, as they are written.
    fn rules_text(rules: &Self::Rules) -> String;

    /// Where a game begins, and for how many plies nothing had happened there.
    fn read_start(start: &Start) -> Result<(Self::Position, u32), String>;

    /// A ply that is legal in a position.
    fn read_ply(position: &Self::Position, text: &str, ranks: Ranks)
    -> Result<PlyOf<Self>, String>;

    /// A ply of a game, legal in the position before it, with what it turned up.
    fn read_played(
        position: &Self::Position,
        text: &str,
        ranks: Ranks,
    ) -> Result<Played<Self::Position>, String>;

    fn write_ply(ply: PlyOf<Self>, ranks: Ranks) -> String;

    fn diagram(position: &Self::Position) -> String;

    /// The position in one line.
    fn position_line(game: &GameOf<Self>) -> String;
}

pub(super) type PlyOf<V> = <<V as Variant>::Position as Position>::Ply;
pub(super) type GameOf<V> = Game<<V as Variant>::Position, <V as Variant>::Rules>;
pub(super) type EngineOf<V> = Box<dyn Engine<<V as Variant>::Position, <V as Variant>::Rules>>;
