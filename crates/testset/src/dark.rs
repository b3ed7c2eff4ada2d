//! Dark chess: positions in which exactly one ply keeps the value.
//!
//! Of endings without face-down pieces and with at most four pieces the value is exact
//! (endgame tables made in memory); of all others it is that of a deep search, and the one
//! ply must be better than the second by a share of the game.

use banqi::{BanqiRules, Ply, Position};
use banqi_engine::{BanqiGame, BoxedEngine, create};
use game::Position as _;
use puzzles::prove::exact::exact;
use records::Board;
use search::{Limits, Request, Settings, Unattended};
use serde::{Deserialize, Serialize};
use tablebase::banqi::{Endings, Exact};

use crate::epd::fen_of;
use crate::hunt::{Found, Tail};

/// Which positions are wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dark {
    /// Nodes of the search; with 0 exact values only.
    pub nodes: u64,
    /// How much better the one ply must be, in percent of a game.
    pub gap: f64,
    /// Every so many plies a position is searched.
    pub every: u32,
}

/// What a thread looks with.
pub struct Eye {
    endings: Endings,
    engine: BoxedEngine,
}

impl Dark {
    pub(crate) fn eye(&self) -> Result<Eye, String> {
        let settings = Settings { hash: 16, ..Settings::default() };
        let engine = create("chuhe", &settings).map_err(|error| error.to_string())?;
        Ok(Eye { endings: Endings::new(), engine })
    }

    /// The positions of a game that are wanted.
    pub(crate) fn look(&self, eye: &mut Eye, tail: &Tail, boards: &[(u32, Board)]) -> Vec<Found> {
        let mut found = Vec::new();
        for (number, (ply, board)) in boards.iter().enumerate() {
            let Board::Banqi(position) = board else { continue };
            if position.turn().is_none() || position.legal_plies().len() < 2 {
                continue;
            }
            let one = match exact(&mut eye.endings, position) {
                Some((value, kept)) => single(value, &kept),
                None if self.nodes > 0 && (number as u32).is_multiple_of(self.every.max(1)) => {
                    self.searched(eye, position)
                }
                None => None,
            };
            found.extend(one.map(|(best, remark)| Found {
                game: tail.game,
                ply: *ply,
                fen: fen_of(board),
                best: vec![best.to_string()],
                length: 1,
                remark,
            }));
        }
        found
    }

    /// The best ply of a deep search, if no other is nearly as good.
    fn searched(&self, eye: &mut Eye, position: &Position) -> Option<(Ply, String)> {
        let game: BanqiGame = BanqiGame::from_position(BanqiRules::default(), position.clone(), 0);
        eye.engine.new_game();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = Request { limits, lines: 2, ..Request::default() };
        let answer = eye.engine.search(&game, &request, &Unattended, &mut |_| {});
        let [first, second, ..] = &answer.lines[..] else { return None };
        let model = eye.engine.win_model(position);
        let gap = 100.0 * (model.points(first.score) - model.points(second.score));
        let remark = format!("better by {gap:.0} % of a game after {} nodes", self.nodes);
        (gap >= self.gap).then(|| Some((*first.plies.first()?, remark)))?
    }
}

/// The one ply that keeps a value there is something to lose of.
fn single(value: Exact, kept: &[Ply]) -> Option<(Ply, String)> {
    let &[only] = kept else { return None };
    match value {
        Exact::Win(plies) => Some((only, format!("the only win, in {plies} plies, exact"))),
        Exact::Draw => Some((only, "the only draw, exact".to_owned())),
        Exact::Loss(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_ply_is_told_if_there_is_something_to_lose() {
        let ply = |text: &str| -> Ply { text.parse().unwrap() };
        let (one, two) = (ply("a1a2"), ply("a1b1"));
        assert_eq!(single(Exact::Win(3), &[one]).unwrap().0, one);
        assert!(single(Exact::Draw, &[two]).is_some());
        for (value, kept) in [(Exact::Win(3), vec![one, two]), (Exact::Loss(3), vec![one])] {
            assert_eq!(single(value, &kept), None);
        }
    }
}
