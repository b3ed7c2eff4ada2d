//! Engines that speak UCI, and its dialect for dark chess.

use std::path::Path;
use std::time::Duration;

use game::Side;
use protocol::coordinates::{Ranks, complete_fen, convert};
use protocol::uci::{Command, GoLimits, Reply};
use protocol::{Notes, OptionKind, OptionSpec, PositionText, Start, is_no_move};

use super::config::{EngineConfig, ProtocolName};
use super::driver::{Driver, Patience, Question, drain, expect, garbage, hear_info};
use super::options::{self, Setting};
use super::process::Process;
use crate::clock::{Budget, TimeControl};
use crate::player::{Answer, Fault, GameKind, Player, PlyText, Thought, View, Wish};

/// How moves and positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    /// Xiangqi with this counting of ranks.
    Xiangqi(Ranks),
    /// The dark chess dialect.
    Banqi,
}

/// A UCI engine.
pub(super) struct UciDriver {
    process: Process,
    patience: Patience,
    language: Language,
    name: Option<String>,
}

/// What an engine says about itself.
#[derive(Default)]
struct Introduction {
    name: Option<String>,
    options: Vec<OptionSpec>,
}

impl UciDriver {
    /// Starts the engine and sets its options.
    pub(super) fn start(
        config: &EngineConfig,
        protocol: ProtocolName,
        game: GameKind,
        logs: Option<&Path>,
        core: Option<usize>,
    ) -> Result<UciDriver, Fault> {
        let mut process = Process::start(config, logs, core, "quit")?;
        let patience = Patience::of(config);
        let mut told = introduce(&mut process, patience.start)?;
        if let Some((name, value)) = variant(game, &told.options).map_err(Fault::Garbage)? {
            process.send(Command::SetOption { name, value })?;
            // The game may decide which other options there are.
            if options::find("UCI_Variant", &told.options).is_none() {
                told = introduce(&mut process, patience.start)?;
            }
        }
        let settings = options::fit(&config.options, &told.options).map_err(Fault::Garbage)?;
        for (name, value) in settings {
            process.send(Command::SetOption { name, value })?;
        }
        let language = match (game, protocol) {
            (GameKind::Banqi, _) => Language::Banqi,
            (_, ProtocolName::UciFromZero) => Language::Xiangqi(Ranks::ZeroToNine),
            (_, ProtocolName::UciFromOne) => Language::Xiangqi(Ranks::OneToTen),
            _ if counts_from_one(&told.options) => Language::Xiangqi(Ranks::OneToTen),
            _ => Language::Xiangqi(Ranks::ZeroToNine),
        };
        let mut driver = UciDriver { process, patience, language, name: told.name };
        driver.get_ready()?;
        Ok(driver)
    }

    /// What the engine calls itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.process.send(Command::IsReady)?;
        expect(&mut self.process, self.patience.start, "readyok", |line| {
            let ready = matches!(read(&line.text)?, Reply::ReadyOk);
            Ok(ready.then_some(()))
        })
    }

    fn wish(&self, best: &str) -> Result<Wish, Fault> {
        let line = || format!("bestmove {best}");
        if is_no_move(best) {
            return Err(garbage(&line(), "the game is not over, so there is a move"));
        }
        if best == "resign" {
            return Ok(Wish::Resign);
        }
        match self.language {
            Language::Xiangqi(ranks) => convert(best, ranks, Ranks::ZeroToNine)
                .map(Wish::Ply)
                .map_err(|error| garbage(&line(), error)),
            Language::Banqi => banqi::notation::coordinate::read_ply(best)
                .map(|ply| Wish::Ply(ply.to_string()))
                .map_err(|error| garbage(&line(), error)),
        }
    }
}

impl Player for UciDriver {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        self.process.send(Command::UciNewGame)?;
        self.get_ready()
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        drain(&mut self.process, |_| ())?;
        let position = position_text(view, self.language).map_err(Fault::Garbage)?;
        let go = Command::Go(limits(view, budget));
        self.process.send(Command::Position(position))?;
        let question = Question::new(&self.process, budget, self.patience, false);
        self.process.send(go)?;
        let mut thought = Thought::default();
        let heard = question.listen(&mut self.process, Some("stop"), |line| {
            match read(&line.text)? {
                Reply::Info(info) => hear_info(&mut thought, &info),
                Reply::BestMove { best, .. } => return Ok(Some(best)),
                _ => {}
            }
            Ok(None)
        })?;
        let wish = self.wish(&heard.found)?;
        Ok(question.answered(&self.process, wish, thought, heard.at))
    }

    fn observe(&mut self, _: &View<'_>, _: Duration) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(&mut self, _: &str) {}
}

impl Driver for UciDriver {
    fn is_reusable(&self) -> bool {
        self.process.is_alive()
    }
}

fn read(line: &str) -> Result<Reply, Fault> {
    Reply::parse(line, &mut Notes::new()).map_err(|error| garbage(line, error))
}

fn introduce(process: &mut Process, patience: Duration) -> Result<Introduction, Fault> {
    let mut told = Introduction::default();
    process.send(Command::Uci)?;
    expect(process, patience, "uciok", |line| {
        // A damaged option is one that cannot be set; the rest may be fine.
        match Reply::parse(&line.text, &mut Notes::new()) {
            Ok(Reply::UciOk) => return Ok(Some(())),
            Ok(Reply::Option(option)) => told.options.push(option),
            Ok(Reply::Id(id)) if id.field == protocol::IdField::Name => told.name = Some(id.text),
            _ => {}
        }
        Ok(None)
    })?;
    Ok(told)
}

/// `UCI_Variant` is the mark of Fairy-Stockfish and its kin, which count ranks from
/// 1; engines of xiangqi alone have no such option and count from 0. So did our own
/// when it still offered dark chess under this name.
fn counts_from_one(offered: &[OptionSpec]) -> bool {
    let Some(spec) = options::find("UCI_Variant", offered) else { return false };
    match &spec.kind {
        OptionKind::Combo { choices, .. } => !choices.iter().any(|choice| choice == "banqi"),
        _ => true,
    }
}

/// The setting that makes an engine of many games play this one. Our own calls it
/// `Game`.
pub(super) fn variant(game: GameKind, offered: &[OptionSpec]) -> Result<Option<Setting>, String> {
    let own = |spec: &&OptionSpec| match &spec.kind {
        OptionKind::Combo { choices, .. } => choices.iter().any(|name| name == game.name()),
        _ => false,
    };
    let spec = options::find("Game", offered).filter(own);
    let Some(spec) = spec.or_else(|| options::find("UCI_Variant", offered)) else {
        return Ok(None);
    };
    match &spec.kind {
        OptionKind::Combo { choices, .. } if !choices.iter().any(|name| name == game.name()) => {
            Err(format!(
                "it does not play {}: {} offers {}",
                game.name(),
                spec.name,
                choices.join(", ")
            ))
        }
        _ => Ok(Some((spec.name.clone(), Some(game.name().to_owned())))),
    }
}

/// The position: the whole game for xiangqi, since rules look far back; for dark
/// chess what came after the last capture or flip, which no repetition can span.
fn position_text(view: &View<'_>, language: Language) -> Result<PositionText, String> {
    match language {
        Language::Xiangqi(ranks) => {
            let start = if view.usual_start {
                Start::StartPos
            } else {
                Start::Fen(complete_fen(view.start))
            };
            let moves = view.plies.iter().map(|ply| convert(&ply.ply, Ranks::ZeroToNine, ranks));
            let moves = moves.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
            Ok(PositionText { start, moves })
        }
        Language::Banqi => {
            let (anchor, before) = view.anchor;
            let start = if view.usual_start && before == 0 {
                Start::StartPos
            } else {
                Start::Fen(anchor.to_owned())
            };
            let moves = view.plies[before..].iter().map(with_outcome).collect();
            Ok(PositionText { start, moves })
        }
    }
}

/// A ply of dark chess as `moves` wants it: `a1a2`, or `a1=R` for a flip.
fn with_outcome(ply: &PlyText) -> String {
    match (ply.reveal, ply.ply.get(..2)) {
        (Some(piece), Some(square)) => format!("{square}={piece}"),
        _ => ply.ply.clone(),
    }
}

fn limits(view: &View<'_>, budget: &Budget) -> GoLimits {
    let mut limits = GoLimits::default();
    match budget.control {
        TimeControl::Movetime(time) => limits.movetime = Some(milliseconds(time)),
        TimeControl::Nodes(nodes) => limits.nodes = Some(nodes),
        TimeControl::Depth(depth) => limits.depth = Some(depth),
        TimeControl::Clock { increment, .. } => {
            let (own, other) = (Some(milliseconds(budget.own)), Some(milliseconds(budget.other)));
            // Before the first flip there are no colours: the mover is called red.
            let red = view.turn != Some(Side::Black);
            (limits.wtime, limits.btime) = if red { (own, other) } else { (other, own) };
            limits.winc = Some(milliseconds(increment));
            limits.binc = limits.winc;
            limits.movestogo = budget.moves_to_go;
        }
    }
    limits
}

/// Whole milliseconds, at least one: a limit of zero is no limit to some engines.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(u64::from(!time.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Seat;

    fn ply(text: &str, reveal: Option<char>) -> PlyText {
        PlyText { ply: text.to_owned(), reveal }
    }

    fn view<'a>(
        game: GameKind,
        start: &'a str,
        plies: &'a [PlyText],
        anchor: (&'a str, usize),
    ) -> View<'a> {
        View {
            game,
            start,
            usual_start: start == xiangqi::START_FEN || start == "dark",
            plies,
            position: "",
            anchor,
            turn: Some(Side::Black),
            first_side: Some(Side::Red),
            seat: Seat::Second,
            rules: "",
        }
    }

    #[test]
    fn ranks_follow_the_engine() {
        let plies = [ply("h2e2", None), ply("h9g7", None)];
        let view = view(GameKind::Xiangqi, xiangqi::START_FEN, &plies, ("", 0));
        let text = |ranks| position_text(&view, Language::Xiangqi(ranks)).unwrap().to_string();
        assert_eq!(text(Ranks::ZeroToNine), "startpos moves h2e2 h9g7");
        assert_eq!(text(Ranks::OneToTen), "startpos moves h3e3 h10g8");
    }

    #[test]
    fn dark_chess_begins_at_the_anchor_and_flips_name_their_outcome() {
        let plies = [ply("a1a1", Some('R')), ply("b1b1", Some('p')), ply("a1a2", None)];
        let after = view(GameKind::Banqi, "dark", &plies, ("anchor r - 0 3", 2));
        let text = position_text(&after, Language::Banqi).unwrap().to_string();
        assert_eq!(text, "fen anchor r - 0 3 moves a1a2");
        let whole = view(GameKind::Banqi, "dark", &plies, ("dark", 0));
        let text = position_text(&whole, Language::Banqi).unwrap().to_string();
        assert_eq!(text, "startpos moves a1=R b1=p a1a2");
    }

    #[test]
    fn each_control_has_its_words() {
        let plies = [];
        let view = view(GameKind::Xiangqi, xiangqi::START_FEN, &plies, ("", 0));
        let go = |control: &str, moves_to_go| {
            let budget = Budget {
                control: control.parse().unwrap(),
                own: Duration::from_millis(5000),
                other: Duration::from_millis(7000),
                moves_to_go,
                flag: None,
            };
            limits(&view, &budget).to_string()
        };
        assert_eq!(go("movetime=0.5", None), "go movetime 1");
        assert_eq!(go("nodes=7", None), "go nodes 7");
        assert_eq!(go("depth=3", None), "go depth 3");
        let clock = "go wtime 7000 btime 5000 winc 100 binc 100";
        assert_eq!(go("10+0.1", None), clock);
        assert_eq!(go("40/10+0.1", Some(12)), format!("{clock} movestogo 12"));
    }

    #[test]
    fn an_engine_of_other_games_is_refused() {
        let combo = |choices: &[&str]| {
            let choices = choices.iter().map(|&name| name.to_owned()).collect();
            let kind = OptionKind::Combo { default: None, choices };
            vec![OptionSpec { name: "UCI_Variant".into(), kind }]
        };
        assert_eq!(variant(GameKind::Xiangqi, &[]), Ok(None));
        let chosen = Some(("UCI_Variant".to_owned(), Some("xiangqi".to_owned())));
        assert_eq!(variant(GameKind::Xiangqi, &combo(&["chess", "xiangqi"])), Ok(chosen));
        let error = variant(GameKind::Banqi, &combo(&["chess", "xiangqi"])).unwrap_err();
        assert!(error.contains("does not play banqi"), "{error}");
    }

    #[test]
    fn the_option_of_variants_is_the_mark_of_ranks_from_one() {
        let combo = |name: &str, choices: &[&str]| {
            let choices = choices.iter().map(|&name| name.to_owned()).collect();
            OptionSpec { name: name.into(), kind: OptionKind::Combo { default: None, choices } }
        };
        assert!(!counts_from_one(&[]));
        assert!(counts_from_one(&[combo("UCI_Variant", &["chess", "xiangqi"])]));
        assert!(counts_from_one(&[combo("UCI_Variant", &["xiangqi"])]));
        let ours = [combo("Game", &["xiangqi", "banqi"])];
        assert!(!counts_from_one(&ours));
        let chosen = Some(("Game".to_owned(), Some("banqi".to_owned())));
        assert_eq!(variant(GameKind::Banqi, &ours), Ok(chosen));
        let other = [combo("Game", &["go", "gomoku"])];
        assert_eq!(variant(GameKind::Xiangqi, &other), Ok(None), "not about these games");
    }
}
