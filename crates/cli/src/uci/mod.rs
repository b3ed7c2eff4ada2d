//! `chuhe uci`: the engines behind UCI, UCCI and UCI-Cyclone, on standard input
//! and output. The first word decides the dialect, the option `Game` the game.

mod dark;
mod dark_options;
mod limits;
mod options;
mod position;
mod running;
mod session;
mod talk;
mod watch;

use std::io::BufRead;
use std::process::ExitCode;

use anyhow::Result;
use protocol::coordinates::Ranks;
use protocol::uci;

use crate::args::GameName;
use dark::DarkSession;
use session::Session;
use talk::Dialect;
pub use talk::say;
pub use watch::Stopwatch;

/// Run the engine for a graphical interface (UCI, UCCI, UCI-Cyclone)
///
/// Reads commands from standard input. The first word decides the dialect: uci,
/// ucci or ucicyclone. Moves are written with ranks 0–9 (h2e2), as Pikafish does;
/// with --ranks 1-10, or after UCI_Variant was set to xiangqi, with ranks 1–10, as
/// Fairy-Stockfish does. The option Game chooses the game: xiangqi or banqi (dark
/// chess, moves a1a2, flips a1a1, flips that were played a1=R).
#[derive(clap::Args)]
#[command(after_help = "Besides the protocol these words help at a terminal:\n  \
    d           show the position\n  \
    eval        the terms of its evaluation\n  \
    bench       the engine's signature\n  \
    go perft N  count the tree\n\n\
    Example:\n  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | chuhe uci")]
pub struct Args {
    /// The game to begin with, as the option Game names it
    #[arg(long, value_enum, default_value = "xiangqi")]
    variant: GameName,
    /// How the ranks of xiangqi are counted; with 1-10 UCI_Variant is offered
    #[arg(long, value_enum, default_value = "0-9")]
    ranks: RanksName,
    /// The program to be: chuhe or shenxiang; in dark chess chuhe, ntu-2018,
    /// foodchain-2010, static-2008 or ta-1ply
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for the transposition table
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// How ranks are counted.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RanksName {
    /// h2e2 is 炮二平五: Pikafish, UCI-Cyclone
    #[value(name = "0-9")]
    ZeroToNine,
    /// h3e3 is 炮二平五: Fairy-Stockfish under UCI
    #[value(name = "1-10")]
    OneToTen,
}

impl From<RanksName> for Ranks {
    fn from(name: RanksName) -> Ranks {
        match name {
            RanksName::ZeroToNine => Ranks::ZeroToNine,
            RanksName::OneToTen => Ranks::OneToTen,
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let mut door = Door::open(args)?;
    for line in Lines::of(std::io::stdin().lock()) {
        if !door.hear(&line) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    door.leave();
    Ok(ExitCode::SUCCESS)
}

/// The games of the option `Game`.
const VARIANTS: [GameName; 2] = [GameName::Xiangqi, GameName::Banqi];

/// The conversation about one of the games.
enum Talk {
    Xiangqi(Box<Session>),
    Banqi(Box<DarkSession>),
}

/// Where commands arrive: hands them to the game that is played.
struct Door {
    talk: Talk,
    hash: usize,
    threads: usize,
    /// Options that mean the same in both games, as they were set.
    common: Vec<(String, String)>,
}

/// The options of [`Door::common`].
const COMMON: [&str; 3] = ["threads", "hash", "move overhead"];

impl Door {
    fn open(args: &Args) -> Result<Door> {
        let talk = match args.variant {
            GameName::Xiangqi => {
                let mut session = Session::new(&args.profile, args.hash, args.threads)?;
                session.count_ranks(args.ranks.into());
                Talk::Xiangqi(Box::new(session))
            }
            GameName::Banqi => {
                let session = DarkSession::new(&args.profile, args.hash, args.threads);
                Talk::Banqi(Box::new(session.map_err(anyhow::Error::msg)?))
            }
        };
        Ok(Door { talk, hash: args.hash, threads: args.threads, common: Vec::new() })
    }

    /// Obeys one line. False if the conversation is over.
    fn hear(&mut self, line: &str) -> bool {
        if let Ok(uci::Command::SetOption { name, value }) = line.parse() {
            let value = value.unwrap_or_default();
            let variant = name.eq_ignore_ascii_case("UCI_Variant");
            if variant || name.eq_ignore_ascii_case("Game") {
                match (self.change(&value), &mut self.talk) {
                    (Err(error), _) => Dialect::Uci.remark(&error),
                    // Who sets this counts ranks from 1.
                    (Ok(()), Talk::Xiangqi(session)) if variant => {
                        session.count_ranks(Ranks::OneToTen);
                    }
                    _ => {}
                }
                return true;
            }
            if COMMON.iter().any(|common| name.eq_ignore_ascii_case(common)) {
                self.common.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
                self.common.push((name, value));
            }
        }
        match &mut self.talk {
            Talk::Xiangqi(session) => session.hear(line),
            Talk::Banqi(session) => session.hear(line),
        }
    }

    /// Plays another game from now on; on an error the same as before.
    fn change(&mut self, name: &str) -> Result<(), String> {
        let variant = VARIANTS.into_iter().find(|variant| variant.name() == name);
        let variant = variant.ok_or_else(|| {
            let names = VARIANTS.map(GameName::name).join(" or ");
            format!("game '{name}' is not known: expected {names}")
        })?;
        self.leave();
        match (variant, &self.talk) {
            (GameName::Xiangqi, Talk::Xiangqi(_)) | (GameName::Banqi, Talk::Banqi(_)) => {}
            (GameName::Xiangqi, _) => {
                let session = Session::new("chuhe", self.hash, self.threads);
                let mut session = session.map_err(|error| error.to_string())?;
                self.common.iter().for_each(|(name, value)| session.set_option(name, value));
                self.talk = Talk::Xiangqi(Box::new(session));
            }
            (GameName::Banqi, _) => {
                let mut session = DarkSession::new("chuhe", self.hash, self.threads)?;
                self.common.iter().for_each(|(name, value)| session.set_option(name, value));
                self.talk = Talk::Banqi(Box::new(session));
            }
        }
        Ok(())
    }

    /// Ends what is running.
    fn leave(&mut self) {
        match &mut self.talk {
            Talk::Xiangqi(session) => session.leave(),
            Talk::Banqi(session) => session.leave(),
        }
    }
}

/// Lines of bounded length, whatever bytes come.
pub struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    /// The lines of a reader.
    pub fn of(reader: R) -> Lines<R> {
        Lines(reader)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            let buffer = self.0.fill_buf().ok()?;
            if buffer.is_empty() {
                return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // The parser refuses over-long lines; one byte more than it takes is enough.
            let room = (protocol::MAX_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.0.consume(used);
            if end.is_some() {
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}
