//! A server of our own with a fresh library, and a browser to visit it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};

use browser::{Browser, Profile, Size};
use server::{Config, Engines, Port, Server};
use tempfile::TempDir;

use crate::person::Person;

/// Tests that run at the same time in one process share a browser.
static SHARED: Mutex<Weak<Browser>> = Mutex::new(Weak::new());

fn shared_browser() -> Option<Arc<Browser>> {
    let Some(program) = browser::installed() else {
        let required = std::env::var_os("CHUHE_REQUIRE_PROGRAMS").is_some();
        assert!(!required, "chromium must be installed for this run of the tests");
        eprintln!("skipped: chromium is not installed");
        return None;
    };
    let mut shared = SHARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(browser) = shared.upgrade() {
        return Some(browser);
    }
    let browser = Arc::new(Browser::launch(&program).expect("chromium starts"));
    *shared = Arc::downgrade(&browser);
    Some(browser)
}

/// Where the tests take place. The server stops before its folder goes.
pub struct House {
    server: Option<Server>,
    engines: Engines,
    port: u16,
    folder: TempDir,
    browser: Arc<Browser>,
}

impl House {
    /// A house with a running server; none without a browser.
    pub fn open() -> Option<House> {
        let mut house = House::empty()?;
        house.start();
        Some(house)
    }

    /// A house whose server knows foreign engines.
    pub fn with_engines(engines: Engines) -> Option<House> {
        let mut house = House::empty()?;
        house.engines = engines;
        house.start();
        Some(house)
    }

    /// A house with a small endgame table.
    pub fn with_tables() -> Option<House> {
        let mut house = House::empty()?;
        let folder = house.folder.path().join("tables");
        let builder = tablebase::Builder {
            folder: &folder,
            threads: 1,
            memory: 64 << 20,
            end_up_to: 700_000,
            stop: &std::sync::atomic::AtomicBool::new(false),
        };
        let class = "KPK".parse().expect("a class");
        tablebase::xiangqi::build(&[class], &builder, &mut |_| {}).expect("a table");
        house.start();
        Some(house)
    }

    /// A house whose server is still to be started.
    pub fn empty() -> Option<House> {
        let browser = shared_browser()?;
        let folder = TempDir::with_prefix("chuhe-house-").expect("a folder");
        Some(House { server: None, engines: Engines::default(), port: 0, folder, browser })
    }

    /// Starts the server, the second time where it was before.
    pub fn start(&mut self) {
        let port = if self.port == 0 { Port::Any } else { Port::Exactly(self.port) };
        let library = Some(self.library());
        let archive = Some(self.folder.path().join("archive.sqlite"));
        let tables = Some(self.folder.path().join("tables")).filter(|folder| folder.exists());
        let runs = Some(self.folder.path().join("runs"));
        let engines = self.engines.clone();
        let base = Config { port, library, archive, engines, ..Config::default() };
        let config = Config { tables, runs, runs_stand_back: false, ..base };
        let server = Server::start(config).expect("the server starts");
        self.port = server.address().port();
        self.server = Some(server);
    }

    /// Stops the server in order.
    pub fn stop(&mut self) {
        self.server.take().expect("a running server").stop();
    }

    /// The library's file.
    pub fn library(&self) -> PathBuf {
        self.folder.path().join("library.sqlite")
    }

    /// Says where a server in another process listens.
    pub fn listens_on(&mut self, port: u16) {
        self.port = port;
    }

    /// The port that the server listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Somebody new with a window of his own.
    pub fn person(&self, size: Size) -> Person {
        let profile = self.browser.profile().expect("a profile");
        self.tab(&Arc::new(profile), size)
    }

    /// Another tab of the same person.
    pub fn another_tab(&self, person: &Person) -> Person {
        self.tab(person.profile(), Size::DESKTOP)
    }

    fn tab(&self, profile: &Arc<Profile>, size: Size) -> Person {
        let tab = profile.tab(size).expect("a tab");
        Person::new(tab, Arc::clone(profile), format!("http://127.0.0.1:{}", self.port))
    }
}
