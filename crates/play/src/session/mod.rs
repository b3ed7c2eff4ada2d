//! Protocol sessions: an engine behind UCI, UCCI or UCI-Cyclone ([`Session`]), or
//! behind the tournament protocol of dark chess ([`mgtp`]).
//!
//! A session is given one line at a time and writes into an [`Output`]: it knows no
//! standard input, no process and no command line.
//!
//! ```
//! use std::sync::{Arc, mpsc};
//! use play::session::{Config, Next, Session};
//!
//! let (sender, lines) = mpsc::channel();
//! let output = Arc::new(move |line: &str| drop(sender.send(line.to_owned())));
//! let mut session = Session::new(&Config::default(), output)?;
//! assert_eq!(session.command("isready"), Next::Continue);
//! assert_eq!(lines.recv().unwrap(), "readyok");
//! session.command("go depth 1");
//! assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
//! assert_eq!(session.command("quit"), Next::Quit);
//! # Ok::<(), search::CreateError>(())
//! ```

mod banqi;
mod bench;
mod info;
mod limits;
pub mod mgtp;
mod options;
mod output;
mod position;
mod running;
mod shared;
mod variant;
mod variant_session;
mod xiangqi;

use std::time::Duration;

use game::GameKind;
use protocol::coordinates::Ranks;
use protocol::{LineError, Notes, ucci, uci};
use search::{CreateError, Settings};

pub use bench::{Bench, bench};
pub use output::{Dialect, Output};

use self::banqi::Banqi;
use self::limits::Go;
use self::options::{Effect, Given};
use self::output::Writer;
use self::shared::{Seeds, Shared};
use self::variant_session::{GameSession, VariantSession};
use self::xiangqi::Xiangqi;

/// What a session begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The game, until the option `Game` says otherwise.
    pub game: GameKind,
    /// How the ranks of xiangqi are counted.
    pub ranks: Ranks,
    /// The program to be.
    pub profile: String,
    /// What its engine is set to.
    pub settings: Settings,
    /// The first seed of weak levels; `None`: one of the system's, so that every
    /// session plays other games.
    pub seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            game: GameKind::Xiangqi,
            ranks: Ranks::ZeroToNine,
            profile: USUAL_PROFILE.to_owned(),
            settings: Settings::default(),
            seed: None,
        }
    }
}

/// The profile every game has.
const USUAL_PROFILE: &str = "chuhe";

/// The commands for people at a terminal, which no protocol has, with what they do.
pub const TERMINAL_COMMANDS: [(&str, &str); 4] = [
    ("d", "show the position"),
    ("eval", "the terms of its evaluation"),
    ("bench", "the engine's signature"),
    ("go perft N", "count the tree"),
];

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The next line, please.
    Continue,
    /// The session is over.
    Quit,
}

/// A conversation with a graphical interface or a match runner. Dropping it ends the
/// search that may be running; its answer is still written.
pub struct Session {
    shared: Shared,
    game: Box<dyn GameSession>,
}

impl Session {
    /// A session at the start position.
    ///
    /// # Errors
    /// If there is no such profile, or it cannot have these settings.
    pub fn new(config: &Config, output: Output) -> Result<Session, CreateError> {
        let shared = Shared {
            writer: Writer::new(output),
            settings: config.settings.clone(),
            show_wdl: false,
            ranks: config.ranks,
            ranks_fixed: false,
            milliseconds: false,
            seeds: Seeds::new(config.seed),
        };
        let game = game_session(config.game, &config.profile, &config.settings)?;
        Ok(Session { shared, game })
    }

    /// Carries out one line. A search goes on in its own thread.
    pub fn command(&mut self, line: &str) -> Next {
        let line = line.trim();
        if line.is_empty() || self.terminal_command(line) {
            return Next::Continue;
        }
        let mut notes = Notes::new();
        let next = if self.is_ucci(line) {
            match ucci::Command::parse(line, &mut notes) {
                Ok(command) => self.ucci(command),
                Err(error) => self.unreadable(line, &error.to_string()),
            }
        } else {
            match uci::Command::parse(line, &mut notes) {
                Ok(command) => self.uci(command),
                Err(error) => self.unreadable(line, &error.to_string()),
            }
        };
        for note in &notes {
            self.shared.writer.remark(&note.to_string());
        }
        next
    }

    /// A line came that could not even be kept. Nothing but a position is that long,
    /// and whoever sends one means no other.
    pub fn damaged_line(&mut self, error: &LineError) {
        self.shared.writer.remark(&error.to_string());
        self.game.refuse_position(&self.shared);
    }

    /// UCCI is spoken about xiangqi only, from `ucci` to `uci`.
    fn is_ucci(&self, line: &str) -> bool {
        match line {
            "uci" => false,
            "ucci" => self.game.kind() == GameKind::Xiangqi,
            _ => self.shared.writer.dialect == Dialect::Ucci,
        }
    }

    /// Says what is wrong with a line. Whoever says `go` waits for a move, and gets
    /// one by what can be read of it; whoever sends a position means no other.
    fn unreadable(&mut self, line: &str, error: &str) -> Next {
        self.shared.writer.remark(error);
        match line.split_whitespace().next() {
            Some("go") => {
                let go = match self.shared.writer.dialect {
                    Dialect::Uci => self.uci_limits(&uci::GoLimits::readable(line)),
                    Dialect::Ucci => self.ucci_limits(&ucci::GoLimits::readable(line)),
                };
                self.game.go(&mut self.shared, go.bounded());
            }
            Some("position" | "startpos" | "fen") => self.game.refuse_position(&self.shared),
            _ => {}
        }
        Next::Continue
    }

    /// Carries out one of [`TERMINAL_COMMANDS`]; false if the line is none.
    fn terminal_command(&mut self, line: &str) -> bool {
        let shared = &self.shared;
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("d"), None, _) => self.game.show(shared),
            (Some("eval"), None, _) => self.game.explain(shared),
            (Some("bench"), depth, None) => {
                self.game.bench(shared, depth.and_then(|text| text.parse().ok()));
            }
            (Some("go"), Some("perft"), depth) => match depth.and_then(|text| text.parse().ok()) {
                Some(depth @ 1..=20) => self.game.perft(shared, depth),
                _ => shared.writer.remark("go perft: expected a depth from 1 to 20"),
            },
            _ => return false,
        }
        true
    }

    fn uci(&mut self, command: uci::Command) -> Next {
        let Session { shared, game } = self;
        match command {
            uci::Command::Uci => self.introduce(Dialect::Uci),
            uci::Command::UciCyclone => {
                (shared.ranks, shared.ranks_fixed) = (Ranks::CYCLONE, true);
                self.introduce(Dialect::Uci);
            }
            uci::Command::Debug(_) => {}
            uci::Command::IsReady => shared.writer.line(uci::Reply::ReadyOk),
            uci::Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default());
            }
            uci::Command::UciNewGame => game.new_game(shared),
            uci::Command::Position(text) => game.set_position(shared, &text),
            uci::Command::Go(limits) => {
                let go = self.uci_limits(&limits);
                self.game.go(&mut self.shared, go);
            }
            uci::Command::Stop => game.stop(shared),
            uci::Command::PonderHit => game.ponder_hit(),
            uci::Command::Quit => {
                game.stop(shared);
                return Next::Quit;
            }
        }
        Next::Continue
    }

    fn ucci(&mut self, command: ucci::Command) -> Next {
        let Session { shared, game } = self;
        match command {
            ucci::Command::Ucci => {
                (shared.ranks, shared.ranks_fixed) = (Ranks::UCCI, true);
                self.introduce(Dialect::Ucci);
            }
            ucci::Command::IsReady => shared.writer.line(ucci::Reply::ReadyOk),
            ucci::Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default());
            }
            ucci::Command::Position(text) => game.set_position(shared, &text),
            ucci::Command::BanMoves(moves) => game.ban(shared, &moves),
            ucci::Command::Go(limits) => {
                let go = self.ucci_limits(&limits);
                self.game.go(&mut self.shared, go);
            }
            ucci::Command::PonderHit { .. } => game.ponder_hit(),
            ucci::Command::Stop if game.is_searching() => game.stop(shared),
            ucci::Command::Stop => shared.writer.line(ucci::Reply::NoBestMove),
            ucci::Command::Probe(_) => shared.writer.line(ucci::Reply::PopHash(String::new())),
            ucci::Command::Quit => {
                game.stop(shared);
                shared.writer.line(ucci::Reply::Bye);
                return Next::Quit;
            }
        }
        Next::Continue
    }

    /// Says who this is and which options it has.
    fn introduce(&mut self, dialect: Dialect) {
        let writer = &mut self.shared.writer;
        writer.dialect = dialect;
        writer.line(format_args!("id name Chuhe {}", env!("CARGO_PKG_VERSION")));
        writer.line("id author the Chuhe authors");
        for option in self.game.options(&self.shared) {
            self.shared.writer.option(option);
        }
        self.shared.writer.options_end();
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let done = match self.game.set_option(&mut self.shared, Given { name, value }) {
            Ok(Effect::Play(kind)) => self.change_game(kind),
            Ok(Effect::Done) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            self.shared.writer.remark(&error);
        }
    }

    /// Plays another game from now on, with all that means the same in both; on an
    /// error the same game as before.
    fn change_game(&mut self, kind: GameKind) -> Result<(), String> {
        if kind == self.game.kind() {
            return Ok(());
        }
        let settings = Settings {
            disabled: String::new(),
            params: String::new(),
            ..self.shared.settings.clone()
        };
        self.game = game_session(kind, USUAL_PROFILE, &settings).map_err(|e| e.to_string())?;
        self.shared.settings = settings;
        Ok(())
    }

    fn uci_limits(&self, limits: &uci::GoLimits) -> Go {
        Go::from_uci(limits, self.game.turn())
    }

    fn ucci_limits(&self, limits: &ucci::GoLimits) -> Go {
        let unit = if self.shared.milliseconds { 1 } else { 1_000 };
        Go::from_ucci(limits, Duration::from_millis(unit))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.game.stop(&self.shared);
    }
}

fn game_session(
    kind: GameKind,
    profile: &str,
    settings: &Settings,
) -> Result<Box<dyn GameSession>, CreateError> {
    Ok(match kind {
        GameKind::Xiangqi => Box::new(VariantSession::<Xiangqi>::new(profile, settings)?),
        GameKind::Banqi => Box::new(VariantSession::<Banqi>::new(profile, settings)?),
    })
}
