//! Perft: the published counts, and three ways of counting that must agree.

use game::Position as _;
use game::perft::{perft, perft_unbulked};
use xiangqi::{Position, Stage};

fn epd() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rules/perft.epd");
    std::fs::read_to_string(path).expect("testdata/rules/perft.epd is part of the repository")
}

/// The lines of the file: FEN and counts by depth.
fn lines(text: &str) -> Vec<(&str, Vec<(u32, u64)>)> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(';');
            let fen = parts.next().unwrap().trim();
            let counts = parts.map(|part| {
                let (depth, count) = part.trim()[1..].split_once(' ').unwrap();
                (depth.parse().unwrap(), count.trim().parse().unwrap())
            });
            (fen, counts.collect())
        })
        .collect()
}

#[test]
fn every_line_of_perft_epd_to_depth_four() {
    let text = epd();
    let lines = lines(&text);
    assert!(lines.len() >= 11, "the file lost lines");
    for (fen, counts) in lines {
        let position: Position = fen.parse().unwrap();
        for (depth, count) in counts {
            assert_eq!(perft(&position, depth).kinds, count, "depth {depth} of {fen}");
        }
    }
}

#[test]
fn the_start_to_depth_five() {
    assert_eq!(perft(&Position::start(), 5).kinds, 133_312_995);
}

#[test]
fn made_and_bulk_counted_leaves_agree() {
    for (fen, counts) in lines(&epd()) {
        let mut position: Position = fen.parse().unwrap();
        let depth = 3.min(counts.len() as u32);
        assert_eq!(perft_unbulked(&mut position, depth), perft(&position, depth), "{fen}");
    }
}

/// Counts through the staged generator: captures first, then quiets.
fn perft_staged(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for stage in [Stage::Captures, Stage::Quiets] {
        for ply in position.plies(stage) {
            let undo = position.make_ply(ply, &mut game::NullObserver);
            total += perft_staged(position, depth - 1);
            position.unmake_ply(ply, undo, &mut game::NullObserver);
        }
    }
    total
}

#[test]
fn stages_add_up_to_everything() {
    for (fen, counts) in lines(&epd()) {
        let mut position: Position = fen.parse().unwrap();
        let (depth, count) = counts[2.min(counts.len() - 1)];
        assert_eq!(perft_staged(&mut position, depth), count, "{fen}");
    }
}

/// Checks and captures among the leaves, as published for the start position.
#[test]
fn checks_and_captures_of_the_start_position() {
    fn leaves(position: &mut Position, depth: u32, checks: &mut u64, captures: &mut u64) {
        for ply in position.plies(Stage::All) {
            if depth == 1 {
                *checks += u64::from(position.gives_check(ply));
                *captures += u64::from(position.piece_at(ply.to()).is_some());
                continue;
            }
            let undo = position.make_ply(ply, &mut game::NullObserver);
            leaves(position, depth - 1, checks, captures);
            position.unmake_ply(ply, undo, &mut game::NullObserver);
        }
    }
    for (depth, expected) in [(3, (384, 3159)), (4, (19_380, 115_365))] {
        let (mut checks, mut captures) = (0, 0);
        leaves(&mut Position::start(), depth, &mut checks, &mut captures);
        assert_eq!((checks, captures), expected, "depth {depth}");
    }
}
