//! What the repetition law would say to each ply: a player should know before
//! moving, not after.

use std::collections::HashMap;

use game::{Cause, Game, NullObserver, Outcome};

use super::{Severity, XiangqiRules, chased};
use crate::{Ply, Position, Stage};

/// A ply that lets the repetition law end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreseen {
    /// The ply.
    pub ply: Ply,
    /// How the game then ends.
    pub outcome: Outcome,
    /// By which part of the law.
    pub cause: Cause,
}

/// The plies of the side to move after which the repetition law ends the game:
/// at once, or by a reply that makes the mover lose. Costs little where nothing
/// can be repeated.
pub fn foresee(game: &Game<Position, XiangqiRules>) -> Vec<Foreseen> {
    if game.verdict().is_some() {
        return Vec::new();
    }
    Foresight::new(game).map_or(Vec::new(), |foresight| foresight.ends())
}

struct Foresight<'a> {
    game: &'a Game<Position, XiangqiRules>,
    /// Positions that would end the game if they came once more.
    last_chance: Vec<u64>,
    /// Whether the reply may matter: no loser's series has a quiet ply.
    attacked: bool,
}

impl<'a> Foresight<'a> {
    fn new(game: &'a Game<Position, XiangqiRules>) -> Option<Foresight<'a>> {
        let last_chance = nearly_repeated(game);
        (!last_chance.is_empty()).then(|| Foresight { game, last_chance, attacked: attacked(game) })
    }

    fn ends(&self) -> Vec<Foreseen> {
        // Cloning a long game costs more than looking for keys.
        let mut probe = None;
        let position = self.game.position();
        let plies = position.plies(Stage::Quiets);
        let ends = plies.into_iter().filter_map(|ply| {
            let mut after = position.clone();
            after.make_ply(ply, &mut NullObserver);
            self.end_of(ply, &after, &mut probe)
        });
        ends.collect()
    }

    fn end_of(&self, ply: Ply, after: &Position, probe: &mut Probe) -> Option<Foreseen> {
        if self.last_chance.contains(&after.zobrist_key()) {
            return self.judge(&[ply], probe);
        }
        if !self.attacked {
            return None;
        }
        let mover = self.game.position().turn();
        let replies = after.plies(Stage::Quiets);
        let repeating = replies.into_iter().filter(|&reply| {
            let mut then = after.clone();
            then.make_ply(reply, &mut NullObserver);
            self.last_chance.contains(&then.zobrist_key())
        });
        repeating
            .filter_map(|reply| self.judge(&[ply, reply], probe))
            .find(|foreseen| foreseen.outcome == Outcome::Win(!mover))
    }

    /// Asks the law itself, on a copy of the game.
    fn judge(&self, plies: &[Ply], probe: &mut Probe) -> Option<Foreseen> {
        let probe = probe.get_or_insert_with(|| self.game.clone());
        let played = plies.iter().take_while(|&&ply| probe.play_on(ply, ()).is_ok()).count();
        let foreseen = probe.verdict().and_then(|verdict| {
            let law = [Cause::Repetition, Cause::PerpetualCheck, Cause::PerpetualChase];
            let (outcome, cause) = (verdict.outcome, verdict.cause);
            law.contains(&cause).then_some(Foreseen { ply: plies[0], outcome, cause })
        });
        for _ in 0..played {
            probe.undo();
        }
        foreseen
    }
}

type Probe = Option<Game<Position, XiangqiRules>>;

/// Positions since the last capture that stood once less than the law allows.
fn nearly_repeated(game: &Game<Position, XiangqiRules>) -> Vec<u64> {
    let boards = game.boards();
    let reversible = game.history().last().reversible;
    let mut times: HashMap<u64, u32> = HashMap::new();
    for board in &boards[boards.len() - 1 - reversible..] {
        *times.entry(board.zobrist_key()).or_default() += 1;
    }
    let enough = game.rules().repetition.fold.saturating_sub(1);
    times.into_iter().filter(|&(_, count)| count >= enough).map(|(key, _)| key).collect()
}

/// Whether the mover's last ply can belong to a series that loses.
fn attacked(game: &Game<Position, XiangqiRules>) -> bool {
    let Some(index) = game.plies().len().checked_sub(1) else { return false };
    let law = &game.rules().repetition;
    let (board, mover) = (&game.boards()[index], game.position().turn());
    match law.severity {
        Severity::Nothing => false,
        Severity::Checks => board.in_check(),
        Severity::Chases => board.in_check() || chased(board, mover, law).any(),
        Severity::AnyAttack => true,
    }
}
