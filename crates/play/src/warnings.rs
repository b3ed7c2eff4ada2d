//! What the rules will soon say: checks, chases, repetitions, limits. Who would
//! lose by the law hears of it on the own turn, before the ply.

use banqi::{BanqiRules, Repetition};
use game::{Cause, Outcome, Position as _, Side};
use serde::Serialize;
use xiangqi::rules::{Foreseen, RepetitionLaw, Severity, chased, foresee};
use xiangqi::{Bitboard, Square};

use crate::game::{AnyGame, BanqiGame, XiangqiGame};
use crate::seat::Seat;
use crate::words::{self, PlyView};

/// From how many checks or chases in a row on a player is warned.
const SERIES: u32 = 3;

/// Something a player should know before the rules end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// `check`, `repetition`, `repetition_draw`, `long_check`, `long_chase` or
    /// `no_progress`.
    pub code: &'static str,
    /// Whom it concerns: who is in check, whose checks or chases may lose (always
    /// the side to move); `None` = both.
    pub seat: Option<Seat>,
    /// How often, or how many plies, so far.
    pub count: u32,
    /// At which count the rules speak; `None` if they go by repetition.
    pub limit: Option<u32>,
    /// The squares it is about.
    pub squares: Vec<String>,
    /// The plies of the side to move after which the rules end the game: as a
    /// loss, or for `repetition_draw` as a draw.
    pub plies: Vec<PlyView>,
}

impl Warning {
    fn new(code: &'static str, seat: Option<Seat>, count: u32) -> Warning {
        Warning { code, seat, count, limit: None, squares: Vec::new(), plies: Vec::new() }
    }
}

impl AnyGame {
    /// Everything the players should know about the present position.
    pub fn warnings(&self) -> Vec<Warning> {
        match self {
            AnyGame::Xiangqi { game, .. } => xiangqi_warnings(game),
            AnyGame::Banqi { game, .. } => banqi_warnings(self, game),
        }
    }
}

fn seat(side: Side) -> Option<Seat> {
    Some(if side == Side::Red { Seat::First } else { Seat::Second })
}

fn xiangqi_warnings(game: &XiangqiGame) -> Vec<Warning> {
    let position = game.position();
    let mut warnings = Vec::new();
    if position.in_check() {
        let squares = vec![position.king(position.turn()).to_string()];
        let check = Warning::new("check", seat(position.turn()), 1);
        warnings.push(Warning { squares, ..check });
    }
    let ends = foresee(game);
    warnings.extend(long_check(game, &ends));
    warnings.extend(long_chase(game, &ends));
    let seen = game.boards().iter().filter(|board| *board == position).count() as u32;
    let limit = Some(game.rules().repetition.fold);
    if seen > 1 {
        warnings.push(Warning { limit, ..Warning::new("repetition", None, seen) });
    }
    let plies = named(game, &ends, |end| end.outcome == Outcome::Draw);
    if !plies.is_empty() {
        let draw = Warning::new("repetition_draw", seat(position.turn()), 0);
        warnings.push(Warning { plies, ..draw });
    }
    warnings.extend(no_progress(game.history().limit().plies(), game.rules().natural_limit));
    warnings
}

/// Some of the plies foreseen, in every notation.
fn named(game: &XiangqiGame, ends: &[Foreseen], which: impl Fn(&Foreseen) -> bool) -> Vec<PlyView> {
    let ends = ends.iter().filter(|end| which(end));
    ends.map(|end| words::xiangqi_ply(game.position(), end.ply)).collect()
}

/// The plies by which the side to move would lose for a cause.
fn losing(game: &XiangqiGame, ends: &[Foreseen], cause: Cause) -> Vec<PlyView> {
    let lost = Outcome::Win(!game.position().turn());
    named(game, ends, |end| end.outcome == lost && end.cause == cause)
}

fn long_check(game: &XiangqiGame, ends: &[Foreseen]) -> Option<Warning> {
    let plies = losing(game, ends, Cause::PerpetualCheck);
    let count = checks_in_a_row(game);
    let long = count >= SERIES && game.rules().repetition.severity >= Severity::Checks;
    let turn = game.position().turn();
    (long || !plies.is_empty()).then(|| Warning {
        squares: vec![game.position().king(!turn).to_string()],
        plies,
        ..Warning::new("long_check", seat(turn), count)
    })
}

fn long_chase(game: &XiangqiGame, ends: &[Foreseen]) -> Option<Warning> {
    let law = &game.rules().repetition;
    let plies = losing(game, ends, Cause::PerpetualChase);
    let chase = (law.severity >= Severity::Chases).then(|| longest_chase(game, law)).flatten();
    let count = chase.map_or(0, |(_, count)| count);
    (count >= SERIES || !plies.is_empty()).then(|| Warning {
        squares: chase.iter().map(|(square, _)| square.to_string()).collect(),
        plies,
        ..Warning::new("long_chase", seat(game.position().turn()), count)
    })
}

/// How many of its last plies in a row the side to move has given check.
fn checks_in_a_row(game: &XiangqiGame) -> u32 {
    let own = game.boards().iter().skip(1).rev().skip(1).step_by(2);
    own.take_while(|board| board.in_check()).count() as u32
}

/// The piece the side to move has chased longest without a break, where it
/// stands now, and for how many plies of that side.
fn longest_chase(game: &XiangqiGame, law: &RepetitionLaw) -> Option<(Square, u32)> {
    let boards = game.boards();
    let index = boards.len().checked_sub(2).filter(|&index| index > 0)?;
    let hunter = !boards[index].turn();
    let chased_at = |index: usize| chased(&boards[index], hunter, law);
    let reply = game.plies()[index].ply;
    if is_capture(game, index) {
        return None;
    }
    let place = |square| if reply.from() == square { reply.to() } else { square };
    let counted = |victim| (place(victim), chase_length(game, index, victim, &chased_at));
    chased_at(index).into_iter().map(counted).max_by_key(|&(_, count)| count)
}

fn is_capture(game: &XiangqiGame, ply: usize) -> bool {
    game.boards()[ply].piece_at(game.plies()[ply].ply.to()).is_some()
}

/// Follows a piece that is chased on a board back through the game.
fn chase_length(
    game: &XiangqiGame,
    mut index: usize,
    mut victim: Square,
    chased_at: &impl Fn(usize) -> Bitboard,
) -> u32 {
    let mut count = 1;
    while index > 2 && !is_capture(game, index - 1) && !is_capture(game, index - 2) {
        let reply = game.plies()[index - 2].ply;
        if reply.to() == victim {
            victim = reply.from();
        }
        index -= 2;
        if !chased_at(index).has(victim) {
            break;
        }
        count += 1;
    }
    count
}

/// From two thirds of the limit on.
fn no_progress(plies: u32, limit: Option<u32>) -> Option<Warning> {
    let near = u64::from(plies) * 3 >= u64::from(limit?) * 2;
    near.then(|| Warning { limit, ..Warning::new("no_progress", None, plies) })
}

fn banqi_warnings(line: &AnyGame, game: &BanqiGame) -> Vec<Warning> {
    let rules: &BanqiRules = game.rules();
    let mut warnings = Vec::new();
    let mover = line.seat_to_move();
    warnings.extend(banqi_chase(game, mover));
    if let Some((count, limit)) = banqi_repetition(game) {
        let limit = Some(limit);
        warnings.push(Warning { limit, ..Warning::new("repetition", None, count) });
    }
    let plies = banqi_draws(game);
    if !plies.is_empty() {
        warnings.push(Warning { plies, ..Warning::new("repetition_draw", Some(mover), 0) });
    }
    let limit = Some(rules.no_progress_plies).filter(|&limit| limit > 0);
    warnings.extend(no_progress(game.history().clock(), limit));
    warnings
}

/// The piece the side to move has chased longest, if its chase nears the limit.
fn banqi_chase(game: &BanqiGame, mover: Seat) -> Option<Warning> {
    let limit = Some(game.rules().long_chase).filter(|&limit| limit > 0)?;
    let [.., own, reply] = game.history().records() else { return None };
    let alive = reply.clock > 0;
    let chases = own.chases.iter().copied().filter(|_| alive);
    let (stood, count) = chases.max_by_key(|&(_, times)| times)?;
    let square = if reply.ply.from() == stood { reply.ply.to() } else { stood };
    (count >= SERIES.min(limit - 1)).then(|| Warning {
        limit: Some(limit),
        squares: vec![square.to_string()],
        plies: if count + 1 >= limit {
            banqi_ends(game, Cause::PerpetualChase)
        } else {
            Vec::new()
        },
        ..Warning::new("long_chase", Some(mover), count)
    })
}

/// The plies that repeat into a draw; nothing repeats within four plies.
fn banqi_draws(game: &BanqiGame) -> Vec<PlyView> {
    let may = game.rules().repetition != Repetition::Off && game.history().clock() >= 4;
    if may { banqi_ends(game, Cause::Repetition) } else { Vec::new() }
}

/// The plies after which the rules end the game for a cause, by trying them.
fn banqi_ends(game: &BanqiGame, cause: Cause) -> Vec<PlyView> {
    let position = game.position();
    let mut probe = game.clone();
    let ends = position.legal_plies().into_iter().filter(|ply| {
        let quiet = !ply.is_flip() && position.piece_at(ply.to()).is_none();
        if !quiet || probe.play_on(*ply, banqi::Reveal::Nothing).is_err() {
            return false;
        }
        let ends = probe.verdict().is_some_and(|verdict| verdict.cause == cause);
        probe.undo();
        ends
    });
    ends.map(|ply| words::banqi_ply(position, ply, None)).collect()
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
    use game::GameKind;

    use super::*;
    use crate::game::Chance;

    fn codes(kind: GameKind, start: &str, rules: &str, plies: &str) -> Vec<(&'static str, u32)> {
        let mut line = AnyGame::open(kind, Some(start), Some(rules)).unwrap();
        for ply in plies.split_whitespace() {
            line.play(ply, Chance::Told(None), false).unwrap();
        }
        line.warnings().iter().map(|warning| (warning.code, warning.count)).collect()
    }

    /// The warnings with a code, and what plies they name.
    fn plies(kind: GameKind, start: &str, rules: &str, plies: &str, code: &str) -> Vec<String> {
        let mut line = AnyGame::open(kind, Some(start), Some(rules)).unwrap();
        for ply in plies.split_whitespace() {
            line.play(ply, Chance::Told(None), false).unwrap();
        }
        let found = line.warnings().into_iter().find(|warning| warning.code == code);
        let warning = found.unwrap_or_else(|| panic!("no {code} after {plies}"));
        assert!(warning.seat.is_none_or(|seat| seat == line.seat_to_move()), "whose turn it is");
        let mut plies: Vec<String> = warning.plies.into_iter().map(|ply| ply.ply).collect();
        plies.sort();
        plies
    }

    const ROOK: &str = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w";

    #[test]
    fn who_checks_is_warned_on_the_own_turn_with_the_plies_that_lose() {
        assert_eq!(codes(GameKind::Xiangqi, ROOK, "computer", "a0a9"), [("check", 1)]);
        let series = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8";
        assert_eq!(
            codes(GameKind::Xiangqi, ROOK, "computer", &series[..24]),
            [("check", 1), ("repetition", 2)],
            "not on the turn of who is checked"
        );
        let warned = codes(GameKind::Xiangqi, ROOK, "computer", series);
        assert!(warned.contains(&("long_check", 3)), "{warned:?}");
        assert_eq!(plies(GameKind::Xiangqi, ROOK, "computer", series, "long_check"), [""; 0]);
        let longer = format!("{series} a9a8 d8d9");
        assert_eq!(plies(GameKind::Xiangqi, ROOK, "computer", &longer, "long_check"), ["a8a9"]);
        let free = codes(GameKind::Xiangqi, ROOK, "none,fold=3", series);
        assert_eq!(free, [("repetition", 2)]);
    }

    #[test]
    fn plies_that_repeat_into_a_draw_are_named() {
        let series = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9";
        let draw = plies(GameKind::Xiangqi, ROOK, "none,fold=3", series, "repetition_draw");
        assert_eq!(draw, ["a8a9"]);
        let start = "8/8/8/K1h5 r - 0 1";
        let shuffle = "a1a2 c1c2 a2a1 c2c1 a1a2 c1c2 a2a1";
        let draw = plies(GameKind::Banqi, start, "olympiad-2022", shuffle, "repetition_draw");
        assert_eq!(draw, ["c2c1"]);
    }

    #[test]
    fn a_chase_is_followed_when_the_victim_moves() {
        let start = "4k4/9/9/9/9/c8/9/1R7/9/3K5 w";
        let series = "b2a2 a4b4 a2b2 b4a4 b2a2 a4b4";
        let found = codes(GameKind::Xiangqi, start, "computer", series);
        assert!(found.contains(&("long_chase", 3)), "{found:?}");
        // The cannon's reply makes the start stand for the third time.
        assert_eq!(plies(GameKind::Xiangqi, start, "computer", series, "long_chase"), ["a2b2"]);
    }

    #[test]
    fn limits_are_announced_from_two_thirds_on() {
        let start = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 80 50";
        assert_eq!(codes(GameKind::Xiangqi, start, "computer", ""), [("no_progress", 80)]);
        assert_eq!(codes(GameKind::Xiangqi, start, "computer,natural-limit=off", ""), []);
        let start = "8/8/8/K6h r - 40 99";
        assert_eq!(codes(GameKind::Banqi, start, "tcga", ""), [("no_progress", 40)]);
    }

    #[test]
    fn dark_chess_chases_and_repetitions() {
        let start = "8/8/8/K1h5 r - 0 1";
        let chase = "a1b1 c1d1 b1c1 d1e1 c1d1 e1f1";
        assert_eq!(codes(GameKind::Banqi, start, "thesis-2010", chase), [("long_chase", 3)]);
        assert_eq!(plies(GameKind::Banqi, start, "thesis-2010", chase, "long_chase"), [""; 0]);
        let turns = "d1e1 f1g1 e1f1 g1h1 f1g1 h1h2 g1h1 h2h3 h1h2 h3h4 h2h3 h4g4";
        let nine = format!("{chase} {turns}");
        let losing = plies(GameKind::Banqi, start, "thesis-2010", &nine, "long_chase");
        assert_eq!(losing, ["h3g3", "h3h4"], "the tenth chase");
        let shuffle = "a1a2 c1c2 a2a1 c2c1 a1a2 c1c2 a2a1 c2c1";
        assert_eq!(codes(GameKind::Banqi, start, "tcga", shuffle), [("repetition", 2)]);
        assert_eq!(
            codes(GameKind::Banqi, start, "olympiad-2022", &shuffle[..19]),
            [("repetition", 2)]
        );
    }
}
