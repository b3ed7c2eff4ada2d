//! The numbers of the search, each declared once.

search::params! {
    /// Numbers of the search of the profile `chuhe`.
    pub struct SearchParams {
        /// Depth from which flips are searched inside the tree.
        flip_gate: 8, 2, 30, 1;
        /// How many flips are searched at a node inside the tree.
        flip_count: 3, 1, 32, 1;
        /// How many flips are searched at the root.
        root_flips: 12, 1, 32, 2;
        /// Plies by which the outcomes of a flip are searched less deep.
        flip_reduction: 2, 0, 6, 1;
        /// Plies by which a pass is searched less deep.
        pass_reduction: 2, 0, 5, 1;
        /// Depth up to which a node far above the window is given up.
        reverse_depth: 3, 0, 12, 1;
        /// Margin of giving up on a node that is far above the window, by depth.
        reverse_margin: 110, 30, 400, 15;
        /// Depth from which a node without a ply from the table is searched less deep.
        internal_depth: 5, 1, 20, 1;
        /// By how much.
        internal_reduction: 1, 0, 4, 1;
        /// Depth up to which quiet plies far below the window are left out.
        futility_depth: 2, 0, 12, 1;
        /// Margin of leaving out quiet plies far below the window, by depth.
        futility_margin: 140, 30, 500, 20;
        /// Margin of leaving out captures that cannot reach the window.
        delta_margin: 120, 20, 500, 20;
        /// Half-width of the first window around the last score.
        aspiration: 50, 5, 400, 10;
        /// Depth from which there is such a window.
        aspiration_depth: 4, 1, 20, 1;
        /// By how much a window that failed is wider the next time.
        aspiration_growth: 3, 2, 10, 1;
        /// Width from which a window is opened altogether.
        aspiration_most: 1500, 100, 8000, 200;
        /// Quiet plies searched before reductions begin.
        late_after: 3, 1, 12, 1;
        /// Depth from which there are reductions.
        late_depth: 3, 2, 12, 1;
        /// Plies by which a late ply is searched less deep.
        late_base: 1, 0, 4, 1;
        /// Number of plies after which it is one more.
        late_more_after: 10, 2, 60, 2;
        /// Depth from which it is one more.
        late_more_depth: 8, 3, 30, 1;
        /// What a quiet ply that refuted a node gains in the history, by the square of
        /// the depth.
        history_bonus: 16, 1, 200, 4;
        /// The most it gains.
        history_most: 1600, 100, 8000, 100;
        /// By how many times its worth an attacked piece moves earlier.
        flight_weight: 4, 0, 40, 1;
        /// By how many times its worth a victim brings a capture forward.
        capture_gain: 16, 1, 100, 4;
        /// By how many 256ths of its worth a taker holds it back.
        capture_cost: 16, 0, 256, 8;
        /// What a draw costs the side that searches: against weaker play more
        /// can be had.
        contempt: 40, 0, 300, 20;
        /// Depth of outcomes from which the table is asked about each first.
        star2_table_depth: 2, 0, 30, 1;
        /// Depth of outcomes from which one reply to each is searched first.
        star2_depth: 6, 1, 30, 1;
        /// Half-width of the range an outcome may differ from its quick value.
        outcome_margin: 450, 100, 4000, 50;
        /// In the quick look at a flip, in percent of a value: a piece that the other
        /// side can take next is nearly lost,
        flip_lost: 80, 0, 150, 5;
        /// what we threaten may still run,
        flip_threatened: 30, 0, 150, 5;
        /// unless it has nowhere to go.
        flip_stuck: 60, 0, 150, 5;
        /// Share of the draw limit that is left when evaluations begin to fade, in
        /// percent.
        limit_fade: 50, 1, 100, 10;
        /// Plies left to the draw limit from which each is a table key of its own.
        limit_key_fine: 24, 0, 60, 4;
        /// Plies to a table key before that.
        limit_key_step: 4, 1, 20, 1;
        /// Units of a network for a hundred of the hand-written evaluation: what margins
        /// and worths of pieces are multiplied by when a network evaluates.
        network_margin: 160, 20, 500, 10;
        /// How much of the hand-written threats and hunt is added to a network's value, in
        /// percent; 0: the network alone.
        network_terms: 0, 0, 200, 10;
    }
}

impl SearchParams {
    /// The same numbers for a search whose scores are a network's.
    pub(crate) fn in_points(&self) -> SearchParams {
        let scaled = |margin: i32| margin * self.network_margin / 100;
        SearchParams {
            reverse_margin: scaled(self.reverse_margin),
            futility_margin: scaled(self.futility_margin),
            delta_margin: scaled(self.delta_margin),
            aspiration: scaled(self.aspiration),
            aspiration_most: scaled(self.aspiration_most),
            contempt: scaled(self.contempt),
            outcome_margin: scaled(self.outcome_margin),
            ..self.clone()
        }
    }
}
