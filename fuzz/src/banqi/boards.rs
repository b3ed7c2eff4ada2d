//! Boards and games that the input's bytes make.

use banqi::notation::coordinate;
use banqi::{BanqiRules, Piece, Played, Ply, Pool, Position, Setup, Square, Tile};
use game::{Game, Position as _, Side};
use reference::banqi as slow;

use super::{check_against_reference, check_verdict, slow_rules};
use crate::laws::{self, Choices, Playground};

/// Rule sets that differ in what ends a game.
const RULES: [&str; 6] = [
    "tcga",
    "ntu-2018",
    "thesis-2010 long_chase=3",
    "olympiad-2022 repetition=cycle:2",
    "repetition=off no_progress_plies=0 long_chase=2",
    "repetition=position:2 long_chase=4",
];

/// The slow boards look at each position anew: long games cost the square.
const MOST_PLIES: usize = 80;

impl Playground for Position {
    fn begin(choices: &mut Choices<'_>) -> Position {
        let odd = choices.below(2) == 1;
        if odd && let Some(position) = placed(choices) { position } else { Position::start() }
    }
}

/// A square and a piece each, face up or face down; what the set does not have
/// is left out.
fn placed(choices: &mut Choices<'_>) -> Option<Position> {
    let mut board = [None; Square::COUNT];
    let (mut pool, mut left) = (Pool::EMPTY, Pool::FULL);
    let turn = Some(Side::BOTH[choices.below(2)]);
    // Few pieces have room to chase each other.
    let count = [3, 6, 12, Square::COUNT][choices.below(4)];
    for _ in 0..count {
        let (code, index) = (choices.below(2 * Piece::COUNT), choices.below(Square::COUNT));
        let piece = Piece::from_index(code % Piece::COUNT);
        if board[index].is_some() || left.count(piece) == 0 {
            continue;
        }
        left = left.with(piece, left.count(piece) - 1);
        let face_up = code < Piece::COUNT;
        board[index] = Some(if face_up { Tile::from(piece) } else { Tile::FACE_DOWN });
        if !face_up {
            pool = pool.with(piece, pool.count(piece) + 1);
        }
    }
    Position::try_from(&Setup { board, turn, pool: Some(pool), clock: 0, ply: 1 }).ok()
}

/// The plies generated are exactly the legal ones.
pub fn legal(bytes: &[u8]) {
    let position: Position = laws::reached(bytes);
    check_against_reference(&position);
    let mut generated = position.legal_plies().to_vec();
    generated.sort_unstable();
    let every = (0..Ply::COUNT).map(Ply::from_index);
    let mut legal: Vec<_> = every.filter(|&ply| position.is_legal(ply)).collect();
    legal.sort_unstable();
    assert_eq!(generated, legal, "generated and legal differ in {position}");
}

/// A game full of repetitions, judged as the slow boards judge it: each side
/// plays a ply, then both go back and forth for a while.
pub fn repetition(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let rules: BanqiRules = RULES[choices.below(RULES.len())].parse().expect("a rule set");
    let start = Position::begin(&mut choices);
    let second = slow::Game::new(&start.to_string(), slow_rules(rules)).expect("a position");
    let mut pair = Pair { game: Game::from_position(rules, start, 0), second };
    check_verdict(&pair.game, &pair.second);
    while pair.game.plies().len() < MOST_PLIES
        && let Some(byte) = choices.byte()
        && pair.play(pair.free_ply(byte.into()), &mut choices)
        && pair.play(pair.free_ply(choices.below(256)), &mut choices)
    {
        let back_and_forth = [0, 4, 10][choices.below(3)];
        (0..back_and_forth).all(|_| pair.play(pair.ply_back(), &mut choices));
    }
}

/// One game on both boards.
struct Pair {
    game: Game<Position, BanqiRules>,
    second: slow::Game,
}

impl Pair {
    /// Plays on both boards; false if there is no ply or the game has ended.
    fn play(&mut self, ply: Option<Ply>, choices: &mut Choices<'_>) -> bool {
        let legal = ply.filter(|&ply| self.game.position().is_legal(ply));
        let reveal = legal.and_then(|ply| choices.pick(&self.game.position().reveals(ply)));
        let (Some(ply), Some((reveal, _))) = (legal, reveal) else { return false };
        if self.game.play(ply, reveal).is_err() {
            return false;
        }
        let text = coordinate::write(&Played { ply, reveal });
        self.second.play(&text, None).expect("a legal ply is legal for both");
        check_verdict(&self.game, &self.second);
        true
    }

    /// The ply that takes back this side's last one, legal or not.
    fn ply_back(&self) -> Option<Ply> {
        let own = self.game.plies().iter().nth_back(1)?.ply;
        (!own.is_flip()).then(|| Ply::new(own.to(), own.from()))
    }

    /// Any ply, or one that goes the same way as the last ply, as a chaser does.
    fn free_ply(&self, byte: usize) -> Option<Ply> {
        let plies = self.game.position().legal_plies();
        let last = self.game.plies().last().map(|last| way(last.ply));
        let follows = |ply: &&Ply| byte >= 0x80 && Some(way(**ply)) == last;
        let following: Vec<Ply> = plies.iter().filter(follows).copied().collect();
        let wanted = if following.is_empty() { &plies[..] } else { &following[..] };
        wanted.get(byte % wanted.len().max(1)).copied()
    }
}

/// How far a ply goes, by file and by rank.
fn way(ply: Ply) -> (usize, usize) {
    let (from, to) = (ply.from(), ply.to());
    (8 + to.file() - from.file(), 4 + to.rank() - from.rank())
}
