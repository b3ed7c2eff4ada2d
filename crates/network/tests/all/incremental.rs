//! Sums that were brought forward equal those worked out from nothing.

use super::*;
use network::Network;

/// Walks to and fro and asks now and then.
fn check<P: Walk>(
    network: &Network<P::Inputs>,
    start: P,
    clock: <P::Inputs as Inputs>::Clock,
    seed: u64,
) -> usize {
    let mut rng = Rng::new(seed);
    let mut state = State::new(network);
    let mut walker = Walker::new(start, clock);
    state.start(&walker.position, walker.clock);
    let mut asked = 0;
    for _ in 0..400 {
        walker.step(&mut rng, &mut state);
        if rng.below(3) == 0 {
            let expected = network.evaluate(&walker.position, walker.clock);
            assert_eq!(
                state.evaluate(&walker.position),
                expected,
                "seed {seed}: {}",
                walker.position
            );
            asked += 1;
        }
        if rng.below(150) == 0 {
            walker.way.clear();
            state.start(&walker.position, walker.clock);
        }
    }
    asked
}

#[test]
fn xiangqi_sums_follow_every_walk() {
    let mut asked = 0;
    for (n, inputs) in xiangqi_inputs().into_iter().enumerate() {
        let network = Network::random(shape(Width::ALL[n % 3], inputs), n as u64);
        for seed in 0..12 {
            asked += check::<xiangqi::Position>(&network, xiangqi::Position::start(), (), seed);
        }
        // Few pieces, so that kings move.
        let bare = "3k5/9/9/9/4r4/4R4/9/9/9/4K4 w - - 0 1".parse().unwrap();
        asked += check::<xiangqi::Position>(&network, bare, (), 7);
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn dark_chess_sums_follow_every_walk() {
    let mut asked = 0;
    for seed in 0..60 {
        let network = Network::random(shape(Width::ALL[seed as usize % 3], BanqiInputs), seed);
        let limit = [0, 30, 60, 180][seed as usize % 4];
        let clock = Clock { plies: 0, limit };
        asked += check::<banqi::Position>(&network, banqi::Position::start(), clock, seed);
        let few = "8/2K2p2/1r3C2/5h2 r".parse().unwrap();
        asked += check::<banqi::Position>(&network, few, clock, seed);
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn wide_networks_follow_too() {
    for width in [Width::W512, Width::W1024] {
        let network = Network::random(shape(width, XiangqiInputs::default()), 3);
        check::<xiangqi::Position>(&network, xiangqi::Position::start(), (), 5);
        let network = Network::random(shape(width, BanqiInputs), 3);
        check::<banqi::Position>(&network, banqi::Position::start(), Clock::default(), 5);
    }
}

#[test]
fn a_flip_may_be_told_without_the_tile_it_turned_over() {
    let network = Network::random(shape(Width::W64, BanqiInputs), 9);
    let mut position = banqi::Position::start();
    let mut state = State::new(&network);
    state.start(&position, Clock::default());
    let ply = position.parse_ply("c2c2").unwrap();
    let piece = banqi::Piece::from_index(3);
    position.make(ply, piece.into(), &mut game::NullObserver);
    state.made(&position, [None; 2], Some((piece.into(), ply.to().index() as u8)));
    assert_eq!(state.evaluate(&position), network.evaluate(&position, Clock::default()));
}
