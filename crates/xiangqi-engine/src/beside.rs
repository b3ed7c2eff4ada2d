//! What stands beside the terms of the hand-written evaluation, for tuners: how often each
//! shape counts on a board, and what the network says.

use game::Side;
use network::{Network, Role, XiangqiInputs};
use patterns::{MatchState, Matcher, PatternSet, shipped};
use xiangqi::Position;

use crate::patterns::shares;
use crate::profile::Profile;

/// Shapes and the network of a profile.
pub struct Beside {
    set: &'static PatternSet,
    matcher: Matcher,
    network: Option<Network<XiangqiInputs>>,
}

impl Beside {
    /// What a profile has; `None` if there is no such profile.
    pub fn new(profile: &str) -> Option<Beside> {
        let network = Profile::named(profile)?.network();
        Some(Beside {
            set: shipped::shipped(),
            matcher: shipped::matcher(),
            network: network.filter(|network| network.role() == Role::Correction),
        })
    }

    /// What a state for [`Beside::shapes`] begins with.
    pub fn start(&self) -> MatchState {
        self.matcher.start()
    }

    /// What the network adds to the hand-written evaluation, for the side to move.
    pub fn correction(&self, position: &Position) -> i32 {
        self.network.as_ref().map_or(0, |network| network.evaluate(position, ()))
    }

    /// Shows every shape on the board: its name and how much its early and its late weight
    /// count for red.
    pub fn shapes(
        &self,
        state: &mut MatchState,
        position: &Position,
        mut show: impl FnMut(&str, [f32; 2]),
    ) {
        let shares = shares(position);
        for found in self.matcher.matches(self.set, state, position) {
            let count = found.count as f32;
            let count = if found.side == Side::Red { count } else { -count };
            show(&self.set.patterns[found.pattern].key, shares.map(|share| share * count));
        }
    }
}
