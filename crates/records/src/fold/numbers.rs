//! The numbers keys are made of.
//!
//! Keys stand in files. These numbers are a format: they are never changed, and a test
//! holds them. They are files' own, so that a search may change its hashing.

use game::splitmix64;

const XIANGQI_SEED: u64 = 0x6172_6368_6976_6531;
const BANQI_SEED: u64 = 0x6172_6368_6976_6532;

/// A number for each of xiangqi's 14 pieces on each of the 90 points.
pub(super) static XIANGQI: [[u64; 90]; 14] = table(XIANGQI_SEED);

/// A number for each of dark chess's 14 pieces and the back of one, on each of the 32
/// squares.
pub(super) static BANQI: [[u64; 32]; 15] = table(BANQI_SEED);

/// Is in the key of a dark chess position whose players have no colours yet.
pub(super) const NO_COLOURS: u64 = splitmix64(BANQI_SEED ^ 0xc010);

/// The number of a piece that lies face down so many times.
pub(super) const fn hidden(piece: usize, count: u32) -> u64 {
    splitmix64(BANQI_SEED ^ 0xface_0000 ^ (piece as u64) << 8 ^ count as u64)
}

const fn table<const SQUARES: usize, const PIECES: usize>(seed: u64) -> [[u64; SQUARES]; PIECES] {
    let mut table = [[0; SQUARES]; PIECES];
    let mut index = 0;
    while index < PIECES * SQUARES {
        let number = splitmix64(seed.wrapping_add((index as u64) << 8));
        table[index / SQUARES][index % SQUARES] = number;
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_every_archive() {
        let mix = |all: u64, number: &u64| splitmix64(all ^ number);
        let found = [
            XIANGQI.iter().flatten().fold(0, mix),
            BANQI.iter().flatten().fold(0, mix),
            NO_COLOURS,
            hidden(3, 2),
            XIANGQI[0][4],
        ];
        assert_eq!(
            found.map(|number| format!("{number:016x}")),
            [
                "4e96813d068f8ced",
                "45cf9dee07d8de20",
                "0483b9f8a1c596c2",
                "b86c3684f5654bd6",
                "cca0dfc09b210d89"
            ]
        );
    }
}
