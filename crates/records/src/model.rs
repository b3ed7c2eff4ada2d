//! A game as every format tells it.

use std::fmt;

pub use game::GameKind;

use crate::place::Place;

/// What a game starts from: what its text says, checked to be a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Xiangqi.
    Xiangqi(xiangqi::Setup),
    /// Dark chess.
    Banqi(banqi::Setup),
}

/// Why a text is no start position.
pub type StartError = String;

impl Start {
    /// The usual start of a game.
    pub fn usual(kind: GameKind) -> Start {
        use game::Position as _;
        match kind {
            GameKind::Xiangqi => Start::Xiangqi(xiangqi::Setup::from(&xiangqi::Position::start())),
            GameKind::Banqi => Start::Banqi(banqi::Position::start().setup()),
        }
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(kind: GameKind, text: &str) -> Result<Start, StartError> {
        let start = match kind {
            GameKind::Xiangqi => {
                let setup = text.parse().map_err(|error: xiangqi::FenError| error.to_string())?;
                Start::Xiangqi(setup)
            }
            GameKind::Banqi => {
                let setup: Result<_, banqi::SetupTextError> = text.parse();
                Start::Banqi(setup.map_err(|error| error.to_string())?)
            }
        };
        crate::Board::open(&start).map(|_| start)
    }

    /// Which game it is of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Start::Xiangqi(_) => GameKind::Xiangqi,
            Start::Banqi(_) => GameKind::Banqi,
        }
    }

    /// Whether it is the usual start, counters aside.
    pub fn is_usual(&self) -> bool {
        match (self, Start::usual(self.kind())) {
            (Start::Xiangqi(own), Start::Xiangqi(usual)) => {
                own.board == usual.board && own.turn == usual.turn
            }
            (Start::Banqi(own), Start::Banqi(usual)) => own.board == usual.board,
            _ => false,
        }
    }

    /// Whether the second player makes the first ply (black in xiangqi).
    pub fn second_begins(&self) -> bool {
        matches!(self, Start::Xiangqi(setup) if setup.turn == game::Side::Black)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Xiangqi(setup) => setup.fmt(f),
            Start::Banqi(setup) => setup.fmt(f),
        }
    }
}

/// A ply with what it turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// Xiangqi.
    Xiangqi(xiangqi::Ply),
    /// Dark chess, with the outcome of a flip.
    Banqi(banqi::notation::Played),
}

impl fmt::Display for Played {
    /// Coordinates: `h2e2`; in dark chess `a1a2`, `a1=R`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Played::Xiangqi(ply) => ply.fmt(f),
            Played::Banqi(played) => f.write_str(&banqi::notation::coordinate::write(played)),
        }
    }
}

/// The index of a node in its tree; the root is 0, and a parent always has a
/// smaller index than its children.
pub type NodeId = usize;

/// A ply of the tree with what is said about it. The root has no ply and stands
/// for the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The ply; `None` at the root.
    pub played: Option<Played>,
    /// The node before; the root is its own.
    pub parent: NodeId,
    /// What may follow, the main line first.
    pub children: Vec<NodeId>,
    /// What is said before the ply: the first words of a variation.
    pub before: String,
    /// What is said after it.
    pub comment: String,
    /// Marks by their PGN numbers: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
}

/// Plies with variations, kept in one list: no depth is too deep for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The root's index.
    pub const ROOT: NodeId = 0;

    /// How many plies it has, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether it has no ply.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every node; the root first, parents before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A node, to say something about it.
    ///
    /// # Panics
    /// If the tree has no such node.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// Plays after a node: the child that already has the ply, or a new one.
    pub fn play(&mut self, parent: NodeId, played: Played) -> NodeId {
        let known = self.nodes[parent].children.iter().copied();
        if let Some(child) = known.into_iter().find(|&id| self.nodes[id].played == Some(played)) {
            return child;
        }
        let id = self.nodes.len();
        self.nodes.push(Node { played: Some(played), parent, ..Node::default() });
        self.nodes[parent].children.push(id);
        id
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = Tree::ROOT;
        while let Some(&next) = self.nodes[at].children.first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The plies of the main line.
    pub fn main_plies(&self) -> impl Iterator<Item = Played> + '_ {
        self.main_line().into_iter().filter_map(|id| self.nodes[id].played)
    }
}

/// How a game ended. First is red in xiangqi, and in dark chess who plays first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// Not ended, or not told.
    #[default]
    Unknown,
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Reads what files write for a result.
    ///
    /// ```
    /// use records::GameResult;
    /// assert_eq!(GameResult::read("红胜"), Some(GameResult::First));
    /// assert_eq!(GameResult::read("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("C2=5"), None);
    /// ```
    pub fn read(text: &str) -> Option<GameResult> {
        Some(match text {
            "*" => GameResult::Unknown,
            "1-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" => GameResult::First,
            "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" => GameResult::Second,
            "1/2-1/2" | "½-½" | "1/2" | "0.5-0.5" | "和棋" | "和局" | "红先和" | "紅先和" => {
                GameResult::Draw
            }
            _ => return None,
        })
    }
}

/// What kind of problem a text has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemCode {
    /// The start is no position: the game cannot be read.
    Start,
    /// A ply cannot be read or played: its line ends before it.
    Move,
    /// A header that has not the form of one.
    Header,
    /// A comment or a variation that is not closed, or a bracket too many.
    Unclosed,
    /// Variations deeper than anybody writes: those are left out.
    Depth,
    /// Bytes that are no text.
    Encoding,
    /// The record does not have the form of its format.
    Form,
}

impl ProblemCode {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            ProblemCode::Start => "start",
            ProblemCode::Move => "move",
            ProblemCode::Header => "header",
            ProblemCode::Unclosed => "unclosed",
            ProblemCode::Depth => "depth",
            ProblemCode::Encoding => "encoding",
            ProblemCode::Form => "form",
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What kind of problem.
    pub code: ProblemCode,
    /// Where in the text.
    pub place: Place,
    /// The text that is wrong, shortened.
    pub token: String,
    /// What is wrong with it and what would be right.
    pub message: String,
    /// Whether it lies in a variation, so that the main line is whole without it.
    pub variation: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.message)
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// What it says about itself, in its order.
    pub headers: Vec<(String, String)>,
    /// What it starts from.
    pub start: Start,
    /// The plies with variations.
    pub tree: Tree,
    /// How it ended.
    pub result: GameResult,
    /// How its plies are written, if there are any.
    pub notation: Option<crate::Notation>,
    /// Where it stands in its text.
    pub place: Place,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

impl Game {
    /// A game without plies.
    pub fn new(start: Start) -> Game {
        Game {
            headers: Vec::new(),
            start,
            tree: Tree::default(),
            result: GameResult::Unknown,
            notation: None,
            place: Place { line: 1, column: 1 },
            problems: Vec::new(),
        }
    }

    /// Which game it is.
    pub const fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// A header by its name, in either case; an empty one is none.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Sets a header, or adds it at the end.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.headers.iter_mut().find(|(key, _)| key.eq_ignore_ascii_case(name)) {
            Some(known) => known.1 = value,
            None => self.headers.push((name.to_owned(), value)),
        }
    }

    /// The problem that ends the main line too early, if there is one.
    pub fn main_problem(&self) -> Option<&Problem> {
        let ends =
            |code| matches!(code, ProblemCode::Start | ProblemCode::Move | ProblemCode::Form);
        self.problems.iter().find(|problem| !problem.variation && ends(problem.code))
    }

    /// The problem that makes the game unreadable, if it has one.
    pub fn start_problem(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.code == ProblemCode::Start)
    }
}
