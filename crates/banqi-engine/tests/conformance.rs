//! The engine conformance suite on every profile.

use banqi::{BanqiRules, Deal, Ply, Position};
use banqi_engine::{BanqiGame, PROFILES, create};
use game::{Game, Position as _};
use network::{BanqiInputs, BanqiNetwork, Inputs as _, Role};
use search::Settings;
use search::conformance::{Boxed, Pairing, Subject, Way, check, check_levels, there_and_back};

/// A profile, maybe with a network.
struct Profile {
    name: &'static str,
    network: Option<&'static [u8]>,
    params: &'static str,
}

/// The network that comes with the engine.
const NETWORK: &[u8] = include_bytes!("../networks/chuhe.net");

const fn profile(name: &'static str) -> Profile {
    Profile { name, network: None, params: "" }
}

impl Profile {
    fn is_ours(&self) -> bool {
        self.name.starts_with("chuhe")
    }
}

/// Beginnings, middlegames and endings, with and without face-down pieces.
const POSITIONS: [&str; 4] = [
    "XXXXXXXX/PXXXrhXX/XRXXXXXH/hXP1XAX1 b K1A1E2R1H1C2P3k1a2e2r1c1p4",
    "pkXXXXrX/cpaXX1XP/hXPXXXC1/1eXHP1Pc b K1A1E1R2H1P1a1e1r1h1p2",
    "3R4/1a4e1/2P2h2/5C1r r",
    "8/1K3a2/2e4R/5r2 b",
];

/// Red is ahead and nothing is about to be taken.
const AHEAD: [&str; 2] = ["K7/8/8/A5h1 r", "R6E/8/8/K5p1 r"];

fn game(text: &str) -> BanqiGame {
    Game::from_position(BanqiRules::default(), text.parse().expect(text), 0)
}

impl Subject for Profile {
    type Position = Position;
    type Rules = BanqiRules;

    fn engine(&self) -> Boxed<Self> {
        let params = self.params.to_owned();
        let settings = Settings { hash: 4, params, ..Settings::default() };
        let mut engine = create(self.name, &settings).expect("a listed profile");
        engine.set_network(self.network).expect("a network");
        engine
    }

    fn games(&self) -> Vec<BanqiGame> {
        let mut games: Vec<BanqiGame> = POSITIONS.into_iter().map(game).collect();
        let (mut played, deal) = (BanqiGame::new(BanqiRules::default()), Deal::shuffled(3));
        while played.plies().len() < 12 {
            let ply = played.position().legal_plies()[0];
            played.play(ply, deal.reveal(ply)).expect("the game is not over so early");
        }
        games.push(played);
        games
    }

    fn repetitions(&self) -> Vec<[BanqiGame; 2]> {
        // The older programs know no repetition.
        if !self.is_ours() && self.name != "ntu-2018" {
            return Vec::new();
        }
        let way: Way<Self> = Way {
            back: |ply: Ply| Ply::new(ply.to(), ply.from()),
            clock: |game: &BanqiGame| game.history().clock(),
        };
        let pair = |text: &&str| there_and_back(self, &game(text), &way);
        let found: Vec<_> = AHEAD.iter().filter_map(pair).collect();
        assert!(!found.is_empty(), "no favourite ply can be taken back");
        found
    }

    fn deepens(&self) -> bool {
        self.is_ours()
    }

    fn has_lines(&self) -> bool {
        self.is_ours()
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
    let network = BanqiNetwork::from_bytes(NETWORK).unwrap();
    let numbers = network.parameters();
    let roles = [(Role::Whole, BanqiInputs::SCALE), (Role::Correction, 900)];
    for (role, scale) in roles {
        let network = BanqiNetwork::new(network.shape(), scale, &numbers).unwrap();
        let bytes = network.in_role(role).to_bytes().leak();
        check(&Profile { network: Some(bytes), ..profile("chuhe-hce") });
        if role == Role::Whole {
            let params = "search.network_terms=100";
            check(&Profile { network: Some(bytes), params, ..profile("chuhe-hce") });
        }
    }
}

#[test]
fn higher_levels_win() {
    let pairing = |weak, strong, pairs| Pairing { weak, strong, pairs, least: 55 };
    let pairings = [pairing(1, 4, 12), pairing(4, 7, 6)];
    let percent = check_levels(&profile("chuhe"), &BanqiRules::default(), &pairings);
    eprintln!("points of the stronger level, in percent: {percent:?}");
}
