//! What differs between the games when they are played for their positions.

use game::{Game, GameKind, Position, Rules, Score, Side};
use network::Clock;
use search::{CreateError, Engine, Settings};

use crate::data::{BanqiRecord, Label, Record, XiangqiRecord};

/// A boxed engine of a game.
pub type BoxedEngine<V> = Box<dyn Engine<<V as Variety>::Position, <V as Variety>::Rules>>;
/// A game of a variety.
pub type GameOf<V> = Game<<V as Variety>::Position, <V as Variety>::Rules>;
/// A ply of a variety.
pub type PlyOf<V> = <<V as Variety>::Position as Position>::Ply;

/// One of the games.
pub trait Variety: Send + Sync + 'static {
    /// The board.
    type Position: Position;
    /// The rules.
    type Rules: Rules<Self::Position> + Default;
    /// A labelled position.
    type Record: Record;
    /// Which game.
    const GAME: GameKind;
    /// A score from which a game counts as won when it stays there.
    const WON: i32;

    /// An engine.
    ///
    /// # Errors
    /// If there is no such profile, or no memory.
    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError>;

    /// A record of the present position.
    fn record(game: &GameOf<Self>, label: Label) -> Self::Record;

    /// A search's score as labels have it.
    fn label_score(engine: &BoxedEngine<Self>, position: &Self::Position, score: Score) -> i16;

    /// Whether the side to move is in check.
    fn in_check(position: &Self::Position) -> bool;

    /// Whether a ply captures.
    fn captures(position: &Self::Position, ply: PlyOf<Self>) -> bool;
}

/// Xiangqi.
pub struct Xiangqi;

impl Variety for Xiangqi {
    type Position = xiangqi::Position;
    type Rules = xiangqi::XiangqiRules;
    type Record = XiangqiRecord;
    const GAME: GameKind = GameKind::Xiangqi;
    const WON: i32 = 1_500;

    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError> {
        xiangqi_engine::create(profile, settings)
    }

    fn record(game: &GameOf<Self>, label: Label) -> XiangqiRecord {
        XiangqiRecord::new(game.position(), label)
    }

    fn label_score(_: &BoxedEngine<Self>, _: &Self::Position, score: Score) -> i16 {
        score.get().clamp(-30_000, 30_000) as i16
    }

    fn in_check(position: &Self::Position) -> bool {
        position.in_check()
    }

    fn captures(position: &Self::Position, ply: PlyOf<Self>) -> bool {
        position.piece_at(ply.to()).is_some()
    }
}

/// Dark chess.
pub struct Banqi;

impl Variety for Banqi {
    type Position = banqi::Position;
    type Rules = banqi::BanqiRules;
    type Record = BanqiRecord;
    const GAME: GameKind = GameKind::Banqi;
    const WON: i32 = 3_000;

    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError> {
        banqi_engine::create(profile, settings)
    }

    fn record(game: &GameOf<Self>, label: Label) -> BanqiRecord {
        let small = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
        let plies = small(game.history().clock());
        let clock = Clock { plies, limit: small(game.rules().no_progress_plies) };
        BanqiRecord::new(game.position(), clock, label)
    }

    /// Linear in the expected points, since flips are averaged.
    fn label_score(engine: &BoxedEngine<Self>, position: &Self::Position, score: Score) -> i16 {
        let points = engine.win_model(position).points(score);
        (4_000.0 * (2.0 * points - 1.0)).round() as i16
    }

    fn in_check(_: &Self::Position) -> bool {
        false
    }

    fn captures(position: &Self::Position, ply: PlyOf<Self>) -> bool {
        position.is_capture(ply)
    }
}

/// The side that is to move, or red while colours are open.
pub fn mover<P: Position>(position: &P) -> Side {
    position.side_to_move().unwrap_or(Side::Red)
}
