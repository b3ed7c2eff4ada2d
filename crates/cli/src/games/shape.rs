//! Games in which a named shape occurs.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use anyhow::{Result, bail};
use library::Archive;
use library::archive::Look;
use patterns::{Matcher, PatternSet};
use records::Board;

use crate::output::grouped;
use crate::patterns::{games, named_or_file};

/// A shape that is looked for: any pattern of a set.
pub struct Shape {
    set: PatternSet,
    matcher: Arc<Matcher>,
}

/// Where a shape occurs first in a game.
pub struct First {
    /// Plies played before it.
    pub ply: usize,
    /// The pattern.
    pub key: String,
    /// Whose it is.
    pub side: game::Side,
    /// The position.
    pub fen: String,
}

impl Shape {
    /// A pattern by its name, or those of a file.
    pub fn read(text: &str) -> Result<Shape> {
        let set = named_or_file(text)?;
        let matcher = Arc::new(Matcher::new(&set.grounds));
        Ok(Shape { set, matcher })
    }

    /// Those of the games in which it occurs.
    pub fn select(&self, archive: &Archive, ids: &[u32]) -> Result<Vec<u32>> {
        let look = || -> Look<'static> {
            let matcher = Arc::clone(&self.matcher);
            let mut state = matcher.start();
            Box::new(move |board| {
                let Board::Xiangqi(position) = board else { return false };
                let mut found = false;
                matcher.for_each(&mut state, position, |_, _| found = true);
                found
            })
        };
        let live = std::io::stderr().is_terminal();
        let tell = |done: usize| {
            if live {
                let (done, all) = (grouped(done as u64), grouped(ids.len() as u64));
                eprint!("\r{done} of {all} games looked through ");
                let _ = std::io::stderr().flush();
            }
        };
        let found = archive.occurrences(ids, &look, &tell);
        if live {
            eprint!("\r{:60}\r", "");
        }
        Ok(found?.into_iter().map(|one| one.id).collect())
    }

    /// Where it occurs first in a game of the archive.
    pub fn first(&self, archive: &Archive, id: u32) -> Result<First> {
        let Some(stored) = archive.game(id)? else { bail!("game {id} is gone") };
        let mut state = self.matcher.start();
        let mut first = None;
        games::walk(&stored.game, |ply, position| {
            if first.is_none() {
                let found = self.matcher.matches(&self.set, &mut state, position);
                first = found.first().map(|one| First {
                    ply,
                    key: self.set.patterns[one.pattern].key.clone(),
                    side: one.side,
                    fen: position.to_string(),
                });
            }
        });
        match first {
            Some(first) => Ok(first),
            None => bail!("game {id} has changed while it was looked through"),
        }
    }
}
