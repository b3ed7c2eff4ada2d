//! The report of a run: a page with a table, and two pictures.

use std::fmt::Write as _;
use std::path::Path;

use super::chart::{Chart, Point, Series};
use super::directory::{Places, write_whole};
use super::state::{Decision, Generation, State};
use super::words::{decision, elo, grouped};
use super::{EvolveError, commands};

const BEST: &str = "#1f6feb";
const TRIED: &str = "#d1570c";
const HAND_WRITTEN: &str = "#6b7280";

/// Reads a run's state and writes its report anew.
///
/// # Errors
/// If there is no run, or something cannot be read or written.
pub fn rebuild(folder: &Path) -> Result<State, EvolveError> {
    let places = Places::new(folder);
    if !places.state().exists() {
        return Err(EvolveError::NoRun(folder.to_owned()));
    }
    let state = State::load(&places.state())?;
    write(&places, &state)?;
    Ok(state)
}

/// Writes `report.md`, `elo.svg` and `loss.svg`.
pub(super) fn write(places: &Places, state: &State) -> Result<(), EvolveError> {
    let root = places.root();
    write_whole(&root.join("elo.svg"), elo_chart(state).to_svg().as_bytes())?;
    write_whole(&root.join("loss.svg"), loss_chart(state).to_svg().as_bytes())?;
    write_whole(&root.join("report.md"), page(places, state).as_bytes())
}

fn page(places: &Places, state: &State) -> String {
    let start =
        if state.start_network { "the given network" } else { "the hand-written evaluation" };
    let rating = state.rating(state.best).unwrap_or(0.0);
    let mut text = format!(
        "# Networks of {}\n\n\
         {} generations are complete, {} networks became the best, {} positions are in the data.\n\
         The best is generation {}: {rating:+.1} Elo above {start}, as the sum of the matches \
         between.\n\n\
         Go on with `{}`.\n\n\
         ![Elo over positions](elo.svg)\n\n![Loss by generation](loss.svg)\n\n",
        state.game,
        state.complete(),
        state.promotions().count(),
        grouped(state.data()),
        state.best,
        commands::evolve(state.game, places.root()),
    );
    text.push_str(
        "| generation | played by | new positions | all positions | loss | held out | hand-written \
         | games | Elo | LLR | result | Elo above the start |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|\n",
    );
    for generation in &state.generations {
        let _ = writeln!(text, "| {} |", row(state, generation).join(" | "));
    }
    text.push_str(
        "\nElo is that of the match against the generation that played, with its 95 % interval; \
         loss is the mean squared error of the expected points.\n",
    );
    text
}

fn row(state: &State, generation: &Generation) -> Vec<String> {
    let Generation { played, trained, tested, .. } = generation;
    let loss = |value: Option<f64>| value.map_or(String::new(), |loss| format!("{loss:.5}"));
    let trained = trained.as_ref();
    let count = |count: Option<u64>| count.map_or(String::new(), grouped);
    vec![
        generation.number.to_string(),
        generation.player.to_string(),
        count(played.as_ref().map(|played| played.positions)),
        count(trained.map(|trained| trained.data)),
        loss(trained.map(|trained| trained.loss)),
        loss(trained.and_then(|trained| trained.held_out)),
        loss(trained.and_then(|trained| trained.hand_written)),
        count(tested.as_ref().map(|tested| tested.games)),
        tested.as_ref().map_or(String::new(), elo),
        tested.as_ref().map_or(String::new(), |tested| format!("{:.2}", tested.llr)),
        tested.as_ref().map_or(generation.step.name(), |tested| decision(tested.decision)).into(),
        state.rating(generation.number).map_or(String::new(), |elo| format!("{elo:+.1}")),
    ]
}

/// Elo of every network tried, over the positions it was trained on.
fn elo_chart(state: &State) -> Chart {
    let point = |generation: &Generation| {
        let margin = generation.tested.as_ref()?.elo().margin;
        let margin = if margin.is_finite() { margin } else { 0.0 };
        let x = generation.trained.as_ref()?.data as f64 / 1e6;
        Some(Point { x, y: state.rating(generation.number)?, margin })
    };
    let is_best = |generation: &&Generation| {
        generation.tested.as_ref().is_some_and(|tested| tested.decision == Decision::Promoted)
    };
    let start = Point { x: 0.0, y: 0.0, margin: 0.0 };
    let best = state.generations.iter().filter(is_best).filter_map(point);
    let tried = state.generations.iter().filter(|g| !is_best(g)).filter_map(point);
    Chart {
        across: "million positions",
        digits: 0,
        series: vec![
            Series {
                name: "Elo of the best",
                colour: BEST,
                points: std::iter::once(start).chain(best).collect(),
                line: true,
            },
            Series {
                name: "tried, not better",
                colour: TRIED,
                points: tried.collect(),
                line: false,
            },
        ],
    }
}

/// Losses of every generation.
fn loss_chart(state: &State) -> Chart {
    let series = |name, colour, loss: fn(&super::state::Trained) -> Option<f64>| Series {
        name,
        colour,
        points: state
            .generations
            .iter()
            .filter_map(|generation| {
                let y = loss(generation.trained.as_ref()?)?;
                Some(Point { x: generation.number.into(), y, margin: 0.0 })
            })
            .collect(),
        line: true,
    };
    Chart {
        across: "generation",
        digits: 5,
        series: vec![
            series("training loss", BEST, |trained| Some(trained.loss)),
            series("held out", TRIED, |trained| trained.held_out),
            series("hand-written", HAND_WRITTEN, |trained| trained.hand_written),
        ],
    }
}
