//! Positions solved a second, class by class: `cargo run --release -p chuhe-tablebase
//! --example solve_speed -- KRKAABB KRCK`.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tablebase::Metric;
use tablebase::level::{is_loss, is_win};
use tablebase::solve::solve;
use tablebase::xiangqi::{Layout, Material, Solved, XiangqiSpace};

fn main() {
    let mut solved = HashMap::new();
    let names: Vec<String> = std::env::args().skip(1).collect();
    for name in names {
        build(name.parse().expect("a class"), &mut solved);
    }
}

fn build(material: Material, solved: &mut HashMap<Material, Solved>) {
    if solved.contains_key(&material) {
        return;
    }
    for class in material.after_captures() {
        build(class, solved);
    }
    let layout = Arc::new(Layout::new(material, u64::MAX).expect("a layout"));
    let metric = Metric::Conversion { limit: 120 };
    let space = XiangqiSpace::new(layout.clone(), metric, |class| solved.get(&class).cloned());
    let space = space.unwrap_or_else(|class| panic!("no table of {class}"));
    let begin = Instant::now();
    let mut longest = 0;
    let levels = solve(&space, 2, &AtomicBool::new(false), &mut |step| {
        if step.entries > 0 {
            longest = step.level;
        }
    });
    let levels = levels.expect("solved");
    let time = begin.elapsed().as_secs_f64();
    let count = |wanted: fn(u8) -> bool, side: usize| {
        levels[side].iter().filter(|&&level| wanted(level)).count()
    };
    let size = layout.size();
    println!(
        "{material:>14} {size:>10} red w/l {}/{} black w/l {}/{} longest {} {:.2} s {:.2} M/s",
        count(is_win, 0),
        count(is_loss, 0),
        count(is_win, 1),
        count(is_loss, 1),
        i32::from(longest) - 2,
        time,
        2e-6 * size as f64 / time
    );
    solved.insert(material, Solved { layout, levels: Arc::new(levels) });
}
