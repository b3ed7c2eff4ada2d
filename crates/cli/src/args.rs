//! The command line's shape. Each subcommand's options live in its own file.

use clap::{Parser, Subcommand, ValueEnum};
use game::GameKind;

use crate::{
    analyse, arena, bench, book, convert, eval, evolve, explain, flips, games, judge, manual, mgtp,
    params, patterns, perft, puzzles, selfplay, serve, show, suite, tables, testset, training,
    tune, uci, winrate, worker,
};

/// Chuhe (楚河): a workbench for xiangqi and Chinese dark chess.
#[derive(Parser)]
#[command(
    name = "chuhe",
    version,
    about,
    after_help = "Without a command it starts the web page, as `chuhe serve` does.\n\n\
        Examples:\n  \
        chuhe show --game xiangqi\n  \
        chuhe perft --game banqi --depth 2\n  \
        chuhe judge --rules asian --fen \"3k5/9/9/9/9/9/9/9/9/R3K4 w\" --moves \"a0a1 d9d8\"\n\n\
        Exit codes: 0 all well, 1 a check failed, 2 the command could not be carried out."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    Serve(Box<serve::Args>),
    Perft(perft::Args),
    Show(show::Args),
    Judge(judge::Args),
    Uci(uci::Args),
    Mgtp(mgtp::Args),
    Flips(flips::Args),
    Bench(bench::Args),
    Eval(eval::Args),
    Explain(explain::Args),
    Patterns(patterns::Args),
    Suite(suite::Args),
    Testset(Box<testset::Args>),
    Puzzles(Box<puzzles::Args>),
    Tables(tables::Args),
    Analyse(analyse::Args),
    Convert(convert::Args),
    Games(Box<games::Args>),
    Book(book::Args),
    Match(Box<arena::Args>),
    Elo(arena::elo::Args),
    Winrate(winrate::Args),
    Selfplay(selfplay::Args),
    Label(training::label::Args),
    Train(Box<training::train::Args>),
    Data(training::data::Args),
    Net(training::net::Args),
    Evolve(evolve::Args),
    Tune(Box<tune::Args>),
    Params(params::Args),
    Worker(worker::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    /// Xiangqi (象棋)
    Xiangqi,
    /// Chinese dark chess (暗棋)
    Banqi,
}

impl From<GameName> for GameKind {
    fn from(name: GameName) -> GameKind {
        match name {
            GameName::Xiangqi => GameKind::Xiangqi,
            GameName::Banqi => GameKind::Banqi,
        }
    }
}

impl GameName {
    pub fn name(self) -> &'static str {
        GameKind::from(self).name()
    }
}
