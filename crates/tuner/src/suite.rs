//! Test sets: positions with the moves that must be found.

use std::collections::BTreeMap;
use std::time::Duration;

use game::{GameKind, Rng, splitmix64};
use jobs::{Pulse, Work};
use play::AnyGame;
use play::player::{GameRef, Player};
use search::{Flow, Host, Limits, mate_in_moves};
use serde::{Deserialize, Serialize};

use crate::engine::{self, EngineSetup};
use crate::fitness::Tally;

/// A position with its right answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The moves that are right, in coordinates.
    pub best: Vec<String>,
}

/// Positions to be judged by.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Suite {
    /// The positions.
    pub cases: Vec<Case>,
}

/// What is wrong with test sets.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line cannot be read.
    #[error("{file}:{line}: {fault}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// The same position with other answers.
    #[error(
        "{first} and {second} are the same position with different answers ({a} and {b}): \
         nothing can be right in both"
    )]
    Contradiction {
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// What the one wants.
        a: String,
        /// What the other wants.
        b: String,
    },
    /// A position that tuners must not see.
    #[error("{file}:{line}: the position is held out: nothing may be tuned with it")]
    HeldOut {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// No position.
    #[error("the test sets hold no position with a best move (bm)")]
    Empty,
}

/// What lines that are held out say of themselves (`chuhe testset split`).
const HELD_OUT: &str = "c9 \"held out\"";

impl Suite {
    /// Reads EPD lines: a position, and operations of which `bm` (best moves) and `id`
    /// are used. Lines without `bm`, empty ones and those that begin with `#` are passed
    /// over.
    ///
    /// # Errors
    /// Names the line that cannot be read, or that is held out.
    pub fn read(&mut self, game: GameKind, file: &str, text: &str) -> Result<(), SuiteError> {
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            if text.contains(HELD_OUT) {
                return Err(SuiteError::HeldOut { file: file.to_owned(), line });
            }
            let case = read_case(game, text, &format!("{file}:{line}"));
            let case =
                case.map_err(|fault| SuiteError::Line { file: file.to_owned(), line, fault })?;
            self.cases.extend(case);
        }
        Ok(())
    }

    /// Sees that there is something to judge by, and nothing that contradicts itself.
    /// The same position with the same answers is kept once.
    ///
    /// # Errors
    /// If it is empty or contradicts itself.
    pub fn check(&mut self) -> Result<(), SuiteError> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut kept: Vec<Case> = Vec::new();
        for case in self.cases.drain(..) {
            let key: Vec<&str> = case.fen.split_whitespace().take(2).collect();
            let Some(&known) = seen.get(&key.join(" ")) else {
                seen.insert(key.join(" "), kept.len());
                kept.push(case);
                continue;
            };
            let other = &mut kept[known];
            let both: Vec<String> =
                case.best.iter().filter(|ply| other.best.contains(ply)).cloned().collect();
            if both.is_empty() {
                return Err(SuiteError::Contradiction {
                    first: other.id.clone(),
                    second: case.id,
                    a: other.best.join(" "),
                    b: case.best.join(" "),
                });
            }
            other.best = both;
        }
        self.cases = kept;
        if self.cases.is_empty() { Err(SuiteError::Empty) } else { Ok(()) }
    }

    /// At most so many positions, chosen by chance.
    #[must_use]
    pub fn sample(mut self, most: usize, seed: u64) -> Suite {
        Rng::new(splitmix64(seed)).shuffle(&mut self.cases);
        self.cases.truncate(most);
        self
    }

    /// Holds back a share of the positions, by chance: (training, held back).
    pub fn split(mut self, share: f64, seed: u64) -> (Suite, Suite) {
        Rng::new(splitmix64(seed ^ 0x686f_6c64)).shuffle(&mut self.cases);
        let held = (self.cases.len() as f64 * share).round() as usize;
        let held = self.cases.split_off(self.cases.len() - held.min(self.cases.len() - 1));
        (self, Suite { cases: held })
    }
}

fn read_case(game: GameKind, line: &str, place: &str) -> Result<Option<Case>, String> {
    let mut parts = line.split(';');
    let head = parts.next().unwrap_or_default();
    let operation = |text: &str| {
        let (name, value) = text.trim().split_once(' ')?;
        Some((name.to_owned(), value.trim().trim_matches('"').to_owned()))
    };
    let (fen, first) = match head.split_once(" bm ") {
        Some((fen, moves)) => (fen, Some(("bm".to_owned(), moves.trim().to_owned()))),
        None => (head, None),
    };
    let operations: Vec<(String, String)> =
        first.into_iter().chain(parts.filter_map(operation)).collect();
    let find = |wanted: &str| {
        operations.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
    };
    let Some(moves) = find("bm") else { return Ok(None) };
    let fen = fen.trim().to_owned();
    AnyGame::open(game, Some(&fen), None).map_err(|error| error.to_string())?;
    let best: Result<Vec<String>, String> = moves
        .split_whitespace()
        .map(|text| {
            let ply = play::ply::read(game, text).map_err(|error| error.to_string())?;
            Ok(ply.0.to_string())
        })
        .collect();
    let id = find("id").unwrap_or(place).to_owned();
    Ok(Some(Case { id, fen, best: best? }))
}

/// Judging by a test set: a job is all values of the engine, the result a verdict for
/// each position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteWork {
    /// The engine.
    #[serde(serialize_with = "engine::for_others")]
    pub engine: EngineSetup,
    /// Nodes for a position.
    pub nodes: u64,
    /// The positions.
    pub suite: Suite,
}

/// Ends a search that nobody wants any more.
struct Watch<'a>(&'a Pulse<'a>);

impl Host for Watch<'_> {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn yield_point(&self) -> Flow {
        if self.0.stopped() { Flow::Stop } else { Flow::Continue }
    }
}

/// A mate in so many moves is a proof, and ends the search of a position.
const PROOF: u32 = 60;

/// The verdict on one position (Kao 2009, section 2.2.3) and the nodes it took: `s` solved,
/// a win was proved; `g` guessed, the move is right; `w` wrong. A proof that is as short as
/// the limits ask for ends the search.
///
/// # Errors
/// If the position is none, or the engine finds nothing.
pub fn judge(
    player: &mut Player,
    case: &Case,
    limits: Limits,
    host: &dyn Host,
) -> Result<(char, u64), String> {
    let game = AnyGame::open(player.kind(), Some(&case.fen), None)
        .map_err(|error| format!("{}: {error}", case.id))?;
    player.new_game();
    let limits = Limits { mate: limits.mate.or(Some(PROOF)), ..limits };
    let chosen = player
        .choose(GameRef::from(&game), limits, 0, host)
        .map_err(|error| format!("{}: {error}", case.id))?;
    let proved = mate_in_moves(chosen.score).is_some_and(|moves| moves > 0);
    let right = case.best.contains(&chosen.ply.to_string());
    let verdict = match (proved, right) {
        (true, _) => 's',
        (false, true) => 'g',
        (false, false) => 'w',
    };
    Ok((verdict, chosen.nodes))
}

impl SuiteWork {
    /// A program of others on every position.
    fn judge_foreign(&self, values: &[i32], pulse: &Pulse<'_>) -> Result<Tally, String> {
        let game = self.engine.game;
        let foreign = self.engine.foreign.as_ref().ok_or("no engine")?;
        foreign.params().assign(values).map_err(|error| error.to_string())?;
        let mut player = foreign.start(game, values)?;
        let mut tally = Tally::default();
        for case in &self.suite.cases {
            let (verdict, nodes) = foreign.judge(game, player.as_mut(), case, self.nodes, pulse)?;
            if pulse.stopped() {
                return Err("stopped".to_owned());
            }
            tally.verdicts.push(verdict);
            tally.nodes += nodes;
        }
        Ok(tally)
    }
}

impl Work for SuiteWork {
    const KIND: &'static str = "suite";
    type Job = Vec<i32>;
    type Output = Tally;
    type Tools = Option<Player>;

    fn fingerprint(&self) -> Result<String, String> {
        engine::fingerprint(&self.engine)
    }

    /// One of our engines is kept; a program of others is started for every candidate.
    fn tools(&self) -> Result<Option<Player>, String> {
        match self.engine.foreign {
            Some(_) => Ok(None),
            None => self.engine.player().map(Some).map_err(|error| error.to_string()),
        }
    }

    fn perform(
        &self,
        player: &mut Option<Player>,
        _: u64,
        values: &Vec<i32>,
        pulse: &Pulse<'_>,
    ) -> Result<Tally, String> {
        let Some(player) = player else { return self.judge_foreign(values, pulse) };
        let mut params = player.params();
        params.assign(values).map_err(|error| error.to_string())?;
        player.set_params(&params).map_err(|error| error.to_string())?;
        let mut tally = Tally::default();
        for case in &self.suite.cases {
            let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
            let (verdict, nodes) = judge(player, case, limits, &Watch(pulse))?;
            if pulse.stopped() {
                return Err("stopped".to_owned());
            }
            tally.verdicts.push(verdict);
            tally.nodes += nodes;
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    const SET: &str = "# own positions\n\
        4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9; dm 1; id \"two rooks\";\n\
        4k4/9/9/9/9/9/9/9/9/4K4 w - - c0 \"no move\";\n\
        3k1a3/9/9/9/9/9/9/9/5R3/4K4 w - - bm f1f0; id \"quiet\";\n";

    #[test]
    fn lines_are_read_and_faults_named() {
        let mut suite = Suite::default();
        suite.read(GameKind::Xiangqi, "own.epd", SET).unwrap();
        suite.check().unwrap();
        assert_eq!(suite.cases.len(), 2);
        assert_eq!(suite.cases[0].best, ["b0b9"]);
        let wrong = Suite::default().read(GameKind::Xiangqi, "x.epd", "\n9/9 w bm a0a1;");
        assert!(wrong.unwrap_err().to_string().starts_with("x.epd:2: "));
        let wrong = Suite::default().read(
            GameKind::Xiangqi,
            "x.epd",
            "4k4/9/9/9/9/9/9/9/9/4K4 w - - bm z9z9;",
        );
        assert!(wrong.is_err());
    }

    #[test]
    fn what_is_held_out_is_refused() {
        let line = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm b0b9; c9 \"held out\";";
        let error = Suite::default().read(GameKind::Xiangqi, "h.epd", line).unwrap_err();
        assert!(error.to_string().starts_with("h.epd:1: the position is held out"), "{error}");
    }

    #[test]
    fn contradictions_and_nothing_are_refused() {
        let mut suite = Suite::default();
        assert_eq!(suite.check(), Err(SuiteError::Empty));
        suite.read(GameKind::Xiangqi, "a", SET).unwrap();
        suite.read(GameKind::Xiangqi, "b", SET).unwrap();
        suite.check().unwrap();
        assert_eq!(suite.cases.len(), 2, "the same twice is once");
        let other = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - bm a8a9; id \"other\";";
        suite.read(GameKind::Xiangqi, "c", other).unwrap();
        let error = suite.check().unwrap_err().to_string();
        assert!(error.contains("two rooks") && error.contains("other"), "{error}");
    }

    #[test]
    fn splits_are_by_chance_but_repeatable() {
        let case = |n: usize| Case { id: n.to_string(), fen: String::new(), best: Vec::new() };
        let suite = Suite { cases: (0..50).map(case).collect() };
        let (train, held) = suite.clone().split(0.2, 3);
        assert_eq!((train.cases.len(), held.cases.len()), (40, 10));
        assert!(held.cases.iter().all(|case| !train.cases.contains(case)));
        assert_eq!(suite.clone().split(0.2, 3).1, held);
        assert_ne!(suite.split(0.2, 4).1, held);
    }

    #[test]
    fn a_mate_is_solved_and_a_move_guessed_or_wrong() {
        let mut suite = Suite::default();
        suite.read(GameKind::Xiangqi, "own.epd", SET).unwrap();
        let fen = suite.cases[1].fen.clone();
        let all = ["f1f9", "f1d1", "f1f2"].map(|best| Case {
            id: best.to_owned(),
            fen: fen.clone(),
            best: vec![best.to_owned()],
        });
        suite.cases.extend(all);
        let engine = EngineSetup::new(GameKind::Xiangqi, "shenxiang");
        let work = SuiteWork { engine, nodes: 2_000, suite };
        let mut player = work.tools().unwrap();
        let values = player.as_ref().unwrap().params().values().to_vec();
        let never = AtomicBool::new(false);
        let pulse = Pulse::new(&never, &never);
        let tally = work.perform(&mut player, 0, &values, &pulse).unwrap();
        assert!(tally.verdicts.starts_with('s'), "{}", tally.verdicts);
        let again = work.perform(&mut player, 0, &values, &pulse).unwrap();
        assert_eq!(tally, again, "the same numbers, the same verdicts and nodes");
        assert!(work.perform(&mut player, 0, &values[1..].to_vec(), &pulse).is_err());
    }
}
