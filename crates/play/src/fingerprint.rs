//! What stands for an engine, so that two machines can see that they have the same.

use game::{GameKind, splitmix64};
use search::{Limits, ParamSet, Unattended};

use crate::game::AnyGame;
use crate::player::{GameRef, Player};

/// Where dark chess is probed: the first flip of a game needs no search.
const BANQI_PROBE: &str = "2k2e2/1P4R1/3h2c1/K2A1p2 r";

/// What stands for an engine on this machine: version, game, profile, parameters with
/// their ranges, and the node count of a small search, which any change of search or
/// evaluation changes.
///
/// # Errors
/// If it finds nothing.
pub fn fingerprint(player: &mut Player) -> Result<String, String> {
    let kind = player.kind();
    let start = (kind == GameKind::Banqi).then_some(BANQI_PROBE);
    let game = AnyGame::open(kind, start, None).map_err(|error| error.to_string())?;
    let limits = Limits { depth: Some(6), nodes: Some(50_000), ..Limits::default() };
    player.new_game();
    let chosen = player
        .choose(GameRef::from(&game), limits, splitmix64(1), &Unattended)
        .map_err(|error| error.to_string())?;
    Ok(format!(
        "chuhe {} {kind} {} parameters {:016x} probe {}",
        env!("CARGO_PKG_VERSION"),
        player.profile(),
        hash_of_specs(&player.params()),
        chosen.nodes
    ))
}

/// What stands for a list of parameters: names, defaults and ranges.
fn hash_of_specs(set: &ParamSet) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut eat = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for spec in set.specs() {
        eat(spec.name.as_bytes());
        for number in [spec.default, spec.min, spec.max] {
            eat(&number.to_le_bytes());
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: GameKind, profile: &str) -> String {
        fingerprint(&mut Player::new(kind, profile, &[]).unwrap()).unwrap()
    }

    #[test]
    fn the_same_engine_has_the_same_and_another_another() {
        for kind in GameKind::ALL {
            let plain = of(kind, "chuhe-hce");
            assert_eq!(plain, of(kind, "chuhe-hce"));
            assert_ne!(plain, of(kind, "chuhe"), "another profile");
        }
    }
}
