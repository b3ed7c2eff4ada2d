//! How won endings are played with tables and without, against a defender who plays by
//! the tables: `table_endings FOLDER CLASS GAMES NODES`, for both games. Says too how many
//! wins came to the first capture or the end within the distance of the table.

use std::sync::Arc;

use banqi::BanqiRules;
use game::{Game, Outcome, Position, Rng, Rules, Side};
use play::tables::{banqi_tables, xiangqi_tables};
use search::{Engine, Request, Settings, Tables, Unattended};
use tablebase::banqi::{Class, position_text};
use tablebase::xiangqi::{Layout, Material};
use xiangqi::XiangqiRules;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, class, games, nodes] = &arguments[..] else {
        eprintln!("usage: table_endings FOLDER CLASS GAMES NODES");
        return;
    };
    let (games, nodes) = (games.parse().expect("games"), nodes.parse().expect("nodes"));
    if class.contains('-') {
        let tables = banqi_tables(folder).expect("a folder").expect("tables");
        let class: Class = class.parse().expect("a class");
        let draw = |dice: &mut Rng| {
            let index = dice.below(class.size());
            let side = Side::BOTH[dice.below(2)];
            position_text(&class, index, side)?.parse::<banqi::Position>().ok()
        };
        let engine = || banqi_engine::create("chuhe", &Settings::default()).expect("an engine");
        compare(&class.to_string(), &tables, draw, engine, &BanqiRules::default(), games, nodes);
    } else {
        let tables = xiangqi_tables(folder).expect("a folder").expect("tables");
        let class: Material = class.parse().expect("a class");
        let layout = Layout::new(class, u64::MAX).expect("a layout");
        let draw = |dice: &mut Rng| {
            let index = dice.below(layout.size());
            let setup = layout.setup(index, Side::BOTH[dice.below(2)])?;
            xiangqi::Position::try_from(&setup).ok()
        };
        let engine = || xiangqi_engine::create("chuhe", &Settings::default()).expect("an engine");
        compare(&class.to_string(), &tables, draw, engine, &XiangqiRules::default(), games, nodes);
    }
}

/// Plays the same won positions with tables and without.
fn compare<P: Position, R: Rules<P> + Clone>(
    name: &str,
    tables: &Arc<dyn Tables<P>>,
    draw: impl Fn(&mut Rng) -> Option<P>,
    engine: impl Fn() -> Box<dyn Engine<P, R>>,
    rules: &R,
    games: usize,
    nodes: u64,
) {
    let mut dice = Rng::new(1);
    let mut starts = Vec::new();
    while starts.len() < games {
        let Some(position) = draw(&mut dice) else { continue };
        // Longer than a few plies, or anybody would find it.
        let best = tables.plies(&position, 0, LIMIT).and_then(|plies| Some(plies.first()?.1));
        if best.is_some_and(|score| score.is_win() && score < game::Score::table_win_in(6)) {
            starts.push(position);
        }
    }
    for with in [false, true] {
        let mut engine = engine();
        engine.set_tables(with.then(|| Arc::clone(tables)));
        let (mut won, mut in_time, mut by_law, mut by_law_won) = (0, 0, 0, 0);
        for start in &starts {
            let played = win(start, engine.as_mut(), tables, rules, nodes);
            won += usize::from(played.is_some());
            match distance(tables, start) {
                Some(plies) => {
                    in_time += usize::from(played.is_some_and(|played| played <= plies));
                }
                None => {
                    by_law += 1;
                    by_law_won += usize::from(played.is_some());
                }
            }
        }
        let word = if with { "with" } else { "without" };
        println!(
            "{name} {word} tables: {won} of {games} won; with a distance {}, within it {in_time}; \
             by the law alone {by_law}, won {by_law_won}",
            games - by_law
        );
    }
}

/// The limit of both games' usual rules is nearer than this table's longest win.
const LIMIT: u32 = 60;

/// Plies to the next capture or the end, by the tables; `None` for what the law of
/// repetition decides.
fn distance<P: Position>(tables: &Arc<dyn Tables<P>>, start: &P) -> Option<usize> {
    let best = tables.plies(start, 0, 0).and_then(|plies| Some(plies.first()?.1));
    let exact = (1..=250).find(|&plies| best == Some(game::Score::table_win_in(plies)));
    exact.map(|plies| plies as usize)
}

/// Whether the engine wins for the side to move against a defender who knows the tables:
/// the plies to the first capture or the end.
fn win<P: Position, R: Rules<P> + Clone>(
    start: &P,
    engine: &mut dyn Engine<P, R>,
    tables: &Arc<dyn Tables<P>>,
    rules: &R,
    nodes: u64,
) -> Option<usize> {
    engine.new_game();
    let mut converted = None;
    let pieces = |position: &P| {
        let mut count = 0;
        position.for_each_piece(|_, _| count += 1);
        count
    };
    let hero = start.side_to_move();
    let mut game = Game::from_position(rules.clone(), start.clone(), 0);
    for _ in 0..1_000 {
        if let Some(verdict) = game.verdict() {
            let won = matches!(verdict.outcome, Outcome::Win(side) if Some(side) == hero);
            return won.then(|| converted.unwrap_or(game.plies().len()));
        }
        let position = game.position();
        let ply = if position.side_to_move() == hero {
            engine.search(&game, &Request::of_nodes(nodes), &Unattended, &mut |_| {}).ply()
        } else {
            tables.plies(position, 0, 0).and_then(|plies| Some(plies.first()?.0))
        };
        let ply = ply.or_else(|| position.legal_plies().first().copied())?;
        let &(reveal, _) = position.reveals(ply).first()?;
        let before = pieces(position);
        game.play(ply, reveal).ok()?;
        if converted.is_none() && pieces(game.position()) < before {
            converted = Some(game.plies().len());
        }
    }
    None
}
