//! Shell completions and man pages, made from the command line itself.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, ValueHint};
use clap_complete::Shell;

use crate::args::Cli;
use crate::output;

/// Print a completion script for a shell
///
/// For bash: chuhe completions bash > ~/.local/share/bash-completion/completions/chuhe
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell that will read the script
    shell: Shell,
}

/// Write man pages for every command into a folder
#[derive(clap::Args)]
pub struct ManArgs {
    /// The folder; made if it does not exist
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "chuhe", &mut script);
    output::print(&String::from_utf8(script).context("a completion script is UTF-8")?)?;
    Ok(ExitCode::SUCCESS)
}

pub fn man_pages(args: &ManArgs) -> Result<ExitCode> {
    let folder = args.folder.display();
    std::fs::create_dir_all(&args.folder).with_context(|| format!("cannot make {folder}"))?;
    clap_mangen::generate_to(Cli::command(), &args.folder)
        .with_context(|| format!("cannot write man pages into {folder}"))?;
    Ok(ExitCode::SUCCESS)
}
