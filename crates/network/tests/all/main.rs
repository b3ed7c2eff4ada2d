//! Tests of networks through their public face.

mod files;
mod incremental;
mod reference;
mod symmetry;

use game::{Observer, Position as _, Rng};
use network::{
    BanqiInputs, Clock, Inputs, KingBuckets, Middle, Shape, State, Width, XiangqiInputs,
};

/// Every kind of xiangqi inputs.
fn xiangqi_inputs() -> Vec<XiangqiInputs> {
    let kings = [KingBuckets::One, KingBuckets::Two, KingBuckets::Four, KingBuckets::Six];
    let middles = [Middle::Fixed, Middle::Balance];
    kings
        .into_iter()
        .flat_map(|kings| middles.map(|middle| XiangqiInputs { kings, middle }))
        .collect()
}

fn shape<I>(width: Width, inputs: I) -> Shape<I> {
    Shape { width, inputs }
}

/// What a ply changed, as searches tell it.
struct Change<Piece> {
    taken: Vec<(Piece, u8)>,
    put: Option<(Piece, u8)>,
}

impl<Piece> Default for Change<Piece> {
    fn default() -> Self {
        Change { taken: Vec::new(), put: None }
    }
}

impl<Piece> Observer<Piece> for Change<Piece> {
    fn put(&mut self, piece: Piece, square: usize) {
        self.put = Some((piece, square as u8));
    }

    fn take(&mut self, piece: Piece, square: usize) {
        // Boards tell the victim first, searches the mover.
        self.taken.insert(0, (piece, square as u8));
    }
}

impl<Piece: Copy> Change<Piece> {
    fn taken(&self) -> [Option<(Piece, u8)>; 2] {
        [self.taken.first().copied(), self.taken.get(1).copied()]
    }
}

/// A game that random walks know how to pass in.
trait Walk: game::Position {
    type Inputs: Inputs<Position = Self, Piece = Self::Piece>;
    fn pass(&mut self);
    fn may_pass(&self) -> bool;
    /// The clock after a ply that changed this, or after a pass.
    fn tick(
        clock: <Self::Inputs as Inputs>::Clock,
        change: Option<&Change<Self::Piece>>,
    ) -> <Self::Inputs as Inputs>::Clock;
}

impl Walk for xiangqi::Position {
    type Inputs = XiangqiInputs;

    fn pass(&mut self) {
        self.make_null();
    }

    fn may_pass(&self) -> bool {
        self.checkers(self.turn()).is_empty()
    }

    fn tick((): (), _: Option<&Change<xiangqi::Piece>>) {}
}

impl Walk for banqi::Position {
    type Inputs = BanqiInputs;

    fn pass(&mut self) {
        banqi::Position::pass(self);
    }

    fn may_pass(&self) -> bool {
        self.turn().is_some()
    }

    fn tick(clock: Clock, change: Option<&Change<banqi::Tile>>) -> Clock {
        let quiet = change.is_some_and(|change| {
            change.taken.len() == 1 && change.taken[0].0 != banqi::Tile::FACE_DOWN
        });
        Clock { plies: if quiet { clock.plies + 1 } else { 0 }, ..clock }
    }
}

/// A position with its clock and the way back to where a walk began.
struct Walker<P: Walk> {
    position: P,
    clock: <P::Inputs as Inputs>::Clock,
    way: Vec<(P, <P::Inputs as Inputs>::Clock)>,
}

impl<P: Walk> Walker<P> {
    fn new(position: P, clock: <P::Inputs as Inputs>::Clock) -> Walker<P> {
        Walker { position, clock, way: Vec::new() }
    }

    /// One random step: a ply, a pass or back. The state hears of it.
    fn step(&mut self, rng: &mut Rng, state: &mut State<P::Inputs>) {
        match rng.below(20) {
            0..5 => {
                if let Some((position, clock)) = self.way.pop() {
                    (self.position, self.clock) = (position, clock);
                    state.unmade();
                }
            }
            5 if self.position.may_pass() => {
                self.way.push((self.position.clone(), self.clock));
                self.position.pass();
                self.clock = P::tick(self.clock, None);
                state.passed();
            }
            _ => self.play(rng, state),
        }
    }

    fn play(&mut self, rng: &mut Rng, state: &mut State<P::Inputs>) {
        let Some(&ply) = rng.choose(&self.position.legal_plies()) else { return };
        let reveals = self.position.reveals(ply);
        let Some(&(reveal, _)) = rng.choose(&reveals) else { return };
        self.way.push((self.position.clone(), self.clock));
        let mut change = Change::default();
        self.position.make(ply, reveal, &mut change);
        self.clock = P::tick(self.clock, Some(&change));
        state.made(&self.position, change.taken(), change.put);
    }
}
