//! xboard values.

use arbtest::arbitrary::Result;
use protocol::xboard::{
    Audience, Command, Feature, FeatureValue, GameResult, GameScore, Level, Reply, Thinking,
    ThinkingExtra,
};

use crate::generate::Source;
use crate::laws;

const PLAIN: [Command; 19] = [
    Command::Xboard,
    Command::New,
    Command::Force,
    Command::Go,
    Command::PlayOther,
    Command::MoveNow,
    Command::Quit,
    Command::Analyze,
    Command::Exit,
    Command::Status,
    Command::Post,
    Command::NoPost,
    Command::Easy,
    Command::Hard,
    Command::Random,
    Command::Computer,
    Command::Undo,
    Command::Remove,
    Command::Draw,
];

fn result(source: &mut Source<'_, '_>) -> Result<GameResult> {
    let score = source.choose(&GameScore::ALL)?;
    Ok(GameResult { score, comment: source.maybe(Source::phrase)? })
}

fn command(source: &mut Source<'_, '_>) -> Result<Command> {
    Ok(match source.pick(17)? {
        0 => Command::ProtocolVersion(source.any()?),
        1 => Command::Accepted(source.word()?),
        2 => Command::Rejected(source.word()?),
        3 => Command::Variant(source.word()?),
        4 => Command::UserMove(source.word()?),
        5 => Command::BareMove(source.choose(&["h2e2", "h10g8", "i0i9"])?.to_string()),
        6 => Command::SetBoard(source.name()?),
        7 => Command::MoveSeconds(source.any()?),
        8 => Command::Depth(source.any()?),
        9 => Command::Level(Level {
            moves: source.any()?,
            base_seconds: source.any()?,
            increment_seconds: source.any()?,
        }),
        10 => Command::Time(source.any()?),
        11 => Command::OpponentTime(source.any()?),
        12 => Command::Ping(source.any()?),
        13 => Command::Memory(source.any()?),
        14 => {
            let name = source.name()?;
            Command::SetOption { name, value: source.maybe(Source::phrase)? }
        }
        15 => Command::Result(result(source)?),
        _ => source.choose(&PLAIN)?,
    })
}

fn feature(source: &mut Source<'_, '_>) -> Result<Feature> {
    let name = source.word()?;
    let value = match source.pick(3)? {
        0 => FeatureValue::Number(source.any()?),
        1 => FeatureValue::Text(source.phrase()?),
        _ => FeatureValue::Text(format!("a {} b", source.choose(&['"', '\''])?)),
    };
    Ok(Feature { name, value })
}

fn thinking(source: &mut Source<'_, '_>) -> Result<Thinking> {
    let extra = source.maybe(|source| {
        let (selective_depth, speed) = (source.any()?, source.any()?);
        Ok(ThinkingExtra { selective_depth, speed, table_hits: source.any()? })
    })?;
    Ok(Thinking {
        depth: source.any()?,
        score: source.any()?,
        centiseconds: source.any()?,
        nodes: source.any()?,
        extra,
        // Three bare numbers would be counters.
        pv: source
            .choose(&["", "h2e2 h9g7", "1. Hg2 Hc7", "9 9 9 9", "(+) 1. Ri1-i9"])?
            .to_string(),
    })
}

fn reply(source: &mut Source<'_, '_>) -> Result<Reply> {
    Ok(match source.pick(12)? {
        0 => Reply::Features(source.list(feature)?),
        1 => Reply::Move(source.word()?),
        2 => Reply::Result(result(source)?),
        3 => Reply::Resign,
        4 => Reply::OfferDraw,
        5 => {
            let reason = source.maybe(Source::phrase)?;
            Reply::IllegalMove { reason, text: source.phrase()? }
        }
        6 => Reply::Error { kind: source.phrase()?, text: source.phrase()? },
        7 => Reply::Pong(source.any()?),
        8 => Reply::Thinking(thinking(source)?),
        9 => {
            let audience = source.choose(&Audience::ALL)?;
            Reply::Tell { audience, text: source.phrase()? }
        }
        10 => Reply::Comment(source.phrase()?),
        // A letter in front, lest four random numbers look like thinking.
        _ => Reply::Other(format!("say {}", source.word()?)),
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
