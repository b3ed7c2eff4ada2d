//! Positions that many games came to, counted a second way.

mod support;

use std::collections::HashMap;

use library::archive::fold::Folded;
use library::archive::{Selection, Tally};
use records::{Board, GameKind, GameResult};
use support::{file, import, open, random_games, table};

type Seen = HashMap<u64, (Tally, HashMap<Option<u16>, u32>)>;

/// Counts by playing through every game.
fn counted(archive: &library::Archive, ids: &[u32]) -> Seen {
    let mut seen = Seen::new();
    archive
        .each_line(ids, |line| {
            let plies = line.plies();
            let mut once = std::collections::HashSet::new();
            line.each_board(|board, at| {
                let folded = Folded::of(board);
                if !once.insert(folded.key) {
                    return true;
                }
                let (tally, next) = seen.entry(folded.key).or_default();
                tally.games += 1;
                let red = match board {
                    Board::Xiangqi(position) => position.turn() == game::Side::Red,
                    Board::Banqi(_) => at % 2 == 0,
                };
                match (line.result, red) {
                    (GameResult::Unknown, _) => {}
                    (GameResult::Draw, _) => tally.draws += 1,
                    (GameResult::First, true) | (GameResult::Second, false) => tally.wins += 1,
                    _ => tally.losses += 1,
                }
                *next.entry(plies.get(at).map(|&played| folded.code(played))).or_default() += 1;
                true
            });
            true
        })
        .unwrap();
    seen
}

#[test]
fn common_positions_are_those_of_a_plain_count() {
    let folder = tempfile::tempdir().unwrap();
    let archive = open(folder.path());
    // Several segments: several imports.
    for seed in 1..=3 {
        let path = file(folder.path(), &format!("{seed}.tsv"), table(&random_games(150, seed)));
        import(&archive, vec![path]);
    }
    let selection = Selection { kind: Some(GameKind::Xiangqi), ..Selection::default() };
    let all = archive.select(&selection).unwrap();
    assert!(all.len() > 100, "{}", all.len());
    let half: Vec<u32> = all.iter().copied().filter(|id| id % 2 == 0).collect();
    for (ids, least) in [(&all, 2), (&all, 7), (&half, 2), (&all, 1_000_000)] {
        let expected = counted(&archive, ids);
        let found = archive.common_positions(ids, least).unwrap();
        let wanted = expected.values().filter(|(tally, _)| tally.games >= least).count();
        assert_eq!(found.len(), wanted, "{least}");
        assert!(found.windows(2).all(|pair| pair[0].key < pair[1].key));
        for common in found {
            let (tally, next) = &expected[&common.key];
            assert_eq!(common.tally, *tally);
            let folded = Folded::of(&common.board);
            assert_eq!(folded.key, common.key);
            for one in &common.plies {
                let code = one.played.map(|played| folded.code(played));
                assert_eq!(next.get(&code), Some(&one.tally.games));
            }
            assert_eq!(common.plies.len(), next.len());
        }
    }
    assert!(archive.common_positions(&[], 2).unwrap().is_empty());
}
