//! UCCI values.

use arbtest::arbitrary::Result;
use protocol::ucci::{Claim, Command, GoLimits, Reply};

use crate::generate::Source;
use crate::laws;

fn limits(source: &mut Source<'_, '_>) -> Result<GoLimits> {
    Ok(GoLimits {
        ponder: source.any()?,
        draw: source.any()?,
        infinite: source.any()?,
        depth: source.any()?,
        nodes: source.any()?,
        time: source.any()?,
        movestogo: source.any()?,
        increment: source.any()?,
        opptime: source.any()?,
        oppmovestogo: source.any()?,
        oppincrement: source.any()?,
    })
}

fn command(source: &mut Source<'_, '_>) -> Result<Command> {
    Ok(match source.pick(10)? {
        0 => Command::Ucci,
        1 => Command::IsReady,
        2 => {
            let name = source.word()?;
            Command::SetOption { name, value: source.maybe(Source::name)? }
        }
        3 => Command::Position(source.position()?),
        4 => Command::BanMoves(source.words()?),
        5 => Command::Go(limits(source)?),
        6 => Command::PonderHit { draw: source.any()? },
        7 => Command::Stop,
        8 => Command::Probe(source.position()?),
        _ => Command::Quit,
    })
}

fn reply(source: &mut Source<'_, '_>) -> Result<Reply> {
    Ok(match source.pick(10)? {
        0 => Reply::Id(source.id()?),
        1 => {
            let name = source.word()?;
            Reply::Option(source.option(name)?)
        }
        2 => Reply::UcciOk,
        3 => Reply::ReadyOk,
        4 => Reply::Info(Box::new(source.info()?)),
        5 => {
            let (best, ponder) = (source.word()?, source.maybe(Source::word)?);
            let claim = source.maybe(|source| source.choose(&[Claim::Draw, Claim::Resign]))?;
            Reply::BestMove { best, ponder, claim }
        }
        6 => Reply::NoBestMove,
        7 => Reply::PopHash(source.phrase()?),
        8 => Reply::Bye,
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
