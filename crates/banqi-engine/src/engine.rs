//! The boundary: what every profile can do, and how to get one.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use banqi::{BanqiRules, Ply, Position};
use game::{Game, Score};
use search::{Bound, Clock, Limits};

use crate::baseline::{Ntu, OnePly, Thesis};
use crate::chuhe::{Chuhe, Features};

/// A game of dark chess as engines are given it: position, clock, repetition
/// history and rules in one.
pub type BanqiGame = Game<Position, BanqiRules>;

/// The profiles with a line of explanation each; the first is the default.
pub const PROFILES: [(&str, &str); 5] = [
    ("chuhe", "the strongest: PVS with chance nodes and an evaluation by the food chain"),
    ("ntu-2018", "the contest program of 2018: NegaScout, chance search, endgame knowledge"),
    ("foodchain-2010", "the thesis of 2010: dynamic food-chain values, flips by least worst loss"),
    ("static-2008", "its predecessor: fixed piece values, alpha-beta"),
    ("ta-1ply", "the course's baseline: looks one ply ahead"),
];

/// What reaches a running search from outside.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Where time comes from.
    pub clock: &'a dyn Clock,
    /// Ends the search when set. The search sets it too when it is done; clear it
    /// before the next one.
    pub stop: &'a AtomicBool,
    /// While set, time does not count.
    pub pondering: &'a AtomicBool,
}

/// What a search reports while it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The depth of the line in plies; without a line the depth being searched.
    pub depth: i32,
    /// The deepest ply looked at.
    pub selective_depth: i32,
    /// The value for the side to move.
    pub score: Score,
    /// Whether the value is exact, or the truth above or below it; `None`: there is
    /// no line and no value, the search only goes on.
    pub bound: Bound,
    /// Nodes so far: plies and chance outcomes made.
    pub nodes: u64,
    /// Chance nodes so far: flips looked at, each with all its outcomes.
    pub chance_nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fullness: usize,
    /// The expected plies; it ends at a flip, whose outcome nobody knows.
    pub line: Vec<Ply>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The ply to play; `None` only if the side to move has none.
    pub ply: Option<Ply>,
    /// Its value for the side to move.
    pub score: Score,
    /// Completed depth in plies.
    pub depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Chance nodes of all threads.
    pub chance_nodes: u64,
    /// The expected plies, the chosen one first.
    pub line: Vec<Ply>,
}

/// A whole-number option of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Its value now.
    pub value: i64,
    /// The smallest allowed.
    pub min: i64,
    /// The largest allowed.
    pub max: i64,
}

/// Why an engine could not be had or changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// No such profile.
    #[error("no profile is named '{0}': expected one of {names}", names = profile_names())]
    Profile(String),
    /// No such option.
    #[error("profile {profile} has no option '{name}': expected one of {names}")]
    Option {
        /// The profile asked.
        profile: &'static str,
        /// The option asked for.
        name: String,
        /// The options there are.
        names: String,
    },
    /// A value the option cannot have.
    #[error("option {name} is '{value}': expected a whole number from {min} to {max}")]
    Value {
        /// Which option.
        name: &'static str,
        /// The text given.
        value: String,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// No such technique.
    #[error("no technique is named '{0}': expected one of {names}", names = technique_names())]
    Technique(String),
    /// Not enough memory for the table.
    #[error("no memory for a table of {0} MB: choose a smaller one")]
    Memory(usize),
    /// Not enough memory for the threads.
    #[error("no memory for {0} threads: choose fewer")]
    ThreadMemory(usize),
}

fn profile_names() -> String {
    PROFILES.map(|(name, _)| name).join(", ")
}

fn technique_names() -> String {
    Features::NAMES.join(", ")
}

/// A dark chess player. One search at a time; everything below this boundary is
/// monomorphic.
pub trait Engine: Send {
    /// The profile's name.
    fn name(&self) -> &'static str;

    /// The options there are, with their present values.
    fn options(&self) -> Vec<EngineOption>;

    /// Changes one option. The profile `chuhe` also knows `Disable`: techniques
    /// of its search to do without, by their names in [`Features`](crate::Features).
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// Forgets what earlier games taught.
    fn new_game(&mut self);

    /// Chooses a ply for the side to move.
    fn search(
        &mut self,
        game: &BanqiGame,
        limits: &Limits,
        signals: Signals<'_>,
        info: &mut dyn FnMut(&Info),
    ) -> Choice;
}

/// An engine of a profile in [`PROFILES`]. Profiles other than `chuhe` use one
/// thread whatever is asked for.
///
/// # Errors
/// If there is no such profile, with the list of those there are, or not enough
/// memory.
///
/// ```
/// let engine = banqi_engine::create("chuhe", 4, 1).unwrap();
/// assert_eq!(engine.name(), "chuhe");
/// let error = banqi_engine::create("deep-blue", 4, 1).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "no profile is named 'deep-blue': expected one of \
///      chuhe, ntu-2018, foodchain-2010, static-2008, ta-1ply"
/// );
/// ```
pub fn create(
    profile: &str,
    hash_megabytes: usize,
    threads: usize,
) -> Result<Box<dyn Engine>, EngineError> {
    Ok(match profile {
        "chuhe" => Box::new(Chuhe::new(hash_megabytes, threads)?),
        "ntu-2018" => Box::new(Ntu::new(hash_megabytes)),
        "foodchain-2010" => Box::new(Thesis::food_chain()),
        "static-2008" => Box::new(Thesis::fixed()),
        "ta-1ply" => Box::new(OnePly::new()),
        _ => return Err(EngineError::Profile(profile.chars().take(60).collect())),
    })
}

/// Reads an option's value and checks its range.
pub(crate) fn read_value(option: &EngineOption, value: &str) -> Result<i64, EngineError> {
    let wrong = || EngineError::Value {
        name: option.name,
        value: value.chars().take(60).collect(),
        min: option.min,
        max: option.max,
    };
    let number: i64 = value.trim().parse().map_err(|_| wrong())?;
    if (option.min..=option.max).contains(&number) { Ok(number) } else { Err(wrong()) }
}

/// The option of a name, or the error that lists those there are.
pub(crate) fn find_option(
    profile: &'static str,
    options: &[EngineOption],
    name: &str,
) -> Result<EngineOption, EngineError> {
    options.iter().find(|option| option.name == name).copied().ok_or_else(|| EngineError::Option {
        profile,
        name: name.chars().take(60).collect(),
        names: options.iter().map(|option| option.name).collect::<Vec<_>>().join(", "),
    })
}
