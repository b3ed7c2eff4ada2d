//! What a parameter set is worth.

use serde::{Deserialize, Serialize};

/// A worth that can be ordered: smaller is better. Of test sets: wrong answers, then
/// guesses, then nodes (Kao 2009, section 2.2.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Fitness {
    /// What counts first.
    pub first: i64,
    /// What counts among equals.
    pub second: i64,
    /// What counts last.
    pub third: i64,
}

impl Fitness {
    /// One number.
    pub const fn plain(value: i64) -> Fitness {
        Fitness { first: value, second: 0, third: 0 }
    }

    /// Worse than everything: a set that could not be judged.
    pub const WORST: Fitness = Fitness::plain(i64::MAX);
}

/// What came of a test set.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// A letter for each position: `s` solved, `g` guessed, `w` wrong.
    pub verdicts: String,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl Tally {
    fn count(&self, letter: char) -> usize {
        self.verdicts.chars().filter(|&verdict| verdict == letter).count()
    }

    /// Positions whose win was proved.
    pub fn solved(&self) -> usize {
        self.count('s')
    }

    /// Positions where the move was right, without a proof.
    pub fn guessed(&self) -> usize {
        self.count('g')
    }

    /// Positions where the move was another one.
    pub fn wrong(&self) -> usize {
        self.count('w')
    }

    /// Its place in the order.
    pub fn fitness(&self) -> Fitness {
        Fitness {
            first: self.wrong() as i64,
            second: self.guessed() as i64,
            third: self.nodes as i64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_count_first_then_guesses_then_nodes() {
        let tally =
            |verdicts: &str, nodes| Tally { verdicts: verdicts.to_owned(), nodes }.fitness();
        let order = [
            tally("ssss", 900),
            tally("sssg", 100),
            tally("ssgg", 100),
            tally("sssw", 50),
            tally("sssw", 60),
            tally("ssgw", 10),
            tally("wwgs", 1),
        ];
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{order:?}");
        assert!(order[6] < Fitness::WORST);
    }
}
