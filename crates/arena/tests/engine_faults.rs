//! Engines that misbehave lose their game with the right reason, and the next
//! game can be played.

#[path = "support/games.rs"]
mod games;

use std::time::{Duration, Instant};

use arena::ending::EndCause;
use arena::engine::{EngineConfig, ProtocolName};
use arena::player::{Fault, FaultKind, GameKind, Player, Seat};
use arena::referee::GameLog;

use games::{board, game_of, play, play_with_margin, scripted, start, try_start};

/// Plays a bad engine, in the first seat, against a good one; then, after
/// replacing it if the referee says so, one more game.
fn bad_game(bad: &EngineConfig, game: GameKind, control: &str) -> GameLog {
    let good = match game {
        GameKind::Xiangqi => scripted("uci", "", 7),
        GameKind::Banqi => scripted("banqi-uci", "", 7),
    };
    let mut players = [start(bad, game, None), start(&good, game, None)];
    let margin = Duration::from_millis(600);
    let log = play_with_margin(board(game, None, 3).as_mut(), &mut players, control, 200, margin);
    // A process of the platform plays one game, so the next one would do it again.
    if log.failed == Some(Seat::First) || bad.protocol == ProtocolName::Mgtp {
        let mut tame = bad.clone();
        tame.args[1] = String::new();
        players[0] = start(&tame, game, None);
    }
    let next = play(board(game, None, 4).as_mut(), &mut players, control, 8);
    assert!(next.plies.len() == 8, "{bad}: the next game: {:?}", next.ending);
    log
}

fn check(protocol: &str, deed: &str, control: &str, kind: FaultKind, plies: usize, words: &str) {
    let log = bad_game(&scripted(protocol, deed, 1), game_of(protocol), control);
    let what = format!("{protocol} {deed}: {:?}", log.ending);
    assert_eq!(log.ending.winner, Some(Seat::Second), "{what}");
    assert_eq!(log.ending.cause, EndCause::Fault(kind), "{what}");
    assert_eq!(log.plies.len(), plies, "{what}");
    assert!(log.ending.reason.contains(words), "{what}");
    let replaced = matches!(kind, FaultKind::Crash | FaultKind::Hang | FaultKind::Garbage);
    assert_eq!(log.failed.is_some(), replaced, "{what}");
}

const ALL: [&str; 6] = ["uci", "uci-1-10", "ucci", "xboard", "banqi-uci", "mgtp"];

#[test]
fn crashes() {
    for protocol in ALL {
        let words = "crash: ended with exit status 7";
        check(protocol, "crash@3", "10+0.1", FaultKind::Crash, 4, words);
    }
    check("uci", "abort@1", "movetime=100", FaultKind::Crash, 0, "killed by signal 6 (SIGABRT)");
}

#[test]
fn illegal_plies() {
    for protocol in ALL {
        check(protocol, "illegal@2", "10+0.1", FaultKind::Illegal, 2, "illegal ply: ");
    }
    for protocol in ["banqi-uci", "mgtp"] {
        check(protocol, "hidden@1", "10+0.1", FaultKind::Illegal, 0, "illegal ply: ");
    }
}

#[test]
fn wrong_lines() {
    let cases = [
        ("uci", "`bestmove`: column 10: `bestmove` must be followed by a move"),
        ("ucci", "`bestmove h2`: `h2` is not a move"),
        ("xboard", "`move elsewhere`: `elsewhere` is not a move"),
        ("mgtp", "`=11 a1 a1`: expected the answer to `12 genmove`"),
        ("banqi-uci", "`bestmove`: column 10"),
    ];
    for (protocol, words) in cases {
        check(protocol, "wrong@2", "10+0.1", FaultKind::Garbage, 2, words);
    }
}

#[test]
fn endless_and_long_lines() {
    for protocol in ALL {
        let words = "garbage: a line of more than 65536 bytes";
        check(protocol, "long@2", "10+0.1", FaultKind::Garbage, 2, words);
    }
    check("uci", "endless@1", "10+0.1", FaultKind::Garbage, 0, "a line of more than");
}

/// Waiting is done for all cases at once.
fn all_at_once<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

#[test]
fn hangs() {
    let cases = [
        ("uci", "movetime=50", "`stop` was ignored"),
        ("ucci", "movetime=50", "`stop` was ignored"),
        ("xboard", "movetime=50", "`?` was ignored"),
        ("mgtp", "movetime=50", "hang: no answer within"),
        ("uci", "nodes=100", "hang: no answer within"),
        ("banqi-uci", "depth=2", "hang: no answer within"),
    ];
    all_at_once(&cases, |&(protocol, control, words)| {
        check(protocol, "hang@2", control, FaultKind::Hang, 2, words);
    });
}

#[test]
fn late_answers() {
    all_at_once(&ALL, |protocol| {
        let mut bad = scripted(protocol, "late@2", 1);
        bad.hang_timeout = Duration::from_secs(20);
        let log = bad_game(&bad, game_of(protocol), "movetime=100");
        let what = format!("{protocol}: {:?}", log.ending);
        assert_eq!(log.ending.cause, EndCause::Fault(FaultKind::Time), "{what}");
        assert!(log.ending.reason.contains("with 0.100 s left"), "{what}");
        assert_eq!((log.plies.len(), log.failed), (2, None), "{what}");
    });
}

#[test]
fn a_closed_input() {
    for protocol in ["uci", "ucci", "mgtp"] {
        let words = "crash: closed its input without ending when it was sent";
        let plies = if protocol == "mgtp" { 3 } else { 4 };
        check(protocol, "stdin@2", "10+0.1", FaultKind::Crash, plies, words);
    }
}

/// Some programs end when they have won: that is no crash in a game.
#[test]
fn leaving_after_the_last_answer() {
    for protocol in ALL {
        let game = game_of(protocol);
        let leaver = scripted(protocol, "leave@2", 1);
        let mut players = [start(&leaver, game, None), start(&leaver, game, None)];
        for number in 0..3 {
            let log = play(board(game, None, number).as_mut(), &mut players, "movetime=30", 3);
            let what = format!("{protocol}: {:?}", log.ending);
            assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{what}");
            // Longer than the moment between the answer and the end.
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn an_xboard_engine_that_claims_a_result_instead_of_moving() {
    let words = "garbage: it does not move but says `1/2-1/2 {Draw by agreement}`";
    check("xboard", "claim", "10+0.1", FaultKind::Garbage, 0, words);
}

#[test]
fn an_xboard_engine_whose_rules_differ_goes_on_from_the_position() {
    let mut players = [
        start(&scripted("uci", "", 5), GameKind::Xiangqi, None),
        start(&scripted("xboard", "object", 6), GameKind::Xiangqi, None),
    ];
    let log = play(board(GameKind::Xiangqi, None, 0).as_mut(), &mut players, "10+0.1", 30);
    assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{:?}", log.ending);
}

#[test]
fn resignations() {
    for protocol in ["ucci", "mgtp"] {
        let log = bad_game_of_resigner(protocol);
        assert_eq!(log.ending.cause, EndCause::Resignation, "{protocol}");
        assert_eq!((log.ending.winner, log.failed), (Some(Seat::Second), None));
    }
}

fn bad_game_of_resigner(protocol: &str) -> GameLog {
    let game = game_of(protocol);
    let good = if game == GameKind::Banqi { "banqi-uci" } else { "uci" };
    let mut players = [
        start(&scripted(protocol, "resign", 1), game, None),
        start(&scripted(good, "", 1), game, None),
    ];
    play(board(game, None, 3).as_mut(), &mut players, "movetime=50", 10)
}

#[test]
fn what_cannot_start_says_why() {
    let fault = |config: &EngineConfig, game| match try_start(config, game, None) {
        Err(fault) => fault,
        Ok(_) => panic!("{config} started"),
    };
    let mut silent = scripted("uci", "silent", 1);
    silent.start_timeout = Duration::from_millis(200);
    assert_eq!(
        fault(&silent, GameKind::Xiangqi),
        Fault::Hang("no `uciok` within 0.2 s".to_owned())
    );
    let mut unready = scripted("uci", "unready", 1);
    unready.start_timeout = Duration::from_millis(200);
    let words = "no `readyok` within 0.2 s; its last words: `uciok`";
    assert_eq!(fault(&unready, GameKind::Xiangqi), Fault::Hang(words.to_owned()));
    let mut options = scripted("uci", "", 1);
    options.options = vec![("Hsh".into(), "64".into())];
    let words = fault(&options, GameKind::Xiangqi).to_string();
    assert!(words.contains("it has no option 'Hsh'; it has: Hash"), "{words}");
    let variant = scripted("uci-1-10", "", 1);
    let words =
        fault(&EngineConfig { protocol: "banqi-uci".parse().unwrap(), ..variant }, GameKind::Banqi);
    assert!(words.to_string().contains("it does not play banqi"), "{words}");
    let words = fault(&scripted("mgtp", "", 1), GameKind::Xiangqi).to_string();
    assert!(words.contains("proto=mgtp does not know xiangqi"), "{words}");
    let missing = EngineConfig::program("a", "./no-such-engine", "uci".parse().unwrap());
    assert_eq!(fault(&missing, GameKind::Xiangqi).kind(), FaultKind::Crash);
}

#[test]
fn limits_without_words_are_refused() {
    for (protocol, control) in [("xboard", "nodes=100"), ("mgtp", "nodes=100"), ("mgtp", "depth=3")]
    {
        let game = game_of(protocol);
        let config = scripted(protocol, "", 1);
        let mut players = [start(&config, game, None), start(&config, game, None)];
        let log = play(board(game, None, 1).as_mut(), &mut players, control, 10);
        let words = format!("garbage: {protocol} has no limit such as {control}");
        assert!(log.ending.reason.starts_with(&words), "{}", log.ending.reason);
        assert!(config.check(game, control.parse().unwrap()).is_err());
    }
}

/// A folder of its own that is gone after the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("chuhe-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn short_game(config: &EngineConfig, logs: &Folder) -> GameLog {
    let game = GameKind::Xiangqi;
    let mut players =
        [start(config, game, Some(&logs.0)), start(&scripted("uci", "", 2), game, None)];
    play(board(game, None, 0).as_mut(), &mut players, "10+0.1", 10)
}

#[test]
fn a_flood_on_stderr_is_kept_in_bounds() {
    let logs = Folder::new("stderr");
    let log = short_game(&scripted("uci", "stderr", 1), &logs);
    assert_eq!(log.ending.cause, EndCause::AdjudicatedDraw, "{:?}", log.ending);
    let kept = logs.read("uci_stderr.stderr.log");
    assert!(kept.len() < 1_100_000 && kept.ends_with("[the rest is not kept]\n"), "{}", kept.len());
}

#[test]
fn a_transcript_has_every_line_with_its_time() {
    let logs = Folder::new("transcript");
    let config = EngineConfig { transcript: true, ..scripted("uci", "noise", 1) };
    short_game(&config, &logs);
    let lines = logs.read("uci_noise.transcript.log");
    for part in
        [" > uci\n", " < uciok\n", " > ucinewgame\n", " > position startpos\n", " < hello there\n"]
    {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert_eq!(lines.matches(" < bestmove ").count(), 5);
    let (pid, rest) = lines.split_once(' ').unwrap();
    assert!(pid.parse::<u32>().is_ok() && rest.starts_with("0.0"), "{lines}");
}

#[test]
fn processes_that_stay_and_their_children_are_ended() {
    let logs = Folder::new("fork");
    let file = logs.0.join("pid");
    let mut fork = scripted("uci", "fork", 1);
    fork.env = vec![("SCRIPTED_PID_FILE".into(), file.display().to_string())];
    short_game(&fork, &logs);
    assert_gone(&logs.read("pid"));
    short_game(&scripted("uci", "stay", 1), &logs);
    drop(start(&scripted("mgtp", "stay", 1), GameKind::Banqi, None));
}

/// The child of an ended engine is dead, though perhaps not yet collected.
fn assert_gone(pid: &str) {
    let state = || std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let deadline = Instant::now() + Duration::from_secs(5);
    while !(state().is_empty() || state().contains(") Z ")) {
        assert!(Instant::now() < deadline, "still there: {}", state());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn no_zombies_are_left() {
    let mut hung = scripted("uci", "hang@1", 1);
    hung.hang_timeout = Duration::from_millis(50);
    let mut players: [Box<dyn Player>; 2] = [
        start(&hung, GameKind::Xiangqi, None),
        start(&scripted("ucci", "crash@1", 1), GameKind::Xiangqi, None),
    ];
    let mut board = board(GameKind::Xiangqi, None, 0);
    let margin = Duration::from_millis(50);
    let log = play_with_margin(board.as_mut(), &mut players, "movetime=20", 10, margin);
    assert_eq!(log.ending.cause, EndCause::Fault(FaultKind::Hang));
    drop(players);
    let me = std::process::id().to_string();
    let zombies = || {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let stats =
            processes.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
        stats.filter(|stat| is_zombie_of(stat, &me)).count()
    };
    // Other tests of this process may be about to collect one of theirs.
    let deadline = Instant::now() + Duration::from_secs(10);
    while zombies() > 0 {
        assert!(Instant::now() < deadline, "{} zombies", zombies());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn is_zombie_of(stat: &str, parent: &str) -> bool {
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let mut fields = fields.split_ascii_whitespace();
    fields.next() == Some("Z") && fields.next() == Some(parent)
}
