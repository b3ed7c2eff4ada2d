//! What patterns change: an evaluation and a short search without them and with them.

use search::{CreateError, Host, Limits, OptionError, Request};

use crate::engine::{AnyEngine, best_of, search_quietly};
use crate::explain::{Explained, explain_by, usual_engine};
use crate::game::AnyGame;
use crate::score::ScoreView;
use crate::words::{self, PlyView};

/// What is tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trial<'a> {
    /// Patterns, as `PatternFile` takes them.
    pub patterns: &'a str,
    /// What is worth how much: a pattern's name, early and late.
    pub weights: Vec<(String, [i32; 2])>,
    /// Whether the search hears what patterns say about moves.
    pub guide: bool,
    /// How many nodes each search looks at.
    pub nodes: u64,
}

/// An engine's opinion of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// What it sees without looking ahead.
    pub evaluation: Explained,
    /// What it plays, and what that is worth; none if the game is over.
    pub best: Option<(PlyView, ScoreView)>,
    /// How deep it looked.
    pub depth: i32,
}

/// Why nothing could be tried.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrialError {
    /// There is no memory for an engine.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The engine does not take the patterns or a weight.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Patterns are shapes of the other game.
    #[error("patterns are shapes of xiangqi")]
    OtherGame,
}

/// The opinions of the usual engine without the patterns and with them.
///
/// # Errors
/// If there is no memory, or the patterns or a weight are refused.
pub fn try_patterns(
    game: &AnyGame,
    trial: &Trial<'_>,
    host: &dyn Host,
) -> Result<[Opinion; 2], TrialError> {
    let mut engine = usual_engine(game)?;
    let without = opinion(game, &mut engine, trial.nodes, host)?;
    let AnyEngine::Xiangqi(own) = &mut engine else { return Err(TrialError::OtherGame) };
    own.set_patterns(Some(trial.patterns))?;
    let weights = trial.weights.iter().map(|(key, [early, late])| {
        format!("patterns.{key}.early={early},patterns.{key}.late={late}")
    });
    own.set_option("Params", &weights.collect::<Vec<_>>().join(","))?;
    own.set_option("Patterns", if trial.guide { "guide" } else { "on" })?;
    engine.new_game();
    let with = opinion(game, &mut engine, trial.nodes, host)?;
    Ok([without, with])
}

fn opinion(
    game: &AnyGame,
    engine: &mut AnyEngine,
    nodes: u64,
    host: &dyn Host,
) -> Result<Opinion, TrialError> {
    let evaluation = explain_by(game, engine);
    let model = engine.win_model(game);
    let (AnyGame::Xiangqi { game: own, .. }, AnyEngine::Xiangqi(engine)) = (game, engine) else {
        return Err(TrialError::OtherGame);
    };
    let request =
        Request { lines: 1, ..Request::within(Limits { nodes: Some(nodes), ..Limits::default() }) };
    let answer = search_quietly::<xiangqi::Position>(&mut **engine, own, &request, host);
    let best = best_of(&answer).and_then(|best| {
        let ply = answer.lines.first()?.plies.first()?;
        let shown = words::xiangqi_ply(own.position(), *ply);
        Some((shown, ScoreView::new(model, best.score, game.seat_to_move())))
    });
    Ok(Opinion { evaluation, best, depth: answer.depth })
}

#[cfg(test)]
mod tests {
    use game::GameKind;

    use super::*;
    use crate::stopwatch::Stopwatch;

    const TEXT: &str =
        "(pattern far-rook (when (at us.rook them.back-rank)) (order 100 us.rook board board))";
    const BOARD: &str = "R3k4/9/9/9/4p4/9/9/9/9/3K5 b";

    fn tried(early: i32, late: i32, patterns: &str) -> Result<[Opinion; 2], TrialError> {
        let game = AnyGame::open(GameKind::Xiangqi, Some(BOARD), None).unwrap();
        let weights = vec![("far-rook".to_owned(), [early, late])];
        let trial = Trial { patterns, weights, guide: false, nodes: 300 };
        try_patterns(&game, &trial, &Stopwatch::start())
    }

    #[test]
    fn a_weight_moves_the_evaluation_by_what_its_row_says() {
        let [without, with] = tried(400, 400, TEXT).unwrap();
        let row = |opinion: &Opinion| {
            let of = |term: &&crate::explain::Term| term.key == "patterns";
            opinion.evaluation.terms.iter().find(of).map_or(0, crate::explain::Term::total)
        };
        assert_eq!(row(&without), 0);
        assert!(row(&with) > 0, "{:?}", with.evaluation);
        assert!(with.evaluation.score.cp > without.evaluation.score.cp);
        assert!(with.best.is_some() && without.best.is_some());
        let [before, nothing] = tried(0, 0, TEXT).unwrap();
        assert_eq!(before.evaluation.score, nothing.evaluation.score);
        assert_eq!(before, without, "the same each time");
    }

    #[test]
    fn what_cannot_be_tried_says_why() {
        assert!(matches!(tried(0, 0, "(pattern"), Err(TrialError::Option(_))));
        assert!(matches!(tried(100_000, 0, TEXT), Err(TrialError::Option(_))));
        let game = AnyGame::open(GameKind::Banqi, None, None).unwrap();
        let trial = Trial { patterns: TEXT, weights: Vec::new(), guide: true, nodes: 10 };
        let error = try_patterns(&game, &trial, &Stopwatch::start()).unwrap_err();
        assert_eq!(error, TrialError::OtherGame);
    }
}
