//! Our own engines as players in this process.

#[path = "support/runs.rs"]
mod support;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use arena::adjudicate::Adjudication;
use arena::board::{BanqiBoard, RefereeBoard, XiangqiBoard};
use arena::builtin;
use arena::clock::{Clock, TimeControl};
use arena::player::{ChosenPly, GameKind, Seat, View};
use arena::run::GameLine;
use play::player::Player as Engine;
use search::OptionKind;

use support::{Folder, config, play_all};

const GAMES: [GameKind; 2] = [GameKind::Xiangqi, GameKind::Banqi];

fn board(game: GameKind) -> Box<dyn RefereeBoard> {
    match game {
        GameKind::Xiangqi => {
            Box::new(XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap())
        }
        GameKind::Banqi => {
            // Once colours are known there is a lot to think.
            let mut board = BanqiBoard::new(Default::default(), None, 3).unwrap();
            for square in ["b2", "c3", "f2", "g3"] {
                board.play(&ChosenPly::Text(format!("{square}{square}"))).unwrap();
            }
            Box::new(board)
        }
    }
}

/// The plies of the saved games, without what was said about them.
fn plies(path: &Path, game: GameKind) -> Vec<String> {
    let name = if game == GameKind::Xiangqi { "games.pgn" } else { "games.txt" };
    let text = std::fs::read_to_string(path.join(name)).unwrap();
    let mut games: Vec<String> = records::read_text(&text, game)
        .games
        .iter()
        .map(|game| {
            let plies: Vec<String> = game.tree.main_plies().map(|ply| ply.to_string()).collect();
            format!("{:?} {}", game.start, plies.join(" "))
        })
        .collect();
    games.sort();
    games
}

fn played(game: GameKind, restart: bool, options: &[(&str, &str)]) -> (Vec<GameLine>, Vec<String>) {
    let folder = Folder::new(&format!("kept-{}-{restart}-{}", game.name(), options.len()));
    let mut config = config(game, ["chuhe", "chuhe"], 6);
    config.tc = "nodes=600".parse().unwrap();
    config.adjudication = Adjudication { max_plies: Some(40), ..Adjudication::default() };
    for engine in &mut config.engines {
        engine.config.restart = restart;
        engine.config.options =
            options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    }
    let lines = play_all(&folder.0, &config);
    let plies = plies(&folder.0, game);
    assert_eq!(plies.len(), 6);
    (lines, plies)
}

/// What a kept engine learned in one game does not show in the next.
#[test]
fn kept_engines_play_as_fresh_ones() {
    for game in GAMES {
        let kept = played(game, false, &[]);
        assert_eq!(kept, played(game, true, &[]), "{game}");
    }
}

#[test]
fn weak_levels_throw_the_dice_of_their_game() {
    for game in GAMES {
        let weak = [("Skill Level", "2"), ("Hash", "1")];
        let (_, first) = played(game, false, &weak);
        let (_, again) = played(game, true, &weak);
        assert_eq!(first, again, "{game}: the same seed, the same games");
        assert_ne!(first, played(game, false, &[]).1, "{game}: a weak level plays otherwise");
    }
}

#[test]
fn every_option_of_the_engine_is_accepted() {
    for game in GAMES {
        for (profile, _) in play::engine::profiles(game) {
            for option in Engine::new(game, profile, &[]).unwrap().options() {
                let value = match option.kind {
                    OptionKind::Number { value, .. } => value.to_string(),
                    OptionKind::Text { value } => value,
                    OptionKind::Button => String::new(),
                };
                let options = [(option.name.to_lowercase(), value)];
                let made = builtin::create(profile, game, &options);
                assert!(made.is_ok(), "{game} {profile} {}: {:?}", option.name, made.err());
            }
        }
        let wrong = |name: &str, value: &str| {
            let options = [(name.to_owned(), value.to_owned())];
            builtin::create("chuhe", game, &options).err().unwrap().to_string()
        };
        assert!(wrong("Hash", "much").contains("expected a number from 1"), "{game}");
        assert!(wrong("Speed", "9").contains("no option is named 'Speed'"), "{game}");
        assert!(wrong("Params", "eval.magic=1").contains("eval.magic"), "{game}");
    }
    let unknown = builtin::create("chess", GameKind::Banqi, &[]).err().unwrap().to_string();
    assert!(unknown.starts_with("no built-in player 'chess': expected random, greedy, chuhe"));
}

/// Numbers of the evaluation come through and change the play.
#[test]
fn parameters_of_the_evaluation_are_accepted() {
    for game in GAMES {
        let params = Engine::new(game, "chuhe", &[]).unwrap().params();
        let worth = |name: &str| name.contains("horse") || name.starts_with("eval.value_");
        let changes: Vec<String> = params
            .specs()
            .iter()
            .filter(|spec| worth(&spec.name))
            .map(|spec| format!("{}={}", spec.name, spec.max))
            .collect();
        assert!(!changes.is_empty(), "{game}");
        let changes = changes.join(",");
        let options = [("Params".to_owned(), changes.clone())];
        let engine = Engine::new(game, "chuhe", &options).unwrap();
        assert_eq!(engine.params().changes().split(',').count(), changes.split(',').count());
        let strange = played(game, false, &[("Params", &changes)]).1;
        assert_ne!(strange, played(game, false, &[]).1, "{game}: another evaluation");
    }
}

/// A search in this process hears the end of the run at its yield point.
#[test]
fn a_search_breaks_off_when_the_run_ends() {
    const MANY: u64 = 3_000_000;
    for game in GAMES {
        let board = board(game);
        let asked = AtomicUsize::new(0);
        let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
        let view = View::new(board.as_ref(), board.seat_to_move(), 0, &stopped);
        let control = TimeControl::Nodes(MANY);
        let clock = Clock::new(control, Duration::ZERO);
        let mut player = builtin::create("chuhe", game, &[]).unwrap();
        player.begin(&view).unwrap();
        let answer = player.choose(&view, &clock.budget(&clock));
        // It may not even have found a ply: the referee does not look at it.
        let nodes = answer.map_or(0, |answer| answer.info.nodes.unwrap_or(MANY));
        assert!(nodes < MANY / 100, "{game}: {nodes} nodes");
        assert!(asked.load(Ordering::Relaxed) >= 20);
    }
}

/// A player of one game that is shown the other says so.
#[test]
fn the_wrong_game_is_a_fault() {
    let board = board(GameKind::Xiangqi);
    let view = View::new(board.as_ref(), Seat::First, 0, &|| false);
    let clock = Clock::new(TimeControl::Depth(1), Duration::ZERO);
    let mut player = builtin::create("chuhe", GameKind::Banqi, &[]).unwrap();
    player.begin(&view).unwrap();
    let fault = player.choose(&view, &clock.budget(&clock)).unwrap_err().to_string();
    assert!(fault.contains("knows banqi, the game is xiangqi"), "{fault}");
}
