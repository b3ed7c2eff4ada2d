//! Which classes games come to, and what their tables weigh: a table of games with a
//! column `moves` on standard input, `occurrence FOLDER ROWS`. Xiangqi in ICCS moves,
//! dark chess in the notation of the contest platform.
//!
//! A class counts once a game, if a position of the game has it or one legal capture
//! away from it has: that is where a search asks. Only classes of at most 60 million
//! indices are listed. `a megabyte`: games for the size of the table with all it needs
//! that no class before it in the list needs too. `share so far`: games that come to a
//! class with a table, of those that come to any.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use game::{GameKind, NullObserver, Position as _};
use tablebase::Shelf;
use tablebase::banqi::{self, Class};
use tablebase::xiangqi::{self, Layout, Material};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rows] = &arguments[..] else {
        return eprintln!("usage: occurrence FOLDER ROWS < GAMES.tsv");
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("games as text");
    let mut lines = text.lines();
    let column = lines.next().and_then(|head| head.split('\t').position(|name| name == "moves"));
    let column = column.expect("a column named moves");
    let games: Vec<&str> = lines.filter_map(|line| line.split('\t').nth(column)).collect();
    let dark = games.iter().any(|moves| moves.contains('('));
    let mut counts = Counts::default();
    for moves in &games {
        if dark { counts.dark(moves) } else { counts.xiangqi(moves) }
    }
    let kind = if dark { GameKind::Banqi } else { GameKind::Xiangqi };
    counts.print(&Shelf::open(kind, folder).expect("a folder"), games.len(), rows.parse().ok());
}

/// What was seen.
#[derive(Default)]
struct Counts {
    /// Games that came to a class, and their numbers.
    classes: BTreeMap<String, BTreeSet<u32>>,
    games: u32,
    /// Games that came to at most four pieces with one or two face down.
    hidden: u32,
}

impl Counts {
    fn xiangqi(&mut self, moves: &str) {
        self.games += 1;
        let mut position = ::xiangqi::START_FEN.parse::<::xiangqi::Position>().expect("the start");
        for text in moves.split_whitespace() {
            let Ok(ply) = text.parse::<::xiangqi::Ply>() else { return };
            if !position.is_legal(ply) {
                return;
            }
            position.make(ply, (), &mut NullObserver);
            if position.occupied().count() <= 12 {
                self.add(&position);
                for ply in position.legal_plies() {
                    let undo = position.make(ply, (), &mut NullObserver);
                    if undo.captured().is_some() {
                        self.add(&position);
                    }
                    position.unmake(ply, undo, &mut NullObserver);
                }
            }
        }
    }

    fn add(&mut self, position: &::xiangqi::Position) {
        let class = Material::of(position).0;
        if !class.is_dead() && Layout::size_of(class) <= xiangqi::MOST_OF_SETS {
            self.classes.entry(class.to_string()).or_default().insert(self.games);
        }
    }

    /// Only who is on which square matters.
    fn dark(&mut self, moves: &str) {
        self.games += 1;
        let mut board: BTreeMap<&str, char> = BTreeMap::new();
        let mut down = 32;
        let mut hidden = false;
        for text in moves.split_whitespace() {
            if let Some((square, piece)) = text.trim_end_matches(')').split_once('(') {
                board.insert(square, piece.chars().next().expect("a piece"));
                down -= 1;
            } else if let Some((from, to)) = text.split_once('-')
                && let Some(piece) = board.remove(from)
            {
                board.insert(to, piece);
            }
            let pieces = board.len() + down;
            hidden |= (1..=2).contains(&down) && pieces <= 4;
            if down == 0 && pieces <= 5 {
                let kinds = |upper: bool| -> String {
                    let own = board.values().filter(|piece| piece.is_ascii_uppercase() == upper);
                    own.map(|piece| our_letter(*piece)).collect()
                };
                if let Ok(class) = format!("{}-{}", kinds(true), kinds(false)).parse::<Class>() {
                    self.classes.entry(class.to_string()).or_default().insert(self.games);
                }
            }
        }
        self.hidden += u32::from(hidden);
    }

    fn print(&self, shelf: &Shelf, games: usize, rows: Option<usize>) {
        let any: BTreeSet<u32> = self.classes.values().flatten().copied().collect();
        println!(
            "{games} games, {} come to a class, {} with one or two face down",
            any.len(),
            self.hidden
        );
        let mut order: Vec<(&String, &BTreeSet<u32>)> = self.classes.iter().collect();
        order.sort_by_key(|(name, games)| (std::cmp::Reverse(games.len()), name.len()));
        let (mut covered, mut taken) = (BTreeSet::<u32>::new(), BTreeSet::new());
        let mut bytes_so_far = 0;
        println!("| class | games | bytes with what it needs | games a megabyte | share so far |");
        for (name, seen) in order.into_iter().take(rows.unwrap_or(usize::MAX)) {
            let new: Vec<String> =
                needed(name).into_iter().filter(|name| !taken.contains(name)).collect();
            let weight = |name: &String| Some(shelf.get(name)?.ok()?.bytes());
            let bytes: Option<u64> = new.iter().map(weight).sum();
            if bytes.is_some() {
                taken.extend(new);
                covered.extend(seen.iter().copied());
            }
            bytes_so_far += bytes.unwrap_or(0);
            let per = bytes.map_or("no table".to_owned(), |bytes| match bytes {
                0 => "free".to_owned(),
                _ => format!("{:.0}", seen.len() as f64 * 1e6 / bytes as f64),
            });
            println!(
                "| {name} | {} | {} | {per} | {:.2} % of {:.2} % |",
                seen.len(),
                bytes.unwrap_or(0),
                100.0 * covered.len() as f64 / games as f64,
                100.0 * any.len() as f64 / games as f64,
            );
        }
        println!("{bytes_so_far} bytes");
    }
}

/// A class with all that its captures lead to.
fn needed(name: &str) -> Vec<String> {
    if name.contains('-') {
        let class: Class = name.parse().expect("a class");
        banqi::order(&[class]).iter().map(ToString::to_string).collect()
    } else {
        let class: Material = name.parse().expect("a class");
        xiangqi::order(&[class]).iter().map(ToString::to_string).collect()
    }
}

/// The platform's letters: G is a guard, M an elephant, N a horse.
fn our_letter(platform: char) -> char {
    let place = "KGMRNCP".find(platform.to_ascii_uppercase()).expect("a platform letter");
    "KAERHCP".as_bytes()[place].into()
}
