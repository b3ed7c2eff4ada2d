//! The boundary of every engine: what it is asked, what it tells, what it answers.
//!
//! Callers hold a `Box<dyn Engine<P, R>>`; everything below is monomorphic.

use std::sync::Arc;
use std::time::Duration;

use game::{Game, Position, Rules, Score};

use crate::book::Book;
use crate::explain::Explanation;
use crate::host::Host;
use crate::limits::Limits;
use crate::options::{EngineOption, OptionError};
use crate::params::{ParamError, ParamSet};
use crate::tables::Tables;
use crate::tt::Bound;
use crate::win_rate::WinModel;
use crate::witness::Witness;

/// What is asked of a search. Nothing given: the best ply of all, until stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request<Ply> {
    /// When to stop.
    pub limits: Limits,
    /// How many lines are wanted; 0 = as many as the option `MultiPV` says.
    pub lines: usize,
    /// Only these plies; empty = all.
    pub only: Vec<Ply>,
    /// The dice of a weak level: the same seed, the same choice.
    pub seed: u64,
    /// Whether a book may answer. An analysis wants the search's opinion.
    pub book: bool,
}

// Derived, this would ask for a ply with a default.
impl<Ply> Default for Request<Ply> {
    fn default() -> Self {
        Request { limits: Limits::default(), lines: 0, only: Vec::new(), seed: 0, book: false }
    }
}

impl<Ply> Request<Ply> {
    /// A request with nothing but limits.
    pub fn within(limits: Limits) -> Self {
        Request { limits, ..Request::default() }
    }

    /// A request for a depth.
    pub fn to_depth(depth: i32) -> Self {
        Request::within(Limits { depth: Some(depth), ..Limits::default() })
    }

    /// A request for a number of nodes.
    pub fn of_nodes(nodes: u64) -> Self {
        Request::within(Limits { nodes: Some(nodes), ..Limits::default() })
    }
}

/// One line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<Ply> {
    /// The score for the side to move.
    pub score: Score,
    /// The plies. A flip is the last: nobody knows what it turns up.
    pub plies: Vec<Ply>,
}

/// What a search tells while it runs: how far it is, and maybe a line.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a, Ply> {
    /// The depth of the line; without a line the depth being searched.
    pub depth: i32,
    /// The deepest ply reached.
    pub selective_depth: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub fullness: usize,
    /// Answers found in endgame tables.
    pub table_hits: u64,
    /// A line that is new or changed; `None` only says that the search goes on.
    pub line: Option<LineReport<'a, Ply>>,
}

/// A line among those wanted.
#[derive(Debug)]
pub struct LineReport<'a, Ply> {
    /// Which line this is, from 1.
    pub number: usize,
    /// The line.
    pub line: &'a Line<Ply>,
    /// Whether the score is exact, or the truth above or below it.
    pub bound: Bound,
}

// Derived, these would ask for a copyable ply.
impl<Ply> Clone for LineReport<'_, Ply> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Ply> Copy for LineReport<'_, Ply> {}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// A search.
    #[default]
    Search,
    /// An opening book.
    Book,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<Ply> {
    /// The lines, best first; empty if there is no legal ply. A weak level puts
    /// what it plays first.
    pub lines: Vec<Line<Ply>>,
    /// The last finished depth.
    pub depth: i32,
    /// The depth of the first line: one more if an unfinished iteration proved it.
    pub reached: i32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Chance nodes among them: flips looked at, each with all its outcomes.
    pub chance_nodes: u64,
    /// Where it comes from.
    pub source: Source,
    /// What people may want to know about it: why a book gave it.
    pub remark: Option<String>,
}

impl<Ply: Copy> Answer<Ply> {
    /// An answer without a legal ply.
    pub fn none() -> Self {
        Answer {
            lines: Vec::new(),
            depth: 0,
            reached: 0,
            nodes: 0,
            chance_nodes: 0,
            source: Source::Search,
            remark: None,
        }
    }

    /// A line that needed no search: a book's ply, a first flip.
    pub fn known(score: Score, ply: Ply, source: Source) -> Self {
        Answer { lines: vec![Line { score, plies: vec![ply] }], source, ..Answer::none() }
    }

    /// The ply to play; `None` if the side to move has none.
    pub fn ply(&self) -> Option<Ply> {
        self.lines.first()?.plies.first().copied()
    }

    /// The reply expected to it.
    pub fn reply(&self) -> Option<Ply> {
        self.lines.first()?.plies.get(1).copied()
    }

    /// Its score for the side to move; a loss if there is no ply.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::loss_in(0), |line| line.score)
    }
}

/// A player of one game: one search at a time, keeping what it learned between
/// them until [`Engine::new_game`].
///
/// The engine conformance suite lists the laws every engine keeps.
pub trait Engine<P: Position, R: Rules<P>>: Send {
    /// The profile's name.
    fn profile(&self) -> &'static str;

    /// The options there are, with their present values.
    fn options(&self) -> Vec<EngineOption>;

    /// Changes one option, whatever the case of its name.
    ///
    /// # Errors
    /// If there is no such option or it cannot have that value; the engine is then
    /// unchanged.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// Every number of the search and the evaluation, named `search.…` and `eval.…`;
    /// empty if the profile has none to change.
    fn params(&self) -> ParamSet;

    /// Takes over the numbers of a set that [`Engine::params`] has given.
    ///
    /// # Errors
    /// If a number does not exist or is out of range; the engine is then unchanged.
    fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError>;

    /// Evaluates with a network from now on, whose file's bytes these are; `None`: as the
    /// profile does by itself.
    ///
    /// # Errors
    /// If the bytes are no network of this game, or the profile takes none; the engine is
    /// then unchanged.
    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), OptionError> {
        let reason = format!("the profile {} takes no network", self.profile());
        if bytes.is_none() { Ok(()) } else { Err(OptionError::Text { name: "EvalFile", reason }) }
    }

    /// Looks for the patterns of a text besides the shipped ones from now on; `None`: the
    /// shipped ones only.
    ///
    /// # Errors
    /// Says what is wrong with the text, or that the profile knows no patterns; the
    /// engine is then unchanged.
    fn set_patterns(&mut self, text: Option<&str>) -> Result<(), OptionError> {
        let reason = format!("the profile {} knows no patterns", self.profile());
        if text.is_none() { Ok(()) } else { Err(OptionError::Text { name: "PatternFile", reason }) }
    }

    /// The book to be asked first; `None`: always search.
    fn set_book(&mut self, book: Option<Arc<dyn Book<P>>>);

    /// Who is told what searches find below their roots; `None`: nobody.
    ///
    /// An engine without a tree to tell of has nothing to say.
    fn set_witness(&mut self, _: Option<Arc<dyn Witness<P>>>) {}

    /// The endgame tables to be asked; `None`: think for yourself. A profile that knows
    /// no tables goes on without.
    fn set_tables(&mut self, _: Option<Arc<dyn Tables<P>>>) {}

    /// Forgets everything earlier searches taught.
    fn new_game(&mut self);

    /// Searches the present position of a game until a limit is reached or the host
    /// says stop. The first line reported last is the first of the answer.
    fn search(
        &mut self,
        game: &Game<P, R>,
        request: &Request<P::Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, P::Ply>),
    ) -> Answer<P::Ply>;

    /// What went wrong in the last search, which then has no answer: an engine outside
    /// this process can end, hang or talk nonsense. `None`: nothing.
    fn fault(&self) -> Option<String> {
        None
    }

    /// The evaluation of the present position, term by term; `None` if the profile
    /// has no terms to show.
    fn explain(&self, game: &Game<P, R>) -> Option<Explanation>;

    /// What a score is worth in a position.
    fn win_model(&self, position: &P) -> WinModel;
}

/// Why an engine could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CreateError {
    /// No such profile.
    Profile {
        /// The name given.
        name: String,
        /// Those there are.
        names: String,
    },
    /// A setting it cannot have.
    Option(OptionError),
}

impl CreateError {
    /// No profile of a list has this name.
    pub fn no_profile(name: &str, profiles: &[(&str, &str)]) -> CreateError {
        let names: Vec<&str> = profiles.iter().map(|(name, _)| *name).collect();
        CreateError::Profile { name: name.chars().take(60).collect(), names: names.join(", ") }
    }
}

impl std::fmt::Display for CreateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CreateError::Profile { name, names } => {
                write!(f, "no profile is named '{name}': expected one of {names}")
            }
            CreateError::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CreateError {}

impl From<OptionError> for CreateError {
    fn from(error: OptionError) -> CreateError {
        CreateError::Option(error)
    }
}
