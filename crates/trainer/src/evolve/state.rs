//! What a run remembers: one file that is always whole.

use std::path::{Path, PathBuf};

use arena::stats::{Estimate, Pentanomial};
use game::GameKind;
use serde::{Deserialize, Serialize};

use super::{EvolveError, Settings};

/// The version of state files that are read and written.
pub const VERSION: u32 = 1;

/// Everything that is known of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The version of the file.
    pub version: u32,
    /// Which game.
    pub game: GameKind,
    /// The settings of generations to come.
    pub settings: Settings,
    /// Data that was there before: folders or files, read in place.
    pub adopted: Vec<PathBuf>,
    /// Whether generation 0 has a network; without one it is the hand-written
    /// evaluation.
    pub start_network: bool,
    /// The generation of the best network.
    pub best: u32,
    /// Every generation that was begun, from 1.
    pub generations: Vec<Generation>,
}

/// One round of playing, training and testing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// Its number.
    pub number: u32,
    /// The generation whose network plays, labels, and is to be beaten.
    pub player: u32,
    /// Its settings.
    pub settings: Settings,
    /// What is to be done next.
    pub step: Step,
    /// What self-play gave.
    pub played: Option<Played>,
    /// What training gave.
    pub trained: Option<Trained>,
    /// What the match gave.
    pub tested: Option<Tested>,
}

/// What a generation is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Games for their positions.
    Selfplay,
    /// A network from all positions there are.
    Training,
    /// The new network against the best.
    Match,
    /// Nothing more.
    Done,
}

impl Step {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Selfplay => "self-play",
            Step::Training => "training",
            Step::Match => "match",
            Step::Done => "done",
        }
    }
}

/// What self-play gave.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Positions in the generation's folder.
    pub positions: u64,
}

/// What training gave.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    /// Positions there are, of this and all earlier generations.
    pub data: u64,
    /// Positions trained on, repeated ones counted.
    pub positions: u64,
    /// The training loss at the end.
    pub loss: f64,
    /// The loss on positions held out.
    pub held_out: Option<f64>,
    /// The hand-written evaluation's loss on the same.
    pub hand_written: Option<f64>,
    /// The mean difference between the network and what it was rounded from.
    pub rounding: f64,
}

/// What the match gave, from the new network's view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// Games that count.
    pub games: u64,
    /// Won, drawn and lost.
    pub results: [u64; 3],
    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The log-likelihood ratio at the end.
    pub llr: f64,
    /// What follows.
    pub decision: Decision,
}

/// What follows from a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The new network is better and takes the place of the best.
    Promoted,
    /// It is not better.
    Kept,
    /// The match ended undecided; the best one stays.
    Undecided,
}

/// A match without a lost game proves no infinite difference.
const MOST_ELO: f64 = 800.0;

impl Tested {
    /// How much stronger the new network was; what is not finite is cut.
    pub fn elo(&self) -> Estimate {
        let elo = Pentanomial::from_counts(self.pairs).strength().elo;
        let cut = |value: f64| value.clamp(-MOST_ELO, MOST_ELO);
        Estimate::new(cut(elo.value), cut(elo.low), cut(elo.high))
    }
}

impl State {
    /// The state of a run that begins.
    pub fn new(game: GameKind, settings: Settings) -> State {
        State {
            version: VERSION,
            game,
            settings,
            adopted: Vec::new(),
            start_network: false,
            best: 0,
            generations: Vec::new(),
        }
    }

    /// Reads a state file.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or of another version.
    pub fn load(path: &Path) -> Result<State, EvolveError> {
        let text = std::fs::read_to_string(path).map_err(EvolveError::file(path))?;
        let damaged = |what: String| EvolveError::State { path: path.to_owned(), what };
        let state: State =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        state.check().map_err(damaged)?;
        Ok(state)
    }

    /// Whether its parts fit together.
    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("version {}, expected {VERSION}", self.version));
        }
        for (expected, generation) in (1..).zip(&self.generations) {
            let number = generation.number;
            if number != expected {
                return Err(format!("generation {number} stands where {expected} belongs"));
            }
            if generation.player >= number {
                let player = generation.player;
                return Err(format!("generation {number} is played by generation {player}"));
            }
            let complete = [
                (generation.step == Step::Selfplay) || generation.played.is_some(),
                !matches!(generation.step, Step::Match | Step::Done)
                    || generation.trained.is_some(),
                (generation.step == Step::Done) == generation.tested.is_some(),
            ];
            if complete.contains(&false) {
                let step = generation.step.name();
                return Err(format!("generation {number} does not have what {step} needs"));
            }
        }
        let last = self.promotions().last().map_or(0, |generation| generation.number);
        match self.best == last {
            true => Ok(()),
            false => Err(format!("generation {} is called the best, not {last}", self.best)),
        }
    }

    /// The generations whose networks became the best.
    pub fn promotions(&self) -> impl Iterator<Item = &Generation> {
        let promoted = |tested: &Tested| tested.decision == Decision::Promoted;
        self.generations.iter().filter(move |g| g.tested.as_ref().is_some_and(promoted))
    }

    /// How old data is that a generation's network made: how many better networks
    /// came since.
    pub fn age(&self, player: u32) -> u32 {
        self.promotions().filter(|generation| generation.number > player).count() as u32
    }

    /// How much stronger a generation is than the start, by the matches between.
    pub fn rating(&self, number: u32) -> Option<f64> {
        if number == 0 {
            return Some(0.0);
        }
        let generation = self.generations.get(number as usize - 1)?;
        let elo = generation.tested.as_ref()?.elo().value;
        Some(self.rating(generation.player)? + elo)
    }

    /// The generation that is being worked on.
    pub fn current(&self) -> Option<&Generation> {
        self.generations.last().filter(|generation| generation.step != Step::Done)
    }

    /// Generations that are complete.
    pub fn complete(&self) -> u32 {
        self.generations.iter().filter(|generation| generation.step == Step::Done).count() as u32
    }

    /// Positions of all generations so far, adopted ones included, as the last
    /// training counted them.
    pub fn data(&self) -> u64 {
        let trained = self.generations.iter().rev().find_map(|g| g.trained.as_ref());
        trained.map_or(0, |trained| trained.data)
    }
}
