//! `chuhe uci`: the engines behind UCI, UCCI and UCI-Cyclone, on standard input
//! and output.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use play::session::{Config, Next, Session, TERMINAL_COMMANDS};
use protocol::coordinates::Ranks;
use search::Settings;

use crate::args::GameName;
use crate::stdio;

/// Run the engine for a graphical interface (UCI, UCCI, UCI-Cyclone)
///
/// Reads commands from standard input. The first word decides the dialect: uci,
/// ucci or ucicyclone. Moves are written with ranks 0–9 (h2e2), as Pikafish does;
/// with --ranks 1-10, or after UCI_Variant was set to xiangqi, with ranks 1–10, as
/// Fairy-Stockfish does. The option Game chooses the game: xiangqi or banqi (dark
/// chess, moves a1a2, flips a1a1, flips that were played a1=R).
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// The game to begin with, as the option Game names it
    #[arg(long, value_enum, default_value = "xiangqi")]
    variant: GameName,
    /// How the ranks of xiangqi are counted; with 1-10 UCI_Variant is offered
    #[arg(long, value_enum, default_value = "0-9")]
    ranks: RanksName,
    /// The program to be: chuhe, chuhe-hce or shenxiang; in dark chess chuhe, chuhe-hce,
    /// ntu-2018, foodchain-2010, static-2008 or ta-1ply
    #[arg(long, default_value = "chuhe")]
    profile: String,
    /// Megabytes for the transposition table
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn after_help() -> String {
    let mut words = String::new();
    for (command, help) in TERMINAL_COMMANDS {
        let _ = writeln!(words, "  {command:<10}  {help}");
    }
    format!(
        "Besides the protocol these words help at a terminal:\n{words}\n\
         Example:\n  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | chuhe uci"
    )
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
    let config = Config {
        game: args.variant.into(),
        ranks: args.ranks.into(),
        profile: args.profile.clone(),
        settings: Settings { hash: args.hash, threads: args.threads, ..Settings::default() },
        ..Config::default()
    };
    let mut session = Session::new(&config, stdio::output())?;
    stdio::each_line(|line| match line {
        Ok(line) => session.command(&line),
        Err(error) => {
            session.damaged_line(&error);
            Next::Continue
        }
    });
    Ok(ExitCode::SUCCESS)
}
