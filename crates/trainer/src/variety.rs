//! What differs between the games when they are played, labelled and learned.

use banqi_engine::{Endings, Exact};
use game::{Game, GameKind, Position, Rules, Score, Side};
use network::{BanqiInputs, Clock, Inputs, KingBuckets, Middle, XiangqiInputs};
use records::{Played, Start};
use search::{CreateError, Engine, Settings};
use xiangqi_engine::eval::{EvalStyle, Evaluation};

use crate::data::{BanqiRecord, GameResult, Label, Record, XiangqiRecord};

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
    type Record: Record<Inputs: Inputs<Position = Self::Position>>;
    /// What is known about endings.
    type Endings: Default + Send;
    /// Which game.
    const GAME: GameKind;
    /// A score, in units of labels, from which a game counts as won when it stays there.
    const WON: i32;
    /// Beginnings of self-play worse than this for either side are not played on.
    const BALANCE: i32;

    /// The score of a certain win, in units of labels.
    const CERTAIN: i16;
    /// What [`Position::mirror`] changes, by its number.
    const MIRRORS: &'static [&'static str];

    /// An engine.
    ///
    /// # Errors
    /// If there is no such profile, or no memory.
    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError>;

    /// A record of the present position.
    fn record(game: &GameOf<Self>, label: Label) -> Self::Record;

    /// A record of a position that a search of the game came to, so many plies after the
    /// last progress.
    fn inner_record(
        game: &GameOf<Self>,
        position: &Self::Position,
        clock: u32,
        label: Label,
    ) -> Self::Record;

    /// A search's score as labels have it.
    fn label_score(engine: &BoxedEngine<Self>, position: &Self::Position, score: Score) -> i16;

    /// Whether the side to move is in check.
    fn in_check(position: &Self::Position) -> bool;

    /// Whether a ply captures.
    fn captures(position: &Self::Position, ply: PlyOf<Self>) -> bool;

    /// A position that a record of a game starts from, and its plies without progress;
    /// `None` if it is of the other game.
    fn start(start: &Start) -> Option<(Self::Position, u32)>;

    /// A ply of a record; `None` if it is of the other game.
    fn played(played: Played) -> Option<(PlyOf<Self>, RevealOf<Self>)>;

    /// Plies since the last progress, as a record says.
    fn plies_without_progress(record: &Self::Record) -> u32;

    /// Whether a position could be among the endings that are known.
    fn may_be_known(record: &Self::Record) -> bool;

    /// How an ending ends for the side to move, if that is known.
    fn known_result(endings: &mut Self::Endings, record: &Self::Record) -> Option<GameResult>;

    /// The inputs of a network; `None` if the game has no such buckets.
    fn inputs(kings: KingBuckets, middle: Middle) -> Option<InputsOf<Self>>;

    /// What the hand-written evaluation says about positions, as labels have it. An
    /// illegal one counts as level.
    fn hand_written(records: &[Self::Record]) -> Vec<f32>;
}

/// What chance answers to a ply of a variety.
pub type RevealOf<V> = <<V as Variety>::Position as Position>::Reveal;

/// The inputs of a variety's networks.
pub type InputsOf<V> = <<V as Variety>::Record as Record>::Inputs;

/// Xiangqi.
pub struct Xiangqi;

impl Variety for Xiangqi {
    type Position = xiangqi::Position;
    type Rules = xiangqi::XiangqiRules;
    type Record = XiangqiRecord;
    type Endings = ();
    const GAME: GameKind = GameKind::Xiangqi;
    const WON: i32 = 1_500;
    const BALANCE: i32 = 300;
    const CERTAIN: i16 = 30_000;
    const MIRRORS: &'static [&'static str] = &["left and right", "colours"];

    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError> {
        xiangqi_engine::create(profile, settings)
    }

    fn record(game: &GameOf<Self>, label: Label) -> XiangqiRecord {
        XiangqiRecord::new(game.position(), label)
    }

    fn inner_record(
        _: &GameOf<Self>,
        position: &Self::Position,
        _: u32,
        label: Label,
    ) -> XiangqiRecord {
        XiangqiRecord::new(position, label)
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

    fn start(start: &Start) -> Option<(xiangqi::Position, u32)> {
        match start {
            Start::Xiangqi(setup) => Some((xiangqi::Position::try_from(setup).ok()?, 0)),
            Start::Banqi(_) => None,
        }
    }

    fn played(played: Played) -> Option<(PlyOf<Self>, ())> {
        match played {
            Played::Xiangqi(ply) => Some((ply, ())),
            Played::Banqi(_) => None,
        }
    }

    fn plies_without_progress(_: &XiangqiRecord) -> u32 {
        0
    }

    fn may_be_known(_: &XiangqiRecord) -> bool {
        false
    }

    fn known_result((): &mut (), _: &XiangqiRecord) -> Option<GameResult> {
        None
    }

    fn inputs(kings: KingBuckets, middle: Middle) -> Option<XiangqiInputs> {
        Some(XiangqiInputs { kings, middle })
    }

    fn hand_written(records: &[XiangqiRecord]) -> Vec<f32> {
        let evaluation = Evaluation::of_style(EvalStyle::Chuhe);
        let value = |position: &xiangqi::Position| {
            evaluation.evaluate(position, &evaluation.refresh(position)).get() as f32
        };
        records.iter().map(|record| record.position().map_or(0.0, |p| value(&p))).collect()
    }
}

/// The score of a certain win of dark chess.
const BANQI_SCALE: f64 = 4_000.0;
/// Endings of dark chess with so many pieces are looked up. Those with four would take
/// gigabytes and an hour to solve.
const MOST_KNOWN: u32 = 3;

/// Dark chess.
pub struct Banqi;

impl Variety for Banqi {
    type Position = banqi::Position;
    type Rules = banqi::BanqiRules;
    type Record = BanqiRecord;
    type Endings = Endings;
    const GAME: GameKind = GameKind::Banqi;
    const WON: i32 = 3_000;
    const BALANCE: i32 = 500;
    const CERTAIN: i16 = BANQI_SCALE as i16;
    const MIRRORS: &'static [&'static str] = &["left and right", "up and down", "both"];

    fn engine(profile: &str, settings: &Settings) -> Result<BoxedEngine<Self>, CreateError> {
        banqi_engine::create(profile, settings)
    }

    fn record(game: &GameOf<Self>, label: Label) -> BanqiRecord {
        Self::inner_record(game, game.position(), game.history().clock(), label)
    }

    fn inner_record(
        game: &GameOf<Self>,
        position: &Self::Position,
        clock: u32,
        label: Label,
    ) -> BanqiRecord {
        let small = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
        let clock = Clock { plies: small(clock), limit: small(game.rules().no_progress_plies) };
        BanqiRecord::new(position, clock, label)
    }

    /// Linear in the expected points, since flips are averaged.
    fn label_score(engine: &BoxedEngine<Self>, position: &Self::Position, score: Score) -> i16 {
        let points = engine.win_model(position).points(score);
        (BANQI_SCALE * (2.0 * points - 1.0)).round() as i16
    }

    fn in_check(_: &Self::Position) -> bool {
        false
    }

    fn captures(position: &Self::Position, ply: PlyOf<Self>) -> bool {
        position.is_capture(ply)
    }

    fn start(start: &Start) -> Option<(banqi::Position, u32)> {
        match start {
            Start::Banqi(setup) => Some((banqi::Position::try_from(setup).ok()?, setup.clock)),
            Start::Xiangqi(_) => None,
        }
    }

    fn played(played: Played) -> Option<(PlyOf<Self>, RevealOf<Self>)> {
        match played {
            Played::Banqi(played) => Some((played.ply, played.reveal)),
            Played::Xiangqi(_) => None,
        }
    }

    fn plies_without_progress(record: &BanqiRecord) -> u32 {
        record.clock().plies.into()
    }

    fn may_be_known(record: &BanqiRecord) -> bool {
        record.pieces() <= MOST_KNOWN
    }

    /// The tables know no limit of plies: a win counts only if it comes before the limit.
    fn known_result(endings: &mut Endings, record: &BanqiRecord) -> Option<GameResult> {
        let Clock { plies, limit } = record.clock();
        let in_time = |distance: u16| limit == 0 || plies.saturating_add(distance) <= limit;
        match endings.value(&record.position().ok()?)? {
            Exact::Win(distance) => in_time(distance).then_some(GameResult::Win),
            Exact::Loss(distance) => in_time(distance).then_some(GameResult::Loss),
            Exact::Draw => Some(GameResult::Draw),
        }
    }

    fn inputs(kings: KingBuckets, _: Middle) -> Option<BanqiInputs> {
        (kings == KingBuckets::One).then_some(BanqiInputs)
    }

    fn hand_written(records: &[BanqiRecord]) -> Vec<f32> {
        let mut evaluation = banqi_engine::Static::new(&banqi_engine::EvalParams::default());
        let mut score = |position: &banqi::Position| {
            let value = Score::new(evaluation.value(position));
            let points = banqi_engine::win_model(position).points(value);
            (BANQI_SCALE * (2.0 * points - 1.0)) as f32
        };
        records.iter().map(|record| record.position().map_or(0.0, |p| score(&p))).collect()
    }
}

/// The side that is to move, or red while colours are open.
pub fn mover<P: Position>(position: &P) -> Side {
    position.side_to_move().unwrap_or(Side::Red)
}
