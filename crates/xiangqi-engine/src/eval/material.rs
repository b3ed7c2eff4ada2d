//! Material: what each kind is worth (Shenxiang, section 1), and which pieces are
//! on the board.

use game::Side;
use xiangqi::{Kind, Piece};

use super::numbers::{Range, Visitor, visit_number};
use super::packed::Packed;

/// The values one author gave, as printed by Shenxiang: table 4-1 (quoted there from
/// 黃少龍, 象棋教材) and table 4-2 (Wang 2005, found by a genetic algorithm).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialPreset {
    /// The name to select it by.
    pub name: &'static str,
    /// The author as printed.
    pub author: &'static str,
    /// The year as printed.
    pub year: u16,
    /// The values as printed, indexed by [`Kind::index`].
    pub values: [i32; 7],
}

/// The rook of table 4-2: every preset is brought to this measure, so that one
/// unit means the same in all of them.
const COMMON_ROOK: i32 = 989;

const fn preset(
    name: &'static str,
    author: &'static str,
    year: u16,
    // In the printed order: king, rook, cannon, horse, elephant, advisor, pawn.
    [king, rook, cannon, horse, elephant, advisor, pawn]: [i32; 7],
) -> MaterialPreset {
    let values = [king, advisor, elephant, horse, rook, cannon, pawn];
    MaterialPreset { name, author, year, values }
}

impl MaterialPreset {
    /// Table 4-1, then table 4-2. The king of table 4-2 is the 5000 of the text.
    pub const ALL: [MaterialPreset; 8] = [
        preset("zhang-1981", "張躍騰", 1981, [4096, 64, 32, 32, 16, 16, 12]),
        preset("liao-1982", "廖嘉成", 1982, [10000, 1640, 780, 750, 250, 250, 100]),
        preset("meng-1984", "蒙耀生", 1984, [3000, 900, 450, 400, 200, 200, 100]),
        preset("wu-1987", "吳韜", 1987, [200, 20, 10, 9, 4, 4, 2]),
        preset("cao-1988", "曹國明", 1988, [2000, 200, 90, 90, 40, 40, 10]),
        preset("huang-1989", "黃少龍", 1989, [2000, 180, 90, 80, 40, 40, 20]),
        preset("hsu-1990", "許舜欽", 1990, [6000, 600, 285, 270, 120, 120, 20]),
        preset("wang-2005", "王驕", 2005, [5000, 989, 442, 439, 210, 226, 55]),
    ];

    /// The preset of a name.
    pub fn named(name: &str) -> Option<MaterialPreset> {
        Self::ALL.into_iter().find(|preset| preset.name == name)
    }

    /// The values in the unit of table 4-2, the same in all phases. The king stays
    /// as it is: it never leaves the board.
    pub fn material(&self) -> Material {
        let rook = self.values[Kind::Rook.index()];
        let scaled = Kind::ALL.map(|kind| match kind {
            Kind::King => 5000,
            _ => (self.values[kind.index()] * COMMON_ROOK + rook / 2) / rook,
        });
        Material { values: [scaled; 3] }
    }
}

/// What each kind is worth in opening, middlegame and endgame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    /// By phase, then by [`Kind::index`].
    pub values: [[i32; 7]; 3],
}

impl Default for Material {
    fn default() -> Material {
        Material { values: super::tuned::MATERIAL }
    }
}

impl Material {
    const RANGE: Range = Range { min: 0, max: 2500, step: 10 };
    const KING_RANGE: Range = Range { min: 0, max: 10_000, step: 100 };

    /// A kind's value in every phase.
    pub fn packed(&self, kind: Kind) -> Packed {
        let [opening, middlegame, endgame] = self.values.map(|phase| phase[kind.index()]);
        Packed::new(opening, middlegame, endgame)
    }

    pub(super) fn visit(&mut self, key: &str, visitor: &mut Visitor<'_>) {
        for (phase, name) in super::phase::NAMES.into_iter().enumerate() {
            for kind in Kind::ALL {
                let range = if kind == Kind::King { Self::KING_RANGE } else { Self::RANGE };
                let number = &mut self.values[phase][kind.index()];
                visit_number(&format!("{key}.{}.{name}", kind.name()), number, range, visitor);
            }
        }
    }
}

/// How many of each kind both sides have, as one number per side: a mixed-radix
/// count kept up to date by adding. Other terms are tables over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census(u32);

impl Census {
    /// No pieces.
    pub const EMPTY: Census = Census(0);
    /// How many different armies one side can have.
    pub const ARMIES: usize = 6 * 3 * 3 * 3 * 3 * 3;

    const WEIGHTS: [u32; 7] = [0, 6, 18, 162, 54, 486, 1];

    const PIECES: [Census; Piece::COUNT] = {
        let mut pieces = [Census(0); Piece::COUNT];
        let mut index = 0;
        while index < Piece::COUNT {
            let piece = Piece::from_index(index);
            let weight = Self::WEIGHTS[piece.kind() as usize];
            pieces[index] = Census(weight << (16 * piece.side().index()));
            index += 1;
        }
        pieces
    };

    /// What one piece adds.
    #[inline]
    pub const fn of(piece: Piece) -> Census {
        Self::PIECES[piece.index()]
    }

    /// One piece more.
    #[inline]
    pub fn add(&mut self, piece: Census) {
        self.0 = self.0.wrapping_add(piece.0);
    }

    /// One piece less.
    #[inline]
    pub fn remove(&mut self, piece: Census) {
        self.0 = self.0.wrapping_sub(piece.0);
    }

    /// A side's army, below `Census::ARMIES`.
    #[inline]
    pub const fn army(self, side: Side) -> Army {
        Army((self.0 >> (16 * side.index())) as u16)
    }
}

/// One side's pieces without their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Army(u16);

impl Army {
    /// Every possible army, in the order of [`Army::index`].
    pub fn all() -> impl Iterator<Item = Army> {
        (0..Census::ARMIES as u16).map(Army)
    }

    /// The army with these counts.
    pub fn of(counts: impl Fn(Kind) -> usize) -> Army {
        let sum = Kind::ALL.iter().map(|&kind| Census::WEIGHTS[kind.index()] * counts(kind) as u32);
        Army(sum.sum::<u32>() as u16)
    }

    /// Its number, below `Census::ARMIES`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many of a kind it has.
    pub const fn count(self, kind: Kind) -> i32 {
        let number = self.0 as i32;
        match kind {
            Kind::King => 1,
            Kind::Pawn => number % 6,
            Kind::Advisor => number / 6 % 3,
            Kind::Elephant => number / 18 % 3,
            Kind::Rook => number / 54 % 3,
            Kind::Horse => number / 162 % 3,
            Kind::Cannon => number / 486,
        }
    }

    /// Rooks, horses and cannons.
    pub const fn majors(self) -> i32 {
        self.count(Kind::Rook) + self.count(Kind::Horse) + self.count(Kind::Cannon)
    }

    /// Advisors and elephants.
    pub const fn guards(self) -> i32 {
        self.count(Kind::Advisor) + self.count(Kind::Elephant)
    }

    /// The power Kao 2009, section 1.2, counts phases by: rook 2, horse 1, cannon 1.
    pub const fn power(self) -> i32 {
        self.majors() + self.count(Kind::Rook)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_tells_its_counts() {
        let mut seen = 0;
        for army in Army::all() {
            let again = Army::of(|kind| army.count(kind) as usize);
            assert_eq!(again, army);
            seen += 1;
        }
        assert_eq!(seen, Census::ARMIES);
    }

    #[test]
    fn the_sides_are_counted_apart() {
        let mut census = Census::default();
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for _ in 0..kind.full_count() {
                    census.add(Census::of(Piece::new(side, kind)));
                }
            }
        }
        census.remove(Census::of(Piece::new(Side::Black, Kind::Cannon)));
        assert_eq!(census.army(Side::Red).index(), Census::ARMIES - 1);
        assert_eq!(census.army(Side::Black).count(Kind::Cannon), 1);
        assert_eq!(census.army(Side::Black).majors(), 5);
        assert_eq!(census.army(Side::Black).power(), 7);
        assert_eq!(census.army(Side::Black).guards(), 4);
    }
}
