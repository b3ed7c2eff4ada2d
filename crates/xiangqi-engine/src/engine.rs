//! The engine as its callers see it: profiles, options, parameters, one call to
//! search.

use std::sync::Arc;

use game::{Game, Rng, Score};
use network::{Network, NetworkError, XiangqiInputs};
use search::options::Effect;
use search::{
    Answer, Book, Bound, Control, CreateError, Engine, EngineOption, Explanation, Host, LineReport,
    OptionError, ParamError, ParamSet, Settings, Source, Strength, TranspositionTable, WinModel,
};
use xiangqi::{Ply, Position, XiangqiRules};

use crate::eval::{Chuhe, EvalParams, EvalStyle, Evaluation, Shenxiang, Styled};
use crate::learned::Learned;
use crate::level::{LEVELS, choose, weakened};
use crate::search::{GameHistory, Histories, Job, SearchParams, Techniques, reductions, run};

/// A game of xiangqi under its rules.
pub type XiangqiGame = Game<Position, XiangqiRules>;
/// The engine, whatever its profile.
pub type BoxedEngine = Box<dyn Engine<Position, XiangqiRules>>;

type Request = search::Request<Ply>;
type Report<'a> = search::Report<'a, Ply>;

/// The programs the engine can be.
pub const PROFILES: [(&str, &str); 2] = [
    ("chuhe", "our own evaluation, tapered and tuned (default)"),
    (
        "shenxiang",
        "the evaluation of the program 深象: values, tables, phases and features as documented",
    ),
];

/// What a thread takes: its tables, its stack and what it searches on.
const THREAD_BYTES: usize = Histories::BYTES + (4 << 20);

/// An engine of a profile in [`PROFILES`].
///
/// # Errors
/// If there is no such profile, or it cannot have these settings.
pub fn create(profile: &str, settings: &Settings) -> Result<BoxedEngine, CreateError> {
    let style = EvalStyle::ALL.into_iter().find(|style| style.name() == profile);
    let style = style.ok_or_else(|| CreateError::no_profile(profile, &PROFILES))?;
    Ok(Box::new(XiangqiEngine::new(style, settings)?))
}

/// One engine: what it was set to, and what it has learned.
struct XiangqiEngine {
    settings: Settings,
    /// Every number as it was before the option `Params` changed some: the usual
    /// ones, or those of the last [`Engine::set_params`].
    base: ParamSet,
    evaluation: Evaluation,
    /// Evaluates instead, if there is one.
    network: Option<Network<XiangqiInputs>>,
    params: SearchParams,
    techniques: Techniques,
    reductions: Box<[[i32; 64]; 64]>,
    table: TranspositionTable,
    histories: Vec<Histories>,
    book: Option<Arc<dyn Book<Position>>>,
}

impl XiangqiEngine {
    fn new(style: EvalStyle, settings: &Settings) -> Result<XiangqiEngine, OptionError> {
        let params = SearchParams::default();
        let evaluation = Evaluation::of_style(style);
        let mut specs = SearchParams::specs("search");
        specs.extend(evaluation.params().specs());
        let mut engine = XiangqiEngine {
            settings: settings.clone(),
            base: ParamSet::new(specs),
            evaluation,
            network: None,
            reductions: Box::new(reductions(&params)),
            params,
            techniques: Techniques::ALL,
            table: TranspositionTable::new(0).map_err(|_| OptionError::Memory { megabytes: 0 })?,
            histories: Vec::new(),
            book: None,
        };
        for effect in [Effect::Hash, Effect::Threads, Effect::Techniques, Effect::Params] {
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
            reductions: &self.reductions,
        };
        let histories = &mut self.histories[..threads];
        // Everything below knows its evaluation when it is compiled.
        if let Some(network) = &self.network {
            return run(&Learned::new(network, &self.evaluation), &job, histories, report);
        }
        match self.evaluation.style() {
            EvalStyle::Chuhe => {
                run(&Styled::<Chuhe>::new(&self.evaluation), &job, histories, report)
            }
            EvalStyle::Shenxiang => {
                run(&Styled::<Shenxiang>::new(&self.evaluation), &job, histories, report)
            }
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

    /// What the book says, if it may answer.
    fn ask_book(&self, game: &XiangqiGame, request: &Request) -> Option<Answer<Ply>> {
        if !request.book || !request.only.is_empty() {
            return None;
        }
        let ply = search::book::ask(self.book.as_deref(), game.position(), request.seed)?;
        Some(Answer::known(Score::DRAW, ply, Source::Book))
    }
}

impl Engine<Position, XiangqiRules> for XiangqiEngine {
    fn profile(&self) -> &'static str {
        self.evaluation.style().name()
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
        let values = [self.params.values(), self.evaluation.params().values()].concat();
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
        self.network = bytes.map(Network::from_bytes).transpose().map_err(wrong)?;
        self.new_game();
        Ok(())
    }

    fn set_book(&mut self, book: Option<Arc<dyn Book<Position>>>) {
        self.book = book;
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
        let request = Request { lines, ..request.clone() };
        match self.strength() {
            Some(strength) => self.run_weak(strength, game, &request, host, report),
            None => self.run(game, &request, host, report),
        }
    }

    fn explain(&self, game: &XiangqiGame) -> Option<Explanation> {
        Some(self.evaluation.explain(game.position()))
    }

    fn win_model(&self, position: &Position) -> WinModel {
        crate::win_model(position)
    }
}
