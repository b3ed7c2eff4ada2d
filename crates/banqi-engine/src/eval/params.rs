//! The numbers of the evaluation, each declared once.

search::params! {
    /// Numbers of the evaluation. Values are about hundredths of a horse.
    pub struct EvalParams {
        /// Value of a piece that no living enemy can take by a step.
        value_0: 1300, 400, 3000, 60;
        /// Value of a piece with one natural enemy's worth of danger.
        value_1: 1100, 400, 3000, 60;
        /// With two.
        value_2: 900, 300, 2500, 50;
        /// With three.
        value_3: 560, 150, 1500, 40;
        /// With four.
        value_4: 380, 100, 1000, 30;
        /// With six.
        value_6: 210, 50, 600, 20;
        /// With eight.
        value_8: 130, 30, 400, 15;
        /// With ten.
        value_10: 75, 15, 300, 10;
        /// With twelve and more.
        value_12: 45, 10, 200, 8;
        /// Danger of an equal piece, in tenths of a natural enemy.
        danger_equal: 5, 0, 12, 1;
        /// Danger of a cannon, in tenths of a natural enemy.
        danger_cannon: 3, 0, 12, 1;
        /// Danger of a pawn to a king, in tenths of a natural enemy.
        danger_pawn: 2, 0, 10, 1;
        /// Share of a value that needs no prey, in percent.
        prey_floor: 30, 0, 100, 8;
        /// Base value of a cannon.
        cannon_base: 60, 0, 300, 15;
        /// Value of a cannon for each living piece that may be a screen or a target.
        cannon_screen: 5, 0, 15, 1;
        /// Value of each pawn while the enemy king lives.
        king_hunter: 18, 0, 80, 6;
        /// How much a lead grows as pieces vanish, in percent.
        lead_growth: 40, 0, 200, 15;
        /// Share of the second attacked piece's value that is as good as lost, in percent.
        second_threat: 35, 0, 100, 8;
        /// Share of the most valuable attacked piece's value, in percent.
        first_threat: 6, 0, 50, 3;
        /// Worth of one step of mobility.
        mobility: 2, 0, 12, 1;
        /// Cost of an attacked piece without a way out, in percent of its value.
        trapped: 15, 0, 80, 6;
        /// Cost of a face-down neighbour that may take the piece, in percent of
        /// the value times the chance.
        hidden_risk: 12, 0, 60, 4;
        /// Worth of a face-down neighbour that the piece may take, in percent of
        /// the value times the chance.
        hidden_prey: 6, 0, 60, 3;
        /// What a piece is worth less while it lies face down, in percent.
        face_down_discount: 6, 0, 60, 4;
        /// Worth of nearness to prey, in percent of the table.
        hunt: 100, 0, 400, 25;
        /// Extra worth of nearness with the right parity, in percent.
        opposition: 60, 0, 300, 20;
        /// Worth of the turn.
        tempo: 6, 0, 60, 4;
    }
}
