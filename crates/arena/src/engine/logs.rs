//! What is kept of an engine's talk.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How much of one process's stderr is kept.
const STDERR_LIMIT: usize = 1 << 20;

/// The log of a kind for an engine: `NAME.KIND.log`, with odd letters of the
/// name replaced.
pub(super) fn log_path(folder: &Path, name: &str, kind: &str) -> PathBuf {
    let safe = |letter: char| letter.is_alphanumeric() || "-_.+".contains(letter);
    let name: String = name.chars().map(|c| if safe(c) { c } else { '_' }).collect();
    folder.join(format!("{name}.{kind}.log"))
}

fn append_to(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Copies stderr into a log on a thread of its own. All of it is read, so that a
/// talkative engine does not block, but only the beginning is kept.
pub(super) struct StderrLog {
    done: Receiver<()>,
}

impl StderrLog {
    pub(super) fn start(source: impl Read + Send + 'static, path: PathBuf) -> StderrLog {
        let (alive, done) = mpsc::channel();
        thread::spawn(move || {
            // The end of the thread drops `alive`, which is the signal.
            let _alive = alive;
            copy_bounded(source, &path);
        });
        StderrLog { done }
    }

    /// Waits until everything is written, but not for long: a process that left
    /// the engine's group may hold the pipe open for ever.
    pub(super) fn finish(&self, timeout: Duration) {
        let _ = self.done.recv_timeout(timeout);
    }
}

fn copy_bounded(mut source: impl Read, path: &Path) {
    let mut buffer = [0; 8192];
    let mut file = None;
    let mut kept = 0;
    while let Ok(length) = source.read(&mut buffer) {
        if length == 0 {
            return;
        }
        let part = &buffer[..length.min(STDERR_LIMIT - kept)];
        if part.is_empty() {
            continue;
        }
        // The file is made when there is something to put into it.
        let log = file.get_or_insert_with(|| append_to(path).ok());
        if let Some(log) = log {
            let cut = kept + part.len() == STDERR_LIMIT;
            let written = log.write_all(part);
            let marked = if cut { log.write_all(b"\n[the rest is not kept]\n") } else { Ok(()) };
            if written.and(marked).is_err() {
                *file.get_or_insert(None) = None;
            }
        }
        kept += part.len();
    }
}

/// Every line in both directions, each with the process and the seconds since it
/// was started. Games in parallel write into one file, a line at a time.
pub(super) struct Transcript {
    file: File,
    pid: u32,
    begin: Instant,
}

impl Transcript {
    pub(super) fn open(path: &Path, pid: u32, command: &str) -> io::Result<Transcript> {
        let mut transcript = Transcript { file: append_to(path)?, pid, begin: Instant::now() };
        transcript.note('#', Instant::now(), &format!("started {command}"));
        Ok(transcript)
    }

    /// Logs a line; `>` to the engine, `<` from it, `#` about it. A full disk must
    /// not lose a game, so failures are not told.
    pub(super) fn note(&mut self, direction: char, at: Instant, line: &str) {
        let seconds = at.saturating_duration_since(self.begin).as_secs_f64();
        let text = format!("{} {seconds:.6} {direction} {line}\n", self.pid);
        let _ = self.file.write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_folder() {
        let path = log_path(Path::new("run"), "../a b/c", "stderr");
        assert_eq!(path, Path::new("run/.._a_b_c.stderr.log"));
    }
}
