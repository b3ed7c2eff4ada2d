//! What a server may use, and where it listens.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use crate::engines::Engines;

/// The port a server tries first.
pub const FIRST_PORT: u16 = 8688;
/// How many ports after it are tried.
pub const PORTS: u16 = 100;

/// Which port to listen on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Port {
    /// The first free one from here on.
    From(u16),
    /// This one or none.
    Exactly(u16),
    /// Whichever the system gives.
    Any,
}

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; anything but the loopback needs a token.
    pub listen: IpAddr,
    /// On which port.
    pub port: Port,
    /// The library's file; `None` keeps everything in memory only.
    pub library: Option<PathBuf>,
    /// The archive of games from elsewhere; `None`: there is none.
    pub archive: Option<PathBuf>,
    /// The folder of opening books (`*.book`); `None`: there are none.
    pub books: Option<PathBuf>,
    /// The folder of endgame tables, where the smallest are built in the background;
    /// `None`: engines think for themselves.
    pub tables: Option<PathBuf>,
    /// Foreign engines.
    pub engines: Engines,
    /// The folder of runs, such as matches between engines; `None`: there are none.
    pub runs: Option<PathBuf>,
    /// The folder of test sets (`*.epd`) that tuning may use; `None`: there are none.
    pub material: Option<PathBuf>,
    /// Whether runs stand back behind whatever else this machine does.
    pub runs_stand_back: bool,
    /// Who knows it may come in. Needed beyond the loopback.
    pub token: Option<String>,
    /// Names under which the server may be addressed, besides its address.
    pub hosts: Vec<String>,
    /// Searches that run at the same time.
    pub slots: usize,
    /// Megabytes of all hash tables together.
    pub hash_mb: usize,
    /// Browsers that may be known at the same time.
    pub max_sessions: usize,
    /// Connections at the same time.
    pub max_connections: usize,
    /// Sockets of one session.
    pub max_sockets: usize,
    /// Searches at the same time, running or waiting.
    pub max_searches: usize,
    /// Requests a session may make in a burst.
    pub burst: u32,
    /// Requests a session may make each second after that.
    pub per_second: u32,
    /// The least time between plies of two engines, so that people can follow.
    pub pace: Duration,
    /// How long an engine nobody uses is kept.
    pub idle_engines: Duration,
    /// How long a client may take to send a request's head or body.
    pub patience: Duration,
}

/// The processors of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Port::From(FIRST_PORT),
            library: None,
            archive: None,
            books: None,
            tables: None,
            engines: Engines::default(),
            runs: None,
            material: None,
            runs_stand_back: true,
            token: None,
            hosts: Vec::new(),
            slots: cores(),
            hash_mb: 512,
            max_sessions: 64,
            max_connections: 256,
            max_sockets: 16,
            max_searches: 96,
            burst: 120,
            per_second: 40,
            pace: Duration::from_millis(500),
            idle_engines: Duration::from_secs(20),
            patience: Duration::from_secs(15),
        }
    }
}
