//! What the face-down pieces of dark chess may bring: one analysis for the page, the
//! command line and reviews.

use std::time::Duration;

use banqi::Square;
pub use banqi_engine::{FLIP_POLICIES, FlipOutcome, FlipReport, FlipRequest, FlipRow};
use banqi_engine::{WON, analyse_flips};
use game::Score;
use search::{Host, OptionError, WinModel};

use crate::game::BanqiGame;
use crate::stopwatch::Since;

/// The table of a look at one flip, in megabytes.
const ROW_HASH: usize = 4;

/// Looks at every outcome of flips, deeper and deeper; `None` if the host says stop
/// before the first depth is done.
///
/// # Errors
/// If there is not enough memory for the table.
pub fn analyse(
    game: &BanqiGame,
    request: &FlipRequest,
    host: &dyn Host,
) -> Result<Option<FlipReport>, OptionError> {
    let report = analyse_flips(game, request, &Since::now(host))?;
    Ok((report.depth > 0).then_some(report))
}

/// One flip as deep as a search of `depth` plies sees it, if the time allows.
pub(crate) fn row(
    game: &BanqiGame,
    square: Square,
    depth: i32,
    time: Duration,
    host: &dyn Host,
) -> Option<FlipRow> {
    let request = FlipRequest {
        only: vec![square],
        depth: depth - 1,
        time: Some(time),
        hash: ROW_HASH,
        ..FlipRequest::default()
    };
    analyse(game, &request, host).ok()??.rows.pop()
}

/// The value of an outcome in hundredths, as scores are shown: a game that is decided
/// counts as much as it does in an average.
pub fn shown(model: WinModel, score: Score) -> i32 {
    model.shown_units(score.get().clamp(-WON, WON).into())
}

/// The average of a flip's outcomes as they are shown. What people see need not be
/// proportional to what the engine averages, and an average of numbers that stand there
/// must be theirs.
pub fn shown_average(row: &FlipRow, shown: &dyn Fn(Score) -> i32) -> i32 {
    let value = |outcome: &FlipOutcome| f64::from(outcome.count) * f64::from(shown(outcome.value));
    let sum: f64 = row.outcomes.iter().map(value).sum();
    (sum / f64::from(row.weight().max(1))).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stopwatch::Stopwatch;

    #[test]
    fn one_flip_is_the_same_alone_and_among_others() {
        let position = "8/8/8/KXXX4 r p2r1".parse().unwrap();
        let game = BanqiGame::from_position(Default::default(), position, 0);
        let host = Stopwatch::start();
        let request = FlipRequest::to_depth(3);
        let all = analyse(&game, &request, &host).unwrap().unwrap();
        let square = "b1".parse().unwrap();
        let among = all.rows.iter().find(|row| row.square == square).unwrap();
        let alone = row(&game, square, 4, Duration::from_secs(600), &host).unwrap();
        assert_eq!((alone.expectation, &alone.outcomes), (among.expectation, &among.outcomes));
    }

    #[test]
    fn who_is_stopped_has_nothing_to_tell() {
        let game = BanqiGame::new(Default::default());
        let host = Stopwatch::start();
        host.signals().stop();
        assert_eq!(analyse(&game, &FlipRequest::to_depth(9), &host), Ok(None));
    }
}
