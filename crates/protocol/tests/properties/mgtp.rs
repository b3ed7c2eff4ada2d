//! Values of the tournament protocol.

use arbtest::arbitrary::Result;
use protocol::mgtp::{
    Cell, Colour, Command, InitialBoard, Piece, PlyText, Reply, Square, Turn, block,
};

use crate::generate::Source;
use crate::laws;

fn square(source: &mut Source<'_, '_>) -> Result<Square> {
    let (file, rank) = (source.pick(4)? as u8 + 1, source.pick(8)? as u8 + 1);
    Ok(Square::new(file, rank).expect("in range"))
}

fn piece(source: &mut Source<'_, '_>) -> Result<Piece> {
    let letter = "KGMRNCPkgmrncp".as_bytes()[source.pick(14)?];
    Ok(Piece::new(char::from(letter)).expect("a piece"))
}

fn colour(source: &mut Source<'_, '_>) -> Result<Colour> {
    source.choose(&[Colour::Red, Colour::Black])
}

fn board(source: &mut Source<'_, '_>) -> Result<InitialBoard> {
    let mut cells = [Cell::Empty; 32];
    for cell in &mut cells {
        *cell = match source.pick(3)? {
            0 => Cell::Empty,
            1 => Cell::FaceDown,
            _ => Cell::FaceUp(piece(source)?),
        };
    }
    Ok(InitialBoard { cells, alive: source.any()? })
}

fn command(source: &mut Source<'_, '_>) -> Result<Command> {
    Ok(match source.pick(19)? {
        0 => Command::ProtocolVersion,
        1 => Command::Name,
        2 => Command::Version,
        3 => Command::KnownCommand(source.word()?),
        4 => Command::ListCommands,
        5 => Command::Quit,
        6 => Command::BoardSize { width: source.any()?, height: source.any()? },
        7 => Command::ResetBoard,
        8 => Command::NumRepetition(source.any()?),
        9 => Command::NumMovesToDraw(source.any()?),
        10 => Command::Move { from: square(source)?, to: square(source)? },
        11 => Command::Flip { square: square(source)?, piece: piece(source)? },
        12 => Command::GenMove(match source.maybe(colour)? {
            Some(colour) => Turn::Of(colour),
            None => Turn::Unknown,
        }),
        13 => Command::GameOver(source.phrase()?),
        14 => Command::Ready,
        15 => Command::TimeSettings(source.any()?),
        16 => Command::TimeLeft { colour: colour(source)?, milliseconds: source.any()? },
        17 => Command::ShowBoard,
        _ => Command::InitBoard(Box::new(board(source)?)),
    })
}

fn reply(source: &mut Source<'_, '_>) -> Result<Reply> {
    Ok(match source.pick(3)? {
        0 => Reply::Success { id: source.any()?, text: source.phrase()? },
        1 => Reply::Failure { id: source.any()?, text: source.phrase()? },
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
fn plies() {
    laws::check(|source| {
        let (from, to) = (square(source)?, square(source)?);
        Ok(match source.pick(8)? {
            0 => PlyText::Resign,
            _ if from == to => PlyText::Flip(from),
            _ => PlyText::Move { from, to },
        })
    });
}

#[test]
fn a_block_holds_one_answer_whatever_its_lines() {
    arbtest::arbtest(|u| {
        let mut source = Source::dirty(u);
        let lines = source.words()?;
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let text = block(Command::ShowBoard.name(), &lines);
        assert_eq!(text.split('\n').count(), lines.len().max(1));
        let answers = text.split('\n').filter(|line| line.starts_with(['=', '?']));
        assert_eq!(answers.count(), 1);
        Ok(())
    });
}
