//! Random games for the tests of the archive.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use game::{NullObserver, Position as _, Rng};
use library::archive::Archive;
use library::archive::fold::Image;
use library::archive::import::{Import, Totals};
use records::{Game, GameKind, GameResult, Played, Start};

pub fn open(folder: &Path) -> Archive {
    Archive::open(&folder.join("archive.sqlite")).unwrap()
}

pub fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

pub fn import(archive: &Archive, paths: Vec<PathBuf>) -> Totals {
    archive.import(&Import::of(paths), &mut |_| {}).unwrap()
}

/// Random games of which many share their openings, as a table.
pub fn random_games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    let names = ["胡榮華", "上海 胡荣华", "許銀川", "吕钦", "佚名", "Alice"];
    let results = [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Unknown];
    (0..count)
        .map(|index| {
            let mut game = Game::new(Start::usual(GameKind::Xiangqi));
            game.set_header("Red", names[rng.below(6)]);
            game.set_header("Black", names[rng.below(6)]);
            game.set_header("Event", format!("第{}屆賽 甲 勝 乙", rng.below(4)));
            game.set_header("Date", format!("{}.01.0{}", 1990 + rng.below(20), 1 + index % 9));
            game.set_header("Id", index.to_string());
            game.result = results[rng.below(4)];
            let mut position = xiangqi::Position::start();
            let mut node = 0;
            for ply in 0..10 + rng.below(60) {
                let plies = position.legal_plies();
                if plies.is_empty() {
                    break;
                }
                let among = if ply < 6 { 3.min(plies.len()) } else { plies.len() };
                let chosen = plies[rng.below(among)];
                node = game.tree.play(node, Played::Xiangqi(chosen));
                position.make_ply(chosen, &mut NullObserver);
            }
            game
        })
        .collect()
}

pub fn table(games: &[Game]) -> String {
    let lines: String = games.iter().map(records::tsv::write_line).collect();
    records::tsv::write_columns(GameKind::Xiangqi) + &lines
}

pub fn image_of(game: &Game, image: Image) -> Game {
    let Start::Xiangqi(setup) = &game.start else { panic!() };
    let mut other = xiangqi::Setup::empty();
    for (index, piece) in setup.board.iter().enumerate() {
        let piece = piece.map(|piece| xiangqi::Piece::from_index(image.piece(piece.index())));
        other.board[image.point(index)] = piece;
    }
    other.turn = if image.swapped { !setup.turn } else { setup.turn };
    let mut images = Game { start: Start::Xiangqi(other), ..Game::new(game.start.clone()) };
    images.headers.clone_from(&game.headers);
    images.result = match (game.result, image.swapped) {
        (GameResult::First, true) => GameResult::Second,
        (GameResult::Second, true) => GameResult::First,
        (result, _) => result,
    };
    if image.swapped {
        let of = |name| game.header(name).unwrap_or_default().to_owned();
        let (red, black) = (of("Red"), of("Black"));
        images.set_header("Red", black);
        images.set_header("Black", red);
    }
    let mut node = 0;
    for played in game.tree.main_plies() {
        node = images.tree.play(node, image.ply(played));
    }
    images
}
