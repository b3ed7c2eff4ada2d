//! Dark chess endings whose values are known exactly: which plies keep them.

use banqi::{Ply, Position, Reveal};
use game::{NullObserver, Position as _};
use tablebase::banqi::{Endings, Exact, HiddenEndings};

/// A win is worth more than a draw, and that more than a loss; how long it takes is not
/// asked.
pub const fn rank(value: Exact) -> i32 {
    match value {
        Exact::Win(_) => 1,
        Exact::Draw => 0,
        Exact::Loss(_) => -1,
    }
}

/// The value of the position after a ply for who played it, without pieces face down.
pub fn after(endings: &mut Endings, position: &Position, ply: Ply) -> Option<Exact> {
    let mut next = position.clone();
    next.make(ply, Reveal::Nothing, &mut NullObserver);
    Some(match endings.value(&next)? {
        Exact::Win(plies) => Exact::Loss(plies),
        Exact::Draw => Exact::Draw,
        Exact::Loss(plies) => Exact::Win(plies),
    })
}

/// The exact value of a position for who is to move, and the plies that keep it.
pub fn exact(endings: &mut Endings, position: &Position) -> Option<(Exact, Vec<Ply>)> {
    let value = endings.value(position)?;
    let mut kept = Vec::new();
    for ply in position.legal_plies() {
        if rank(after(endings, position, ply)?) == rank(value) {
            kept.push(ply);
        }
    }
    Some((value, kept))
}

/// What is expected of every ply with pieces face down, for who plays it: between −1, a
/// loss, and 1, a win; flips on average.
pub fn expected(endings: &mut HiddenEndings, position: &Position) -> Option<Vec<(Ply, f64)>> {
    endings.value(position)?;
    let mut found = Vec::new();
    for ply in position.legal_plies() {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (reveal, weight) in position.reveals(ply) {
            let mut next = position.clone();
            next.make(ply, reveal, &mut NullObserver);
            let value = match next.has_legal_ply() {
                true => endings.value(&next)?.result(),
                false => -1.0,
            };
            sum -= value * f64::from(weight);
            weights += f64::from(weight);
        }
        found.push((ply, sum / weights));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_the_value_is_told() {
        let mut endings = Endings::new();
        for (at, turn) in (1..32).flat_map(|at| [(at, 'r'), (at, 'b')]) {
            let rows: Vec<String> = (0..4)
                .map(|row| {
                    let piece = |square| match square {
                        0 => 'K',
                        square if square == at => 'r',
                        19 => 'P',
                        _ => '1',
                    };
                    (0..8).map(|file| piece(8 * row + file)).collect()
                })
                .collect();
            let position: Position = format!("{} {turn}", rows.join("/")).parse().unwrap();
            let (value, kept) = exact(&mut endings, &position).unwrap();
            assert!(!kept.is_empty() && kept.len() <= position.legal_plies().len());
            // The value is the best that any ply leads to.
            let best = position.legal_plies().into_iter().map(|ply| {
                let mut next = position.clone();
                next.make(ply, Reveal::Nothing, &mut NullObserver);
                -rank(endings.value(&next).unwrap())
            });
            assert_eq!(best.max(), Some(rank(value)), "{position}");
        }
        // King and advisor against the same: one way to hold.
        let only = exact(&mut endings, &"6k1/8/2A2K2/5a2 b".parse().unwrap()).unwrap();
        assert_eq!((only.0, only.1.len()), (Exact::Draw, 1));
        assert_eq!(only.1[0].to_string(), "f1g1");
    }

    #[test]
    fn the_best_expectation_is_the_value() {
        let mut endings = HiddenEndings::new();
        for text in ["8/8/8/Xa6 r C1", "8/8/8/K1X4r r p1", "8/2A5/8/Kr3X2 b p1"] {
            let position: Position = text.parse().unwrap();
            let plies = expected(&mut endings, &position).unwrap();
            let best = plies.iter().map(|&(_, value)| value).fold(f64::MIN, f64::max);
            let value = endings.value(&position).unwrap().result();
            assert!((best - value).abs() < 1e-9, "{text}: {best} {value}");
        }
    }
}
