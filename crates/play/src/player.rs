//! One of our engines as a player in this process: the game is shown to it as it
//! is, nothing is written or read on the way.

use game::{Game, GameKind, Position, Rules, Score, splitmix64};
use search::{
    Answer, CreateError, Engine, EngineOption, Host, Limits, OptionError, ParamError, ParamSet,
    Request, Settings, Source, WinModel,
};

use crate::book_options::BookOptions;
use crate::engine::AnyEngine;
use crate::eval_file::{EVAL_FILE, EvalFile};
use crate::game::{AnyGame, BanqiGame, XiangqiGame};
use crate::ply::AnyPly;

/// A game of either kind, to be looked at.
#[derive(Clone, Copy, Debug)]
pub enum GameRef<'a> {
    /// Xiangqi.
    Xiangqi(&'a XiangqiGame),
    /// Dark chess.
    Banqi(&'a BanqiGame),
}

impl GameRef<'_> {
    /// Which game it is.
    pub const fn kind(self) -> GameKind {
        match self {
            GameRef::Xiangqi(_) => GameKind::Xiangqi,
            GameRef::Banqi(_) => GameKind::Banqi,
        }
    }

    /// How many plies were played.
    pub fn len(self) -> usize {
        match self {
            GameRef::Xiangqi(game) => game.plies().len(),
            GameRef::Banqi(game) => game.plies().len(),
        }
    }

    /// Whether nothing was played yet.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<'a> From<&'a AnyGame> for GameRef<'a> {
    fn from(game: &'a AnyGame) -> GameRef<'a> {
        match game {
            AnyGame::Xiangqi { game, .. } => GameRef::Xiangqi(game),
            AnyGame::Banqi { game, .. } => GameRef::Banqi(game),
        }
    }
}

/// What a player chose, and what it thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen {
    /// The ply.
    pub ply: AnyPly,
    /// Its score for the side to move.
    pub score: Score,
    /// What scores are worth in this position.
    pub model: WinModel,
    /// The last finished depth.
    pub depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Where the choice comes from.
    pub source: Source,
}

/// Why a player cannot choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChooseError {
    /// It plays the other game.
    #[error("the player knows {player}, the game is {game}")]
    WrongGame {
        /// What it plays.
        player: GameKind,
        /// What it was shown.
        game: GameKind,
    },
    /// There is nothing to choose, or nothing was found before the search had to end.
    #[error("the engine found no ply")]
    NoPly,
}

/// An engine that plays games, one after the other.
pub struct Player {
    engine: AnyEngine,
    book: BookOptions,
}

/// Does the same with the engine of either game.
macro_rules! either {
    ($player:expr, $engine:ident => $body:expr) => {
        match $player {
            AnyEngine::Xiangqi($engine) => $body,
            AnyEngine::Banqi($engine) => $body,
        }
    };
}

impl Player {
    /// A profile of a game's engine with some of its options changed, in that order.
    ///
    /// # Errors
    /// If there is no such profile, or an option is wrong.
    pub fn new(
        kind: GameKind,
        profile: &str,
        options: &[(String, String)],
    ) -> Result<Player, CreateError> {
        let engine = AnyEngine::create(kind, profile, &Settings::default())?;
        let mut player = Player { engine, book: BookOptions::default() };
        for (name, value) in options {
            player.set_option(name, value)?;
        }
        Ok(player)
    }

    /// Which game it plays.
    pub const fn kind(&self) -> GameKind {
        self.engine.kind()
    }

    /// Its engine's profile.
    pub fn profile(&self) -> &'static str {
        self.engine.profile()
    }

    /// Evaluates with what a file holds.
    ///
    /// # Errors
    /// If it is not for this engine; the engine is then unchanged.
    pub fn load(&mut self, file: &EvalFile) -> Result<(), OptionError> {
        let wrong = |reason| OptionError::Text { name: EVAL_FILE, reason };
        self.engine.load(file).map_err(wrong)
    }

    /// The options of its engine, and those about books.
    pub fn options(&self) -> Vec<EngineOption> {
        let mut options = either!(&self.engine, engine => engine.options());
        options.extend(self.book.options());
        options
    }

    /// Changes one option of its engine, or one about books.
    ///
    /// # Errors
    /// If there is no such option, or it cannot have that value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if BookOptions::has(name) {
            // Its games bring their rules with them: a book for others stays silent.
            self.book.set(self.kind(), None, name, value)?;
            self.engine.set_books(self.book.books());
            return Ok(());
        }
        self.engine.set_option(name, value)
    }

    /// Every number of its search and its evaluation.
    pub fn params(&self) -> ParamSet {
        either!(&self.engine, engine => engine.params())
    }

    /// Takes over the numbers of a set that [`Player::params`] has given.
    ///
    /// # Errors
    /// If a number does not exist or is out of range.
    pub fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError> {
        either!(&mut self.engine, engine => engine.set_params(params))
    }

    /// Forgets what earlier games taught.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Chooses a ply in the present position of a game. `seed` is that of the game's
    /// dice, which only weak levels and books throw: the same seed, the same game.
    ///
    /// # Errors
    /// If it is not a game of its kind, or there is no ply to choose.
    pub fn choose(
        &mut self,
        game: GameRef<'_>,
        limits: Limits,
        seed: u64,
        host: &dyn Host,
    ) -> Result<Chosen, ChooseError> {
        match (&mut self.engine, game) {
            (AnyEngine::Xiangqi(engine), GameRef::Xiangqi(game)) => {
                ask(engine.as_mut(), game, limits, seed, host, AnyPly::Xiangqi)
            }
            (AnyEngine::Banqi(engine), GameRef::Banqi(game)) => {
                ask(engine.as_mut(), game, limits, seed, host, AnyPly::Banqi)
            }
            _ => Err(ChooseError::WrongGame { player: self.kind(), game: game.kind() }),
        }
    }
}

fn ask<P: Position, R: Rules<P>>(
    engine: &mut dyn Engine<P, R>,
    game: &Game<P, R>,
    limits: Limits,
    seed: u64,
    host: &dyn Host,
    wrap: fn(P::Ply) -> AnyPly,
) -> Result<Chosen, ChooseError> {
    let seed = splitmix64(seed ^ game.plies().len() as u64);
    let request = Request { limits, lines: 1, seed, book: true, ..Request::default() };
    let answer: Answer<P::Ply> = engine.search(game, &request, host, &mut |_| {});
    let ply = answer.ply().ok_or(ChooseError::NoPly)?;
    Ok(Chosen {
        ply: wrap(ply),
        score: answer.score(),
        model: engine.win_model(game.position()),
        depth: answer.depth,
        nodes: answer.nodes,
        source: answer.source,
    })
}
