//! Dark chess in a session.

use std::sync::Arc;

use banqi::notation::coordinate;
use banqi::{BanqiRules, Ply, Position, Setup};
use book::Books;
use game::{GameKind, Played, Position as _};
use protocol::Start;
use protocol::coordinates::Ranks;
use search::{Book, CreateError, Settings, Tables};

use super::options::{OwnOption, combo};
use super::variant::{EngineOf, GameOf, Variant};
use crate::eval_file::ReadNumbers;
use crate::tables::banqi_tables;

/// Dark chess.
pub(super) struct Banqi;

impl Variant for Banqi {
    type Position = Position;
    type Rules = BanqiRules;

    const KIND: GameKind = GameKind::Banqi;
    const PROFILES: &'static [(&'static str, &'static str)] = &banqi_engine::PROFILES;
    const READ_NUMBERS: Option<ReadNumbers> = None;

    fn create(profile: &str, settings: &Settings) -> Result<EngineOf<Self>, CreateError> {
        banqi_engine::create(profile, settings)
    }

    fn bench(profile: &str, depth: Option<i32>) -> Result<u64, String> {
        let depth = depth.unwrap_or(banqi_engine::BENCH_DEPTH);
        banqi_engine::bench(profile, depth).map_err(|error| error.to_string())
    }

    fn tables(path: &str) -> Result<Option<Arc<dyn Tables<Position>>>, String> {
        banqi_tables(path)
    }

    fn book(books: Arc<Books>) -> Arc<dyn Book<Position>> {
        books
    }

    fn rules_text(rules: &Self::Rules) -> String {
        rules.to_string()
    }

    fn options() -> Vec<OwnOption<Self>> {
        vec![OwnOption {
            uci: Some("Rules"),
            ucci: None,
            kind: |session, _| Some(combo(&session.rules().to_string(), BanqiRules::names())),
            set: |session, _, given| {
                let rules = given.value.parse::<BanqiRules>().map_err(|error| error.to_string())?;
                session.change_rules(rules)
            },
        }]
    }

    /// Five fields: what each flip showed stands with the plies.
    fn read_start(start: &Start) -> Result<(Position, u32), String> {
        let setup: Setup = match start {
            Start::StartPos => Position::start().setup(),
            Start::Fen(text) => {
                text.parse().map_err(|error: banqi::SetupTextError| error.to_string())?
            }
        };
        let position = Position::try_from(&setup).map_err(|error| error.to_string())?;
        Ok((position, setup.clock))
    }

    fn read_ply(position: &Position, text: &str, _: Ranks) -> Result<Ply, String> {
        let ply = coordinate::read_ply(text).map_err(|error| error.to_string())?;
        position.check(ply).map_err(|error| error.to_string())?;
        Ok(ply)
    }

    fn read_played(position: &Position, text: &str, _: Ranks) -> Result<Played<Position>, String> {
        let played = coordinate::read(text).map_err(|error| error.to_string())?;
        position.check(played.ply).map_err(|error| error.to_string())?;
        Ok(played)
    }

    fn write_ply(ply: Ply, _: Ranks) -> String {
        ply.to_string()
    }

    fn diagram(position: &Position) -> String {
        position.diagram()
    }

    fn position_line(game: &GameOf<Self>) -> String {
        let mut setup = game.position().setup();
        setup.clock = game.history().clock();
        setup.to_string()
    }
}
