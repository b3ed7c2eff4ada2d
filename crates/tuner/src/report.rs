//! A run as one page: figures, plots, the values that changed most.

use std::fmt::Write as _;

use crate::plot::{Plot, Series, escape};
use crate::run::{JudgeSettings, Method, Point, RunSettings, State};
use crate::space::Space;

/// So many changed values are shown.
const MOST_CHANGES: usize = 60;

/// The page, with everything inside.
pub fn page(settings: &RunSettings, space: &Space, state: &State) -> String {
    let title = format!("{} of {}", settings.method.name(), settings.engine.profile);
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>\
         body{{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}\
         table{{border-collapse:collapse}}td,th{{padding:.15rem .7rem;text-align:right;\
         border-bottom:1px solid #ddd}}td:first-child,th:first-child{{text-align:left}}\
         svg{{max-width:100%;height:auto}}</style></head><body><h1>{0}</h1>\n",
        escape(&title)
    );
    let _ = writeln!(html, "<p>{}</p>", escape(&summary(settings, space, state)));
    html.push_str(&curve(settings, state).svg());
    html.push_str(&table(settings, state));
    html.push_str(&changes(space, state));
    html.push_str("</body></html>\n");
    html
}

/// What is made small.
pub fn measure(settings: &RunSettings) -> &'static str {
    match settings.judge {
        JudgeSettings::Suite { .. } => "wrong answers",
        JudgeSettings::Games { .. } => "share of points lost",
        JudgeSettings::Positions => "loss",
    }
}

/// A run in a sentence or two.
pub fn summary(settings: &RunSettings, space: &Space, state: &State) -> String {
    let rest = if state.complete { "complete" } else { "not complete" };
    let measured = match (state.history.first(), state.history.last()) {
        (Some(first), Some(last)) => {
            let held = |point: &Point| point.held_out.map(|held| format!("{held:.4}"));
            let held = match (held(first), last_held(state)) {
                (Some(before), Some(after)) => format!("; held out from {before} to {after:.4}"),
                (None, Some(after)) => format!("; held out now {after:.4}"),
                _ => String::new(),
            };
            format!(
                "{}: training from {:.4} to {:.4}{held}",
                measure(settings),
                first.training,
                last.training
            )
        }
        _ => "nothing is known yet".to_owned(),
    };
    format!(
        "{} parameters of {} {}, seed {}, {} of {} generations ({rest}). {measured}.",
        space.len(),
        settings.engine.game,
        settings.engine.profile,
        settings.seed,
        state.history.last().map_or(0, |point| point.generation),
        settings.generations
    )
}

fn last_held(state: &State) -> Option<f64> {
    state.history.iter().rev().find_map(|point| point.held_out)
}

/// Training and hold-out side by side.
pub fn curve(settings: &RunSettings, state: &State) -> Plot {
    let at = |point: &Point, value| (f64::from(point.generation), value);
    let training = state.history.iter().map(|point| at(point, point.training)).collect();
    let held: Vec<(f64, f64)> = state
        .history
        .iter()
        .filter_map(|point| point.held_out.map(|held| at(point, held)))
        .collect();
    let mut series = vec![Series::new("training", training)];
    if !held.is_empty() {
        series.push(Series::new("held out", held));
    }
    Plot {
        title: format!("{} of {}", settings.method.name(), settings.engine.profile),
        across: match settings.method {
            Method::Ga(_) | Method::Cma(_) => "generation",
            Method::Spsa(_) => "iteration",
            Method::Texel { .. } => "pass",
        }
        .to_owned(),
        upwards: measure(settings).to_owned(),
        series,
    }
}

fn table(settings: &RunSettings, state: &State) -> String {
    let mut html = format!(
        "<h2>Generations</h2><table><tr><th></th><th>{} (training)</th><th>held out</th>\
         <th>seconds</th></tr>\n",
        measure(settings)
    );
    let every = (state.history.len() / 40).max(1);
    let shown =
        |(number, _): &(usize, &Point)| number % every == 0 || number + 1 == state.history.len();
    for (_, point) in state.history.iter().enumerate().filter(shown) {
        let held = point.held_out.map_or("–".to_owned(), |held| format!("{held:.4}"));
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{:.4}</td><td>{held}</td><td>{:.1}</td></tr>",
            point.generation, point.training, point.seconds
        );
    }
    html.push_str("</table>\n");
    html
}

fn changes(space: &Space, state: &State) -> String {
    let origin = space.origin();
    let mut list: Vec<(f64, usize)> = origin
        .iter()
        .zip(&state.best)
        .enumerate()
        .filter(|(_, (then, now))| then != now)
        .map(|(gene, (then, now))| {
            let step = f64::from(space.spec(gene).step.max(1));
            (f64::from((now - then).abs()) / step, gene)
        })
        .collect();
    list.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut html = format!(
        "<h2>Values that changed most</h2><p>{} of {} values changed.</p>\
         <table><tr><th>parameter</th><th>before</th><th>now</th><th>steps</th></tr>\n",
        list.len(),
        origin.len()
    );
    for &(steps, gene) in list.iter().take(MOST_CHANGES) {
        let name = escape(&space.spec(gene).name);
        let (then, now) = (origin[gene], state.best[gene]);
        let _ = writeln!(
            html,
            "<tr><td>{name}</td><td>{then}</td><td>{now}</td><td>{steps:.1}</td></tr>"
        );
    }
    html.push_str("</table>\n");
    html
}
