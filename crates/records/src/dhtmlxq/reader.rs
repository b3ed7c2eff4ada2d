//! Tags to games.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use game::GameKind;
use xiangqi::{Ply, Setup, Square};

use super::tags::{self, Tag};
use super::{IDLE, NAMES};
use crate::annotations;
use crate::board::Notation;
use crate::bytes::clean;
use crate::model::{
    Game, GameResult, MOST_HEADERS, NodeId, Played, Problem, ProblemCode, Start, Tree,
};
use crate::place::Places;
use crate::walk::Walk;
use crate::xqf::slots;

/// Reads every game of a text.
pub fn read(text: &str, _: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    tags::games(text).into_iter().map(|tags| Reader::new(&tags, &places).read(&tags)).collect()
}

/// A line of plies: the main line, or a variation.
#[derive(Default)]
struct Line<'a> {
    /// The line it leaves, and its first ply, from 1.
    parent: usize,
    first: usize,
    plies: &'a str,
    /// Where the plies stand.
    at: usize,
    /// The nodes that could be played.
    nodes: Vec<NodeId>,
    was_read: bool,
}

struct Reader<'a, 'b> {
    game: Game,
    places: &'a Places<'b>,
    lines: BTreeMap<usize, Line<'a>>,
}

impl<'a, 'b> Reader<'a, 'b> {
    fn new(tags: &[Tag<'a>], places: &'a Places<'b>) -> Reader<'a, 'b> {
        let mut game = Game::new(Start::usual(GameKind::Xiangqi));
        game.place = places.at(tags.first().map_or(0, |tag| tag.at));
        let mut reader = Reader { game, places, lines: BTreeMap::new() };
        for tag in tags {
            reader.tag(tag);
        }
        reader
    }

    fn tag(&mut self, tag: &Tag<'a>) {
        let value = tag.value.trim();
        match tag.name {
            "movelist" => self.movelist(tag),
            "binit" => self.board(tag),
            "result" => self.game.result = result(value),
            name if IDLE.contains(&name) || numbers(name, "comment").is_some() => {}
            name => match numbers(name, "move_").as_deref() {
                Some(&[parent, first, number]) => {
                    self.line(number, Line { parent, first, ..line_of(tag.value, tag.at) });
                }
                _ if value.is_empty() || self.game.headers.len() >= MOST_HEADERS => {}
                _ => {
                    let known = NAMES.iter().find(|(known, _)| *known == name);
                    let name = known.map_or(name, |(_, ours)| ours);
                    self.game.set_header(name, clean(value));
                }
            },
        }
    }

    /// The main line, or in a script all lines: `[0_1_0]…[/0_1_0][0_4_1]…`.
    fn movelist(&mut self, tag: &Tag<'a>) {
        if !tag.value.contains('[') {
            self.line(0, Line { first: 1, ..line_of(tag.value, tag.at) });
            return;
        }
        let mut at = 0;
        while let Some(open) = tag.value[at..].find('[').map(|open| at + open) {
            let Some(length) = tag.value[open..].find(']') else { return };
            let (name, begin) = (&tag.value[open + 1..open + length], open + length + 1);
            at = begin;
            let Some([parent, first, number]) = numbers(name, "").as_deref().and_then(three) else {
                continue;
            };
            let rest = &tag.value[begin..];
            let plies = &rest[..rest.find('[').unwrap_or(rest.len())];
            self.line(number, Line { parent, first, ..line_of(plies, tag.at + begin) });
        }
    }

    fn line(&mut self, number: usize, line: Line<'a>) {
        let at = line.at;
        match self.lines.entry(number) {
            Entry::Vacant(place) => {
                place.insert(line);
            }
            Entry::Occupied(_) => {
                let message = format!("a second variation {number}");
                self.problem(ProblemCode::Form, at, message, true);
            }
        }
    }

    /// 32 points, two digits each.
    fn board(&mut self, tag: &Tag<'_>) {
        let digits = tag.value.trim().as_bytes();
        if digits.is_empty() {
            return;
        }
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_digit) {
            let message = format!("a board of {} digits: expected 64", digits.len());
            self.problem(ProblemCode::Start, tag.at, message, false);
            return;
        }
        let mut setup = Setup::empty();
        for (piece, point) in slots().zip(digits.chunks_exact(2)) {
            if let Some(square) = square(point) {
                setup.board[square.index()] = Some(piece);
            }
        }
        self.game.start = Start::Xiangqi(setup);
    }

    fn problem(&mut self, code: ProblemCode, at: usize, message: String, variation: bool) {
        let problem = Problem::new(code, self.places.at(at), message);
        self.game.report(problem.in_variation(variation));
    }

    fn read(mut self, tags: &[Tag<'a>]) -> Game {
        let first = self.lines.get(&0).and_then(|line| line.plies.as_bytes().first_chunk::<4>());
        let start = with_turn(&self.game.start, first.copied());
        match Walk::open(&start) {
            Ok(walk) => {
                self.game.start = start;
                self.read_lines(walk);
            }
            Err(message) => {
                let at = tags.iter().find(|tag| tag.name == "binit").map_or(0, |tag| tag.at);
                self.problem(ProblemCode::Start, at, message, false);
                self.game.start = Start::usual(GameKind::Xiangqi);
            }
        }
        self.say(tags);
        annotations::take_out(&mut self.game);
        self.game
    }

    /// Reads a line, then those that leave it, the latest first: so the board never
    /// goes far.
    fn read_lines(&mut self, mut walk: Walk) {
        let mut leaving: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for (&number, line) in self.lines.iter().filter(|(number, _)| **number != 0) {
            leaving.entry(line.parent).or_default().push((line.first, number));
        }
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            self.read_line(number, &mut walk);
            let mut next = leaving.remove(&number).unwrap_or_default();
            // Taken from the end: the latest ply first, of the same ply the lowest number.
            next.sort_unstable_by_key(|&(first, number)| (first, std::cmp::Reverse(number)));
            open.extend(next.into_iter().map(|(_, number)| number));
        }
        let lost: Vec<(usize, usize, usize)> = self
            .lines
            .iter()
            .filter(|(_, line)| !line.was_read)
            .map(|(&number, line)| (number, line.parent, line.at))
            .collect();
        for (number, parent, at) in lost {
            let message =
                format!("variation {number} leaves variation {parent}, which is not there");
            self.problem(ProblemCode::Form, at, message, number != 0);
        }
    }

    fn read_line(&mut self, number: usize, walk: &mut Walk) {
        let Some(line) = self.lines.get_mut(&number) else { return };
        line.was_read = true;
        let (plies, at, first, parent) = (line.plies, line.at, line.first, line.parent);
        let node = if number == 0 { Some(Tree::ROOT) } else { self.branching(parent, first) };
        let Some(node) = node else {
            let message = format!(
                "variation {number} begins at ply {first} of variation {parent}, which is not there"
            );
            self.problem(ProblemCode::Form, at, message, true);
            return;
        };
        walk.go(&self.game.tree, node);
        let mut nodes = Vec::with_capacity(plies.len() / 4);
        for (index, four) in plies.as_bytes().chunks(4).enumerate() {
            let made = ply(four).ok_or_else(|| "expected four digits, two points".to_owned());
            let made = made.and_then(|ply| walk.play(&mut self.game.tree, Played::Xiangqi(ply)));
            match made {
                Ok(node) => nodes.push(node),
                Err(message) => {
                    self.problem(ProblemCode::Move, at + index * 4, message, number != 0);
                    break;
                }
            }
        }
        if !nodes.is_empty() {
            self.game.notation = Some(Notation::Xiangqi(xiangqi::notation::Notation::Iccs));
        }
        if let Some(line) = self.lines.get_mut(&number) {
            line.nodes = nodes;
        }
    }

    /// The node before a ply of a line. The ply itself must be there: nothing may
    /// take the place of what could not be played.
    fn branching(&self, line: usize, ply: usize) -> Option<NodeId> {
        let line = self.lines.get(&line)?;
        let replaced = *line.nodes.get(ply.checked_sub(line.first)?)?;
        Some(self.game.tree.node(replaced).parent())
    }

    fn say(&mut self, tags: &[Tag<'_>]) {
        for tag in tags {
            let comment = clean(&tag.value.replace("||", "\n"));
            let Some(numbers) = numbers(tag.name, "comment").filter(|_| !comment.is_empty()) else {
                continue;
            };
            let (line, ply) = match numbers[..] {
                [ply] => (0, ply),
                [line, ply] => (line, ply),
                _ => continue,
            };
            let node = match (line, ply) {
                (0, 0) => Some(Tree::ROOT),
                _ => self
                    .lines
                    .get(&line)
                    .and_then(|line| line.nodes.get(ply.checked_sub(line.first)?).copied()),
            };
            let Some(node) = node else { continue };
            let said = &mut self.game.tree.remarks_mut(node).comment;
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(&comment);
        }
    }
}

/// The digits of a line without what stands around them.
fn line_of(value: &str, at: usize) -> Line<'_> {
    let plies = value.trim();
    let at = at + (value.len() - value.trim_start().len());
    Line { plies, at, ..Line::default() }
}

/// The numbers of a name after its beginning, with `_` between.
fn numbers(name: &str, beginning: &str) -> Option<Vec<usize>> {
    let rest = name.strip_prefix(beginning)?;
    rest.split('_').map(|number| number.parse().ok()).collect()
}

fn three(numbers: &[usize]) -> Option<[usize; 3]> {
    numbers.try_into().ok()
}

/// File from red's left, rank from black's side.
fn square(point: &[u8]) -> Option<Square> {
    let &[x, y] = point else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(10).map(|digit| digit as usize);
    Square::new(digit(x)?, 9 - digit(y)?)
}

fn ply(four: &[u8]) -> Option<Ply> {
    let (from, to) = four.split_at_checked(2)?;
    let (from, to) = (square(from)?, square(to)?);
    (from != to).then(|| Ply::new(from, to))
}

/// The turn is of whoever owns the piece that moves first; without a ply of a side
/// that may have it.
fn with_turn(start: &Start, first: Option<[u8; 4]>) -> Start {
    let Start::Xiangqi(setup) = start else { return start.clone() };
    let turned = |turn| Start::Xiangqi(Setup { turn, ..setup.clone() });
    let mover = first.and_then(|four| setup.board[square(&four[..2])?.index()]);
    match mover {
        Some(piece) => turned(piece.side()),
        None if crate::Board::open(start).is_err() => {
            let other = turned(game::Side::Black);
            if crate::Board::open(&other).is_ok() { other } else { start.clone() }
        }
        None => start.clone(),
    }
}

fn result(value: &str) -> GameResult {
    match value {
        "W" | "红方胜" | "紅方勝" => GameResult::First,
        "L" | "黑方胜" | "黑方勝" => GameResult::Second,
        "D" => GameResult::Draw,
        other => GameResult::read(other).unwrap_or_default(),
    }
}
