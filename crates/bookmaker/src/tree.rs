//! Books as PGN trees, and back.
//!
//! A tree has each position's moves once, where it is first met; other orders of moves
//! end there. What is known of a move stands in its comment: `+12 =3 -4 2021` are games
//! won, drawn and lost by who moves and the last year, `own` is the owner's choice,
//! `second` a move of the second source, `search 35/14` what a search said and its depth.

use std::cmp::Reverse;
use std::collections::HashSet;

use book::{BookFile, Counts, Entry, Header, Table};
use game::{GameKind, Side};
use records::fold::Folded;
use records::{Board, Game, GameResult, Start, Tree, Walk};

use crate::walk::{moves, outcomes};
use crate::{MakeError, games};

/// A book as a game with variations, so many plies deep.
///
/// # Errors
/// Never in a program that works.
pub fn write(file: &BookFile, plies: u32) -> Result<Game, MakeError> {
    let kind = file.header().game;
    let mut game = Game::new(Start::usual(kind));
    game.headers.push(("Event".to_owned(), format!("Book for {}", file.header().owner.name())));
    let mut seen = HashSet::new();
    let mut level = vec![(games::start(kind)?, Tree::ROOT)];
    for _ in 0..plies {
        if level.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for (board, node) in level {
            let folded = Folded::of(&board);
            if !seen.insert(folded.key) {
                continue;
            }
            let mut moves = moves(file, kind, &folded);
            moves.sort_by_key(|(_, entry)| {
                (!entry.marks.chosen, Reverse(entry.counts.games()), entry.code)
            });
            for (played, entry) in moves {
                // A flip may turn up anything: it stands for no line.
                let Ok([after]) = <[Board; 1]>::try_from(outcomes(&board, played)) else {
                    continue;
                };
                let child = game.tree.play(node, played);
                game.tree.remarks_mut(child).comment = comment(&entry);
                next.push((after, child));
            }
        }
        level = next;
    }
    Ok(game)
}

/// What is known of a move, as a comment.
fn comment(entry: &Entry) -> String {
    let Counts { wins, draws, losses } = entry.counts;
    let mut words = vec![format!("+{wins} ={draws} -{losses}")];
    if entry.year > 0 {
        words.push(entry.year.to_string());
    }
    if entry.marks.chosen {
        words.push("own".to_owned());
    }
    if entry.marks.second {
        words.push("second".to_owned());
    }
    if entry.marks.search {
        words.push(format!("search {}/{}", entry.score, entry.depth));
    }
    words.join(" ")
}

/// Takes what a comment says of a move; `false` if it says nothing of the kind.
fn read_comment(text: &str, entry: &mut Entry) -> bool {
    let mut words = text.split_whitespace();
    let mut count = |sign: char| words.next()?.strip_prefix(sign)?.parse::<u32>().ok();
    let (Some(wins), Some(draws), Some(losses)) = (count('+'), count('='), count('-')) else {
        return false;
    };
    let counts = Counts { wins, draws, losses };
    entry.marks.record |= counts.games() > 0;
    entry.counts.add(&counts);
    while let Some(word) = words.next() {
        match word {
            "own" => entry.marks.chosen = true,
            "second" => entry.marks.second = true,
            "search" => {
                let said = words.next().and_then(|word| word.split_once('/'));
                let (score, depth) = said.unwrap_or_default();
                entry.marks.search = true;
                (entry.score, entry.depth) =
                    (score.parse().unwrap_or(0), depth.parse().unwrap_or(0));
            }
            word => entry.year = entry.year.max(word.parse().unwrap_or(0)),
        }
    }
    true
}

/// A book of games and trees. Comments that [`write()`] made are taken at their word. Of
/// other games the main line counts as a game with its result; variations, and games
/// without a result, are somebody's choice: their moves are the book's own.
///
/// # Errors
/// If no game is of this kind.
pub fn read(kind: GameKind, rules: &str, games: &[Game]) -> Result<Table, MakeError> {
    let mut table = Table::new(Header::new(kind, rules));
    let unknown = table.header.maker("unknown");
    for game in games.iter().filter(|game| game.kind() == kind) {
        let mut walk = Walk::open(&game.start).map_err(MakeError::Position)?;
        let main: HashSet<usize> = game.tree.main_line().into_iter().collect();
        for id in game.tree.in_order() {
            let node = game.tree.node(id);
            let Some(played) = node.played else { continue };
            walk.go(&game.tree, node.parent());
            let entry = table.at(&Folded::of(walk.board()), played);
            if !read_comment(node.comment(), entry) {
                match result_for(walk.board(), game.result).filter(|_| main.contains(&id)) {
                    Some(counts) => {
                        entry.marks.record = true;
                        entry.counts.add(&counts);
                    }
                    None => entry.marks.chosen = true,
                }
            }
            if entry.marks.search {
                entry.marks.maker = unknown;
            }
        }
    }
    if table.is_empty() { Err(MakeError::NoGames) } else { Ok(table) }
}

/// A result from the view of who is to move; `None` if it is not known.
fn result_for(board: &Board, result: GameResult) -> Option<Counts> {
    let turn = match board {
        Board::Xiangqi(position) => position.turn(),
        // Who plays first need not be red: which colour won is not known from here.
        Board::Banqi(_) => return None,
    };
    let won = Counts { wins: 1, ..Counts::default() };
    let lost = Counts { losses: 1, ..Counts::default() };
    match (result, turn) {
        (GameResult::Unknown, _) => None,
        (GameResult::Draw, _) => Some(Counts { draws: 1, ..Counts::default() }),
        (GameResult::First, Side::Red) | (GameResult::Second, Side::Black) => Some(won),
        _ => Some(lost),
    }
}
