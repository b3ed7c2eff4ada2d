//! Who has which seat when black moves first: colours, results, pairs and records,
//! also of runs that began when a seat meant the turn.

#[path = "support/runs.rs"]
mod support;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::board::{RefereeBoard, XiangqiBoard};
use arena::clock::Budget;
use arena::player::{Action, Answer, Fault, GameKind, Player, PlyInfo, Seat, View};
use arena::record::{self, Header};
use arena::referee::{Conditions, play_game};
use arena::run::{Event, GameLine, RunDirectory, SeatRule, run};
use arena::stats::GameResult;
use arena::win_rate::{Samples, Wanted};
use game::Side;
use records::Game;

use support::{Folder, config, play_from, sorted};

/// Black mates by i8f8.
const BLACK_MATES: &str = "4k4/4r3r/9/9/9/9/9/9/9/5K3 b";

/// Plays one ply and nothing else.
struct Once(&'static str);

impl Player for Once {
    fn begin(&mut self, view: &View<'_>) -> Result<(), Fault> {
        assert_eq!(view.side_of(Seat::First), Some(Side::Red));
        Ok(())
    }
    fn choose(&mut self, view: &View<'_>, _: &Budget) -> Result<Answer, Fault> {
        assert_eq!(view.side_of(view.seat()), view.turn(), "the seat has the colour to move");
        let action = Action::written(self.0.to_owned());
        let time = Duration::from_millis(1);
        Ok(Answer { action, info: PlyInfo::default(), time, cpu: None })
    }
    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }
    fn finish(&mut self, _: &str) {}
}

#[test]
fn black_has_the_second_seat_also_when_it_moves_first() {
    let mut board = XiangqiBoard::new(Default::default(), BLACK_MATES).unwrap();
    let control = "movetime=50".parse().unwrap();
    let conditions = Conditions {
        controls: [control; 2],
        seeds: [0; 2],
        margin: Duration::from_secs(9),
        adjudication: Adjudication::default(),
    };
    let (mut red, mut black) = (Once("f0f1"), Once("i8f8"));
    let log = play_game(&mut board, &mut [&mut red, &mut black], &conditions, &|| false).unwrap();
    assert_eq!(log.ending.winner, Some(Seat::Second), "{}", log.ending.reason);
    assert_eq!(log.plies[0].seat, Seat::Second);
    assert_eq!((log.times(Seat::First).plies, log.times(Seat::Second).plies), (0, 1));
    assert_eq!((log.best_lead, log.final_lead), ([0, 18], -18));
    let header = Header {
        event: "test",
        date: "2026.01.02",
        number: 1,
        players: ["rhea", "bo"],
        controls: [control; 2],
        deal: None,
    };
    let text = record::write(&board, &log, &header);
    let games = records::read_text(&text, GameKind::Xiangqi).games;
    assert_eq!((games[0].header("Red"), games[0].header("Black")), (Some("rhea"), Some("bo")));
    assert_eq!(games[0].result, records::GameResult::Second, "{text}");
    assert_eq!(board.seat_to_move(), Seat::First, "red would be next");
}

/// The records of a run in the order of their numbers.
fn games(path: &Path) -> Vec<Game> {
    let text = std::fs::read_to_string(path.join("games.pgn")).unwrap();
    let mut games = records::read_text(&text, GameKind::Xiangqi).games;
    let number = |game: &Game| game.header("Round").unwrap().parse::<u32>().unwrap();
    games.sort_by_key(number);
    games
}

/// Openings with either side to move, each a won game for somebody.
fn openings() -> Vec<String> {
    [
        "4k4/4r3r/9/9/9/9/9/9/9/5K3 b - - 0 1",
        "3k5/9/9/9/9/9/9/9/R3R4/4K4 w - - 0 1",
        "3ak4/4a4/9/9/4r4/9/9/4B4/9/3K1C3 b - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
    ]
    .map(str::to_owned)
    .into()
}

fn winner_of(game: &Game) -> Option<&str> {
    match game.result {
        records::GameResult::First => game.header("Red"),
        records::GameResult::Second => game.header("Black"),
        _ => None,
    }
}

fn named_winner(line: &GameLine) -> Option<&str> {
    line.winner.map(|seat| if seat == Seat::First { &*line.first } else { &*line.second })
}

/// The result of a record by the rules, not by what it says.
fn judged(record: &Game) -> records::GameResult {
    let records::Start::Xiangqi(setup) = &record.start else { panic!("not xiangqi") };
    let position = xiangqi::Position::try_from(setup).unwrap();
    let rules = xiangqi::XiangqiRules::default();
    let mut game = game::Game::from_position(rules, position, setup.halfmoves);
    for played in record.tree.main_plies() {
        let records::Played::Xiangqi(ply) = played else { panic!("not xiangqi") };
        game.play(ply, ()).unwrap();
    }
    match game.verdict().unwrap().outcome {
        game::Outcome::Win(Side::Red) => records::GameResult::First,
        game::Outcome::Win(Side::Black) => records::GameResult::Second,
        game::Outcome::Draw => records::GameResult::Draw,
    }
}

/// Lines and records tell the same, and the games of a pair are swapped.
fn check_pairs(lines: &[GameLine], games: &[Game]) {
    assert_eq!(lines.len(), games.len());
    for (line, game) in lines.iter().zip(games) {
        assert_eq!(named_winner(line), winner_of(game), "game {}", line.game);
        let players = [game.header("Red").unwrap(), game.header("Black").unwrap()];
        assert!(players.contains(&&*line.first) && players.contains(&&*line.second));
        assert_eq!(judged(game), game.result, "game {}", line.game);
    }
    for pair in games.chunks(2) {
        assert_eq!(pair[0].start, pair[1].start);
        assert_eq!(pair[0].header("Red"), pair[1].header("Black"), "colours are swapped");
        assert_eq!(pair[0].header("Black"), pair[1].header("Red"));
    }
}

#[test]
fn pairs_swap_colours_whoever_moves_first() {
    let folder = Folder::new("seats");
    let lines =
        play_from(&folder.0, &config(GameKind::Xiangqi, ["greedy", "random"], 16), openings());
    let games = games(&folder.0);
    check_pairs(&lines, &games);
    for (line, game) in lines.iter().zip(&games) {
        assert_eq!(game.header("Red"), Some(&*line.first), "the first seat is red's");
    }
    // What is on the disk reads back the same, and so does the standing.
    let mut again = RunDirectory::open(&folder.0).unwrap();
    assert_eq!(sorted(again.lines()), lines);
    let summary =
        run(&mut again, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap().summary;
    let won = games.iter().filter(|game| winner_of(game) == Some("greedy-0")).count();
    assert_eq!(summary.engines[0].results.wins as usize, won);
    let of_greedy = |line: &GameLine| {
        line.result(if line.first == "greedy-0" { Seat::First } else { Seat::Second })
    };
    let wins = lines.iter().filter(|line| of_greedy(line) == GameResult::Win).count();
    assert_eq!(wins, won);
}

/// A run begun when the first engine of a plan made the first ply goes on so:
/// otherwise one colour would be played twice by the same engine.
#[test]
fn a_run_of_the_old_kind_goes_on_with_swapped_pairs() {
    let folder = Folder::new("old-seats");
    let mut config = config(GameKind::Xiangqi, ["greedy", "random"], 16);
    config.seats = SeatRule::FirstPly;
    config.concurrency = 1;
    let whole = Folder::new("old-seats-whole");
    let expected = play_from(&whole.0, &config, openings());
    play_from(&folder.0, &config, openings());
    // As if it had been killed in the middle of a pair.
    let results = folder.0.join("results.jsonl");
    let text = std::fs::read_to_string(&results).unwrap();
    let three: Vec<&str> = text.split_inclusive('\n').take(3).collect();
    std::fs::write(&results, three.concat()).unwrap();
    // Old configurations do not know the word.
    let path = folder.0.join("run.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("seats = \"first-ply\"\n"), "{text}");
    std::fs::write(&path, text.replace("seats = \"first-ply\"\n", "")).unwrap();
    let mut directory = RunDirectory::open(&folder.0).unwrap();
    assert_eq!(directory.lines().len(), 3);
    let outcome = run(&mut directory, &mut |_: &Event<'_>| {}, &AtomicBool::new(false)).unwrap();
    assert!(outcome.complete);
    let lines = sorted(directory.lines());
    assert_eq!(lines, expected);
    let games = games(&folder.0);
    check_pairs(&lines, &games);
    // From the first opening black moves first: the engine named first is black.
    assert_eq!(games[0].header("Black"), Some("greedy-0"));
    assert_eq!(games[2].header("Red"), Some("greedy-0"), "from the second red moves first");
}

/// Only one of the players says scores: whoever mixes up the seats hears the other.
#[test]
fn scores_belong_to_who_said_them_whoever_moves_first() {
    for rule in [SeatRule::FirstSeat, SeatRule::FirstPly] {
        let folder = Folder::new(&format!("said-{rule:?}"));
        let mut config = config(GameKind::Xiangqi, ["chuhe", "random"], 2);
        config.tc = "depth=1".parse().unwrap();
        config.seats = rule;
        play_from(&folder.0, &config, openings()[3..].to_vec());
        let mut own = Samples::default();
        own.read(&folder.0, Wanted { player: Some("chuhe-0"), unit: None }).unwrap();
        assert!(own.said.len() > 4);
        let others = Wanted { player: Some("random-1"), unit: None };
        assert!(Samples::default().read(&folder.0, others).is_err(), "{rule:?}");
    }
}
