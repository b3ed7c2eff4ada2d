//! The writer of PGN.

use std::fmt::Write as _;

use xiangqi::notation::Notation;

use crate::annotations;
use crate::model::{Game, GameKind, NodeId, Tree};
use crate::walk::Walk;

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The notation of xiangqi plies; dark chess has coordinates.
    pub notation: Notation,
}

/// Headers that come first, in this order; the others follow in theirs.
const FIRST: [&str; 7] = ["Event", "Site", "Date", "Round", "Red", "Black", "Result"];

/// Writes a game: headers, then a full move a line, with comments, marks and
/// variations.
///
/// ```
/// use records::pgn::{self, Options};
/// use records::{GameKind, read_text};
/// let game = &read_text("1. 炮二平五 马８进７ 2. 马二进三", GameKind::Xiangqi).games[0];
/// let text = pgn::write(game, Options { notation: xiangqi::notation::Notation::Wxf });
/// assert!(text.ends_with("\n1. C2=5 H8+7\n2. H2+3\n*\n"));
/// ```
pub fn write(game: &Game, options: Options) -> String {
    let mut text = String::new();
    write_headers(&mut text, game, options);
    text.push('\n');
    if let Ok(walk) = Walk::open(&game.start) {
        let mut writer = Writer { game, options, text: &mut text, walk, fresh: true };
        let remarks = game.tree.node(Tree::ROOT).remarks();
        writer.comment(&annotations::put_in(remarks, game.kind(), true));
        writer.lines();
    }
    let separated = text.ends_with('\n');
    text.push_str(if separated { "" } else { "\n" });
    text.push_str(game.result.text());
    text.push('\n');
    text
}

fn write_headers(text: &mut String, game: &Game, options: Options) {
    let ours = ["Game", "FEN", "Format", "Result"];
    let dark = game.kind() == GameKind::Banqi;
    header(text, "Game", if dark { "Chinese Dark Chess" } else { "Chinese Chess" });
    for name in FIRST {
        match (name, game.header(name)) {
            ("Result", _) => header(text, name, game.result.text()),
            (_, Some(value)) => header(text, name, value),
            // Dark chess has no red player before the first flip.
            ("Red" | "Black", None) if dark => {}
            (_, None) => header(text, name, "?"),
        }
    }
    if !game.start.is_usual() {
        header(text, "FEN", &game.start.to_string());
    }
    header(text, "Format", if dark { "Coordinate" } else { format_name(options.notation) });
    let known =
        |name: &str| FIRST.iter().chain(&ours).any(|known| known.eq_ignore_ascii_case(name));
    for (name, value) in game.headers.iter().filter(|(name, _)| !known(name)) {
        header(text, name, value);
    }
}

/// What the header `Format` calls a notation.
const fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Iccs => "ICCS",
        Notation::Wxf => "WXF",
        Notation::Traditional | Notation::Simplified => "Chinese",
        Notation::Uci | Notation::UciOneToTen => "UCI",
    }
}

fn header(text: &mut String, name: &str, value: &str) {
    let name: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.is_empty() {
        return;
    }
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value = value.replace(['\r', '\n'], " ");
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

struct Writer<'a> {
    game: &'a Game,
    options: Options,
    text: &'a mut String,
    walk: Walk,
    /// The next ply needs its number, whoever plays it.
    fresh: bool,
}

/// What is still to be written, the last first.
enum Step {
    /// The plies that follow a node; whether it is of the main line.
    After(NodeId, bool),
    /// A variation that begins with a node.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

impl Writer<'_> {
    /// Writes every line with a list of what is left to do instead of calls.
    fn lines(&mut self) {
        let mut steps = vec![Step::After(Tree::ROOT, true)];
        while let Some(step) = steps.pop() {
            match step {
                Step::After(node, main) => self.after(&mut steps, node, main),
                Step::Variation(node) => {
                    self.text.push('(');
                    self.fresh = true;
                    self.comment(&self.game.tree.node(node).remarks().before);
                    steps.push(Step::Close);
                    if self.ply(node) {
                        steps.push(Step::After(node, false));
                    }
                }
                Step::Close => {
                    let blank = self.text.trim_end().len();
                    self.text.truncate(blank);
                    self.text.push_str(") ");
                    self.fresh = true;
                }
            }
        }
        let blank = self.text.trim_end_matches(' ').len();
        self.text.truncate(blank);
    }

    /// The main child of a node, then its rivals, then what follows the child.
    fn after(&mut self, steps: &mut Vec<Step>, node: NodeId, main: bool) {
        let tree = &self.game.tree;
        let Some(child) = tree.first_child(node) else { return };
        if main {
            self.comment(&tree.node(child).remarks().before);
        }
        if !self.ply(child) {
            return;
        }
        let rivals: Vec<NodeId> = tree.children(node).skip(1).collect();
        if main && rivals.is_empty() && self.ends_move() {
            self.end_line();
        }
        steps.push(Step::After(child, main));
        steps.extend(rivals.into_iter().rev().map(Step::Variation));
    }

    /// The place of the next ply, from 0; red's are even.
    fn place(&self) -> usize {
        self.walk.depth() + usize::from(self.game.start.second_begins())
    }

    /// Whether the ply just written is the second of a full move.
    fn ends_move(&self) -> bool {
        self.place().is_multiple_of(2)
    }

    fn end_line(&mut self) {
        let blank = self.text.trim_end_matches(' ').len();
        self.text.truncate(blank);
        self.text.push('\n');
    }

    /// Writes a ply with its marks and comment; false if it cannot be played.
    fn ply(&mut self, id: NodeId) -> bool {
        let node = self.game.tree.node(id);
        let Some(played) = node.played else { return false };
        self.walk.go(&self.game.tree, node.parent());
        let place = self.place();
        let word = self.walk.board().write(played, self.options.notation);
        self.walk.go(&self.game.tree, id);
        if self.walk.node() != id {
            return false;
        }
        if place.is_multiple_of(2) {
            let _ = write!(self.text, "{}. ", place / 2 + 1);
        } else if self.fresh {
            let _ = write!(self.text, "{}... ", place / 2 + 1);
        }
        self.fresh = false;
        let _ = write!(self.text, "{word} ");
        for nag in &node.remarks().nags {
            let _ = write!(self.text, "${nag} ");
        }
        self.comment(&annotations::put_in(node.remarks(), self.game.kind(), false));
        true
    }

    /// Braces in a comment become brackets, and no line of it looks like a header:
    /// other programs know neither.
    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let plain = comment.replace('{', "(").replace('}', ")").replace("\n[", "\n [");
        let _ = write!(self.text, "{{{plain}}} ");
    }
}
