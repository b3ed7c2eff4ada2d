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
        /// Margin of giving up on a node that is far above the window, by depth.
        reverse_margin: 110, 30, 400, 15;
        /// Margin of leaving out quiet plies far below the window, by depth.
        futility_margin: 140, 30, 500, 20;
        /// Margin of leaving out captures that cannot reach the window.
        delta_margin: 120, 20, 500, 20;
        /// Half-width of the first window around the last score.
        aspiration: 50, 5, 400, 10;
        /// Quiet plies searched before reductions begin.
        late_after: 3, 1, 12, 1;
        /// What a draw costs the side that searches: against weaker play more
        /// can be had.
        contempt: 40, 0, 300, 20;
        /// Depth of outcomes from which one reply to each is searched first.
        star2_depth: 6, 1, 30, 1;
        /// Half-width of the range an outcome may differ from its quick value.
        outcome_margin: 450, 100, 4000, 50;
    }
}
