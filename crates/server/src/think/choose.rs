//! One ply: for a level, for a hint, for an answer to a draw offer.

use std::time::Duration;

use banqi_engine::{BanqiGame, Signals};
use game::{Position as _, Rng, Score};
use search::Limits;
use search::limits::ClockTime;
use xiangqi_engine::search::path::GameHistory;
use xiangqi_engine::{Level, Request};

use super::levels;
use super::pool::Run;
use super::progress;
use super::roots::{Root, Roots};
use super::shelf::Order;
use crate::board::{Line, Seat};

/// How long the last level thinks when there is no clock.
const FULL_TIME: Duration = Duration::from_millis(2_000);
/// No search of a weak level is cut by this; it makes the engine ask the time.
const LONG: Duration = Duration::from_secs(3_600);
/// The most nodes a hint looks at.
const HINT_NODES: u64 = 250_000;
/// Kept back from the clock for the way between server and engine.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The table of a weak level, in megabytes: it looks at little.
const SMALL: usize = 1;

/// Who is asked for a ply.
#[derive(Clone, Debug)]
pub struct Player {
    /// The engine's profile.
    pub profile: String,
    /// Its level, 1 to 10.
    pub level: u8,
    /// Megabytes of its table at the last level.
    pub hash: usize,
    /// Threads at the last level.
    pub threads: usize,
    /// What its doubts are decided by.
    pub seed: u64,
    /// For whom it thinks: at the last level it keeps what it learned there.
    pub tag: u64,
}

/// How long it may think.
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

/// A ply and what the engine thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The ply in coordinates.
    pub ply: String,
    /// Its value for the side to move.
    pub score: Score,
}

impl Player {
    /// What a weak level knows does not grow from ply to ply.
    fn order(&self, weak: bool) -> Order {
        let profile = self.profile.clone();
        if weak {
            Order { profile, threads: 1, megabytes: SMALL, tag: 0 }
        } else {
            Order { profile, threads: self.threads, megabytes: self.hash, tag: self.tag }
        }
    }
}

impl Thinking {
    fn limits(self, weak: bool) -> Limits {
        match self {
            Thinking::Clock(clock) => Limits { clock: Some(clock), ..Limits::default() },
            Thinking::Fixed(time) => {
                Limits { movetime: Some(time.saturating_sub(OVERHEAD)), ..Limits::default() }
            }
            Thinking::Hint => {
                Limits { movetime: Some(FULL_TIME), nodes: Some(HINT_NODES), ..Limits::default() }
            }
            Thinking::Free => {
                Limits { movetime: Some(if weak { LONG } else { FULL_TIME }), ..Limits::default() }
            }
        }
    }
}

/// Chooses a ply; `None` if there is none, or the search was stopped before it
/// had one.
///
/// # Errors
/// If the engine cannot be made.
pub fn choose(
    line: &Line,
    player: &Player,
    thinking: Thinking,
    run: &Run,
) -> Result<Option<Chosen>, String> {
    match line {
        Line::Xiangqi { game, .. } => {
            let level = Level::new(player.level).unwrap_or(Level::FULL);
            xiangqi(&GameHistory::from_game(game), player, level, thinking, run)
        }
        Line::Banqi { game, .. } => match levels::banqi(player.level) {
            Some(level) if player.profile == "chuhe" && thinking != Thinking::Hint => {
                weak_banqi(game, player, level, thinking, run)
            }
            level => banqi(game, player, level.map(|level| level.nodes), thinking, run),
        },
    }
}

/// From how many plies on an engine takes a draw, how many of its moves in a row
/// nothing must have been in the game for it, and the expected points above which
/// there is.
const DRAW_AFTER: usize = 60;
const DRAW_MOVES: usize = 3;
const NOTHING_IN_IT: f64 = 0.55;

/// Whether an engine in a seat takes a draw: when nobody can win any more; else only
/// late in the game, and when for several moves it has not stood better.
pub fn accepts_draw(line: &Line, seat: Seat, player: &Player, run: &Run) -> bool {
    if is_dead(line) {
        return true;
    }
    if line.len() < DRAW_AFTER {
        return false;
    }
    let player = Player { level: levels::LEVELS, ..player.clone() };
    let mut then = line.clone();
    (0..DRAW_MOVES).all(|number| {
        let earlier = if number == 0 { 0 } else { 2 };
        (0..earlier).all(|_| then.undo()) && has_nothing(&then, seat, &player, run)
    })
}

/// Whether the side in a seat expects no more than a draw.
fn has_nothing(line: &Line, seat: Seat, player: &Player, run: &Run) -> bool {
    let Ok(Some(chosen)) = choose(line, player, Thinking::Hint, run) else { return false };
    let own = if line.seat_to_move() == seat { chosen.score } else { -chosen.score };
    line.win_model().points(own) <= NOTHING_IN_IT
}

/// Whether nobody has anything left to win with, be it an end by the rules or not.
fn is_dead(line: &Line) -> bool {
    match line {
        Line::Xiangqi { game, .. } => xiangqi::rules::cannot_be_won(game.position()),
        Line::Banqi { .. } => false,
    }
}

fn xiangqi(
    history: &GameHistory,
    player: &Player,
    level: Level,
    thinking: Thinking,
    run: &Run,
) -> Result<Option<Chosen>, String> {
    let weak = level.is_weak();
    let mut engine = run.xiangqi(player.order(weak))?;
    let mut limits = thinking.limits(weak);
    if weak {
        limits.nodes = Some(level.nodes());
        limits.depth = Some(level.depth());
    }
    let lines = if weak { level.lines() } else { 1 };
    let request = Request { limits, lines, overhead: OVERHEAD, ..Request::default() };
    let (stop, pondering) = (run.stop_flag(), run.pondering());
    let outcome = engine.search(history, &request, run, stop, pondering, &mut |_| {});
    let mut lines = outcome.lines;
    if weak {
        level.choose(&mut lines, &mut Rng::new(player.seed));
    }
    let chosen = lines.first().and_then(|line| {
        let ply = line.plies.first()?.to_string();
        Some(Chosen { ply, score: line.score })
    });
    Ok(chosen)
}

fn banqi(
    game: &BanqiGame,
    player: &Player,
    nodes: Option<u64>,
    thinking: Thinking,
    run: &Run,
) -> Result<Option<Chosen>, String> {
    let mut engine = run.banqi(player.order(nodes.is_some()))?;
    let mut limits = thinking.limits(nodes.is_some());
    limits.nodes = nodes.or(limits.nodes);
    let signals = Signals { clock: run, stop: run.stop_flag(), pondering: run.pondering() };
    let choice = engine.search(game, &limits, signals, &mut |_| {});
    Ok(choice.ply.map(|ply| Chosen { ply: ply.to_string(), score: choice.score }))
}

/// A weak level knows a value of every ply and is unsure between close ones; but it
/// sees when it goes to and fro, and would rather try something.
fn weak_banqi(
    game: &BanqiGame,
    player: &Player,
    level: levels::BanqiLevel,
    thinking: Thinking,
    run: &Run,
) -> Result<Option<Chosen>, String> {
    let mut dice = Rng::new(player.seed);
    if game.position().turn().is_none() {
        // All squares are equal before anything is known.
        let plies = game.position().legal_plies();
        let ply = dice.choose(&plies).map(ToString::to_string);
        return Ok(ply.map(|ply| Chosen { ply, score: Score::DRAW }));
    }
    let mut roots = Roots::new(game.clone(), run, SMALL, 0)?;
    roots.limit_nodes(level.nodes);
    let patience = match thinking {
        Thinking::Clock(clock) => clock.left / 30 + clock.increment / 2,
        Thinking::Fixed(time) => time / 2,
        Thinking::Free | Thinking::Hint => LONG,
    };
    while roots.depth() < level.depth && run.ran() < patience && roots.deepen(run, 5, None) {}
    let mut plies: Vec<(Score, &Root)> =
        roots.plies().iter().map(|root| (liked(game, root, level), root)).collect();
    plies.sort_by_key(|(liked, _)| std::cmp::Reverse(*liked));
    let values: Vec<Score> = plies.iter().map(|(liked, _)| *liked).collect();
    let index =
        if roots.depth() == 0 { 0 } else { levels::choose(&values, level.margin, &mut dice) };
    let chosen = plies.get(index);
    Ok(chosen.map(|(_, root)| Chosen { ply: root.ply.to_string(), score: root.value }))
}

/// What a level thinks of a ply: its value, less with every time its pieces have
/// stood like that before.
fn liked(game: &BanqiGame, root: &Root, level: levels::BanqiLevel) -> Score {
    let times = progress::returns(game, root.ply).min(levels::MOST_RETURNS);
    let bored = times as i32 * level.margin / 2;
    if root.value.is_decided() { root.value } else { Score::new(root.value.get() - bored) }
}

#[cfg(test)]
mod tests {
    use super::super::gate::Class;
    use super::super::pool::Pool;
    use super::*;
    use crate::board::Kind;
    use crate::board::line::Chance;

    fn play(kind: Kind, start: &str, profile: &str, level: u8, seed: u64) -> Chosen {
        let line = Line::open(kind, Some(start), None).unwrap();
        let player = Player { profile: profile.into(), level, hash: 1, threads: 1, seed, tag: 0 };
        let pool = Pool::new(1, 8, 2);
        let chosen = pool.ask(Class::Game, move |run| choose(&line, &player, Thinking::Free, run));
        chosen.unwrap().unwrap().unwrap()
    }

    #[test]
    fn every_level_of_every_profile_takes_what_hangs() {
        let rook = "3k5/9/9/9/9/9/9/r8/4A4/R3K4 w";
        for (profile, _) in xiangqi_engine::PROFILES {
            for level in [1, 3, 5, 9] {
                assert_eq!(play(Kind::Xiangqi, rook, profile, level, 1).ply, "a0a2", "{level}");
            }
        }
        for (profile, _) in banqi_engine::PROFILES {
            for level in [1, 3, 5, 7] {
                let ply = play(Kind::Banqi, "8/8/8/Kk5p r", profile, level, 1).ply;
                assert_eq!(ply, "a1b1", "{profile} {level}");
            }
        }
    }

    #[test]
    fn a_draw_is_taken_late_or_when_nobody_can_win() {
        let pool = Pool::new(1, 8, 2);
        let ask = |start: &str, moves: &str, seat: Seat| {
            let mut line = Line::open(Kind::Xiangqi, Some(start), None).unwrap();
            for ply in moves.split_whitespace() {
                line.play(ply, Chance::Told(None), true).unwrap();
            }
            let player =
                Player { profile: "chuhe".into(), level: 1, hash: 1, threads: 1, seed: 1, tag: 0 };
            pool.ask(Class::Hint, move |run| accepts_draw(&line, seat, &player, run)).unwrap()
        };
        let both = |start: &str, moves: &str| {
            [Seat::First, Seat::Second].map(|seat| ask(start, moves, seat))
        };
        assert_eq!(both(xiangqi::START_FEN, ""), [false; 2], "on the first move");
        assert_eq!(both(xiangqi::START_FEN, "h2e2"), [false; 2], "with the first player ahead");
        let red_wins = "3k5/9/9/9/9/9/9/9/4A4/R3K3R w";
        assert_eq!(both(red_wins, ""), [false; 2], "not even by who stands worse");
        let dead = "3k1a3/4a4/9/9/9/9/9/9/4A4/3AK4 w";
        assert_eq!(both(dead, ""), [true; 2]);
        let even = "3aka3/9/9/4p4/9/9/4P4/9/9/3AKA3 w";
        let to_and_fro = "d0e1 d9e8 e1d0 e8d9 ";
        assert_eq!(both(even, &to_and_fro.repeat(15)), [true; 2]);
        assert_eq!(both(even, &to_and_fro.repeat(14)), [false; 2], "nothing in it, but early");
        let ahead = "3aka3/9/9/4p4/9/9/4P4/9/9/R2AKA3 w";
        assert_eq!(both(ahead, &to_and_fro.repeat(15)), [false, true]);
    }

    #[test]
    fn a_beginner_tries_something_rather_than_going_to_and_fro() {
        let start = "7X/8/8/K5h1 r P1";
        let mut line = Line::open(Kind::Banqi, Some(start), None).unwrap();
        for ply in "a1a2 g1g2 a2a1 g2g1 a1a2 g1g2 a2a1 g2g1 a1a2 g1g2 a2a1 g2g1".split_whitespace()
        {
            line.play(ply, Chance::Told(None), true).unwrap();
        }
        let pool = Pool::new(1, 8, 2);
        let back = (0..20).flat_map(|seed| [(seed, 1), (seed, 3)]).filter(|&(seed, level)| {
            let (line, profile) = (line.clone(), "chuhe".to_owned());
            let player = Player { profile, level, hash: 1, threads: 1, seed, tag: 0 };
            let found =
                pool.ask(Class::Game, move |run| choose(&line, &player, Thinking::Free, run));
            found.unwrap().unwrap().unwrap().ply == "a1a2"
        });
        assert!(back.count() <= 2, "of 40");
    }

    #[test]
    fn a_weak_level_varies_with_its_seed() {
        let start = xiangqi::START_FEN;
        let plies: std::collections::BTreeSet<String> =
            (0..12).map(|seed| play(Kind::Xiangqi, start, "chuhe", 1, seed).ply).collect();
        assert!(plies.len() > 1, "{plies:?}");
        let flips: std::collections::BTreeSet<String> = (0..12)
            .map(|seed| {
                let start = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX";
                play(Kind::Banqi, start, "chuhe", 1, seed).ply
            })
            .collect();
        assert!(flips.len() > 3, "{flips:?}");
    }
}
