//! One game over the tournament protocol.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use banqi::notation::platform;
use banqi::{BanqiRules, Piece, Ply, Pool, Position, Repetition, Reveal, Setup, Side, Tile};
use banqi_engine::{BanqiGame, Choice, Engine, Signals};
use game::{Game, Position as _};
use protocol::mgtp::{
    Cell, Colour, Command, CommandName, InitialBoard, Reply, Turn, block, parse_request,
};
use search::limits::ClockTime;
use search::{Clock as _, Limits, WinModel};

use super::{Args, platform_text};
use crate::uci::{Stopwatch, say};

/// The engine and the game it follows.
pub struct Session {
    engine: Box<dyn Engine>,
    rules: BanqiRules,
    game: BanqiGame,
    /// After `init_board` nobody has said whose turn it is.
    turn_open: bool,
    /// The time of a whole game, which holds for the next one, too.
    setting: Option<Duration>,
    left: [Option<Duration>; 2],
    /// The time for a ply that the user wants, whatever the platform says.
    movetime: Option<Duration>,
}

/// The time for a ply as long as nobody has told any.
const UNTOLD: Duration = Duration::from_secs(3);

impl Session {
    pub fn new(args: &Args) -> Result<Session> {
        let rules: BanqiRules = args.rules.parse()?;
        Ok(Session {
            engine: banqi_engine::create(&args.profile, args.hash, args.threads)?,
            rules,
            game: Game::new(rules),
            turn_open: false,
            setting: None,
            left: [None; 2],
            movetime: args.movetime.map(Duration::from_millis),
        })
    }

    /// Obeys one line. False if the conversation is over.
    pub fn hear(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return true;
        }
        match parse_request(line) {
            Ok(Command::Quit) => {
                say(Reply::done(CommandName::Quit));
                return false;
            }
            Ok(command) => self.obey(&command),
            Err(error) => {
                if let Some(reply) = error.reply() {
                    say(reply);
                }
            }
        }
        true
    }

    fn obey(&mut self, command: &Command) {
        let name = command.name();
        let answer = match command {
            Command::ProtocolVersion => Ok("1.1.0".to_owned()),
            Command::Name => Ok("Chuhe".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(word) => Ok(CommandName::from_word(word).is_some().to_string()),
            Command::ListCommands => {
                say(block(name, &CommandName::ALL.map(CommandName::word)));
                return;
            }
            Command::ShowBoard => {
                let board = platform_text::board(self.game.position());
                say(block(name, &board.iter().map(String::as_str).collect::<Vec<_>>()));
                return;
            }
            Command::Quit | Command::Ready | Command::GameOver(_) => Ok(String::new()),
            Command::BoardSize { width: 4, height: 8 } => Ok(String::new()),
            Command::BoardSize { width, height } => {
                Err(format!("a board of {width} by {height} is not known: expected 4 8"))
            }
            Command::ResetBoard => self.begin(Position::start().setup()),
            Command::NumRepetition(times) => self.set_repetition(*times),
            Command::NumMovesToDraw(plies) => {
                self.rules.no_progress_plies = *plies;
                self.replay()
            }
            Command::Move { from, to } => self.play_move(&from.to_string(), &to.to_string()),
            Command::Flip { square, piece } => self.play_flip(&square.to_string(), piece.letter()),
            Command::GenMove(turn) => self.choose(*turn),
            Command::TimeSettings(milliseconds) => {
                self.setting = Some(Duration::from_millis(*milliseconds));
                self.left = [self.setting; 2];
                Ok(String::new())
            }
            Command::TimeLeft { colour, milliseconds } => {
                self.left[side(*colour).index()] = Some(Duration::from_millis(*milliseconds));
                Ok(String::new())
            }
            Command::InitBoard(board) => self.init(board),
        };
        say(match answer {
            Ok(text) => Reply::answer(name, text),
            Err(text) => Reply::Failure { id: name.id(), text },
        });
    }

    /// Begins a game from a position; on an error everything stays as it was.
    pub fn begin(&mut self, setup: Setup) -> Result<String, String> {
        let position = Position::try_from(&setup)
            .map_err(|error| platform_text::message(&error.to_string()))?;
        self.game = Game::from_position(self.rules, position, setup.clock);
        self.turn_open = false;
        self.left = [self.setting; 2];
        self.engine.new_game();
        Ok(String::new())
    }

    fn init(&mut self, board: &InitialBoard) -> Result<String, String> {
        self.begin(initial_setup(board)?)?;
        self.turn_open = self.game.position().turn().is_some();
        Ok(String::new())
    }

    fn set_repetition(&mut self, times: u32) -> Result<String, String> {
        self.rules.repetition = match (times, self.rules.repetition) {
            (0 | 1, _) => Repetition::Off,
            (_, Repetition::Position(_)) => Repetition::Position(times),
            _ => Repetition::Cycle(times),
        };
        self.replay()
    }

    /// The same game under the rules as they are now.
    fn replay(&mut self) -> Result<String, String> {
        let start = self.game.start().clone();
        let plies = self.game.plies().to_vec();
        self.game = Game::from_position(self.rules, start, 0);
        for played in plies {
            self.game.play_on(played.ply, played.reveal).map_err(|error| error.to_string())?;
        }
        Ok(String::new())
    }

    fn play_move(&mut self, from: &str, to: &str) -> Result<String, String> {
        let square =
            |text| platform::read_square(text).ok_or_else(|| format!("{text} is no square"));
        let ply = Ply::new(square(from)?, square(to)?);
        if let Some(piece) = self.game.position().piece_at(ply.from()) {
            self.settle_turn(piece.side());
        }
        self.play(ply, Reveal::Nothing)
    }

    fn play_flip(&mut self, square: &str, letter: char) -> Result<String, String> {
        let at = platform::read_square(square).ok_or_else(|| format!("{square} is no square"))?;
        let piece = platform::read_piece(letter).ok_or_else(|| format!("{letter} is no piece"))?;
        self.play(Ply::flip(at), Reveal::Piece(piece))
    }

    /// Plays a ply of a record.
    pub fn follow(&mut self, played: banqi::Played) -> Result<String, String> {
        self.play(played.ply, played.reveal)
    }

    fn play(&mut self, ply: Ply, reveal: Reveal) -> Result<String, String> {
        let message = |error: &dyn Error| platform_text::message(&error.to_string());
        self.game.position().check(ply).map_err(|error| message(&error))?;
        self.game.play_on(ply, reveal).map_err(|error| message(&error))?;
        self.turn_open = false;
        Ok(String::new())
    }

    /// The first ply after `init_board` tells whose turn it is.
    fn settle_turn(&mut self, turn: Side) {
        if self.turn_open && self.game.position().turn() != Some(turn) {
            let mut setup = self.game.position().setup();
            setup.turn = Some(turn);
            if let Ok(position) = Position::try_from(&setup) {
                self.game = Game::from_position(self.rules, position, setup.clock);
            }
        }
        self.turn_open = false;
    }

    /// A ply for whoever is to move. Before the first flip nobody has a colour, so
    /// any name is right; `unknown` leaves it to the game, at any time. Only the
    /// wrong colour is refused: the platform and we then follow different games.
    fn choose(&mut self, turn: Turn) -> Result<String, String> {
        if let Turn::Of(colour) = turn {
            self.settle_turn(side(colour));
            if let Some(now) = self.game.position().turn()
                && now != side(colour)
            {
                return Err(format!("it is {now}'s turn, not {turn}'s"));
            }
        }
        let ply = self.think().ok_or("there is no legal ply")?;
        let square = |square| platform::write_square(square);
        Ok(format!("{} {}", square(ply.from()), square(ply.to())))
    }

    /// The engine's ply for the side to move.
    pub fn think(&mut self) -> Option<Ply> {
        let limits = self.limits();
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = Stopwatch::start();
        let signals = Signals { clock: &clock, stop: &stop, pondering: &pondering };
        let choice = self.engine.search(&self.game, &limits, signals, &mut |_| {});
        tell(&choice, banqi_engine::win_model(self.game.position()), clock.elapsed(), &limits);
        choice.ply
    }

    /// What the user wants for a ply rules, then the clock of the side to move.
    fn limits(&self) -> Limits {
        let own = self.game.position().turn().and_then(|side| self.left[side.index()]);
        match (self.movetime, own.or(self.left[0])) {
            (None, Some(left)) => {
                let clock = ClockTime { left, increment: Duration::ZERO, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
            (movetime, _) => {
                Limits { movetime: Some(movetime.unwrap_or(UNTOLD)), ..Limits::default() }
            }
        }
    }
}

/// Depth and score for who watches: standard output belongs to the platform.
fn tell(choice: &Choice, model: WinModel, time: Duration, limits: &Limits) {
    let line: Vec<String> = choice
        .line
        .iter()
        .map(|ply| {
            let square = platform::write_square;
            format!("{}-{}", square(ply.from()), square(ply.to()))
        })
        .collect();
    let allowed = match (limits.movetime, &limits.clock) {
        (Some(movetime), _) => format!("{} ms a ply", movetime.as_millis()),
        (None, Some(clock)) => format!("{} ms left", clock.left.as_millis()),
        (None, None) => "no limit".to_owned(),
    };
    eprintln!(
        "depth {} score {} nodes {} time {} ms ({allowed}) pv {}",
        choice.depth,
        score_text(model, choice.score),
        choice.nodes,
        time.as_millis(),
        line.join(" ")
    );
}

fn score_text(model: WinModel, score: game::Score) -> String {
    match score.plies_to_end() {
        Some(plies) => format!("end in {plies} plies"),
        None => format!("{:+.2}", f64::from(model.shown(score)) / 100.0),
    }
}

fn side(colour: Colour) -> Side {
    match colour {
        Colour::Red => Side::Red,
        Colour::Black => Side::Black,
    }
}

/// The position of `init_board`: its counts are of living pieces, face-up ones
/// included.
fn initial_setup(board: &InitialBoard) -> Result<Setup, String> {
    const ORDER: &str = "PCNRMGKpcnrmgk";
    let mut setup = Position::start().setup();
    let mut pool = Pool::EMPTY;
    for (letter, &alive) in ORDER.chars().zip(&board.alive) {
        let piece = platform::read_piece(letter).expect("the order holds pieces only");
        pool = pool.with(piece, u32::from(alive));
    }
    let mut any_up = None;
    for (square, cell) in platform::squares().zip(board.cells) {
        setup.board[square.index()] = match cell {
            Cell::Empty => None,
            Cell::FaceDown => Some(Tile::FACE_DOWN),
            Cell::FaceUp(letter) => {
                let piece: Piece = platform::read_piece(letter.letter()).expect("a checked letter");
                let living = pool.count(piece);
                if living == 0 {
                    return Err(format!("more {piece}s are face up than alive"));
                }
                pool = pool.with(piece, living - 1);
                any_up = Some(piece.side());
                Some(Tile::from(piece))
            }
        };
    }
    setup.pool = Some(pool);
    setup.turn = any_up;
    Ok(setup)
}
