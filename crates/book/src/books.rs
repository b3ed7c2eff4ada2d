//! Books as an engine asks them.

use std::path::PathBuf;

use game::{GameKind, Rng, Side};
use records::Played;
use records::fold::Folded;
use search::book::{Book, Moment, Told};

use crate::choose::{Variety, choose, good, reason};
use crate::entry::Entry;
use crate::error::BookError;
use crate::file::BookFile;

/// When books are asked, and how they choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How a move is chosen among good ones.
    pub variety: Variety,
    /// In the first so many plies of a game only; 0 for no limit.
    pub plies: usize,
    /// Whether they are asked when red is to move.
    pub red: bool,
    /// Whether they are asked when black is to move.
    pub black: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { variety: Variety::default(), plies: 0, red: true, black: true }
    }
}

/// Books, asked one after the other.
#[derive(Clone, Debug)]
pub struct Books {
    files: Vec<BookFile>,
    policy: Policy,
}

/// What a book says of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move, as it is in the position that was asked about.
    pub ply: Played,
    /// What is known of it.
    pub entry: Entry,
    /// Why this one.
    pub why: String,
}

impl Books {
    /// The books of some paths, which are separated as paths are (`:`, on Windows `;`);
    /// `None` for an empty text or `<empty>`.
    ///
    /// # Errors
    /// If one cannot be opened or is of the other game.
    pub fn open(game: GameKind, paths: &str, policy: Policy) -> Result<Option<Books>, BookError> {
        if paths.is_empty() || paths == "<empty>" {
            return Ok(None);
        }
        let mut files = Vec::new();
        for path in std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty()) {
            let file = BookFile::open(&path)?;
            file.expect_game(game)?;
            files.push(file);
        }
        Ok(Some(Books { files, policy }))
    }

    /// Books that were opened.
    pub fn new(files: Vec<BookFile>, policy: Policy) -> Books {
        Books { files, policy }
    }

    /// The same books, asked otherwise.
    #[must_use]
    pub fn with(&self, policy: Policy) -> Books {
        Books { files: self.files.clone(), policy }
    }

    /// The files, in the order they are asked.
    pub fn files(&self) -> &[BookFile] {
        &self.files
    }

    /// Sees that all were made for some rules.
    ///
    /// # Errors
    /// Names the first that was not.
    pub fn expect_rules(&self, rules: &str) -> Result<(), BookError> {
        self.files.iter().try_for_each(|file| file.expect_rules(rules))
    }

    /// What the first book that knows a position says of it.
    pub fn choice(
        &self,
        game: GameKind,
        side: Option<Side>,
        folded: &Folded,
        dice: &mut Rng,
    ) -> Option<Choice> {
        let asked = self.files.iter().filter(|file| file.header().owner.is(side));
        asked.into_iter().find_map(|file| {
            let header = file.header();
            let moves = good(&header.trust, file.find(folded.key));
            let entry = choose(self.policy.variety, &moves, dice)?;
            let maker = header.makers.get(usize::from(entry.marks.maker)).map(String::as_str);
            let name: PathBuf = file.path().file_name().map_or_else(PathBuf::new, PathBuf::from);
            let why = reason(&entry, self.policy.variety, moves.len(), maker);
            let why = format!("book {}: {why}", name.display());
            Some(Choice { ply: folded.ply(game, entry.code)?, entry, why })
        })
    }

    /// Whether they are asked at a moment of a game.
    fn speaks(&self, side: Option<Side>, moment: &Moment<'_>) -> bool {
        let Policy { plies, red, black, .. } = self.policy;
        let may = match side {
            Some(Side::Red) => red,
            Some(Side::Black) => black,
            None => red || black,
        };
        may && (plies == 0 || moment.played < plies)
            && self.files.iter().any(|file| file.header().owner.is(side))
            && self.expect_rules(&moment.rules.to_string()).is_ok()
    }
}

impl Book<xiangqi::Position> for Books {
    fn choose(
        &self,
        position: &xiangqi::Position,
        moment: &Moment<'_>,
        dice: &mut Rng,
    ) -> Option<Told<xiangqi::Ply>> {
        let side = Some(position.turn());
        if !self.speaks(side, moment) {
            return None;
        }
        let folded = Folded::of_xiangqi(position);
        let choice = self.choice(GameKind::Xiangqi, side, &folded, dice)?;
        match choice.ply {
            Played::Xiangqi(ply) => Some(Told { ply, why: choice.why }),
            Played::Banqi(_) => None,
        }
    }
}

impl Book<banqi::Position> for Books {
    fn choose(
        &self,
        position: &banqi::Position,
        moment: &Moment<'_>,
        dice: &mut Rng,
    ) -> Option<Told<banqi::Ply>> {
        let side = position.turn();
        if !self.speaks(side, moment) {
            return None;
        }
        let folded = Folded::of_banqi(position);
        let choice = self.choice(GameKind::Banqi, side, &folded, dice)?;
        match choice.ply {
            Played::Banqi(played) => Some(Told { ply: played.ply, why: choice.why }),
            Played::Xiangqi(_) => None,
        }
    }
}
