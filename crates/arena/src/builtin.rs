//! Players that need no process: for tests, for warming up, as the weakest rung.

use std::time::{Duration, Instant};

use game::{Position, Rng};

use crate::clock::Budget;
use crate::inside;
use crate::player::{Answer, Fault, GameKind, Player, Thought, View, Wish};

/// The names of the built-in players with a line of explanation each.
pub const BUILTIN_PLAYERS: [(&str, &str); 2] = [
    ("random", "any legal ply, all equally likely"),
    ("greedy", "captures the most it can get away with, otherwise any legal ply"),
];

/// A built-in player: one of [`BUILTIN_PLAYERS`], whose dice come from `seed`, or
/// a profile of our own engine.
///
/// # Errors
/// If there is none of that name, or an option is wrong.
pub fn create(
    name: &str,
    game: GameKind,
    options: &[(String, String)],
    seed: u64,
) -> Result<Box<dyn Player>, String> {
    let style = match name {
        "random" => Style::Random,
        "greedy" => Style::Greedy,
        _ if inside::profiles(game).contains(&name) => return inside::create(game, name, options),
        _ => {
            return Err(format!(
                "no built-in player '{name}': expected random, greedy, {}",
                inside::profiles(game).join(", ")
            ));
        }
    };
    Ok(Box::new(Dice { style, rng: Rng::new(seed) }))
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Random,
    Greedy,
}

struct Dice {
    style: Style,
    rng: Rng,
}

impl Dice {
    fn pick<P: Position>(
        &mut self,
        view: &View<'_>,
        worth: fn(&P, P::Ply) -> i32,
    ) -> Option<String> {
        let position: P = view.position.parse().ok()?;
        let plies = position.legal_plies();
        let candidates: Vec<P::Ply> = if self.style == Style::Greedy {
            let best = plies.iter().map(|&ply| worth(&position, ply)).max()?;
            plies.iter().copied().filter(|&ply| worth(&position, ply) == best).collect()
        } else {
            plies.to_vec()
        };
        self.rng.choose(&candidates).map(ToString::to_string)
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
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, view: &View<'_>, _: &Budget) -> Result<Answer, Fault> {
        let begin = Instant::now();
        let ply = match view.game {
            GameKind::Xiangqi => self.pick::<xiangqi::Position>(view, xiangqi_worth),
            GameKind::Banqi => self.pick::<banqi::Position>(view, banqi_worth),
        };
        let ply = ply.ok_or_else(|| Fault::Crash("no legal ply to choose from".to_owned()))?;
        let thought = Thought { depth: Some(1), ..Thought::default() };
        Ok(Answer { wish: Wish::Ply(ply), thought, time: begin.elapsed(), cpu: None })
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}
