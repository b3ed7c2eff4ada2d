//! Published match results, reproduced to the digits their authors printed.

use arena::stats::{Estimate, Pentanomial, Sprt, Wdl};

/// Half a unit of the last printed digit, and a hair for decimal rounding.
fn assert_printed(actual: f64, printed: &str, what: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let expected: f64 = printed.parse().expect("test data are numbers");
    let tolerance = 0.5 * 10f64.powi(-(digits as i32)) + 1e-9;
    assert!((actual - expected).abs() <= tolerance, "{what}: {actual} is not {printed}");
}

fn wdl(wins: u64, losses: u64, draws: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

const FASTCHESS_TEST: &str = "Disservin/fastchess, app/tests/sprt_test.cpp";

/// (source, bounds, pairs by points, printed LLR): normalised Elo.
const NORMALIZED_PAIRS: &[(&str, &str, [u64; 5], &str)] = &[
    (FASTCHESS_TEST, "0,2", [365, 16618, 36229, 16974, 390], "2.25"),
    (FASTCHESS_TEST, "-1.75,0.25", [127, 4883, 10712, 5150, 104], "3.01"),
    ("official-stockfish/Stockfish#4194 STC", "0,2", [371, 10263, 24989, 10642, 379], "2.95"),
    ("official-stockfish/Stockfish#4194 LTC", "0.5,2.5", [47, 8181, 25234, 8575, 47], "2.94"),
    ("official-stockfish/Stockfish#5712 STC", "0,2", [831, 31795, 68460, 32448, 834], "2.93"),
    ("official-stockfish/Stockfish#5712 LTC", "0.5,2.5", [307, 54901, 140959, 56230, 281], "2.95"),
    ("official-stockfish/Stockfish#6036", "0.5,2.5", [1, 1098, 3954, 1346, 1], "2.94"),
    ("official-stockfish/Stockfish#6036", "0,2", [0, 1236, 4490, 1474, 1], "2.94"),
    ("official-stockfish/Stockfish#6036", "0.5,2.5", [4, 2290, 7932, 2562, 4], "2.95"),
    ("official-stockfish/Stockfish#3514 STC", "-0.5,2.5", [264, 5737, 31270, 5964, 269], "2.97"),
    ("official-stockfish/Stockfish#3514 LTC", "0.5,3.5", [29, 2205, 35000, 2392, 34], "2.94"),
    ("official-stockfish/Stockfish#6616", "0,2", [2, 1925, 6607, 2176, 2], "2.94"),
    ("official-stockfish/Stockfish#6616", "0.5,2.5", [5, 2968, 10474, 3253, 5], "2.96"),
    ("brunocodutra/cinder#727", "0,5", [50, 287, 610, 387, 73], "2.97"),
    ("kevlu8/PZChessBot#303", "-5,0", [89, 1928, 3765, 1956, 99], "2.89"),
    ("official-stockfish/Stockfish#5329", "0,2", [430, 20079, 43823, 20040, 444], "-2.94"),
    ("official-stockfish/Stockfish#5329", "0.5,2.5", [72, 15844, 39797, 15935, 52], "-2.94"),
    ("official-stockfish/Stockfish#6633", "-1.75,0.25", [677, 25001, 61196, 24940, 714], "2.95"),
    // All pairs won; printed as 111.82, from roots found to fewer digits.
    (FASTCHESS_TEST, "0,5", [0, 0, 0, 0, 5550], "112"),
    // Very lopsided matches, on which the plain fixed-point iteration fails.
    ("Disservin/fastchess#882", "-1000,-500", [77, 1, 0, 0, 0], "-2.95"),
    ("Disservin/fastchess#882", "-1000,-500", [72, 10, 0, 0, 0], "-2.97"),
];

/// The same for logistic Elo.
const LOGISTIC_PAIRS: &[(&str, &str, [u64; 5], &str)] = &[
    (FASTCHESS_TEST, "0.5,2.5", [223, 9863, 21279, 10037, 246], "-3.07"),
    (FASTCHESS_TEST, "0,2", [871, 26175, 55983, 26678, 821], "-4.98"),
    ("official-stockfish/Stockfish#3098 STC", "-0.25,1.25", [491, 7345, 29693, 7670, 465], "2.96"),
    ("official-stockfish/Stockfish#3098 LTC", "0.25,1.25", [53, 2220, 21459, 2445, 47], "2.97"),
    ("official-stockfish/Stockfish#3209 STC", "-0.25,1.25", [253, 4282, 17604, 4431, 286], "2.94"),
    ("official-stockfish/Stockfish#3209 LTC", "0.25,1.25", [58, 3302, 33130, 3518, 84], "2.97"),
    ("official-stockfish/Stockfish#2493 STC", "-1,3", [424, 2948, 5832, 3045, 460], "2.94"),
    ("official-stockfish/Stockfish#2493 LTC", "0,2", [1284, 17437, 55536, 18085, 1292], "2.94"),
    ("official-stockfish/Stockfish#2971 STC", "-0.5,1.5", [17, 253, 1042, 337, 39], "2.96"),
    ("official-stockfish/Stockfish#2971 LTC", "0.25,1.75", [11, 407, 3238, 513, 11], "2.93"),
    ("official-stockfish/Stockfish#2950 STC", "-0.5,1.5", [133, 1751, 5094, 1849, 165], "2.94"),
    ("official-stockfish/Stockfish#2950 LTC", "0.25,1.75", [149, 4748, 32785, 5063, 159], "2.95"),
    ("lynx-chess/Lynx#1899", "-5,0", [235, 1384, 2521, 1341, 239], "1.69"),
];

fn sprt(bounds: &str, model: &str) -> Sprt {
    let (elo0, elo1) = bounds.split_once(',').expect("two bounds");
    format!("elo0={elo0},elo1={elo1},model={model}").parse().expect("test data are tests")
}

#[test]
fn llr_by_pairs() {
    for (model, table) in [("normalized", NORMALIZED_PAIRS), ("logistic", LOGISTIC_PAIRS)] {
        for (source, bounds, counts, printed) in table {
            let llr = sprt(bounds, model).llr(&Pentanomial::from_counts(*counts));
            assert_printed(llr, printed, &format!("{source} {model} {bounds} {counts:?}"));
        }
    }
}

#[test]
fn llr_by_games() {
    for (source, model, bounds, games, printed) in [
        (FASTCHESS_TEST, "normalized", "0,2", wdl(36433, 36027, 68692), "0.92"),
        (FASTCHESS_TEST, "normalized", "-1.75,0.25", wdl(10871, 10650, 20431), "2.30"),
        // All games won; printed as 120.56, from roots found to fewer digits.
        (FASTCHESS_TEST, "normalized", "0,10", wdl(4250, 0, 0), "121"),
        (FASTCHESS_TEST, "logistic", "0.5,2.5", wdl(21404, 21184, 40708), "-1.57"),
        (FASTCHESS_TEST, "logistic", "0,2", wdl(57433, 57030, 106593), "-2.59"),
        ("cutechess/cutechess#543", "logistic", "0,5", wdl(880, 759, 1863), "2.95"),
    ] {
        let llr = sprt(bounds, model).llr_by_game(&games);
        assert_printed(llr, printed, &format!("{source} {model} {bounds} {games:?}"));
    }
}

#[test]
fn elo_by_games() {
    // Disservin/fastchess, app/tests/elo_test.cpp.
    let strength = wdl(76, 89, 123).strength();
    assert_estimate(strength.normalized_elo, "-20.76", "40.13");
    assert_printed(100.0 * strength.superiority, "15.53", "LOS");
    let strength = wdl(136, 96, 111).strength();
    assert_estimate(strength.normalized_elo, "49.77", "36.77");
    assert_estimate(strength.elo, "40.70", "30.43");
    assert_printed(100.0 * strength.superiority, "99.60", "LOS");
    let strength = wdl(34, 356, 0).strength();
    assert_estimate(strength.normalized_elo, "-508.44", "34.48");
    // cutechess/cutechess#543.
    let games = wdl(880, 759, 1863);
    assert_estimate(games.strength().elo, "12.0", "7.9");
    assert_printed(100.0 * games.strength().superiority, "99.9", "LOS");
    assert_printed(100.0 * games.draw_ratio(), "53.2", "draw ratio");
    // cutechess, as quoted in lynx-chess/Lynx#1106. (Its margins come from an
    // approximate quantile and are 0.13 % small, so some round differently.)
    let games = wdl(114, 257, 264);
    assert_estimate(games.strength().elo, "-79.6", "20.8");
    assert_printed(100.0 * games.strength().superiority, "0.0", "LOS");
    assert_printed(100.0 * games.draw_ratio(), "41.6", "draw ratio");
}

#[test]
fn elo_by_pairs() {
    // Disservin/fastchess, app/tests/elo_test.cpp.
    let pairs = Pentanomial { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 };
    assert_estimate(pairs.strength().normalized_elo, "57.94", "28.28");
    assert_estimate(pairs.strength().elo, "55.58", "27.65");
    assert_printed(100.0 * pairs.strength().superiority, "100.00", "LOS");
    let pairs = Pentanomial { ll: 332, ld: 433, wl: 457, dd: 41, wd: 333, ww: 334 };
    assert_estimate(pairs.strength().normalized_elo, "-9.17", "10.96");
    assert_estimate(pairs.strength().elo, "-8.64", "10.33");
    assert_printed(100.0 * pairs.strength().superiority, "5.05", "LOS");
    let pairs = Pentanomial { ll: 7895, ld: 8757, wl: 5485, dd: 200, wd: 568, ww: 9999 };
    assert_estimate(pairs.strength().normalized_elo, "-19.01", "2.65");
    assert_estimate(pairs.strength().elo, "-21.04", "2.95");
    // Disservin/fastchess#807.
    let pairs = Pentanomial::from_counts([30, 6, 18, 0, 6]);
    assert_estimate(pairs.strength().elo, "-168.40", "73.37");
    assert_estimate(pairs.strength().normalized_elo, "-170.08", "62.16");
    assert_printed(100.0 * pairs.draw_ratio(), "30.00", "draw ratio");
    assert_printed(pairs.pairs_ratio(), "0.17", "pairs ratio");
    // Disservin/fastchess#515.
    let pairs = Pentanomial { ll: 0, ld: 1, wl: 1, dd: 3, wd: 0, ww: 0 };
    assert_estimate(pairs.strength().elo, "-34.86", "62.20");
    assert_estimate(pairs.strength().normalized_elo, "-122.84", "215.34");
    assert_printed(100.0 * pairs.strength().superiority, "13.18", "LOS");
    assert_printed(pairs.wl_dd_ratio(), "0.33", "WL/DD ratio");
    // Fishtest, as quoted in nodchip/Stockfish#151.
    let pairs = Pentanomial::from_counts([1254, 7452, 13560, 6681, 1053]);
    assert_estimate(pairs.strength().elo, "-6.79", "1.7");
    // OpenBench, as quoted on the progress page of codedeliveryservice/Reckless.
    let pairs = Pentanomial::from_counts([59, 1751, 4800, 3267, 169]);
    assert_estimate(pairs.strength().elo, "30.09", "2.56");
    assert_estimate(pairs.strength().normalized_elo, "56.71", "4.80");
    assert_printed(pairs.pairs_ratio(), "1.90", "pairs ratio");
    assert_printed(pairs.draw_ratio(), "0.48", "draw ratio");
}

fn assert_estimate(estimate: Estimate, value: &str, margin: &str) {
    assert_printed(estimate.value, value, "value");
    assert_printed(estimate.margin, margin, "margin");
}
