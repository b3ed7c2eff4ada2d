//! The fast loops against the definition in plain words.

use super::*;
use game::conformance::random_position;
use game::{BySide, Side};
use network::{Network, OUTPUTS, Parameters, QA, QB, squash};

/// A network's sum by its definition, in units of QA · QA · QB.
fn sum(parameters: &Parameters, columns: usize, rows: [&[u16]; 2], output: usize) -> i64 {
    let mut sum = i64::from(parameters.output_bias[output]) * i64::from(QA);
    for (view, rows) in rows.into_iter().enumerate() {
        for column in 0..columns {
            let inputs: i64 = rows
                .iter()
                .map(|&row| i64::from(parameters.features[usize::from(row) * columns + column]))
                .sum();
            let active = (inputs + i64::from(parameters.bias[column])).clamp(0, i64::from(QA));
            let weight = parameters.outputs[(output * 2 + view) * columns + column];
            sum += active * active * i64::from(weight);
        }
    }
    sum
}

#[test]
fn xiangqi_values_are_those_of_the_definition() {
    for inputs in xiangqi_inputs() {
        let network = Network::random(shape(Width::W128, inputs), 2);
        for seed in 0..60 {
            let position: xiangqi::Position = random_position(seed, 2 * seed as usize);
            let mut board = Vec::new();
            position.for_each_piece(|piece, square| board.push((piece, square as u8)));
            let kings = BySide(Side::BOTH.map(|side| position.king(side)));
            let view = |side| {
                let mut rows = Vec::new();
                inputs.rows(side, kings, &board, &mut rows);
                rows
            };
            let (own, other) = (view(position.turn()), view(!position.turn()));
            let output = (board.len() - 2) / 4;
            let sum = sum(&network.parameters(), 128, [&own, &other], output);
            let value = (sum * 400 / i64::from(QA * QA * QB)) as i32;
            assert_eq!(network.evaluate(&position, ()), value, "{position}");
        }
    }
}

#[test]
fn dark_chess_values_are_those_of_the_definition() {
    let network = Network::random(shape(Width::W128, BanqiInputs), 2);
    let mut outputs = [false; OUTPUTS];
    for seed in 0..200 {
        let position: banqi::Position = random_position(seed, seed as usize);
        let clock = Clock { plies: seed as u16 % 30, limit: 30 };
        let mover = position.turn().unwrap_or(Side::Red);
        let view = |side| {
            let mut rows = Vec::new();
            let board = position.iter().map(|(square, tile)| (tile, square.index()));
            BanqiInputs.rows(side, board, position.pool(), clock, &mut rows);
            rows
        };
        let (own, other) = (view(mover), view(!mover));
        let output = BanqiInputs::output_of(position.face_down().count());
        outputs[output] = true;
        let sum = sum(&network.parameters(), 128, [&own, &other], output);
        assert_eq!(network.evaluate(&position, clock), squash(sum, 4000), "{position}");
    }
    assert_eq!(outputs, [true; OUTPUTS]);
}

#[test]
fn every_input_occurs_once_and_below_the_count() {
    for seed in 0..300 {
        let position: banqi::Position = random_position(seed, seed as usize % 150);
        let mut rows = Vec::new();
        let board = position.iter().map(|(square, tile)| (tile, square.index()));
        let clock = Clock { plies: 57, limit: 60 };
        BanqiInputs.rows(Side::Black, board, position.pool(), clock, &mut rows);
        let count = rows.len();
        assert!(count <= 61 && rows.iter().all(|&row| usize::from(row) < BanqiInputs.count()));
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), count, "{position}");
    }
}
