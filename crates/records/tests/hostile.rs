//! Files made to fill memory, stack or time: each is read to its limit, and told.

use std::time::{Duration, Instant};

use records::walk::MOST_PLIES;
use records::{GameKind, Hint, Place, ProblemCode, Record, read};

/// Far more than an honest reading needs on a busy machine, far less than one whose time
/// grows with the square of the file.
const ENOUGH: Duration = Duration::from_secs(30);

fn read_quickly(text: &str, name: &str) -> Record {
    let begin = Instant::now();
    let record = read(text.as_bytes(), Hint::new(GameKind::Xiangqi).named(name));
    let taken = begin.elapsed();
    assert!(taken < ENOUGH, "{name}: {} bytes took {taken:?}", text.len());
    record
}

const ROUND: [&str; 4] = ["a0a1", "a9a8", "a1a0", "a8a9"];

#[test]
fn a_file_of_one_line_is_not_counted_again_for_every_place() {
    let moves =
        "<Move value=\"09-08\"><Move value=\"00-01\"><Move value=\"08-09\"><Move value=\"01-00\">";
    let text = format!("<ChineseChessRecord><MoveList><Move >{}", moves.repeat(100_000));
    let record = read_quickly(&text, "a.cbf");
    assert_eq!((record.format, record.games[0].tree.len()), ("cbf", 400_000));
    let text = format!("1. h2e2 {}h9g7", "(1. a0a9) ".repeat(400_000));
    let record = read_quickly(&text, "a.pgn");
    assert_eq!((record.games[0].tree.len(), record.games[0].problems.len()), (2, 200));
}

#[test]
fn lines_without_end_are_cut_at_the_same_length_everywhere() {
    let plies = MOST_PLIES + 5;
    let words: Vec<&str> = ROUND.iter().copied().cycle().take(plies).collect();
    let nodes: String = words.iter().map(|ply| format!(",{{\"ply\":\"{ply}\"}}")).collect();
    let more = "{},".repeat(3_000_000);
    let json = format!("{{\"game\":\"xiangqi\",\"nodes\":[{{}}{nodes},{more}{{}}]}}\n");
    for (name, text) in [("a.pgn", words.join(" ")), ("a.jsonl", json)] {
        let record = read_quickly(&text, name);
        let game = &record.games[0];
        assert_eq!(game.tree.len(), MOST_PLIES, "{name}");
        let problem = game.problems.last().unwrap();
        assert!(problem.message.contains("more than 1048576 plies"), "{name}: {problem}");
    }
}

#[test]
fn a_million_variations_inside_each_other_are_read_and_more_are_told() {
    let rivals = ["h2e2", "h0g2", "c3c4", "b2e2"];
    let open: String = (0..1_000_000).map(|index| format!("1. {} ( ", rivals[index % 4])).collect();
    let text = format!("{open}{}", ")".repeat(1_000_000));
    let record = read_quickly(&text, "a.pgn");
    assert_eq!((record.games[0].tree.len(), record.games[0].problems.len()), (4, 0));
    let text = format!("1. h2e2 {}{} h9g7", "(".repeat(3_000_000), ")".repeat(3_000_000));
    let game = &read_quickly(&text, "a.pgn").games[0];
    assert_eq!((game.tree.len(), game.problems.len()), (2, 1));
    assert_eq!(game.problems[0].code, ProblemCode::Limit);
    assert_eq!(game.problems[0].place, Place::text(1, 9 + MOST_PLIES));
}

#[test]
fn headers_and_variations_without_end_take_no_time() {
    let tags: String = (0..200_000)
        .map(|n| {
            format!("[DhtmlXQ_x{n}]v[/DhtmlXQ_x{n}]\n[DhtmlXQ_move_{n}_1_{}]7967[/D]\n", n + 1)
        })
        .collect();
    let text = format!("[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n{tags}[/DhtmlXQ]");
    let record = read_quickly(&text, "a.ubb");
    assert_eq!((record.format, record.games.len()), ("dhtmlxq", 1));
    assert!(record.games[0].headers.len() <= 500);
}

#[test]
fn variations_that_leave_each_other_are_told() {
    let text = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n\
                [DhtmlXQ_move_2_1_1]7967[/DhtmlXQ_move_2_1_1]\n\
                [DhtmlXQ_move_1_1_2]7967[/DhtmlXQ_move_1_1_2]\n\
                [DhtmlXQ_move_3_1_3]7967[/DhtmlXQ_move_3_1_3]\n[/DhtmlXQ]";
    let game = &read(text.as_bytes(), GameKind::Xiangqi).games[0];
    assert_eq!((game.tree.len(), game.problems.len()), (2, 3));
    assert!(game.problems.iter().all(|problem| problem.code == ProblemCode::Form));
    let text = "{\"game\":\"xiangqi\",\"nodes\":[{},{\"ply\":\"h2e2\"},\
                {\"ply\":\"h9g7\",\"parent\":3},{\"ply\":\"h0g2\",\"parent\":2}]}\n";
    let game = &read(text.as_bytes(), GameKind::Xiangqi).games[0];
    assert_eq!((game.tree.len(), game.problems.len()), (1, 1));
}
