//! What all requests share.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use library::Library;
use play::Level;
use play::tables::Household;
use tokio::sync::watch;

use crate::api::settings::Settings;
use crate::collection::Collection;
use crate::collection::knowledge::Knowledge;
use crate::config::Config;
use crate::engines::PREFIX;
use crate::error::{ApiError, Code};
use crate::games::all::Games;
use crate::games::seats::Player;
use crate::http::hosts::Hosts;
use crate::http::session::Sessions;
use crate::places::Places;
use crate::puzzles::making::Making;
use crate::puzzles::sets::Sets;
use crate::runs::Runs;
use crate::think::player;
use crate::think::pool::Pool;

/// The server's state.
pub struct App {
    /// What it may use.
    pub config: Config,
    /// What it remembers.
    pub library: Arc<Library>,
    /// Games from elsewhere, if there is an archive of them.
    pub collection: Option<Arc<Collection>>,
    /// Matches and tuning that run by themselves, if there is a folder for them.
    pub runs: Option<Arc<Runs>>,
    /// Books and tables.
    pub knowledge: Knowledge,
    /// The puzzles.
    pub sets: Sets,
    /// Puzzles being looked for.
    pub making: Making,
    /// What thinks.
    pub pool: Arc<Pool>,
    /// What thinks by foreign engines.
    pub foreign: Arc<Pool>,
    /// Held while a study is changed: chapters are kept together.
    pub studies: Mutex<()>,
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
        let foreign = Pool::of_foreign(config.engines.clone());
        let places = Places::new(config.max_connections);
        let knowledge = Knowledge::new(config.books.clone(), config.tables.clone());
        let collection = config.archive.as_deref().and_then(open_collection);
        let library = Arc::new(library);
        let runs = Runs::open(&config, &library);
        Arc::new(App {
            config,
            library,
            collection,
            runs,
            knowledge,
            sets: Sets::default(),
            making: Making::default(),
            pool,
            foreign,
            studies: Mutex::default(),
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
        let most = self.threads(&profile, settings.threads);
        let threads = if level < Level::FULL { 1 } else { most };
        player::Player { profile, level, hash: settings.hash_mb, threads, seed, tag: 0 }
    }

    /// How many threads of ours an engine of a profile has. A foreign one has as many of
    /// its own as its options say.
    pub fn threads(&self, profile: &str, wanted: usize) -> usize {
        if profile.starts_with(PREFIX) { 1 } else { wanted.min(self.pool.slots()) }
    }

    /// Where an engine of a profile thinks.
    pub fn pool_of(&self, profile: &str) -> &Arc<Pool> {
        if profile.starts_with(PREFIX) { &self.foreign } else { &self.pool }
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
        self.foreign.tidy(Duration::ZERO);
        self.runs.iter().for_each(|runs| runs.close());
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
