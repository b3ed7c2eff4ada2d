//! What a job is, and how it is done.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of work with its setting: everything all jobs of a run share. It is itself
/// sent to other machines, so it holds values, not files.
pub trait Work: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name by which other machines know it.
    const KIND: &'static str;
    /// One job.
    type Job: Serialize + DeserializeOwned + Send + Sync;
    /// What comes of it.
    type Output: Serialize + DeserializeOwned + Send;
    /// What a thread needs for many jobs: an engine with its tables.
    type Tools: Send + 'static;

    /// What stands for the program that does the work: version, engine, its numbers.
    /// A worker whose own differs does not take part.
    ///
    /// # Errors
    /// If this program cannot do the work at all.
    fn fingerprint(&self) -> Result<String, String>;

    /// Large values that all jobs share, such as networks: they are sent once, beside the
    /// work, and need not be in its text.
    fn parts(&self) -> Vec<Arc<[u8]>> {
        Vec::new()
    }

    /// Takes the values of [`Work::parts`] on another machine, in the same order.
    ///
    /// # Errors
    /// If they are not what the work needs.
    fn take_parts(&mut self, parts: Vec<Arc<[u8]>>) -> Result<(), String> {
        match parts.len() {
            0 => Ok(()),
            count => Err(format!("{count} parts for work that has none")),
        }
    }

    /// Makes what a thread needs.
    ///
    /// # Errors
    /// If that cannot be had.
    fn tools(&self) -> Result<Self::Tools, String>;

    /// Does one job. The result must follow from the work, the number and the job
    /// alone. Long jobs look at the pulse now and then: when it says stop, whatever
    /// they return does not count.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn perform(
        &self,
        tools: &mut Self::Tools,
        index: u64,
        job: &Self::Job,
        pulse: &Pulse<'_>,
    ) -> Result<Self::Output, String>;
}

/// Whether a job is still wanted.
#[derive(Clone, Copy, Debug)]
pub struct Pulse<'a> {
    flags: [&'a AtomicBool; 2],
}

impl<'a> Pulse<'a> {
    /// Ends when either flag is set.
    pub fn new(first: &'a AtomicBool, second: &'a AtomicBool) -> Pulse<'a> {
        Pulse { flags: [first, second] }
    }

    /// Whether nobody wants the job any more.
    pub fn stopped(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How often a wish to stop is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Somebody's wish to end a run in good order.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the run; `true` if that was asked for before.
    pub fn stop(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether it is to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Does something with a stop that is set as soon as `wanted` says so.
    pub fn follow<T>(wanted: &(dyn Fn() -> bool + Sync), act: impl FnOnce(&Stop) -> T) -> T {
        let (stop, over) = (Stop::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) && !stop.is_set() {
                    if wanted() {
                        stop.stop();
                    }
                    std::thread::sleep(LOOK);
                }
            });
            // Even a panic must let the other thread end.
            let _over = SetAtEnd(&over);
            act(&stop)
        })
    }

    /// The flag itself, for who asks it often.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A [`Work`] whose kind was not known when this was compiled: jobs and results are
/// JSON.
pub trait AnyWork: Send + Sync {
    /// See [`Work::fingerprint`].
    ///
    /// # Errors
    /// If this program cannot do the work.
    fn fingerprint(&self) -> Result<String, String>;

    /// See [`Work::tools`].
    ///
    /// # Errors
    /// If they cannot be had.
    fn tools(&self) -> Result<Box<dyn Any + Send>, String>;

    /// Does the job that a text describes.
    ///
    /// # Errors
    /// If it cannot be read or done.
    fn perform(
        &self,
        tools: &mut (dyn Any + Send),
        index: u64,
        job: &str,
        pulse: &Pulse<'_>,
    ) -> Result<String, String>;
}

impl<W: Work> AnyWork for W {
    fn fingerprint(&self) -> Result<String, String> {
        Work::fingerprint(self)
    }

    fn tools(&self) -> Result<Box<dyn Any + Send>, String> {
        Ok(Box::new(Work::tools(self)?))
    }

    fn perform(
        &self,
        tools: &mut (dyn Any + Send),
        index: u64,
        job: &str,
        pulse: &Pulse<'_>,
    ) -> Result<String, String> {
        let job: W::Job = serde_json::from_str(job).map_err(|error| format!("the job: {error}"))?;
        let tools = tools.downcast_mut().ok_or("tools of other work")?;
        let output = Work::perform(self, tools, index, &job, pulse)?;
        serde_json::to_string(&output).map_err(|error| error.to_string())
    }
}

type Read = Arc<dyn Fn(&str, Vec<Arc<[u8]>>) -> Result<Arc<dyn AnyWork>, String> + Send + Sync>;

/// The kinds of work a program can do.
#[derive(Clone, Default)]
pub struct Registry {
    kinds: Vec<(&'static str, Read)>,
}

impl Registry {
    /// One kind more.
    #[must_use]
    pub fn with<W: Work>(self) -> Registry {
        self.with_prepared::<W>(|_| Ok(()))
    }

    /// One kind more, of which something is decided here: what came from another machine
    /// is prepared before it is done, or refused.
    #[must_use]
    pub fn with_prepared<W: Work>(
        mut self,
        prepare: impl Fn(&mut W) -> Result<(), String> + Send + Sync + 'static,
    ) -> Registry {
        let read: Read = Arc::new(move |text, parts| {
            let mut work: W = serde_json::from_str(text).map_err(|error| error.to_string())?;
            work.take_parts(parts)?;
            prepare(&mut work)?;
            Ok(Arc::new(work))
        });
        self.kinds.push((W::KIND, read));
        self
    }

    /// The work that a text of some kind describes, with its parts.
    ///
    /// # Errors
    /// If the kind is not known here, or the text is not of it.
    pub fn read(
        &self,
        kind: &str,
        text: &str,
        parts: Vec<Arc<[u8]>>,
    ) -> Result<Arc<dyn AnyWork>, String> {
        let found = self.kinds.iter().find(|(name, _)| *name == kind);
        let names = || self.kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (_, read) = found.ok_or_else(|| {
            let kind: String = kind.chars().take(60).collect();
            format!("this program does not know work of the kind '{kind}': it knows {}", names())
        })?;
        read(text, parts)
    }
}
