//! The engine conformance suite: laws any engine behind [`Engine`] must keep.
//!
//! A crate's test describes its engine as a [`Subject`] and calls [`check`]. A
//! broken law panics with the profile and the position. Nothing here reads a clock:
//! time is what the [`hosts`] say, so a busy machine changes nothing.

pub mod hosts;
mod laws;
mod matches;

use game::{Game, Position, Rules};

use crate::engine::{Engine, Request};
use crate::host::Unattended;

pub use matches::{Pairing, check_levels};

/// A boxed engine of a subject.
pub type Boxed<S> = Box<dyn Engine<<S as Subject>::Position, <S as Subject>::Rules>>;

/// A ply of a subject.
pub type PlyOf<S> = <<S as Subject>::Position as Position>::Ply;

/// A game of a subject.
pub type GameOf<S> = Game<<S as Subject>::Position, <S as Subject>::Rules>;

/// An engine to be checked, and what to check it on.
pub trait Subject {
    /// The board.
    type Position: Position;
    /// The rules.
    type Rules: Rules<Self::Position>;

    /// A fresh engine with the usual options.
    fn engine(&self) -> Boxed<Self>;

    /// Games with several legal plies each, none of them decided within a few
    /// plies, some with a history.
    fn games(&self) -> Vec<GameOf<Self>>;

    /// Pairs of games that end in the same position with the same side to move, the
    /// first by a way that makes a repetition possible: what the search says of them
    /// must differ.
    fn repetitions(&self) -> Vec<[GameOf<Self>; 2]>;

    /// Whether it deepens until a limit ends it. Programs of one fixed depth do not.
    fn deepens(&self) -> bool {
        true
    }

    /// Whether it searches several lines.
    fn has_lines(&self) -> bool {
        true
    }
}

/// What a [`Subject`] knows of its plies and games.
pub struct Way<S: Subject> {
    /// The ply that takes a quiet ply back.
    pub back: fn(PlyOf<S>) -> PlyOf<S>,
    /// The plies without progress of a game.
    pub clock: fn(&GameOf<S>) -> u32,
}

/// A position reached twice over by the engine's favourite ply, a reply and both taken
/// back, and the same one without a past; `None` if the favourite cannot be taken back.
pub fn there_and_back<S: Subject>(
    subject: &S,
    start: &GameOf<S>,
    way: &Way<S>,
) -> Option<[GameOf<S>; 2]> {
    let mut engine = subject.engine();
    let best = engine.search(start, &Request::to_depth(4), &Unattended, &mut |_| {}).ply()?;
    let play = |game: &mut GameOf<S>, ply: PlyOf<S>| {
        let reveals = game.position().reveals(ply);
        reveals.first().is_some_and(|&(reveal, _)| game.play_on(ply, reveal).is_ok())
    };
    let mut after = start.clone();
    play(&mut after, best).then_some(())?;
    after.position().legal_plies().into_iter().find_map(|reply| {
        let cycle = [best, reply, (way.back)(best), (way.back)(reply)];
        let mut with = start.clone();
        let legal = |game: &GameOf<S>, ply| game.position().is_legal(ply);
        let quiet =
            cycle.iter().chain(&cycle).all(|&ply| legal(&with, ply) && play(&mut with, ply));
        let same = quiet && with.position() == start.position();
        same.then(|| {
            let (rules, position) = (start.rules().clone(), start.position().clone());
            let without = Game::from_position(rules, position, (way.clock)(&with));
            [with, without]
        })
    })
}

/// Checks every law that needs no games played.
pub fn check<S: Subject>(subject: &S) {
    laws::legal_answers(subject);
    laws::depth(subject);
    laws::nodes(subject);
    laws::soft_nodes(subject);
    laws::time(subject);
    laws::only_the_given_clock(subject);
    laws::stop(subject);
    laws::yields(subject);
    laws::same_answer_twice(subject);
    laws::lines(subject);
    laws::only(subject);
    laws::options(subject);
    laws::params(subject);
    laws::book(subject);
    laws::witness(subject);
    laws::explanation(subject);
    laws::repetition_across_the_root(subject);
}
