//! What tables of xiangqi are worth, from a folder of them:
//! `table_report FOLDER probes` times cold and warm questions, `table_report FOLDER
//! verdicts FILE` compares them with the verdicts of an EPD file (`res`), `table_report
//! FOLDER sizes` prints a row a class.

use std::time::Instant;

use game::Side;
use tablebase::xiangqi::{Layout, Material, XiangqiTables};
use xiangqi::Position;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [folder, "probes"] => probes(folder),
        [folder, "verdicts", file] => verdicts(folder, file),
        [folder, "sizes"] => sizes(folder),
        _ => eprintln!("usage: table_report FOLDER probes | verdicts FILE | sizes"),
    }
}

fn tables(folder: &str) -> XiangqiTables {
    XiangqiTables::open(folder).expect("a folder of tables")
}

/// Positions spread over all tables, each asked for the first time and again at once.
fn probes(folder: &str) {
    let tables = tables(folder);
    let classes: Vec<Material> =
        tables.shelf().names().filter_map(|name| name.parse().ok()).collect();
    let mut positions = Vec::new();
    for (number, &class) in classes.iter().enumerate() {
        let Ok(layout) = Layout::new(class, 60_000_000) else { continue };
        for part in 0..20 {
            let index = (layout.size() / 20) * part + number * 7 % (layout.size() / 20);
            let position = layout.setup(index, Side::Red);
            let position = position.and_then(|setup| Position::try_from(&setup).ok());
            positions.extend(position);
        }
        // The numbering of a class is made once: not part of a question.
        positions.last().map(|position| tables.probe(position));
    }
    let ask = |position: &Position| {
        let begin = Instant::now();
        std::hint::black_box(tables.value(position));
        begin.elapsed().as_secs_f64() * 1e6
    };
    let [mut cold, mut warm] = [Vec::new(), Vec::new()];
    for position in &positions {
        cold.push(ask(position));
        warm.push(ask(position));
    }
    for (round, mut times) in [("cold", cold), ("warm", warm)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[(times.len() as f64 * share) as usize];
        println!(
            "{round}: {} questions, median {:.2} µs, 90 % {:.2} µs, 99 % {:.2} µs",
            times.len(),
            at(0.5),
            at(0.9),
            at(0.99)
        );
    }
}

fn verdicts(folder: &str, file: &str) {
    let tables = tables(folder);
    let text = std::fs::read_to_string(file).expect("an EPD file");
    let (mut agree, mut differ, mut without) = (0, 0, 0);
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().take(2).collect();
        let Ok(position) = fields.join(" ").parse::<Position>() else { continue };
        let Some(probe) = tables.probe(&position) else {
            without += 1;
            continue;
        };
        let for_red = match position.turn() {
            Side::Red => probe.conversion.sign_without_limit(),
            Side::Black => -probe.conversion.sign_without_limit(),
        };
        let result = ["0-1", "1/2-1/2", "1-0"][(for_red + 1) as usize];
        if line.contains(&format!("res {result};")) {
            agree += 1;
        } else {
            differ += 1;
            let class = Material::of(&position).0;
            println!("{class} {} table: {}", fields.join(" "), probe.conversion);
        }
    }
    println!("{agree} agree, {differ} differ, {without} without a table");
}

fn sizes(folder: &str) {
    let tables = tables(folder);
    let mut sums = (0u64, 0u64, 0u64, 0u32);
    for name in tables.shelf().names() {
        let Some(Ok(file)) = tables.shelf().get(name) else { continue };
        let header = file.header();
        let [red, black] = [&header.figures[0], &header.figures[1]];
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        println!(
            "| {name} | {} | {:.1} | {:.1} | {} | {} | {} | {:.1} |",
            header.size,
            share(red.wins, red.wins + red.draws + red.losses),
            share(black.losses, black.wins + black.draws + black.losses),
            red.longest.max(black.longest),
            red.by_rule + black.by_rule,
            file.bytes(),
            f64::from(header.built_in) / 1000.0
        );
        sums.0 += 1;
        sums.1 += header.size;
        sums.2 += file.bytes();
        sums.3 = sums.3.max(u32::from(red.longest.max(black.longest)));
    }
    println!("{} tables, {} indices, {} bytes, longest {}", sums.0, sums.1, sums.2, sums.3);
}
