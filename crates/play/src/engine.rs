//! An engine of either game.

use std::sync::Arc;

use book::Books;
use game::{Game, GameKind, Position, Rules, Score};
use search::{
    Answer, Book, CreateError, Engine, Explanation, Host, Level, OptionError, Report, Request,
    Settings, WinModel,
};

use crate::eval_file::{EVAL_FILE, EvalFile, xiangqi_numbers};
use crate::game::{AnyGame, BanqiGame, XiangqiGame};
use crate::pattern_file::{PATTERN_FILE, read_patterns};
use crate::ply::AnyPly;
use crate::tables::{Household, TABLE_PATH, banqi_tables, xiangqi_tables};
use crate::words::{self, PlyView};

/// An engine of either game.
pub enum AnyEngine {
    /// Of xiangqi.
    Xiangqi(xiangqi_engine::BoxedEngine),
    /// Of dark chess.
    Banqi(banqi_engine::BoxedEngine),
}

/// Why an engine did not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine plays the other game.
    #[error("this engine plays {engine}, not {game}")]
    OtherGame {
        /// What the engine plays.
        engine: GameKind,
        /// What it was given.
        game: GameKind,
    },
    /// It failed: it is no part of this process.
    #[error("{0}")]
    Failed(String),
    /// It cannot be set so.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// The profiles of a game's engine with a line of explanation each; the first is the
/// usual one.
pub fn profiles(kind: GameKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        GameKind::Xiangqi => &xiangqi_engine::PROFILES,
        GameKind::Banqi => &banqi_engine::PROFILES,
    }
}

/// What each thread of a game's engine needs besides the transposition table, in
/// megabytes.
pub const fn thread_megabytes(kind: GameKind) -> usize {
    match kind {
        GameKind::Xiangqi => 10,
        // The tables of the published programs have a size of their own.
        GameKind::Banqi => 1,
    }
}

impl AnyEngine {
    /// An engine of one of the game's [`profiles`].
    ///
    /// # Errors
    /// If there is no such profile, or it cannot have these settings.
    pub fn create(
        kind: GameKind,
        profile: &str,
        settings: &Settings,
    ) -> Result<AnyEngine, CreateError> {
        Ok(match kind {
            GameKind::Xiangqi => AnyEngine::Xiangqi(xiangqi_engine::create(profile, settings)?),
            GameKind::Banqi => AnyEngine::Banqi(banqi_engine::create(profile, settings)?),
        })
    }

    /// Asks the tables of a household from now on.
    pub fn ask_household(&mut self, household: &Household) {
        match self {
            AnyEngine::Xiangqi(engine) => engine.set_tables(Some(household.xiangqi.clone())),
            AnyEngine::Banqi(engine) => engine.set_tables(Some(household.banqi.clone())),
        }
    }

    /// Asks books first from now on; `None`: none.
    pub fn set_books(&mut self, books: Option<Arc<Books>>) {
        match self {
            AnyEngine::Xiangqi(engine) => {
                engine.set_book(books.map(|books| books as Arc<dyn Book<xiangqi::Position>>));
            }
            AnyEngine::Banqi(engine) => {
                engine.set_book(books.map(|books| books as Arc<dyn Book<banqi::Position>>));
            }
        }
    }

    /// Which game it plays.
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyEngine::Xiangqi(_) => GameKind::Xiangqi,
            AnyEngine::Banqi(_) => GameKind::Banqi,
        }
    }

    /// The profile's name.
    pub fn profile(&self) -> &'static str {
        match self {
            AnyEngine::Xiangqi(engine) => engine.profile(),
            AnyEngine::Banqi(engine) => engine.profile(),
        }
    }

    /// Changes one option, whatever the case of its name; `EvalFile` and
    /// `TablePath` are options too.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value; the engine is then
    /// unchanged.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(EVAL_FILE) {
            let reason = |reason| OptionError::Text { name: EVAL_FILE, reason };
            return self.load(&EvalFile::read(value).map_err(reason)?).map_err(reason);
        }
        if name.eq_ignore_ascii_case(TABLE_PATH) {
            let reason = |reason| OptionError::Text { name: TABLE_PATH, reason };
            match self {
                AnyEngine::Xiangqi(engine) => {
                    engine.set_tables(xiangqi_tables(value).map_err(reason)?);
                }
                AnyEngine::Banqi(engine) => {
                    engine.set_tables(banqi_tables(value).map_err(reason)?);
                }
            }
            return Ok(());
        }
        if name.eq_ignore_ascii_case(PATTERN_FILE) {
            return self.load_patterns(value);
        }
        match self {
            AnyEngine::Xiangqi(engine) => engine.set_option(name, value),
            AnyEngine::Banqi(engine) => engine.set_option(name, value),
        }
    }

    /// Evaluates with what a file holds.
    ///
    /// # Errors
    /// If it is not for this engine; the engine is then unchanged.
    pub fn load(&mut self, file: &EvalFile) -> Result<(), String> {
        match self {
            AnyEngine::Xiangqi(engine) => file.apply(engine.as_mut(), Some(xiangqi_numbers)),
            AnyEngine::Banqi(engine) => file.apply(engine.as_mut(), None),
        }
    }

    /// Looks for the patterns of a file besides the shipped ones; an empty name, or
    /// `<empty>`, stands for none.
    ///
    /// # Errors
    /// If it cannot be read or has errors; the engine goes on with its last good set.
    pub fn load_patterns(&mut self, path: &str) -> Result<(), OptionError> {
        let wrong = |reason| OptionError::Text { name: PATTERN_FILE, reason };
        let text = read_patterns(path).map_err(wrong)?;
        match self {
            AnyEngine::Xiangqi(engine) => engine.set_patterns(text.as_deref()),
            AnyEngine::Banqi(engine) => engine.set_patterns(text.as_deref()),
        }
    }

    /// Sets how strong it plays.
    ///
    /// # Errors
    /// If it cannot play weaker.
    pub fn set_level(&mut self, level: Level) -> Result<(), OptionError> {
        self.set_option("Skill Level", &level.get().to_string())
    }

    /// Forgets everything earlier searches taught.
    pub fn new_game(&mut self) {
        match self {
            AnyEngine::Xiangqi(engine) => engine.new_game(),
            AnyEngine::Banqi(engine) => engine.new_game(),
        }
    }

    /// The evaluation of a game's present position, term by term; `None` if the
    /// profile has no terms to show, or plays the other game.
    pub fn explain(&self, game: &AnyGame) -> Option<Explanation> {
        match (self, game) {
            (AnyEngine::Xiangqi(engine), AnyGame::Xiangqi { game, .. }) => engine.explain(game),
            (AnyEngine::Banqi(engine), AnyGame::Banqi { game, .. }) => engine.explain(game),
            _ => None,
        }
    }

    /// What its scores are worth in a game's present position.
    pub fn win_model(&self, game: &AnyGame) -> WinModel {
        match (self, game) {
            (AnyEngine::Xiangqi(engine), AnyGame::Xiangqi { game, .. }) => {
                engine.win_model(game.position())
            }
            (AnyEngine::Banqi(engine), AnyGame::Banqi { game, .. }) => {
                engine.win_model(game.position())
            }
            _ => game.win_model(),
        }
    }

    /// Says what went wrong in the last search.
    ///
    /// # Errors
    /// If anything did: only engines outside this process fail.
    pub fn check(&self) -> Result<(), EngineError> {
        let fault = match self {
            AnyEngine::Xiangqi(engine) => engine.fault(),
            AnyEngine::Banqi(engine) => engine.fault(),
        };
        fault.map_or(Ok(()), |fault| Err(EngineError::Failed(fault)))
    }

    /// The error of asking about the other game.
    pub(crate) fn other_game(&self, game: &AnyGame) -> EngineError {
        EngineError::OtherGame { engine: self.kind(), game: game.kind() }
    }
}

/// What both games offer, so that one analysis and one review serve them.
pub(crate) trait Searched: Position<Ply: Into<AnyPly>> {
    /// The law of its games.
    type Law: Rules<Self>;

    /// A ply of the position; a flip without its outcome.
    fn show(&self, ply: Self::Ply) -> PlyView;

    /// Whether nobody knows what comes of a ply.
    fn is_chance(ply: Self::Ply) -> bool;
}

impl Searched for xiangqi::Position {
    type Law = xiangqi::XiangqiRules;

    fn show(&self, ply: xiangqi::Ply) -> PlyView {
        words::xiangqi_ply(self, ply)
    }

    fn is_chance(_: xiangqi::Ply) -> bool {
        false
    }
}

impl Searched for banqi::Position {
    type Law = banqi::BanqiRules;

    fn show(&self, ply: banqi::Ply) -> PlyView {
        words::banqi_ply(self, ply, None)
    }

    fn is_chance(ply: banqi::Ply) -> bool {
        ply.is_flip()
    }
}

/// The engine of a game's position.
pub(crate) type EngineOf<P> = dyn Engine<P, <P as Searched>::Law>;
/// A game of a position.
pub(crate) type GameOf<P> = Game<P, <P as Searched>::Law>;

/// The plies of a line up to `most`, as far as they can be followed: a flip is the
/// last.
pub(crate) fn show_line<P: Searched>(position: &P, plies: &[P::Ply], most: usize) -> Vec<PlyView> {
    let mut position = position.clone();
    let mut shown = Vec::new();
    for &ply in plies.iter().take(most) {
        if !position.is_legal(ply) {
            break;
        }
        shown.push(position.show(ply));
        let &[(reveal, _)] = position.reveals(ply).as_slice() else { break };
        if P::is_chance(ply) {
            break;
        }
        position.make(ply, reveal, &mut game::NullObserver);
    }
    shown
}

/// One search of either game, without reports.
pub(crate) fn search_quietly<P: Searched>(
    engine: &mut EngineOf<P>,
    game: &GameOf<P>,
    request: &Request<P::Ply>,
    host: &dyn Host,
) -> Answer<P::Ply> {
    engine.search(game, request, host, &mut |_: &Report<'_, P::Ply>| {})
}

/// A ply with what an engine thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The ply.
    pub ply: AnyPly,
    /// Its value for the side to move.
    pub score: Score,
}

/// The first ply of an answer.
pub(crate) fn best_of<Ply: Copy + Into<AnyPly>>(answer: &Answer<Ply>) -> Option<Valued> {
    let line = answer.lines.first()?;
    Some(Valued { ply: (*line.plies.first()?).into(), score: line.score })
}

// The engines' own names of these games are the same types.
const _: fn(&XiangqiGame) -> &xiangqi_engine::XiangqiGame = |game| game;
const _: fn(&BanqiGame) -> &banqi_engine::BanqiGame = |game| game;
