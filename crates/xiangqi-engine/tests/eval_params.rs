//! Numbers: the printed tables, presets, text form and its errors.

use game::Side;
use search::{ParamError, ParamSet};
use xiangqi::{Kind, Piece, Square};
use xiangqi_engine::eval::{
    EvalParams, EvalStyle, Evaluation, MaterialPreset, Packed, PhaseRule, SquareSource,
};

/// A cell by its printed row and column, both from 1.
fn cell(source: SquareSource, kind: Kind, row: usize, column: usize) -> Packed {
    let square = Square::new(column - 1, 10 - row).unwrap();
    let tables = source.tables();
    let red = tables.packed(Piece::new(Side::Red, kind), square);
    let black = tables.packed(Piece::new(Side::Black, kind), square.rotated());
    assert_eq!(red, black, "black's tables are red's turned around");
    red
}

#[test]
fn tables_of_shenxiang() {
    let cases = [
        (Kind::Rook, 1, 1, 14),
        (Kind::Rook, 2, 5, 26),
        (Kind::Rook, 10, 1, -2),
        // Misprinted as 16 in Kao 2009, figure 1-7.
        (Kind::Rook, 10, 3, 6),
        (Kind::Rook, 10, 7, 6),
        (Kind::Horse, 2, 3, 28),
        // Misprinted as 4 in Shenxiang, table 4-4.
        (Kind::Horse, 4, 4, 24),
        (Kind::Horse, 4, 6, 24),
        (Kind::Horse, 9, 5, -2),
        (Kind::Cannon, 2, 5, -14),
        // Misprinted as 8 and 2 in Kao 2009, figure 1-9.
        (Kind::Cannon, 3, 5, -8),
        (Kind::Cannon, 4, 3, -2),
        (Kind::Pawn, 2, 5, 120),
        (Kind::Pawn, 7, 3, -2),
        (Kind::King, 10, 5, 0),
    ];
    for (kind, row, column, value) in cases {
        let expected = Packed::new(value, value, value);
        assert_eq!(cell(SquareSource::Shenxiang, kind, row, column), expected, "{kind}");
    }
}

#[test]
fn tables_of_kao_2009() {
    let cases = [
        (Kind::Rook, 10, 2, (49, -10, -6)),
        (Kind::Rook, 8, 1, (-17, -3, -3)),
        (Kind::Rook, 4, 3, (11, 17, 3)),
        (Kind::Rook, 4, 1, (2, 12, 16)),
        (Kind::Horse, 5, 4, (18, 23, 18)),
        (Kind::Horse, 10, 2, (-4, -18, -4)),
        (Kind::Pawn, 6, 1, (2, -48, 2)),
        (Kind::Cannon, 3, 5, (-8, -8, -8)),
    ];
    for (kind, row, column, (opening, middlegame, endgame)) in cases {
        let expected = Packed::new(opening, middlegame, endgame);
        assert_eq!(cell(SquareSource::Qimou, kind, row, column), expected, "{kind}");
    }
}

#[test]
fn material_of_tables_4_1_and_4_2() {
    let printed = |name: &str| MaterialPreset::named(name).unwrap().values;
    // King, advisor, elephant, horse, rook, cannon, pawn.
    assert_eq!(printed("zhang-1981"), [4096, 16, 16, 32, 64, 32, 12]);
    assert_eq!(printed("liao-1982"), [10000, 250, 250, 750, 1640, 780, 100]);
    assert_eq!(printed("hsu-1990"), [6000, 120, 120, 270, 600, 285, 20]);
    assert_eq!(printed("wang-2005"), [5000, 226, 210, 439, 989, 442, 55]);
    assert_eq!(MaterialPreset::named("nobody"), None);
    for preset in MaterialPreset::ALL {
        let scaled = preset.material().values[0];
        assert_eq!(scaled[Kind::Rook.index()], 989, "{}", preset.name);
    }
    let same = MaterialPreset::named("wang-2005").unwrap();
    assert_eq!(same.material().values[1], same.values);
}

#[test]
fn the_style_shenxiang_is_as_printed() {
    let params = EvalParams::shenxiang();
    assert_eq!(params.phase_rule, PhaseRule::Development);
    assert_eq!(params.material.values[0], [5000, 226, 210, 439, 989, 442, 55]);
    let [_, _, elephant, _, _, _, pawn] = params.material.values[2];
    assert!(pawn > elephant, "in the endgame a pawn passes an elephant");
    assert_eq!(params.mobility.horse[0], [0, 8, 16, 24, 32, 40, 48, 56, 64]);
    let evaluator = Evaluation::of_style(EvalStyle::Shenxiang);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let rows = evaluator.explain(&start.parse().unwrap()).rows;
    let keys: Vec<&str> = rows.iter().map(|row| &*row.key).collect();
    let expected = [
        "material",
        "piece_squares",
        "mobility",
        "named_features",
        "tempo",
        "rounding",
        "known_ending",
    ];
    assert_eq!(keys, expected);
    let material = 5000 + 2 * (989 + 439 + 442 + 210 + 226) + 5 * 55;
    let red = rows[0].part(Side::Red);
    assert_eq!((red, rows[0].part(Side::Black)), (material, -material));
    // Each horse has two points.
    assert_eq!(rows[2].part(Side::Red), 2 * 2 * 8);
}

/// A set of numbers of which hardly two neighbours are alike.
fn unlike() -> ParamSet {
    let mut set = ParamSet::new(EvalParams::default().specs());
    let number = |(i, spec): (usize, &search::ParamSpec)| {
        spec.min + (i as i64 * 7 % (i64::from(spec.max - spec.min) + 1)) as i32
    };
    let values: Vec<i32> = set.specs().iter().enumerate().map(number).collect();
    set.assign(&values).unwrap();
    set
}

#[test]
fn every_number_survives_a_set() {
    let set = unlike();
    let params = EvalParams::of_set(&set);
    assert_eq!(params.values(), set.values());
    let mut again = ParamSet::new(EvalParams::shenxiang().specs());
    params.write_to(&mut again).unwrap();
    assert_eq!(again.values(), set.values());
    assert_eq!(set.get("features.pin.late"), Some(params.features.pin.late));
    assert!(params.write_to(&mut ParamSet::default()).is_err(), "another engine's set");
}

#[test]
fn every_number_survives_the_text() {
    for style in EvalStyle::ALL {
        let params = EvalParams::of_style(style);
        assert!(EvalParams::from_toml(&params.to_toml()).unwrap() == params, "{style}");
    }
    // Numbers of which no two are alike, so that none can take another's place.
    let params = EvalParams::of_set(&unlike());
    let again = EvalParams::from_toml(&params.to_toml()).unwrap();
    assert_eq!(params.specs(), again.specs());
}

#[test]
fn numbers_are_unique_and_within_range() {
    for style in EvalStyle::ALL {
        let specs = EvalParams::of_style(style).specs();
        assert!(specs.len() > 1_000, "only {} numbers", specs.len());
        let mut names: Vec<&str> = specs.iter().map(|spec| &*spec.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), specs.len());
        for spec in &specs {
            assert!((spec.min..=spec.max).contains(&spec.default), "{style}: {spec:?}");
            assert!(spec.step > 0 && spec.step <= spec.max - spec.min, "{spec:?}");
        }
    }
}

#[test]
fn presets_are_chosen_by_name_and_single_numbers_override_them() {
    let text = r#"
        base = "shenxiang"
        phase_rule = "power"
        material_preset = "huang-1989"
        squares_preset = "qimou"

        [material.pawn]
        endgame = 150

        [features]
        pin = { early = 44, late = 33 }

        [mobility.rook]
        early = [-9, -8]
    "#;
    let params = EvalParams::from_toml(text).unwrap();
    assert_eq!(params.phase_rule, PhaseRule::Power);
    assert_eq!(params.squares, SquareSource::Qimou.tables());
    let huang = MaterialPreset::named("huang-1989").unwrap().material();
    assert_eq!(params.material.values[0], huang.values[0]);
    assert_eq!(params.material.values[2][Kind::Pawn.index()], 150);
    assert_eq!((params.features.pin.early, params.features.pin.late), (44, 33));
    assert_eq!(params.features.iron_bolt.early, 200, "the base stays");
    assert_eq!(params.mobility.rook[0][..3], [-9, -8, 0]);
}

#[test]
fn names_of_earlier_versions_are_still_read() {
    let cases = [
        ("002", PhaseRule::Development, SquareSource::Shenxiang),
        ("004", PhaseRule::Power, SquareSource::Qimou),
    ];
    for (earlier, phase_rule, squares) in cases {
        let text = format!("phase_rule = \"{earlier}\"\nsquares_preset = \"{earlier}\"");
        let params = EvalParams::from_toml(&text).unwrap();
        assert_eq!(params.phase_rule, phase_rule);
        assert_eq!(params.squares, squares.tables());
        let again = params.to_toml();
        assert!(again.starts_with(&format!("phase_rule = \"{}\"", phase_rule.name())), "{again}");
        assert!(
            !again.contains(&format!("\"{earlier}\"")),
            "a file is written with the names of today"
        );
    }
    // Only where they were names.
    let error = EvalParams::from_toml("material_preset = \"002\"").unwrap_err().to_string();
    assert!(error.contains("material_preset is '002'"), "{error}");
}

#[test]
fn bad_text_is_named() {
    let cases = [
        ("[features\npin = 3", "not TOML"),
        ("[features]\npinn = { early = 1 }", "no parameter is named 'features.pinn.early'"),
        ("[features]\npin = 3", "no parameter is named 'features.pin'"),
        (
            "[features]\npin = { early = 999999 }",
            "features.pin.early is 999999: expected -100 to 300",
        ),
        ("[features]\npin = { early = 99999999999 }", "features.pin.early is 99999999999"),
        ("[features]\npin = { early = 1.5 }", "features.pin.early is 1.5: expected a whole number"),
        ("[tempo]\nto_move = { late = \"much\" }", "tempo.to_move.late is \"much\""),
        ("[squares.rook]\nopening = [[0,0,0,0,0,0]]", "'squares.rook.opening[0][5]'"),
        ("[squares.rook]\nopening = [[0,0,0,0,7777]]", "squares.rook.opening[0][4] is 7777"),
        ("material_preset = \"nobody\"", "material_preset is 'nobody': expected one of zhang-1981"),
        ("phase_rule = 3", "phase_rule is '3': expected one of tapered, development, power"),
        ("base = \"x\"", "base is 'x': expected one of chuhe, shenxiang"),
        ("[danger]\nrook = 5000", "danger.rook is 5000: expected 0 to 60"),
    ];
    for (text, part) in cases {
        let error = EvalParams::from_toml(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let mut set = ParamSet::new(EvalParams::default().specs());
    let unknown = set.set("features.nothing", 1);
    assert_eq!(unknown, Err(ParamError::Unknown("features.nothing".to_owned())));
}
