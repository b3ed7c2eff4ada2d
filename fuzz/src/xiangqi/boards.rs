//! Boards and games that the input's bytes make.

use game::{Game, Position as _, Side};
use reference::xiangqi as slow;
use xiangqi::rules::chased;
use xiangqi::{Kind, Piece, Ply, Position, Setup, Square, Stage, XiangqiRules};

use super::{check_against_reference, check_verdict, slow_rules};
use crate::laws::{self, Choices, Playground};

/// Rule sets that differ in what a repetition means.
const RULES: [&str; 8] = [
    "computer",
    "computer,fold=2,insufficient-material=off",
    "allow-chase",
    "none,natural-limit=20",
    "computer,natural-limit=30",
    "asian",
    "chinese",
    "computer,fold=2,natural-limit=off",
];

/// The slow boards look at each position anew: long games cost the square.
const MOST_PLIES: usize = 60;

impl Playground for Position {
    fn begin(choices: &mut Choices<'_>) -> Position {
        let odd = choices.below(2) == 1;
        if odd && let Some(position) = placed(choices) { position } else { Position::start() }
    }
}

/// Kings first, then a piece and a point each; what the rules refuse is left out.
fn placed(choices: &mut Choices<'_>) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = Side::BOTH[choices.below(2)];
    for side in Side::BOTH {
        let (file, rank) = (3 + choices.below(3), choices.below(3));
        let rank = if side == Side::Red { rank } else { 9 - rank };
        setup.board[Square::new(file, rank)?.index()] = Some(Piece::new(side, Kind::King));
    }
    // Few pieces have room to chase each other.
    let count = [4, 8, 12, 30][choices.below(4)];
    for _ in 0..count {
        let piece = Piece::from_index(choices.below(Piece::COUNT));
        let index = choices.below(Square::COUNT);
        if setup.board[index].is_none() {
            setup.board[index] = Some(piece);
            if Position::try_from(&setup).is_err() && !only_kings(&setup) {
                setup.board[index] = None;
            }
        }
    }
    Position::try_from(&setup).ok()
}

/// Kings that face each other wait for a piece between them.
fn only_kings(setup: &Setup) -> bool {
    setup.board.iter().flatten().count() <= 3
}

/// The plies generated are exactly the legal ones, whole and by stages.
pub fn legal(bytes: &[u8]) {
    let position: Position = laws::reached(bytes);
    check_against_reference(&position);
    let generated = sorted(position.legal_plies().to_vec());
    let codes = (0..1 << 14).filter_map(Ply::from_code);
    let legal: Vec<_> = codes.filter(|&ply| position.is_legal(ply)).collect();
    assert_eq!(generated, sorted(legal), "generated and legal differ in {position}");
    let (captures, quiets) = (position.plies(Stage::Captures), position.plies(Stage::Quiets));
    let staged = captures.iter().chain(&quiets).copied().collect();
    assert_eq!(generated, sorted(staged), "the stages miss or double a ply in {position}");
}

fn sorted(mut plies: Vec<Ply>) -> Vec<Ply> {
    plies.sort_unstable();
    plies
}

/// A game full of repetitions, judged as the slow boards judge it: each side
/// plays a ply, then both go back and forth for a while.
pub fn repetition(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let rules: XiangqiRules = RULES[choices.below(RULES.len())].parse().expect("a rule set");
    let start = Position::begin(&mut choices);
    let second = slow_rules(&rules)
        .map(|rules| slow::Game::new(&start.to_string(), rules).expect("an accepted position"));
    let mut pair = Pair { game: Game::from_position(rules, start, 0), second };
    check_verdict(&pair.game, pair.second.as_ref());
    while pair.game.plies().len() < MOST_PLIES
        && let Some(byte) = choices.byte()
        && pair.play(pair.first_ply(byte.into()))
        && pair.play(pair.answer(choices.below(256)))
    {
        let back_and_forth = [0, 4, 10][choices.below(3)];
        (0..back_and_forth).all(|_| pair.play(pair.ply_back()));
    }
}

/// One game on both boards.
struct Pair {
    game: Game<Position, XiangqiRules>,
    second: Option<slow::Game>,
}

impl Pair {
    /// Plays on both boards; false if there is no ply or the game has ended.
    fn play(&mut self, ply: Option<Ply>) -> bool {
        let Some(ply) = ply.filter(|&ply| self.game.play(ply, ()).is_ok()) else { return false };
        if let Some(second) = &mut self.second {
            second.play(&ply.to_string()).expect("a legal ply is legal for both");
        }
        check_verdict(&self.game, self.second.as_ref());
        true
    }

    /// The ply that takes back this side's last one, legal or not.
    fn ply_back(&self) -> Option<Ply> {
        let own = self.game.plies().iter().nth_back(1)?.ply;
        Some(Ply::new(own.to(), own.from()))
    }

    /// Any ply, or one that gives check, or one of a piece that is attacked.
    fn first_ply(&self, byte: usize) -> Option<Ply> {
        let position = self.game.position();
        let attacked = chased(position, !position.turn(), &self.game.rules().repetition);
        match byte {
            0xc0.. => self.pick(byte, |ply| position.plies(Stage::QuietChecks).contains(&ply)),
            0x40.. => self.pick(byte, |ply| attacked.has(ply.from())),
            _ => self.pick(byte, |_| true),
        }
    }

    /// Any ply, or one that goes as far the same way as the last one: so a
    /// chaser follows its victim, and a guard its charge.
    fn answer(&self, byte: usize) -> Option<Ply> {
        let last = self.game.plies().last().map(|last| way(last.ply));
        self.pick(byte, |ply| byte < 0x60 || Some(way(ply)) == last)
    }

    /// One of the legal plies that are wanted; if there are none, any.
    fn pick(&self, byte: usize, wanted: impl Fn(Ply) -> bool) -> Option<Ply> {
        let plies = self.game.position().legal_plies();
        let found: Vec<Ply> = plies.iter().copied().filter(|&ply| wanted(ply)).collect();
        let among = if found.is_empty() { &plies[..] } else { &found[..] };
        among.get(byte % among.len().max(1)).copied()
    }
}

/// How far a ply goes, by file and by rank.
fn way(ply: Ply) -> (usize, usize) {
    let (from, to) = (ply.from(), ply.to());
    (9 + to.file() - from.file(), 10 + to.rank() - from.rank())
}
