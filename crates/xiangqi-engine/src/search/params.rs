//! The numbers of the search, declared once.

use search::limits::TimePolicy;
use xiangqi::ExchangeValues;

search::params! {
    /// Margins, depths and scales of the search. Scores are hundredths of a pawn.
    pub struct SearchParams {
        /// Aspiration: half-width of the first window.
        aspiration: 18, 5, 80, 5;
        /// Aspiration: score per extra point of half-width.
        aspiration_divisor: 60, 10, 500, 10;
        /// Aspiration: shallowest iteration.
        aspiration_depth: 4, 1, 12, 1;
        /// Aspiration: what a window that failed grows by, besides its half.
        aspiration_growth: 5, 1, 40, 2;
        /// Aspiration: a wider window is opened altogether.
        aspiration_most: 800, 100, 4000, 100;
        /// Aspiration: the most an iteration that fails high is reduced.
        aspiration_reduction: 3, 0, 6, 1;
        /// Unfinished iteration: how far below the last score its move is believed.
        unfinished_drop: 40, 0, 200, 10;
        /// Helping threads: depth up to which they skip none.
        helper_depth: 2, 1, 12, 1;
        /// Helping threads: of so many depths they skip one.
        helper_skip: 3, 2, 8, 1;
        /// Reverse futility: margin per depth.
        reverse_futility: 62, 20, 200, 10;
        /// Reverse futility: deepest node.
        reverse_futility_depth: 8, 3, 14, 1;
        /// Futility of quiet moves: deepest reduced depth.
        futility_most: 8, 2, 14, 1;
        /// Razoring: margin per depth.
        razoring: 230, 80, 600, 25;
        /// Razoring: deepest node.
        razoring_depth: 3, 0, 6, 1;
        /// Null move: base reduction.
        null_base: 4, 2, 6, 1;
        /// Null move: depth per extra reduction.
        null_divisor: 3, 2, 8, 1;
        /// Null move: score per extra reduction.
        null_margin: 180, 60, 400, 20;
        /// Null move: the most extra reduction for the score.
        null_extra: 3, 0, 8, 1;
        /// Null move: shallowest node.
        null_depth: 3, 1, 8, 1;
        /// Null move: from this depth on a cut is verified.
        null_verify_depth: 12, 6, 30, 2;
        /// Null move: quarters of the verified depth without another one.
        null_verify_quarters: 3, 0, 4, 1;
        /// ProbCut: how far above beta.
        probcut: 160, 60, 400, 20;
        /// ProbCut: shallowest node.
        probcut_depth: 5, 3, 10, 1;
        /// ProbCut: how much less deeply a capture is tried.
        probcut_reduction: 4, 2, 6, 1;
        /// Internal reduction: shallowest node.
        internal_reduction_depth: 4, 2, 10, 1;
        /// Internal reduction: a table entry so much shallower than the node counts as none.
        internal_reduction_slack: 4, 2, 40, 1;
        /// Futility of quiet moves: base.
        futility_base: 90, 20, 300, 15;
        /// Futility of quiet moves: per reduced depth.
        futility_depth: 85, 30, 200, 10;
        /// Late move pruning: base count.
        late_base: 7, 1, 16, 1;
        /// Late move pruning: sixteenths of it where the mover's evaluation does not
        /// improve.
        late_worse: 8, 1, 16, 1;
        /// Late move pruning: so many moves are always tried.
        late_least: 3, 1, 10, 1;
        /// Exchange pruning of quiet moves: per depth squared.
        exchange_quiet: 22, 5, 60, 4;
        /// Exchange pruning of quiet moves: deepest node.
        exchange_quiet_depth: 8, 2, 14, 1;
        /// Exchange pruning of captures: per depth.
        exchange_capture: 80, 20, 200, 10;
        /// Exchange pruning of captures: deepest node.
        exchange_capture_depth: 7, 2, 14, 1;
        /// History pruning: per depth.
        history_prune: 2600, 500, 8000, 250;
        /// History pruning: deepest node.
        history_prune_depth: 6, 1, 12, 1;
        /// Late move reductions: shallowest node.
        reduction_depth: 2, 1, 6, 1;
        /// Late move reductions: captures before this number are not reduced.
        reduction_captures: 4, 1, 20, 1;
        /// Late move reductions: base, in 1/1024 ply.
        reduction_base: 650, 0, 2000, 64;
        /// Late move reductions: divisor of log(depth) × log(count), in 1/1024.
        reduction_divisor: 2150, 1200, 4000, 100;
        /// History score worth one ply of reduction.
        reduction_history: 9000, 3000, 20000, 500;
        /// Reduction where the mover's evaluation does not improve, in 1/1024 ply.
        reduction_worse: 512, 0, 2048, 128;
        /// Reduction in nodes expected to be cut off, in 1/1024 ply.
        reduction_cut_node: 1400, 0, 3000, 128;
        /// Reduction where the table's move captures, in 1/1024 ply.
        reduction_capture: 512, 0, 2048, 128;
        /// Less reduction in nodes once on a principal variation, in 1/1024 ply.
        reduction_table_pv: 500, 0, 2048, 128;
        /// Less reduction on the principal variation, in 1/1024 ply.
        reduction_pv: 400, 0, 2048, 128;
        /// Less reduction of checks, in 1/1024 ply.
        reduction_check: 1024, 0, 2048, 128;
        /// Less reduction of killers and counter moves, in 1/1024 ply.
        reduction_refutation: 1024, 0, 2048, 128;
        /// Reduction where many siblings cut off, in 1/1024 ply.
        reduction_cutoffs: 512, 0, 2048, 128;
        /// More siblings that cut off are many.
        many_cutoffs: 3, 0, 10, 1;
        /// Reduction where the table has no move, in 1/1024 ply.
        reduction_no_move: 1024, 0, 3000, 128;
        /// A reduced move this much better than the best so far is searched one ply deeper
        /// again.
        deeper_margin: 60, 0, 600, 10;
        /// One that is hardly better, one ply less deeply.
        shallower_margin: 8, 0, 200, 2;
        /// Hindsight: reduced so much before a quiet node, in 1/1024 ply, it is given a
        /// ply back.
        hindsight_back: 3072, 1024, 12288, 512;
        /// Hindsight: reduced so much, and much better for the mover than one ply before,
        /// it is reduced once more.
        hindsight_more: 2048, 1024, 12288, 512;
        /// Hindsight: how much better.
        hindsight_margin: 120, 0, 600, 20;
        /// Extensions: as far as so many times the root's depth.
        extension_reach: 2, 1, 6, 1;
        /// Extensions: the least depth of the root they count with.
        extension_depth: 4, 1, 12, 1;
        /// Singular extension: margin for sixteen plies of depth.
        singular_margin: 32, 2, 128, 4;
        /// Singular extension: shallowest node.
        singular_depth: 7, 4, 12, 1;
        /// Singular extension: how much shallower than the node its table entry may be.
        singular_slack: 3, 1, 6, 1;
        /// Double extension: how far below the singular window.
        double_margin: 22, 5, 80, 4;
        /// Double extension: the most on one line.
        double_most: 6, 0, 40, 2;
        /// Negative extension: a table move that is too good, but not alone.
        negative_beta: 2, 0, 4, 1;
        /// Negative extension: a move that is not singular in a node expected to be cut off.
        negative_cut: 2, 0, 4, 1;
        /// Check extension: how much a check may give up.
        check_loss: 0, 0, 1000, 100;
        /// Check extension: deepest node outside the principal variation.
        check_depth: 8, 0, 40, 1;
        /// Quiescence: how much a check on its first ply may give up.
        quiescence_check_loss: 0, 0, 1000, 100;
        /// Quiescence: how far a capture must come up to alpha.
        delta: 340, 50, 800, 20;
        /// Quiescence: evasions without a capture that are tried.
        quiescence_evasions: 3, 1, 20, 1;
        /// History bonus: per depth.
        bonus_depth: 150, 50, 400, 15;
        /// History bonus: most.
        bonus_most: 1500, 400, 4000, 100;
        /// Order of quiet moves: share of what a move achieved near the root, in 1/16.
        low_share: 32, 0, 128, 8;
        /// Correction history: share of the correction applied, in 1/256.
        correction_weight: 16, 0, 160, 8;
        /// Correction history: the greatest depth an error counts with.
        correction_depth: 16, 4, 40, 2;
        /// Correction history: error times depth counts so much, in 1/1024.
        correction_scale: 128, 16, 1024, 16;
        /// Correction history: the most one error counts.
        correction_most: 256, 32, 1024, 32;
        /// Correction history: what an error is multiplied with.
        correction_rate: 4, 1, 16, 1;
        /// Exchanges: an advisor.
        exchange_advisor: 200, 50, 500, 15;
        /// Exchanges: an elephant.
        exchange_elephant: 200, 50, 500, 15;
        /// Exchanges: a horse.
        exchange_horse: 420, 100, 1000, 20;
        /// Exchanges: a rook.
        exchange_rook: 950, 300, 2000, 40;
        /// Exchanges: a cannon.
        exchange_cannon: 430, 100, 1000, 20;
        /// Exchanges: a pawn.
        exchange_pawn: 110, 30, 400, 10;
        /// Order of captures: the victim's value against the history.
        capture_victim: 16, 1, 64, 2;
        /// Order of captures: what a capture may lose for its place, in 1/1024.
        capture_loss: 16, 0, 64, 2;
        /// Natural limit: plies from which on the counter is part of a table key.
        limit_key_from: 14, 4, 60, 2;
        /// Natural limit: plies that share a table key.
        limit_key_step: 8, 1, 40, 2;
        /// Natural limit: twelfths of it after which evaluations shrink.
        limit_fade_from: 4, 0, 11, 1;
        /// Natural limit: twentieths of an evaluation left at its end.
        limit_fade_to: 12, 0, 20, 1;
        /// Time: plies a game without sessions is expected to last.
        time_plies: 36, 15, 80, 3;
        /// Time: the most of the clock for one ply, in hundredths.
        time_most: 35, 10, 80, 5;
        /// Time: how much longer a hard ply may take, in hundredths.
        time_stretch: 450, 100, 800, 50;
        /// Time: share of the plan an iteration may end at, in hundredths.
        time_share: 65, 20, 150, 5;
        /// Time: factor while the best move changes, in hundredths.
        time_unstable: 130, 80, 250, 10;
        /// Time: what every iteration without a change takes off it, in hundredths.
        time_stable_step: 7, 0, 20, 1;
        /// Time: iterations without a change that count.
        time_stable_most: 8, 1, 20, 1;
        /// Time: factor before the best move's share of the nodes is taken off, in
        /// hundredths.
        time_effort: 160, 100, 250, 10;
        /// Time: fall of the score that doubles it.
        time_fall: 80, 20, 300, 10;
        /// Time: the least factor, in hundredths.
        time_factor_least: 20, 5, 100, 5;
        /// Time: the largest factor, in hundredths.
        time_factor_most: 250, 100, 500, 25;
        /// Time: iterations for a forced move on a clock.
        forced_depth: 3, 1, 10, 1;
        /// Time: plies a mate is searched beyond its length on a clock.
        mate_beyond: 2, 0, 20, 1;
        /// Time: plies a mate is searched beyond twice its length in a fixed time.
        mate_beyond_fixed: 12, 0, 40, 2;
    }
}

impl SearchParams {
    /// What pieces are worth when captures are compared.
    pub const fn exchange(&self) -> ExchangeValues {
        // In the order of the kinds: king, advisor, elephant, horse, rook, cannon, pawn.
        [
            0,
            self.exchange_advisor,
            self.exchange_elephant,
            self.exchange_horse,
            self.exchange_rook,
            self.exchange_cannon,
            self.exchange_pawn,
        ]
    }

    /// How time is spread over a game.
    pub fn time_policy(&self) -> TimePolicy {
        TimePolicy {
            expected_plies: f64::from(self.time_plies),
            most: hundredths(self.time_most),
            stretch: hundredths(self.time_stretch),
        }
    }
}

/// A number of hundredths.
pub fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}
