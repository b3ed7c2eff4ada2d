//! The addresses under which other devices in the same net reach this machine.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// So many are worth showing.
const MOST: usize = 3;
/// Interfaces of containers and virtual machines: nothing outside reaches them.
const VIRTUAL: [&str; 8] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel"];

/// This machine's addresses in local nets, the likeliest first.
pub fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let named = interfaces.iter().map(|interface| (interface.name.as_str(), interface.ip()));
    reachable(named, usual())
}

/// The address this machine uses towards others. Nothing is sent: connecting a
/// datagram socket only asks which way a packet would take.
fn usual() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Addresses of the fourth version only: those of the sixth that a phone reaches
/// are too long to type.
fn reachable<'a>(
    interfaces: impl Iterator<Item = (&'a str, IpAddr)>,
    usual: Option<IpAddr>,
) -> Vec<IpAddr> {
    let is_virtual = |name: &str| VIRTUAL.iter().any(|prefix| name.starts_with(prefix));
    let fits = |address: &Ipv4Addr| !address.is_loopback() && !address.is_unspecified();
    let mut found: Vec<Ipv4Addr> = interfaces
        .filter(|(name, _)| !is_virtual(name))
        .filter_map(|(_, address)| match address {
            IpAddr::V4(address) => Some(address).filter(fits),
            IpAddr::V6(_) => None,
        })
        .collect();
    found.sort_by_key(|&address| {
        (Some(IpAddr::V4(address)) != usual, address.is_link_local(), !address.is_private())
    });
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(IpAddr::V4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_used_towards_others_comes_first_and_containers_not_at_all() {
        let all = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("wlan0", "169.254.3.4"),
            ("tun0", "203.0.113.9"),
            ("eth1", "10.0.0.7"),
            ("eth0", "192.168.1.5"),
            ("eth0", "fe80::1"),
        ];
        let texts = |count: usize, usual: Option<&str>| -> Vec<String> {
            let read = |text: &str| text.parse::<IpAddr>().expect("an address");
            let interfaces = all[..count].iter().map(|&(name, address)| (name, read(address)));
            reachable(interfaces, usual.map(read)).iter().map(IpAddr::to_string).collect()
        };
        assert_eq!(texts(7, Some("192.168.1.5")), ["192.168.1.5", "10.0.0.7", "203.0.113.9"]);
        assert_eq!(texts(7, None), ["10.0.0.7", "192.168.1.5", "203.0.113.9"]);
        assert_eq!(texts(2, None), [] as [&str; 0]);
    }
}
