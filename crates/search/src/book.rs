//! What an engine asks of an opening book.

use std::fmt::Display;

use game::{Game, Position, Rng, Rules};

use crate::engine::{Answer, Source};

/// A book: plies for positions it knows.
pub trait Book<P: Position>: Send + Sync {
    /// A ply for this position, drawn with the dice where several are good; `None`
    /// if the book does not know it. An engine plays it only if it is legal.
    fn choose(&self, position: &P, moment: &Moment<'_>, dice: &mut Rng) -> Option<Told<P::Ply>>;
}

/// Where a game is when a book is asked.
pub struct Moment<'a> {
    /// Plies played so far.
    pub played: usize,
    /// The rules of the game, as they are written.
    pub rules: &'a dyn Display,
}

/// What a book says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<Ply> {
    /// The ply.
    pub ply: Ply,
    /// Why this one, for people.
    pub why: String,
}

/// What a book says of a game's present position, if it says something legal. A position
/// that the game comes to again is not for books: whoever leads back to it has a reason,
/// and the same answer would repeat the game to its end.
pub fn ask<P: Position, R: Rules<P> + Display>(
    book: Option<&dyn Book<P>>,
    game: &Game<P, R>,
    seed: u64,
) -> Option<Answer<P::Ply>> {
    let (book, position) = (book?, game.position());
    let (_, before) = game.boards().split_last()?;
    if before.iter().any(|board| board.key() == position.key()) {
        return None;
    }
    let moment = Moment { played: game.plies().len(), rules: game.rules() };
    let told = book.choose(position, &moment, &mut Rng::new(seed ^ position.key()))?;
    let answer = Answer::known(game::Score::DRAW, told.ply, Source::Book);
    position.is_legal(told.ply).then_some(Answer { remark: Some(told.why), ..answer })
}
