//! The loop: two generations of each game, with real engines and real training.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use game::GameKind;
use serde_json::Value;
use trainer::data::{BanqiRecord, DataFile, Record};
use trainer::evolve::state::{Decision, Step};
use trainer::evolve::{
    Changes, Control, Directory, End, EvolveError, Places, RunPlan, Settings, State, Status,
    evolve, open, rebuild_report, toggle_pause,
};
use trainer::selfplay::{Banqi, Plan, Target, Variety, Xiangqi, play};

/// Two generations that take seconds. So little teaches little: their tests promote what
/// is not much worse, after a few pairs.
pub fn run_plan(game: GameKind, folder: &Path) -> RunPlan {
    let changes = Changes {
        positions: Some(400),
        nodes: Some(30),
        inner_every: (game == GameKind::Xiangqi).then_some(1),
        width: Some(64),
        epochs: Some(4.0),
        batch: Some(1024),
        match_nodes: Some(40),
        match_games: Some(12),
        sprt: Some("elo0=-400,elo1=-50,alpha=0.2,beta=0.2,model=logistic".to_owned()),
        threads: Some(1),
        hash: Some(1),
        ..Changes::default()
    };
    RunPlan { changes, generations: Some(2), ..RunPlan::new(game, folder.to_owned()) }
}

/// A network that knows nothing.
pub fn random_network(game: GameKind, folder: &Path) -> PathBuf {
    use network::{BanqiInputs, BanqiNetwork, Shape, Width, XiangqiInputs, XiangqiNetwork};
    let path = folder.join(format!("{game}.chn"));
    let bytes = match game {
        GameKind::Xiangqi => {
            let shape = Shape { width: Width::W64, inputs: XiangqiInputs::default() };
            XiangqiNetwork::random(shape, 1).to_bytes()
        }
        GameKind::Banqi => {
            let shape = Shape { width: Width::W64, inputs: BanqiInputs };
            BanqiNetwork::random(shape, 1).to_bytes()
        }
    };
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A run with data of earlier games that begins with a network that knows nothing.
fn with_a_past<V: Variety>(place: &Path) -> RunPlan {
    let data = place.join("earlier");
    if !data.exists() {
        let plan =
            Plan { nodes: 100, hash: 1, ..Plan::new(data.clone(), Target::Positions(9_000)) };
        play::<V>(&plan, &search::Unattended, &|_| {}).unwrap();
    }
    let start = Some(random_network(V::GAME, place));
    RunPlan { data: vec![data], start, ..run_plan(V::GAME, &place.join("run")) }
}

/// A call that goes on with what is there.
fn again(run_plan: &RunPlan) -> RunPlan {
    RunPlan { start: None, data: Vec::new(), ..run_plan.clone() }
}

fn quiet() -> Box<dyn Fn(&str) + Send + Sync> {
    Box::new(|_| {})
}

pub fn run(run_plan: &RunPlan) -> Result<End, EvolveError> {
    let mut directory: Directory = open(run_plan, quiet())?;
    evolve(&mut directory, run_plan, &Control::default())
}

fn state(run_plan: &RunPlan) -> State {
    State::load(&Places::new(&run_plan.folder).state()).unwrap()
}

/// Results of the first games of a generation's match, read from its lines: won, drawn,
/// lost. Games behind the pair that decided the test do not count.
fn results(run_plan: &RunPlan, number: u32, games: u64) -> [u64; 3] {
    let path = Places::new(&run_plan.folder).match_folder(number).join("results.jsonl");
    let name = format!("generation-{number}");
    let mut seen = BTreeMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let seat = if game["first"] == name.as_str() { "first" } else { "second" };
        let result = match game.get("winner").and_then(Value::as_str) {
            None => 1,
            Some(winner) if winner == seat => 0,
            Some(_) => 2,
        };
        let twice = seen.insert(game["game"].as_u64().unwrap(), result);
        assert!(twice.is_none(), "a game stands twice");
    }
    let mut counts = [0; 3];
    seen.values().take(games as usize).for_each(|&result| counts[result] += 1);
    counts
}

fn positions<R: Record>(folder: &Path) -> u64 {
    DataFile::<R>::open(&folder.join("positions.chd")).unwrap().records()
}

/// Positions from inside the searches; none where none are kept.
fn inner<R: Record>(folder: &Path) -> u64 {
    DataFile::<R>::open(&folder.join("inner.chd")).map_or(0, |file| file.records())
}

/// The cells of the report's table.
fn table(folder: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.contains("played by"));
    let cells = |row: &str| {
        let cells = row.trim_matches('|').split('|').map(|cell| cell.trim().replace(',', ""));
        cells.collect()
    };
    rows.map(cells).collect()
}

/// Checks state and report by what lies in the folders; `adopted` are the positions of
/// others that each generation had.
fn check<V: Variety>(run_plan: &RunPlan, adopted: [u64; 2]) {
    let (state, places) = (state(run_plan), Places::new(&run_plan.folder));
    let rows = table(&run_plan.folder);
    assert_eq!((state.complete(), rows.len(), state.current()), (2, 2, None));
    let (mut own, mut best, mut ratings) = (0, 0, vec![0.0]);
    for ((generation, row), adopted) in state.generations.iter().zip(&rows).zip(adopted) {
        let number = generation.number;
        let new = positions::<V::Record>(&places.data(number));
        let inside = inner::<V::Record>(&places.data(number));
        own += new + inside;
        assert!(new >= 400);
        assert_eq!(inside > 0, generation.settings.inner_every > 0);
        assert_eq!(generation.player, best);
        assert_eq!(
            row[..4],
            [number.into(), best.into(), new, own + adopted].map(|n| n.to_string())
        );
        let tested = generation.tested.as_ref().unwrap();
        let [wins, draws, losses] = results(run_plan, number, tested.games);
        assert_eq!(
            (tested.results, row[7].as_str()),
            ([wins, draws, losses], &*tested.games.to_string())
        );
        let score = (wins as f64 + draws as f64 / 2.0) / tested.games as f64;
        let elo = (400.0 * (score / (1.0 - score)).log10()).clamp(-800.0, 800.0);
        let shown: f64 = row[8].split(' ').next().unwrap().parse().unwrap();
        assert!((shown - elo).abs() < 0.06, "{shown} {elo}");
        let rating = ratings[best as usize] + elo;
        ratings.push(rating);
        assert!((row[11].parse::<f64>().unwrap() - rating).abs() < 0.06);
        if tested.decision == Decision::Promoted {
            best = number;
            assert_eq!(row[10], "better");
        }
        assert!(places.network(number).with_extension("svg").exists());
        assert!(!places.checkpoint(number).exists());
        let losses = generation.trained.as_ref().unwrap();
        assert_eq!(row[5], format!("{:.5}", losses.held_out.unwrap()));
        assert!(losses.hand_written.is_some_and(|loss| loss > 0.0 && loss < 0.25));
    }
    assert_eq!(state.best, best);
    if best > 0 || state.start_network {
        let files = [places.best(), places.network(best)].map(|path| std::fs::read(path).unwrap());
        assert_eq!(files[0], files[1]);
    }
    let picture = std::fs::read_to_string(run_plan.folder.join("elo.svg")).unwrap();
    assert_eq!(picture.matches("<circle").count(), 3);
    let log = std::fs::read_to_string(places.log()).unwrap();
    for command in ["chuhe selfplay --game", "chuhe train --game", "chuhe match --game"] {
        assert!(log.matches(command).count() >= 2, "{log}");
    }
}

/// Goes on with a run whose trainings are stopped at every report and whose matches are
/// stopped after every few games, until it is complete; how often it was stopped.
fn disturbed(run_plan: &RunPlan) -> u32 {
    let mut stops = 0;
    loop {
        let control = Arc::new(Control::default());
        let in_match = Arc::new(AtomicU32::new(0));
        let echo = {
            let (control, in_match) = (Arc::clone(&control), Arc::clone(&in_match));
            Box::new(move |line: &str| {
                if line.ends_with(": training") {
                    control.stop();
                }
                if let Some(number) = line.strip_suffix(": match") {
                    let number = number.rsplit(' ').next().unwrap().parse().unwrap();
                    in_match.store(number, Ordering::Relaxed);
                }
            })
        };
        let mut directory = open(&again(run_plan), echo).unwrap();
        let ended = std::thread::scope(|scope| {
            let watcher = scope.spawn(|| stop_match(run_plan, &control, &in_match));
            let ended = evolve(&mut directory, run_plan, &control).unwrap();
            control.stop();
            watcher.join().unwrap();
            ended
        });
        match ended {
            End::Complete => return stops,
            _ => stops += 1,
        }
    }
}

/// Stops a run as soon as its match has another game.
fn stop_match(run_plan: &RunPlan, control: &Control, in_match: &AtomicU32) {
    let lines = |number: u32| {
        let path = Places::new(&run_plan.folder).match_folder(number).join("results.jsonl");
        std::fs::read_to_string(path).map_or(0, |text| text.lines().count())
    };
    let mut before = None;
    while !control.is_stopped() {
        let number = in_match.load(Ordering::Relaxed);
        if number > 0 {
            let now = lines(number);
            if now > *before.get_or_insert(now) {
                control.stop();
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// The state without where it lies.
fn comparable(run_plan: &RunPlan) -> State {
    State { adopted: Vec::new(), ..state(run_plan) }
}

fn two_generations<V: Variety>() {
    let place = tempfile::tempdir().unwrap();
    let whole = with_a_past::<V>(place.path());
    assert_eq!(run(&whole).unwrap(), End::Complete);
    let earlier = positions::<V::Record>(&whole.data[0]);
    check::<V>(&whole, [earlier; 2]);
    let report = std::fs::read_to_string(whole.folder.join("report.md")).unwrap();
    assert!(state(&whole).promotions().count() > 0, "nothing was promoted: {report}");
    // Nothing is left to do.
    let before = state(&whole);
    assert_eq!(run(&again(&whole)).unwrap(), End::Complete);
    assert_eq!(state(&whole), before);
    // The same run, stopped again and again.
    let parts = RunPlan { folder: place.path().join("parts"), ..whole.clone() };
    let began = RunPlan { generations: Some(0), ..parts.clone() };
    assert_eq!(run(&began).unwrap(), End::Complete);
    let stops = disturbed(&parts);
    assert!(stops >= 8, "only {stops} stops");
    assert_eq!(comparable(&parts), comparable(&whole));
    check::<V>(&parts, [earlier; 2]);
    for number in [1, 2] {
        let network = |run_plan: &RunPlan| {
            std::fs::read(Places::new(&run_plan.folder).network(number)).unwrap()
        };
        assert!(network(&parts) == network(&whole), "generation {number}");
    }
}

#[test]
fn two_generations_of_xiangqi_end_alike_however_often_they_are_stopped() {
    two_generations::<Xiangqi>();
}

#[test]
fn two_generations_of_dark_chess_end_alike_however_often_they_are_stopped() {
    two_generations::<Banqi>();
}

#[test]
fn a_run_pauses_while_its_file_is_there_and_ends_when_its_time_is_up() {
    let place = tempfile::tempdir().unwrap();
    let run_plan = run_plan(GameKind::Banqi, place.path());
    assert!(toggle_pause(place.path()).unwrap());
    let short = RunPlan { time: Some(std::time::Duration::from_millis(300)), ..run_plan.clone() };
    assert_eq!(run(&short).unwrap(), End::TimeIsUp);
    // The pause lasted longer than the time: nothing but the first self-play can have
    // begun before it was seen.
    assert!(
        state(&run_plan).complete() == 0
            && state(&run_plan).current().is_none_or(|it| it.step == Step::Selfplay)
    );
    let status = Status::read(place.path()).unwrap();
    assert!(status.paused && !status.running);
    assert!(!toggle_pause(place.path()).unwrap());
    let one = RunPlan { generations: Some(1), ..run_plan.clone() };
    assert_eq!(run(&one).unwrap(), End::Complete);
    let status = Status::read(place.path()).unwrap();
    assert_eq!((status.complete, status.generation, status.paused), (1, None, false));
    let log = std::fs::read_to_string(Places::new(place.path()).log()).unwrap();
    assert!(log.contains("  paused\n") && log.contains("the time is up"), "{log}");
}

#[test]
fn later_calls_change_later_generations_and_add_data() {
    let place = tempfile::tempdir().unwrap();
    let first =
        RunPlan { generations: Some(1), ..run_plan(GameKind::Banqi, &place.path().join("run")) };
    run(&first).unwrap();
    let more = place.path().join("more");
    let plan = Plan { nodes: 30, hash: 1, ..Plan::new(more.clone(), Target::Positions(300)) };
    play::<Banqi>(&plan, &search::Unattended, &|_| {}).unwrap();
    let changes = Changes { positions: Some(500), ..Changes::default() };
    let second = RunPlan { changes, data: vec![more], generations: Some(2), ..first.clone() };
    run(&second).unwrap();
    run(&second).unwrap();
    let state = state(&first);
    let wanted: Vec<u64> = state.generations.iter().map(|it| it.settings.positions).collect();
    assert_eq!((wanted, state.adopted.len()), (vec![400, 500], 1));
    assert_eq!(state.generations[1].settings.nodes, 30, "other settings stay");
    check::<Banqi>(&second, [0, positions::<BanqiRecord>(&second.data[0])]);
    // The report can be made anew from the state.
    let report = std::fs::read(first.folder.join("report.md")).unwrap();
    std::fs::remove_file(first.folder.join("report.md")).unwrap();
    rebuild_report(&first.folder.canonicalize().unwrap()).unwrap();
    assert_eq!(std::fs::read(first.folder.join("report.md")).unwrap(), report);
}

#[test]
fn older_data_counts_less_and_never_nothing() {
    let settings = Settings { age_share: 0.5, ..Settings::usual(GameKind::Xiangqi) };
    assert_eq!([0, 1, 2, 3, 1000].map(|age| settings.share(age)), [1.0, 0.5, 0.25, 0.2, 0.2]);
    for game in GameKind::ALL {
        Settings::usual(game).check(game).unwrap();
    }
}
