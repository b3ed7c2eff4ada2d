//! The files of playing sites: the main line of one game, little or nothing else.
//!
//! | module | site | how it is told |
//! |---|---|---|
//! | [`mxq`] | 弈天 | by its content |
//! | [`che`] | QQ | by its content |
//! | [`chn`] | 聯眾 | by its name |
//! | [`ccm`] | 中游 | by its name |

pub mod ccm;
pub mod che;
pub mod chn;
pub mod mxq;

use xiangqi::{Ply, Square};

use crate::board::Notation;
use crate::format::Record;
use crate::model::{Game, GameKind, Played, Problem, ProblemCode, Start};
use crate::place::Place;
use crate::walk::Walk;

/// A ply as a file has it: file and rank of both points, and where it stands.
#[derive(Clone, Copy)]
struct Step {
    from: [usize; 2],
    to: [usize; 2],
    place: Place,
}

impl Step {
    /// As the other side sees it.
    fn rotated(self) -> Step {
        let turn =
            |[file, rank]: [usize; 2]| [8usize.wrapping_sub(file), 9usize.wrapping_sub(rank)];
        Step { from: turn(self.from), to: turn(self.to), ..self }
    }
}

fn new_game() -> Game {
    let mut game = Game::new(Start::usual(GameKind::Xiangqi));
    game.place = Place::Byte(0);
    game
}

fn record(format: &'static str, encoding: &'static str, game: Game) -> Record {
    Record { format, encoding, games: vec![game], problems: Vec::new() }
}

/// Plays steps until one cannot be played.
fn play(game: &mut Game, steps: impl Iterator<Item = Step>) {
    let Ok(mut walk) = Walk::open(&game.start) else { return };
    for step in steps {
        let [from, to] = [step.from, step.to].map(|[file, rank]| Square::new(file, rank));
        let ply = from.zip(to).filter(|(from, to)| from != to);
        let played = match ply.map(|(from, to)| Ply::new(from, to)) {
            Some(ply) => walk.play(&mut game.tree, Played::Xiangqi(ply)).map(|_| ()),
            None => Err("a ply outside the board".to_owned()),
        };
        if let Err(message) = played {
            game.report(Problem::new(ProblemCode::Move, step.place, message));
            return;
        }
        game.notation = Some(Notation::Xiangqi(xiangqi::notation::Notation::Iccs));
    }
}

/// Files of these sites show the board as the player saw it: if red's first ply
/// seems to come from the far side, everything is turned.
fn right_way(steps: Vec<Step>) -> impl Iterator<Item = Step> {
    let turned = steps.first().is_some_and(|step| step.from[1] > 4);
    steps.into_iter().map(move |step| if turned { step.rotated() } else { step })
}
