//! Xiangqi in a session.

use std::sync::Arc;

use book::Books;
use game::{GameKind, Played, Position as _};
use protocol::Start;
use protocol::coordinates::{Ranks, convert};
use search::{Book, CreateError, Settings, Tables, Unattended};
use xiangqi::rules::PRESETS;
use xiangqi::{Ply, Position, Setup, XiangqiRules};

use super::options::{Effect, OwnOption, check, combo};
use super::variant::{EngineOf, GameOf, Variant};
use crate::eval_file::{ReadNumbers, xiangqi_numbers};
use crate::tables::xiangqi_tables;

/// Xiangqi.
pub(super) struct Xiangqi;

/// The plies without a capture after which a game is drawn.
const NATURAL_LIMIT: u32 = 120;

impl Variant for Xiangqi {
    type Position = Position;
    type Rules = XiangqiRules;

    const KIND: GameKind = GameKind::Xiangqi;
    const PROFILES: &'static [(&'static str, &'static str)] = &xiangqi_engine::PROFILES;
    const READ_NUMBERS: Option<ReadNumbers> = Some(xiangqi_numbers);

    fn create(profile: &str, settings: &Settings) -> Result<EngineOf<Self>, CreateError> {
        xiangqi_engine::create(profile, settings)
    }

    fn bench(profile: &str, depth: Option<i32>) -> Result<u64, String> {
        let depth = depth.unwrap_or(xiangqi_engine::bench::BENCH_DEPTH);
        let result = xiangqi_engine::bench::bench(profile, depth, &Unattended);
        result.map(|result| result.nodes).map_err(|error| error.to_string())
    }

    fn tables(path: &str) -> Result<Option<Arc<dyn Tables<Position>>>, String> {
        xiangqi_tables(path)
    }

    fn book(books: Arc<Books>) -> Arc<dyn Book<Position>> {
        books
    }

    fn rules_text(rules: &Self::Rules) -> String {
        rules.to_string()
    }

    fn options() -> Vec<OwnOption<Self>> {
        vec![
            OwnOption {
                uci: Some("Repetition Rule"),
                ucci: Some("repetition"),
                kind: |session, _| {
                    let text = session.rules().to_string();
                    let preset = text.split(',').next().unwrap_or_default();
                    Some(combo(preset, PRESETS.map(|(name, _)| name)))
                },
                set: |session, _, given| {
                    let mut rules: XiangqiRules =
                        given.value.parse().map_err(|error| format!("{error}"))?;
                    if session.rules().natural_limit.is_none() {
                        rules.natural_limit = None;
                    }
                    session.change_rules(rules)
                },
            },
            OwnOption {
                uci: Some("Sixty Move Rule"),
                ucci: Some("sixtymoverule"),
                kind: |session, _| Some(check(session.rules().natural_limit.is_some())),
                set: |session, _, given| {
                    let mut rules = session.rules().clone();
                    rules.natural_limit = given.switch()?.then_some(NATURAL_LIMIT);
                    session.change_rules(rules)
                },
            },
            OwnOption {
                uci: None,
                ucci: Some("usemillisec"),
                kind: |_, shared| Some(check(shared.milliseconds)),
                set: |_, shared, given| {
                    shared.milliseconds = given.switch()?;
                    Ok(Effect::Done)
                },
            },
            // Lines are answered in the order they come, whatever this says.
            OwnOption {
                uci: None,
                ucci: Some("batch"),
                kind: |_, _| Some(check(true)),
                set: |_, _, given| given.switch().map(|_| Effect::Done),
            },
        ]
    }

    fn read_start(start: &Start) -> Result<(Position, u32), String> {
        let fen = match start {
            Start::StartPos => xiangqi::START_FEN,
            Start::Fen(fen) => fen.as_str(),
        };
        let setup: Setup = fen.parse().map_err(|error: xiangqi::FenError| error.to_string())?;
        let position = Position::try_from(&setup).map_err(|error| error.to_string())?;
        Ok((position, setup.halfmoves))
    }

    fn read_ply(position: &Position, text: &str, ranks: Ranks) -> Result<Ply, String> {
        match ranks {
            Ranks::ZeroToNine => position.parse_ply(text),
            ranks => {
                let plain = convert(text, ranks, Ranks::ZeroToNine);
                position.parse_ply(&plain.map_err(|error| error.to_string())?)
            }
        }
    }

    fn read_played(
        position: &Position,
        text: &str,
        ranks: Ranks,
    ) -> Result<Played<Position>, String> {
        Ok(Played { ply: Self::read_ply(position, text, ranks)?, reveal: () })
    }

    fn write_ply(ply: Ply, ranks: Ranks) -> String {
        let text = ply.to_string();
        convert(&text, Ranks::ZeroToNine, ranks).unwrap_or(text)
    }

    fn diagram(position: &Position) -> String {
        position.diagram()
    }

    fn position_line(game: &GameOf<Self>) -> String {
        let mut setup = Setup::from(game.position());
        setup.halfmoves = game.history().limit().plies();
        setup.to_string()
    }
}
