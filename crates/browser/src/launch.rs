//! Starting a browser and ending it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Fault;
use crate::connection::Connection;
use crate::tab::{Size, Tab};

/// Names under which the browser is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// No window, no traffic of its own, no throttling of tabs that are not in front.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    "--lang=en-US",
    "--remote-debugging-pipe",
];

/// The browser reads commands from its third handle and answers on its fourth; a
/// shell puts our two pipes there.
const SCRIPT: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#;

/// How long the browser may take to end by itself.
const LAST_WAIT: Duration = Duration::from_secs(10);

/// Where a Chromium is installed, if one is.
pub fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let found = |name: &&str| folders.iter().map(|folder| folder.join(name)).find(|f| f.is_file());
    NAMES.iter().find_map(found)
}

/// A running browser; it ends when this and its tabs are dropped.
pub struct Browser {
    process: Arc<Process>,
}

/// What belongs to the running program.
pub(crate) struct Process {
    pub(crate) connection: Connection,
    child: Mutex<Child>,
    /// Removed when the browser has ended.
    _folder: TempDir,
}

impl Browser {
    /// Starts a browser with a fresh folder of its own.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn launch(program: &Path) -> Result<Browser, Fault> {
        let cannot = |error| Fault::Start { program: program.display().to_string(), error };
        let folder = TempDir::with_prefix("chuhe-browser-").map_err(cannot)?;
        let mut child = Command::new("sh")
            .args(["-c", SCRIPT])
            .arg(program)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(cannot)?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(cannot(std::io::Error::other("it has no pipes")));
        };
        let connection = Connection::new(to, from);
        let process = Process { connection, child: Mutex::new(child), _folder: folder };
        process.connection.call(None, "Browser.getVersion", json!({}))?;
        Ok(Browser { process: Arc::new(process) })
    }

    /// A person with cookies and storage of his own.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn profile(&self) -> Result<Profile, Fault> {
        let call = self.process.connection.call(None, "Target.createBrowserContext", json!({}));
        let context = text(&call?, "browserContextId");
        Ok(Profile { process: Arc::clone(&self.process), context })
    }
}

/// Cookies and storage of one person; several tabs may share them.
pub struct Profile {
    process: Arc<Process>,
    context: String,
}

impl Profile {
    /// A new empty tab.
    ///
    /// # Errors
    /// If the browser does not answer.
    pub fn tab(&self, size: Size) -> Result<Tab, Fault> {
        let connection = &self.process.connection;
        // A window each: tabs behind others would not be drawn.
        let wanted = json!({ "url": "about:blank", "browserContextId": self.context,
            "newWindow": true, "width": size.width, "height": size.height });
        let target = text(&connection.call(None, "Target.createTarget", wanted)?, "targetId");
        let attach = json!({ "targetId": target, "flatten": true });
        let session = text(&connection.call(None, "Target.attachToTarget", attach)?, "sessionId");
        Tab::new(Arc::clone(&self.process), target, session, size)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.connection.call(None, "Browser.close", json!({}));
        self.connection.hang_up();
        let child = self.child.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner());
        let end = Instant::now() + LAST_WAIT;
        while matches!(child.try_wait(), Ok(None)) && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}
