//! Engines that speak UCI, and its dialect for dark chess.

use std::path::Path;
use std::time::Duration;

use game::Side;
use protocol::coordinates::{CoordinateError, Ranks, complete_fen, convert};
use protocol::uci::{Command, GoLimits, Reply};
use protocol::{Notes, OptionKind, OptionSpec, PositionText, Start, is_no_move};

use super::analyst::{Heard, Look, Speech};
use super::config::{EngineConfig, ProtocolName};
use super::driver::{Driver, Question, Timeouts, add_info, drain, expect, garbage, refusal};
use super::options::{self, Setting, SettingError};
use super::process::Process;
use crate::clock::{Budget, TimeControl};
use crate::player::{Action, Answer, Fault, GameKind, Player, PlyInfo, PlyText, View};

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
    timeouts: Timeouts,
    language: Language,
    name: Option<String>,
    offered: Vec<OptionSpec>,
    /// How the option for several lines is called, and what it was set to.
    several: Option<(String, usize)>,
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
        let timeouts = Timeouts::of(config);
        let mut introduction = introduce(&mut process, timeouts.start)?;
        if let Some((name, value)) = variant(game, &introduction.options).map_err(refusal)? {
            process.send(Command::SetOption { name, value })?;
            // The game may decide which other options there are.
            if options::find("UCI_Variant", &introduction.options).is_none() {
                introduction = introduce(&mut process, timeouts.start)?;
            }
        }
        let settings = options::fit(&config.options, &introduction.options).map_err(refusal)?;
        for (name, value) in settings {
            process.send(Command::SetOption { name, value })?;
        }
        let language = match (game, protocol) {
            (GameKind::Banqi, _) => Language::Banqi,
            (_, ProtocolName::UciFromZero) => Language::Xiangqi(Ranks::ZeroToNine),
            (_, ProtocolName::UciFromOne) => Language::Xiangqi(Ranks::OneToTen),
            _ if counts_from_one(&introduction.options) => Language::Xiangqi(Ranks::OneToTen),
            _ => Language::Xiangqi(Ranks::ZeroToNine),
        };
        let Introduction { name, options: offered } = introduction;
        let several = options::find("MultiPV", &offered);
        let several = several.map(|spec| (spec.name.clone(), 0));
        let mut driver = UciDriver { process, timeouts, language, name, offered, several };
        driver.get_ready()?;
        Ok(driver)
    }

    /// What the engine calls itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.process.send(Command::IsReady)?;
        expect(&mut self.process, self.timeouts.start, "readyok", |line| {
            let ready = matches!(read(&line.text)?, Reply::ReadyOk);
            Ok(ready.then_some(()))
        })
    }

    fn action(&self, best: &str) -> Result<Action, Fault> {
        let line = || format!("bestmove {best}");
        if is_no_move(best) {
            return Err(garbage(&line(), "the game is not over, so there is a move"));
        }
        if best == "resign" {
            return Ok(Action::Resign);
        }
        match self.language {
            Language::Xiangqi(ranks) => convert(best, ranks, Ranks::ZeroToNine)
                .map(Action::written)
                .map_err(|error| garbage(&line(), error)),
            Language::Banqi => banqi::notation::coordinate::read_ply(best)
                .map(|ply| Action::written(ply.to_string()))
                .map_err(|error| garbage(&line(), error)),
        }
    }
}

impl Player for UciDriver {
    fn begin(&mut self, _: &View<'_>) -> Result<(), Fault> {
        Speech::new_game(self)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Answer, Fault> {
        drain(&mut self.process, |_| ())?;
        let position = position_text(view, self.language).map_err(refusal)?;
        let go = Command::Go(limits(view, budget));
        self.process.send(Command::Position(position))?;
        let question = Question::new(&self.process, budget, self.timeouts, false);
        self.process.send(go)?;
        let mut ply_info = PlyInfo::default();
        let received = question.listen(&mut self.process, Some("stop"), |line| {
            match read(&line.text)? {
                Reply::Info(info) => add_info(&mut ply_info, &info),
                Reply::BestMove { best, .. } => return Ok(Some(best)),
                _ => {}
            }
            Ok(None)
        })?;
        let action = self.action(&received.found)?;
        Ok(question.answered(&self.process, action, ply_info, received.at))
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

    fn offered(&self) -> &[OptionSpec] {
        &self.offered
    }
}

impl Speech for UciDriver {
    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn new_game(&mut self) -> Result<(), Fault> {
        self.process.send(Command::UciNewGame)?;
        self.get_ready()
    }

    fn ask(&mut self, look: &Look) -> Result<(), Fault> {
        drain(&mut self.process, |_| ())?;
        if let Some((name, number)) = &mut self.several
            && *number != look.lines
        {
            *number = look.lines;
            let (name, value) = (name.clone(), Some(look.lines.to_string()));
            self.process.send(Command::SetOption { name, value })?;
        }
        let ranks = Speech::ranks(self);
        let moves = look.position.moves.iter().map(|ply| convert(ply, Ranks::ZeroToNine, ranks));
        let moves = moves.collect::<Result<_, _>>().map_err(refusal)?;
        let start = look.position.start.clone();
        self.process.send(Command::Position(PositionText { start, moves }))?;
        let (depth, nodes) = (look.depth, look.nodes);
        let infinite = depth.is_none() && nodes.is_none();
        self.process.send(Command::Go(GoLimits { depth, nodes, infinite, ..GoLimits::default() }))
    }

    fn hear(&self, line: &str) -> Result<Heard, Fault> {
        Ok(match read(line)? {
            Reply::Info(info) => Heard::Info(info),
            Reply::BestMove { best, .. } if is_no_move(&best) || best == "resign" => {
                Heard::Best(None)
            }
            Reply::BestMove { best, .. } => {
                let best = convert(&best, Speech::ranks(self), Ranks::ZeroToNine);
                Heard::Best(Some(best.map_err(|error| garbage(line, error))?))
            }
            _ => Heard::Nothing,
        })
    }

    fn ranks(&self) -> Ranks {
        match self.language {
            Language::Xiangqi(ranks) => ranks,
            Language::Banqi => Ranks::ZeroToNine,
        }
    }
}

fn read(line: &str) -> Result<Reply, Fault> {
    Reply::parse(line, &mut Notes::new()).map_err(|error| garbage(line, error))
}

fn introduce(process: &mut Process, timeout: Duration) -> Result<Introduction, Fault> {
    let mut introduction = Introduction::default();
    process.send(Command::Uci)?;
    expect(process, timeout, "uciok", |line| {
        // A damaged option is one that cannot be set; the rest may be fine.
        match Reply::parse(&line.text, &mut Notes::new()) {
            Ok(Reply::UciOk) => return Ok(Some(())),
            Ok(Reply::Option(option)) => introduction.options.push(option),
            Ok(Reply::Id(id)) if id.field == protocol::IdField::Name => {
                introduction.name = Some(id.text);
            }
            _ => {}
        }
        Ok(None)
    })?;
    Ok(introduction)
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
pub(super) fn variant(
    game: GameKind,
    offered: &[OptionSpec],
) -> Result<Option<Setting>, SettingError> {
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
            Err(SettingError::Variant {
                game: game.name(),
                option: spec.name.clone(),
                offered: choices.join(", "),
            })
        }
        _ => Ok(Some((spec.name.clone(), Some(game.name().to_owned())))),
    }
}

/// The position: the whole game for xiangqi, since rules look far back; for dark
/// chess what came after the last capture or flip, which no repetition can span.
fn position_text(view: &View<'_>, language: Language) -> Result<PositionText, CoordinateError> {
    match language {
        Language::Xiangqi(ranks) => {
            let start = if view.is_usual_start() {
                Start::StartPos
            } else {
                Start::Fen(complete_fen(view.start()))
            };
            let moves = view.plies().iter().map(|ply| convert(&ply.ply, Ranks::ZeroToNine, ranks));
            Ok(PositionText { start, moves: moves.collect::<Result<_, _>>()? })
        }
        Language::Banqi => {
            let (anchor, before) = view.anchor();
            let start = if view.is_usual_start() && before == 0 {
                Start::StartPos
            } else {
                Start::Fen(anchor)
            };
            let moves = view.plies()[before..].iter().map(with_outcome).collect();
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
            let red = view.turn() != Some(Side::Black);
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
    use crate::board::{BanqiBoard, RefereeBoard, XiangqiBoard};
    use crate::player::{ChosenPly, Seat};

    fn played(mut board: impl RefereeBoard, plies: &str) -> impl RefereeBoard {
        for ply in plies.split_whitespace() {
            board.play(&ChosenPly::Text(ply.to_owned())).unwrap();
        }
        board
    }

    fn view(board: &dyn RefereeBoard) -> View<'_> {
        View::new(board, Seat::Second, 0, &|| false)
    }

    fn xiangqi_start(plies: &str) -> impl RefereeBoard {
        played(XiangqiBoard::new(Default::default(), xiangqi::START_FEN).unwrap(), plies)
    }

    #[test]
    fn ranks_follow_the_engine() {
        let board = xiangqi_start("h2e2 h9g7");
        let text =
            |ranks| position_text(&view(&board), Language::Xiangqi(ranks)).unwrap().to_string();
        assert_eq!(text(Ranks::ZeroToNine), "startpos moves h2e2 h9g7");
        assert_eq!(text(Ranks::OneToTen), "startpos moves h3e3 h10g8");
    }

    #[test]
    fn dark_chess_begins_at_the_anchor_and_flips_name_their_outcome() {
        let text = |start: Option<&str>, plies: &str| {
            let board = BanqiBoard::new(Default::default(), start, 1).unwrap();
            let board = played(board, plies);
            position_text(&view(&board), Language::Banqi).unwrap().to_string()
        };
        let start = Some("8/8/8/K1X4p r k1 0 1");
        assert_eq!(text(start, "a1b1 h1h2"), "fen 8/8/8/K1X4p r k1 0 1 moves a1b1 h1h2");
        assert_eq!(
            text(start, "a1b1 c1c1 b1b2"),
            "fen 8/8/8/1Kk4p r - 0 3 moves b1b2",
            "what a flip showed stands on the board"
        );
        assert_eq!(text(None, ""), "startpos");
        let ply = |text: &str, reveal| PlyText { ply: text.to_owned(), reveal };
        assert_eq!(with_outcome(&ply("a1a1", Some('R'))), "a1=R");
        assert_eq!(with_outcome(&ply("a1a2", None)), "a1a2");
    }

    #[test]
    fn each_control_has_its_words() {
        let board = xiangqi_start("h2e2");
        let go = |control: &str, moves_to_go| {
            let budget = Budget {
                control: control.parse().unwrap(),
                own: Duration::from_millis(5000),
                other: Duration::from_millis(7000),
                moves_to_go,
                flag: None,
            };
            limits(&view(&board), &budget).to_string()
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
        let error =
            variant(GameKind::Banqi, &combo(&["chess", "xiangqi"])).unwrap_err().to_string();
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
