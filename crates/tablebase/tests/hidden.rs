//! Endings with pieces face down: every value follows from the plies of the board.

use banqi::Position;
use game::{NullObserver, Position as _, Rng};
use tablebase::banqi::{Endings, Exact, HiddenEndings};

/// A random position of some pieces, the last ones face down.
fn random(dice: &mut Rng, up: &str, pool: &str) -> Position {
    let down = pool.chars().filter(char::is_ascii_alphabetic).count();
    let mut board = [['1'; 8]; 4];
    let mut letters: Vec<char> = up.chars().collect();
    letters.extend(std::iter::repeat_n('X', down));
    for letter in letters {
        loop {
            let (rank, file) = (dice.below(4), dice.below(8));
            if board[rank][file] == '1' {
                board[rank][file] = letter;
                break;
            }
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    let turn = ["r", "b"][dice.below(2)];
    format!("{} {turn} {pool} 0 1", rows.join("/")).parse().unwrap()
}

/// The best of all plies: the mean over what may turn up, for whoever plays it.
fn best(endings: &mut HiddenEndings, position: &Position) -> f64 {
    let mut best = -1.0;
    for ply in position.legal_plies() {
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(reveal, weight) in &position.reveals(ply) {
            let mut next = position.clone();
            next.make(ply, reveal, &mut NullObserver);
            let value = match next.eliminated() {
                Some(side) if Some(side) == next.turn() => -1.0,
                Some(_) => 1.0,
                None => endings.value(&next).expect("a smaller ending").result(),
            };
            sum -= f64::from(weight) * value;
            weights += f64::from(weight);
        }
        best = f64::max(best, sum / weights);
    }
    best
}

#[test]
fn values_are_those_of_the_best_ply() {
    let mut endings = HiddenEndings::new();
    let mut dice = Rng::new(7);
    let (mut uncertain, mut compared) = (0, 0);
    for (up, pool) in [
        ("Kr", "k1"),
        ("K", "A1r1"),
        ("Kcp", "P1"),
        ("", "C1k1"),
        ("Cp", "R1e1"),
        ("KP", "C1k1"),
        ("a", "K1P1"),
    ] {
        for _ in 0..150 {
            let position = random(&mut dice, up, pool);
            let value = endings.value(&position).unwrap().result();
            assert!((value - best(&mut endings, &position)).abs() < 1e-9, "{position}");
            uncertain += usize::from(value.abs() != 1.0 && value != 0.0);
            compared += 1;
        }
    }
    assert!(uncertain * 20 > compared, "{uncertain} of {compared} depend on chance");
}

#[test]
fn with_every_piece_face_up_they_are_the_plain_endings() {
    let (mut hidden, mut plain) = (HiddenEndings::new(), Endings::new());
    let mut dice = Rng::new(3);
    let mut decided = 0;
    for pieces in ["Kr", "KAr", "CCk", "RPce", "KAcp"] {
        for _ in 0..300 {
            let position = random(&mut dice, pieces, "-");
            let expected = match plain.value(&position).unwrap() {
                Exact::Win(_) => "1",
                Exact::Draw => "0",
                Exact::Loss(_) => "-1",
            };
            decided += usize::from(expected != "0");
            assert_eq!(hidden.value(&position).unwrap().to_string(), expected, "{position}");
        }
    }
    assert!(decided > 100);
}

#[test]
fn a_flip_in_a_corner_can_be_worked_out_by_hand() {
    let mut endings = HiddenEndings::new();
    let mut value = |text: &str| endings.value(&text.parse().unwrap()).unwrap().to_string();
    // Red must turn up its cannon beside an advisor, which takes it.
    assert_eq!(value("8/8/8/Xa6 r C1 0 1"), "-1");
    // Two kings face down: whichever turns up, two flips later red is to move again, and
    // a king to move catches the other at an odd distance and is caught at an even one.
    let texts = ["8/8/8/X1X5 r K1k1 0 1", "8/8/8/XX6 r K1k1 0 1"];
    assert_eq!(texts.map(&mut value), ["-1", "1"]);
    // The same for rooks in two corners, seven steps apart.
    assert_eq!(value("8/8/8/X6X r R1r1 0 1"), "1");
}

#[test]
fn others_have_no_value() {
    let mut endings = HiddenEndings::new();
    for text in ["8/8/8/XXX5 r K1k1a1 0 1", "8/8/8/KAErr3 r - 0 1"] {
        assert_eq!(endings.value(&text.parse().unwrap()), None, "{text}");
    }
}
