//! The engine conformance suite on every profile.

use banqi::{BanqiRules, Deal, Ply, Position};
use banqi_engine::{BanqiGame, PROFILES, create};
use game::{Game, Position as _};
use search::Settings;
use search::conformance::{Boxed, Pairing, Subject, Way, check, check_levels, there_and_back};

struct Profile(&'static str);

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
        create(self.0, &Settings { hash: 4, ..Settings::default() }).expect("a listed profile")
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
        if !matches!(self.0, "chuhe" | "ntu-2018") {
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
        self.0 == "chuhe"
    }

    fn has_lines(&self) -> bool {
        self.0 == "chuhe"
    }
}

#[test]
fn every_profile_keeps_the_laws_of_an_engine() {
    for (profile, _) in PROFILES {
        check(&Profile(profile));
    }
}

#[test]
fn higher_levels_win() {
    let pairing = |weak, strong, pairs| Pairing { weak, strong, pairs, least: 55 };
    let pairings = [pairing(1, 4, 12), pairing(4, 7, 6)];
    let percent = check_levels(&Profile("chuhe"), &BanqiRules::default(), &pairings);
    eprintln!("points of the stronger level, in percent: {percent:?}");
}
