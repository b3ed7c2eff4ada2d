//! Random patterns and boards, for tests and measurements: same seed, same result.

use std::fmt::Write as _;

use game::{NullObserver, Position as _, Rng};
use xiangqi::{Piece, Position, Square};

use crate::set::PatternSet;

/// A legal position: some random plies from the start, or pieces put anywhere.
pub fn position(rng: &mut Rng) -> Position {
    if rng.below(2) == 0 { played(rng) } else { scattered(rng) }
}

/// A position after random plies.
pub fn played(rng: &mut Rng) -> Position {
    let mut position = Position::start();
    for _ in 0..rng.below(160) {
        let plies = position.legal_plies();
        let Some(&ply) = rng.choose(&plies) else { break };
        position.make(ply, (), &mut NullObserver);
    }
    position
}

/// Random pieces on random points.
fn scattered(rng: &mut Rng) -> Position {
    loop {
        let mut board = [None; Square::COUNT];
        let mut wanted = vec![Piece::from_index(0), Piece::from_index(7)];
        for index in 0..14 {
            let piece = Piece::from_index(index);
            if index % 7 != 0 {
                let many = rng.below(piece.kind().full_count() as usize + 1);
                wanted.extend(std::iter::repeat_n(piece, many));
            }
        }
        for piece in wanted {
            let free = |square: &Square| {
                board[square.index()].is_none()
                    && crate::pattern::can_stand(piece) >> square.index() & 1 != 0
            };
            let squares: Vec<Square> = Square::all().filter(free).collect();
            if let Some(square) = rng.choose(&squares) {
                board[square.index()] = Some(piece);
            }
        }
        if let Ok(position) = fen(&board, rng.below(2) == 0).parse() {
            return position;
        }
    }
}

fn fen(board: &[Option<Piece>; Square::COUNT], red: bool) -> String {
    let row = |rank: usize| -> String {
        (0..9).map(|file| board[rank * 9 + file].map_or('1', Piece::letter)).collect()
    };
    let rows: Vec<String> = (0..10).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if red { "w" } else { "b" })
}

const SIDES: [&str; 2] = ["us", "them"];
const KINDS: [&str; 7] = ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"];

/// A set of random patterns of the document's make: three or four locations, and in
/// every fourth a line, a relation or an absence besides.
pub fn set(rng: &mut Rng, count: usize) -> PatternSet {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(text, "{}", pattern(rng, &format!("random-{number}")));
    }
    PatternSet::of(crate::resolve::read(&text).0)
}

/// One random pattern as text; it may be one that can never match.
pub fn pattern(rng: &mut Rng, name: &str) -> String {
    let mut parts = Vec::new();
    let count = 3 + rng.below(2);
    // Shapes are about kings.
    parts.push(format!("(at them.king {})", points(rng, "king", true)));
    while parts.len() < count {
        let (side, kind) = (SIDES[rng.below(2)], KINDS[1 + rng.below(6)]);
        parts.push(format!("(at {side}.{kind} {})", points(rng, kind, side == "them")));
    }
    if rng.below(4) == 0 {
        parts.push(extra(rng));
    }
    let mirror = if rng.below(8) == 0 { " (mirror no)" } else { "" };
    format!("(pattern {name} (when {}){mirror})", parts.join(" "))
}

/// Some points a kind can stand on: one to eight, of kings at most three.
fn points(rng: &mut Rng, kind: &str, theirs: bool) -> String {
    let side = if theirs { game::Side::Black } else { game::Side::Red };
    let kind = crate::vocabulary::kind(kind).unwrap_or(xiangqi::Kind::Rook);
    let all: Vec<Square> =
        xiangqi::Bitboard(crate::pattern::can_stand(Piece::new(side, kind))).into_iter().collect();
    let most = if kind == xiangqi::Kind::King { 3 } else { 8 };
    let some: Vec<String> =
        (0..1 + rng.below(most)).map(|_| all[rng.below(all.len())].to_string()).collect();
    format!("({})", some.join(" "))
}

/// A condition that bits do not decide.
fn extra(rng: &mut Rng) -> String {
    let kind = |rng: &mut Rng| KINDS[3 + rng.below(4)];
    match rng.below(8) {
        0 => format!("(line them.king toward-us them.king * us.{})", kind(rng)),
        1 => format!("(line us.king every-way us.king * ANY * them.{})", kind(rng)),
        2 => format!("(attacks us.{} them.{})", kind(rng), kind(rng)),
        3 => format!("(guards us.{} us.{})", kind(rng), kind(rng)),
        4 => format!("(no (at them.{} beyond-river))", kind(rng)),
        5 => format!("(let H1 us.{}) (at them.any (around H1 1))", kind(rng)),
        6 => format!("(any-of (count them.{} <= 1) (pinned them.any))", kind(rng)),
        _ => format!("(line us.{} (left right) us.any . ? * them.any)", kind(rng)),
    }
}
