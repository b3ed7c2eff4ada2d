//! An engine for tests: it plays any legal plies through any protocol and
//! misbehaves as it is told.
//!
//! `scripted-engine PROTOCOL [DEED[@N]] [SEED]`, where PROTOCOL is `uci`,
//! `uci-1-10`, `ucci`, `xboard`, `mgtp` or `banqi-uci`, and the deed is done
//! instead of the N-th answer, or all the time. See `script.rs` for the deeds.
#![forbid(unsafe_code)]

mod boards;
mod script;
mod talk;

use protocol::coordinates::Ranks;

use boards::Board;
use script::Script;
use talk::Talk;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let protocol = arguments.next().expect("a protocol");
    let deed = arguments.next().unwrap_or_default();
    let seed = arguments.next().map_or(1, |seed| seed.parse().expect("a seed"));
    let script = Script::new(&deed, seed);
    script.at_start();
    let ranks = if protocol == "uci-1-10" { Ranks::OneToTen } else { Ranks::ZeroToNine };
    let banqi = matches!(protocol.as_str(), "mgtp" | "banqi-uci");
    let input = std::io::stdin().lock();
    let mut talk = Talk { board: Board::start(banqi), script, ranks, input };
    match protocol.as_str() {
        "ucci" => talk.ucci(),
        "xboard" => talk.xboard(),
        "mgtp" => talk.mgtp(),
        _ => talk.uci(),
    }
}
