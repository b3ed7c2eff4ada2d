//! The binary `chuhe`: one subcommand a file, and nothing else.
#![forbid(unsafe_code)]

mod agreement;
mod analyse;
mod arena;
mod args;
mod bench;
mod book;
mod broker;
mod convert;
mod eval;
mod evolve;
mod explain;
mod flips;
mod games;
mod interrupt;
mod judge;
mod lan;
mod manual;
mod mgtp;
mod output;
mod params;
mod patterns;
mod perft;
mod puzzles;
mod selfplay;
mod serve;
mod show;
mod stdio;
mod suite;
mod tables;
mod testset;
mod training;
mod tune;
mod uci;
mod user_data;
mod winrate;
mod worker;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

fn main() -> ExitCode {
    let arguments = arena::fastchess::translate(std::env::args().collect());
    let result = match Cli::parse_from(arguments).command {
        None => serve::run(&serve::Args::usual()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Uci(args)) => uci::run(&args),
        Some(Command::Mgtp(args)) => mgtp::run(&args),
        Some(Command::Flips(args)) => flips::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Patterns(args)) => patterns::run(&args),
        Some(Command::Suite(args)) => suite::run(&args),
        Some(Command::Testset(args)) => testset::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Tables(args)) => tables::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Match(args)) => arena::run(&args),
        Some(Command::Elo(args)) => arena::elo::run(&args),
        Some(Command::Winrate(args)) => winrate::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Train(args)) => training::train::run(&args),
        Some(Command::Label(args)) => training::label::run(&args),
        Some(Command::Data(args)) => training::data::run(&args),
        Some(Command::Net(args)) => training::net::run(&args),
        Some(Command::Evolve(args)) => evolve::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Params(args)) => params::run(&args),
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::man_pages(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("chuhe: {error:#}");
        ExitCode::from(2)
    })
}
