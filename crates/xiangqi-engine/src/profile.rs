//! The programs the engine can be, and the network that comes with it.

use std::sync::LazyLock;

use network::{Network, XiangqiInputs};

use crate::eval::EvalStyle;

/// Whether the profile `chuhe` evaluates with the network; if not, it does as
/// `chuhe-hce` does.
const USED: bool = true;

const FILE: &[u8] = include_bytes!("../networks/chuhe.net");

/// The programs the engine can be.
pub const PROFILES: [(&str, &str); 3] = [
    ("chuhe", "the strongest (default)"),
    ("chuhe-hce", "our own hand-written evaluation, tapered and tuned"),
    (
        "shenxiang",
        "the evaluation of the program 深象: values, tables, phases and features as documented",
    ),
];

/// One of [`PROFILES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// With the network that comes with it, if there is one.
    Chuhe,
    /// With a hand-written evaluation.
    HandWritten(EvalStyle),
}

impl Profile {
    const ALL: [Profile; 3] = [
        Profile::Chuhe,
        Profile::HandWritten(EvalStyle::Chuhe),
        Profile::HandWritten(EvalStyle::Shenxiang),
    ];

    /// The profile of a name.
    pub fn named(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Profile::Chuhe => "chuhe",
            Profile::HandWritten(EvalStyle::Chuhe) => "chuhe-hce",
            Profile::HandWritten(EvalStyle::Shenxiang) => "shenxiang",
        }
    }

    /// Its hand-written evaluation.
    pub const fn style(self) -> EvalStyle {
        match self {
            Profile::Chuhe => EvalStyle::Chuhe,
            Profile::HandWritten(style) => style,
        }
    }

    /// What tuning made of its numbers, as a list of changes. The profile with the network
    /// keeps the numbers that its network was trained to correct.
    pub const fn tuned(self) -> &'static str {
        match self {
            Profile::HandWritten(EvalStyle::Chuhe) => include_str!("../params/chuhe-hce.params"),
            _ => "",
        }
    }

    /// The network it evaluates with by itself.
    pub fn network(self) -> Option<Network<XiangqiInputs>> {
        static NETWORK: LazyLock<Network<XiangqiInputs>> =
            LazyLock::new(|| Network::from_bytes(FILE).expect("a test reads this file"));
        (USED && self == Profile::Chuhe).then(|| NETWORK.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_listed_can_be_had() {
        assert_eq!(PROFILES.map(|(name, _)| name), Profile::ALL.map(Profile::name));
    }

    #[test]
    fn the_file_is_a_network_of_this_game() {
        Network::<XiangqiInputs>::from_bytes(FILE).unwrap();
    }
}
