//! What every published program needs to stand behind the boundary.

use std::sync::Arc;
use std::time::Duration;

use banqi::{BanqiRules, Ply, Position};
use game::Score;
use search::options::Effect;
use search::{
    Answer, Book, Control, Engine, EngineOption, Explanation, Host, Limits, OptionError,
    ParamError, ParamSet, Report, Request, Settings, WinModel,
};

use crate::engine::{BanqiGame, from_book, tell_answer};
use crate::levels::LEVELS;
use crate::win_rate::curve_model;

/// What a published program is asked to do.
pub(crate) struct Task<'a> {
    pub game: &'a BanqiGame,
    /// Plies deep; `None`: as the program thinks right.
    pub depth: Option<i32>,
    /// Only these plies; empty = all.
    pub only: &'a [Ply],
    /// How long it may take; the control ends it then.
    pub time: Option<Duration>,
    pub control: &'a Control<'a>,
}

impl Task<'_> {
    /// Whether a ply may be the answer.
    pub fn wants(&self, ply: Ply) -> bool {
        self.only.is_empty() || self.only.contains(&ply)
    }
}

/// What a published program found.
pub(crate) struct Found {
    /// `None` only if there is no ply that is wanted.
    pub ply: Option<Ply>,
    pub score: Score,
    pub depth: i32,
}

impl Found {
    /// A ply that needed no search.
    pub fn at_once(ply: Option<Ply>) -> Found {
        Found { ply, score: Score::DRAW, depth: 0 }
    }
}

/// A published program: how it chooses a ply.
pub(crate) trait Program: Send {
    /// The profile's name.
    fn profile(&self) -> &'static str;

    /// Another size of its table, if it has one.
    fn resize(&mut self, _megabytes: usize) {}

    /// Forgets what earlier searches taught.
    fn clear(&mut self) {}

    /// How long it thinks; `None` if time does not matter.
    fn time(&self, limits: &Limits, overhead: Duration, game: &BanqiGame) -> Option<Duration>;

    /// Chooses a ply.
    fn choose(&mut self, task: &Task<'_>) -> Found;
}

/// A published program with everything around it.
pub(crate) struct Baseline<P> {
    program: P,
    settings: Settings,
    book: Option<Arc<dyn Book<Position>>>,
}

impl<P: Program> Baseline<P> {
    pub fn new(program: P, settings: &Settings) -> Result<Baseline<P>, OptionError> {
        check(program.profile(), settings)?;
        Ok(Baseline { program, settings: settings.clone(), book: None })
    }
}

/// A published program is as it was: nothing of it can be left out or changed.
fn check(profile: &str, settings: &Settings) -> Result<(), OptionError> {
    for (name, text) in [("Disable", &settings.disabled), ("Params", &settings.params)] {
        if search::options::listed(text).next().is_some() {
            let reason = format!("the profile {profile} has nothing to change: expected nothing");
            return Err(OptionError::Text { name, reason });
        }
    }
    Ok(())
}

impl<P: Program> Engine<Position, BanqiRules> for Baseline<P> {
    fn profile(&self) -> &'static str {
        self.program.profile()
    }

    fn options(&self) -> Vec<EngineOption> {
        self.settings.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let (settings, effect) = self.settings.with(name, value)?;
        check(self.program.profile(), &settings)?;
        match effect {
            Effect::Hash => self.program.resize(settings.hash),
            Effect::Clear => self.program.clear(),
            Effect::Kept
            | Effect::Threads
            | Effect::Techniques
            | Effect::Params
            | Effect::Patterns => {}
        }
        self.settings = settings;
        Ok(())
    }

    fn params(&self) -> ParamSet {
        ParamSet::default()
    }

    fn set_params(&mut self, params: &ParamSet) -> Result<(), ParamError> {
        let first = params.specs().first();
        first.map_or(Ok(()), |spec| Err(ParamError::Unknown(spec.name.to_string())))
    }

    fn set_book(&mut self, book: Option<Arc<dyn Book<Position>>>) {
        self.book = book;
    }

    fn new_game(&mut self) {
        self.program.clear();
    }

    fn search(
        &mut self,
        game: &BanqiGame,
        request: &Request<Ply>,
        host: &dyn Host,
        report: &mut dyn FnMut(&Report<'_, Ply>),
    ) -> Answer<Ply> {
        let answer = from_book(self.book.as_deref(), game, request).unwrap_or_else(|| {
            // A weaker level looks at less; these programs have no doubts.
            let level = self.settings.level.of(&LEVELS).map(|strength| strength.nodes);
            let nodes = request.limits.nodes.into_iter().chain(level).min();
            let time = self.program.time(&request.limits, self.settings.overhead, game);
            let control = Control::new(host, nodes, time);
            let (depth, only) = (request.limits.depth, &request.only);
            let task = Task { game, depth, only, time, control: &control };
            answer(&self.program.choose(&task), &control)
        });
        tell_answer(&answer, host, report);
        answer
    }

    fn explain(&self, _: &BanqiGame) -> Option<Explanation> {
        None
    }

    fn win_model(&self, position: &Position) -> WinModel {
        curve_model(position)
    }
}

fn answer(found: &Found, control: &Control<'_>) -> Answer<Ply> {
    // Also who finds a ply without a search comes to the yield point.
    control.report(0);
    let line = |ply| search::Line { score: found.score, plies: vec![ply] };
    Answer {
        lines: found.ply.map(line).into_iter().collect(),
        depth: found.depth,
        reached: found.depth,
        nodes: control.nodes(),
        ..Answer::none()
    }
}
