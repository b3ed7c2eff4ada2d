//! The report of a match, as text and as JSON.

use arena::stats::{Pentanomial, Report, Sprt, SprtState, Wdl};

#[test]
fn a_published_block_is_reproduced() {
    // brunocodutra/cinder#727, played with fastchess; newer versions of which
    // print the percentage and the verdict too.
    let pairs = Pentanomial { ll: 50, ld: 287, wl: 283, dd: 327, wd: 387, ww: 73 };
    let sprt: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized".parse().unwrap();
    let report = Report::of_pairs(&pairs, Some(&sprt));
    assert_eq!(
        report.block("Results of dev vs base (1+0.01, 1t, 16MB):"),
        "--------------------------------------------------\n\
         Results of dev vs base (1+0.01, 1t, 16MB):\n\
         Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84\n\
         LOS: 100.00 %, DrawRatio: 43.35 %, PairsRatio: 1.36\n\
         Games: 2814, Wins: 816, Losses: 670, Draws: 1328, Points: 1480.0 (52.59 %)\n\
         Ptnml(0-2): [50, 287, 610, 387, 73], WL/DD Ratio: 0.87\n\
         LLR: 2.97 (100.7%) (-2.94, 2.94) [0.00, 5.00]\n\
         SPRT ([0.00, 5.00]) completed - H1 was accepted\n\
         --------------------------------------------------\n"
    );
}

#[test]
fn single_games_leave_the_pair_lines_out() {
    let games = Wdl { wins: 880, draws: 1863, losses: 759 };
    let sprt: Sprt = "elo0=0,elo1=10,model=logistic".parse().unwrap();
    assert_eq!(
        Report::of_games(&games, Some(&sprt)).to_string(),
        "Elo: 12.01 +/- 7.87, nElo: 17.57 +/- 11.51\n\
         LOS: 99.86 %, DrawRatio: 53.20 %\n\
         Games: 3502, Wins: 880, Losses: 759, Draws: 1863, Points: 1811.5 (51.73 %)\n\
         LLR: 4.35 (147.6%) (-2.94, 2.94) [0.00, 10.00]\n\
         SPRT ([0.00, 10.00]) completed - H1 was accepted\n"
    );
}

#[test]
fn a_failing_test_counts_down_to_its_own_bound() {
    let pairs = Pentanomial::from_counts([232, 930, 1532, 829, 204]);
    let sprt: Sprt = "elo0=0,elo1=3,beta=0.1,model=logistic".parse().unwrap();
    let report = Report::of_pairs(&pairs, Some(&sprt)).sprt.unwrap();
    assert_eq!(report.state, SprtState::AcceptH0);
    assert!((report.progress() - report.llr / 2.251_291_8).abs() < 1e-6);
    assert!(report.to_string().ends_with("completed - H0 was accepted\n"));
}

#[test]
fn unfinished_pairs_count_as_games_only() {
    let pairs = Pentanomial { wd: 1, ..Pentanomial::default() };
    let games = pairs.wdl() + Wdl { losses: 1, ..Wdl::default() };
    let report = Report::of_match(&games, &pairs, None);
    assert_eq!((report.games, report.points), (3, 1.5));
    assert_eq!(report.elo, pairs.strength().elo);
}

#[test]
fn json_has_every_number_and_null_for_the_infinite() {
    let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
    let pairs = Pentanomial { ww: 2, ..Pentanomial::default() };
    let json = serde_json::to_value(Report::of_pairs(&pairs, Some(&sprt))).unwrap();
    assert_eq!(json["games"], 4);
    assert_eq!(json["wins"], 4);
    assert_eq!(json["score"], 1.0);
    assert!(json["elo"]["value"].is_null() && json["elo"]["margin"].is_null());
    assert_eq!(json["superiority"], 1.0);
    assert_eq!(json["pairs"]["pentanomial"], serde_json::json!([0, 0, 0, 0, 2]));
    assert_eq!(json["pairs"]["ww"], 2);
    assert!(json["pairs"]["pairs_ratio"].is_null());
    assert_eq!(json["sprt"]["model"], "normalized");
    assert_eq!(json["sprt"]["elo1"], 5.0);
    assert_eq!(json["sprt"]["state"], "continue");
    assert!(json["sprt"]["llr"].as_f64().unwrap() > 0.0);
    let none = serde_json::to_value(Report::of_games(&Wdl::default(), None)).unwrap();
    assert_eq!(none["elo"]["value"], 0.0);
    assert!(none["pairs"].is_null() && none["sprt"].is_null());
    // Counts come back from JSON as they were.
    let text = serde_json::to_string(&pairs).unwrap();
    assert_eq!(serde_json::from_str::<Pentanomial>(&text).unwrap(), pairs);
}

#[test]
fn an_empty_match_prints() {
    let text = Report::of_pairs(&Pentanomial::default(), None).to_string();
    assert!(text.starts_with("Elo: 0.00 +/- inf, nElo: 0.00 +/- inf\n"), "{text}");
    assert!(!text.contains("NaN"), "{text}");
}
