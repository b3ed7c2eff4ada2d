//! Tokens of one game to its tree.

use crate::board::{Board, Notation, Ranks};
use crate::lexer::{Token, What};
use crate::model::{Game, GameResult, NodeId, Problem, ProblemCode, Tree};
use crate::place::Places;
use crate::words::{self, Word};

/// Variations inside variations beyond this are left out: nobody writes them.
const DEEPEST: usize = 1_000;
/// So much of a wrong text is shown.
const SHOWN: usize = 40;

/// Reads the plies, comments and the result of a game into it. Coordinates with
/// ranks 1–10 are recognised where they cannot be ranks 0–9.
pub(crate) fn interpret(game: Game, tokens: &[Token<'_>], places: &Places<'_>) -> Game {
    let [low, high] = extreme_ranks(tokens);
    let order = if high && !low {
        [Some(Ranks::OneToTen), None]
    } else if low {
        [Some(Ranks::ZeroToNine), None]
    } else {
        [Some(Ranks::ZeroToNine), Some(Ranks::OneToTen)]
    };
    let mut best: Option<Game> = None;
    for ranks in order.into_iter().flatten() {
        let read = Interpreter::new(game.clone(), places, ranks).run(tokens);
        let good = !read.problems.iter().any(|problem| problem.code == ProblemCode::Move);
        if best.as_ref().is_none_or(|best| read.tree.len() > best.tree.len()) {
            best = Some(read);
        }
        if good {
            break;
        }
    }
    best.unwrap_or(game)
}

/// Whether any coordinates have rank 0, and whether any have rank 10.
fn extreme_ranks(tokens: &[Token<'_>]) -> [bool; 2] {
    let mut found = [false; 2];
    for token in tokens {
        let What::Word(word) = token.what else { continue };
        let (_, word) = words::split_number(word);
        if let Some((from, to)) = words::coordinates(word) {
            found[0] |= from == 0 || to == 0;
            found[1] |= from == 10 || to == 10;
        }
    }
    found
}

/// A line being read: the main line, or a variation.
struct Line {
    /// The last ply, and the board after it.
    node: NodeId,
    board: Board,
    /// The board before the last ply, for variations; none before the first.
    before: Option<Board>,
    /// What was said before its first ply.
    said: String,
    /// Where it was opened.
    at: usize,
    /// It cannot be read any further.
    broken: bool,
}

impl Line {
    fn new(node: NodeId, board: Board, at: usize) -> Line {
        Line { node, board, before: None, said: String::new(), at, broken: false }
    }
}

struct Interpreter<'a, 'b> {
    game: Game,
    places: &'a Places<'b>,
    ranks: Ranks,
    /// The main line, and the variations that are open.
    lines: Vec<Line>,
    /// Brackets open inside what is left out.
    skipped: usize,
}

impl<'a, 'b> Interpreter<'a, 'b> {
    fn new(game: Game, places: &'a Places<'b>, ranks: Ranks) -> Interpreter<'a, 'b> {
        Interpreter { game, places, ranks, lines: Vec::new(), skipped: 0 }
    }

    fn run(mut self, tokens: &[Token<'_>]) -> Game {
        let Ok(board) = Board::open(&self.game.start) else { return self.game };
        self.lines.push(Line::new(Tree::ROOT, board, 0));
        for token in tokens {
            if !self.token(token) {
                break;
            }
        }
        if let Some(open) = self.lines.get(1) {
            let at = open.at;
            self.problem(ProblemCode::Unclosed, at, "(", "a variation that is not closed");
        }
        while self.lines.len() > 1 {
            self.close(usize::MAX);
        }
        self.game
    }

    /// Takes one token; false after the end of the game.
    fn token(&mut self, token: &Token<'_>) -> bool {
        match &token.what {
            What::Comment { text, closed } => {
                if !closed {
                    self.problem(ProblemCode::Unclosed, token.at, "{", "a comment without its }");
                }
                self.comment(text);
            }
            What::Open => self.open(token.at),
            What::Close => self.close(token.at),
            What::Nag(number) => self.mark(*number),
            What::Word(word) => return self.word(word, token.at),
            What::BadHeader(text) => self.problem(
                ProblemCode::Header,
                token.at,
                text,
                "expected a header like [Red \"name\"]",
            ),
            What::Header { .. } => {}
        }
        true
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the main line is never closed")
    }

    fn problem(&mut self, code: ProblemCode, at: usize, token: &str, message: &str) {
        self.game.problems.push(Problem {
            code,
            place: self.places.at(at),
            token: token.chars().take(SHOWN).collect(),
            message: message.to_owned(),
            variation: self.lines.len() > 1,
        });
    }

    fn is_silent(&self) -> bool {
        self.skipped > 0 || self.lines.last().is_none_or(|line| line.broken)
    }

    fn comment(&mut self, text: &str) {
        self.say(text, "\n");
    }

    /// Words about the last ply; before the first ply of a variation they are kept
    /// for it.
    fn say(&mut self, text: &str, between: &str) {
        if self.is_silent() {
            return;
        }
        let begins = self.is_untried();
        let line = self.line();
        let node = line.node;
        let said = if begins { &mut line.said } else { &mut self.game.tree.node_mut(node).comment };
        append(said, text, between);
    }

    /// Whether the line is a variation without a ply: brackets hold remarks, too.
    fn is_untried(&self) -> bool {
        self.lines.len() > 1 && self.lines.last().is_some_and(|line| line.before.is_none())
    }

    fn mark(&mut self, number: u8) {
        if self.is_silent() || number == 0 {
            return;
        }
        let node = self.line().node;
        let nags = &mut self.game.tree.node_mut(node).nags;
        if !nags.contains(&number) {
            nags.push(number);
        }
    }

    fn open(&mut self, at: usize) {
        if self.is_silent() {
            self.skipped += 1;
            return;
        }
        if self.lines.len() > DEEPEST {
            let deepest = format!("more than {DEEPEST} variations inside one another");
            self.problem(ProblemCode::Depth, at, "(", &deepest);
            self.skipped = 1;
            return;
        }
        // A variation takes the place of the last ply; before the first ply there is
        // none to take the place of.
        let line = self.lines.last().expect("the main line is never closed");
        let opened = match &line.before {
            Some(before) => Line::new(self.game.tree.node(line.node).parent, before.clone(), at),
            None => Line::new(line.node, line.board.clone(), at),
        };
        self.lines.push(opened);
    }

    fn close(&mut self, at: usize) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.lines.len() > 1 {
            let closed = self.lines.pop();
            // Brackets without a ply hold a remark.
            if let Some(said) = closed.filter(|line| line.before.is_none()).map(|line| line.said) {
                self.comment(&said);
            }
        } else if !self.line().broken {
            self.problem(ProblemCode::Unclosed, at, ")", "a bracket that was never opened");
        }
    }

    /// Takes a word; false after the end of the game.
    fn word(&mut self, word: &str, at: usize) -> bool {
        let (_, rest) = words::split_number(word);
        let offset = word.len() - rest.len();
        if rest.is_empty() {
            return true;
        }
        for part in words::split_run(rest) {
            let at = at + offset + (part.as_ptr() as usize - rest.as_ptr() as usize);
            match words::classify(part) {
                Word::Number(_) => {}
                Word::Mark(mark) => self.mark(mark),
                Word::Remark(text) => self.say(text, " "),
                Word::Ply(text) => self.ply(text, at),
                // Inside brackets it is a remark on how that line ends.
                Word::Result(_) | Word::Rule if self.lines.len() > 1 || self.skipped > 0 => {}
                Word::Rule => return false,
                Word::Result(result) => {
                    if result != GameResult::Unknown || self.game.result == GameResult::Unknown {
                        self.game.result = result;
                    }
                    return false;
                }
            }
        }
        true
    }

    fn ply(&mut self, text: &str, at: usize) {
        if self.is_silent() {
            return;
        }
        let (bare, mark) = words::split_marks(text);
        let (ranks, untried) = (self.ranks, self.is_untried());
        let line = self.line();
        let before = line.board.clone();
        match line.board.read_ranks(bare, ranks) {
            Ok((played, notation)) => {
                line.before = Some(before);
                let (parent, said) = (line.node, std::mem::take(&mut line.said));
                let node = self.game.tree.play(parent, played);
                self.line().node = node;
                append(&mut self.game.tree.node_mut(node).before, &said, "\n");
                self.note(notation);
                if let Some(mark) = mark {
                    self.mark(mark);
                }
            }
            Err(_) if untried && !looks_like_ply(bare) => self.say(text, " "),
            Err(message) => {
                line.broken = true;
                self.problem(ProblemCode::Move, at, text, &message);
            }
        }
    }

    fn note(&mut self, notation: Notation) {
        let known = self.game.notation;
        self.game.notation = Some(known.map_or(notation, |known| known.or_clearer(notation)));
    }
}

/// Whether a word in brackets is more than a remark: it has a digit or a direction.
fn looks_like_ply(word: &str) -> bool {
    let length = word.chars().count();
    (3..=7).contains(&length)
        && word.chars().any(|symbol| symbol.is_numeric() || "进進退平".contains(symbol))
}

fn append(text: &mut String, more: &str, between: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str(between);
    }
    text.push_str(more);
}
