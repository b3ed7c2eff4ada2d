//! What must not change a value: exchanging the colours, and in xiangqi the mirror.
//!
//! Dark chess has board symmetries too, but its networks are not built to have them:
//! they learn them, from positions shown in all four ways.

use super::*;
use game::conformance::random_position;
use network::Network;

const LEFT_RIGHT: usize = 0;
const COLOURS: usize = 1;

fn xiangqi_positions() -> impl Iterator<Item = xiangqi::Position> {
    (0..400).map(|seed| random_position(seed, 3 + seed as usize % 150))
}

#[test]
fn exchanging_the_colours_changes_nothing_in_xiangqi() {
    for inputs in xiangqi_inputs() {
        let network = Network::random(shape(Width::W64, inputs), 1);
        for position in xiangqi_positions() {
            let value = network.evaluate(&position, ());
            assert_eq!(network.evaluate(&position.mirror(COLOURS), ()), value, "{position}");
        }
    }
}

#[test]
fn the_mirror_image_has_the_same_value_in_xiangqi() {
    let mut compared = [0; 2];
    for inputs in xiangqi_inputs() {
        let network = Network::random(shape(Width::W64, inputs), 1);
        for position in xiangqi_positions() {
            let in_middle = game::Side::BOTH.iter().any(|&side| position.king(side).file() == 4);
            if in_middle && !inputs.is_symmetric() {
                continue;
            }
            let value = network.evaluate(&position, ());
            assert_eq!(network.evaluate(&position.mirror(LEFT_RIGHT), ()), value, "{position}");
            compared[usize::from(in_middle)] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count > 200), "{compared:?}");
}

/// The same board with the colours of all pieces and of the turn exchanged.
fn exchanged(position: &banqi::Position) -> banqi::Position {
    let other = |piece: banqi::Piece| banqi::Piece::new(!piece.side(), piece.kind());
    let mut setup = position.setup();
    for tile in setup.board.iter_mut().flatten() {
        *tile = tile.piece().map_or(*tile, |piece| other(piece).into());
    }
    setup.turn = setup.turn.map(|side| !side);
    let pool = banqi::Piece::all().fold(banqi::Pool::EMPTY, |pool, piece| {
        pool.with(other(piece), position.pool().count(piece))
    });
    setup.pool = Some(pool);
    banqi::Position::try_from(&setup).unwrap()
}

#[test]
fn exchanging_the_colours_changes_nothing_in_dark_chess() {
    let network = Network::random(shape(Width::W128, BanqiInputs), 1);
    for seed in 0..400 {
        let position: banqi::Position = random_position(seed, seed as usize % 200);
        let clock = Clock { plies: seed as u16 % 60, limit: 60 };
        let value = network.evaluate(&position, clock);
        assert_eq!(network.evaluate(&exchanged(&position), clock), value, "{position}");
    }
}

#[test]
fn the_clock_counts_in_dark_chess() {
    let network = Network::random(shape(Width::W128, BanqiInputs), 1);
    let position: banqi::Position = "8/2K2p2/1r3C2/5h2 r".parse().unwrap();
    let at = |plies| network.evaluate(&position, Clock { plies, limit: 60 });
    assert_eq!(at(0), at(12));
    assert_ne!(at(0), at(59));
}
