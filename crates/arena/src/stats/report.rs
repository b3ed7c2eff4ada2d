//! The result of a match for people and for JSON.

use std::fmt;

use serde::Serialize;

use super::counts::{Pentanomial, Wdl};
use super::sprt::{Sprt, SprtState};
use super::strength::{Estimate, Strength};

/// Everything the statistics say about one match. `Display` prints the block
/// engine testers know from fastchess; `Serialize` gives the same as JSON, with
/// `null` where a number is infinite.
///
/// ```
/// use arena::stats::{Pentanomial, Report};
/// let pairs = Pentanomial { ld: 1, wl: 1, dd: 3, ..Pentanomial::default() };
/// let text = Report::of_pairs(&pairs, None).to_string();
/// assert!(text.starts_with("Elo: -34.86 +/- 62.20, nElo: -122.84 +/- 215.34\n"));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Games won, drawn and lost.
    #[serde(flatten)]
    pub wdl: Wdl,
    /// Points won.
    pub points: f64,
    /// Points per game.
    pub score: f64,
    /// Logistic Elo.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalized_elo: Estimate,
    /// Probability of being the stronger engine.
    pub superiority: f64,
    /// Share of 1-point pairs, or of drawn games where pairs are not counted.
    pub draw_ratio: f64,
    /// The pairs, if they are counted.
    pub pairs: Option<PairsReport>,
    /// The sequential test, if one is running.
    pub sprt: Option<SprtReport>,
}

/// The part of a report that only game pairs can tell.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PairsReport {
    /// The pairs by their results.
    #[serde(flatten)]
    pub pairs: Pentanomial,
    /// The pairs by points 0, ½, 1, 1½, 2.
    pub pentanomial: [u64; 5],
    /// Pairs won to pairs lost.
    pub pairs_ratio: f64,
    /// WL pairs to DD pairs.
    pub wl_dd_ratio: f64,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// Log-likelihood ratio so far.
    pub llr: f64,
    /// H0 is accepted here.
    pub lower_bound: f64,
    /// H1 is accepted here.
    pub upper_bound: f64,
    /// What that means.
    pub state: SprtState,
}

impl SprtReport {
    /// The state of `sprt` at `llr`.
    pub fn new(sprt: &Sprt, llr: f64) -> SprtReport {
        SprtReport {
            sprt: *sprt,
            llr,
            lower_bound: sprt.lower_bound(),
            upper_bound: sprt.upper_bound(),
            state: sprt.decide(llr),
        }
    }

    /// How far the test has come towards the bound on its side: 1 at H1, −1 at H0.
    pub fn progress(&self) -> f64 {
        if self.llr < 0.0 { -self.llr / self.lower_bound } else { self.llr / self.upper_bound }
    }
}

impl Report {
    /// The report of a match of game pairs.
    pub fn of_pairs(pairs: &Pentanomial, sprt: Option<&Sprt>) -> Report {
        Report::of_match(&pairs.wdl(), pairs, sprt)
    }

    /// The report of a match of game pairs of which some wait for their second
    /// game: `games` are all games, `pairs` the complete pairs. Estimates and
    /// test use the pairs.
    pub fn of_match(games: &Wdl, pairs: &Pentanomial, sprt: Option<&Sprt>) -> Report {
        let counted = PairsReport {
            pairs: *pairs,
            pentanomial: pairs.counts(),
            pairs_ratio: pairs.pairs_ratio(),
            wl_dd_ratio: pairs.wl_dd_ratio(),
        };
        Report {
            draw_ratio: pairs.draw_ratio(),
            pairs: Some(counted),
            sprt: sprt.map(|sprt| SprtReport::new(sprt, sprt.llr(pairs))),
            ..Report::new(games, pairs.strength())
        }
    }

    /// The report of a match of single games.
    pub fn of_games(games: &Wdl, sprt: Option<&Sprt>) -> Report {
        Report {
            sprt: sprt.map(|sprt| SprtReport::new(sprt, sprt.llr_by_game(games))),
            ..Report::new(games, games.strength())
        }
    }

    fn new(games: &Wdl, strength: Strength) -> Report {
        Report {
            games: games.games(),
            wdl: *games,
            points: games.points(),
            score: games.score(),
            elo: strength.elo,
            normalized_elo: strength.normalized_elo,
            superiority: strength.superiority,
            draw_ratio: games.draw_ratio(),
            pairs: None,
            sprt: None,
        }
    }

    /// The report between two rules, under a heading such as
    /// `Results of new vs old (10+0.1):`.
    pub fn block(&self, heading: &str) -> String {
        let rule = "-".repeat(50);
        format!("{rule}\n{heading}\n{self}{rule}\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Elo: {}, nElo: {}", self.elo, self.normalized_elo)?;
        write!(f, "LOS: {}, DrawRatio: {}", Percent(self.superiority), Percent(self.draw_ratio))?;
        match &self.pairs {
            Some(pairs) => writeln!(f, ", PairsRatio: {:.2}", pairs.pairs_ratio)?,
            None => writeln!(f)?,
        }
        let Wdl { wins, draws, losses } = self.wdl;
        write!(f, "Games: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ", self.games)?;
        writeln!(f, "Points: {:.1} ({})", self.points, Percent(self.score))?;
        if let Some(PairsReport { pentanomial, wl_dd_ratio, .. }) = &self.pairs {
            writeln!(f, "Ptnml(0-2): {pentanomial:?}, WL/DD Ratio: {wl_dd_ratio:.2}")?;
        }
        self.sprt.iter().try_for_each(|sprt| sprt.fmt(f))
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elos = format!("[{:.2}, {:.2}]", self.sprt.elo0(), self.sprt.elo1());
        write!(f, "LLR: {:.2} ({:.1}%) ", self.llr, 100.0 * self.progress())?;
        writeln!(f, "({:.2}, {:.2}) {elos}", self.lower_bound, self.upper_bound)?;
        match self.state {
            SprtState::Continue => Ok(()),
            SprtState::AcceptH0 => writeln!(f, "SPRT ({elos}) completed - H0 was accepted"),
            SprtState::AcceptH1 => writeln!(f, "SPRT ({elos}) completed - H1 was accepted"),
        }
    }
}

/// A share printed as in `54.32 %`.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} %", 100.0 * self.0)
    }
}
