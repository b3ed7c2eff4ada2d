//! Targets of the match runner: what people write on its command line and in its
//! files.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arena::adjudicate::Threshold;
use arena::clock::TimeControl;
use arena::engine::{EngineConfig, ProtocolName};
use arena::run::RunConfig;
use arena::run::assembly::Openings;
use arena::schedule::Format;
use arena::stats::Sprt;
use arena::{fastchess, openings};
use game::GameKind;

use crate::laws::text;
use crate::{Target, seeds};

/// The targets of this file.
pub const TARGETS: &[Target] = &[
    Target { name: "arena_engine", run: engine, seeds: engines, words: ENGINE_WORDS },
    Target { name: "arena_limits", run: limits, seeds: limit_texts, words: LIMIT_WORDS },
    Target { name: "arena_run", run: run_file, seeds: run_files, words: RUN_WORDS },
    Target {
        name: "arena_openings",
        run: opening_file,
        seeds: opening_files,
        words: OPENING_WORDS,
    },
    Target {
        name: "arena_fastchess",
        run: arguments,
        seeds: argument_lists,
        words: ARGUMENT_WORDS,
    },
];

#[rustfmt::skip]
const ENGINE_WORDS: &[&str] = &[
    ",", "=", "\\", "\"", "\n", "name=", "cmd=", "arg=", "args=", "dir=", "env.", "option.Hash=", "proto=",
    "uci", "ucci", "xboard", "mgtp", "tc=", "st=", "movetime=", "nodes=", "depth=", "restart=on", "stop=now",
    "start_timeout=", "hang_timeout=0.25", "search_timeout=", "transcript=", "builtin=", "random", "10+0.1",
    "1e9", "nan", "炮", " ",
];
#[rustfmt::skip]
const LIMIT_WORDS: &[&str] = &[
    "stc", "+", "/", ":", "=", ",", ".", "e", "-", "0", "1", "9", "99999999999", "movetime=", "st=", "nodes=",
    "depth=", "tc=", "elo0=", "elo1=", "alpha=", "beta=", "model=", "logistic", "normalized", "score=",
    "moves=", "after=", "movecount=", "nan", "inf", "random:", "start", "round-robin", "1e-12", "5e-10",
];
#[rustfmt::skip]
const RUN_WORDS: &[&str] = &[
    "\n", " = ", "\"", "[", "]", "[[engines]]\n", "[adjudication]\n", "resign = {", "games = ", "0", "-1",
    "game = \"banqi\"\n", "seats = \"first-ply\"\n", "format = \"ladder\"\n", "tc = \"depth=1\"\n",
    "builtin = \"random\"\n", "name = \"c\"\n", "sprt = \"elo0=0,elo1=5\"\n", "hang_timeout = ", "1e300", "nan",
];
#[rustfmt::skip]
const OPENING_WORDS: &[&str] = &[
    "\n", " ", ";", "#", "[FEN \"", "\"]\n\n", "1. ", "C2=5 ", "h2e2 ", "4k4/9/9/9/9/9/9/9/4A4/4KR3 ",
    "w - - 0 1", "b", " bm h2e2; id \"x\"", "8/8/8/K1X4p r k1 0 1", "XXXXXXXX", "/", "9",
];
#[rustfmt::skip]
const ARGUMENT_WORDS: &[&str] = &[
    "\n", "-engine\n", "-each\n", "cmd=a\n", "name=b c\n", "option.Hash=1\n", "-rounds\n", "4294967295\n",
    "-games\n", "-sprt\n", "elo0=0\n", "-openings\n", "file=x.epd\n", "order=random\n", "-maxmoves\n", "-repeat\n",
    "--games\n", "-h\n", "-", "=", "timemargin=5\n", "-resign\n", "movecount=3\n", "\"", "\\", ",",
];

/// What is read is printed so that it reads back as the same; what is not read is
/// refused with a reason.
fn check<T, E>(text: &str) -> Option<T>
where
    T: FromStr<Err = E> + Display + Debug + PartialEq,
    E: Display + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            match printed.parse::<T>() {
                Ok(again) => assert_eq!(again, value, "{text:?} is printed as {printed:?}"),
                Err(error) => panic!("{text:?} is printed as {printed:?}: {error}"),
            }
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{text:?} is refused without reason");
            None
        }
    }
}

/// The text of an engine, alone, with another text for each engine, and as a file.
fn engine(bytes: &[u8]) {
    let text = text(bytes);
    let (own, each) = text.split_once('\n').unwrap_or((&text, ""));
    check::<ProtocolName, _>(own);
    if let Some(config) = check::<EngineConfig, _>(own) {
        let file = toml::to_string(&config).expect("a configuration is plain data");
        let again: EngineConfig = toml::from_str(&file).expect("our own file");
        assert_eq!(again, config, "{file}");
        let completed = EngineConfig::read_with(own, "");
        assert_eq!(completed, Ok(config), "nothing is added");
    }
    if let Ok(config) = EngineConfig::read_with(own, each) {
        assert_eq!(config.to_string().parse(), Ok(config), "{own:?} and {each:?}");
    }
}

/// Time controls, tests, thresholds, forms and openings in words.
fn limits(bytes: &[u8]) {
    let text = text(bytes);
    check::<TimeControl, _>(&text);
    check::<Sprt, _>(&text);
    check::<Threshold, _>(&text);
    check::<Format, _>(&text);
    if let Ok(Openings::Random { plies }) = text.parse() {
        assert_eq!(format!("random:{plies}").parse(), Ok(Openings::Random { plies }));
    }
}

/// A `run.toml`: whatever is accepted can be planned, and is written as it was read.
fn run_file(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(config) = toml::from_str::<RunConfig>(&text) else { return };
    let file = toml::to_string(&config).expect("a configuration is plain data");
    let again: RunConfig = toml::from_str(&file).expect("our own file");
    assert_eq!(again, config, "{file}");
    if config.check().is_ok() {
        let schedule = config.schedule();
        let last = schedule.game(schedule.games() - 1).expect("the last game");
        for engine in [last.first, last.second] {
            let _ = (config.name(engine), config.control(engine));
        }
    }
}

/// Openings of a file are positions, and are read back as the same.
fn opening_file(bytes: &[u8]) {
    let text = text(bytes);
    for game in GameKind::ALL {
        for is_pgn in [false, true] {
            match openings::read_text(game, &text, is_pgn) {
                Ok(list) => {
                    let again = openings::read_text(game, &list.join("\n"), false);
                    assert_eq!(again.as_ref(), Ok(&list), "{text:?}");
                }
                Err((line, fault)) => assert!(line >= 1 && !fault.to_string().is_empty()),
            }
        }
    }
}

/// One argument a line. What is in our own words stays as it is, so a second
/// translation changes nothing.
fn arguments(bytes: &[u8]) {
    let text = text(bytes);
    // A file of such a name would look like an option.
    if text.contains("file=-") {
        return;
    }
    let words = ["chuhe", "match"].into_iter().chain(text.lines());
    let ours = fastchess::translate(words.map(str::to_owned).collect());
    assert_eq!(fastchess::translate(ours.clone()), ours, "{text:?}");
    let others: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_match = others.get(1).is_some_and(|word| word == "match");
    assert!(is_match || fastchess::translate(others.clone()) == others, "{text:?}");
}

fn engines() -> Vec<Vec<u8>> {
    seeds(&[
        "name=A B,cmd=/bin/x,args=-a  b,arg=c d,dir=/opt/x,env.X=Y=Z,proto=uci-1-10,tc=10+0.1",
        "cmd=\"a,b\\\"c\",name=q\\,r,restart=on,stop=analyze,start_timeout=2.5,transcript=yes",
        "builtin=chuhe,nodes=500,option.Params=search.lmr=3\ntc=1+0.01,option.Hash=64,proto=ucci",
        "cmd=x,st=0.1,hang_timeout=0.25,search_timeout=9",
    ])
}

fn limit_texts() -> Vec<Vec<u8>> {
    seeds(&[
        "10+0.1",
        "40/60+0.5",
        "1:30+1",
        "movetime=100",
        "st=0.25",
        "nodes=5000",
        "depth=7",
        "elo0=-1.75,elo1=0.25,alpha=0.05,beta=0.1,model=logistic",
        "elo0=0 elo1=5",
        "score=400,moves=3,after=10",
        "random:12",
        "round-robin",
    ])
}

fn run_files() -> Vec<Vec<u8>> {
    let head = "chuhe = \"0.1.0\"\nevent = \"x\"\ngame = \"xiangqi\"\nrules = \"computer\"\n\
                format = \"match\"\nseats = \"first-seat\"\ngames = 4\ntc = \"10+0.1\"\nmargin_ms = 50\n\
                concurrency = 1\npin = true\nseed = 1\nopenings = \"start\"\n";
    let engines = "[[engines]]\nname = \"a\"\ncmd = \"a\"\nargs = [\"x\"]\nproto = \"uci\"\n\
                   options = [[\"Hash\", \"64\"]]\nrestart = false\nstop = \"auto\"\nstart_timeout = 10.0\n\
                   hang_timeout = 1.0\nsearch_timeout = 60.0\ntranscript = false\nsha256 = \"00\"\n\
                   [[engines]]\nname = \"b\"\nbuiltin = \"random\"\n";
    let law = "sprt = \"elo0=0,elo1=5\"\n[adjudication]\nmax_plies = 9\n\
               [adjudication.resign]\nscore = 4\nmoves = 2\nafter = 1\n";
    seeds(&[&format!("{head}{engines}"), &format!("{head}{law}{engines}")])
}

fn opening_files() -> Vec<Vec<u8>> {
    seeds(&[
        "# a list\n4k4/9/9/9/9/9/9/9/4A4/4KR3 b - - 3 9 bm e9d9; id \"x\";\n",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n\n",
        "[FEN \"4k4/9/9/9/9/9/9/9/4A4/4KR3 b\"]\n\n1... e9d9 1/2-1/2\n",
        "1. C2=5 {central} H8+7 (1... C8=5)\n2. H2+3 *\n",
        "8/8/8/K1X4p r k1 0 1\nK1X4p/2P2c2/1XX5/7k r P2h1 4 40\n",
    ])
}

fn argument_lists() -> Vec<Vec<u8>> {
    seeds(&[
        "-engine\ncmd=a\nname=A\noption.Hash=16\n-engine\ncmd=b\n-each\ntc=10+0.1\n-rounds\n5\n-repeat",
        "-sprt\nelo0=0\nelo1=5\n-openings\nfile=book.epd\norder=random\n-resign\nmovecount=3\nscore=400",
        "-maxmoves\n100\n-concurrency\n2\n-event\nmy match\n-tournament\ngauntlet\n-games\n4",
        "--engine\ncmd=a,name=x\n--games\n4",
    ])
}
