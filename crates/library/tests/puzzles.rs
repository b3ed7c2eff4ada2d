//! Ratings and puzzles as they are kept.

use library::{Library, PuzzleState, RatingRow};

fn row(games: u32) -> RatingRow {
    RatingRow {
        rating: 1200.5 + f64::from(games),
        deviation: 90.25,
        volatility: 0.06,
        games,
        won: games,
        streak: games,
        best_streak: games,
    }
}

fn state(puzzle: &str, review: Option<(u32, i64)>) -> PuzzleState {
    PuzzleState {
        puzzle: puzzle.to_owned(),
        game: "xiangqi".to_owned(),
        rating: 1400.0,
        deviation: 100.0,
        volatility: 0.06,
        tries: 2,
        solved: 1,
        review,
    }
}

#[test]
fn a_try_is_kept_as_a_whole_and_survives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let library = Library::open(&path).unwrap();
    assert_eq!(library.rating("me", "puzzles").unwrap(), None);
    for games in 1..=3 {
        let rated = row(games);
        let rated = Some(("puzzles", &rated, 1.0));
        library.record_try("me", &state("m1", Some((0, 7))), rated, "{}", 5).unwrap();
    }
    library.record_try("me", &state("m2", None), None, "{\"plies\":[]}", 6).unwrap();
    drop(library);
    let library = Library::open(&path).unwrap();
    assert_eq!(library.rating("me", "puzzles").unwrap(), Some(row(3)));
    let history = library.rating_history("me", "puzzles", 2).unwrap();
    assert_eq!(history.iter().map(|one| one.rating).collect::<Vec<_>>(), [1202.5, 1203.5]);
    let mut states = library.puzzle_states("me", "xiangqi").unwrap();
    states.sort_by(|one, other| one.puzzle.cmp(&other.puzzle));
    assert_eq!(states, [state("m1", Some((0, 7))), state("m2", None)]);
    assert_eq!(library.attempt("me", "xiangqi").unwrap().unwrap(), "{\"plies\":[]}");
    assert!(library.puzzle_states("you", "xiangqi").unwrap().is_empty());
    assert!(library.puzzle_states("me", "banqi").unwrap().is_empty());
}

#[test]
fn own_puzzles_are_kept_once_and_not_without_end() {
    let library = Library::in_memory().unwrap();
    let puzzles: Vec<(String, String)> =
        (0..5).map(|number| (format!("m{number}"), format!("line {number}"))).collect();
    assert_eq!(library.add_own_puzzles("me", "xiangqi", &puzzles[..2], 4, 1).unwrap(), 2);
    assert_eq!(library.add_own_puzzles("me", "xiangqi", &puzzles, 4, 1).unwrap(), 2);
    let lines = library.own_puzzles("me", "xiangqi").unwrap();
    assert_eq!(lines, ["line 0", "line 1", "line 2", "line 3"]);
}

#[test]
fn what_belonged_to_a_guest_belongs_to_the_owner_who_adopts_it() {
    let library = Library::in_memory().unwrap();
    let rated = row(1);
    library.record_try("guest-1", &state("m1", None), Some(("p", &rated, 1.0)), "a", 1).unwrap();
    library.set_rating("me", "q", &row(2), 0.5, 1).unwrap();
    library.adopt("guest-", "me").unwrap();
    assert_eq!(library.rating("me", "p").unwrap(), Some(row(1)));
    assert_eq!(library.rating("me", "q").unwrap(), Some(row(2)));
    assert_eq!(library.puzzle_states("me", "xiangqi").unwrap().len(), 1);
    assert_eq!(library.rating("guest-1", "p").unwrap(), None);
}
