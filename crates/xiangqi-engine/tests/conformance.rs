//! The engine conformance suite on every profile.

use game::{Game, Position as _};
use search::Settings;
use search::conformance::{Boxed, Pairing, Subject, Way, check, check_levels, there_and_back};
use xiangqi::{Ply, Position, XiangqiRules};
use xiangqi_engine::{PROFILES, XiangqiGame, create};

/// A profile, maybe with a network.
struct Profile {
    name: &'static str,
    network: Option<&'static [u8]>,
}

/// The network that comes with the engine.
const NETWORK: &[u8] = include_bytes!("../networks/chuhe.net");

const fn profile(name: &'static str) -> Profile {
    Profile { name, network: None }
}

/// Openings, middlegames and endings, nobody far ahead.
const POSITIONS: [&str; 5] = [
    xiangqi::START_FEN,
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w",
    "2bak4/4a4/4b1n2/p1N1p3p/6p2/2P1c4/P5P1P/4B1N2/4A4/2BAK4 w",
    "3ak4/4a4/b3b4/p1n1p3p/9/2N3R2/P3r3P/4B4/4A4/2BAK4 b",
    "2b1ka3/4a4/4b4/4p4/9/2R6/4P4/4B4/4A3r/3AK1B2 w",
];

/// Red is a rook or a horse ahead and has time.
const AHEAD: [&str; 3] = [
    "2bakab2/9/9/p3p3p/9/9/P3P3P/4C4/9/RNBAKAB2 w",
    "3akab2/9/4b4/p3p3p/9/2N6/P3P3P/4B4/9/R1BAKA3 w",
    "2bakab2/9/9/p1p1p1p1p/9/9/P1P1P1P1P/N7N/9/2BAKAB2 w",
];

fn game(fen: &str) -> XiangqiGame {
    Game::from_position(XiangqiRules::default(), fen.parse().expect(fen), 0)
}

impl Subject for Profile {
    type Position = Position;
    type Rules = XiangqiRules;

    fn engine(&self) -> Boxed<Self> {
        let settings = Settings { hash: 4, ..Settings::default() };
        let mut engine = create(self.name, &settings).expect("a listed profile");
        engine.set_network(self.network).expect("a network");
        engine
    }

    fn games(&self) -> Vec<XiangqiGame> {
        let mut games: Vec<XiangqiGame> = POSITIONS.into_iter().map(game).collect();
        let mut played = game(xiangqi::START_FEN);
        for ply in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"] {
            played.play(played.position().parse_ply(ply).expect(ply), ()).expect(ply);
        }
        games.push(played);
        games
    }

    fn repetitions(&self) -> Vec<[XiangqiGame; 2]> {
        let way: Way<Self> = Way {
            back: |ply: Ply| Ply::new(ply.to(), ply.from()),
            clock: |game: &XiangqiGame| game.history().limit().plies(),
        };
        let pair = |fen: &&str| there_and_back(self, &game(fen), &way);
        let found: Vec<_> = AHEAD.iter().filter_map(pair).collect();
        assert!(!found.is_empty(), "no favourite ply can be taken back");
        found
    }
}

#[test]
fn every_profile_keeps_the_laws_of_an_engine() {
    for (name, _) in PROFILES {
        check(&profile(name));
    }
}

#[test]
fn an_engine_with_a_network_keeps_them_too() {
    check(&Profile { name: "chuhe-hce", network: Some(NETWORK) });
    let network = network::XiangqiNetwork::from_bytes(NETWORK).unwrap();
    let correction = network.in_role(network::Role::Correction).to_bytes();
    check(&Profile { name: "chuhe-hce", network: Some(correction.leak()) });
}

#[test]
fn higher_levels_win() {
    let pairing = |weak, strong, pairs| Pairing { weak, strong, pairs, least: 60 };
    let pairings = [pairing(1, 4, 6), pairing(4, 6, 4)];
    let percent = check_levels(&profile("chuhe"), &XiangqiRules::default(), &pairings);
    eprintln!("points of the stronger level, in percent: {percent:?}");
}
