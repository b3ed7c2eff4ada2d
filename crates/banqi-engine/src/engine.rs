//! The boundary: the profiles there are, and how to get one.

use banqi::{BanqiRules, Ply, Position};
use game::Game;
use search::{Answer, Book, Bound, CreateError, Host, LineReport, Report, Request, Settings};

use crate::baseline::{Baseline, Ntu, OnePly, Thesis};
use crate::chuhe::{Chuhe, Profile};

/// A game of dark chess as engines are given it: position, clock, repetition
/// history and rules in one.
pub type BanqiGame = Game<Position, BanqiRules>;

/// A profile behind the boundary of all engines.
pub type BoxedEngine = Box<dyn search::Engine<Position, BanqiRules>>;

/// The profiles with a line of explanation each; the first is the default.
pub const PROFILES: [(&str, &str); 6] = [
    ("chuhe", "the strongest: PVS with chance nodes, its evaluation by the food chain"),
    ("chuhe-hce", "the same with the hand-written evaluation, whatever chuhe has"),
    ("ntu-2018", "the contest program of 2018: NegaScout, chance search, endgame knowledge"),
    ("foodchain-2010", "the thesis of 2010: dynamic food-chain values, flips by least worst loss"),
    ("static-2008", "its predecessor: fixed piece values, alpha-beta"),
    ("ta-1ply", "the course's baseline: looks one ply ahead"),
];

/// An engine of a profile in [`PROFILES`]. Profiles other than `chuhe` and
/// `chuhe-hce` use one thread and find one line whatever is asked for.
///
/// # Errors
/// If there is no such profile, with the list of those there are, or it cannot have
/// one of the settings.
///
/// ```
/// use search::Settings;
/// let engine = banqi_engine::create("chuhe", &Settings::default()).unwrap();
/// assert_eq!(engine.profile(), "chuhe");
/// let error = banqi_engine::create("deep-blue", &Settings::default()).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "no profile is named 'deep-blue': expected one of \
///      chuhe, chuhe-hce, ntu-2018, foodchain-2010, static-2008, ta-1ply"
/// );
/// ```
pub fn create(profile: &str, settings: &Settings) -> Result<BoxedEngine, CreateError> {
    Ok(match profile {
        "chuhe" => Box::new(Chuhe::new(Profile::Chuhe, settings)?),
        "chuhe-hce" => Box::new(Chuhe::new(Profile::HandWritten, settings)?),
        "ntu-2018" => Box::new(Baseline::new(Ntu::new(settings.hash), settings)?),
        "foodchain-2010" => Box::new(Baseline::new(Thesis::food_chain(), settings)?),
        "static-2008" => Box::new(Baseline::new(Thesis::fixed(), settings)?),
        "ta-1ply" => Box::new(Baseline::new(OnePly, settings)?),
        _ => return Err(CreateError::no_profile(profile, &PROFILES)),
    })
}

/// What the book says to a request that lets it speak.
pub(crate) fn from_book(
    book: Option<&dyn Book<Position>>,
    game: &BanqiGame,
    request: &Request<Ply>,
) -> Option<Answer<Ply>> {
    let book = book.filter(|_| request.book);
    let answer = search::book::ask(book, game, request.seed)?;
    let wanted = |ply: Ply| request.only.is_empty() || request.only.contains(&ply);
    answer.ply().is_some_and(wanted).then_some(answer)
}

/// Tells an answer that nothing else was told of, line by line.
pub(crate) fn tell_answer(
    answer: &Answer<Ply>,
    host: &dyn Host,
    report: &mut dyn FnMut(&Report<'_, Ply>),
) {
    for (number, line) in (1..).zip(&answer.lines) {
        report(&Report {
            depth: answer.depth,
            selective_depth: answer.depth,
            nodes: answer.nodes,
            time: host.elapsed(),
            fullness: 0,
            table_hits: 0,
            line: Some(LineReport { number, line, bound: Bound::Exact }),
        });
    }
}
