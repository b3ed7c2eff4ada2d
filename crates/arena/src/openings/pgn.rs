//! The positions at the end of the games of a PGN file: book lines as openings.

use game::{NullObserver, Position as _};
use xiangqi::{Position, Setup, notation};

use super::LineFault;

/// The position after the main line of each game.
pub(super) fn final_positions(text: &str) -> Result<Vec<String>, LineFault> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line)?;
    }
    reader.finish_game()?;
    Ok(reader.openings)
}

#[derive(Default)]
struct Reader {
    openings: Vec<String>,
    /// The game being read, from its first tag or move on.
    game: Option<OpenGame>,
    /// How deep inside comments and variations.
    depth: usize,
}

struct OpenGame {
    setup: Setup,
    position: Position,
    plies: u32,
    last_line: usize,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), LineFault> {
        let trimmed = line.trim().trim_start_matches('\u{feff}');
        if self.depth == 0 && trimmed.starts_with('[') {
            return self.tag(number, trimmed);
        }
        if self.depth == 0 && trimmed.starts_with('%') {
            return Ok(());
        }
        self.moves(number, trimmed)
    }

    fn tag(&mut self, number: usize, line: &str) -> Result<(), LineFault> {
        if self.game.as_ref().is_some_and(|game| game.plies > 0) {
            self.finish_game()?;
        }
        let game = self.game.get_or_insert_with(OpenGame::new);
        game.last_line = number;
        let inside = line.trim_start_matches('[').trim_end_matches(']').trim();
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        if name.eq_ignore_ascii_case("fen") {
            let fen = value.trim().trim_matches('"');
            game.setup = fen.parse().map_err(|error| (number, format!("tag FEN: {error}")))?;
            game.position = Position::try_from(&game.setup)
                .map_err(|error| (number, format!("tag FEN: {error}")))?;
        }
        Ok(())
    }

    fn moves(&mut self, number: usize, line: &str) -> Result<(), LineFault> {
        let mut word = String::new();
        for c in line.chars().chain([' ']) {
            match c {
                '{' | '(' => self.depth += 1,
                '}' | ')' => self.depth = self.depth.saturating_sub(1),
                ';' if self.depth == 0 => break,
                _ if self.depth > 0 => {}
                _ if c.is_whitespace() => self.word(number, &std::mem::take(&mut word))?,
                _ => word.push(c),
            }
        }
        self.word(number, &word)
    }

    fn word(&mut self, number: usize, word: &str) -> Result<(), LineFault> {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
        let word =
            if word.is_empty() || word.starts_with(['$', '-', '/']) { return Ok(()) } else { word };
        if word == "*" {
            return Ok(());
        }
        let game = self.game.get_or_insert_with(OpenGame::new);
        let ply = notation::read(&game.position, word)
            .map_err(|error| (number, format!("ply {}: {error}", game.plies + 1)))?;
        game.position.make_ply(ply, &mut NullObserver);
        game.plies += 1;
        game.last_line = number;
        Ok(())
    }

    fn finish_game(&mut self) -> Result<(), LineFault> {
        let Some(game) = self.game.take() else { return Ok(()) };
        if !game.position.has_legal_ply() {
            return Err((game.last_line, "the game is over there".to_owned()));
        }
        self.openings.push(game.position.to_string());
        Ok(())
    }
}

impl OpenGame {
    fn new() -> OpenGame {
        let position = Position::start();
        OpenGame { setup: Setup::from(&position), position, plies: 0, last_line: 1 }
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
        let (line, what) = final_positions("[Event \"a\"]\n\n1. h2e2\nh9g7 2. h2e2").unwrap_err();
        assert_eq!(line, 4);
        assert!(what.contains("ply 3"), "{what}");
    }
}
