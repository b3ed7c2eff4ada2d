//! What endings of dark chess with face-down pieces would take as tables of expected
//! results: `hidden_study PIECES FACE-DOWN [CLASSES]`; with CLASSES only so many, spread.

use std::time::Instant;

use tablebase::banqi::{Class, HiddenEndings};

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let (pieces, face_down, most) = match numbers[..] {
        [pieces, face_down] => (pieces, face_down, usize::MAX),
        [pieces, face_down, most] => (pieces, face_down, most),
        _ => return eprintln!("usage: hidden_study PIECES FACE-DOWN [CLASSES]"),
    };
    let all = Class::all(pieces);
    let step = all.len().div_ceil(most.max(1)).max(1);
    let (mut classes, mut positions, mut uncertain, mut bytes, mut packed) = (0, 0, 0, 0, 0);
    let begin = Instant::now();
    for class in all.iter().step_by(step) {
        // Nothing is kept between classes: what a class needs is counted to it.
        let mut endings = HiddenEndings::new();
        let count = endings.count(class, face_down as u32);
        classes += 1;
        positions += count.positions;
        uncertain += count.uncertain;
        bytes += count.bytes;
        packed += endings.packed(class, face_down as u32);
    }
    println!(
        "{pieces} pieces, {face_down} face down: {classes} of {} classes, {positions} positions, \
         {:.1} % by chance, {bytes} bytes, {packed} packed, {:.1} s",
        all.len(),
        100.0 * uncertain as f64 / positions as f64,
        begin.elapsed().as_secs_f64()
    );
}
