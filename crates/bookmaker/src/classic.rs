//! The classic book: positions and moves with their results (Kao 2009, §2.3.3, calls it
//! the original database).

use std::collections::{BTreeMap, HashSet};

use book::{Header, Table, Trust};
use game::GameKind;
use records::Board;
use records::fold::Folded;
use serde::{Deserialize, Serialize};

use crate::MakeError;
use crate::games::{self, Games, by_choice};
use crate::run::Event;

/// How a classic book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClassicPlan {
    /// So many plies deep.
    pub plies: u32,
    /// Positions that so many games came to.
    pub games: u32,
    /// What a move must have to be played.
    pub trust: Trust,
}

/// A position of a level, and how many games came to it by the moves that were followed.
struct Place {
    board: Board,
    games: u32,
}

/// Makes a classic book.
///
/// # Errors
/// If the archive cannot be read.
pub fn build(
    kind: GameKind,
    rules: &str,
    plan: &ClassicPlan,
    games: &Games<'_>,
    tell: &mut dyn FnMut(Event),
) -> Result<Table, MakeError> {
    let mut header = Header { trust: plan.trust, ..Header::new(kind, rules) };
    header.plan = serde_json::json!({ "classic": plan, "source": games.fingerprint()? });
    let mut table = Table::new(header);
    let mut seen = HashSet::new();
    let start = games::start(kind)?;
    let mut level = BTreeMap::new();
    level.insert(Folded::of(&start).key, Place { board: start, games: u32::MAX });
    for ply in 0..plan.plies {
        let mut next: BTreeMap<u64, Place> = BTreeMap::new();
        for place in level.values().filter(|place| place.games >= plan.games) {
            let folded = Folded::of(&place.board);
            if !seen.insert(folded.key) {
                continue;
            }
            let moves = games.moves(&place.board)?;
            for found in by_choice(&moves) {
                let entry = table.at(&folded, found.ply);
                entry.marks.record = true;
                (entry.counts, entry.year) = (found.counts, found.year);
            }
            for found in &moves {
                let board = games::after(&place.board, found.ply)?;
                let key = Folded::of(&board).key;
                next.entry(key).or_insert(Place { board, games: 0 }).games += found.games;
            }
        }
        tell(Event::Level { ply, positions: level.len() });
        level = next;
    }
    Ok(table)
}
