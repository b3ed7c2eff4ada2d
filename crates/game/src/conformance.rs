//! The conformance suite: laws any game must obey, checked on random games.
//!
//! Tests and fuzz targets call the same functions. A broken law panics with the
//! position's text, so it can be looked at with `chuhe show`.

use std::collections::HashSet;

use crate::perft::{perft, perft_unbulked};
use crate::{Game, NullObserver, Observer, Position, Rng, Rules, splitmix64};

/// Plays `games` random games of at most `max_plies` plies and checks every law
/// on every position of them. Returns how many positions were checked.
pub fn check_random_games<P: Position, R: Rules<P>>(
    rules: &R,
    seed: u64,
    games: u64,
    max_plies: usize,
) -> usize {
    (0..games)
        .map(|n| check_random_game(rules, &mut Rng::new(seed ^ splitmix64(n)), max_plies))
        .sum()
}

/// One random game of [`check_random_games`].
pub fn check_random_game<P: Position, R: Rules<P>>(
    rules: &R,
    rng: &mut Rng,
    max_plies: usize,
) -> usize {
    let mut game: Game<P, R> = Game::new(rules.clone());
    let mut path = Path::new(P::start());
    let mut checked = 0;
    while checked < max_plies {
        check_position(game.position());
        checked += 1;
        if game.verdict().is_some() {
            check_nothing_after_the_end(&mut game);
            break;
        }
        let plies = game.position().legal_plies();
        let &ply = rng.choose(&plies).expect("a game without a verdict has a legal ply");
        let reveals = game.position().reveals(ply);
        let reveal = rng.weighted(&reveals).expect("chance has an answer");
        game.play(ply, reveal).expect("a generated ply can be played");
        path.play(ply, reveal);
        assert_eq!(&path.position, game.position(), "the game and its path disagree");
    }
    path.unwind();
    check_undo(&mut game);
    checked
}

/// Every law that needs only one position.
pub fn check_position<P: Position>(position: &P) {
    check_key(position);
    check_text(position);
    check_reveals(position);
    check_make_unmake(position);
    check_mirrors(position);
    check_counts(position);
}

/// Incremental key = recomputed key.
pub fn check_key<P: Position>(position: &P) {
    assert_eq!(position.key(), position.recomputed_key(), "incremental key is wrong in {position}");
}

/// Printing and parsing a position, and each of its plies, changes nothing.
pub fn check_text<P: Position>(position: &P) {
    let text = position.to_string();
    match text.parse::<P>() {
        Ok(read) => assert_eq!(&read, position, "text form changes the position: {text}"),
        Err(error) => panic!("own text form {text} is refused: {error}"),
    }
    for ply in position.legal_plies() {
        assert_eq!(position.parse_ply(&ply.to_string()), Ok(ply), "ply text changes in {position}");
    }
}

/// Weights are positive, kinds differ, and all flips share one sum: the number
/// of face-down pieces, which is also the number of squares that can be flipped.
pub fn check_reveals<P: Position>(position: &P) {
    let mut flips = 0;
    let mut flip_sum = None;
    for ply in position.legal_plies() {
        let reveals = position.reveals(ply);
        assert!(reveals.iter().all(|&(_, weight)| weight > 0), "weight 0 for {ply} in {position}");
        for (i, (kind, _)) in reveals.iter().enumerate() {
            assert!(
                reveals[..i].iter().all(|(other, _)| other != kind),
                "{kind:?} twice in {position}"
            );
        }
        let sum: u32 = reveals.iter().map(|&(_, weight)| weight).sum();
        if reveals.len() > 1 {
            flips += 1;
            assert_eq!(*flip_sum.get_or_insert(sum), sum, "flips disagree in {position}");
        }
    }
    if let Some(sum) = flip_sum {
        assert_eq!(sum, flips, "weights are not the face-down count in {position}");
    }
}

/// Making and unmaking restores everything; plies are distinct; observers agree.
pub fn check_make_unmake<P: Position>(position: &P) {
    let plies = position.legal_plies();
    let distinct: HashSet<_> = plies.iter().collect();
    assert_eq!(distinct.len(), plies.len(), "a ply is generated twice in {position}");
    let mut path = Path::new(position.clone());
    for ply in plies {
        assert!(position.is_legal(ply), "{ply} is generated but not legal in {position}");
        for (reveal, _) in position.reveals(ply) {
            path.play(ply, reveal);
            path.unwind();
        }
    }
}

/// A symmetry maps legal plies onto legal plies, and is its own inverse.
pub fn check_mirrors<P: Position>(position: &P) {
    for which in 0..P::MIRRORS {
        let image = position.mirror(which);
        assert_eq!(&image.mirror(which), position, "mirror {which} is not its own inverse");
        check_key(&image);
        let mut expected: Vec<_> =
            position.legal_plies().iter().map(|&ply| P::mirror_ply(ply, which)).collect();
        let mut found = image.legal_plies().to_vec();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "mirror {which} changes the plies of {position}");
    }
}

/// Bulk counting counts what making counts.
pub fn check_counts<P: Position>(position: &P) {
    assert_eq!(
        perft(position, 1),
        perft_unbulked(&mut position.clone(), 1),
        "bulk count is wrong in {position}"
    );
}

fn check_nothing_after_the_end<P: Position, R: Rules<P>>(game: &mut Game<P, R>) {
    let ply = game.position().legal_plies().first().copied();
    if let Some(ply) = ply {
        let (reveal, _) = game.position().reveals(ply)[0];
        assert!(game.play(ply, reveal).is_err(), "a ply after the end in {}", game.position());
    }
}

fn check_undo<P: Position, R: Rules<P>>(game: &mut Game<P, R>) {
    let verdict = game.verdict().cloned();
    let Some(last) = game.undo() else { return };
    assert_eq!(game.verdict(), None, "an ended game went on");
    game.play(last.ply, last.reveal).expect("an undone ply can be played again");
    assert_eq!(game.verdict(), verdict.as_ref(), "undo and redo change the verdict");
    while game.undo().is_some() {}
    assert_eq!(game.position(), &P::start(), "undoing everything does not give the start");
}

/// A position with the way back, watched by an observer.
struct Path<P: Position> {
    position: P,
    made: Vec<(P, P::Ply, P::Undo)>,
    sum: PieceSum,
}

impl<P: Position> Path<P> {
    fn new(position: P) -> Self {
        let sum = PieceSum::refreshed(&position);
        Path { position, made: Vec::new(), sum }
    }

    fn play(&mut self, ply: P::Ply, reveal: P::Reveal) {
        let before = self.position.clone();
        let undo = self.position.make(ply, reveal, &mut self.sum);
        check_key(&self.position);
        self.check_observer();
        self.made.push((before, ply, undo));
    }

    fn unwind(&mut self) {
        while let Some((before, ply, undo)) = self.made.pop() {
            self.position.unmake(ply, undo, &mut self.sum);
            assert_eq!(self.position, before, "unmaking {ply} does not restore {before}");
            check_key(&self.position);
            self.check_observer();
        }
    }

    fn check_observer(&self) {
        let fresh = PieceSum::refreshed(&self.position);
        assert_eq!(self.sum, fresh, "observers saw something wrong before {}", self.position);
    }
}

/// An observer whose state is a sum over (piece, square): easy to refresh, and
/// wrong as soon as one message is missing or doubled.
#[derive(PartialEq, Eq, Debug)]
struct PieceSum(u64);

impl PieceSum {
    fn refreshed<P: Position>(position: &P) -> PieceSum {
        let mut sum = PieceSum(0);
        position.for_each_piece(|piece, square| sum.put(piece, square));
        sum
    }

    fn term<Piece: std::hash::Hash>(piece: Piece, square: usize) -> u64 {
        use std::hash::{DefaultHasher, Hasher};
        let mut hasher = DefaultHasher::new();
        piece.hash(&mut hasher);
        hasher.write_usize(square);
        hasher.finish()
    }
}

impl<Piece: std::hash::Hash> Observer<Piece> for PieceSum {
    fn put(&mut self, piece: Piece, square: usize) {
        self.0 = self.0.wrapping_add(PieceSum::term(piece, square));
    }

    fn take(&mut self, piece: Piece, square: usize) {
        self.0 = self.0.wrapping_sub(PieceSum::term(piece, square));
    }
}

/// A random position: `plies` random plies from the start, or fewer if no legal
/// ply is left. History is ignored.
pub fn random_position<P: Position>(seed: u64, plies: usize) -> P {
    let mut rng = Rng::new(seed);
    let mut position = P::start();
    for _ in 0..plies {
        let list = position.legal_plies();
        let Some(&ply) = rng.choose(&list) else { break };
        let reveal = rng.weighted(&position.reveals(ply)).expect("chance has an answer");
        position.make(ply, reveal, &mut NullObserver);
    }
    position
}
