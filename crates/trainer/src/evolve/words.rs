//! What came of a step, in words.

use super::state::{Decision, Tested, Trained};

/// A number with thousands separators.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|part| std::str::from_utf8(part).unwrap_or_default())
        .collect();
    parts.join(",")
}

pub(super) fn trained(trained: &Trained) -> String {
    let held_out = match (trained.held_out, trained.hand_written) {
        (Some(network), Some(hand_written)) => {
            format!(", held out {network:.5} (hand-written {hand_written:.5})")
        }
        _ => String::new(),
    };
    format!(
        "{} positions of data, {} trained on, loss {:.5}{held_out}",
        grouped(trained.data),
        grouped(trained.positions),
        trained.loss
    )
}

pub(super) fn tested(tested: &Tested) -> String {
    let [wins, draws, losses] = tested.results;
    format!(
        "{} games: {wins} won, {draws} drawn, {losses} lost; Elo {}, LLR {:.2}: {}",
        grouped(tested.games),
        elo(tested),
        tested.llr,
        decision(tested.decision)
    )
}

/// Elo with its margin.
pub(super) fn elo(tested: &Tested) -> String {
    let elo = tested.elo();
    format!("{:+.1} ± {:.1}", elo.value, elo.margin)
}

pub(super) fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Promoted => "better",
        Decision::Kept => "not better",
        Decision::Undecided => "undecided",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_grouped() {
        let shown = [0, 12, 123, 1_234, 12_345_678].map(super::grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "12,345,678"]);
    }
}
