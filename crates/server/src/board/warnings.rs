//! What the rules will soon say: checks, chases, repetitions, limits.

use banqi::{BanqiRules, Repetition};
use banqi_engine::BanqiGame;
use game::Side;
use serde::Serialize;
use xiangqi::rules::{Severity, chased};
use xiangqi::{Bitboard, Square};

use super::line::{Line, Seat, XiangqiGame};

/// From how many checks or chases in a row on a player is warned.
const SERIES: u32 = 3;

/// Something a player should know before the rules end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// `check`, `repetition`, `long_check`, `long_chase` or `no_progress`.
    pub code: &'static str,
    /// Whom it concerns: who is in check, who checks or chases; `None` = both.
    pub seat: Option<Seat>,
    /// How often, or how many plies, so far.
    pub count: u32,
    /// At which count the rules speak; `None` if they go by repetition.
    pub limit: Option<u32>,
    /// The squares it is about.
    pub squares: Vec<String>,
}

impl Line {
    /// Everything the players should know about the present position.
    pub fn warnings(&self) -> Vec<Warning> {
        match self {
            Line::Xiangqi { game, .. } => xiangqi_warnings(game),
            Line::Banqi { game, .. } => banqi_warnings(self, game),
        }
    }
}

fn seat(side: Side) -> Option<Seat> {
    Some(if side == Side::Red { Seat::First } else { Seat::Second })
}

fn xiangqi_warnings(game: &XiangqiGame) -> Vec<Warning> {
    let position = game.position();
    let mover = !position.turn();
    let mut warnings = Vec::new();
    if position.in_check() {
        warnings.push(Warning {
            code: "check",
            seat: seat(position.turn()),
            count: 1,
            limit: None,
            squares: vec![position.king(position.turn()).to_string()],
        });
    }
    let law = &game.rules().repetition;
    let checks = checks_in_a_row(game);
    if law.severity >= Severity::Checks && checks >= SERIES {
        let code = "long_check";
        let squares = vec![position.king(position.turn()).to_string()];
        warnings.push(Warning { code, seat: seat(mover), count: checks, limit: None, squares });
    }
    if law.severity >= Severity::Chases
        && let Some((square, count)) = longest_chase(game, law.guards_hit_stronger)
        && count >= SERIES
    {
        let squares = vec![square.to_string()];
        warnings.push(Warning {
            code: "long_chase",
            seat: seat(mover),
            count,
            limit: None,
            squares,
        });
    }
    let seen = game.boards().iter().filter(|board| *board == position).count() as u32;
    if seen > 1 {
        let limit = Some(law.fold);
        let code = "repetition";
        warnings.push(Warning { code, seat: None, count: seen, limit, squares: Vec::new() });
    }
    warnings.extend(no_progress(game.history().limit().plies(), game.rules().natural_limit));
    warnings
}

/// How many plies in a row the side that just moved has given check.
fn checks_in_a_row(game: &XiangqiGame) -> u32 {
    let own = game.boards().iter().skip(1).rev().step_by(2);
    own.take_while(|board| board.in_check()).count() as u32
}

/// The piece the side that just moved has chased longest without a break, and
/// for how many of its plies.
fn longest_chase(game: &XiangqiGame, guards_hit_stronger: bool) -> Option<(Square, u32)> {
    let boards = game.boards();
    let last = boards.len() - 1;
    if last == 0 {
        return None;
    }
    let hunter = !boards[last].turn();
    let chased_at = |index: usize| chased(&boards[index], hunter, guards_hit_stronger);
    let now = chased_at(last);
    now.into_iter()
        .map(|victim| (victim, chase_length(game, victim, &chased_at)))
        .max_by_key(|&(_, count)| count)
}

/// Follows a chased piece back through the game.
fn chase_length(game: &XiangqiGame, victim: Square, chased_at: &impl Fn(usize) -> Bitboard) -> u32 {
    let (mut at, mut count) = (victim, 1);
    let mut index = game.boards().len() - 1;
    while index > 2 {
        let reply = game.plies()[index - 2].ply;
        let capture =
            |ply: usize| game.boards()[ply].piece_at(game.plies()[ply].ply.to()).is_some();
        if capture(index - 1) || capture(index - 2) {
            break;
        }
        if reply.to() == at {
            at = reply.from();
        }
        index -= 2;
        if !chased_at(index).has(at) {
            break;
        }
        count += 1;
    }
    count
}

/// From two thirds of the limit on.
fn no_progress(plies: u32, limit: Option<u32>) -> Option<Warning> {
    let limit = limit?;
    (u64::from(plies) * 3 >= u64::from(limit) * 2).then(|| Warning {
        code: "no_progress",
        seat: None,
        count: plies,
        limit: Some(limit),
        squares: Vec::new(),
    })
}

fn banqi_warnings(line: &Line, game: &BanqiGame) -> Vec<Warning> {
    let rules: &BanqiRules = game.rules();
    let history = game.history();
    let mut warnings = Vec::new();
    let chase = history.chases().iter().copied().max_by_key(|&(_, times)| times);
    if let Some((square, times)) = chase
        && rules.long_chase > 0
        && times >= SERIES.min(rules.long_chase)
    {
        warnings.push(Warning {
            code: "long_chase",
            seat: Some(line.seat_to_move().other()),
            count: times,
            limit: Some(rules.long_chase),
            squares: vec![square.to_string()],
        });
    }
    if let Some((count, limit)) = banqi_repetition(game) {
        let (code, squares) = ("repetition", Vec::new());
        warnings.push(Warning { code, seat: None, count, limit: Some(limit), squares });
    }
    let limit = Some(rules.no_progress_plies).filter(|&limit| limit > 0);
    warnings.extend(no_progress(history.clock(), limit));
    warnings
}

/// How often the position or cycle has come, and how often it may.
fn banqi_repetition(game: &BanqiGame) -> Option<(u32, u32)> {
    let history = game.history();
    match game.rules().repetition {
        Repetition::Off => None,
        Repetition::Position(limit) => {
            let count = history.seen().count() as u32;
            (count > 1).then_some((count, limit))
        }
        Repetition::Cycle(limit) => {
            let repeated = |times: &u32| history.cycle_length(*times as usize).is_some();
            (2..=limit).rev().find(repeated).map(|count| (count, limit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::{Chance, Kind};
    use super::*;

    fn codes(kind: Kind, start: &str, rules: &str, plies: &str) -> Vec<(&'static str, u32)> {
        let mut line = Line::open(kind, Some(start), Some(rules)).unwrap();
        for ply in plies.split_whitespace() {
            line.play(ply, Chance::Told(None), false).unwrap();
        }
        line.warnings().iter().map(|warning| (warning.code, warning.count)).collect()
    }

    #[test]
    fn checks_chases_and_repetitions_are_announced() {
        let rook = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";
        assert_eq!(codes(Kind::Xiangqi, rook, "computer", "a0a9"), [("check", 1)]);
        let series = "a0a9 d9d8 a9a8 d8d9 a8a9";
        assert_eq!(
            codes(Kind::Xiangqi, rook, "computer", series),
            [("check", 1), ("long_check", 3), ("repetition", 2)]
        );
        assert_eq!(
            codes(Kind::Xiangqi, rook, "none,fold=3", series),
            [("check", 1), ("repetition", 2)]
        );
    }

    #[test]
    fn a_chase_is_followed_when_the_victim_moves() {
        let start = "4k4/9/9/9/9/c8/9/1R7/9/3K5 w";
        let plies = "b2a2 a4b4 a2b2 b4a4 b2a2";
        let found = codes(Kind::Xiangqi, start, "computer", plies);
        assert!(found.contains(&("long_chase", 3)), "{found:?}");
    }

    #[test]
    fn limits_are_announced_from_two_thirds_on() {
        let start = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 80 50";
        assert_eq!(codes(Kind::Xiangqi, start, "computer", ""), [("no_progress", 80)]);
        assert_eq!(codes(Kind::Xiangqi, start, "computer,natural-limit=off", ""), []);
        let start = "8/8/8/K6h r - 40 99";
        assert_eq!(codes(Kind::Banqi, start, "tcga", ""), [("no_progress", 40)]);
    }

    #[test]
    fn dark_chess_chases_and_repetitions() {
        let start = "8/8/8/K1h5 r - 0 1";
        let plies = "a1b1 c1d1 b1c1 d1e1 c1d1";
        assert_eq!(codes(Kind::Banqi, start, "thesis-2010", plies), [("long_chase", 3)]);
        let shuffle = "a1a2 c1c2 a2a1 c2c1 a1a2 c1c2 a2a1 c2c1";
        assert_eq!(codes(Kind::Banqi, start, "tcga", shuffle), [("repetition", 2)]);
        assert_eq!(codes(Kind::Banqi, start, "olympiad-2022", &shuffle[..19]), [("repetition", 2)]);
    }
}
