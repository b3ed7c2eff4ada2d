//! Dark chess engines that speak the tournament protocol.
//!
//! `genmove` does not play the ply: every ply, own or other, is told afterwards.
//! The protocol knows nothing but the time a side has left for the game, so with
//! a fixed time for each ply that is what it is told, and it must do with a part
//! of it. It has no limits by nodes or depth, no `stop`, and a process plays one
//! game.

use std::path::Path;
use std::time::{Duration, Instant};

use banqi::notation::platform;
use banqi::{BanqiRules, Kind, Piece, Ply, Position, Repetition, Side, Tile};
use protocol::mgtp::{
    self, Cell, Colour, Command, CommandName, InitialBoard, PlyText, Reply, Turn,
};

use super::config::EngineConfig;
use super::driver::{Driver, Question, Timeouts, drain, expect, garbage, listen_until, refusal};
use super::process::Process;
use super::uci::milliseconds;
use crate::clock::{Budget, TimeControl};
use crate::player::{self, Action, Answer, Fault, Player, PlyInfo, View};

/// How long the answer to a command is waited for that contests do not send.
const OPTIONAL: Duration = Duration::from_secs(1);

/// Commands whose answers may come late or never.
const LATE: [CommandName; 3] =
    [CommandName::NumRepetition, CommandName::NumMovesToDraw, CommandName::GameOver];

/// An engine of the tournament platform.
pub(super) struct MgtpDriver {
    process: Process,
    timeouts: Timeouts,
    /// Whether it was told its time for the game.
    clock_told: bool,
    /// What is to be told after that.
    waiting: Vec<Command>,
}

impl MgtpDriver {
    /// Starts the engine.
    pub(super) fn start(
        config: &EngineConfig,
        logs: Option<&Path>,
        core: Option<usize>,
    ) -> Result<MgtpDriver, Fault> {
        if let Some((name, _)) = config.options.first() {
            return Err(Fault::Garbage(format!("mgtp has no options, but {name} is to be set")));
        }
        let process = Process::start(config, logs, core, "5 quit")?;
        let timeouts = Timeouts::of(config);
        let mut driver = MgtpDriver { process, timeouts, clock_told: false, waiting: Vec::new() };
        driver.ask(&Command::Name)?;
        Ok(driver)
    }

    /// Sends a command and waits for its success.
    fn ask(&mut self, command: &Command) -> Result<String, Fault> {
        self.process.send(command)?;
        let what = format!("={}", command.id());
        let sent = command.name();
        expect(&mut self.process, self.timeouts.start, &what, |line| answer_to(sent, &line.text))
    }

    /// Sends a command that an engine need not know.
    fn mention(&mut self, command: &Command) -> Result<(), Fault> {
        self.process.send(command)?;
        let id = command.id();
        listen_until(&mut self.process, Instant::now() + OPTIONAL, |line| {
            let reply = line.text.parse();
            let answered = matches!(
                reply,
                Ok(Reply::Success { id: given, .. } | Reply::Failure { id: given, .. }) if given == id
            );
            Ok(answered.then_some(()))
        })
        .map(drop)
    }

    fn tell_rules(&mut self, rules: &str) -> Result<(), Fault> {
        let Ok(rules) = rules.parse::<BanqiRules>() else { return Ok(()) };
        if let Repetition::Position(count) | Repetition::Cycle(count) = rules.repetition {
            self.mention(&Command::NumRepetition(count))?;
        }
        if rules.no_progress_plies > 0 {
            self.mention(&Command::NumMovesToDraw(rules.no_progress_plies))?;
        }
        Ok(())
    }

    fn tell_clock(&mut self, budget: &Budget) -> Result<(), Fault> {
        if self.clock_told {
            return Ok(());
        }
        self.clock_told = true;
        self.ask(&Command::TimeSettings(milliseconds(budget.own)))?;
        for command in std::mem::take(&mut self.waiting) {
            self.ask(&command)?;
        }
        Ok(())
    }
}

impl Player for MgtpDriver {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        self.clock_told = false;
        self.waiting.clear();
        self.ask(&Command::ResetBoard)?;
        if !view.is_usual_start() {
            let board = initial_board(view.start()).map_err(refusal)?;
            self.ask(&Command::InitBoard(Box::new(board)))?;
        }
        self.tell_rules(view.rules())?;
        self.ask(&Command::Ready).map(drop)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        if let TimeControl::Nodes(_) | TimeControl::Depth(_) = budget.control {
            let limit = budget.control;
            return Err(Fault::Garbage(format!(
                "mgtp has no limit such as {limit}; choose a time"
            )));
        }
        drain(&mut self.process, |_| ())?;
        self.tell_clock(budget)?;
        let turn = view.turn().map_or(Turn::Unknown, |side| Turn::Of(colour(side)));
        let question = Question::new(&self.process, budget, self.timeouts, false);
        self.process.send(Command::GenMove(turn))?;
        let received = question.listen(&mut self.process, None, |line| {
            let text = answer_to(CommandName::GenMove, &line.text)?;
            Ok(text.map(|text| (text, line.text.clone())))
        })?;
        let (text, line) = received.found;
        let action = action(&text).map_err(|error| garbage(&line, error))?;
        Ok(question.answered(&self.process, action, PlyInfo::default(), received.at))
    }

    fn observe(&mut self, view: &View<'_>, clock: Duration) -> Result<(), Fault> {
        for command in news(view, clock).map_err(refusal)? {
            if self.clock_told {
                self.ask(&command)?;
            } else {
                self.waiting.push(command);
            }
        }
        Ok(())
    }

    fn finish(&mut self, result: &str) {
        // Whether it hears this does not matter any more.
        let _ = self.process.send(Command::GameOver(result.to_owned()));
    }
}

impl Driver for MgtpDriver {
    fn is_reusable(&self) -> bool {
        false
    }
}

/// The text of a success; `None` for lines that answer nothing.
fn answer_to(sent: CommandName, line: &str) -> Result<Option<String>, Fault> {
    let late = |id| id != sent.id() && LATE.iter().any(|name| name.id() == id);
    match line.parse::<Reply>().map_err(|error| garbage(line, error))? {
        Reply::Success { id, text } if id == sent.id() => Ok(Some(text)),
        Reply::Failure { id, .. } if id == sent.id() => {
            Err(garbage(line, format!("`{}` was refused", sent.word())))
        }
        Reply::Success { id, .. } | Reply::Failure { id, .. } if late(id) => Ok(None),
        Reply::Success { .. } | Reply::Failure { .. } => {
            Err(garbage(line, format!("expected the answer to `{} {}`", sent.id(), sent.word())))
        }
        Reply::Other(_) => Ok(None),
    }
}

/// What cannot be said in the platform's words, or is not one of them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum PlatformError {
    #[error(transparent)]
    Board(#[from] mgtp::BoardTextError),
    #[error(transparent)]
    Ply(#[from] banqi::notation::PlyTextError),
    #[error(transparent)]
    Position(#[from] banqi::PositionError),
    #[error("{0} is not a square of the board")]
    Square(String),
    #[error("'{0}' is not a piece of the platform")]
    Piece(char),
    #[error("no ply was played")]
    NoPly,
    #[error("a ply was played, and still nobody has a colour")]
    NoColour,
}

fn action(text: &str) -> Result<Action, PlatformError> {
    let square = |square: mgtp::Square| {
        let name = square.to_string();
        platform::read_square(&name).ok_or(PlatformError::Square(name))
    };
    let ply = match text.parse()? {
        PlyText::Resign => return Ok(Action::Resign),
        PlyText::Flip(at) => Ply::flip(square(at)?),
        PlyText::Move { from, to } => Ply::new(square(from)?, square(to)?),
    };
    Ok(Action::written(ply.to_string()))
}

/// The last ply, and the time left to the side that made it.
fn news(view: &View<'_>, clock: Duration) -> Result<[Command; 2], PlatformError> {
    let last = view.plies().last().ok_or(PlatformError::NoPly)?;
    let mover = view.turn().map(Side::other).ok_or(PlatformError::NoColour)?;
    let time = Command::TimeLeft { colour: colour(mover), milliseconds: milliseconds(clock) };
    Ok([ply_command(last)?, time])
}

/// A ply as the platform tells it.
fn ply_command(played: &player::PlyText) -> Result<Command, PlatformError> {
    let ply: Ply = played.ply.parse()?;
    let from = platform_square(ply.from())?;
    match played.reveal.and_then(Piece::from_letter) {
        Some(piece) => Ok(Command::Flip { square: from, piece: platform_piece(piece)? }),
        None => Ok(Command::Move { from, to: platform_square(ply.to())? }),
    }
}

fn platform_square(square: banqi::Square) -> Result<mgtp::Square, PlatformError> {
    Ok(platform::write_square(square).parse()?)
}

fn platform_piece(piece: Piece) -> Result<mgtp::Piece, PlatformError> {
    let letter = platform::piece_letter(piece);
    mgtp::Piece::new(letter).ok_or(PlatformError::Piece(letter))
}

fn colour(side: Side) -> Colour {
    match side {
        Side::Red => Colour::Red,
        Side::Black => Colour::Black,
    }
}

/// The board of a position that is not the usual start.
fn initial_board(text: &str) -> Result<InitialBoard, PlatformError> {
    /// The order in which the platform counts the living.
    const ORDER: [Kind; 7] = [
        Kind::Pawn,
        Kind::Cannon,
        Kind::Horse,
        Kind::Rook,
        Kind::Elephant,
        Kind::Advisor,
        Kind::King,
    ];
    let position: Position = text.parse()?;
    let mut cells = [Cell::Empty; 32];
    for (cell, square) in cells.iter_mut().zip(platform::squares()) {
        *cell = match position.tile_at(square).map(Tile::piece) {
            None => Cell::Empty,
            Some(None) => Cell::FaceDown,
            Some(Some(piece)) => Cell::FaceUp(platform_piece(piece)?),
        };
    }
    let mut alive = [0; 14];
    let kinds = Side::BOTH.into_iter().flat_map(|side| ORDER.map(|kind| Piece::new(side, kind)));
    for (count, piece) in alive.iter_mut().zip(kinds) {
        *count = position.alive(piece) as u8;
    }
    Ok(InitialBoard { cells, alive })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_turned_to_ours_and_back() {
        assert_eq!(action("a4 a5"), Ok(Action::written("e1d1".into())));
        assert_eq!(action("a8 a8"), Ok(Action::written("a1a1".into())));
        assert_eq!(action("a0 a0"), Ok(Action::Resign));
        assert!(action("a1").is_err() && action("").is_err() && action("h4 h4").is_err());
        let ply = |text: &str, reveal| player::PlyText { ply: text.to_owned(), reveal };
        assert_eq!(ply_command(&ply("e1d1", None)).unwrap().to_string(), "10 move a4 a5");
        assert_eq!(ply_command(&ply("a1a1", Some('A'))).unwrap().to_string(), "11 flip a8 G");
        assert_eq!(ply_command(&ply("h4h4", Some('h'))).unwrap().to_string(), "11 flip d1 n");
    }

    #[test]
    fn answers_must_carry_the_right_id() {
        let answer = |line| answer_to(CommandName::GenMove, line);
        assert_eq!(answer("=12 a3 a4"), Ok(Some("a3 a4".into())));
        for line in ["thinking", "", "=13", "?9 unknown"] {
            assert_eq!(answer(line), Ok(None), "{line}");
        }
        for line in ["=10 a3 a4", "?12 no idea", "= a3 a4", "?11"] {
            assert!(matches!(answer(line), Err(Fault::Garbage(_))), "{line}");
        }
    }

    #[test]
    fn a_set_up_board_is_sent_square_by_square() {
        let board = initial_board("K1X5/8/8/7k r P1 0 1").unwrap().to_string();
        let letters: Vec<&str> = board.split(' ').collect();
        // Our a4 is the platform's d8, our c4 its d6, our h1 its a1.
        assert_eq!((letters[3], letters[11], letters[28]), ("K", "X", "k"));
        assert_eq!(letters.iter().filter(|&&letter| letter == "-").count(), 29);
        assert_eq!(letters[32..].join(" "), "1 0 0 0 0 0 1 0 0 0 0 0 0 1");
    }
}
