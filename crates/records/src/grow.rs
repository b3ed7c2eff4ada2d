//! Trees as binary files tell them: depth first, each ply with a sign whether its
//! line goes on and whether another ply may stand in its place.

use game::Side;
use xiangqi::{Ply, Setup, Square};

use crate::annotations;
use crate::board::Notation;
use crate::model::{Game, NodeId, Played, Problem, ProblemCode, Start, Tree};
use crate::place::Place;
use crate::walk::Walk;

/// One ply of a file.
#[derive(Clone, Copy)]
pub(crate) struct Sprout<'a> {
    /// From and to; none if they are no points.
    pub(crate) ply: Option<Ply>,
    /// The line goes on after it.
    pub(crate) continues: bool,
    /// Another ply may stand in its place.
    pub(crate) rival: bool,
    /// What is said about it.
    pub(crate) comment: &'a str,
    /// Where it stands.
    pub(crate) place: Place,
}

/// Below a ply that cannot be played nothing grows.
const DEAD: u32 = u32::MAX;

/// Grows the tree of a game, one ply after the other.
pub(crate) struct Grower {
    game: Game,
    walk: Option<Walk>,
    /// Where the next ply is played.
    parent: u32,
    /// Where more plies are to come after the lines that are read now.
    waiting: Vec<u32>,
    /// Still in the main line, which comes first.
    main: bool,
    ended: bool,
}

impl Grower {
    /// `game` has the pieces of its start; whose turn it is the first ply tells.
    pub(crate) fn new(game: Game) -> Grower {
        Grower { game, walk: None, parent: 0, waiting: Vec::new(), main: true, ended: false }
    }

    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Whether the tree is complete.
    pub(crate) fn is_complete(&self) -> bool {
        self.ended
    }

    /// The start: its comment, and whether any ply follows.
    pub(crate) fn root(&mut self, comment: &str, continues: bool) {
        self.say(Tree::ROOT, comment);
        self.ended = !continues;
    }

    /// Takes the next ply.
    pub(crate) fn take(&mut self, sprout: Sprout<'_>) {
        let parent = self.parent;
        let node = if parent == DEAD { DEAD } else { self.play(&sprout) };
        if sprout.rival {
            // A rival must not take the place of a ply of the main line.
            self.waiting.push(if self.main && node == DEAD { DEAD } else { parent });
        }
        if sprout.continues {
            self.parent = node;
        } else {
            self.main = false;
            match self.waiting.pop() {
                Some(next) => self.parent = next,
                None => self.ended = true,
            }
        }
        self.ended |= self.game.start_problem().is_some();
    }

    fn play(&mut self, sprout: &Sprout<'_>) -> u32 {
        match self.try_play(sprout) {
            Ok(node) => {
                self.say(node, sprout.comment);
                u32::try_from(node).unwrap_or(DEAD)
            }
            Err((code, message)) => {
                let token = sprout.ply.map(|ply| ply.to_string()).unwrap_or_default();
                let problem = Problem::new(code, sprout.place, message);
                self.game.report(problem.with_token(&token).in_variation(!self.main));
                DEAD
            }
        }
    }

    fn try_play(&mut self, sprout: &Sprout<'_>) -> Result<NodeId, (ProblemCode, String)> {
        let Some(ply) = sprout.ply else {
            let message = "a ply outside the board".to_owned();
            return Err((ProblemCode::Move, message));
        };
        if self.walk.is_none() {
            self.set_turn(ply.from());
            let walk = Walk::open(&self.game.start);
            self.walk = Some(walk.map_err(|error| (ProblemCode::Start, error))?);
        }
        let Some(walk) = &mut self.walk else { unreachable!("it was just opened") };
        walk.go(&self.game.tree, self.parent as NodeId);
        let played = walk.play(&mut self.game.tree, Played::Xiangqi(ply));
        self.game.notation = Some(Notation::Xiangqi(xiangqi::notation::Notation::Iccs));
        played.map_err(|message| (ProblemCode::Move, message))
    }

    fn say(&mut self, node: NodeId, comment: &str) {
        if !comment.is_empty() {
            let said = &mut self.game.tree.remarks_mut(node).comment;
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(comment);
        }
    }

    /// It is the turn of whoever owns the first piece that moves.
    fn set_turn(&mut self, from: Square) {
        if let Start::Xiangqi(setup) = &mut self.game.start
            && let Some(piece) = setup.board[from.index()]
        {
            setup.turn = piece.side();
        }
    }

    /// The game, with a problem if its file ended too early.
    pub(crate) fn finish(mut self, end: Place) -> Game {
        if !self.ended {
            let message = "the file ends before the game does";
            let problem = Problem::new(ProblemCode::Truncated, end, message);
            self.game.report(problem.in_variation(!self.main));
        }
        if self.game.tree.is_empty() {
            self.settle_start(end);
        }
        annotations::take_out(&mut self.game);
        self.game
    }

    /// Without a ply it is the turn of a side that may have it. A start that is no
    /// position is told, and the usual one stands in for it.
    fn settle_start(&mut self, place: Place) {
        let Start::Xiangqi(setup) = &self.game.start else { return };
        let message = match settle(setup) {
            Ok(start) => {
                self.game.start = start;
                return;
            }
            Err(message) => message,
        };
        let usual = Start::usual(self.game.kind());
        let token = std::mem::replace(&mut self.game.start, usual).to_string();
        let is_told = |problem: &&mut Problem| problem.code == ProblemCode::Start;
        match self.game.problems.iter_mut().find(is_told) {
            Some(problem) => problem.token = token,
            None => {
                let problem = Problem::new(ProblemCode::Start, place, message);
                self.game.report(Problem { token, ..problem });
            }
        }
    }
}

/// The start with the turn as it is told, or of the other side if only that is legal.
fn settle(setup: &Setup) -> Result<Start, String> {
    let told = Start::Xiangqi(setup.clone());
    let error = match crate::Board::open(&told) {
        Ok(_) => return Ok(told),
        Err(error) => error,
    };
    let other = if setup.turn == Side::Red { Side::Black } else { Side::Red };
    let turned = Start::Xiangqi(Setup { turn: other, ..setup.clone() });
    if crate::Board::open(&turned).is_ok() { Ok(turned) } else { Err(error) }
}
