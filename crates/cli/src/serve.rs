//! `chuhe` and `chuhe serve`: the web page.

use std::io::IsTerminal as _;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use server::{Config, Engines, FIRST_PORT, Port, Server, StartError, cores};

use crate::user_data::data_folder;
use crate::{lan, output};

/// Play and analyse in the browser
///
/// Starts a server on this machine, prints its address and opens the browser.
/// `chuhe` without a command does the same. Games are kept in the data folder and
/// go on where they were. Ctrl-C ends it.
///
/// Small endgame tables are built in the background when it is first started, in half a
/// minute and three megabytes; the engines use them, and all others in the same folder
/// (`chuhe tables build`).
///
/// A folder has one server: if one runs already, its page is opened, and with
/// options that describe another one (--port, --listen, --token, --host) this one
/// is refused.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    chuhe serve --no-open --port 9000\n  \
    chuhe serve --listen 0.0.0.0 --token \"a long secret\"")]
pub struct Args {
    /// The address to listen on; others than this machine's own need --token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The port, 0 for any; without it the first free one from 8688 on
    #[arg(long)]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The folder for games and settings
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<PathBuf>,
    /// The secret that browsers must know, 12 characters or more; needed with --listen
    /// and --host
    #[arg(long, env = "CHUHE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Another name the server answers to, for a proxy or a name in the local net
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Browsers at the same time
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_sessions: u32,
    /// Connections at the same time
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(4..=20_000))]
    max_connections: u32,
    /// Searches that run at the same time; without it one for each processor
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=512))]
    searches: Option<u32>,
    /// Megabytes of all hash tables together
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(8..=1_048_576))]
    hash: u32,
    /// The file of foreign engines; without it engines.toml in the folder for games
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    engines: Option<PathBuf>,
    /// Leave endgame tables alone: neither build the small ones nor ask any
    #[arg(long)]
    no_tables: bool,
    /// The least milliseconds between plies when engines play each other
    #[arg(long, value_name = "MS", default_value_t = 500, hide = true)]
    pace: u64,
}

impl Args {
    /// What `chuhe` without a command does.
    pub fn usual() -> Args {
        use clap::{Args as _, FromArgMatches as _};
        let command = Args::augment_args(clap::Command::new("serve"));
        let matches = command.get_matches_from(["serve"]);
        Args::from_arg_matches(&matches).expect("no option of serve is required")
    }

    /// Whether any server of the library will do, as none is described.
    fn is_usual(&self) -> bool {
        let described = self.port.is_some() || self.token.is_some() || !self.host.is_empty();
        self.listen.is_loopback() && !described
    }

    fn config(&self) -> Result<Config> {
        let port = match self.port {
            None => Port::From(FIRST_PORT),
            Some(0) => Port::Any,
            Some(port) => Port::Exactly(port),
        };
        let folder = match &self.data_dir {
            Some(folder) => folder.clone(),
            None => data_folder("--data-dir")?,
        };
        let engines = self.engines.clone().unwrap_or_else(|| folder.join("engines.toml"));
        if self.engines.is_some() {
            anyhow::ensure!(engines.exists(), "--engines: there is no {}", engines.display());
        }
        Ok(Config {
            engines: Engines::read(&engines).context("foreign engines")?,
            listen: self.listen,
            port,
            library: Some(folder.join("library.sqlite")),
            archive: Some(folder.join(library::Archive::FILE)),
            books: Some(folder.join("books")),
            runs: Some(folder.join("runs")),
            material: Some(folder.join("testsets")),
            tables: (!self.no_tables).then(|| folder.join("tables")),
            token: self.token.clone(),
            hosts: self.host.clone(),
            slots: self.searches.map_or_else(cores, |searches| searches as usize),
            hash_mb: self.hash as usize,
            max_sessions: self.max_sessions as usize,
            max_connections: self.max_connections as usize,
            pace: Duration::from_millis(self.pace),
            ..Config::default()
        })
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::WARN)
        .init();
    let config = args.config()?;
    if !config.listen.is_loopback() {
        eprintln!(
            "warning: listening on {}: whoever reaches this machine and knows the token can play \
             and use its processors. The connection is not encrypted.",
            config.listen
        );
    }
    let server = match Server::start(config) {
        Err(StartError::InUse { address: Some(url), .. }) if args.is_usual() => {
            return join(args, &url);
        }
        started => started?,
    };
    let url = server.url();
    output::print(&format!(
        "Chuhe (楚河) {}: {url}\n{}Ctrl-C ends it; `chuhe help` lists all other commands.\n",
        env!("CARGO_PKG_VERSION"),
        for_other_devices(&server, &lan::addresses())
    ))?;
    show(args, &url);
    server.wait();
    Ok(ExitCode::SUCCESS)
}

/// Where a phone or another computer finds a server that listens everywhere.
fn for_other_devices(server: &Server, addresses: &[IpAddr]) -> String {
    if !server.address().ip().is_unspecified() {
        return String::new();
    }
    if addresses.is_empty() {
        return "No address in a local net was found: other devices cannot reach this machine.\n"
            .to_owned();
    }
    let line = |&address: &IpAddr| format!("  {}\n", server.url_at(address));
    let lines: String = addresses.iter().map(line).collect();
    format!("On a phone or another computer in the same net open\n{lines}")
}

/// The library has its server already: that one is shown, and this process ends.
fn join(args: &Args, url: &str) -> Result<ExitCode> {
    output::print(&format!("Chuhe (楚河) is running already: {url}\n"))?;
    show(args, url);
    Ok(ExitCode::SUCCESS)
}

fn show(args: &Args, url: &str) {
    if !args.no_open && std::io::stdout().is_terminal() {
        open_browser(url);
    }
}

/// Opens our own address; if that does not work, the user has it on the screen.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("no browser");
    if let Ok(mut child) = started {
        // Somebody must hear that it has ended.
        std::thread::spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_everybody_names_addresses_a_phone_can_open() {
        let server = Server::start(Config {
            listen: "0.0.0.0".parse().expect("an address"),
            port: Port::Any,
            token: Some("a long secret".to_owned()),
            ..Config::default()
        })
        .expect("it starts");
        let port = server.address().port();
        let text = for_other_devices(&server, &["192.168.1.5".parse().expect("an address")]);
        assert!(text.contains(&format!("http://192.168.1.5:{port}/?token=a%20long%20secret\n")));
        assert!(for_other_devices(&server, &[]).contains("No address"));
        server.stop();
        let local = Server::start(Config { port: Port::Any, ..Config::default() }).expect("it too");
        assert_eq!(for_other_devices(&local, &["192.168.1.5".parse().expect("one")]), "");
    }
}
