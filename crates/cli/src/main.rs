//! The binary `chuhe`: one subcommand a file, and nothing else.
#![forbid(unsafe_code)]

mod args;
mod judge;
mod manual;
mod output;
mod perft;
mod show;
mod status;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => status::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args),
        Some(Command::Man(args)) => manual::man_pages(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("chuhe: {error:#}");
        ExitCode::from(2)
    })
}
