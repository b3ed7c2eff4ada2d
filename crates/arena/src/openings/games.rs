//! The positions at the end of the games of a file: book lines as openings.

use records::{Board, Game, GameKind, Record};

use super::{LineFault, PositionFault};

/// The position after the main line of each game.
pub(super) fn final_positions(kind: GameKind, record: &Record) -> Result<Vec<String>, LineFault> {
    record.games.iter().map(|game| final_position(kind, game)).collect()
}

/// Half a game is not an opening, but what is wrong with a variation does no harm.
fn final_position(kind: GameKind, game: &Game) -> Result<String, LineFault> {
    if let Some(problem) = game.main_problem() {
        let what = match game.start_problem() {
            Some(_) => format!("start position: {}", problem.message),
            None => format!("ply {}: {}", game.tree.main_line().len() + 1, problem.message),
        };
        return Err((problem.place.line().unwrap_or(1), PositionFault::Game(what)));
    }
    let at = |what: &str| (game.place.line().unwrap_or(1), PositionFault::Game(what.to_owned()));
    if game.kind() != kind {
        return Err(at(&format!("a game of {}: expected {}", game.kind().name(), kind.name())));
    }
    let mut board = Board::open(&game.start).map_err(|error| at(&error))?;
    for played in game.tree.main_plies() {
        board.play(played).map_err(|error| at(&error))?;
    }
    let (text, goes_on) = match board {
        Board::Xiangqi(position) => (position.to_string(), position.has_legal_ply()),
        Board::Banqi(position) => (position.to_string(), position.has_legal_ply()),
    };
    if goes_on { Ok(text) } else { Err(at("the game is over at its end")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn final_positions(text: &str) -> Result<Vec<String>, LineFault> {
        super::final_positions(GameKind::Xiangqi, &records::read_text(text, GameKind::Xiangqi))
    }

    #[test]
    fn main_lines_of_several_games() {
        let text = "[Event \"a\"]\n[Result \"*\"]\n\n1. C2=5 {central} H8+7 (1... C8=5)\n2. H2+3 *\n\n\
                    [Event \"b\"]\n[FEN \"4k4/9/9/9/9/9/9/9/4A4/4KR3 b\"]\n\n1... e9d9 1/2-1/2\n";
        let openings = final_positions(text).unwrap();
        assert_eq!(openings.len(), 2);
        assert_eq!(
            openings[0],
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1"
        );
        assert_eq!(openings[1], "3k5/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1");
    }

    #[test]
    fn a_wrong_move_is_named_with_its_line() {
        let (line, fault) = final_positions("[Event \"a\"]\n\n1. h2e2\nh9g7 2. h2e2").unwrap_err();
        let what = fault.to_string();
        assert_eq!(line, 4);
        assert!(what.contains("ply 3"), "{what}");
    }

    #[test]
    fn pawns_named_by_number_and_brackets_in_comments_are_read() {
        let fen = "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w";
        let text = format!("[FEN \"{fen}\"]\n\n1. 27=8 {{a ) b}} K4+1 {{(c}} *\n");
        assert_eq!(final_positions(&text).unwrap(), ["9/3k5/9/2P1P4/1P2P4/9/9/9/9/4K4 w - - 0 1"]);
    }

    #[test]
    fn files_of_any_format_lead_to_positions() {
        let record = records::read_text("1. h2e2 h9g7", GameKind::Xiangqi);
        let file = records::xqf::write(&record.games[0]).unwrap();
        let end = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1";
        assert_eq!(super::super::read(GameKind::Xiangqi, &file, "a.xqf").unwrap(), [end]);
        let table = b"id\tmoves\n1\th2e2 h9g7\n";
        assert_eq!(super::super::read(GameKind::Xiangqi, table, "").unwrap(), [end]);
        let wrong = super::super::read(GameKind::Banqi, &file, "a.xqf").unwrap_err();
        assert!(wrong.1.to_string().contains("expected banqi"), "{}", wrong.1);
    }
}
