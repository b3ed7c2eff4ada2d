//! The network that comes with the engine.

use std::sync::LazyLock;

use network::BanqiNetwork;

/// Whether the profile `chuhe` evaluates with it; if not, it does as `chuhe-hce` does.
const USED: bool = true;

const FILE: &[u8] = include_bytes!("../networks/chuhe.net");

/// The network of the profile `chuhe`, if it has one.
pub(crate) fn shipped() -> Option<&'static BanqiNetwork> {
    static NETWORK: LazyLock<BanqiNetwork> =
        LazyLock::new(|| crate::chuhe::read_network(FILE).expect("a test reads this file"));
    USED.then(|| &*NETWORK)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_is_a_network_of_this_game() {
        crate::chuhe::read_network(super::FILE).unwrap();
    }
}
