//! The profile `chuhe`: principal variation search with chance nodes.

mod chance;
mod features;
mod flip_score;
mod node;
mod ordering;
mod params;
mod quiescence;
mod report;
mod root;
#[cfg(test)]
mod sound_tests;
mod think;
mod worker;

use std::sync::Arc;

use banqi::{BanqiRules, Ply, Position};
use game::{Position as _, Rng, Score};
use network::{BanqiNetwork, Network, NetworkError, Role};
use search::options::Effect;
use search::tables::{Advice, Tables, advise};
use search::{
    Answer, Book, Decided, DecidedBy, Engine, EngineOption, Explanation, Host, Line, OptionError,
    ParamError, ParamSet, Report, Request, Settings, TranspositionTable, WinModel, Witness,
};

pub use features::Features;
pub(crate) use flip_score::best_flips;
pub(crate) use node::Node;
pub use params::SearchParams;
pub(crate) use root::forbidden;
pub(crate) use worker::{Shared, Worker};

use crate::draw_limit::DrawLimit;
use crate::engine::{BanqiGame, from_book, tell_answer};
use crate::eval::{Evaluation, explain};
use crate::judge::{Judge, Work};
use crate::learned::POINTS;
use crate::levels::LEVELS;
use crate::numbers::{changed, of_set, usual};
use crate::shipped::shipped;
use crate::walker::Walker;
use crate::win_rate::model_with;
use think::Task;

/// What a thread takes: its stack and what it searches on.
const THREAD_BYTES: usize = 4 << 20;

/// The programs of this search: they differ in what evaluates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// With the network that comes with it, if there is one.
    Chuhe,
    /// With the hand-written evaluation.
    HandWritten,
}

impl Profile {
    pub const ALL: [Profile; 2] = [Profile::Chuhe, Profile::HandWritten];

    pub const fn name(self) -> &'static str {
        match self {
            Profile::Chuhe => "chuhe",
            Profile::HandWritten => "chuhe-hce",
        }
    }

    /// What tuning made of its numbers, as a list of changes. The profile with the network
    /// keeps the numbers that its network was trained to correct.
    pub const fn tuned(self) -> &'static str {
        match self {
            Profile::HandWritten => include_str!("../../params/chuhe-hce.params"),
            Profile::Chuhe => "",
        }
    }

    /// What it evaluates with by itself.
    fn network(self) -> Option<BanqiNetwork> {
        match self {
            Profile::Chuhe => shipped().cloned(),
            Profile::HandWritten => None,
        }
    }
}

/// The engine of the profiles `chuhe` and `chuhe-hce`.
pub(crate) struct Chuhe {
    profile: Profile,
    settings: Settings,
    table: TranspositionTable,
    search: SearchParams,
    evaluation: Evaluation,
    /// Evaluates instead, if there is one.
    network: Option<BanqiNetwork>,
    features: Features,
    book: Option<Arc<dyn Book<Position>>>,
    witness: Option<Arc<dyn Witness<Position>>>,
    tables: Option<Arc<dyn Tables<Position>>>,
}

impl Chuhe {
    pub fn new(profile: Profile, settings: &Settings) -> Result<Chuhe, OptionError> {
        check_threads(settings.threads)?;
        let (search, evaluation) = of_set(&changed(profile, &settings.params)?);
        Ok(Chuhe {
            profile,
            settings: settings.clone(),
            table: table(settings.hash)?,
            search,
            evaluation,
            network: profile.network(),
            features: Features::without(&settings.disabled)?,
            book: None,
            witness: None,
            tables: None,
        })
    }

    /// Whether scores are expected points.
    fn in_points(&self) -> bool {
        self.network.as_ref().is_some_and(|network| network.role() == Role::Whole)
    }

    /// Takes over numbers that a [`ParamSet`] of ours has checked.
    fn adopt(&mut self, params: &ParamSet) {
        (self.search, self.evaluation) = of_set(params);
        // What the table keeps was found with other numbers.
        self.table.clear();
    }
}

fn table(megabytes: usize) -> Result<TranspositionTable, OptionError> {
    TranspositionTable::new(megabytes).map_err(|_| OptionError::Memory { megabytes })
}

/// The value of a position that waits for its evaluation.
struct Value<'a>(&'a Position);

impl Work for Value<'_> {
    type Done = i32;

    fn run<E: Judge>(self, evaluator: &E, _: &SearchParams) -> i32 {
        E::bounded(evaluator.evaluate(&mut evaluator.start(self.0), self.0).get()).get()
    }
}

/// A network whose values are the points the search counts in.
pub(crate) fn read_network(bytes: &[u8]) -> Result<BanqiNetwork, OptionError> {
    let wrong = |reason: String| OptionError::Text { name: "EvalFile", reason };
    let network: BanqiNetwork =
        Network::from_bytes(bytes).map_err(|error: NetworkError| wrong(error.to_string()))?;
    match network.scale() {
        _ if network.role() == Role::Correction => Ok(network),
        POINTS => Ok(network),
        scale => Err(wrong(format!("network of scale {scale}: expected {POINTS}"))),
    }
}

/// Whether the memory holds so many threads: asked for at once and given back, so
/// that a refusal is an error and not the end of the program.
fn check_threads(threads: usize) -> Result<(), OptionError> {
    let asked = Vec::<u8>::new().try_reserve_exact(threads * THREAD_BYTES);
    asked.map_err(|_| OptionError::ThreadMemory { threads })
}

/// The dice of a weak level: the same seed and position, the same numbers.
fn dice(game: &BanqiGame, request: &Request<Ply>) -> Rng {
    Rng::new(request.seed ^ game.position().key())
}

/// The first flips of a game, before anything is known: a corner, where the piece has
/// the fewest neighbours and lies on the fewest cannon lines, and then the others.
/// A weak level takes any.
fn first_flips(game: &BanqiGame, request: &Request<Ply>, weak: bool) -> Option<Answer<Ply>> {
    if game.position().turn().is_some() {
        return None;
    }
    let mut flips = game.position().flips();
    flips.retain(|flip| request.only.is_empty() || request.only.contains(flip));
    if weak {
        dice(game, request).shuffle(&mut flips);
    }
    flips.truncate(request.lines);
    let line = |flip| Line { score: Score::DRAW, plies: vec![flip] };
    Some(Answer { lines: flips.into_iter().map(line).collect(), ..Answer::none() })
}

impl Engine<Position, BanqiRules> for Chuhe {
    fn profile(&self) -> &'static str {
        self.profile.name()
    }

    fn options(&self) -> Vec<EngineOption> {
        self.settings.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (settings, effect) = self.settings.with(name, value)?;
        match effect {
            Effect::Kept | Effect::Patterns => {}
            Effect::Hash => self.table = table(settings.hash)?,
            Effect::Threads => check_threads(settings.threads)?,
            Effect::Clear => self.new_game(),
            Effect::Techniques => self.features = Features::without(&settings.disabled)?,
            Effect::Params => self.adopt(&changed(self.profile, &settings.params)?),
        }
        self.settings = settings;
        Ok(())
    }

    fn params(&self) -> ParamSet {
        let mut params = usual(self.profile);
        let values = [self.search.values(), self.evaluation.params().values()].concat();
        // Ours are in range: they came through a set like this one.
        let _ = params.assign(&values);
        params
    }

    fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError> {
        let mut own = self.params();
        if own.specs() == params.specs() {
            own.assign(params.values())?;
        } else {
            for (name, value) in params.iter() {
                own.set(name, value.into())?;
            }
        }
        self.settings.params = own.changes();
        self.adopt(&own);
        Ok(())
    }

    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), OptionError> {
        let network = bytes.map(read_network).transpose()?;
        self.network = network.or_else(|| self.profile.network());
        self.new_game();
        Ok(())
    }

    fn set_book(&mut self, book: Option<Arc<dyn Book<Position>>>) {
        self.book = book;
    }

    fn set_witness(&mut self, witness: Option<Arc<dyn Witness<Position>>>) {
        self.witness = witness;
    }

    fn set_tables(&mut self, tables: Option<Arc<dyn Tables<Position>>>) {
        self.tables = tables;
        // What was learned rests on other knowledge.
        self.new_game();
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        game: &BanqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let lines = if request.lines == 0 { self.settings.lines } else { request.lines };
        let mut request = Request { lines, ..request.clone() };
        let weak = self.settings.level.of(&LEVELS);
        let mut known = from_book(self.book.as_deref(), game, &request)
            .or_else(|| first_flips(game, &request, weak.is_some()));
        // A weak level plays by itself.
        if known.is_none() && weak.is_none() {
            let limit = game.rules().no_progress_plies;
            let clock = (game.history().clock(), limit);
            match advise(self.tables.as_deref(), game.position(), clock, &request) {
                Some(Advice::Decided(answer)) => known = Some(answer),
                Some(Advice::Keep(plies)) => request.only = plies,
                None => {}
            }
        }
        if let Some(answer) = known {
            // Also who answers without a search comes to the yield point.
            host.yield_point();
            tell_answer(&answer, host, report);
            return answer;
        }
        self.table.new_search();
        let task = Task { game, request: &request, threads: self.settings.threads, host };
        match weak {
            Some(strength) => self.think_weakly(strength, &task, report),
            None => self.think(&task, report),
        }
    }

    fn explain(&self, game: &BanqiGame) -> Option<Explanation> {
        let limit = DrawLimit::new(Walker::at(game).limit, &self.search);
        let rows = explain(game, &self.evaluation, &limit);
        let Some(network) = &self.network else { return Some(rows) };
        let by = match network.role() {
            Role::Correction => DecidedBy::Correction,
            Role::Whole if self.search.network_terms == 0 => DecidedBy::Network,
            Role::Whole => DecidedBy::NetworkAndRows,
        };
        let value = self.judges().run(game, Value(game.position()));
        Some(rows.decided(Decided { by, value }))
    }

    fn win_model(&self, position: &Position) -> WinModel {
        model_with(self.network.as_ref(), position)
    }
}
