//! One ply: for a level, for a hint, for an answer to a draw offer.

use std::time::Duration;

use search::limits::ClockTime;
use search::{Host, Level, Limits, Request};

use crate::engine::{
    AnyEngine, EngineError, EngineOf, GameOf, Searched, Valued, best_of, search_quietly,
};
use crate::game::AnyGame;
use crate::seat::Seat;
use crate::stopwatch::Since;

/// How long the last level thinks when there is no clock.
const FULL_TIME: Duration = Duration::from_millis(2_000);
/// The most nodes a hint looks at.
const HINT_NODES: u64 = 250_000;
/// Kept back from the clock for what lies between the game and its engine.
const OVERHEAD: Duration = Duration::from_millis(20);

/// How long an engine may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// As long as the level needs.
    Free,
    /// On a clock.
    Clock(ClockTime),
    /// A fixed time.
    Fixed(Duration),
    /// As for a hint.
    Hint,
}

impl Thinking {
    fn limits(self, level: Level) -> Limits {
        let nothing = Limits::default();
        match self {
            Thinking::Clock(clock) => Limits { clock: Some(clock), ..nothing },
            Thinking::Fixed(time) => {
                Limits { movetime: Some(time.saturating_sub(OVERHEAD)), ..nothing }
            }
            Thinking::Hint => {
                Limits { movetime: Some(FULL_TIME), nodes: Some(HINT_NODES), ..nothing }
            }
            // What a weak level may look at ends its search.
            Thinking::Free if level < Level::FULL => nothing,
            Thinking::Free => Limits { movetime: Some(FULL_TIME), ..nothing },
        }
    }
}

/// What is asked of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How strong it plays.
    pub level: Level,
    /// How long it may think.
    pub thinking: Thinking,
    /// The dice of a weak level.
    pub seed: u64,
}

impl Wanted {
    /// A hint: everything the engine can, for a short while.
    pub const HINT: Wanted = Wanted { level: Level::FULL, thinking: Thinking::Hint, seed: 0 };
}

/// Chooses a ply; `None` if there is none, or the search was stopped before it had
/// one.
///
/// # Errors
/// If the engine plays the other game, or failed.
pub fn choose(
    game: &AnyGame,
    engine: &mut AnyEngine,
    wanted: &Wanted,
    host: &dyn Host,
) -> Result<Option<Valued>, EngineError> {
    engine.set_level(wanted.level)?;
    engine.set_option("Move Overhead", &OVERHEAD.as_millis().to_string())?;
    let chosen = match (game, &mut *engine) {
        (AnyGame::Xiangqi { game, .. }, AnyEngine::Xiangqi(engine)) => {
            ask::<xiangqi::Position>(&mut **engine, game, wanted, host)
        }
        (AnyGame::Banqi { game, .. }, AnyEngine::Banqi(engine)) => {
            ask::<banqi::Position>(&mut **engine, game, wanted, host)
        }
        (game, engine) => return Err(engine.other_game(game)),
    };
    engine.check()?;
    Ok(chosen)
}

fn ask<P: Searched>(
    engine: &mut EngineOf<P>,
    game: &GameOf<P>,
    wanted: &Wanted,
    host: &dyn Host,
) -> Option<Valued> {
    let limits = wanted.thinking.limits(wanted.level);
    let book = wanted.thinking != Thinking::Hint;
    let request = Request { limits, lines: 1, seed: wanted.seed, book, ..Request::default() };
    best_of(&search_quietly::<P>(engine, game, &request, host))
}

/// From how many plies on an engine takes a draw, how many of its moves in a row
/// nothing must have been in the game for it, and the expected points above which
/// there is.
const DRAW_AFTER: usize = 60;
const DRAW_MOVES: usize = 3;
const NOTHING_IN_IT: f64 = 0.55;

/// Whether an engine in a seat takes a draw: when nobody can win any more; else only
/// late in the game, and when for several moves it has not stood better.
pub fn accepts_draw(game: &AnyGame, seat: Seat, engine: &mut AnyEngine, host: &dyn Host) -> bool {
    if is_dead(game) {
        return true;
    }
    if game.len() < DRAW_AFTER {
        return false;
    }
    let mut then = game.clone();
    (0..DRAW_MOVES).all(|number| {
        let earlier = if number == 0 { 0 } else { 2 };
        (0..earlier).all(|_| then.undo()) && has_nothing(&then, seat, engine, host)
    })
}

/// Whether the side in a seat expects no more than a draw.
fn has_nothing(game: &AnyGame, seat: Seat, engine: &mut AnyEngine, host: &dyn Host) -> bool {
    let found = choose(game, engine, &Wanted::HINT, &Since::now(host));
    let Ok(Some(best)) = found else { return false };
    let own = if game.seat_to_move() == seat { best.score } else { -best.score };
    engine.win_model(game).points(own) <= NOTHING_IN_IT
}

/// Whether nobody has anything left to win with, be it an end by the rules or not.
fn is_dead(game: &AnyGame) -> bool {
    match game {
        AnyGame::Xiangqi { game, .. } => xiangqi::rules::cannot_be_won(game.position()),
        AnyGame::Banqi { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use game::GameKind;
    use search::Settings;

    use super::*;
    use crate::engine::profiles;
    use crate::game::Chance;
    use crate::stopwatch::Stopwatch;

    fn engine(kind: GameKind, profile: &str) -> AnyEngine {
        let settings = Settings { hash: 1, ..Settings::default() };
        AnyEngine::create(kind, profile, &settings).unwrap()
    }

    fn free(level: u8, seed: u64) -> Wanted {
        Wanted { level: Level::new(level).unwrap(), thinking: Thinking::Free, seed }
    }

    fn chosen(game: &AnyGame, engine: &mut AnyEngine, wanted: &Wanted) -> String {
        engine.new_game();
        let found = choose(game, engine, wanted, &Stopwatch::start()).unwrap();
        found.unwrap().ply.to_string()
    }

    fn open(kind: GameKind, start: &str, plies: &str) -> AnyGame {
        let mut game = AnyGame::open(kind, Some(start), None).unwrap();
        for ply in plies.split_whitespace() {
            game.play(ply, Chance::Told(None), true).unwrap();
        }
        game
    }

    #[test]
    fn every_level_of_every_profile_takes_what_hangs() {
        let rook = ("3k5/9/9/9/9/9/9/r8/4A4/R3K4 w", "a0a2");
        let king = ("8/8/8/Kk5p r", "a1b1");
        for (kind, (start, best)) in [(GameKind::Xiangqi, rook), (GameKind::Banqi, king)] {
            let game = open(kind, start, "");
            for (profile, _) in profiles(kind) {
                let mut engine = engine(kind, profile);
                for level in [1, 3, 5, 7, 9] {
                    let ply = chosen(&game, &mut engine, &free(level, 1));
                    assert_eq!(ply, best, "{profile} {level}");
                }
            }
        }
    }

    #[test]
    fn a_draw_is_taken_late_or_when_nobody_can_win() {
        let mut engine = engine(GameKind::Xiangqi, "chuhe");
        let mut both = |start: &str, moves: &str| {
            let game = open(GameKind::Xiangqi, start, moves);
            Seat::BOTH.map(|seat| {
                engine.new_game();
                accepts_draw(&game, seat, &mut engine, &Stopwatch::start())
            })
        };
        assert_eq!(both(xiangqi::START_FEN, ""), [false; 2], "on the first move");
        assert_eq!(both(xiangqi::START_FEN, "h2e2"), [false; 2], "with the first player ahead");
        let red_wins = "3k5/9/9/9/9/9/9/9/4A4/R3K3R w";
        assert_eq!(both(red_wins, ""), [false; 2], "not even by who stands worse");
        let dead = "3k1a3/4a4/9/9/9/9/9/9/4A4/3AK4 w";
        assert_eq!(both(dead, ""), [true; 2]);
        let even = "3aka3/9/9/4p4/9/9/4P4/9/9/3AKA3 w";
        let back_and_forth = "d0e1 d9e8 e1d0 e8d9 ";
        assert_eq!(both(even, &back_and_forth.repeat(15)), [true; 2]);
        assert_eq!(both(even, &back_and_forth.repeat(14)), [false; 2], "nothing in it, but early");
        let ahead = "3aka3/9/9/4p4/9/9/4P4/9/9/R2AKA3 w";
        assert_eq!(both(ahead, &back_and_forth.repeat(15)), [false, true]);
    }

    #[test]
    fn a_beginner_tries_something_rather_than_going_back_and_forth() {
        let plies = "a1a2 g1g2 a2a1 g2g1 ".repeat(3);
        let game = open(GameKind::Banqi, "7X/8/8/K5h1 r P1", &plies);
        let mut engine = engine(GameKind::Banqi, "chuhe");
        let cases = (0..20).flat_map(|seed| [free(1, seed), free(3, seed)]);
        let back = cases.filter(|wanted| chosen(&game, &mut engine, wanted) == "a1a2").count();
        assert!(back <= 2, "{back} of 40");
    }

    #[test]
    fn a_weak_level_varies_with_its_seed() {
        let different = |kind: GameKind| {
            let game = AnyGame::open(kind, None, None).unwrap();
            let mut engine = engine(kind, "chuhe");
            let plies = (0..12).map(|seed| chosen(&game, &mut engine, &free(1, seed)));
            plies.collect::<std::collections::BTreeSet<String>>().len()
        };
        let (xiangqi, banqi) = (different(GameKind::Xiangqi), different(GameKind::Banqi));
        assert!(xiangqi > 1 && banqi > 3, "{xiangqi} {banqi}");
    }

    #[test]
    fn only_a_weak_level_has_no_limit_of_its_own() {
        let limits = |level: u8| Thinking::Free.limits(Level::new(level).unwrap());
        assert_eq!(limits(3), Limits::default());
        assert_eq!(limits(10).movetime, Some(FULL_TIME));
    }
}
