//! Laws of any game, on positions the input's bytes lead to.

use game::conformance::{check_key, check_make_unmake};
use game::{NullObserver, Position};

/// Enough for a whole game with many repetitions.
const MOST_PLIES: usize = 300;

/// The input as choices, one byte each. When the bytes are used up, every
/// choice is the first.
pub struct Choices<'a>(std::slice::Iter<'a, u8>);

impl<'a> Choices<'a> {
    /// The choices that bytes make.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(bytes.iter())
    }

    /// The next byte; `None` when they are used up.
    pub fn byte(&mut self) -> Option<u8> {
        self.0.next().copied()
    }

    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte().unwrap_or(0)) % bound
    }

    /// One of the items, if there are any. A single one costs no byte.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        match items {
            [] => None,
            [only] => Some(*only),
            _ => Some(items[self.below(items.len())]),
        }
    }
}

/// A position in which the input can choose where to begin.
pub trait Playground: Position {
    /// The start position, or pieces put on the board as the bytes say.
    fn begin(choices: &mut Choices<'_>) -> Self;
}

/// A position and the choices that play on from it.
struct Walk<'a, P: Position> {
    choices: Choices<'a>,
    position: P,
    left: usize,
}

impl<'a, P: Playground> Walk<'a, P> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut choices = Choices::new(bytes);
        let position = P::begin(&mut choices);
        Walk { choices, position, left: MOST_PLIES }
    }

    /// The next ply and reveal; `None` when the bytes or the legal plies are
    /// used up.
    fn choose(&mut self) -> Option<(P::Ply, P::Reveal)> {
        self.left = self.left.checked_sub(1)?;
        let byte = usize::from(self.choices.byte()?);
        let plies = self.position.legal_plies();
        let ply = *plies.get(byte % plies.len().max(1))?;
        let (reveal, _) = self.choices.pick(&self.position.reveals(ply))?;
        Some((ply, reveal))
    }
}

/// The position at the end of a walk.
pub fn reached<P: Playground>(bytes: &[u8]) -> P {
    let mut walk = Walk::<P>::new(bytes);
    while let Some((ply, reveal)) = walk.choose() {
        walk.position.make(ply, reveal, &mut NullObserver);
    }
    walk.position
}

/// Incremental key = recomputed key = key of the position read from its text.
pub fn keys<P: Playground>(bytes: &[u8]) {
    let mut walk = Walk::<P>::new(bytes);
    while let Some((ply, reveal)) = walk.choose() {
        walk.position.make(ply, reveal, &mut NullObserver);
        check_key(&walk.position);
    }
    let text = walk.position.to_string();
    match text.parse::<P>() {
        Ok(read) => assert_eq!(read.key(), walk.position.key(), "key of {text}"),
        Err(error) => panic!("own text {text} is refused: {error}"),
    }
}

/// Every ply of the reached position can be made and unmade, and the whole way
/// there can be unmade to where it began.
pub fn make_unmake<P: Playground>(bytes: &[u8]) {
    let mut walk = Walk::<P>::new(bytes);
    let mut way = Vec::new();
    while let Some((ply, reveal)) = walk.choose() {
        let before = walk.position.clone();
        let undo = walk.position.make(ply, reveal, &mut NullObserver);
        way.push((before, ply, undo));
    }
    check_make_unmake(&walk.position);
    for (before, ply, undo) in way.into_iter().rev() {
        walk.position.unmake(ply, undo, &mut NullObserver);
        assert_eq!(walk.position, before, "unmaking {ply} does not restore {before}");
    }
}

/// Inputs for targets that read bytes as choices. There are many, because a
/// mutation of a game is much the same game.
pub fn choice_seeds() -> Vec<Vec<u8>> {
    let mut rng = game::Rng::new(1);
    (0..1000)
        .map(|_| {
            let length = rng.below(200);
            (0..length).map(|_| rng.next_u64() as u8).collect()
        })
        .collect()
}

/// The input as text; what is not UTF-8 becomes replacement characters.
pub fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
