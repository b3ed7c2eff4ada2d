//! Contest games of dark chess: every recorded ply must be legal, every natural end must be seen.
//!
//! The games are other people's and stay outside the repository.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use reference::Colour;
use reference::banqi::{Game, GameResult, Reason, Rules, platform::ply_from_platform};

const START: &str = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - K1A2E2R2H2C2P5k1a2e2r2h2c2p5 0 1";

struct Record<'a> {
    id: &'a str,
    result_of_first: &'a str,
    reason: &'a str,
    first_colour: Colour,
    plies: usize,
    left: [usize; 2],
    moves: &'a str,
}

impl<'a> Record<'a> {
    fn parse(line: &'a str) -> Record<'a> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |index: usize| fields[index].parse().unwrap();
        Record {
            id: fields[0],
            result_of_first: fields[1],
            reason: fields[2],
            first_colour: if fields[3] == "red" { Colour::Red } else { Colour::Black },
            plies: number(8),
            left: [number(9), number(10)],
            moves: fields[11],
        }
    }

    fn replay(&self) -> Game {
        let mut game = Game::new(START, Rules::tcga()).unwrap();
        for text in self.moves.split(' ') {
            let (ply, revealed) = ply_from_platform(text).unwrap();
            game.play(&ply, revealed).unwrap_or_else(|error| panic!("{}: {error}", self.id));
            if game.plies().len() == 1 {
                assert_eq!(game.board().turn(), Some(self.first_colour.other()), "{}", self.id);
            }
        }
        game
    }

    fn loser(&self) -> Colour {
        if self.result_of_first == "1-0" { self.first_colour.other() } else { self.first_colour }
    }

    fn check(&self) {
        let game = self.replay();
        assert_eq!(game.plies().len(), self.plies, "{}", self.id);
        let left = Colour::BOTH.map(|colour| game.board().pieces_left(colour));
        assert_eq!(left, self.left, "{}", self.id);
        assert_eq!(game.ending(), self.expected_ending(&game), "{} {}", self.id, self.reason);
    }

    /// The rules of the platform end the game at its last ply and not before; games lost on time
    /// or broken off are still open.
    fn expected_ending(&self, game: &Game) -> Option<(usize, GameResult)> {
        let kind_of_draw = self.reason.split('(').next();
        let result = match (self.reason, kind_of_draw) {
            ("NoMove", _) if game.board().pieces_left(self.loser()) == 0 => {
                GameResult::loss_of(self.loser(), Reason::Elimination)
            }
            ("NoMove", _) => GameResult::loss_of(self.loser(), Reason::NoMove),
            ("NoEatFlipDraw", _) => GameResult::Draw(Reason::NoProgress),
            (_, Some("PositionRepetitionDraw")) => GameResult::Draw(Reason::Repetition),
            _ => return None,
        };
        Some((self.plies, result))
    }
}

#[test]
fn contest_games_replay_legally_to_their_recorded_end() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let Ok(file) = File::open(root.join("banqi/games.tsv.zst")) else {
        println!("skipped: no ../shared/data");
        return;
    };
    let mut text = String::new();
    zstd::Decoder::new(file).unwrap().read_to_string(&mut text).unwrap();
    let records: Vec<Record<'_>> = text.lines().skip(1).map(Record::parse).collect();
    assert_eq!(records.len(), 2_166);
    records.iter().for_each(Record::check);
}
