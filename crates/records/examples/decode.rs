//! How fast games of a big file are read: `decode FILE`, one thread.

use std::time::Instant;

use records::stream::Pieces;
use records::{GameKind, Hint};

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let file = std::fs::File::open(&path)?;
        let (mut games, mut plies, mut wrong) = (0usize, 0usize, 0usize);
        let start = Instant::now();
        for piece in Pieces::new(file, Hint::new(GameKind::Xiangqi).named(&path)) {
            let record = piece?.read();
            games += record.games.len();
            plies += record.games.iter().map(|game| game.tree.len()).sum::<usize>();
            for game in record.games.iter().filter(|game| !game.problems.is_empty()) {
                wrong += 1;
                if wrong <= 3 {
                    println!("{}", game.problems[0]);
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{path}: {games} games, {plies} plies, {wrong} with problems, {:.2} s, {:.0} games/s",
            seconds,
            games as f64 / seconds
        );
    }
    Ok(())
}
