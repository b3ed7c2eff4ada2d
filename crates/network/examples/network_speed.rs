//! What evaluations cost: `cargo run --release -p chuhe-network --example network_speed`.
//!
//! Every legal ply of positions from random games is made, judged and taken back, as
//! searches do. The same without judging is shown beside it.

use std::hint::black_box;
use std::time::Instant;

use game::{Observer, Position};
use network::{
    BanqiInputs, Clock, Inputs, KingBuckets, Middle, Network, Shape, State, Width, XiangqiInputs,
};

type Pair<T> = Option<(T, u8)>;

/// A board with what led to it.
struct Child<P: Position> {
    position: P,
    taken: [Pair<P::Piece>; 2],
    put: Pair<P::Piece>,
}

struct Change<T>([Pair<T>; 2], Pair<T>);

impl<T: Copy> Observer<T> for Change<T> {
    fn put(&mut self, piece: T, square: usize) {
        self.1 = Some((piece, square as u8));
    }

    fn take(&mut self, piece: T, square: usize) {
        self.0 = [Some((piece, square as u8)), self.0[0]];
    }
}

fn children<P: Position>(parent: &P) -> Vec<Child<P>> {
    let child = |ply| {
        let mut position = parent.clone();
        let mut change = Change([None; 2], None);
        let (reveal, _) = *parent.reveals(ply).last()?;
        position.make(ply, reveal, &mut change);
        Some(Child { position, taken: change.0, put: change.1 })
    };
    parent.legal_plies().into_iter().filter_map(child).collect()
}

fn measure<I: Inputs>(name: &str, shape: Shape<I>, clock: I::Clock)
where
    I::Position: Position<Piece = I::Piece>,
{
    let network = Network::random(shape, 1);
    let mut state = State::new(&network);
    let seeds = 0..60;
    let parents: Vec<I::Position> =
        seeds.map(|n| game::conformance::random_position(n, 4 + n as usize)).collect();
    let families: Vec<_> = parents.iter().map(|parent| (parent, children(parent))).collect();
    let plies: usize = families.iter().map(|(_, children)| children.len()).sum();
    let mut run = |judge: bool| {
        let mut best = f64::MAX;
        for _ in 0..30 {
            let begin = Instant::now();
            for (parent, children) in &families {
                state.start(parent, clock);
                black_box(state.evaluate(parent));
                for child in children {
                    state.made(&child.position, child.taken, child.put);
                    if judge {
                        black_box(state.evaluate(&child.position));
                    }
                    state.unmade();
                }
            }
            best = best.min(begin.elapsed().as_secs_f64());
        }
        best * 1e9 / plies as f64
    };
    let (without, with) = (run(false), run(true));
    let columns = shape.width.columns();
    println!("{name:<22} {columns:>5} {:>8.1} {:>8.1} {:>8.1}", without, with, with - without);
}

fn main() {
    println!("{:<22} {:>5} {:>8} {:>8} {:>8}", "ns a ply", "width", "noted", "judged", "between");
    for width in [Width::W64, Width::W128, Width::W256, Width::W512, Width::W1024] {
        let plain = XiangqiInputs::default();
        measure("xiangqi", Shape { width, inputs: plain }, ());
        let symmetric = XiangqiInputs { middle: Middle::Balance, ..plain };
        measure("xiangqi, symmetric", Shape { width, inputs: symmetric }, ());
        let six = XiangqiInputs { kings: KingBuckets::Six, middle: Middle::Fixed };
        measure("xiangqi, six buckets", Shape { width, inputs: six }, ());
        measure("dark chess", Shape { width, inputs: BanqiInputs }, Clock { plies: 0, limit: 60 });
    }
}
