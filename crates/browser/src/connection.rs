//! Commands to the browser and its answers, as JSON texts that end with a zero
//! byte.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Fault;

/// A browser that is silent for so long has hung.
const PATIENCE: Duration = Duration::from_secs(120);

/// The line to one browser, shared by all its tabs.
pub struct Connection {
    writer: Mutex<Option<ChildStdin>>,
    next: AtomicU64,
    shared: Arc<Shared>,
}

/// What the reading thread and the callers both know.
#[derive(Default)]
struct Shared {
    waiting: Mutex<HashMap<u64, Sender<Value>>>,
    complaints: Mutex<HashMap<String, Vec<String>>>,
}

impl Connection {
    /// Talks through these two ends of pipes.
    pub fn new(to: ChildStdin, from: ChildStdout) -> Connection {
        let shared = Arc::new(Shared::default());
        let reading = Arc::clone(&shared);
        thread::spawn(move || reading.read(from));
        Connection { writer: Mutex::new(Some(to)), next: AtomicU64::new(1), shared }
    }

    /// Sends a command and waits for its answer. Without a session it goes to the
    /// browser itself, otherwise to a tab.
    pub fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, Fault> {
        let gone = || Fault::Gone { method: method.to_owned() };
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = channel();
        locked(&self.shared.waiting).insert(id, sender);
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        self.send(&command).ok_or_else(gone)?;
        let mut answer = receiver.recv_timeout(PATIENCE).map_err(|_| gone())?;
        match answer["error"]["message"].as_str() {
            Some(message) => {
                Err(Fault::Refused { method: method.to_owned(), message: message.to_owned() })
            }
            None => Ok(answer["result"].take()),
        }
    }

    fn send(&self, command: &Value) -> Option<()> {
        let mut text = command.to_string().into_bytes();
        text.push(0);
        let mut writer = locked(&self.writer);
        let writer = writer.as_mut()?;
        writer.write_all(&text).and_then(|()| writer.flush()).ok()
    }

    /// Hangs up; the browser ends when nobody talks to it any more.
    pub fn hang_up(&self) {
        locked(&self.writer).take();
    }

    /// What a tab's console has said that nobody should have to read, taken away.
    pub fn complaints(&self, session: &str) -> Vec<String> {
        locked(&self.shared.complaints).remove(session).unwrap_or_default()
    }
}

impl Shared {
    fn read(&self, from: impl Read) {
        let mut from = BufReader::new(from);
        let mut text = Vec::new();
        while matches!(from.read_until(0, &mut text), Ok(length) if length > 0) {
            if let Ok(message) = serde_json::from_slice(text.strip_suffix(&[0]).unwrap_or(&text)) {
                self.take(message);
            }
            text.clear();
        }
        // Nobody will answer those who still wait.
        locked(&self.waiting).clear();
    }

    fn take(&self, message: Value) {
        if let Some(id) = message["id"].as_u64() {
            if let Some(sender) = locked(&self.waiting).remove(&id) {
                let _ = sender.send(message);
            }
        } else if let (Some(text), Some(session)) =
            (complaint(&message), message["sessionId"].as_str())
        {
            locked(&self.complaints).entry(session.to_owned()).or_default().push(text);
        }
    }
}

/// An error on the console, an uncaught exception, a refusal by the page's policy.
fn complaint(message: &Value) -> Option<String> {
    let params = &message["params"];
    match message["method"].as_str()? {
        "Runtime.exceptionThrown" => {
            let details = &params["exceptionDetails"];
            let text = details["exception"]["description"].as_str().or(details["text"].as_str());
            Some(format!("uncaught: {}", text.unwrap_or("an exception")))
        }
        "Log.entryAdded" if params["entry"]["level"] == "error" => {
            let entry = &params["entry"];
            let (text, url) = (entry["text"].as_str(), entry["url"].as_str());
            Some(format!("{} ({})", text.unwrap_or("an error"), url.unwrap_or("no address")))
        }
        "Runtime.consoleAPICalled" if params["type"] == "error" => {
            Some(format!("console.error {}", params["args"]))
        }
        _ => None,
    }
}

/// A thread that panicked elsewhere must not hide its own message behind ours.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_are_complaints() {
        let entry = |level: &str| {
            json!({ "method": "Log.entryAdded", "sessionId": "s",
            "params": { "entry": { "level": level, "text": "refused", "url": "/a.js" } } })
        };
        assert_eq!(complaint(&entry("error")).as_deref(), Some("refused (/a.js)"));
        assert_eq!(complaint(&entry("info")), None);
        let thrown = json!({ "method": "Runtime.exceptionThrown",
            "params": { "exceptionDetails": { "text": "Uncaught" } } });
        assert_eq!(complaint(&thrown).as_deref(), Some("uncaught: Uncaught"));
    }

    #[test]
    fn answers_find_their_callers_and_events_their_tabs() {
        let shared = Shared::default();
        let (sender, receiver) = channel();
        locked(&shared.waiting).insert(7, sender);
        let entry = r#"{"method":"Log.entryAdded","sessionId":"s","params":{"entry":{"level":"error","text":"bad"}}}"#;
        let stream = format!("{entry}\0{{\"id\":7,\"result\":{{}}}}\0");
        shared.read(stream.as_bytes());
        assert_eq!(receiver.recv().unwrap()["id"], 7);
        assert_eq!(locked(&shared.complaints)["s"], ["bad (no address)"]);
    }
}
