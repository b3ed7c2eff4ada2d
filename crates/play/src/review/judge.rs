//! What a ply was worth: the best ply and the played one, searched equally deep.

use std::time::Duration;

use banqi_engine::returns;
use game::{Outcome, Position as _, Score};
use search::{Answer, Flow, Host, Limits, Line, Request, WinModel};

use super::Settings;
use crate::engine::{AnyEngine, EngineOf, GameOf, Searched, search_quietly, show_line};
use crate::flips;
use crate::game::{AnyGame, BanqiGame};
use crate::stopwatch::Since;
use crate::words::PlyView;

/// Plies shown of the better line.
const SHOWN: usize = 8;
/// How many times its share of time a played ply may take to be searched as deep as
/// the best: one ply alone takes less than all together, so this hardly ever ends it.
const PATIENCE: u32 = 20;
/// Expected points it costs to stand again as one stood before, for each time, when
/// something else was as good within the second number; the most it may cost; and
/// from which points on somebody has something to play for when no flip is left.
const RETURN: f64 = 0.06;
const AS_GOOD: f64 = 0.01;
const MOST_RETURN: f64 = 0.12;
const AHEAD: f64 = 0.6;

/// What is known about a ply.
pub(super) struct Judged {
    /// The value of the best ply, for the side to move.
    pub best: Score,
    /// The value of the played one; of a flip on average.
    pub chosen: Score,
    /// After what really turned up.
    pub after: Score,
    /// The best ply, or one that gets further than the played one and is as good.
    pub best_ply: PlyView,
    /// What was expected to follow it.
    pub line: Vec<PlyView>,
    /// What a flip turned up, and its average.
    pub luck: Option<(Score, Score)>,
    /// Expected points lost by getting nowhere.
    pub idle: f64,
    /// How deep the best and the chosen ply were searched.
    pub depths: (i32, i32),
}

/// Judges the next ply of `whole` in `game`, which has all plies before it; `None`
/// if the host says stop.
pub(super) fn judge(
    game: &AnyGame,
    whole: &AnyGame,
    engine: &mut AnyEngine,
    settings: &Settings<'_>,
) -> Option<Judged> {
    let index = game.len();
    match (game, whole, engine) {
        (
            AnyGame::Xiangqi { game, .. },
            AnyGame::Xiangqi { game: whole, .. },
            AnyEngine::Xiangqi(engine),
        ) => {
            let ply = whole.plies().get(index)?.ply;
            let found = Compared::<xiangqi::Position>::of(&mut **engine, game, ply, settings)?;
            Some(found.judged(game.position()))
        }
        (
            AnyGame::Banqi { game, .. },
            AnyGame::Banqi { game: whole, .. },
            AnyEngine::Banqi(engine),
        ) => {
            let played = whole.plies().get(index)?;
            judge_banqi(&mut **engine, game, *played, settings)
        }
        _ => None,
    }
}

fn stopped(host: &dyn Host) -> bool {
    host.yield_point() == Flow::Stop
}

/// The best ply and the played one, searched equally deep.
struct Compared<P: Searched> {
    best: Line<P::Ply>,
    chosen: Score,
    depths: (i32, i32),
}

/// One search with a time of its own; `None` if the host says stop.
fn look<P: Searched>(
    engine: &mut EngineOf<P>,
    game: &GameOf<P>,
    only: Vec<P::Ply>,
    limits: Limits,
    host: &dyn Host,
) -> Option<Answer<P::Ply>> {
    let request = Request { lines: 1, only, ..Request::within(limits) };
    let answer = search_quietly::<P>(engine, game, &request, &Since::now(host));
    if stopped(host) { None } else { Some(answer) }
}

/// As deep as another ply was searched, however long it takes: a value of less depth
/// is no measure of what was lost.
fn as_deep(depth: i32, budget: Duration) -> Limits {
    Limits { depth: Some(depth), movetime: Some(budget * PATIENCE), ..Limits::default() }
}

impl<P: Searched> Compared<P> {
    fn of(
        engine: &mut EngineOf<P>,
        game: &GameOf<P>,
        ply: P::Ply,
        settings: &Settings<'_>,
    ) -> Option<Compared<P>> {
        let Settings { budget, host } = *settings;
        let free = Limits { movetime: Some(budget), ..Limits::default() };
        let answer = look::<P>(engine, game, Vec::new(), free, host)?;
        let depth = answer.reached.max(1);
        let best = answer.lines.into_iter().next()?;
        let (chosen, chosen_depth) = match ended_by::<P>(game, ply) {
            Some(score) => (score, depth),
            None if best.plies.first() == Some(&ply) => (best.score, depth),
            None => {
                let found = look::<P>(engine, game, vec![ply], as_deep(depth, budget), host)?;
                (found.lines.first()?.score, found.reached.max(1))
            }
        };
        Some(Compared { best, chosen, depths: (depth, chosen_depth) })
    }

    fn judged(self, position: &P) -> Judged {
        let line = show_line(position, &self.best.plies, SHOWN);
        // A search has at least one ply, and it is legal.
        let best_ply = position.show(self.best.plies[0]);
        Judged {
            // A chosen ply that turns out better than the best was the best.
            best: self.best.score.max(self.chosen),
            chosen: self.chosen,
            after: self.chosen,
            best_ply,
            line,
            luck: None,
            idle: 0.0,
            depths: self.depths,
        }
    }
}

/// The value of a ply that ends the game whatever chance says, for who makes it.
fn ended_by<P: Searched>(game: &GameOf<P>, ply: P::Ply) -> Option<Score> {
    let &[(reveal, _)] = game.position().reveals(ply).as_slice() else { return None };
    let mover = game.position().side_to_move()?;
    let mut next = game.clone();
    next.play_on(ply, reveal).ok()?;
    Some(match next.verdict()?.outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(side) if side == mover => Score::win_in(1),
        Outcome::Win(_) => Score::loss_in(2),
    })
}

fn judge_banqi(
    engine: &mut EngineOf<banqi::Position>,
    game: &BanqiGame,
    played: banqi::Played,
    settings: &Settings<'_>,
) -> Option<Judged> {
    let found = Compared::<banqi::Position>::of(engine, game, played.ply, settings)?;
    let depth = found.depths.0;
    let other = idle(engine, game, played.ply, &found, settings)?;
    let mut judged = found.judged(game.position());
    if let Some(piece) = played.reveal.piece() {
        let row = flips::row(game, played.ply.from(), depth, settings.budget, settings.host)?;
        let turned_up = row.outcome(piece)?;
        judged.luck = Some((turned_up.value, row.expectation));
        judged.after = turned_up.value;
    }
    if let Some((lost, line)) = other {
        judged.idle = lost;
        judged.best_ply = banqi::Position::show(game.position(), *line.plies.first()?);
        judged.line = show_line(game.position(), &line.plies, SHOWN);
    }
    Some(judged)
}

/// What a ply loses that brings the own pieces back to where they stood although
/// something else was as good and there was something to play for; and what would
/// have been better. The outer `None`: the host says stop.
#[allow(clippy::option_option)]
fn idle(
    engine: &mut EngineOf<banqi::Position>,
    game: &BanqiGame,
    ply: banqi::Ply,
    found: &Compared<banqi::Position>,
    settings: &Settings<'_>,
) -> Option<Option<(f64, Line<banqi::Ply>)>> {
    let model: WinModel = engine.win_model(game.position());
    let times = returns(game, ply);
    if times == 0 || found.chosen.is_decided() {
        return Some(None);
    }
    let own = model.points(behind(engine, game, ply, found, settings)?);
    let at_stake = game.position().pool().total() > 0 || own >= AHEAD;
    if !at_stake {
        return Some(None);
    }
    let mut others: Vec<banqi::Ply> = game.position().legal_plies().into_iter().collect();
    others.retain(|&other| returns(game, other) == 0);
    if others.is_empty() {
        return Some(None);
    }
    let limits = as_deep(found.depths.0, settings.budget);
    let answer = look::<banqi::Position>(engine, game, others, limits, settings.host)?;
    let other = answer.lines.into_iter().next();
    let other = other.filter(|line| model.points(line.score) >= own - AS_GOOD);
    let lost = (RETURN * f64::from(times)).min(MOST_RETURN);
    Some(other.map(|line| (lost, line)))
}

/// The value of a ply that repeats, by what lies behind it. To a search a position
/// that comes again is as good as drawn; to the players it is not yet.
fn behind(
    engine: &mut EngineOf<banqi::Position>,
    game: &BanqiGame,
    ply: banqi::Ply,
    found: &Compared<banqi::Position>,
    settings: &Settings<'_>,
) -> Option<Score> {
    let mut after = game.clone();
    let played = after.play_on(ply, banqi::Reveal::Nothing);
    if played.is_err() || after.verdict().is_some() {
        return Some(found.chosen);
    }
    let limits = as_deep((found.depths.0 - 1).max(1), settings.budget);
    let answer = look::<banqi::Position>(engine, &after, Vec::new(), limits, settings.host)?;
    Some((-answer.score()).from_node(1))
}
