//! Tokens of one game to its tree.

use crate::annotations;
use crate::board::{Notation, Ranks};
use crate::lexer::{Token, What};
use crate::model::{Game, GameResult, NodeId, Problem, ProblemCode, Tree};
use crate::place::Places;
use crate::walk::Walk;
use crate::words::{self, Word};

/// Reads the plies, comments and the result of a game into it. Coordinates with
/// ranks 1–10 are recognised where they cannot be ranks 0–9. The tokens are gone
/// through several times rather than kept: there may be very many.
pub(crate) fn interpret<'t>(
    game: Game,
    tokens: impl Iterator<Item = Token<'t>> + Clone,
    places: &Places<'_>,
) -> Game {
    let [low, high] = extreme_ranks(tokens.clone());
    let order = if high && !low {
        [Some(Ranks::OneToTen), None]
    } else if low {
        [Some(Ranks::ZeroToNine), None]
    } else {
        [Some(Ranks::ZeroToNine), Some(Ranks::OneToTen)]
    };
    let mut best: Option<Game> = None;
    for ranks in order.into_iter().flatten() {
        let read = Interpreter::new(game.clone(), places, ranks).run(tokens.clone());
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
fn extreme_ranks<'t>(tokens: impl Iterator<Item = Token<'t>>) -> [bool; 2] {
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

/// So many variations may be open inside each other; more are left out.
const MOST_OPEN: usize = 1 << 20;

/// A line being read: the main line, or a variation.
struct Line {
    /// Its last ply.
    node: NodeId,
    /// It has a ply of its own.
    begun: bool,
    /// It cannot be read any further.
    broken: bool,
    /// Where it was opened.
    at: usize,
    /// What was said before its first ply.
    said: String,
}

impl Line {
    fn new(node: NodeId, at: usize) -> Line {
        Line { node, begun: false, broken: false, at, said: String::new() }
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
        let lines = vec![Line::new(Tree::ROOT, 0)];
        Interpreter { game, places, ranks, lines, skipped: 0 }
    }

    fn run<'t>(mut self, tokens: impl Iterator<Item = Token<'t>>) -> Game {
        let Ok(mut walk) = Walk::open(&self.game.start) else { return self.game };
        for token in tokens {
            if !self.token(&token, &mut walk) {
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
        annotations::take_out(&mut self.game);
        self.game
    }

    /// Takes one token; false after the end of the game.
    fn token(&mut self, token: &Token<'_>, walk: &mut Walk) -> bool {
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
            What::Word(word) => return self.word(word, token.at, walk),
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
        let problem = Problem::new(code, self.places.at(at), message).with_token(token);
        self.game.report(problem.in_variation(self.lines.len() > 1));
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
        let said =
            if begins { &mut line.said } else { &mut self.game.tree.remarks_mut(node).comment };
        append(said, text, between);
    }

    /// Whether the line is a variation without a ply: brackets hold remarks, too.
    fn is_untried(&self) -> bool {
        self.lines.len() > 1 && self.lines.last().is_some_and(|line| !line.begun)
    }

    fn mark(&mut self, number: u8) {
        if self.is_silent() || number == 0 {
            return;
        }
        let node = self.line().node;
        let nags = &mut self.game.tree.remarks_mut(node).nags;
        if !nags.contains(&number) {
            nags.push(number);
        }
    }

    fn open(&mut self, at: usize) {
        if self.is_silent() || self.lines.len() > MOST_OPEN {
            if self.skipped == 0 && !self.is_silent() {
                self.problem(ProblemCode::Limit, at, "(", "more variations inside each other");
            }
            self.skipped += 1;
            return;
        }
        // A variation takes the place of the last ply; before the first ply there is
        // none to take the place of.
        let line = self.line();
        let (node, begun) = (line.node, line.begun);
        let node = if begun { self.game.tree.node(node).parent() } else { node };
        self.lines.push(Line::new(node, at));
    }

    fn close(&mut self, at: usize) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.lines.len() > 1 {
            let closed = self.lines.pop();
            // Brackets without a ply hold a remark.
            if let Some(said) = closed.filter(|line| !line.begun).map(|line| line.said) {
                self.comment(&said);
            }
        } else if !self.line().broken {
            self.problem(ProblemCode::Unclosed, at, ")", "a bracket that was never opened");
        }
    }

    /// Takes a word; false after the end of the game.
    fn word(&mut self, word: &str, at: usize, walk: &mut Walk) -> bool {
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
                Word::Ply(text) => self.ply(text, at, walk),
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

    fn ply(&mut self, text: &str, at: usize, walk: &mut Walk) {
        if self.is_silent() {
            return;
        }
        let (bare, mark) = words::split_marks(text);
        let (node, untried) = (self.line().node, self.is_untried());
        walk.go(&self.game.tree, node);
        let found = walk.board().find(bare, self.ranks);
        let made = found.and_then(|(played, notation)| {
            walk.play(&mut self.game.tree, played).map(|node| (node, notation))
        });
        match made {
            Ok((node, notation)) => {
                self.begin(node);
                self.note(notation);
                if let Some(mark) = mark {
                    self.mark(mark);
                }
            }
            Err(_) if untried && !looks_like_ply(bare) => self.say(text, " "),
            Err(message) => {
                self.line().broken = true;
                self.problem(ProblemCode::Move, at, text, &message);
            }
        }
    }

    /// The line goes on with a ply; what was said before its first one is about it.
    fn begin(&mut self, node: NodeId) {
        let line = self.line();
        line.node = node;
        line.begun = true;
        let said = std::mem::take(&mut line.said);
        if !said.is_empty() {
            append(&mut self.game.tree.remarks_mut(node).before, &said, "\n");
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
