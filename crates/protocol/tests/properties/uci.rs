//! UCI values.

use arbtest::arbitrary::Result;
use protocol::uci::{Command, Dialect, GoLimits, Reply};

use crate::generate::Source;
use crate::laws;

fn limits(source: &mut Source<'_, '_>) -> Result<GoLimits> {
    Ok(GoLimits {
        movetime: source.any()?,
        nodes: source.any()?,
        depth: source.any()?,
        wtime: source.any()?,
        btime: source.any()?,
        winc: source.any()?,
        binc: source.any()?,
        movestogo: source.any()?,
        infinite: source.any()?,
        ponder: source.any()?,
        mate: source.any()?,
        searchmoves: source.words()?,
    })
}

fn command(source: &mut Source<'_, '_>) -> Result<Command> {
    Ok(match source.pick(11)? {
        0 => Command::Uci,
        1 => Command::UciCyclone,
        2 => Command::Debug(source.any()?),
        3 => Command::IsReady,
        4 => {
            let name = source.name()?;
            Command::SetOption { name, value: source.maybe(Source::phrase)? }
        }
        5 => Command::UciNewGame,
        6 => Command::Position(source.position()?),
        7 => Command::Go(limits(source)?),
        8 => Command::Stop,
        9 => Command::PonderHit,
        _ => Command::Quit,
    })
}

fn reply(source: &mut Source<'_, '_>) -> Result<Reply> {
    Ok(match source.pick(7)? {
        0 => Reply::Id(source.id()?),
        1 => {
            let name = source.name()?;
            Reply::Option(source.option(name)?)
        }
        2 => Reply::UciOk,
        3 => Reply::ReadyOk,
        4 => Reply::Info(Box::new(source.info()?)),
        5 => {
            let best = source.word()?;
            Reply::BestMove { best, ponder: source.maybe(Source::word)? }
        }
        _ => Reply::Other(source.phrase()?),
    })
}

#[test]
fn commands() {
    laws::check(command);
}

#[test]
fn replies() {
    laws::check(reply);
}

#[test]
fn both_dialects_are_understood() {
    arbtest::arbtest(|u| {
        let command = command(&mut Source::clean(u))?;
        for dialect in [Dialect::Plain, Dialect::Cyclone] {
            assert_eq!(command.print(dialect).parse(), Ok(command.clone()));
        }
        Ok(())
    });
}
