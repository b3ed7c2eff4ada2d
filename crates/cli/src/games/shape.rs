//! Games in which a named shape occurs.

use std::io::{IsTerminal, Write};

use anyhow::{Result, bail};
use library::Archive;
use library::archive::shape;

use crate::output::grouped;
use crate::patterns::{games, named_or_file};

/// A shape that is looked for: any pattern of a set.
pub struct Shape(shape::Shape);

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
        Ok(Shape(shape::Shape::of(named_or_file(text)?)))
    }

    /// Those of the games in which it occurs.
    pub fn select(&self, archive: &Archive, ids: &[u32]) -> Result<Vec<u32>> {
        let live = std::io::stderr().is_terminal();
        let tell = |done: usize| {
            if live {
                let (done, all) = (grouped(done as u64), grouped(ids.len() as u64));
                eprint!("\r{done} of {all} games looked through ");
                let _ = std::io::stderr().flush();
            }
            true
        };
        let found = archive.occurrences(ids, &|| self.0.look(), &tell);
        if live {
            eprint!("\r{:60}\r", "");
        }
        Ok(found?.into_iter().map(|one| one.id).collect())
    }

    /// Where it occurs first in a game of the archive.
    pub fn first(&self, archive: &Archive, id: u32) -> Result<First> {
        let Some(stored) = archive.game(id)? else { bail!("game {id} is gone") };
        let shape::Shape { set, matcher } = &self.0;
        let mut state = matcher.start();
        let mut first = None;
        games::walk(&stored.game, |ply, position| {
            if first.is_none() {
                let found = matcher.matches(set, &mut state, position);
                first = found.first().map(|one| First {
                    ply,
                    key: set.patterns[one.pattern].key.clone(),
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
