//! The tolerant reader of PGN.

use crate::interpret::interpret;
use crate::lexer::{self, Lexer, Style, Token, What};
use crate::model::{Game, GameKind, GameResult, MOST_HEADERS, Problem, ProblemCode, Start};
use crate::place::Places;
use crate::words::{self, Word};

/// Whether a text has a header like `[Red "name"]`.
pub fn detects(text: &str, _: GameKind) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        line.starts_with('[') && line.ends_with(']') && lexer::header_of(line).is_some()
    })
}

/// Reads every game.
pub fn read(text: &str, kind: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    games(groups(text, Style::Pgn), kind, &places)
}

/// Reads a list of plies without headers.
pub(crate) fn read_list(text: &str, kind: GameKind) -> Vec<Game> {
    let places = Places::new(text);
    games(groups(text, Style::List), kind, &places)
}

/// What follows a game and tells of none is a remark; at the beginning of a text it
/// is what the text says, and wrong.
fn games(groups: Vec<Group<'_>>, kind: GameKind, places: &Places<'_>) -> Vec<Game> {
    let games = groups.into_iter().filter_map(|group| group.game(kind, places));
    let tells = |game: &Game| !game.headers.is_empty() || !game.tree.is_empty();
    let said = |game: &Game| !game.problems.is_empty();
    games
        .enumerate()
        .filter(|(i, game)| tells(game) || *i == 0 && said(game))
        .map(|(_, g)| g)
        .collect()
}

/// The tokens of one game.
#[derive(Default)]
pub(crate) struct Group<'a> {
    headers: Vec<(usize, &'a str, String)>,
    /// The text of its plies.
    body: Option<Lexer<'a>>,
    /// Where that begins.
    begins: usize,
    /// The result has been told: what follows is not of the game.
    ended: bool,
    depth: usize,
    end: usize,
}

/// Takes the tokens of a text apart by games: a header after plies begins a new
/// one, and so does the number 1 after a result.
fn groups(text: &str, style: Style) -> Vec<Group<'_>> {
    let mut groups = vec![Group::default()];
    let mut lexer = Lexer::new(text, style);
    loop {
        let before = lexer.clone();
        let Some(token) = lexer.next() else { break };
        let last = groups.last_mut().expect("never empty");
        match &token.what {
            What::Header { name, after_blank, .. } => {
                let twice =
                    last.headers.iter().any(|(_, known, _)| known.eq_ignore_ascii_case(name));
                if last.body.is_some() || twice && *after_blank {
                    groups.push(Group::default());
                }
            }
            What::Word(word) if last.ended && words::split_number(word).0 == Some(1) => {
                groups.push(Group::default());
            }
            _ if last.ended => continue,
            _ => {}
        }
        let group = groups.last_mut().expect("never empty");
        group.take(token, before);
        group.end = lexer.at();
    }
    groups
}

impl<'a> Group<'a> {
    /// Takes a token, and the lexer as it was before it.
    fn take(&mut self, token: Token<'a>, before: Lexer<'a>) {
        match token.what {
            What::Header { name, value, .. } => {
                if self.headers.len() < MOST_HEADERS {
                    self.headers.push((token.at, name, value));
                }
                return;
            }
            What::Open => self.depth += 1,
            What::Close => self.depth = self.depth.saturating_sub(1),
            What::Word(word) if self.depth == 0 => {
                let (_, rest) = words::split_number(word);
                self.ended |= !rest.is_empty()
                    && matches!(words::classify(rest), Word::Result(_) | Word::Rule);
            }
            _ => {}
        }
        if self.body.is_none() {
            (self.body, self.begins) = (Some(before), token.at);
        }
    }

    fn header(&self, name: &str) -> Option<(usize, &str)> {
        let found = self.headers.iter().find(|(_, key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(at, _, value)| (*at, value.as_str())).filter(|(_, value)| !value.is_empty())
    }

    /// The game these tokens tell of; nothing if they tell of none.
    pub(crate) fn game(self, kind: GameKind, places: &Places<'_>) -> Option<Game> {
        let at = self
            .headers
            .first()
            .map(|(at, ..)| *at)
            .or(self.body.is_some().then_some(self.begins))?;
        let kind = self.kind(kind);
        let (start, problem) = self.start(kind, places);
        let mut game = Game::new(start);
        game.place = places.at(at);
        game.result = self.result();
        game.headers = self
            .headers
            .iter()
            .map(|(_, name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        if let Some(problem) = problem {
            game.problems.push(problem);
            return Some(game);
        }
        let end = self.end;
        let tokens = self.body.into_iter().flatten().take_while(move |token| token.at < end);
        Some(interpret(game, tokens, places))
    }

    /// Which game it is: what the headers say, or how many ranks its board has.
    fn kind(&self, otherwise: GameKind) -> GameKind {
        let said = self.header("Game").or(self.header("Variant")).map(|(_, value)| value);
        let said = said.unwrap_or_default().to_ascii_lowercase();
        if ["dark", "banqi", "暗棋"].iter().any(|word| said.contains(word)) {
            return GameKind::Banqi;
        }
        if ["chinese chess", "xiangqi", "象棋"].iter().any(|word| said.contains(word)) {
            return GameKind::Xiangqi;
        }
        let fen = self.header("FEN").map(|(_, fen)| fen).unwrap_or_default();
        crate::moves::kind_of_position(fen).unwrap_or(otherwise)
    }

    fn start(&self, kind: GameKind, places: &Places<'_>) -> (Start, Option<Problem>) {
        let usual = Start::usual(kind);
        let Some((at, fen)) = self.header("FEN") else { return (usual, None) };
        match Start::read(kind, fen) {
            Ok(start) => (start, None),
            Err(message) => {
                let problem = Problem::new(ProblemCode::Start, places.at(at), message);
                (usual, Some(Problem { token: fen.to_owned(), ..problem }))
            }
        }
    }

    fn result(&self) -> GameResult {
        let said = self.header("Result").map(|(_, value)| value);
        said.and_then(GameResult::read).unwrap_or_default()
    }
}
