//! Results in the order of their numbers, whatever order they come in.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::{Archive, JobsError, Work};

/// Why a job has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What was wrong.
    pub reason: String,
    /// How often it was tried.
    pub attempts: u32,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.attempts {
            0 | 1 => f.write_str(&self.reason),
            tries => write!(f, "{} (tried {tries} times)", self.reason),
        }
    }
}

/// A job that is done.
#[derive(Debug)]
pub struct Done<T> {
    /// Its number.
    pub index: u64,
    /// What came of it.
    pub result: Result<T, Failure>,
}

/// How a batch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every result was handed out.
    Complete,
    /// Whoever took the results had enough.
    Enough,
    /// The run was asked to stop: results are missing.
    Stopped,
}

/// Whoever takes results.
pub(crate) type Taker<'a, T> = &'a mut dyn FnMut(Done<T>) -> ControlFlow<()>;

/// Keeps results and hands them out in order.
pub(crate) struct Collector<'a, W: Work> {
    archive: &'a mut Archive,
    take: Taker<'a, W::Output>,
    waiting: HashMap<u64, Result<W::Output, Failure>>,
    first: u64,
    next: u64,
    end: u64,
    enough: bool,
}

impl<'a, W: Work> Collector<'a, W> {
    pub fn new(
        archive: &'a mut Archive,
        first: u64,
        count: usize,
        take: Taker<'a, W::Output>,
    ) -> Result<Collector<'a, W>, JobsError> {
        let waiting = HashMap::new();
        let end = first + count as u64;
        let mut collector =
            Collector { archive, take, waiting, first, next: first, end, enough: false };
        collector.hand_out()?;
        Ok(collector)
    }

    /// The numbers whose results are not known.
    pub fn missing(&self) -> Vec<u64> {
        let known = |index: &u64| self.archive.has(*index) || self.waiting.contains_key(index);
        (self.next..self.end).filter(|index| !known(index)).collect()
    }

    /// Takes a result. One that is known already, or that nobody asked for, changes
    /// nothing.
    pub fn add(&mut self, index: u64, result: Result<W::Output, Failure>) -> Result<(), JobsError> {
        let wanted = (self.first..self.end).contains(&index);
        let known = index < self.next || self.waiting.contains_key(&index);
        if !wanted || known || self.archive.has(index) {
            return Ok(());
        }
        if let Ok(output) = &result {
            self.archive.keep(index, output)?;
        }
        self.waiting.insert(index, result);
        self.hand_out()
    }

    fn hand_out(&mut self) -> Result<(), JobsError> {
        while !self.is_over() {
            let index = self.next;
            let result = match self.waiting.remove(&index) {
                Some(result) => result,
                None => match self.archive.get(index)? {
                    Some(output) => Ok(output),
                    None => return Ok(()),
                },
            };
            self.next += 1;
            self.enough = (self.take)(Done { index, result }).is_break();
        }
        Ok(())
    }

    /// Whether nothing more is wanted.
    pub fn is_over(&self) -> bool {
        self.enough || self.next == self.end
    }

    /// How it ended, seen now.
    pub fn end(&self) -> End {
        match (self.enough, self.next == self.end) {
            (true, _) => End::Enough,
            (_, true) => End::Complete,
            _ => End::Stopped,
        }
    }
}
