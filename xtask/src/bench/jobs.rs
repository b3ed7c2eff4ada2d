//! `cargo xtask bench jobs`: what handing out jobs costs.

use anyhow::{Context, Result};

use crate::process::{command, find_program, run as run_command};

/// Jobs by a NATS server beside the same jobs on threads, and memory with many queued
#[derive(clap::Args)]
pub struct Jobs {}

pub fn run(_: &Jobs) -> Result<()> {
    find_program("nats-server").context("nats-server is not installed: see CONTRIBUTING.md")?;
    let words = ["run", "--release", "--package", "chuhe-jobs", "--example", "dispatch"];
    run_command(command("cargo").args(words))
}
