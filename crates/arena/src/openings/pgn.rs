//! The positions at the end of the games of a PGN file: book lines as openings.

use records::{Board, Game, GameKind};

use super::{LineFault, PositionFault};

/// The position after the main line of each game.
pub(super) fn final_positions(text: &str) -> Result<Vec<String>, LineFault> {
    records::read_text(text, GameKind::Xiangqi).games.iter().map(final_position).collect()
}

/// Half a game is not an opening, but what is wrong with a variation does no harm.
fn final_position(game: &Game) -> Result<String, LineFault> {
    if let Some(problem) = game.main_problem() {
        let what = match game.start_problem() {
            Some(_) => format!("tag FEN: {}", problem.message),
            None => format!("ply {}: {}", game.tree.main_line().len() + 1, problem.message),
        };
        return Err((problem.place.line, PositionFault::Game(what)));
    }
    let at = |what: &str| (game.place.line, PositionFault::Game(what.to_owned()));
    let mut board = Board::open(&game.start).map_err(|error| at(&error.to_string()))?;
    for played in game.tree.main_plies() {
        board.play(played).map_err(|error| at(&error.to_string()))?;
    }
    match board {
        Board::Xiangqi(position) if position.has_legal_ply() => Ok(position.to_string()),
        Board::Xiangqi(_) => Err(at("the game is over at its end")),
        Board::Banqi(_) => Err(at("a game of dark chess: expected xiangqi")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
