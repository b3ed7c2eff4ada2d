//! Plays two profiles against each other in one process, on paired deals: each
//! deal twice, with the seats swapped.
//!
//! `cargo run --release -p chuhe-banqi-engine --example ladder -- \
//!     FIRST SECOND [pairs=20] [ms=100 | nodes=N] [seed=1] [rules=tcga] \
//!     [a.OPTION=VALUE] [b.OPTION=VALUE] [--disable NAME] [fen=FILE]`
//!
//! `a.` and `b.` set options of the first and the second engine. `--disable` lets
//! the first do without a technique of its search (several: commas between), and
//! needs no profiles: `ladder --disable lmr nodes=2000 pairs=100`.

mod support;

use std::time::Instant;

use banqi::{BanqiRules, Deal, Ply, Position};
use banqi_engine::{BanqiGame, BoxedEngine};
use game::{Outcome, Position as _, Side};
use search::Request;
use support::{Words, choose, create};

#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Half points of the first engine in each pair, 0 to 4.
    pairs: Vec<u32>,
    plies: usize,
    nodes: [u64; 2],
    depth: [i64; 2],
    searches: [u64; 2],
    endings: std::collections::BTreeMap<String, u32>,
}

impl Tally {
    fn score(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games.max(1))
    }

    /// Standard error of the score, from the pairs.
    fn error(&self) -> f64 {
        let n = self.pairs.len() as f64;
        let mean = self.score();
        let square = |&half: &u32| (f64::from(half) / 4.0 - mean).powi(2);
        (self.pairs.iter().map(square).sum::<f64>() / (n * (n - 1.0).max(1.0))).sqrt()
    }
}

struct Match {
    engines: [BoxedEngine; 2],
    request: Request<Ply>,
    rules: BanqiRules,
    tally: Tally,
    /// Prints the end of each game.
    verbose: bool,
}

impl Match {
    /// Plays one game; half points of the first engine.
    fn play(&mut self, deal_seed: u64, first_seat: usize, start: Option<&Position>) -> u32 {
        let start = start.cloned().unwrap_or_else(Position::start);
        let deal = Deal::for_position(&start, deal_seed);
        let mut game = BanqiGame::from_position(self.rules, start, 0);
        self.engines.iter_mut().for_each(|engine| engine.new_game());
        // Which engine plays red: known after the first flip.
        let mut red = game
            .position()
            .turn()
            .map(|side| if side == Side::Red { first_seat } else { 1 - first_seat });
        let mut scores = [game::Score::DRAW; 2];
        while game.verdict().is_none() {
            let seat = (game.plies().len() + first_seat) % 2;
            let choice = choose(self.engines[seat].as_mut(), &game, &self.request);
            scores[seat] = choice.score();
            self.tally.nodes[seat] += choice.nodes;
            self.tally.depth[seat] += i64::from(choice.depth);
            self.tally.searches[seat] += 1;
            let ply = choice.ply().expect("a game that goes on has a legal ply");
            let reveal = deal.reveal(ply);
            let name = self.engines[seat].profile();
            game.play(ply, reveal).unwrap_or_else(|error| panic!("{name}: {error}"));
            if red.is_none()
                && let Some(piece) = reveal.piece()
            {
                red = Some(if piece.side() == Side::Red { seat } else { 1 - seat });
            }
        }
        self.tally.plies += game.plies().len();
        let verdict = game.verdict().expect("the loop ended");
        let half = match verdict.outcome {
            Outcome::Draw => 1,
            Outcome::Win(side) => {
                let winner = if side == Side::Red { red } else { red.map(|seat| 1 - seat) };
                if winner == Some(0) { 2 } else { 0 }
            }
        };
        if self.verbose {
            println!("{half} {} scores {scores:?} {}", verdict.cause, game.position());
        }
        let words = ["lost", "drawn", "won"];
        *self
            .tally
            .endings
            .entry(format!("{} {}", words[half as usize], verdict.cause))
            .or_default() += 1;
        half
    }

    fn play_pair(&mut self, seed: u64, start: Option<&Position>) {
        let mut pair = 0;
        for first_seat in [0, 1] {
            let half = self.play(seed, first_seat, start);
            match half {
                2 => self.tally.wins += 1,
                1 => self.tally.draws += 1,
                _ => self.tally.losses += 1,
            }
            pair += half;
        }
        self.tally.pairs.push(pair);
    }
}

/// `--disable NAME` is short for an option of the first engine, and for a match of
/// the default profile with itself.
fn words() -> Words {
    let mut words = Words::of_command_line();
    if let Some(place) = words.0.iter().position(|word| word == "--disable") {
        let name = words.0.get(place + 1).expect("a technique after --disable").clone();
        words.0.splice(place..place + 2, [format!("a.Disable={name}")]);
        if words.plain().is_empty() {
            words.0.extend(["chuhe".to_owned(), "chuhe".to_owned()]);
        }
    }
    words
}

fn main() {
    let words = words();
    let names = words.plain();
    let [first, second] = names[..] else { panic!("two profiles expected") };
    let mut engines = [first, second].map(|name| create(name, 32, 1));
    for word in &words.0 {
        for (engine, prefix) in engines.iter_mut().zip(["a.", "b."]) {
            if let Some((name, value)) =
                word.strip_prefix(prefix).and_then(|word| word.split_once('='))
            {
                engine.set_option(name, value).unwrap_or_else(|e| panic!("{e}"));
            }
        }
    }
    let request = words.request(100);
    let rules =
        words.value("rules").map_or(BanqiRules::default(), |text| text.parse().expect("rules"));
    let mut series = Match {
        engines,
        request,
        rules,
        tally: Tally::default(),
        verbose: words.number("verbose").unwrap_or(0) > 0,
    };
    let (pairs, seed) = (words.number("pairs").unwrap_or(20), words.number("seed").unwrap_or(1));
    let begin = Instant::now();
    let starts: Vec<Position> = words.value("fen").map_or(Vec::new(), |path| {
        let text = std::fs::read_to_string(path).expect("the file of positions");
        text.lines().map(|line| line.parse().expect("a position")).collect()
    });
    for pair in 0..pairs {
        let start = starts.get(pair as usize);
        series.play_pair(seed.wrapping_mul(1_000_003) + pair, start);
        let tally = &series.tally;
        if (pair + 1) % 10 == 0 || pair + 1 == pairs {
            println!(
                "{first} - {second}: +{} ={} -{}  {:.1} % ± {:.1}  ({:.0} s)",
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * tally.score(),
                100.0 * tally.error(),
                begin.elapsed().as_secs_f64(),
            );
        }
    }
    let tally = &series.tally;
    println!("{} plies a game, {:?}", tally.plies as u64 / (2 * pairs).max(1), tally.endings);
    for (index, name) in names.iter().enumerate() {
        let searches = tally.searches[index].max(1);
        println!(
            "{name}: {} nodes a ply, depth {:.1}",
            tally.nodes[index] / searches,
            tally.depth[index] as f64 / searches as f64,
        );
    }
}
