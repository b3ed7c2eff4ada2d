//! How fast and how large the archive is: `archive_speed FILE [FOLDER]`.
//!
//! Reads the games of a table, imports them, imports their mirror and colour images as
//! if they were others, and asks. Prints one JSON value a line. The archive is left in
//! the folder if one is named.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::Rng;
use library::archive::fold::Image;
use library::archive::import::{Import, Totals};
use library::archive::{Archive, Selection};
use records::stream::Pieces;
use records::{Board, Game, GameKind, Hint, Played, Start};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().ok_or("which file?")?);
    let folder = match arguments.next() {
        Some(folder) => PathBuf::from(folder),
        None => std::env::temp_dir().join(format!("chuhe-archive-speed-{}", std::process::id())),
    };
    std::fs::create_dir_all(&folder)?;
    decode(&file)?;
    let path = folder.join(Archive::FILE);
    let archive = Archive::open(&path)?;
    let totals = import(&archive, "import", &file, false)?;
    let again = import(&archive, "again", &file, false)?;
    assert_eq!((again.added, again.known_files), (0, 1), "a second import adds nothing");
    for (name, image) in [
        ("mirrored", Image { swapped: false, mirror: 1 }),
        ("swapped", Image { swapped: true, mirror: 0 }),
        ("both", Image { swapped: true, mirror: 1 }),
    ] {
        let images = folder.join(format!("{name}.tsv"));
        write_images(&file, &images, image)?;
        let added = import(&archive, name, &images, true)?.added;
        assert_eq!(added, totals.added, "every image is taken");
        std::fs::remove_file(&images)?;
    }
    ask(&archive)?;
    drop(archive);
    if std::env::args().len() < 3 {
        std::fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<Box<dyn std::io::Read>> {
    let file = std::fs::File::open(path)?;
    let packed = path.extension().is_some_and(|extension| extension == "zst");
    Ok(if packed { Box::new(zstd::stream::read::Decoder::new(file)?) } else { Box::new(file) })
}

/// Seconds by the clock on the wall, of all threads' processor time and of this one's.
#[derive(Clone, Copy)]
struct Moment {
    wall: Instant,
    all: f64,
    own: f64,
}

impl Moment {
    fn now() -> Moment {
        use rustix::time::{ClockId, clock_gettime};
        let seconds = |clock| {
            let time = clock_gettime(clock);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        };
        let (all, own) = (seconds(ClockId::ProcessCPUTime), seconds(ClockId::ThreadCPUTime));
        Moment { wall: Instant::now(), all, own }
    }

    fn since(self) -> (f64, f64, f64) {
        let now = Moment::now();
        (self.wall.elapsed().as_secs_f64(), now.all - self.all, now.own - self.own)
    }
}

fn decode(path: &Path) -> Result<()> {
    let begin = Moment::now();
    let (mut games, mut wrong) = (0, 0);
    for piece in Pieces::new(open(path)?, Hint::new(GameKind::Xiangqi).named("games.tsv")) {
        let record = piece?.read();
        games += record.games.len();
        wrong += record.games.iter().filter(|game| !game.problems.is_empty()).count();
    }
    let (seconds, cpu, _) = begin.since();
    let [speed, cpu_speed] = [seconds, cpu].map(|seconds| games as f64 / seconds);
    println!(
        r#"{{"what": "decode", "threads": 1, "games": {games}, "wrong": {wrong}, "seconds": {seconds:.3}, "games_per_second": {speed:.0}, "cpu_seconds": {cpu:.3}, "games_per_cpu_second": {cpu_speed:.0}}}"#
    );
    Ok(())
}

fn import(archive: &Archive, what: &str, file: &Path, keep_duplicates: bool) -> Result<Totals> {
    let import = Import { keep_duplicates, ..Import::of(vec![file.to_owned()]) };
    let begin = Moment::now();
    let totals = archive.import(&import, &mut |_| {})?;
    let (seconds, cpu, writer) = begin.since();
    let games = archive.count()?;
    println!(
        r#"{{"what": "{what}", "added": {}, "duplicates": {}, "problems": {}, "known_files": {}, "seconds": {seconds:.3}, "games_per_second": {:.0}, "cpu_seconds": {cpu:.3}, "cpu_seconds_of_writer": {writer:.3}, "games": {games}, "bytes": {}, "bytes_per_game": {:.0}}}"#,
        totals.added,
        totals.duplicates,
        totals.problems,
        totals.known_files,
        totals.added as f64 / seconds,
        archive.bytes(),
        archive.bytes() as f64 / games as f64,
    );
    Ok(totals)
}

/// Writes the images of all games as a table.
fn write_images(from: &Path, to: &Path, image: Image) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::fs::File::create(to)?);
    out.write_all(records::tsv::write_columns(GameKind::Xiangqi).as_bytes())?;
    for piece in Pieces::new(open(from)?, Hint::new(GameKind::Xiangqi).named("games.tsv")) {
        for game in piece?.read().games {
            out.write_all(records::tsv::write_line(&image_of(&game, image)).as_bytes())?;
        }
    }
    Ok(out.flush()?)
}

fn image_of(game: &Game, image: Image) -> Game {
    let Start::Xiangqi(setup) = &game.start else { return game.clone() };
    let mut other = xiangqi::Setup::empty();
    for (index, piece) in setup.board.iter().enumerate() {
        let piece = piece.map(|piece| xiangqi::Piece::from_index(image.piece(piece.index())));
        other.board[image.point(index)] = piece;
    }
    other.turn = if image.swapped { !setup.turn } else { setup.turn };
    let mut images = Game::new(Start::Xiangqi(other));
    images.headers.clone_from(&game.headers);
    images.result = game.result;
    let mut node = 0;
    for played in game.tree.main_plies() {
        node = images.tree.play(node, image.ply(played));
    }
    images
}

fn ask(archive: &Archive) -> Result<()> {
    let count = archive.count()? as usize;
    let mut rng = Rng::new(1);
    let mut boards = Vec::new();
    while boards.len() < 2000 {
        let Some(stored) = archive.game(rng.below(count) as u32 + 1)? else { continue };
        let plies: Vec<Played> = stored.game.tree.main_plies().collect();
        let mut board = Board::open(&stored.game.start)?;
        for &played in &plies[..rng.below(plies.len() + 1)] {
            board.play(played)?;
        }
        boards.push(board);
    }
    let times = boards.iter().map(|board| timed(|| archive.explore(board, None, 10).map(drop)));
    tell("positions", times.collect::<Result<_>>()?);
    let start = Board::open(&Start::usual(GameKind::Xiangqi))?;
    let times = (0..40).map(|_| timed(|| archive.explore(&start, None, 10).map(drop)));
    tell("start", times.collect::<Result<_>>()?);
    let names = ["胡荣华", "許銀川", "吕钦", "林", "nobody"];
    let times = (0..40).map(|round: usize| {
        let player = Some(names[round % names.len()].to_owned());
        let selection = Selection { player, ..Selection::default() };
        timed(|| {
            let ids = archive.select(&selection)?;
            archive.summaries(&ids[..ids.len().min(20)])?;
            Ok::<_, Box<dyn std::error::Error>>(())
        })
    });
    tell("player", times.collect::<Result<_>>()?);
    let times = ["RC-r", "RP-nn"].map(|text| {
        let selection = Selection { material: Some(text.parse()?), ..Selection::default() };
        timed(|| archive.select(&selection).map(drop))
    });
    tell("material", times.into_iter().collect::<Result<_>>()?);
    let places = "e2=C, g2=N, ??=P, e6=.".parse()?;
    let selection = Selection { places: Some(places), ..Selection::default() };
    tell("places", vec![timed(|| archive.select(&selection).map(drop))?]);
    Ok(())
}

/// Milliseconds on the wall and of the processor.
fn timed<E: Into<Box<dyn std::error::Error>>>(
    ask: impl FnOnce() -> std::result::Result<(), E>,
) -> Result<[f64; 2]> {
    let begin = Moment::now();
    ask().map_err(Into::into)?;
    let (wall, cpu, _) = begin.since();
    Ok([wall * 1e3, cpu * 1e3])
}

fn tell(what: &str, times: Vec<[f64; 2]>) {
    let parts = [0, 1].map(|which| {
        let mut times: Vec<f64> = times.iter().map(|times| times[which]).collect();
        times.sort_by(f64::total_cmp);
        let part = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
        format!("[{:.3}, {:.3}, {:.3}]", part(0.5), part(0.99), part(1.0))
    });
    println!(
        r#"{{"what": "{what}", "asked": {}, "ms_median_p99_max": {}, "cpu_ms_median_p99_max": {}}}"#,
        times.len(),
        parts[0],
        parts[1]
    );
}
