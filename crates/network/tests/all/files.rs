//! Files: what is written is read back, and damage is named.

use super::*;
use network::checksum::crc32;
use network::{BanqiNetwork, Header, Network, NetworkError, Role, XiangqiNetwork};

fn small() -> XiangqiNetwork {
    Network::random(shape(Width::W64, XiangqiInputs::default()), 4)
}

/// The bytes with a checksum that fits again.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn error(bytes: &[u8]) -> NetworkError {
    XiangqiNetwork::from_bytes(bytes).expect_err("a damaged file is refused")
}

#[test]
fn what_is_written_is_read_back() {
    for inputs in xiangqi_inputs() {
        let network = Network::random(shape(Width::W128, inputs), 4);
        let read = XiangqiNetwork::from_bytes(&network.to_bytes()).unwrap();
        assert_eq!((read.shape(), read.scale()), (network.shape(), network.scale()));
        assert_eq!(read.parameters(), network.parameters());
    }
    let network = Network::random(shape(Width::W1024, BanqiInputs), 4);
    let read = BanqiNetwork::from_bytes(&network.to_bytes()).unwrap();
    assert_eq!(read.parameters(), network.parameters());
}

#[test]
fn the_role_is_read_back_and_decides_the_value() {
    let banqi = BanqiNetwork::random(shape(Width::W64, BanqiInputs), 3);
    let correction = banqi.clone().in_role(Role::Correction);
    let read = BanqiNetwork::from_bytes(&correction.to_bytes()).unwrap();
    assert_eq!((banqi.role(), read.role()), (Role::Whole, Role::Correction));
    let start = banqi::Position::start();
    let [whole, corrected] = [&banqi, &read].map(|of| of.evaluate(&start, Clock::default()));
    // One is linear in the chance to win, the other in its logit.
    let logit = f64::from(corrected) / f64::from(banqi.scale());
    let chance = 1.0 / (1.0 + (-logit).exp());
    assert!((f64::from(whole) - 4000.0 * (2.0 * chance - 1.0)).abs() < 2.0, "{whole} {logit}");
    assert_ne!(whole, corrected);
    let mut unknown = correction.to_bytes();
    unknown[11] = 2;
    let error = BanqiNetwork::from_bytes(&sealed(unknown)).unwrap_err();
    assert_eq!(error, NetworkError::UnknownRole(2));
}

#[test]
fn comments_are_read_back_and_files_without_one_too() {
    let network = small().with_comment("40 批, 1,000 positions");
    let bytes = network.to_bytes();
    assert_eq!(XiangqiNetwork::from_bytes(&bytes).unwrap().comment(), network.comment());
    // Version 1 had none: no length, no text.
    let mut old = small().to_bytes();
    let end = old.len() - 6;
    old.drain(end..end + 2);
    old[8] = 1;
    let read = XiangqiNetwork::from_bytes(&sealed(old)).unwrap();
    assert_eq!((read.comment(), read.parameters()), ("", small().parameters()));
    let mut wrong = bytes.clone();
    let first = bytes.len() - 4 - network.comment().len();
    wrong[first] = 0xff;
    assert_eq!(error(&sealed(wrong)), NetworkError::Comment);
    let long = small().with_comment(&"將".repeat(30_000));
    assert_eq!(long.comment().chars().count(), 65_535 / 3);
    assert_eq!(XiangqiNetwork::from_bytes(&long.to_bytes()).unwrap().comment(), long.comment());
}

#[test]
fn each_damage_is_named() {
    let good = small().to_bytes();
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(error(b""), NetworkError::Magic);
    assert_eq!(error(b"PNG"), NetworkError::Magic);
    assert_eq!(error(&changed(0, b'X')), NetworkError::Magic);
    assert_eq!(error(b"CHUHENET"), NetworkError::Truncated { found: 8, expected: 20 });
    assert_eq!(error(&changed(8, 3)), NetworkError::Version { found: 3, expected: 2 });
    assert_eq!(error(&changed(10, 9)), NetworkError::UnknownGame(9));
    assert_eq!(error(&changed(12, 5)), NetworkError::Inputs([5, 0]));
    assert_eq!(error(&changed(14, 65)), NetworkError::Width(65));
    let (found, expected) = (good.len() - 1, good.len());
    assert_eq!(error(&good[..found]), NetworkError::Truncated { found, expected });
    let longer = [good.as_slice(), b"!"].concat();
    assert_eq!(error(&longer), NetworkError::Trailing { found: expected + 1, expected });
    assert!(matches!(error(&changed(100, !good[100])), NetworkError::Checksum { .. }));
    let other = BanqiNetwork::from_bytes(&good).unwrap_err();
    assert_eq!(other.to_string(), "network for xiangqi: expected one for banqi");
}

#[test]
fn a_header_that_promises_much_is_refused_by_its_length() {
    let mut bytes = small().to_bytes();
    // Six king buckets and 1,024 columns.
    (bytes[12], bytes[14], bytes[15]) = (6, 0, 4);
    let found = bytes.len();
    assert!(matches!(error(&bytes), NetworkError::Truncated { found: n, expected }
        if n == found && expected > 15_000_000));
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let mut bytes = small().to_bytes();
    bytes[20..22].copy_from_slice(&506i16.to_le_bytes());
    assert_eq!(
        error(&sealed(bytes)).to_string(),
        "input weight number 0 is 506: expected at most 505 either way"
    );
    let mut bytes = small().to_bytes();
    bytes[16..20].copy_from_slice(&0i32.to_le_bytes());
    assert_eq!(error(&sealed(bytes)), NetworkError::Scale(0));
    let wide = Network::random(shape(Width::W1024, XiangqiInputs::default()), 4);
    let mut parameters = wide.parameters();
    parameters.outputs.fill(-128);
    let refused = Network::new(wide.shape(), 270, &parameters).unwrap_err();
    assert!(matches!(refused, NetworkError::TooLarge { group: "sum of output weights", .. }));
}

#[test]
fn a_changed_bit_or_a_missing_end_is_refused() {
    let good = small().with_comment("where it comes from").to_bytes();
    let mut rng = Rng::new(3);
    // All of the header and of the end, and some of the weights between.
    let ends = (0..40).chain(good.len() - 40..good.len());
    let places: Vec<usize> = ends.chain((0..400).map(|_| rng.below(good.len()))).collect();
    for at in places {
        let mut changed = good.clone();
        changed[at] ^= 1 << rng.below(8);
        assert!(XiangqiNetwork::from_bytes(&changed).is_err(), "byte {at} changed");
        assert!(XiangqiNetwork::from_bytes(&good[..at]).is_err(), "cut to {at} bytes");
    }
    assert!(XiangqiNetwork::from_bytes(&good).is_ok());
}

#[test]
fn no_bytes_make_a_panic() {
    let good = small().to_bytes();
    let mut rng = Rng::new(8);
    for _ in 0..300 {
        let mut bytes = good.clone();
        for _ in 0..1 + rng.below(4) {
            let at = if rng.below(2) == 0 { rng.below(40) } else { rng.below(bytes.len()) };
            bytes[at] = rng.next_u64() as u8;
        }
        bytes.truncate(rng.below(2 * good.len()));
        let bytes = if bytes.len() > 30 && rng.below(2) == 0 { sealed(bytes) } else { bytes };
        let _ = Header::read(&bytes);
        let _ = BanqiNetwork::from_bytes(&bytes);
        if let Ok(network) = XiangqiNetwork::from_bytes(&bytes) {
            network.evaluate(&xiangqi::Position::start(), ());
        }
    }
}

#[test]
fn extreme_weights_do_not_overflow() {
    let plain = Network::random(shape(Width::W128, BanqiInputs), 4);
    let mut parameters = plain.parameters();
    parameters.features.fill(505);
    parameters.bias.fill(505);
    parameters.outputs.fill(127);
    parameters.output_bias.fill(1_000_000);
    let network = Network::new(plain.shape(), 4000, &parameters).unwrap();
    assert_eq!(network.evaluate(&banqi::Position::start(), Clock::default()), 4000);
}
