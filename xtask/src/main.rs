//! The project's own tools, run as `cargo xtask <task>`; one file a task.
#![forbid(unsafe_code)]

mod absent;
mod bench;
mod counts;
mod dist;
mod fuzz;
mod layers;
mod lint;
mod needs;
mod process;
mod screenshots;
mod steps;
mod test;
mod web;

use std::process::ExitCode;

use clap::Parser;

/// The project's own tools.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Test(test::Arguments),
    Lint(lint::Arguments),
    Layers(layers::Arguments),
    Fuzz(fuzz::Arguments),
    Bench(bench::Arguments),
    Dist(dist::Arguments),
    Screenshots(screenshots::Arguments),
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Test(arguments) => return test::run(&arguments),
        Task::Lint(arguments) => lint::run(&arguments),
        Task::Layers(arguments) => layers::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Screenshots(arguments) => screenshots::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
