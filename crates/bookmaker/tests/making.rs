//! Books made of random games: every count is counted again, every rule of the
//! document's book is looked for in what was built.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use book::{BookFile, Entry, Owner, Table, Trust};
use bookmaker::classic::{self, ClassicPlan};
use bookmaker::improved::{Known, known, stale};
use bookmaker::{Build, Built, Games, Limit, MakeError, Plan, SearchWork, obk, tree, walk};
use game::{GameKind, NullObserver, Position as _, Rng, Side};
use jobs::{Executor, Stop};
use library::Archive;
use library::archive::import::Import;
use records::fold::Folded;
use records::{Board, Game, GameResult, Played, Start};
use tempfile::TempDir;

/// What people play first.
const USUAL: [&str; 16] = [
    "h2e2", "b2e2", "h0g2", "b0c2", "h9g7", "b9c7", "i0h0", "a0b0", "i9h9", "a9b9", "g3g4", "c3c4",
    "g6g5", "c6c5", "h7e7", "b7e7",
];

/// Games that share their openings, and mirror images of them.
fn random_games(count: usize, seed: u64, length: usize) -> Vec<Game> {
    let mut rng = Rng::new(seed);
    // Few decided games: what is often played is what is worth most.
    let results = [GameResult::First, GameResult::Second, GameResult::Unknown];
    let make = |_| {
        let mut game = Game::new(Start::usual(GameKind::Xiangqi));
        game.set_header("Date", format!("{}.01.01", 1990 + rng.below(20)));
        game.result = results.get(rng.below(12)).copied().unwrap_or(GameResult::Draw);
        let mut position = xiangqi::Position::start();
        let mut node = 0;
        for ply in 0..length {
            let plies = position.legal_plies();
            let usual = USUAL.map(|word| word.parse().unwrap());
            let usual: Vec<xiangqi::Ply> =
                usual.into_iter().filter(|&ply| position.is_legal_ply(ply)).collect();
            let common = !usual.is_empty() && rng.below(8) > 0;
            let among = if common { &usual[..] } else { &plies[..] };
            let among = if ply < 4 { &among[..among.len().min(3)] } else { among };
            let Some(&chosen) = rng.choose(among) else { break };
            node = game.tree.play(node, Played::Xiangqi(chosen));
            position.make_ply(chosen, &mut NullObserver);
        }
        game
    };
    (0..count).map(make).collect()
}

struct Place {
    folder: TempDir,
    archive: Archive,
}

impl Place {
    fn new(files: &[(&str, &[Game])]) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(&folder.path().join("archive.sqlite")).unwrap();
        for (name, games) in files {
            let path = folder.path().join(name);
            let lines: String = games.iter().map(records::tsv::write_line).collect();
            let columns = records::tsv::write_columns(GameKind::Xiangqi);
            std::fs::write(&path, columns + &lines).unwrap();
            let import = Import { keep_duplicates: true, ..Import::of(vec![path]) };
            archive.import(&import, &mut |_| {}).unwrap();
        }
        Place { folder, archive }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn of_file(&self, name: &str) -> Games<'_> {
        let source = Some(name.to_owned());
        let selection = library::archive::Selection { source, ..Default::default() };
        Games::new(&self.archive, Some(self.archive.select(&selection).unwrap())).unwrap()
    }
}

/// The board from the mover's view as a text, and that of its mirror image: the smaller
/// one, and whether it is the mirrored one.
fn canonical(position: &xiangqi::Position) -> (String, bool, bool) {
    let swapped = position.turn() == Side::Black;
    let board = |mirrored: bool| -> String {
        let cell = |index: usize| {
            let square = xiangqi::Square::from_index(index);
            let square = if swapped { square.rotated() } else { square };
            let square = if mirrored { square.mirrored() } else { square };
            position.piece_at(square).map_or('.', |piece| {
                let letter = piece.letter();
                match (swapped, letter.is_ascii_uppercase()) {
                    (false, _) => letter,
                    (true, true) => letter.to_ascii_lowercase(),
                    (true, false) => letter.to_ascii_uppercase(),
                }
            })
        };
        (0..90).map(cell).collect()
    };
    let (plain, other) = (board(false), board(true));
    let same = plain == other;
    if other < plain { (other, true, same) } else { (plain, false, same) }
}

/// A ply as it looks in the canonical board; of mirror images in a board that is its own
/// one stands for both.
fn canonical_ply(position: &xiangqi::Position, ply: xiangqi::Ply) -> String {
    let (_, mirrored, same) = canonical(position);
    let look = |mirrored: bool| {
        let turn = |square: xiangqi::Square| {
            let square = if mirrored { square.mirrored() } else { square };
            if position.turn() == Side::Black { square.rotated() } else { square }
        };
        xiangqi::Ply::new(turn(ply.from()), turn(ply.to())).to_string()
    };
    if same { look(false).min(look(true)) } else { look(mirrored) }
}

type Counted = BTreeMap<(String, String), [u32; 4]>;

/// Wins, draws, losses and the last year by position and ply, each game up to its first
/// repetition: counted without keys.
fn count(games: &[Game], plies: usize) -> Counted {
    let mut counted = Counted::new();
    for game in games {
        let mut position = xiangqi::Position::start();
        let mut seen = BTreeSet::new();
        let year: u32 = game.header("Date").unwrap()[..4].parse().unwrap();
        for (number, played) in game.tree.main_plies().enumerate() {
            let Played::Xiangqi(ply) = played else { panic!() };
            let board = canonical(&position).0;
            // What follows a repetition is not led to by a move that counts.
            if number >= plies || !seen.insert(board.clone()) {
                break;
            }
            let row = counted.entry((board, canonical_ply(&position, ply))).or_default();
            let column = match (game.result, position.turn()) {
                (GameResult::Unknown, _) => None,
                (GameResult::Draw, _) => Some(1),
                (GameResult::First, Side::Red) | (GameResult::Second, Side::Black) => Some(0),
                _ => Some(2),
            };
            column.into_iter().for_each(|column| row[column] += 1);
            row[3] = row[3].max(year);
            position.make_ply(ply, &mut NullObserver);
        }
    }
    counted
}

fn position(board: &Board) -> &xiangqi::Position {
    let Board::Xiangqi(position) = board else { panic!() };
    position
}

/// What a book says, by the same names.
fn told(file: &BookFile) -> Counted {
    let mut told = Counted::new();
    walk::each(file, u32::MAX, &mut |stop| {
        let position = position(&stop.board);
        for (played, entry) in &stop.moves {
            let Played::Xiangqi(ply) = *played else { panic!() };
            let counts = entry.counts;
            let row = [counts.wins, counts.draws, counts.losses, entry.year.into()];
            told.insert((canonical(position).0, canonical_ply(position, ply)), row);
        }
        Ok(())
    })
    .unwrap();
    told
}

const ALL: ClassicPlan = ClassicPlan { plies: 12, games: 1, trust: Trust { games: 5, score: 35 } };

fn classic_book(place: &Place, plan: &ClassicPlan, name: &str) -> BookFile {
    let games = place.of_file("games");
    let table = classic::build(GameKind::Xiangqi, "computer", plan, &games, &mut |_| {}).unwrap();
    let path = place.path(name);
    table.write(&path).unwrap();
    BookFile::open(&path).unwrap()
}

#[test]
fn a_classic_book_has_every_move_with_its_results() {
    let games = random_games(300, 5, 20);
    let place = Place::new(&[("games.tsv", &games)]);
    let file = classic_book(&place, &ALL, "classic.book");
    let (expected, found) = (count(&games, 12), told(&file));
    // What a game comes to later by a detour is counted by the book, too.
    assert!(expected.len() > 1_000);
    for (place, row) in &expected {
        let found = found.get(place).unwrap_or_else(|| panic!("{place:?} is missing"));
        assert!(found.iter().zip(row).all(|(found, row)| found >= row), "{place:?}");
    }
    let equal = expected.iter().filter(|(place, row)| found.get(*place) == Some(row)).count();
    assert!(equal * 100 >= expected.len() * 99, "{equal} of {}", expected.len());
    let sound = walk::check(&file).unwrap();
    assert_eq!((sound.moves, sound.illegal.len(), sound.disordered), (file.len(), 0, 0));
    assert_eq!(sound.deepest, 12);

    let often = classic_book(&place, &ClassicPlan { games: 4, ..ALL }, "often.book");
    assert!(often.len() < file.len() / 2);
    let (often, all) = (told(&often), told(&file));
    assert!(often.iter().all(|(place, row)| all.get(place) == Some(row)));
}

#[test]
fn an_empty_choice_of_games_is_said() {
    let place = Place::new(&[]);
    assert!(matches!(Games::new(&place.archive, None), Err(MakeError::NoGames)));
    assert!(matches!(Games::new(&place.archive, Some(Vec::new())), Err(MakeError::NoGames)));
}

fn work(nodes: u64) -> SearchWork {
    SearchWork {
        game: GameKind::Xiangqi,
        rules: "computer".to_owned(),
        profile: "chuhe-hce".to_owned(),
        hash: 1,
        limit: Limit::Nodes(nodes),
    }
}

fn plan(owner: Owner) -> Plan {
    Plan { plies: 9, trust: Trust { games: 4, score: 35 }, ..Plan::new(owner) }
}

fn build(place: &Place, path: &Path, plan: Plan, nodes: u64, known: Known) -> Built {
    let (games, second) = (place.of_file("games"), place.of_file("second"));
    let second = Some(&second);
    let build = Build { path, plan, work: work(nodes), games: &games, second, known };
    build.run(&Executor::threads(2), &Stop::default(), &mut |_| {}).unwrap()
}

fn two_sources() -> Place {
    let (games, second) = (random_games(250, 5, 20), random_games(30, 6, 20));
    Place::new(&[("games.tsv", &games), ("second.tsv", &second)])
}

/// Every rule of §2.3.3, looked for in a book.
fn check_rules(place: &Place, file: &BookFile, plan: Plan, figures: &bookmaker::improved::Figures) {
    let (games, second) = (place.of_file("games"), place.of_file("second"));
    let (mut searches, mut matched, mut ends) = (0, 0, 0);
    walk::each(file, u32::MAX, &mut |stop| {
        let seen = games.moves(&stop.board)?;
        let trusted: Vec<_> = seen.iter().filter(|seen| plan.trust.has(&seen.counts)).collect();
        let own = plan.owner.is(Some(position(&stop.board).turn()));
        let moves: BTreeSet<String> =
            stop.moves.iter().map(|(played, _)| played.to_string()).collect();
        if own {
            let chosen: Vec<_> =
                stop.moves.iter().filter(|(_, entry)| entry.marks.chosen).collect();
            let most = if stop.ply < 3 { plan.varied_moves } else { 1 };
            assert!((1..=most).contains(&chosen.len()), "{} own moves", chosen.len());
            for (played, entry) in chosen {
                let recorded = seen.iter().any(|seen| seen.ply == *played);
                assert_eq!(entry.marks.search, trusted.is_empty());
                assert_eq!(entry.marks.record, recorded);
                if entry.marks.search {
                    searches += 1;
                    matched += u64::from(recorded);
                    let after = bookmaker::games::after(&stop.board, *played)?;
                    let goes_on = file.find(Folded::of(&after).key).count() > 0;
                    ends += u64::from(!goes_on);
                } else {
                    let lower = |counts: &book::Counts| counts.lower();
                    let best = trusted.iter().map(|seen| lower(&seen.counts)).fold(0.0, f64::max);
                    let margin = if stop.ply < 3 { 0.05 } else { 0.0 };
                    assert!(entry.counts.lower() >= best - margin - 1e-9);
                }
            }
        } else {
            let mut all: BTreeSet<String> = BTreeSet::new();
            for seen in seen.iter().chain(&second.moves(&stop.board)?) {
                all.insert(seen.ply.to_string());
            }
            assert!(all.is_subset(&moves), "{all:?} in {moves:?}");
        }
        Ok(())
    })
    .unwrap();
    assert_eq!((searches, matched), (figures.searches, figures.matched));
    assert!(searches > 50 && matched > 0 && ends >= searches - matched, "{searches} {matched}");
}

#[test]
fn the_improved_book_keeps_the_rules_of_the_document() {
    let place = two_sources();
    for owner in [Owner::Red, Owner::Black] {
        let path = place.path(owner.name());
        let built = build(&place, &path, plan(owner), 100, Known::new());
        assert!(!path.with_extension("build").exists(), "the folder of the build is gone");
        let file = BookFile::open(&path).unwrap();
        assert_eq!((file.header().owner, file.len()), (owner, built.size.unwrap().0));
        check_rules(&place, &file, plan(owner), &built.figures);
        let again = place.path("again");
        build(&place, &again, plan(owner), 100, Known::new());
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&again).unwrap());
    }
}

#[test]
fn only_stale_search_moves_are_searched_again() {
    use jobs::Work as _;
    let place = two_sources();
    let path = place.path("red.book");
    let few = Plan { searches: Some(30), ..plan(Owner::Red) };
    let built = build(&place, &path, few, 100, Known::new());
    assert_eq!(built.figures.searches, 30);
    assert!(built.figures.left_out > 0);
    let maker = work(100).fingerprint().unwrap();
    let table = Table::of(&BookFile::open(&path).unwrap());
    assert_eq!(stale(&table, &maker), (30, 0));
    assert_eq!(stale(&table, "chuhe 0.0.1"), (30, 30));
    assert!(known(&table, "chuhe 0.0.1").is_empty());

    let whole = place.path("whole.book");
    let all = build(&place, &whole, plan(Owner::Red), 100, Known::new()).figures.searches;
    let extended = build(&place, &path, plan(Owner::Red), 100, known(&table, &maker));
    assert_eq!((extended.figures.reused, extended.figures.searches), (30, all));
    let moves = |path: &Path| -> Vec<Entry> { BookFile::open(path).unwrap().entries().collect() };
    assert_eq!(moves(&path), moves(&whole), "extended = built at once");
}

#[test]
fn a_stopped_build_keeps_what_it_found_and_another_one_is_refused() {
    let place = two_sources();
    let path = place.path("red.book");
    let (games, second) = (place.of_file("games"), place.of_file("second"));
    let build = |plan: Plan| Build {
        path: &path,
        plan,
        work: work(100),
        games: &games,
        second: Some(&second),
        known: Known::new(),
    };
    let stop = Stop::default();
    let own = plan(Owner::Red);
    let stopped = build(own).run(&Executor::threads(1), &stop, &mut |event| {
        if matches!(event, bookmaker::Event::Search { done: 5, .. }) {
            stop.stop();
        }
    });
    assert_eq!(stopped.unwrap().size, None);
    assert!(!path.exists() && build(own).folder().join("searches.jsonl").exists());
    let other = Plan { plies: 3, ..own };
    let refused = build(other).run(&Executor::threads(1), &Stop::default(), &mut |_| {});
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("with other settings (the plan differs)"), "{error}");
    let ended = build(own).run(&Executor::threads(1), &Stop::default(), &mut |_| {}).unwrap();
    assert!(ended.resumed >= 5 && ended.size.is_some());
}

#[test]
fn trees_and_obk_files_give_back_what_they_were_given() {
    let place = two_sources();
    let path = place.path("red.book");
    build(&place, &path, plan(Owner::Red), 100, Known::new());
    let file = BookFile::open(&path).unwrap();
    let plain = |entry: &Entry| {
        let mut entry = *entry;
        entry.marks.maker = 0;
        // Games without a result leave no trace in a comment.
        entry.marks.record = entry.counts.games() > 0;
        entry
    };
    let game = tree::write(&file, u32::MAX).unwrap();
    let options = records::pgn::Options { notation: xiangqi::notation::Notation::Wxf };
    let text = records::pgn::write(&game, options);
    let games = records::read_text(&text, GameKind::Xiangqi).games;
    let read = tree::read(GameKind::Xiangqi, "computer", &games).unwrap();
    let (expected, found): (Vec<Entry>, Vec<Entry>) =
        (file.entries().map(|entry| plain(&entry)).collect(), read.entries().map(plain).collect());
    assert_eq!(found, expected);

    let keys = obk::Keys::own();
    let other = place.path("red.obk");
    assert_eq!(obk::write(&file, &keys, &other).unwrap(), file.len());
    let read = obk::read(&other, &keys, "computer").unwrap();
    let counts = |entry: &Entry| (entry.place(), entry.counts);
    let expected: Vec<_> = file.entries().map(|entry| counts(&entry)).collect();
    assert_eq!(read.entries().map(counts).collect::<Vec<_>>(), expected);
}

#[test]
fn foreign_keys_are_read_from_a_text() {
    let mut text = "turn black 0x1f\n".to_owned();
    for (row, letter) in "KABNRCPkabnrcp".chars().enumerate() {
        let numbers = (0..90).map(|point| format!("{}", (row + 1) * 1_000 + point));
        text += &format!("{letter} {}\n", numbers.collect::<Vec<_>>().join(", "));
    }
    let keys = obk::Keys::read(&text).unwrap();
    let position: xiangqi::Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse().unwrap();
    // The black king on d9 is its fourth number, the rook on a1 its 73rd, K on e0.
    assert_eq!(keys.key(&position, false), 8_003 ^ 5_072 ^ 1_085);
    let black: xiangqi::Position = "3k5/9/9/9/9/9/9/9/R8/4K4 b".parse().unwrap();
    assert_eq!(keys.key(&black, true), 0x1f ^ 8_005 ^ 5_080 ^ 1_085);
    let error = |text: &str| obk::Keys::read(text).unwrap_err().to_string();
    assert_eq!(error("turn red 7 K 1 2"), "number 3 of K is missing");
    assert!(error("turn green 7").starts_with("'green': expected `turn red NUMBER`"));
    assert!(error(&text.replace("turn black 0x1f", "")).contains("turn is missing"));
    let place = two_sources();
    let path = place.path("some.book");
    build(&place, &path, Plan { plies: 3, ..plan(Owner::Red) }, 50, Known::new());
    let other = place.path("some.obk");
    obk::write(&BookFile::open(&path).unwrap(), &obk::Keys::own(), &other).unwrap();
    let error = obk::read(&other, &keys, "computer").unwrap_err().to_string();
    assert!(error.contains("its keys are made of other numbers"), "{error}");
    let error = obk::read(&path, &keys, "computer").unwrap_err().to_string();
    assert!(error.contains("not an .obk file"), "{error}");
}
