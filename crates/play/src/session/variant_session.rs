//! A session about one game: its position, its engine, and the search that may be
//! running.

use std::sync::{Arc, Mutex};

use game::{Game, GameKind, Position as _, Side};
use protocol::coordinates::Ranks;
use protocol::{OptionSpec, PositionText};
use search::{CreateError, EngineOption, OptionError, Request, Settings};

use super::bench::bench_of;
use super::info::{can_say, info};
use super::limits::Go;
use super::options::{Effect, Given, engine_option, is_engine_option, own_options};
use super::position::{read_position, rejudged};
use super::running::{Running, lock};
use super::shared::Shared;
use super::variant::{EngineOf, GameOf, PlyOf, Variant};
use crate::book_options::BookOptions;
use crate::eval_file::{EVAL_FILE, EvalFile};
use crate::pattern_file::{PATTERN_FILE, read_patterns};
use crate::tables::TABLE_PATH;

/// What is said when something needs a position and there is none.
const NO_POSITION: &str = "no position: the last one was refused";

/// A session about a game, whichever it is.
pub(super) trait GameSession: Send {
    fn kind(&self) -> GameKind;
    /// Who is to move; `None` without a position or while colours are open.
    fn turn(&self) -> Option<Side>;
    /// Every option with its present value, as the dialect lists it.
    fn options(&self, shared: &Shared) -> Vec<OptionSpec>;
    /// Changes an option; unknown ones are ignored. On an error everything stays as
    /// it was.
    fn set_option(&mut self, shared: &mut Shared, given: Given<'_>) -> Result<Effect, String>;
    fn new_game(&mut self, shared: &Shared);
    /// Sets the position; after an error there is none.
    fn set_position(&mut self, shared: &mut Shared, text: &PositionText);
    /// There is no position any more: a ply of another one helps nobody.
    fn refuse_position(&mut self, shared: &Shared);
    /// UCCI: these plies of the position are not to be played.
    fn ban(&mut self, shared: &Shared, texts: &[String]);
    fn go(&mut self, shared: &mut Shared, go: Go);
    fn is_searching(&self) -> bool;
    /// Ends the search that runs and waits for its answer.
    fn stop(&mut self, shared: &Shared);
    fn ponder_hit(&self);
    fn show(&self, shared: &Shared);
    fn explain(&mut self, shared: &Shared);
    fn bench(&mut self, shared: &Shared, depth: Option<i32>);
    fn perft(&self, shared: &Shared, depth: u32);
}

/// A session about the game `V`.
pub(super) struct VariantSession<V: Variant> {
    /// Held by the search while it runs.
    engine: Arc<Mutex<EngineOf<V>>>,
    /// The engine's options as they are, to be listed while it searches.
    engine_options: Vec<EngineOption>,
    profile: String,
    eval_file: EvalFile,
    table_path: String,
    book: BookOptions,
    /// Where more patterns come from; empty for the shipped ones only.
    pattern_file: String,
    rules: V::Rules,
    /// `None` after a position was refused.
    game: Option<GameOf<V>>,
    /// For how many plies nothing had happened where the game begins.
    start_clock: u32,
    banned: Vec<PlyOf<V>>,
    running: Option<Running>,
}

impl<V: Variant> VariantSession<V> {
    pub fn new(profile: &str, settings: &Settings) -> Result<Self, CreateError> {
        let engine = V::create(profile, settings)?;
        let rules = V::Rules::default();
        Ok(VariantSession {
            engine_options: engine.options(),
            engine: Arc::new(Mutex::new(engine)),
            profile: profile.to_owned(),
            eval_file: EvalFile::default(),
            table_path: String::new(),
            book: BookOptions::default(),
            pattern_file: String::new(),
            game: Some(Game::new(rules.clone())),
            rules,
            start_clock: 0,
            banned: Vec::new(),
            running: None,
        })
    }

    pub fn profile(&self) -> &str {
        &self.profile
    }

    pub fn rules(&self) -> &V::Rules {
        &self.rules
    }

    /// The path of the file more patterns come from; empty if from none.
    pub fn pattern_file(&self) -> &str {
        &self.pattern_file
    }

    /// Looks for the patterns of a file too; a bad one leaves the last good set.
    pub fn load_pattern_file(&mut self, path: &str) -> Result<Effect, String> {
        let text =
            read_patterns(path).map_err(|reason| format!("option {PATTERN_FILE}: {reason}"))?;
        lock(&self.engine).set_patterns(text.as_deref()).map_err(|error| error.to_string())?;
        self.pattern_file = if text.is_some() { path.to_owned() } else { String::new() };
        Ok(Effect::Done)
    }

    /// The options about opening books.
    pub fn book(&self) -> &BookOptions {
        &self.book
    }

    /// Changes an option about opening books.
    pub fn set_book_option(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let rules = V::rules_text(&self.rules);
        self.book.set(V::KIND, Some(&rules), name, value).map_err(message)?;
        lock(&self.engine).set_book(self.book.books().map(V::book));
        Ok(Effect::Done)
    }

    /// The path of the file the evaluation comes from; empty if from none.
    pub fn eval_file(&self) -> &str {
        self.eval_file.path()
    }

    /// The same game under other rules.
    pub fn change_rules(&mut self, rules: V::Rules) -> Result<Effect, String> {
        if let Some(game) = &self.game {
            self.game = Some(rejudged(game, &rules, self.start_clock)?);
        }
        self.rules = rules;
        Ok(Effect::Done)
    }

    /// Another program with the same settings.
    pub fn change_profile(&mut self, shared: &Shared, profile: &str) -> Result<Effect, String> {
        if profile != self.profile {
            let mut engine = V::create(profile, &shared.settings).map_err(message)?;
            if !self.eval_file.is_none() {
                use_file::<V>(&mut engine, &self.eval_file)?;
            }
            engine.set_tables(V::tables(&self.table_path).map_err(of_tables)?);
            engine.set_book(self.book.books().map(V::book));
            self.engine_options = engine.options();
            *lock(&self.engine) = engine;
            self.profile = profile.to_owned();
        }
        Ok(Effect::Done)
    }

    /// The folders of endgame tables; empty if there are none.
    pub fn table_path(&self) -> &str {
        &self.table_path
    }

    /// Other endgame tables.
    pub fn load_tables(&mut self, path: &str) -> Result<Effect, String> {
        let tables = V::tables(path).map_err(of_tables)?;
        self.table_path = if tables.is_some() { path.to_owned() } else { String::new() };
        lock(&self.engine).set_tables(tables);
        Ok(Effect::Done)
    }

    /// Another network, or other numbers for the evaluation.
    pub fn load_eval_file(&mut self, path: &str) -> Result<Effect, String> {
        let file = EvalFile::read(path).map_err(of_eval_file)?;
        use_file::<V>(&mut lock(&self.engine), &file)?;
        self.eval_file = file;
        Ok(Effect::Done)
    }

    /// Changes an option of the engine. What this profile has no use for is kept for
    /// the next, so that the order of options does not matter.
    fn set_engine_option(
        &mut self,
        shared: &mut Shared,
        option: &'static str,
        value: &str,
    ) -> Result<(), String> {
        let kept = shared.settings.with(option, value);
        if self.engine_options.iter().any(|listed| listed.name == option) {
            let mut engine = lock(&self.engine);
            engine.set_option(option, value).map_err(message)?;
            self.engine_options = engine.options();
        }
        match kept {
            Ok((settings, _)) => shared.settings = settings,
            // One of the engine's own, which it has accepted.
            Err(OptionError::Unknown { .. }) => {}
            Err(error) => return Err(error.to_string()),
        }
        Ok(())
    }

    /// The name of an option of the engine, or of any engine.
    fn engine_option(&self, shared: &Shared, name: &str) -> Option<&'static str> {
        let named = |option: &EngineOption| is_engine_option(option, name).then_some(option.name);
        let listed = self.engine_options.iter().find_map(named);
        listed.or_else(|| shared.settings.options().iter().find_map(named))
    }

    /// The plies of `searchmoves`, or those that are not banned; empty if all may be
    /// played, `None` if none.
    fn only(&self, shared: &Shared, texts: &[String]) -> Option<Vec<PlyOf<V>>> {
        let game = self.game.as_ref()?;
        if !self.banned.is_empty() {
            let plies = game.position().legal_plies().into_iter();
            let allowed: Vec<_> = plies.filter(|ply| !self.banned.contains(ply)).collect();
            return Some(allowed).filter(|allowed| !allowed.is_empty());
        }
        let mut only = Vec::new();
        for text in texts {
            match V::read_ply(game.position(), text, shared.ranks) {
                Ok(ply) => only.push(ply),
                Err(error) => shared.writer.remark(&format!("searchmoves: {error}")),
            }
        }
        Some(only)
    }

    /// Answers that there is nothing to play.
    fn answer_none(&mut self, shared: &Shared, wait: bool) {
        let writer = shared.writer.clone();
        self.running = Some(Running::start(false, wait, move |host| {
            host.wait();
            writer.best_move(None, None);
        }));
    }

    /// Reads moves that are not possible in one counting of ranks in the other, and
    /// goes on with it: where all moves are legal in one only, they mean that one.
    fn read_otherwise(&mut self, shared: &mut Shared, text: &PositionText) -> bool {
        if V::KIND != GameKind::Xiangqi || shared.ranks_fixed || text.moves.is_empty() {
            return false;
        }
        let other = match shared.ranks {
            Ranks::ZeroToNine => Ranks::OneToTen,
            Ranks::OneToTen => Ranks::ZeroToNine,
        };
        let Ok(read) = read_position::<V>(text, &self.rules, other) else { return false };
        shared.writer.remark(&format!("ranks {other}: the moves are legal so only"));
        shared.ranks = other;
        self.accept(read);
        true
    }

    fn accept(&mut self, (game, start_clock): (GameOf<V>, u32)) {
        (self.game, self.start_clock) = (Some(game), start_clock);
    }

    /// Searches in a thread of its own and writes what is found.
    fn start(
        &mut self,
        shared: &mut Shared,
        game: GameOf<V>,
        request: Request<PlyOf<V>>,
        wait: bool,
    ) {
        let engine = Arc::clone(&self.engine);
        let (writer, ranks, show_wdl) = (shared.writer.clone(), shared.ranks, shared.show_wdl);
        self.running = Some(Running::start(request.limits.ponder, wait, move |host| {
            let text = |ply| V::write_ply(ply, ranks);
            let mut engine = lock(&engine);
            let model = engine.win_model(game.position());
            let answer = engine.search(&game, &request, host, &mut |report| {
                if can_say(writer.dialect, report) {
                    writer.info(info(report, model, show_wdl, text));
                }
            });
            drop(engine);
            if let Some(remark) = &answer.remark {
                writer.remark(remark);
            }
            host.wait();
            writer.best_move(answer.ply().map(text), answer.reply().map(text));
        }));
    }
}

impl<V: Variant> GameSession for VariantSession<V> {
    fn kind(&self) -> GameKind {
        V::KIND
    }

    fn turn(&self) -> Option<Side> {
        self.game.as_ref().and_then(|game| game.position().side_to_move())
    }

    fn options(&self, shared: &Shared) -> Vec<OptionSpec> {
        let dialect = shared.writer.dialect;
        let engine = self.engine_options.iter().map(|option| engine_option(option, dialect));
        let own = own_options::<V>().into_iter().filter_map(|option| {
            let name = option.name(dialect)?.to_owned();
            Some(OptionSpec { name, kind: (option.kind)(self, shared)? })
        });
        engine.chain(own).collect()
    }

    fn set_option(&mut self, shared: &mut Shared, given: Given<'_>) -> Result<Effect, String> {
        self.stop(shared);
        if let Some(own) = own_options::<V>().into_iter().find(|own| own.is_named(given.name)) {
            return (own.set)(self, shared, given);
        }
        if let Some(option) = self.engine_option(shared, given.name) {
            self.set_engine_option(shared, option, given.value)?;
        }
        Ok(Effect::Done)
    }

    fn new_game(&mut self, shared: &Shared) {
        self.stop(shared);
        lock(&self.engine).new_game();
    }

    fn set_position(&mut self, shared: &mut Shared, text: &PositionText) {
        self.stop(shared);
        self.banned.clear();
        match read_position::<V>(text, &self.rules, shared.ranks) {
            Ok(read) => self.accept(read),
            Err(error) => {
                if !self.read_otherwise(shared, text) {
                    shared.writer.remark(&error);
                    self.refuse_position(shared);
                }
            }
        }
    }

    fn refuse_position(&mut self, shared: &Shared) {
        self.stop(shared);
        self.game = None;
        shared.writer.remark("position refused: until one is accepted, go finds no move");
    }

    fn ban(&mut self, shared: &Shared, texts: &[String]) {
        let Some(game) = &self.game else { return };
        let read = |text: &String| V::read_ply(game.position(), text, shared.ranks).ok();
        self.banned = texts.iter().filter_map(read).collect();
    }

    fn go(&mut self, shared: &mut Shared, go: Go) {
        self.stop(shared);
        let Some(game) = self.game.clone() else {
            shared.writer.remark(NO_POSITION);
            return self.answer_none(shared, go.wait);
        };
        let Some(only) = self.only(shared, &go.only) else {
            return self.answer_none(shared, go.wait);
        };
        let (seed, book) = (shared.seeds.next(), !go.wait || go.limits.ponder);
        let request = Request { limits: go.limits, lines: 0, only, seed, book };
        self.start(shared, game, request, go.wait);
    }

    fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    fn stop(&mut self, shared: &Shared) {
        if let Some(running) = self.running.take()
            && !running.stop()
        {
            shared.writer.remark("the search failed; the engine goes on");
            shared.writer.best_move(None, None);
        }
    }

    fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.ponder_hit();
        }
    }

    fn show(&self, shared: &Shared) {
        let Some(game) = &self.game else { return shared.writer.remark(NO_POSITION) };
        let diagram = V::diagram(game.position());
        shared.writer.line(format_args!("{}\n{}", diagram.trim_end(), V::position_line(game)));
    }

    fn explain(&mut self, shared: &Shared) {
        self.stop(shared);
        let Some(game) = &self.game else { return shared.writer.remark(NO_POSITION) };
        match lock(&self.engine).explain(game) {
            Some(explanation) => shared.writer.line(explanation.to_string().trim_end()),
            None => shared.writer.remark(&format!("{} has no terms to show", self.profile)),
        }
    }

    fn bench(&mut self, shared: &Shared, depth: Option<i32>) {
        self.stop(shared);
        match bench_of::<V>(&self.profile, depth) {
            Ok(line) => shared.writer.line(line),
            Err(error) => shared.writer.remark(&format!("bench: {error}")),
        }
    }

    fn perft(&self, shared: &Shared, depth: u32) {
        let Some(game) = &self.game else { return shared.writer.remark(NO_POSITION) };
        let mut total = 0;
        for branch in game::perft::divide(game.position(), depth) {
            shared.writer.line(format_args!("{}: {}", branch.ply, branch.count.kinds));
            total += branch.count.kinds;
        }
        shared.writer.line(format_args!("\nNodes searched: {total}"));
    }
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn use_file<V: Variant>(engine: &mut EngineOf<V>, file: &EvalFile) -> Result<(), String> {
    file.apply(engine.as_mut(), V::READ_NUMBERS).map_err(of_eval_file)
}

fn of_tables(error: String) -> String {
    format!("option {TABLE_PATH}: {error}")
}

fn of_eval_file(error: String) -> String {
    format!("option {EVAL_FILE}: {error}")
}
