//! Players that need no process: for tests, for warming up, as the weakest rung.

use std::time::{Duration, Instant};

use game::{Game, Position, Rng, Rules};
use play::AnyPly;
use play::eval_file::EvalFile;
use play::player::GameRef;
use search::CreateError;

use crate::clock::Budget;
use crate::inside;
use crate::player::{Action, Answer, ChosenPly, Fault, GameKind, Player, PlyInfo, View};

/// The names of the built-in players with a line of explanation each.
pub const BUILTIN_PLAYERS: [(&str, &str); 2] = [
    ("random", "any legal ply, all equally likely"),
    ("greedy", "captures the most it can get away with, otherwise any legal ply"),
];

/// Why there is no such built-in player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuiltinError {
    /// None has this name.
    #[error("no built-in player '{name}': expected random, greedy, {profiles}")]
    Unknown {
        /// The name given.
        name: String,
        /// The profiles of the game's engine.
        profiles: String,
    },
    /// The engine cannot be made as it is wanted.
    #[error(transparent)]
    Engine(#[from] CreateError),
}

/// A built-in player: one of [`BUILTIN_PLAYERS`], or a profile of our own engine
/// with its options; the simple players have none and pass over them.
///
/// # Errors
/// If there is none of that name, or an option is wrong.
pub fn create(
    name: &str,
    game: GameKind,
    options: &[(String, String)],
) -> Result<Box<dyn Player>, BuiltinError> {
    create_with(name, game, options, None)
}

/// The same, where the file of the option `EvalFile` was read before.
///
/// # Errors
/// If there is none of that name, or an option is wrong.
pub fn create_with(
    name: &str,
    game: GameKind,
    options: &[(String, String)],
    evaluation: Option<&EvalFile>,
) -> Result<Box<dyn Player>, BuiltinError> {
    let style = match name {
        "random" => Style::Random,
        "greedy" => Style::Greedy,
        _ if inside::profiles(game).contains(&name) => {
            return Ok(inside::create_with(game, name, options, evaluation)?);
        }
        _ => {
            let profiles = inside::profiles(game).join(", ");
            return Err(BuiltinError::Unknown { name: name.chars().take(60).collect(), profiles });
        }
    };
    Ok(Box::new(Dice { style, rng: Rng::new(0) }))
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Random,
    Greedy,
}

/// A player that throws dice, anew for every game.
struct Dice {
    style: Style,
    rng: Rng,
}

impl Dice {
    fn pick<P: Position, R: Rules<P>>(
        &mut self,
        game: &Game<P, R>,
        worth: fn(&P, P::Ply) -> i32,
    ) -> Option<P::Ply> {
        let position = game.position();
        let plies = position.legal_plies();
        let candidates: Vec<P::Ply> = if self.style == Style::Greedy {
            let best = plies.iter().map(|&ply| worth(position, ply)).max()?;
            plies.iter().copied().filter(|&ply| worth(position, ply) == best).collect()
        } else {
            plies.to_vec()
        };
        self.rng.choose(&candidates).copied()
    }
}

/// The victim's value if it is not recaptured at a loss; quiet plies 0, plies
/// that only lose something less.
fn xiangqi_worth(position: &xiangqi::Position, ply: xiangqi::Ply) -> i32 {
    const VALUES: xiangqi::ExchangeValues = [0, 2, 2, 4, 9, 4, 1];
    let victim = position.piece_at(ply.to()).map_or(0, |piece| VALUES[piece.kind().index()]);
    (0..=victim).rev().find(|&gain| position.exchange_wins(ply, gain, &VALUES)).unwrap_or(-1)
}

/// The victim's rank; flips and steps 0.
fn banqi_worth(position: &banqi::Position, ply: banqi::Ply) -> i32 {
    if ply.is_flip() {
        return 0;
    }
    position.piece_at(ply.to()).map_or(0, |victim| 7 - victim.kind().index() as i32)
}

impl Player for Dice {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.rng = Rng::new(view.seed());
        Ok(())
    }

    fn choose(&mut self, view: &View<'_>, _: &Budget) -> Result<Answer, Fault> {
        let begin = Instant::now();
        let ply = match view.game() {
            GameRef::Xiangqi(game) => self.pick(game, xiangqi_worth).map(AnyPly::Xiangqi),
            GameRef::Banqi(game) => self.pick(game, banqi_worth).map(AnyPly::Banqi),
        };
        let ply = ply.ok_or_else(|| Fault::Crash("no legal ply to choose from".to_owned()))?;
        let info = PlyInfo { depth: Some(1), ..PlyInfo::default() };
        let action = Action::Play(ChosenPly::Ply(ply));
        Ok(Answer { action, info, time: begin.elapsed(), cpu: None })
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}
