//! Starting and stopping.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use library::{Hold, Library, LibraryError};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::config::{Config, Port};
use crate::http::hosts::{Hosts, host_text};
use crate::http::router::router;
use crate::http::session::{Limits, OF_BROWSERS, Sessions};
use crate::listen;
use crate::upkeep;

/// The shortest token that is let pass.
const SHORTEST_TOKEN: usize = 12;
/// How long the server waits for its threads when it goes down.
const LAST_WAIT: Duration = Duration::from_secs(5);

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Listening beyond this machine without a token.
    #[error(
        "listening on {0} lets others in: give a token of at least {SHORTEST_TOKEN} characters \
         that they must know"
    )]
    NoToken(IpAddr),
    /// Answering to another name, a proxy's for example, without a token.
    #[error(
        "answering to the name '{0}' lets others in: give a token of at least {SHORTEST_TOKEN} \
         characters that they must know"
    )]
    NoTokenForHost(String),
    /// A token that can be guessed.
    #[error(
        "the token has {0} characters, expected at least {SHORTEST_TOKEN}; without a token only \
         this machine is served"
    )]
    ShortToken(usize),
    /// No free port.
    #[error("cannot listen on {address} ({what}): {error}")]
    Listen {
        /// Where.
        address: IpAddr,
        /// On which port.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The library cannot be opened.
    #[error(transparent)]
    Library(LibraryError),
    /// Another server has the library.
    #[error("{error}")]
    InUse {
        /// Where that one can be reached, if it says so.
        address: Option<String>,
        /// What there is to say about it.
        error: LibraryError,
    },
    /// No threads.
    #[error("cannot start threads: {0}")]
    Threads(std::io::Error),
}

impl From<LibraryError> for StartError {
    fn from(error: LibraryError) -> StartError {
        match &error {
            LibraryError::Held { address, .. } => {
                StartError::InUse { address: address.clone(), error }
            }
            _ => StartError::Library(error),
        }
    }
}

/// A running server.
pub struct Server {
    runtime: Option<Runtime>,
    serving: Option<JoinHandle<()>>,
    address: SocketAddr,
    token: Option<String>,
    app: Arc<App>,
    /// Let go of last: nobody else may write while we still do.
    hold: Option<Hold>,
}

impl Server {
    /// Starts a server on threads of its own.
    ///
    /// # Errors
    /// If it may not or cannot listen there, another server has the library, or
    /// the library cannot be opened.
    pub fn start(config: Config) -> Result<Server, StartError> {
        check_token(&config)?;
        play::heap::return_freed();
        let hold = config.library.as_deref().map(Hold::take).transpose()?;
        let library = match &config.library {
            Some(path) => Library::open(path)?,
            None => Library::in_memory()?,
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(128)
            .thread_name("serve")
            .enable_all()
            .build()
            .map_err(StartError::Threads)?;
        let listener = runtime.block_on(listen::bind(config.listen, config.port));
        let listener = listener.map_err(|error| cannot_listen(&config, error))?;
        let address = listener.local_addr().map_err(|error| cannot_listen(&config, error))?;
        let hosts = Hosts::new(address, &config.hosts);
        let token = config.token.clone();
        let limits = Limits {
            sessions: config.max_sessions,
            sockets: config.max_sockets,
            rate: (config.burst, config.per_second),
        };
        let sessions = Sessions::new(token.as_deref(), limits);
        if token.is_some() {
            // Each browser once had games of its own; they belong to the token now.
            library.adopt(OF_BROWSERS, sessions.owner())?;
        }
        let patience = config.patience;
        let app = App::new(config, library, hosts, sessions, runtime.handle().clone());
        let closing = app.closing.subscribe();
        let serving = runtime.spawn(listen::serve(
            listener,
            router(Arc::clone(&app)),
            Arc::clone(&app.places),
            patience,
            closing,
        ));
        runtime.spawn(upkeep::examine_library(Arc::clone(&app)));
        runtime.spawn(upkeep::return_memory(Arc::clone(&app)));
        let (runtime, serving) = (Some(runtime), Some(serving));
        let server = Server { runtime, serving, address, token, app, hold };
        server.announce();
        Ok(server)
    }

    /// Others who want this library are sent here.
    fn announce(&self) {
        let told = self.hold.as_ref().map_or(Ok(()), |hold| hold.announce(&self.url()));
        if let Err(error) = told {
            tracing::warn!("cannot write where this server is: {error}");
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser on this machine, with the token if one is
    /// needed.
    pub fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_unspecified() => self.url_of("localhost"),
            ip => self.url_at(ip),
        }
    }

    /// The address to open in a browser that reaches this machine at `ip`.
    pub fn url_at(&self, ip: IpAddr) -> String {
        self.url_of(&host_text(ip))
    }

    fn url_of(&self, host: &str) -> String {
        let query =
            self.token.as_ref().map_or(String::new(), |token| format!("?token={}", encoded(token)));
        format!("http://{host}:{}/{query}", self.address.port())
    }

    /// Its state, for tests and examples.
    #[doc(hidden)]
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until the process is asked to end (Ctrl-C or a termination signal),
    /// then stops in order.
    pub fn wait(self) {
        if let Some(runtime) = &self.runtime {
            runtime.block_on(asked_to_end());
        }
        self.stop();
    }

    /// Stops: sockets are told, searches end, everything is saved.
    pub fn stop(mut self) {
        self.close();
    }

    fn close(&mut self) {
        self.hold.iter().for_each(Hold::retire);
        self.app.close();
        if let (Some(runtime), Some(serving)) = (self.runtime.take(), self.serving.take()) {
            let _ = runtime.block_on(serving);
            runtime.block_on(last_words(&self.app));
            runtime.shutdown_timeout(LAST_WAIT);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.close();
    }
}

/// Waits until all sockets have been told and closed, but not for ever.
async fn last_words(app: &App) {
    let told = async {
        while app.sockets.load(Ordering::Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = tokio::time::timeout(LAST_WAIT, told).await;
}

/// Whoever lets others in must give a token; and a token that is given must be
/// one, also where none is needed.
fn check_token(config: &Config) -> Result<(), StartError> {
    let Some(token) = &config.token else {
        if !config.listen.is_loopback() {
            return Err(StartError::NoToken(config.listen));
        }
        let host = config.hosts.first();
        return host.map_or(Ok(()), |host| Err(StartError::NoTokenForHost(host.clone())));
    };
    let length = token.trim().chars().count();
    if length >= SHORTEST_TOKEN { Ok(()) } else { Err(StartError::ShortToken(length)) }
}

fn cannot_listen(config: &Config, error: std::io::Error) -> StartError {
    let what = match config.port {
        Port::Any => "any port".to_owned(),
        Port::Exactly(port) => format!("port {port}"),
        Port::From(port) => format!("ports {port} and up"),
    };
    StartError::Listen { address: config.listen, what, error }
}

/// A token may hold anything; an address may not.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                (byte as char).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminate = async {
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminate => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
