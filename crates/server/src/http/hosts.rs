//! The names the server answers to. A page of another site can make a browser
//! send requests here, even under a name of its own that points to this machine;
//! it cannot make the browser lie about the name and the origin.

use std::net::{IpAddr, SocketAddr};

/// The names the server answers to.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    port: u16,
    /// Listening everywhere: any address written in numbers may be ours.
    any_address: bool,
}

impl Hosts {
    /// The names of a server on an address, and some more.
    pub fn new(address: SocketAddr, more: &[String]) -> Hosts {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        names.push(host_text(address.ip()));
        names.extend(more.iter().map(|name| name.to_ascii_lowercase()));
        Hosts { names, port: address.port(), any_address: address.ip().is_unspecified() }
    }

    /// Whether a `Host` header names this server.
    pub fn allows_host(&self, host: &str) -> bool {
        let (name, port) = split_port(host);
        let port_fits = match port {
            Some(port) => port.parse() == Ok(self.port),
            // Port 80 is not written.
            None => self.port == 80,
        };
        // A name that was added by hand may stand before another port: a proxy's.
        let added = self.names[4..].iter().any(|known| known.eq_ignore_ascii_case(name));
        let known = self.names.iter().any(|known| known.eq_ignore_ascii_case(name));
        added || port_fits && (known || self.any_address && is_address(name))
    }

    /// Whether an `Origin` header is the page of this server itself, given the
    /// host it was asked under.
    pub fn allows_origin(&self, origin: &str, host: &str) -> bool {
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
    }
}

/// An address as a host: IPv6 in brackets.
pub fn host_text(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

fn split_port(host: &str) -> (&str, Option<&str>) {
    let after_name = host.rfind(']').map_or(0, |bracket| bracket + 1);
    match host[after_name..].rfind(':') {
        Some(colon) => (&host[..after_name + colon], Some(&host[after_name + colon + 1..])),
        None => (host, None),
    }
}

fn is_address(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(bare) => bare.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.parse::<std::net::Ipv4Addr>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_answered() {
        let hosts = Hosts::new("127.0.0.1:8688".parse().unwrap(), &[]);
        for good in ["localhost:8688", "127.0.0.1:8688", "[::1]:8688", "LocalHost:8688"] {
            assert!(hosts.allows_host(good), "{good}");
        }
        for bad in [
            "",
            "localhost",
            "localhost:80",
            "evil.example:8688",
            "evil.example",
            "127.0.0.2:8688",
            "localhost:8688.evil.example",
            "localhost.evil.example:8688",
            "user@localhost:8688",
            "[::1",
            "::1:8688",
            "localhost:",
            ":8688",
            "192.168.1.5:8688",
        ] {
            assert!(!hosts.allows_host(bad), "{bad}");
        }
    }

    #[test]
    fn a_server_for_everybody_answers_to_numbers_and_to_added_names() {
        let hosts = Hosts::new("0.0.0.0:9000".parse().unwrap(), &["Chess.Home".to_owned()]);
        for good in ["192.168.1.5:9000", "[fe80::1]:9000", "chess.home:9000", "chess.home"] {
            assert!(hosts.allows_host(good), "{good}");
        }
        for bad in ["evil.example:9000", "192.168.1.5:80", "1.2.3:9000"] {
            assert!(!hosts.allows_host(bad), "{bad}");
        }
    }

    #[test]
    fn the_origin_must_be_the_host() {
        let hosts = Hosts::new("127.0.0.1:8688".parse().unwrap(), &[]);
        let allows = |origin| hosts.allows_origin(origin, "localhost:8688");
        assert!(allows("http://localhost:8688"));
        for bad in [
            "null",
            "http://evil.example",
            "http://localhost:8689",
            "http://127.0.0.1:8688",
            "localhost:8688",
            "file://",
        ] {
            assert!(!allows(bad), "{bad}");
        }
    }
}
