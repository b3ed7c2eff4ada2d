//! What an engine asks of an opening book.

use game::{Position, Rng};

/// A book: plies for positions it knows.
pub trait Book<P: Position>: Send + Sync {
    /// A ply for this position, drawn with the dice where several are good; `None`
    /// if the book does not know it. An engine plays it only if it is legal.
    fn choose(&self, position: &P, dice: &mut Rng) -> Option<P::Ply>;
}

/// What a book says, if it says something legal.
pub fn ask<P: Position>(book: Option<&dyn Book<P>>, position: &P, seed: u64) -> Option<P::Ply> {
    let ply = book?.choose(position, &mut Rng::new(seed ^ position.key()))?;
    position.is_legal(ply).then_some(ply)
}
