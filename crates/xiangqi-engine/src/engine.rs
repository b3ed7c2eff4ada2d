//! The engine as its callers see it: profiles, options, parameters, one call to
//! search.

use std::sync::Arc;

use game::{Game, Rng};
use network::{Network, NetworkError, Role, XiangqiInputs};
use search::options::Effect;
use search::tables::{Advice, Probing, Tables, advise};
use search::{
    Answer, Book, Bound, Control, CreateError, Decided, DecidedBy, Engine, EngineOption, Evaluator,
    Explanation, Host, LineReport, OptionError, ParamError, ParamSet, Settings, Strength,
    TranspositionTable, WinModel, Witness,
};
use xiangqi::{Ply, Position, XiangqiRules};

use crate::eval::{Chuhe, EvalParams, EvalStyle, Evaluation, Shenxiang, Styled};
use crate::guided::Guided;
use crate::learned::{Corrected, Learned};
use crate::level::{LEVELS, choose, weakened};
use crate::numbers::usual;
use crate::patterns::{Patterns, Use, WithPatterns};
use crate::profile::{PROFILES, Profile};
use crate::search::{GameHistory, Histories, Job, SearchParams, Techniques, reductions, run};

/// A game of xiangqi under its rules.
pub type XiangqiGame = Game<Position, XiangqiRules>;
/// The engine, whatever its profile.
pub type BoxedEngine = Box<dyn Engine<Position, XiangqiRules>>;

type Request = search::Request<Ply>;
type Report<'a> = search::Report<'a, Ply>;

/// What a thread takes: its tables, its stack and what it searches on.
const THREAD_BYTES: usize = Histories::BYTES + (4 << 20);

/// An engine of a profile in [`PROFILES`].
///
/// # Errors
/// If there is no such profile, or it cannot have these settings.
pub fn create(profile: &str, settings: &Settings) -> Result<BoxedEngine, CreateError> {
    let found = Profile::named(profile);
    let found = found.ok_or_else(|| CreateError::no_profile(profile, &PROFILES))?;
    Ok(Box::new(XiangqiEngine::new(found, settings)?))
}

/// One engine: what it was set to, and what it has learned.
struct XiangqiEngine {
    profile: Profile,
    settings: Settings,
    /// Every number as it was before the option `Params` changed some: the usual
    /// ones, or those of the last [`Engine::set_params`].
    base: ParamSet,
    evaluation: Evaluation,
    /// Evaluates instead, if there is one.
    network: Option<Network<XiangqiInputs>>,
    patterns: Patterns,
    patterns_use: Use,
    params: SearchParams,
    techniques: Techniques,
    reductions: Box<[[i32; 64]; 64]>,
    table: TranspositionTable,
    histories: Vec<Histories>,
    book: Option<Arc<dyn Book<Position>>>,
    witness: Option<Arc<dyn Witness<Position>>>,
    tables: Option<Arc<dyn Tables<Position>>>,
}

impl XiangqiEngine {
    fn new(profile: Profile, settings: &Settings) -> Result<XiangqiEngine, OptionError> {
        let params = SearchParams::default();
        let base = usual(profile);
        let evaluation = Evaluation::new(EvalParams::of_set(&base), profile.style());
        let patterns = Patterns::shipped();
        let mut engine = XiangqiEngine {
            profile,
            settings: settings.clone(),
            base,
            evaluation,
            network: profile.network(),
            patterns,
            patterns_use: Use::On,
            reductions: Box::new(reductions(&params)),
            params,
            techniques: Techniques::ALL,
            table: TranspositionTable::new(0).map_err(|_| OptionError::Memory { megabytes: 0 })?,
            histories: Vec::new(),
            book: None,
            witness: None,
            tables: None,
        };
        for effect in
            [Effect::Hash, Effect::Threads, Effect::Techniques, Effect::Params, Effect::Patterns]
        {
            engine.apply(effect, settings)?;
        }
        Ok(engine)
    }

    /// Does what changed settings ask for.
    fn apply(&mut self, effect: Effect, settings: &Settings) -> Result<(), OptionError> {
        match effect {
            Effect::Kept => {}
            Effect::Clear => self.new_game(),
            Effect::Hash => {
                let megabytes = settings.hash;
                self.table = TranspositionTable::new(megabytes)
                    .map_err(|_| OptionError::Memory { megabytes })?;
            }
            Effect::Threads => self.take_threads(settings.threads.max(1))?,
            Effect::Patterns => {
                self.patterns_use = Use::read(&settings.patterns)?;
                self.patterns.set_guides(self.patterns_use == Use::Guide);
                self.new_game();
            }
            Effect::Techniques => self.techniques = Techniques::without(&settings.disabled)?,
            Effect::Params => {
                let wrong = |error: ParamError| OptionError::Text {
                    name: "Params",
                    reason: error.to_string(),
                };
                let mut numbers = self.base.clone();
                numbers.apply(&settings.params).map_err(wrong)?;
                self.use_numbers(&numbers);
            }
        }
        Ok(())
    }

    /// Searches and evaluates with other numbers, which are in range.
    fn use_numbers(&mut self, numbers: &ParamSet) {
        self.params.assign(numbers.values());
        *self.reductions = reductions(&self.params);
        let eval = EvalParams::of_set(numbers);
        let weights = numbers.len() - self.patterns.values().len();
        if self.patterns.assign(&numbers.values()[weights..]) {
            self.new_game();
        }
        if eval != *self.evaluation.params() {
            self.evaluation = Evaluation::new(eval, self.evaluation.style());
            // What was learned rests on the old evaluation.
            self.new_game();
        }
    }

    /// Another number of threads.
    fn take_threads(&mut self, threads: usize) -> Result<(), OptionError> {
        // Asked for at once and given back: a refusal now is an error, a refusal
        // table by table would end the program.
        let more = threads.saturating_sub(self.histories.len()).saturating_mul(THREAD_BYTES);
        if Vec::<u8>::new().try_reserve_exact(more).is_err() {
            return Err(OptionError::ThreadMemory { threads });
        }
        self.histories.resize_with(threads, Histories::new);
        Ok(())
    }

    /// Searches at full or lesser strength; the lines are as many as the level
    /// compares.
    fn run(
        &mut self,
        game: &XiangqiGame,
        request: &Request,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Answer<Ply> {
        self.table.new_search();
        let time = request.limits.plan(&self.params.time_policy(), self.settings.overhead);
        let limit = clock_and_limit(game).1;
        let tables = self.tables.as_deref().map(|tables| Probing::new(tables, limit));
        let threads = if self.strength().is_some() { 1 } else { self.histories.len() };
        let job = Job {
            request,
            time,
            history: &GameHistory::of(game),
            control: &Control::new(host, request.limits.nodes, time.map(|time| time.hard))
                .with_soft_nodes(request.limits.soft_nodes),
            table: &self.table,
            params: &self.params,
            techniques: self.techniques,
            tables: tables.as_ref(),
            reductions: &self.reductions,
            witness: self.witness.as_deref(),
        };
        let patterns = self.looks_for_patterns().then_some(&self.patterns);
        let histories = &mut self.histories[..threads];
        let evaluation = &self.evaluation;
        // Everything below knows its evaluation when it is compiled.
        match &self.network {
            Some(network) if network.role() == Role::Correction => {
                run_with(Corrected::new(network, evaluation), patterns, &job, histories, report)
            }
            Some(network) => {
                run_with(Learned::new(network, evaluation), patterns, &job, histories, report)
            }
            None if evaluation.style() == EvalStyle::Shenxiang => {
                run(&Styled::<Shenxiang>::new(evaluation), &job, histories, report)
            }
            None => run_with(Styled::<Chuhe>::new(evaluation), patterns, &job, histories, report),
        }
    }

    /// Whether a search has patterns to look for.
    fn looks_for_patterns(&self) -> bool {
        match self.patterns_use {
            Use::On => !self.patterns.is_silent(),
            Use::Off => false,
            Use::Measured | Use::Guide => true,
        }
    }

    /// What the level allows; `None` at full strength.
    fn strength(&self) -> Option<Strength> {
        self.settings.level.of(&LEVELS)
    }

    /// Searches as a weak level does: it compares more lines than it tells, and the
    /// line it plays is told last.
    fn run_weak(
        &mut self,
        strength: Strength,
        game: &XiangqiGame,
        request: &Request,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Answer<Ply> {
        let mut show = |told: &Report<'_>| {
            if told.line.is_none_or(|line| line.number <= request.lines) {
                report(told);
            }
        };
        let mut answer = self.run(game, &weakened(request, strength), host, &mut show);
        let mut dice = Rng::new(request.seed ^ game.position().zobrist_key());
        if choose(strength, &mut answer, &mut dice) {
            self.tell_first(&answer, host, report);
        }
        answer
    }

    /// Tells every line of an answer that tables gave.
    fn tell_known(
        &self,
        answer: &Answer<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        for (number, line) in (1..).zip(&answer.lines) {
            report(&Report {
                depth: answer.depth,
                selective_depth: answer.depth,
                nodes: answer.nodes,
                time: host.elapsed(),
                fullness: self.table.fullness(),
                table_hits: answer.lines.len() as u64,
                line: Some(LineReport { number, line, bound: Bound::Exact }),
            });
        }
    }

    /// Tells the first line of an answer.
    fn tell_first(
        &self,
        answer: &Answer<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        let told = |line| LineReport { number: 1, line, bound: Bound::Exact };
        report(&Report {
            depth: answer.depth,
            selective_depth: answer.depth,
            nodes: answer.nodes,
            time: host.elapsed(),
            fullness: self.table.fullness(),
            table_hits: 0,
            line: answer.lines.first().map(told),
        });
    }

    /// What endgame tables say of the root. A weak level plays by itself.
    fn ask_tables(&self, game: &XiangqiGame, request: &Request) -> Option<Advice<Ply>> {
        if self.strength().is_some() {
            return None;
        }
        advise(self.tables.as_deref(), game.position(), clock_and_limit(game), request)
    }

    /// Rows with those of the patterns on the board.
    fn with_patterns(&self, explanation: Explanation, position: &Position) -> Explanation {
        let hand = self.evaluation.style() == EvalStyle::Chuhe && self.patterns_use != Use::Off;
        match self.patterns.rows(position).filter(|_| hand) {
            None => explanation,
            Some(row) => {
                let mut rows = explanation.rows;
                rows.push(row);
                Explanation::new(explanation.turn, rows)
            }
        }
    }

    /// What the book says, if it may answer.
    fn ask_book(&self, game: &XiangqiGame, request: &Request) -> Option<Answer<Ply>> {
        if !request.book || !request.only.is_empty() {
            return None;
        }
        search::book::ask(self.book.as_deref(), game, request.seed)
    }
}

/// Plies since the last capture, and how many end the game; 0 for no limit.
fn clock_and_limit(game: &XiangqiGame) -> (u32, u32) {
    (game.history().limit().plies(), game.rules().natural_limit.unwrap_or(0))
}

/// What an evaluation says by itself.
fn value_of(
    evaluator: impl Evaluator<Position>,
    patterns: Option<&Patterns>,
    position: &Position,
) -> i32 {
    fn value(evaluator: &impl Evaluator<Position>, position: &Position) -> i32 {
        evaluator.evaluate(&mut evaluator.start(position), position).get()
    }
    match patterns {
        Some(patterns) if patterns.guides() => value(&Guided::new(evaluator, patterns), position),
        Some(patterns) => value(&WithPatterns::new(evaluator, patterns), position),
        None => value(&evaluator, position),
    }
}

/// Searches with an evaluation and what patterns add to it.
fn run_with(
    evaluator: impl Evaluator<Position>,
    patterns: Option<&Patterns>,
    job: &Job<'_>,
    histories: &mut [Histories],
    report: &mut dyn FnMut(&Report<'_>),
) -> Answer<Ply> {
    match patterns {
        Some(patterns) if patterns.guides() => {
            run(&Guided::new(evaluator, patterns), job, histories, report)
        }
        Some(patterns) => run(&WithPatterns::new(evaluator, patterns), job, histories, report),
        None => run(&evaluator, job, histories, report),
    }
}

impl Engine<Position, XiangqiRules> for XiangqiEngine {
    fn profile(&self) -> &'static str {
        self.profile.name()
    }

    fn options(&self) -> Vec<EngineOption> {
        self.settings.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (settings, effect) = self.settings.with(name, value)?;
        self.apply(effect, &settings)?;
        self.settings = settings;
        Ok(())
    }

    fn params(&self) -> ParamSet {
        let mut numbers = self.base.clone();
        let eval = self.evaluation.params().values();
        let values = [self.params.values(), eval, self.patterns.values()].concat();
        numbers.assign(&values).expect("an engine's own numbers are in range");
        numbers
    }

    fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError> {
        let mut numbers = self.params();
        numbers.adopt(params)?;
        self.use_numbers(&numbers);
        self.base = numbers;
        self.settings.params.clear();
        Ok(())
    }

    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), OptionError> {
        let wrong =
            |error: NetworkError| OptionError::Text { name: "EvalFile", reason: error.to_string() };
        let network = bytes.map(Network::from_bytes).transpose().map_err(wrong)?;
        self.network = network.or_else(|| self.profile.network());
        self.new_game();
        Ok(())
    }

    fn set_patterns(&mut self, text: Option<&str>) -> Result<(), OptionError> {
        let patterns = text.map_or_else(|| Ok(Patterns::shipped()), Patterns::with_text)?;
        let is_pattern = |name: &str| name.starts_with("patterns.");
        let own = self.base.specs().iter().filter(|spec| !is_pattern(&spec.name));
        let mut specs: Vec<_> = own.cloned().collect();
        specs.extend(patterns.specs());
        let mut base = ParamSet::new(specs);
        // Weights of patterns that are there no more are forgotten.
        for (name, value) in self.params().iter() {
            let _ = base.set(name, value.into());
        }
        self.patterns = patterns;
        self.patterns.set_guides(self.patterns_use == Use::Guide);
        self.use_numbers(&base);
        self.base = base;
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
        self.histories.iter_mut().for_each(Histories::clear);
    }

    fn search(
        &mut self,
        game: &XiangqiGame,
        request: &Request,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> Answer<Ply> {
        if let Some(answer) = self.ask_book(game, request) {
            self.tell_first(&answer, host, report);
            return answer;
        }
        let lines = if request.lines == 0 { self.settings.lines } else { request.lines };
        let mut request = Request { lines, ..request.clone() };
        match self.ask_tables(game, &request) {
            Some(Advice::Decided(answer)) => {
                host.yield_point();
                self.tell_known(&answer, host, report);
                return answer;
            }
            Some(Advice::Keep(plies)) => request.only = plies,
            None => {}
        }
        match self.strength() {
            Some(strength) => self.run_weak(strength, game, &request, host, report),
            None => self.run(game, &request, host, report),
        }
    }

    fn explain(&self, game: &XiangqiGame) -> Option<Explanation> {
        let position = game.position();
        let rows = self.with_patterns(self.evaluation.explain(position), position);
        let patterns = self.looks_for_patterns().then_some(&self.patterns);
        let decided = |by, value| Decided { by, value };
        Some(match &self.network {
            None => rows,
            Some(network) if network.role() == Role::Correction => {
                let value = value_of(Corrected::new(network, &self.evaluation), patterns, position);
                rows.decided(decided(DecidedBy::Correction, value))
            }
            Some(network) => {
                let value = value_of(Learned::new(network, &self.evaluation), patterns, position);
                rows.decided(decided(DecidedBy::Network, value))
            }
        })
    }

    fn win_model(&self, position: &Position) -> WinModel {
        crate::win_model(position)
    }
}
