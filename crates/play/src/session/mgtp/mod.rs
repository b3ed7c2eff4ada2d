//! The tournament protocol of dark chess: numbered requests, one answer each.

mod platform_text;
mod record;
mod setup;

use std::error::Error;
use std::time::Duration;

use banqi::notation::platform;
use banqi::{BanqiRules, Ply, Position, Repetition, Reveal, Setup, Side};
use banqi_engine::{BanqiGame, BoxedEngine};
use game::{Game, Position as _};
use protocol::mgtp::{
    Colour, Command, CommandName, InitialBoard, Reply, Turn, block, parse_request,
};
use search::limits::ClockTime;
use search::{Answer, CreateError, Host as _, Limits, OptionError, Request, Settings, WinModel};

pub use record::RecordError;

use super::position::rejudged;
use super::shared::Seeds;
use super::{Next, Output};
use crate::eval_file::{EVAL_FILE, EvalFile};
use crate::stopwatch::Stopwatch;

/// What a session begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The program to be.
    pub profile: String,
    /// What its engine is set to.
    pub settings: Settings,
    /// A network to evaluate with; empty: the profile's own evaluation.
    pub eval_file: String,
    /// The rules, until the platform changes them.
    pub rules: BanqiRules,
    /// The time for a ply, whatever clock the platform tells; `None`: the clock
    /// decides.
    pub movetime: Option<Duration>,
    /// The first seed of weak levels; `None`: one of the system's.
    pub seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            profile: "chuhe".to_owned(),
            settings: Settings::default(),
            eval_file: String::new(),
            rules: BanqiRules::default(),
            movetime: None,
            seed: None,
        }
    }
}

/// The engine and the game it follows.
pub struct MgtpSession {
    engine: BoxedEngine,
    rules: BanqiRules,
    game: BanqiGame,
    /// For how many plies nothing had happened where the game begins.
    start_clock: u32,
    /// After `init_board` nobody has said whose turn it is.
    turn_open: bool,
    /// The time of a whole game, which holds for the next one, too.
    time_setting: Option<Duration>,
    time_left: [Option<Duration>; 2],
    movetime: Option<Duration>,
    seeds: Seeds,
    replies: Output,
    remarks: Output,
}

/// The time for a ply as long as no time is known.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(3);

/// The answer to a request: a text, maybe empty, or what is wrong.
type Done = Result<String, String>;

impl MgtpSession {
    /// A session at the start position. Answers go to `replies`, depth and score of
    /// every search to `remarks`.
    ///
    /// # Errors
    /// If there is no such profile, it cannot have these settings, or the file is not a
    /// network of dark chess.
    pub fn new(config: &Config, replies: Output, remarks: Output) -> Result<Self, CreateError> {
        let mut engine = banqi_engine::create(&config.profile, &config.settings)?;
        let reason = |reason| OptionError::Text { name: EVAL_FILE, reason };
        let file = EvalFile::read(&config.eval_file).map_err(reason)?;
        file.apply(engine.as_mut(), None).map_err(reason)?;
        Ok(MgtpSession {
            engine,
            rules: config.rules,
            game: Game::new(config.rules),
            start_clock: 0,
            turn_open: false,
            time_setting: None,
            time_left: [None; 2],
            movetime: config.movetime,
            seeds: Seeds::new(config.seed),
            replies,
            remarks,
        })
    }

    /// Carries out one line.
    pub fn command(&mut self, line: &str) -> Next {
        if line.trim().is_empty() {
            return Next::Continue;
        }
        match parse_request(line) {
            Ok(Command::Quit) => {
                self.reply(&Reply::done(CommandName::Quit));
                return Next::Quit;
            }
            Ok(command) => {
                let reply = self.answer(&command);
                self.reply(&reply);
            }
            Err(error) => {
                if let Some(reply) = error.reply() {
                    self.reply(&reply);
                }
            }
        }
        Next::Continue
    }

    fn reply(&self, reply: &impl std::fmt::Display) {
        (self.replies)(&reply.to_string());
    }

    fn answer(&mut self, command: &Command) -> Box<dyn std::fmt::Display> {
        let name = command.name();
        match command {
            Command::ListCommands => {
                Box::new(block(name, &CommandName::ALL.map(CommandName::word)))
            }
            Command::ShowBoard => {
                let board = platform_text::board(self.game.position());
                Box::new(block(name, &board.iter().map(String::as_str).collect::<Vec<_>>()))
            }
            command => Box::new(match self.carry_out(command) {
                Ok(text) => Reply::answer(name, text),
                Err(text) => Reply::Failure { id: name.id(), text },
            }),
        }
    }

    fn carry_out(&mut self, command: &Command) -> Done {
        match command {
            Command::ProtocolVersion => Ok("1.1.0".to_owned()),
            Command::Name => Ok("Chuhe".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(word) => Ok(CommandName::from_word(word).is_some().to_string()),
            Command::BoardSize { width: 4, height: 8 } => done(),
            Command::BoardSize { width, height } => {
                Err(format!("a board of {width} by {height} is not known: expected 4 8"))
            }
            Command::ResetBoard => self.begin(&Position::start().setup()),
            Command::InitBoard(board) => self.init(board),
            Command::NumRepetition(times) => self.set_repetition(*times),
            Command::NumMovesToDraw(plies) => {
                self.change_rules(BanqiRules { no_progress_plies: *plies, ..self.rules })
            }
            Command::Move { from, to } => self.play_move(&from.to_string(), &to.to_string()),
            Command::Flip { square, piece } => self.play_flip(&square.to_string(), piece.letter()),
            Command::GenMove(turn) => self.generate(*turn),
            Command::TimeSettings(milliseconds) => {
                self.time_setting = Some(Duration::from_millis(*milliseconds));
                self.time_left = [self.time_setting; 2];
                done()
            }
            Command::TimeLeft { colour, milliseconds } => {
                self.time_left[side(*colour).index()] = Some(Duration::from_millis(*milliseconds));
                done()
            }
            Command::Quit
            | Command::Ready
            | Command::GameOver(_)
            | Command::ListCommands
            | Command::ShowBoard => done(),
        }
    }

    /// Begins a game from a position; on an error everything stays as it was.
    fn begin(&mut self, setup: &Setup) -> Done {
        let position = Position::try_from(setup).map_err(|error| message(&error))?;
        self.game = Game::from_position(self.rules, position, setup.clock);
        self.start_clock = setup.clock;
        self.turn_open = false;
        self.time_left = [self.time_setting; 2];
        self.engine.new_game();
        done()
    }

    fn init(&mut self, board: &InitialBoard) -> Done {
        self.begin(&setup::initial_setup(board)?)?;
        self.turn_open = self.game.position().turn().is_some();
        done()
    }

    fn set_repetition(&mut self, times: u32) -> Done {
        let repetition = match (times, self.rules.repetition) {
            (0 | 1, _) => Repetition::Off,
            (_, Repetition::Position(_)) => Repetition::Position(times),
            _ => Repetition::Cycle(times),
        };
        self.change_rules(BanqiRules { repetition, ..self.rules })
    }

    /// The same game under other rules.
    fn change_rules(&mut self, rules: BanqiRules) -> Done {
        self.game = rejudged(&self.game, &rules, self.start_clock)?;
        self.rules = rules;
        done()
    }

    fn play_move(&mut self, from: &str, to: &str) -> Done {
        let ply = Ply::new(read_square(from)?, read_square(to)?);
        if let Some(piece) = self.game.position().piece_at(ply.from()) {
            self.settle_turn(piece.side());
        }
        self.play(ply, Reveal::Nothing)
    }

    fn play_flip(&mut self, square: &str, letter: char) -> Done {
        let piece =
            platform::read_piece(letter).ok_or_else(|| format!("{letter} is not a piece"))?;
        self.play(Ply::flip(read_square(square)?), Reveal::Piece(piece))
    }

    fn play(&mut self, ply: Ply, reveal: Reveal) -> Done {
        self.game.position().check(ply).map_err(|error| message(&error))?;
        self.game.play_on(ply, reveal).map_err(|error| message(&error))?;
        self.turn_open = false;
        done()
    }

    /// The first ply after `init_board` tells whose turn it is.
    fn settle_turn(&mut self, turn: Side) {
        if self.turn_open && self.game.position().turn() != Some(turn) {
            let mut setup = self.game.position().setup();
            setup.turn = Some(turn);
            if let Ok(position) = Position::try_from(&setup) {
                self.game = Game::from_position(self.rules, position, setup.clock);
                self.start_clock = setup.clock;
            }
        }
        self.turn_open = false;
    }

    /// A ply for whoever is to move. Before the first flip nobody has a colour, so
    /// any name is right; `unknown` leaves it to the game, at any time. Only the
    /// wrong colour is refused: the platform and we then follow different games.
    fn generate(&mut self, turn: Turn) -> Done {
        if let Turn::Of(colour) = turn {
            self.settle_turn(side(colour));
            if let Some(now) = self.game.position().turn()
                && now != side(colour)
            {
                return Err(format!("it is {now}'s turn, not {turn}'s"));
            }
        }
        let ply = self.search().ok_or("there is no legal ply")?;
        let square = platform::write_square;
        Ok(format!("{} {}", square(ply.from()), square(ply.to())))
    }

    /// The engine's ply for the side to move.
    fn search(&mut self) -> Option<Ply> {
        let limits = self.limits();
        let seed = self.seeds.next();
        let request = Request { seed, book: true, ..Request::within(limits.clone()) };
        let host = Stopwatch::start();
        let answer = self.engine.search(&self.game, &request, &host, &mut |_| {});
        let model = self.engine.win_model(self.game.position());
        (self.remarks)(&remark(&answer, model, host.elapsed(), &limits));
        answer.ply()
    }

    /// What the user wants for a ply rules, then the clock of the side to move.
    fn limits(&self) -> Limits {
        let own = self.game.position().turn().and_then(|side| self.time_left[side.index()]);
        match (self.movetime, own.or(self.time_left[0])) {
            (None, Some(left)) => {
                let clock = ClockTime { left, increment: Duration::ZERO, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
            (movetime, _) => {
                let movetime = movetime.unwrap_or(DEFAULT_MOVETIME);
                Limits { movetime: Some(movetime), ..Limits::default() }
            }
        }
    }
}

fn done() -> Done {
    Ok(String::new())
}

/// An error with the platform's squares.
fn message(error: &dyn Error) -> String {
    platform_text::message(&error.to_string())
}

fn read_square(text: &str) -> Result<banqi::Square, String> {
    platform::read_square(text).ok_or_else(|| format!("{text} is not a square"))
}

fn side(colour: Colour) -> Side {
    match colour {
        Colour::Red => Side::Red,
        Colour::Black => Side::Black,
    }
}

/// Depth and score for who watches: the answers belong to the platform.
fn remark(answer: &Answer<Ply>, model: WinModel, time: Duration, limits: &Limits) -> String {
    let square = platform::write_square;
    let plies = answer.lines.first().map_or(&[][..], |line| &line.plies);
    let line: Vec<String> =
        plies.iter().map(|ply| format!("{}-{}", square(ply.from()), square(ply.to()))).collect();
    let allowed = match (limits.movetime, &limits.clock) {
        (Some(movetime), _) => format!("{} ms a ply", movetime.as_millis()),
        (None, Some(clock)) => format!("{} ms left", clock.left.as_millis()),
        (None, None) => "no limit".to_owned(),
    };
    format!(
        "depth {} score {} nodes {} time {} ms ({allowed}) pv {}",
        answer.depth,
        score_text(model, answer.score()),
        answer.nodes,
        time.as_millis(),
        line.join(" ")
    )
}

fn score_text(model: WinModel, score: game::Score) -> String {
    match score.plies_to_end() {
        Some(plies) => format!("end in {plies} plies"),
        None => format!("{:+.2}", f64::from(model.shown(score)) / 100.0),
    }
}
