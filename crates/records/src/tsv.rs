//! Tables of games: a line of column names, then a game a line, fields with tabs
//! between.
//!
//! The column `moves` must be there. `result` (or `result_first`), `startfen` (or
//! `fen`) and `plies` are what they say; every other column is a header.

use game::GameKind;

use crate::board::Notation;
use crate::interpret::interpret;
use crate::lexer::{Lexer, Style};
use crate::model::{Game, GameResult, Played, Problem, ProblemCode, Start};
use crate::place::{Place, Places};
use crate::walk::Walk;

/// Whether the first line of a text names columns, one of them `moves`.
pub fn detects(text: &str, _: GameKind) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    first.contains('\t') && first.split('\t').any(|name| name.trim().eq_ignore_ascii_case("moves"))
}

/// Reads every line.
pub fn read(text: &str, kind: GameKind) -> Vec<Game> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, names)) = lines.next() else { return Vec::new() };
    let columns = Columns::read(names, kind);
    lines.map(|(index, line)| columns.game(line, index + 1)).collect()
}

/// What a column holds.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Column {
    Moves,
    Result,
    Start,
    Plies,
    Header(String),
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    columns: Vec<Column>,
    kind: GameKind,
}

/// The columns whose header has another name, ours in PGN.
const NAMES: [(&str, &str); 13] = [
    ("id", "Id"),
    ("date", "Date"),
    ("event", "Event"),
    ("site", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("black", "Black"),
    ("ecco", "ECCO"),
    ("first", "First"),
    ("second", "Second"),
    ("reason", "Termination"),
    ("time_s", "TimeControl"),
    ("source", "Source"),
];

impl Columns {
    pub(crate) fn read(line: &str, kind: GameKind) -> Columns {
        let columns: Vec<Column> = line.split('\t').map(|name| column(name.trim())).collect();
        // Only tables of dark chess say who played first and not who was red.
        let dark = line.split('\t').any(|name| name.trim() == "result_first");
        Columns { columns, kind: if dark { GameKind::Banqi } else { kind } }
    }

    pub(crate) fn game(&self, line: &str, number: usize) -> Game {
        let fields = || self.columns.iter().zip(line.split('\t'));
        let field = |wanted: &Column| {
            fields().find(|(column, _)| *column == wanted).map(|(_, field)| field.trim())
        };
        let start = field(&Column::Start).filter(|text| !text.is_empty() && *text != "startpos");
        let kind = start.and_then(crate::moves::kind_of_position).unwrap_or(self.kind);
        let (start, problem) = match start.map(|text| (text, Start::read(kind, text))) {
            None => (Start::usual(kind), None),
            Some((_, Ok(start))) => (start, None),
            Some((text, Err(message))) => {
                let problem = Problem::new(ProblemCode::Start, place(line, text, number), message);
                (Start::usual(kind), Some(Problem { token: text.to_owned(), ..problem }))
            }
        };
        let mut game = Game::new(start);
        game.place = Place::text(number, 1);
        let result = field(&Column::Result).and_then(GameResult::read);
        game.result = result.unwrap_or_default();
        for (column, field) in fields() {
            if let (Column::Header(name), false) = (column, field.is_empty()) {
                game.headers.push((name.clone(), field.trim().to_owned()));
            }
        }
        if let Some(problem) = problem {
            game.report(problem);
            return game;
        }
        match field(&Column::Moves) {
            Some(moves) => read_moves(game, moves, line, number),
            None => {
                let message = "a line with too few fields: its moves are missing";
                game.report(Problem::new(ProblemCode::Form, game.place, message));
                game
            }
        }
    }
}

fn column(name: &str) -> Column {
    match name.to_ascii_lowercase().as_str() {
        "moves" => Column::Moves,
        "result" | "result_first" => Column::Result,
        "startfen" | "fen" | "start" => Column::Start,
        "plies" => Column::Plies,
        lower => {
            let known = NAMES.iter().find(|(known, _)| *known == lower);
            Column::Header(known.map_or(name, |(_, header)| header).to_owned())
        }
    }
}

/// Where a field of a line begins.
fn place(line: &str, field: &str, number: usize) -> Place {
    let offset = (field.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    Place::text(number, line.get(..offset).unwrap_or_default().chars().count() + 1)
}

/// Plain coordinates are read at once, anything else as a list of moves.
fn read_moves(mut game: Game, moves: &str, line: &str, number: usize) -> Game {
    let bare = game.clone();
    if play_coordinates(&mut game, moves).is_some() {
        return game;
    }
    let places = Places::new(moves);
    let mut game = interpret(bare, Lexer::new(moves, Style::List), &places);
    let Place::Text { column: first, .. } = place(line, moves, number) else { return game };
    for problem in &mut game.problems {
        let column = problem.place.column().unwrap_or(1);
        problem.place = Place::text(number, first + column - 1);
    }
    game
}

/// Plays words in plain coordinates; none if one of them is anything else or cannot
/// be played.
fn play_coordinates(game: &mut Game, moves: &str) -> Option<()> {
    if game.kind() != GameKind::Xiangqi {
        return None;
    }
    let mut walk = Walk::open(&game.start).ok()?;
    game.tree.reserve(moves.len() / 5 + 1);
    for word in moves.split_ascii_whitespace() {
        let ply = word.parse::<xiangqi::Ply>().ok()?;
        walk.play(&mut game.tree, Played::Xiangqi(ply)).ok()?;
        game.notation = Some(Notation::Xiangqi(xiangqi::notation::Notation::Iccs));
    }
    Some(())
}

/// The columns that are written: of xiangqi, and of dark chess.
const XIANGQI: [&str; 12] = [
    "id", "result", "date", "event", "site", "red", "black", "ecco", "plies", "startfen", "moves",
    "source",
];
const BANQI: [&str; 11] = [
    "id",
    "result_first",
    "reason",
    "first",
    "second",
    "date",
    "time_s",
    "plies",
    "startfen",
    "moves",
    "source",
];

fn columns_of(kind: GameKind) -> &'static [&'static str] {
    match kind {
        GameKind::Xiangqi => &XIANGQI,
        GameKind::Banqi => &BANQI,
    }
}

/// The line that names the columns of a table of this game.
pub fn write_columns(kind: GameKind) -> String {
    columns_of(kind).join("\t") + "\n"
}

/// The line of a game: its main line, and the headers that have a column.
pub fn write_line(game: &Game) -> String {
    let fields: Vec<String> =
        columns_of(game.kind()).iter().map(|name| field(game, name)).collect();
    fields.join("\t") + "\n"
}

fn field(game: &Game, name: &str) -> String {
    match column(name) {
        Column::Result => game.result.text().to_owned(),
        Column::Plies => game.tree.main_plies().count().to_string(),
        Column::Start if game.start.is_usual() => "startpos".to_owned(),
        Column::Start => game.start.to_string(),
        Column::Moves => {
            let words: Vec<String> = game.tree.main_plies().map(word).collect();
            words.join(" ")
        }
        Column::Header(header) => {
            let value = game.header(&header).unwrap_or_default();
            value.replace(['\t', '\n', '\r'], " ").trim().to_owned()
        }
    }
}

/// Dark chess is written on the contest platform's squares.
fn word(played: Played) -> String {
    match played {
        Played::Xiangqi(ply) => ply.to_string(),
        Played::Banqi(played) => banqi::notation::platform::write(&played),
    }
}
