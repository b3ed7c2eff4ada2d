//! What a score is worth: the chances of winning, drawing and losing behind it.
//!
//! Engines count in units of their own, which grow and shrink with their
//! evaluation, and an advantage that wins on a full board may win nothing on a bare
//! one. A [`WinCurve`] is fitted to games an engine played (`chuhe winrate`); for a
//! position it gives the [`WinModel`] that turns units into chances. Everything people
//! see is made from it: +1.00 means that the side to move wins half of its games.

use game::Score;

/// The results a score promises its side, as parts of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// How many games are won.
    pub win: f64,
    /// How many are drawn.
    pub draw: f64,
    /// How many are lost.
    pub loss: f64,
}

impl Chances {
    /// What a game brings on average: a win is one point, a draw half of one.
    pub fn points(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Win, draw and loss in whole thousandths; they sum to 1,000.
    pub fn thousandths(self) -> [u16; 3] {
        let [win, loss] = [self.win, self.loss].map(|part| (part * 1000.0).round() as u16);
        [win, 1000_u16.saturating_sub(win + loss), loss]
    }
}

/// The chances behind the scores of one engine:
/// `win = 1 / (1 + exp((pawn − score) / spread))`, the loss is the other side's
/// win, and the rest is drawn.
///
/// ```
/// use game::Score;
/// let model = search::WinModel::new(200.0, 80.0);
/// assert_eq!(model.chances(Score::new(200)).win, 0.5);
/// assert_eq!(model.shown(Score::new(200)), 100);
/// // The same chances behind scores that say points: 4000 is a sure win.
/// let linear = model.in_points(4000);
/// assert!((linear.points(Score::new(1000)) - 0.625).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinModel {
    /// The score with which half of the games are won: it is shown as +1.00.
    pub pawn: f64,
    /// How fast chances change with the score.
    pub spread: f64,
    /// What is counted in: the curve's own units, or expected points.
    scale: Scale,
}

/// What the scores of an engine are counted in.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Scale {
    /// The units of the curve.
    Curve,
    /// `most · (2 · points − 1)`: such scores can be averaged over chance.
    Points { most: f64 },
    /// `points = 1 / (1 + exp(−score / unit))`.
    Logits { unit: f64 },
}

/// No more hundredths are shown: beyond, the number means nothing.
const MOST_SHOWN: f64 = 10_000.0;

/// Nearer to a sure win than this no number of units says anything.
const SUREST: f64 = 1.0 - 1e-9;

impl WinModel {
    /// The model of scores in the curve's own units.
    pub const fn new(pawn: f64, spread: f64) -> WinModel {
        WinModel { pawn, spread, scale: Scale::Curve }
    }

    /// The same chances behind scores that are linear in expected points, `most`
    /// being a sure win: the points are what the score says, and the curve says how
    /// many of them are draws.
    pub fn in_points(self, most: i32) -> WinModel {
        WinModel { scale: Scale::Points { most: f64::from(most.max(1)) }, ..self }
    }

    /// The same chances behind scores whose points are logistic, `unit` to one unit of
    /// the logit: what corrections by a network are trained for.
    pub fn in_logits(self, unit: i32) -> WinModel {
        WinModel { scale: Scale::Logits { unit: f64::from(unit.max(1)) }, ..self }
    }

    /// A score in units of the curve. For points that is where the curve gives as
    /// many: with `x = exp(units / spread)` and `k = exp(pawn / spread)` wins less
    /// losses are `d = k (x² − 1) / (k x² + (1 + k²) x + k)`, solved for `x`.
    fn curve_units(self, units: f64) -> f64 {
        let d = match self.scale {
            Scale::Curve => return units,
            Scale::Points { most } => units / most,
            Scale::Logits { unit } => (units / unit / 2.0).tanh(),
        };
        let d = d.clamp(-SUREST, SUREST);
        let k = (self.pawn / self.spread).exp();
        let middle = d * (1.0 + k * k);
        let root = (middle * middle + 4.0 * k * k * (1.0 - d * d)).sqrt();
        // Of the two ways to write the solution the one without a difference of
        // nearly equal numbers.
        let x = if d >= 0.0 {
            (middle + root) / (2.0 * k * (1.0 - d))
        } else {
            2.0 * k * (1.0 + d) / (root - middle)
        };
        x.ln() * self.spread
    }

    /// The inverse of [`WinModel::curve_units`].
    fn own_units(self, units: f64) -> f64 {
        let d = 2.0 * self.curve_chances(units).points() - 1.0;
        match self.scale {
            Scale::Curve => units,
            Scale::Points { most } => most * d,
            Scale::Logits { unit } => 2.0 * unit * d.clamp(-SUREST, SUREST).atanh(),
        }
    }

    /// The chances of the side whose score it is.
    pub fn chances(self, score: Score) -> Chances {
        if score.is_win() {
            Chances { win: 1.0, draw: 0.0, loss: 0.0 }
        } else if score.is_loss() {
            Chances { win: 0.0, draw: 0.0, loss: 1.0 }
        } else {
            self.chances_of(f64::from(score.get()))
        }
    }

    /// The chances of a score in the engine's units.
    pub fn chances_of(self, units: f64) -> Chances {
        self.curve_chances(self.curve_units(units))
    }

    fn curve_chances(self, units: f64) -> Chances {
        let wins = |units: f64| 1.0 / (1.0 + ((self.pawn - units) / self.spread).exp());
        let (win, loss) = (wins(units), wins(-units));
        Chances { win, draw: (1.0 - win - loss).max(0.0), loss }
    }

    /// Points to be expected, 0 to 1.
    pub fn points(self, score: Score) -> f64 {
        self.chances(score).points()
    }

    /// The evaluation in hundredths, as people see it. Forced ends have no such
    /// number: they are shown by their distance.
    pub fn shown(self, score: Score) -> i32 {
        self.shown_units(f64::from(score.get()))
    }

    /// Units of the engine in hundredths, as people see them; a hundred pawns at most.
    pub fn shown_units(self, units: f64) -> i32 {
        (self.curve_units(units) * 100.0 / self.pawn).round().clamp(-MOST_SHOWN, MOST_SHOWN) as i32
    }

    /// The score that is shown so: the inverse of [`WinModel::shown`].
    pub fn score(self, shown: i32) -> Score {
        Score::new(self.own_units(f64::from(shown) * self.pawn / 100.0).round() as i32)
    }
}

/// Moves to a forced end on the board, counted for the side that wins: positive if
/// the score's side wins, negative if it loses, 0 if it has lost on the spot; `None`
/// if no such end is in sight.
///
/// ```
/// use game::Score;
/// use search::mate_in_moves;
/// assert_eq!(mate_in_moves(Score::win_in(3)), Some(2));
/// assert_eq!(mate_in_moves(Score::loss_in(4)), Some(-2));
/// assert_eq!(mate_in_moves(Score::loss_in(0)), Some(0));
/// assert_eq!(mate_in_moves(Score::rule_win_in(3)), None);
/// ```
pub fn mate_in_moves(score: Score) -> Option<i32> {
    let plies = score.plies_to_end()?;
    Some(if plies > 0 { (plies + 1) / 2 } else { plies / 2 })
}

/// How a game's model changes with what is left on the board. Between the two ends
/// the logarithms are in proportion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinCurve {
    /// The model of an empty board.
    pub bare: WinModel,
    /// The model of the start position's board.
    pub full: WinModel,
}

impl WinCurve {
    /// The model of a board; `fullness` is 0 for an empty one and 1 at the start.
    pub fn at(self, fullness: f64) -> WinModel {
        let between = |bare: f64, full: f64| bare * (full / bare).powf(fullness.clamp(0.0, 1.0));
        WinModel::new(
            between(self.bare.pawn, self.full.pawn),
            between(self.bare.spread, self.full.spread),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: WinModel = WinModel::new(230.0, 90.0);

    #[test]
    fn decided_games_have_no_large_numbers() {
        for score in [Score::rule_win_in(3), Score::table_win_in(9), Score::BEST_EVAL] {
            assert!(MODEL.shown(score) <= 10_000 && MODEL.shown(-score) >= -10_000, "{score:?}");
            assert!(MODEL.points(score) > 0.999);
        }
        let nothing = WinModel::new(0.0, 1.0);
        assert_eq!(nothing.shown_units(-1.0), -10_000);
    }

    #[test]
    fn plus_one_wins_every_second_game() {
        let pawn = MODEL.score(100);
        assert_eq!(MODEL.shown(pawn), 100);
        assert!((MODEL.chances(pawn).win - 0.5).abs() < 1e-9);
        assert_eq!(MODEL.points(Score::DRAW), 0.5);
    }

    #[test]
    fn chances_are_fair_and_whole() {
        for units in (-31_000..=31_000).step_by(37) {
            let (own, other) =
                (MODEL.chances(Score::new(units)), MODEL.chances(Score::new(-units)));
            assert!((own.win - other.loss).abs() < 1e-12 && (own.draw - other.draw).abs() < 1e-12);
            assert!((own.win + own.draw + own.loss - 1.0).abs() < 1e-9 && own.draw >= 0.0);
            assert_eq!(own.thousandths().iter().sum::<u16>(), 1000, "{units}");
            assert!(MODEL.points(Score::new(units + 37)) >= MODEL.points(Score::new(units)));
        }
        assert_eq!(MODEL.chances(Score::win_in(5)).thousandths(), [1000, 0, 0]);
        assert_eq!(MODEL.chances(Score::loss_in(0)).thousandths(), [0, 0, 1000]);
    }

    #[test]
    fn a_curve_leads_from_end_to_end() {
        let curve = WinCurve { bare: WinModel::new(800.0, 100.0), full: MODEL };
        assert_eq!((curve.at(0.0), curve.at(-1.0)), (curve.bare, curve.bare));
        assert!((curve.at(1.0).pawn - MODEL.pawn).abs() < 1e-9 && curve.at(2.0) == curve.at(1.0));
        let middle = curve.at(0.5);
        assert!(middle.pawn > MODEL.pawn && middle.pawn < 800.0);
        assert!(middle.spread > MODEL.spread && middle.spread < 100.0);
    }

    #[test]
    fn points_are_what_a_linear_score_says_and_the_curve_says_the_draws() {
        for model in [MODEL, WinModel::new(2020.0, 500.0), WinModel::new(600.0, 1145.0)] {
            let linear = model.in_points(4000);
            for units in -4_000..=4_000 {
                let said = (f64::from(units) / 4_000.0 + 1.0) / 2.0;
                let score = Score::new(units);
                assert!((linear.points(score) - said).abs() < 1e-6, "{units}");
                assert_eq!(linear.shown(score), -linear.shown(-score), "{units}");
            }
            for units in -2_000..=2_000 {
                let (known, points) =
                    (model.chances_of(f64::from(units)), linear.own_units(f64::from(units)));
                let same = linear.chances_of(points);
                assert!(
                    (same.win - known.win).abs() < 1e-6 && (same.draw - known.draw).abs() < 1e-6
                );
            }
            let logits = model.in_logits(900);
            for units in (-6_000..=6_000).step_by(7) {
                let said = 1.0 / (1.0 + (-f64::from(units) / 900.0).exp());
                assert!((logits.points(Score::new(units)) - said).abs() < 1e-6, "{units}");
                assert!(
                    (logits.own_units(logits.curve_units(units.into())) - f64::from(units)).abs()
                        < 0.01
                );
            }
            assert_eq!(linear.shown(linear.score(100)), 100);
            assert!((linear.chances(linear.score(100)).win - 0.5).abs() < 1e-3);
            assert_eq!(linear.chances(Score::win_in(9)).win, 1.0);
            // Beyond a sure win there is nothing.
            assert!(
                linear.points(Score::BEST_EVAL) > 0.999 && linear.shown(Score::BEST_EVAL) <= 10_000
            );
        }
    }

    #[test]
    fn what_is_shown_can_be_read_back() {
        for shown in -3_000..=3_000 {
            assert_eq!(MODEL.shown(MODEL.score(shown)), shown);
        }
    }
}
