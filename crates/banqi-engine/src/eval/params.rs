//! The numbers of the evaluation, each declared once.

search::params! {
    /// Numbers of the evaluation. Values are about hundredths of a horse.
    pub struct EvalParams {
        /// Value of a piece that no living enemy can take by a step.
        value_0: 1900, 400, 4000, 60;
        /// Value of a piece with one natural enemy's worth of danger.
        value_1: 820, 200, 3000, 40;
        /// With two.
        value_2: 420, 100, 2500, 30;
        /// With three.
        value_3: 360, 80, 1500, 25;
        /// With four.
        value_4: 130, 60, 1000, 20;
        /// With six.
        value_6: 160, 40, 800, 15;
        /// With eight.
        value_8: 199, 30, 600, 12;
        /// With ten.
        value_10: 125, 15, 500, 10;
        /// With twelve and more.
        value_12: 93, 10, 400, 8;
        /// Danger of an equal piece, in tenths of a natural enemy.
        danger_equal: 1, 0, 12, 1;
        /// Danger of a cannon, in tenths of a natural enemy.
        danger_cannon: 3, 0, 12, 1;
        /// Danger of a pawn to a king, in tenths of a natural enemy.
        danger_pawn: 5, 0, 10, 1;
        /// Share of a value that needs no prey, in percent.
        prey_floor: 94, 0, 100, 8;
        /// Value of a king besides what its danger says.
        king_extra: 0, -600, 600, 20;
        /// Of an advisor.
        advisor_extra: 0, -600, 600, 20;
        /// Of an elephant.
        elephant_extra: 0, -600, 600, 20;
        /// Of a rook.
        rook_extra: 0, -600, 600, 20;
        /// Of a horse.
        horse_extra: 0, -600, 600, 20;
        /// Of a pawn.
        pawn_extra: 0, -600, 600, 20;
        /// Base value of a cannon.
        cannon_base: 225, 0, 600, 15;
        /// Value of a cannon for each living piece that may be a screen or a target.
        cannon_screen: 0, 0, 15, 1;
        /// Value of each pawn while the enemy king lives.
        king_hunter: 60, 0, 80, 6;
        /// How much a lead grows as pieces vanish, in percent.
        lead_growth: 10, 0, 200, 15;
        /// What is left of a lead, in percent, while some enemy has nobody to fear.
        catchers_0: 100, 0, 150, 5;
        /// While some enemy has one cannon to fear.
        catchers_1: 100, 0, 150, 5;
        /// One piece that takes it by a step, or two cannons.
        catchers_2: 100, 0, 150, 5;
        /// One such piece and a cannon.
        catchers_3: 100, 0, 150, 5;
        /// Share of the second attacked piece's value that is as good as lost, in percent.
        second_threat: 91, 0, 150, 8;
        /// Share of the most valuable attacked piece's value, in percent.
        first_threat: 50, 0, 90, 4;
        /// Share of the second piece's value that the side to move can take, in percent.
        second_prize: 91, 0, 150, 8;
        /// Share of the most valuable piece's value that the side to move can take.
        first_prize: 50, 0, 120, 4;
        /// Worth of one step of mobility.
        mobility: 40, 0, 120, 3;
        /// What mobility is worth more while every piece lies face down, in percent.
        mobility_closed: 0, -100, 300, 10;
        /// Cost of an attacked piece without a way out, in percent of its value.
        trapped: 75, 0, 100, 6;
        /// Cost of a face-down neighbour that may take the piece, in percent of
        /// the value times the chance.
        hidden_risk: 16, 0, 120, 4;
        /// Worth of a face-down neighbour that the piece may take, in percent of
        /// the value times the chance.
        hidden_prey: 0, 0, 60, 3;
        /// Cost of a face-down square from which a cannon would shoot a great piece, in
        /// percent of the value times the chance.
        hidden_shot: 0, 0, 300, 5;
        /// Cost of a great piece beside face-down ones without a free neighbour, in percent
        /// of its value.
        walled: 0, 0, 60, 2;
        /// The same with one free neighbour.
        narrow: 0, -20, 60, 2;
        /// What a piece is worth less while it lies face down, in percent.
        face_down_discount: 2, 0, 60, 4;
        /// Worth of nearness to prey, in percent of the table.
        hunt: 720, 0, 1500, 40;
        /// What nearness is worth more while every piece lies face down, in percent.
        hunt_closed: 0, -100, 300, 10;
        /// What nearness is worth more for each step beyond two, in percent.
        hunt_far: 0, -12, 40, 2;
        /// Extra worth of nearness with the right parity, in percent.
        opposition: 0, 0, 300, 20;
        /// Worth of the turn.
        tempo: 6, 0, 100, 4;
    }
}
