//! Rating lists: a published example, known differences and odd tables.

use arena::stats::{
    ErrorModel, GameResult, Pentanomial, RatingError, RatingList, RatingOptions, ResultTable, Wdl,
};
use game::Rng;

const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
const Z_95: f64 = 1.959_963_984_540_054;

fn line(list: &RatingList, name: &str) -> usize {
    list.ratings().iter().position(|rating| rating.name == name).expect(name)
}

fn information() -> RatingOptions {
    RatingOptions { errors: ErrorModel::Information, ..RatingOptions::default() }
}

/// American League East 1987: Alan Agresti, "Categorical Data Analysis", 2nd
/// edition, tables 10.10 and 10.11. Rows beat columns so many times.
const TEAMS: [&str; 7] =
    ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
const WINS: [[u64; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

#[test]
fn baseball_matches_agresti() {
    let mut table = ResultTable::default();
    for (row, first) in TEAMS.iter().enumerate() {
        for (column, second) in TEAMS.iter().enumerate().skip(row + 1) {
            let games = Wdl { wins: WINS[row][column], draws: 0, losses: WINS[column][row] };
            table.add_games(first, second, games).unwrap();
        }
    }
    let list = table.rate(&information()).unwrap();
    let last = line(&list, "Baltimore");
    // Log-odds above Baltimore; the book gives the standard errors as "about 0.3".
    let expected = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68];
    for (team, expected) in TEAMS.iter().zip(expected) {
        let difference = list.difference(line(&list, team), last);
        assert!((difference.value / ELO_PER_UNIT - expected).abs() < 0.005, "{team} {difference}");
        let error = difference.margin / Z_95 / ELO_PER_UNIT;
        assert!((error * 10.0).round() == 3.0, "{team} {error}");
    }
    let names: Vec<_> = list.ratings().iter().map(|rating| rating.name.as_str()).collect();
    assert_eq!(names, TEAMS);
    let sum: f64 = list.ratings().iter().map(|rating| rating.elo.value).sum();
    assert!(sum.abs() < 1e-9, "the mean is the anchor");
}

#[test]
fn two_players_get_the_numbers_of_their_match() {
    let pairs = Pentanomial { ll: 332, ld: 433, wl: 457, dd: 141, wd: 333, ww: 234 };
    let mut table = ResultTable::default();
    table.add_pairs("甲", "乙", pairs).unwrap();
    let list = table.rate(&RatingOptions::default()).unwrap();
    let (a, b) = (line(&list, "甲"), line(&list, "乙"));
    let difference = list.difference(a, b);
    let strength = pairs.strength();
    assert!((difference.value - strength.elo.value).abs() < 1e-6);
    assert!((difference.margin / strength.elo.margin - 1.0).abs() < 1e-3);
    assert!((list.superiority(a, b) - strength.superiority).abs() < 1e-3);
    // From the mean of the two, each is half as far away and half as uncertain.
    assert!((list.ratings()[a].elo.margin - difference.margin / 2.0).abs() < 1e-9);
    // Coin flips without draws would be less certain.
    let wide = table.rate(&information()).unwrap().difference(a, b);
    assert!(wide.margin > 1.01 * difference.margin);
    assert_eq!(wide.value, difference.value);
}

#[test]
fn order_and_side_of_entry_do_not_matter() {
    let games = |wins, draws, losses| Wdl { wins, draws, losses };
    let mut table = ResultTable::default();
    table.add_games("a", "b", games(5, 3, 2)).unwrap();
    table.add_games("b", "c", games(4, 4, 2)).unwrap();
    table.add_game("c", "a", GameResult::Win).unwrap();
    let mut mirrored = ResultTable::default();
    mirrored.add_game("a", "c", GameResult::Loss).unwrap();
    mirrored.add_games("c", "b", games(2, 4, 4)).unwrap();
    mirrored.add_games("b", "a", games(1, 3, 2)).unwrap();
    mirrored.add_games("b", "a", games(1, 0, 3)).unwrap();
    let one = table.rate(&RatingOptions::default()).unwrap();
    let other = mirrored.rate(&RatingOptions::default()).unwrap();
    for (x, y) in one.ratings().iter().zip(other.ratings()) {
        assert_eq!((&x.name, x.games, x.points), (&y.name, y.games, y.points));
        assert!((x.elo.value - y.elo.value).abs() < 1e-6);
        assert!((x.elo.margin - y.elo.margin).abs() < 1e-6);
    }
}

#[test]
fn simulated_ratings_lie_within_their_error_bars() {
    // Four players with known strength and draws: about 95 % of the intervals
    // must hold the truth.
    let truth = [120.0, 20.0, -40.0, -100.0];
    let names = ["a", "b", "c", "d"];
    let mut rng = Rng::new(2024);
    let (mut inside, mut total) = (0, 0);
    for _ in 0..400 {
        let list = simulate(&truth, &names, &mut rng).rate(&RatingOptions::default()).unwrap();
        for (name, truth) in names.iter().zip(truth) {
            let elo = list.ratings()[line(&list, name)].elo;
            inside += usize::from(elo.low <= truth && truth <= elo.high);
            total += 1;
        }
    }
    let share = inside as f64 / total as f64;
    assert!((0.93..0.97).contains(&share), "{share}");
}

/// Half of all games are drawn as far as the expected score allows.
fn simulate(truth: &[f64], names: &[&str], rng: &mut Rng) -> ResultTable {
    let mut table = ResultTable::default();
    for first in 0..names.len() {
        for second in first + 1..names.len() {
            let score = 1.0 / (1.0 + 10f64.powf((truth[second] - truth[first]) / 400.0));
            let draw = score.min(1.0 - score);
            let mut games = Wdl::default();
            for _ in 0..60 {
                let point = rng.unit();
                games.add_game(if point < draw {
                    GameResult::Draw
                } else if point < draw + score - 0.5 * draw {
                    GameResult::Win
                } else {
                    GameResult::Loss
                });
            }
            table.add_games(names[first], names[second], games).unwrap();
        }
    }
    table
}

#[test]
fn separated_players_are_named_and_a_prior_joins_them() {
    let wins = |wins| Wdl { wins, draws: 0, losses: 0 };
    let mut table = ResultTable::default();
    table.add_games("strong", "mid", wins(10)).unwrap();
    table.add_games("mid", "weak", Wdl { wins: 6, draws: 1, losses: 3 }).unwrap();
    let error = table.rate(&RatingOptions::default()).unwrap_err();
    let groups = vec![vec!["strong".to_owned()], vec!["mid".to_owned(), "weak".to_owned()]];
    assert_eq!(error, RatingError::Separated { groups });
    assert!(error.to_string().contains("[strong] [mid, weak]"), "{error}");
    let prior = RatingOptions { prior_draws: 1.0, ..RatingOptions::default() };
    let list = table.rate(&prior).unwrap();
    let names: Vec<_> = list.ratings().iter().map(|rating| rating.name.as_str()).collect();
    assert_eq!(names, ["strong", "mid", "weak"]);
    let finite = |elo: arena::stats::Estimate| elo.value.is_finite() && elo.margin.is_finite();
    assert!(list.ratings().iter().all(|rating| finite(rating.elo)));
    // Strangers who never met anyone rated can be listed only with a prior.
    table.add_games("x", "y", wins(1)).unwrap();
    assert!(table.rate(&RatingOptions::default()).is_err());
    assert_eq!(table.rate(&prior).unwrap().ratings().len(), 5);
}

#[test]
fn odd_tables_are_defined() {
    let empty = ResultTable::default().rate(&RatingOptions::default()).unwrap();
    assert!(empty.ratings().is_empty());
    let mut table = ResultTable::default();
    let error = table.add_game("a", "a", GameResult::Draw).unwrap_err();
    assert!(error.to_string().contains("\"a\" is listed as both players"));
    assert!(table.names().is_empty());
    table.add_game("a", "b", GameResult::Draw).unwrap();
    let list = table.rate(&RatingOptions::default()).unwrap();
    assert_eq!(list.ratings()[0].elo.value, 0.0);
    assert!(list.ratings()[0].elo.margin > 300.0, "one draw proves nothing");
    assert_eq!(list.superiority(0, 1), 0.5);
    for prior_draws in [-1.0, f64::NAN, f64::INFINITY] {
        let options = RatingOptions { prior_draws, ..RatingOptions::default() };
        assert!(matches!(table.rate(&options), Err(RatingError::BadPrior { .. })));
    }
}

#[test]
fn the_table_lines_up_under_chinese_names() {
    let mut table = ResultTable::default();
    table.add_games("楚河 0.2", "rival", Wdl { wins: 30, draws: 50, losses: 20 }).unwrap();
    let list = table.rate(&RatingOptions::default()).unwrap();
    assert_eq!(
        list.to_string(),
        "Rank Name          Elo    +/-  Games   Score   Draws\n   \
            1 楚河 0.2     17.4   24.1    100   55.0%   50.0%\n   \
            2 rival       -17.4   24.1    100   45.0%   50.0%\n"
    );
    let json = serde_json::to_value(&list).unwrap();
    assert_eq!(json["ratings"][0]["name"], "楚河 0.2");
    assert_eq!(json["ratings"][1]["points"], 45.0);
}
