//! What is said to xboard engines, and what their lines mean.

use std::time::Duration;

use game::Position as _;
use protocol::OptionKind;
use protocol::coordinates::{Ranks, convert, looks_like_move, xboard_fen};
use protocol::xboard::{Audience, Command, Features, Level, Reply};

use crate::clock::{Budget, TimeControl};
use crate::engine::driver::garbage;
use crate::engine::options::{self, SettingError};
use crate::player::{Action, Fault, View};

/// A clock so full that it limits nothing.
const AMPLE: Level = Level { moves: 0, base_seconds: 3600, increment_seconds: 0 };
const AMPLE_CENTISECONDS: u64 = 360_000;

/// Lines that mean the engine's board is not ours.
#[derive(Default)]
pub(super) struct Trouble {
    pub(super) words: Option<String>,
}

impl Trouble {
    /// Takes note of refusals and of results; the first one counts.
    pub(super) fn note(&mut self, reply: &Reply, line: &str) {
        let counts = match reply {
            Reply::IllegalMove { .. } | Reply::Result(_) => true,
            Reply::Tell { audience: Audience::UserError, .. } => true,
            // Some use this word for a move they refuse, and others for commands
            // that do not matter.
            Reply::Error { text, .. } => {
                text.split_ascii_whitespace().last().is_some_and(looks_like_move)
            }
            _ => false,
        };
        if counts && self.words.is_none() {
            self.words = Some(line.trim().to_owned());
        }
    }
}

pub(super) fn action(text: &str) -> Result<Action, Fault> {
    convert(text, Ranks::XBOARD, Ranks::ZeroToNine)
        .map(Action::written)
        .map_err(|error| garbage(&format!("move {text}"), error))
}

/// A position without its counters, at which some engines stop early.
pub(super) fn bare_fen(position: &str) -> String {
    let fen = xboard_fen(position);
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    format!("{} 0 1", fields.join(" "))
}

/// Whether one of the positions after the first `known` plies had stood on the
/// board before.
pub(super) fn has_repetition_since(view: &View<'_>, known: usize) -> bool {
    let Ok(mut position) = view.start().parse::<xiangqi::Position>() else { return false };
    let mut keys = vec![position.key()];
    for (number, played) in view.plies().iter().enumerate() {
        let Ok(ply) = position.parse_ply(&played.ply) else { return false };
        position.make(ply, (), &mut game::NullObserver);
        if number >= known && keys.contains(&position.key()) {
            return true;
        }
        keys.push(position.key());
    }
    false
}

/// The command for an option. The protocol has commands of its own for what
/// other protocols call `Hash` and `Threads`.
pub(super) fn option_command(
    name: &str,
    value: &str,
    features: &Features,
) -> Result<Command, SettingError> {
    let offered = options::find(name, &features.options).is_some();
    let number = |what: &str| {
        let number: Option<u32> = value.parse().ok();
        number.ok_or_else(|| SettingError::Value {
            name: what.to_owned(),
            value: value.to_owned(),
            expected: "a whole number".to_owned(),
        })
    };
    match name.to_ascii_lowercase().as_str() {
        "hash" | "memory" if !offered && features.memory => {
            return number("memory").map(|number| Command::Memory(number.into()));
        }
        "threads" | "cores" if !offered && features.smp => {
            return number("cores").map(Command::Cores);
        }
        _ => {}
    }
    let wanted = [(name.to_owned(), value.to_owned())];
    let (name, value) = options::fit(&wanted, &features.options)?.swap_remove(0);
    let is_check = options::find(&name, &features.options)
        .is_some_and(|spec| matches!(spec.kind, OptionKind::Check { .. }));
    let value = value.map(|value| match value.as_str() {
        "true" if is_check => "1".to_owned(),
        "false" if is_check => "0".to_owned(),
        _ => value,
    });
    Ok(Command::SetOption { name, value })
}

/// A limit the protocol has no words for.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("xboard has no limit such as {0}; choose a time or a depth")]
pub(super) struct NoSuchLimit(TimeControl);

pub(super) fn fixed_commands(control: TimeControl) -> Result<Vec<Command>, NoSuchLimit> {
    let ample = [
        Command::Level(AMPLE),
        Command::Time(AMPLE_CENTISECONDS),
        Command::OpponentTime(AMPLE_CENTISECONDS),
    ];
    match control {
        // Below a second there are no words: it is stopped by our clock.
        TimeControl::Movetime(time) if time < Duration::from_secs(1) => Ok(ample.into()),
        TimeControl::Movetime(time) => {
            let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
            Ok(vec![Command::MoveSeconds(seconds)])
        }
        TimeControl::Depth(depth) => Ok(ample.into_iter().chain([Command::Depth(depth)]).collect()),
        limit => Err(NoSuchLimit(limit)),
    }
}

/// Tells the clocks. `level` is in whole seconds, and none at all is refused by
/// one engine; `time` is exact.
pub(super) fn clock_commands(budget: &Budget, as_level: bool) -> Vec<Command> {
    let TimeControl::Clock { base, increment, moves } = budget.control else { return Vec::new() };
    let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
    // The nearest second, since it is divided among many moves.
    let left = budget.own + Duration::from_millis(500);
    let (base, moves) = if as_level { (left, budget.moves_to_go) } else { (base, moves) };
    let level = Level {
        moves: moves.unwrap_or(0),
        base_seconds: seconds(base).max(1),
        increment_seconds: seconds(increment),
    };
    let centiseconds = |time: Duration| u64::try_from(time.as_millis() / 10).unwrap_or(u64::MAX);
    vec![
        Command::Level(level),
        Command::Time(centiseconds(budget.own)),
        Command::OpponentTime(centiseconds(budget.other)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{RefereeBoard, XiangqiBoard};
    use crate::player::{ChosenPly, Seat};
    use protocol::xboard::Features;

    #[test]
    fn only_what_concerns_the_board_is_trouble() {
        let trouble = |line: &str| {
            let mut trouble = Trouble::default();
            trouble.note(&line.parse().unwrap(), line);
            trouble.words.is_some()
        };
        for line in [
            "Illegal move: a0a9",
            "Error (Illegal move or unknown command): a1e1",
            "Error (too many parameters): usermove h3e3",
            "1/2-1/2 {3 repetitions}",
            "tellusererror Illegal position",
        ] {
            assert!(trouble(line), "{line}");
        }
        for line in ["Error (unknown command): easy", "# remark", "telluser hello", "3 0 0 5 h2e2"]
        {
            assert!(!trouble(line), "{line}");
        }
    }

    #[test]
    fn options_are_sent_as_the_engine_wants_them() {
        let mut features = Features { memory: true, ..Features::default() };
        let spec = protocol::xboard::option_from_feature("Claim repetitions -check 1").unwrap();
        features.options.push(spec);
        let sent = |name, value| option_command(name, value, &features).map(|c| c.to_string());
        assert_eq!(sent("Hash", "64").unwrap(), "memory 64");
        assert_eq!(sent("claim repetitions", "off").unwrap(), "option Claim repetitions=0");
        assert!(sent("Hash", "much").is_err());
        assert!(sent("Threads", "2").unwrap_err().to_string().contains("no option 'Threads'"));
    }

    #[test]
    fn limits_in_words() {
        let commands = |control: &str| {
            let commands = fixed_commands(control.parse().unwrap());
            commands.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"))
        };
        assert_eq!(commands("movetime=100").unwrap(), "level 0 60 0;time 360000;otim 360000");
        assert_eq!(commands("movetime=2500").unwrap(), "st 2");
        assert_eq!(commands("depth=4").unwrap(), "level 0 60 0;time 360000;otim 360000;sd 4");
        assert!(commands("nodes=4").unwrap_err().to_string().contains("no limit such as nodes=4"));
    }

    #[test]
    fn clocks_in_words() {
        let budget = Budget {
            control: "40/90+0.6".parse().unwrap(),
            own: Duration::from_millis(4_560),
            other: Duration::from_millis(7_000),
            moves_to_go: Some(11),
            flag: None,
        };
        let told = |budget, as_level| {
            let list: Vec<String> =
                clock_commands(budget, as_level).iter().map(ToString::to_string).collect();
            list.join(";")
        };
        assert_eq!(told(&budget, false), "level 40 1:30 0;time 456;otim 700");
        assert_eq!(told(&budget, true), "level 11 0:05 0;time 456;otim 700");
        let last = Budget { own: Duration::from_millis(40), ..budget };
        assert_eq!(told(&last, true), "level 11 0:01 0;time 4;otim 700");
    }

    #[test]
    fn positions_are_bare() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 99 60";
        let bare = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b 0 1";
        assert_eq!(bare_fen(fen), bare);
    }

    #[test]
    fn a_position_that_comes_back_is_seen() {
        let circle = ["h0g2", "h9g7", "g2h0", "g7h9", "a3a4"];
        let seen = |length: usize, known: usize| {
            let mut board = XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap();
            for ply in &circle[..length] {
                board.play(&ChosenPly::Text((*ply).to_owned())).unwrap();
            }
            let view = View::new(&board, Seat::First, 0, &|| false);
            has_repetition_since(&view, known)
        };
        assert!(!seen(0, 0) && !seen(3, 0));
        assert!(seen(4, 0) && seen(4, 3) && seen(5, 3));
        assert!(!seen(5, 4), "the engine already has it");
    }
}
