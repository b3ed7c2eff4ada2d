//! Positions and games from whatever text a person pastes or file they open.

use play::{AnyGame, GameKind};
use records::{Game, Hint, Record};
use serde::Serialize;

use crate::error::ApiError;

/// So many games of a file are listed.
const LISTED: usize = 2_000;

/// What a text turned out to be: its games, and the one that was asked for.
#[derive(Clone, Debug)]
pub struct Pasted {
    /// `fen`, `moves`, or the name of a format.
    pub kind: &'static str,
    /// The name of its encoding.
    pub encoding: &'static str,
    /// Every game, for choosing one.
    pub games: Vec<GameSummary>,
    /// Which of them this is.
    pub index: usize,
    /// The main line, as far as it could be read.
    pub line: AnyGame,
    /// The whole game.
    pub game: Game,
    /// Where reading of the main line stopped.
    pub stopped_at: Option<Stop>,
}

/// A game in the list of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameSummary {
    event: String,
    date: String,
    red: String,
    black: String,
    result: &'static str,
    plies: usize,
    problems: usize,
}

/// Where and why reading stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Stop {
    /// Which move, from 0.
    pub index: usize,
    /// Its text.
    pub token: String,
    /// What is wrong with it.
    pub message: String,
    /// The line of the text, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
    /// Where in a file that is no text.
    pub byte: Option<usize>,
}

/// Reads a game of a text.
///
/// # Errors
/// If there is no such game, or not even its start position can be made out.
pub fn read(kind: GameKind, text: &str, index: usize) -> Result<Pasted, ApiError> {
    choose(records::read_text(text, kind), index)
}

/// Reads a game of a file, in whatever format and encoding.
///
/// # Errors
/// If there is no such game, or not even its start position can be made out.
pub fn read_file(hint: Hint<'_>, bytes: &[u8], index: usize) -> Result<Pasted, ApiError> {
    choose(records::read(bytes, hint), index)
}

/// A game that was read before.
///
/// # Errors
/// If it does not start from a position.
pub fn of_game(game: Game) -> Result<Pasted, ApiError> {
    let line = AnyGame::of_record(&game)?;
    let games = vec![GameSummary::of(&game)];
    Ok(Pasted { kind: "library", encoding: "", games, index: 0, line, game, stopped_at: None })
}

fn choose(mut record: Record, index: usize) -> Result<Pasted, ApiError> {
    if record.games.is_empty() {
        return Err(ApiError::bad("nothing to read: expected a FEN, moves or a game"));
    }
    if index >= record.games.len() {
        let message = format!("game {}: there are {}", index + 1, record.games.len());
        return Err(ApiError::bad(message));
    }
    let games = record.games.iter().take(LISTED).map(GameSummary::of).collect();
    let game = record.games.swap_remove(index);
    let stopped_at = stop(&game);
    if let Some(stop) = &stopped_at
        && record.format == "moves"
        && game.tree.is_empty()
    {
        return Err(ApiError::bad(format!("neither a position nor moves: {}", stop.message)));
    }
    let kind = match record.format {
        "fen" if !game.tree.is_empty() => "moves",
        other => other,
    };
    let line = AnyGame::of_record(&game)?;
    Ok(Pasted { kind, encoding: record.encoding, games, index, line, game, stopped_at })
}

fn stop(game: &Game) -> Option<Stop> {
    let problem = game.main_problem()?;
    Some(Stop {
        index: game.tree.main_line().len(),
        token: problem.token.clone(),
        message: problem.message.clone(),
        line: problem.place.line(),
        column: problem.place.column(),
        byte: problem.place.byte(),
    })
}

impl GameSummary {
    fn of(game: &Game) -> GameSummary {
        let first = |names: [&str; 2]| {
            let told = names.into_iter().find_map(|name| game.header(name));
            told.filter(|value| *value != "?").unwrap_or_default().chars().take(200).collect()
        };
        GameSummary {
            event: first(["Event", "Title"]),
            date: first(["Date", "UTCDate"]),
            red: first(["Red", if game.kind() == GameKind::Banqi { "First" } else { "White" }]),
            black: first(["Black", "Second"]),
            result: game.result.text(),
            plies: game.tree.main_line().len(),
            problems: game.problems.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use banqi::notation::record::ContestRecord;

    use super::*;

    fn read_first(kind: GameKind, text: &str) -> Result<Pasted, ApiError> {
        read(kind, text, 0)
    }

    fn read_xiangqi(text: &str) -> (&'static str, Option<&'static str>, String, Option<usize>) {
        let pasted = read_first(GameKind::Xiangqi, text).unwrap();
        let plies: Vec<String> = pasted.line.ply_views().into_iter().map(|view| view.ply).collect();
        let stopped = pasted.stopped_at.map(|stop| stop.index);
        let notation = pasted.game.notation.map(|notation| notation.name());
        (pasted.kind, notation, plies.join(" "), stopped)
    }

    #[test]
    fn lists_in_every_notation() {
        let plies = "h2e2 h9g7 h0g2".to_owned();
        let cases = [
            ("h2e2 h9g7 h0g2", "iccs"),
            ("1. H2-E2 H9-G7 2. H0-G2 *", "iccs"),
            ("1.C2=5 H8+7 2.H2+3", "wxf"),
            ("炮二平五 马8进7 马二进三", "simplified"),
            ("1. 炮二平五 馬８進７\n2. 馬二進三", "traditional"),
            ("马二进三", "simplified"),
            ("炮二平五马8进7马二进三", "simplified"),
            ("position startpos moves h2e2 h9g7 h0g2", "iccs"),
        ];
        for (text, notation) in cases {
            let (kind, found, list, stopped) = read_xiangqi(text);
            let expected = if text == "马二进三" { "h0g2" } else { plies.as_str() };
            assert_eq!((kind, list.as_str(), stopped), ("moves", expected, None), "{text}");
            assert_eq!(found, Some(notation), "{text}");
        }
    }

    #[test]
    fn positions_and_games() {
        let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1";
        assert_eq!(read_xiangqi(fen), ("fen", None, String::new(), None));
        let (kind, _, plies, _) = read_xiangqi(&format!("position fen {fen} moves f0f9 d9d8"));
        assert_eq!((kind, plies.as_str()), ("moves", "f0f9 d9d8"));
        let game =
            format!("[Red \"A\"]\n[FEN \"{fen}\"]\n\n1. R4+9 {{good}} (1. R4+8 K4=5) K4+1 1-0");
        let pasted = read_first(GameKind::Xiangqi, &game).unwrap();
        assert_eq!((pasted.kind, pasted.game.header("Red")), ("pgn", Some("A")));
        assert_eq!((pasted.line.len(), pasted.stopped_at), (2, None));
        assert_eq!(pasted.game.tree.len(), 4, "the variation is kept");
    }

    #[test]
    fn reading_stops_where_the_text_goes_wrong() {
        let pasted = read_first(GameKind::Xiangqi, "h2e2 h9g7\nh2e2 h0g2").unwrap();
        let stop = pasted.stopped_at.unwrap();
        assert_eq!((stop.index, stop.token.as_str(), pasted.line.len()), (2, "h2e2", 2));
        assert_eq!((stop.line, stop.column), (Some(2), Some(1)));
        assert!(read_first(GameKind::Xiangqi, "hello world").is_err());
        assert!(read_first(GameKind::Xiangqi, "  ").is_err());
    }

    #[test]
    fn a_broken_position_gives_its_reasons() {
        for text in ["9/9/9/9/9/9/9/9/9/9 w", "[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n\n1. h2e2"] {
            let error = read_first(GameKind::Xiangqi, text).unwrap_err();
            assert_eq!(error.reasons, ["kings", "kings"], "{text}: {error}");
        }
        let error = read_first(GameKind::Xiangqi, "rnbakabnr/9/1c5c1/p1p1p1p1p/x9 w").unwrap_err();
        assert_eq!(error.reasons, ["unreadable"], "{error}");
    }

    #[test]
    fn each_game_of_a_text_can_be_had() {
        let text =
            "[Red \"A\"]\n[Result \"1-0\"]\n\n1. C2=5 1-0\n\n[Red \"B\"]\n\n1. P7+1 H8+7 *\n";
        let second = read(GameKind::Xiangqi, text, 1).unwrap();
        assert_eq!((second.line.len(), second.game.header("Red")), (2, Some("B")));
        let names: Vec<_> = second.games.iter().map(|game| game.red.as_str()).collect();
        assert_eq!(names, ["A", "B"]);
        assert!(read(GameKind::Xiangqi, text, 2).is_err());
    }

    #[test]
    fn files_of_other_programs_are_opened() {
        let record = records::read_text("1. h2e2 {good} (1. h0g2) h9g7", GameKind::Xiangqi);
        let mut file = records::xqf::write(&record.games[0]).unwrap();
        let hint = Hint::new(GameKind::Xiangqi);
        let opened = read_file(hint, &file, 0).unwrap();
        assert_eq!((opened.kind, opened.encoding, opened.line.len()), ("xqf", "gb18030", 2));
        assert_eq!((opened.game.tree.len(), opened.stopped_at), (3, None));
        // The start, a ply with its comment, and half of the next.
        file.truncate(1024 + 8 + 12 + 2);
        let stop = read_file(hint, &file, 0).unwrap().stopped_at.unwrap();
        assert_eq!((stop.index, stop.byte, stop.line), (1, Some(1044), None));
        let ccm = [0, 0, 0, 7, 4, 7, 7, 0, 0, 0, 7, 6, 0, 2];
        assert_eq!(read_file(hint.named("a.ccm"), &ccm, 0).unwrap().line.len(), 2);
    }

    #[test]
    fn dark_chess_texts() {
        let list = read_first(GameKind::Banqi, "1. a1=R b1=p 2. a1b1").unwrap();
        let notation = list.game.notation.map(|notation| notation.name());
        assert_eq!((list.line.len(), notation), (3, Some("coordinate")));
        let platform = read_first(GameKind::Banqi, "1. b8(G) d8(c) 2. b8-c8").unwrap();
        let stop = platform.stopped_at.unwrap();
        assert_eq!((platform.line.len(), stop.index), (2, 2), "{stop:?}");
        let fen = read_first(GameKind::Banqi, "8/8/8/K6h r").unwrap();
        assert_eq!(fen.kind, "fen");
        let AnyGame::Banqi { game, .. } = &list.line else { unreachable!() };
        let record = ContestRecord::of_game(game, ["Ann".into(), "Bo".into()]).to_string();
        let again = read_first(GameKind::Banqi, &record).unwrap();
        assert_eq!((again.kind, again.line.position()), ("record", list.line.position()));
        assert_eq!(again.game.header("First"), Some("Ann"));
    }
}
