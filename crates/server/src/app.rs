//! What all requests share.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use library::Library;
use play::Level;
use play::tables::Household;
use tokio::sync::watch;

use crate::api::settings::Settings;
use crate::collection::Collection;
use crate::collection::knowledge::Knowledge;
use crate::config::Config;
use crate::error::{ApiError, Code};
use crate::games::all::Games;
use crate::games::seats::Player;
use crate::http::hosts::Hosts;
use crate::http::session::Sessions;
use crate::places::Places;
use crate::think::player;
use crate::think::pool::Pool;

/// The server's state.
pub struct App {
    /// What it may use.
    pub config: Config,
    /// What it remembers.
    pub library: Library,
    /// Games from elsewhere, if there is an archive of them.
    pub collection: Option<Arc<Collection>>,
    /// Books and tables.
    pub knowledge: Knowledge,
    /// What thinks.
    pub pool: Arc<Pool>,
    /// The games in memory.
    pub games: Games,
    /// The browsers it knows.
    pub sessions: Sessions,
    /// The connections it has.
    pub places: Arc<Places>,
    /// The names it answers to.
    pub hosts: Hosts,
    /// Where alarms are set.
    pub runtime: tokio::runtime::Handle,
    /// Becomes true when the server goes down.
    pub closing: watch::Sender<bool>,
    /// How many sockets are open.
    pub sockets: AtomicUsize,
    /// Requests answered, for the curious.
    pub requests: AtomicUsize,
    /// Whether the library's file has been found damaged.
    pub damaged: AtomicBool,
    closed: AtomicBool,
}

impl App {
    /// The state of a server that will answer at these hosts.
    pub fn new(
        config: Config,
        library: Library,
        hosts: Hosts,
        sessions: Sessions,
        runtime: tokio::runtime::Handle,
    ) -> Arc<App> {
        let pool = Pool::new(config.slots, config.hash_mb, config.max_searches);
        if let Some(folder) = &config.tables {
            pool.use_tables(Household::keep(folder.clone()));
        }
        let places = Places::new(config.max_connections);
        let knowledge = Knowledge::new(config.books.clone(), config.tables.clone());
        let collection = config.archive.as_deref().and_then(open_collection);
        Arc::new(App {
            config,
            library,
            collection,
            knowledge,
            pool,
            games: Games::default(),
            sessions,
            places,
            hosts,
            runtime,
            closing: watch::Sender::new(false),
            sockets: AtomicUsize::new(0),
            requests: AtomicUsize::new(0),
            damaged: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        })
    }

    /// Runs work that may wait (for the disk, for an engine) away from the
    /// threads that serve connections.
    ///
    /// # Errors
    /// Those of the work; a panic becomes an internal error.
    pub async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<App>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let app = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.unwrap_or_else(|_| Err(ApiError::new(Code::Internal, "the request failed inside")))
    }

    /// An engine of a seat with what its owner allows it.
    pub fn player(&self, owner: &str, player: &Player, seed: u64) -> player::Player {
        let settings = Settings::of(self, owner);
        let (profile, level) = match player {
            Player::Engine { profile, level } => (profile.clone(), Level::new(*level)),
            Player::Human {} => ("chuhe".to_owned(), None),
        };
        let level = level.unwrap_or(Level::FULL);
        let most = settings.threads.min(self.pool.slots());
        let threads = if level < Level::FULL { 1 } else { most };
        player::Player { profile, level, hash: settings.hash_mb, threads, seed, tag: 0 }
    }

    /// An engine for a short question: one thread is enough.
    pub fn adviser(&self, owner: &str, player: &Player) -> player::Player {
        player::Player { threads: 1, ..self.player(owner, player, 0) }
    }

    /// Stops everything, saves everything. Sockets are told first.
    pub fn close(&self) {
        if self.closed.swap(true, Ordering::SeqCst) {
            return;
        }
        self.closing.send_replace(true);
        self.games.shut();
        self.collection.iter().for_each(|collection| collection.close());
        if let Err(error) = self.library.checkpoint() {
            tracing::warn!("library: {error}");
        }
    }
}

/// The archive; one that cannot be opened is no reason to do without a page.
fn open_collection(path: &Path) -> Option<Arc<Collection>> {
    match Collection::open(path) {
        Ok(collection) => Some(Arc::new(collection)),
        Err(error) => {
            tracing::error!("the archive of games is left out: {error}");
            None
        }
    }
}
