//! The numbers of the search, declared once.

search::params! {
    /// Margins, depths and scales of the search. Scores are hundredths of a pawn.
    pub struct SearchParams {
        /// Half-width of the first aspiration window.
        aspiration: 18, 5, 80, 5;
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
        null_divisor: 4, 2, 8, 1;
        /// Null move: score per extra reduction.
        null_margin: 180, 60, 400, 20;
        /// Null move: shallowest node.
        null_depth: 3, 1, 8, 1;
        /// Null move: from this depth on a cut is verified.
        null_verify_depth: 12, 6, 30, 2;
        /// ProbCut: how far above beta.
        probcut: 160, 60, 400, 20;
        /// ProbCut: shallowest node.
        probcut_depth: 5, 3, 10, 1;
        /// ProbCut: how much less deeply a capture is tried.
        probcut_reduction: 4, 2, 6, 1;
        /// Internal reduction: shallowest node.
        internal_reduction_depth: 4, 2, 10, 1;
        /// Futility of quiet moves: base.
        futility_base: 90, 20, 300, 15;
        /// Futility of quiet moves: per reduced depth.
        futility_depth: 85, 30, 200, 10;
        /// Late move pruning: base count.
        late_base: 7, 1, 16, 1;
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
        reduction_table_pv: 900, 0, 2048, 128;
        /// Less reduction on the principal variation, in 1/1024 ply.
        reduction_pv: 400, 0, 2048, 128;
        /// Less reduction of checks, in 1/1024 ply.
        reduction_check: 1024, 0, 2048, 128;
        /// Less reduction of killers and counter moves, in 1/1024 ply.
        reduction_refutation: 1024, 0, 2048, 128;
        /// Reduction where more than three siblings cut off, in 1/1024 ply.
        reduction_cutoffs: 512, 0, 2048, 128;
        /// Singular extension: margin per depth.
        singular_margin: 2, 1, 6, 1;
        /// Singular extension: shallowest node.
        singular_depth: 6, 4, 12, 1;
        /// Singular extension: how much shallower than the node its table entry may be.
        singular_slack: 3, 1, 6, 1;
        /// Double extension: how far below the singular window.
        double_margin: 22, 5, 80, 4;
        /// Check extension: how much a check may give up.
        check_loss: 0, 0, 1000, 100;
        /// Check extension: deepest node, unless deep checks are extended.
        check_depth: 8, 2, 20, 1;
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
        /// Correction history: share of the correction applied, in 1/256.
        correction_weight: 16, 0, 160, 8;
    }
}
