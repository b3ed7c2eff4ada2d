//! The value of every ply of a dark chess position: moves by a search of what
//! they lead to, flips by the average over everything that may turn up. All
//! plies are looked at shallowly, the best ones deeper and deeper.

use std::time::Duration;

use banqi::{Piece, Ply, Reveal};
use banqi_engine::{BanqiGame, Engine, Signals, expectation, outcome_value};
use game::{Outcome, Position as _, Score};
use search::Limits;

use super::pool::Run;
use super::shelf::{Order, Taken};

/// Always searched with a time limit, since only those searches ask the time.
const LONG: Duration = Duration::from_secs(24 * 3_600);

/// One outcome of a flip.
#[derive(Clone, Debug)]
pub struct FlipValue {
    /// What turns up.
    pub piece: Piece,
    /// How many of it lie face down.
    pub count: u32,
    /// The value for the side that flips.
    pub value: Score,
    /// The other side's best reply.
    pub reply: Option<Ply>,
}

/// A ply with what it is worth for the side to move.
#[derive(Clone, Debug)]
pub struct Root {
    /// The ply.
    pub ply: Ply,
    /// Its value; for a flip the average.
    pub value: Score,
    /// The expected plies after a move.
    pub line: Vec<Ply>,
    /// What a flip may turn up.
    pub outcomes: Vec<FlipValue>,
}

/// All plies of a position, the best first.
pub struct Roots<'a> {
    engine: Taken<'a, Box<dyn Engine>>,
    game: BanqiGame,
    roots: Vec<Root>,
    depth: i32,
    nodes: u64,
    most_nodes: u64,
}

impl<'a> Roots<'a> {
    /// The plies of a game's present position, not yet looked at; `tag` says for
    /// whom, see [`Order::tag`].
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(
        game: BanqiGame,
        run: &'a Run,
        megabytes: usize,
        tag: u64,
    ) -> Result<Roots<'a>, String> {
        let order = Order { profile: "chuhe".to_owned(), threads: 1, megabytes, tag };
        let engine = run.banqi(order)?;
        let unknown = |ply| Root { ply, value: Score::DRAW, line: vec![ply], outcomes: Vec::new() };
        let roots = game.position().legal_plies().into_iter().map(unknown).collect();
        let most_nodes = u64::MAX;
        Ok(Roots { engine, game, roots, depth: 0, nodes: 0, most_nodes })
    }

    /// No more nodes than these, all searches together.
    pub fn limit_nodes(&mut self, nodes: u64) {
        self.most_nodes = nodes;
    }

    /// The plies, the best first.
    pub fn plies(&self) -> &[Root] {
        &self.roots
    }

    /// The last finished depth.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// Nodes of all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A ply among the others.
    pub fn find(&self, ply: Ply) -> Option<&Root> {
        self.roots.iter().find(|root| root.ply == ply)
    }

    /// Looks one ply deeper at the best plies: all of them first, then fewer and
    /// fewer, but at least `least`, and always at `always`. False if it was
    /// stopped; the values are then those of the depth before.
    pub fn deepen(&mut self, run: &Run, least: usize, always: Option<Ply>) -> bool {
        let depth = self.depth + 1;
        let kept = (self.roots.len() / depth as usize).max(least).min(self.roots.len());
        let mut deeper = Vec::with_capacity(kept + 1);
        for index in 0..self.roots.len() {
            let ply = self.roots[index].ply;
            if index >= kept && always != Some(ply) {
                continue;
            }
            let Some(root) = self.look(ply, run, depth) else { return false };
            deeper.push(root);
        }
        let rest = self.roots.drain(..).filter(|old| deeper.iter().all(|new| new.ply != old.ply));
        let rest: Vec<Root> = rest.collect();
        deeper.sort_by_key(|root| std::cmp::Reverse(root.value));
        deeper.extend(rest);
        self.roots = deeper;
        self.depth = depth;
        true
    }

    /// The value of one ply, `depth` plies beyond it; `None` if stopped.
    fn look(&mut self, ply: Ply, run: &Run, depth: i32) -> Option<Root> {
        if !ply.is_flip() {
            let (value, reply) = self.after(ply, Reveal::Nothing, run, depth)?;
            let line = std::iter::once(ply).chain(reply).collect();
            return Some(Root { ply, value, line, outcomes: Vec::new() });
        }
        let pool = self.game.position().pool();
        let mut outcomes = Vec::new();
        for (piece, count) in pool.iter() {
            let (value, reply) = self.after(ply, Reveal::Piece(piece), run, depth)?;
            outcomes.push(FlipValue { piece, count, value, reply: reply.first().copied() });
        }
        let value = average(&outcomes);
        Some(Root { ply, value, line: vec![ply], outcomes })
    }

    /// The value of a position after a ply for the side that made it, and the
    /// expected plies from there.
    fn after(
        &mut self,
        ply: Ply,
        reveal: Reveal,
        run: &Run,
        depth: i32,
    ) -> Option<(Score, Vec<Ply>)> {
        run.breathe();
        if run.stopped() || self.nodes >= self.most_nodes {
            return None;
        }
        // The ply is legal and the outcome in the pool.
        self.game.play_on(ply, reveal).ok()?;
        let found = match ended(&self.game) {
            Some(value) => Some((value, Vec::new())),
            None => self.search(run, depth),
        };
        self.game.undo();
        found
    }

    fn search(&mut self, run: &Run, depth: i32) -> Option<(Score, Vec<Ply>)> {
        let limits = Limits { depth: Some(depth), movetime: Some(LONG), ..Limits::default() };
        let signals = Signals { clock: run, stop: run.stop_flag(), pondering: run.pondering() };
        let choice = self.engine.search(&self.game, &limits, signals, &mut |_| {});
        self.nodes += choice.nodes;
        if run.stopped() {
            return None;
        }
        let line: Vec<Ply> = choice.line.iter().copied().take(12).collect();
        Some(((-choice.score).from_node(1), line))
    }
}

/// The average of the outcomes of a flip.
pub fn average(outcomes: &[FlipValue]) -> Score {
    let weighted =
        |outcome: &FlipValue| i64::from(outcome.count) * i64::from(outcome_value(outcome.value));
    let sum: i64 = outcomes.iter().map(weighted).sum();
    let weight: i64 = outcomes.iter().map(|outcome| i64::from(outcome.count)).sum();
    expectation(sum, weight.max(1))
}

/// The value for the side that made the last ply, if the rules end the game.
fn ended(game: &BanqiGame) -> Option<Score> {
    let verdict = game.verdict()?;
    let waiting = game.position().turn()?;
    Some(match verdict.outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(side) if side == waiting => Score::loss_in(1),
        Outcome::Win(_) => Score::win_in(1),
    })
}

#[cfg(test)]
mod tests {
    use super::super::gate::Class;
    use super::super::pool::Pool;
    use super::*;

    fn values(position: &str, depth: i32) -> Vec<(String, Score)> {
        let position = position.parse().unwrap();
        let game = BanqiGame::from_position(Default::default(), position, 0);
        let pool = Pool::new(1, 8, 2);
        pool.ask(Class::Analysis, move |run| {
            let mut roots = Roots::new(game, run, 1, 0).unwrap();
            for _ in 0..depth {
                assert!(roots.deepen(run, 3, None));
            }
            roots.plies().iter().map(|root| (root.ply.to_string(), root.value)).collect()
        })
        .unwrap()
    }

    #[test]
    fn a_winning_capture_comes_first() {
        let found = values("8/8/8/Kk5X r p1", 3);
        assert_eq!(found[0].0, "a1b1", "{found:?}");
        let last = values("8/8/8/Kk6 r", 2);
        assert_eq!(last[0], ("a1b1".to_owned(), Score::win_in(1)));
    }

    #[test]
    fn a_flip_is_the_average_of_its_outcomes() {
        // Black's pawns take the king beside them, and red has nothing else; the
        // king takes the rook.
        let position = "8/8/8/KXXX4 r p2r1".parse().unwrap();
        let game = BanqiGame::from_position(Default::default(), position, 0);
        let pool = Pool::new(1, 8, 2);
        let flip = pool.ask(Class::Analysis, move |run| {
            let mut roots = Roots::new(game, run, 1, 0).unwrap();
            assert!((0..3).all(|_| roots.deepen(run, 3, None)));
            roots.find("b1b1".parse().unwrap()).unwrap().clone()
        });
        let flip = flip.unwrap();
        let found: Vec<_> = flip.outcomes.iter().map(|o| (o.piece.letter(), o.count)).collect();
        assert_eq!(found, [('r', 1), ('p', 2)]);
        let [rook, pawn] = [0, 1].map(|index| flip.outcomes[index].value);
        assert_eq!(pawn, Score::loss_in(2));
        assert!(rook > pawn, "{flip:?}");
        // A game won or lost counts 8,000; two pawns weigh twice as much as a rook.
        let sum = 2 * -8_000 + rook.get().clamp(-8_000, 8_000);
        assert_eq!(flip.value.get(), (f64::from(sum) / 3.0).round() as i32, "{flip:?}");
    }
}
