//! Chinese notation: `炮二平五`, `前车退一`, `三兵平四`.

use super::columns::{self, Action, Description, Place, Tandem, Which};
use super::{NotationError, Symbols};
use crate::{Kind, Ply, Position};
use game::Side;

/// Which characters to write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// 馬 車 進 後
    Traditional,
    /// 马 车 进 后
    Simplified,
}

/// How to write Black's files and steps; Red's are always 一 to 九.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Digits {
    /// １ to ９, as wide as the characters beside them.
    FullWidth,
    /// 1 to 9.
    Ascii,
}

const SHAPE: &str = "4, such as 炮二平五 or 前車進一";
const FIRST: &str = "a piece, 前, 中 or 後, or an ordinal 一–五";
const SECOND_AFTER_PLACE: &str = "a piece, or a pawn's file 一–九";

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// Writes a legal ply. Two on one file are 前 and 後, three pawns 前 中 後; four
/// or five pawns on shared files are counted 一 to 五.
///
/// ```
/// use game::Position as _;
/// use xiangqi::Position;
/// use xiangqi::notation::chinese::{Digits, Script, write};
/// let position: Position =
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b".parse().unwrap();
/// let ply = position.parse_ply("h9g7").unwrap();
/// assert_eq!(write(&position, ply, Script::Traditional, Digits::FullWidth), "馬８進７");
/// assert_eq!(write(&position, ply, Script::Simplified, Digits::Ascii), "马8进7");
/// ```
pub fn write(position: &Position, ply: Ply, script: Script, digits: Digits) -> String {
    let Some(piece) = position.piece_at(ply.from()) else { return ply.to_string() };
    let side = piece.side();
    let character = script.piece(side, piece.kind());
    let (action, number) = columns::movement(piece, ply);
    let (first, second) = match columns::tandem(position, ply.from()) {
        Some(tandem) => (script.place(&tandem), character),
        None => (character, digits.digit(side, ply.from().file_for(side))),
    };
    [first, second, script.action(action), digits.digit(side, number)].into_iter().collect()
}

impl Script {
    fn piece(self, side: Side, kind: Kind) -> char {
        let characters = match (self, side) {
            (Script::Traditional, Side::Red) => ['帥', '仕', '相', '馬', '車', '炮', '兵'],
            (Script::Traditional, Side::Black) => ['將', '士', '象', '馬', '車', '炮', '卒'],
            (Script::Simplified, Side::Red) => ['帅', '仕', '相', '马', '车', '炮', '兵'],
            (Script::Simplified, Side::Black) => ['将', '士', '象', '马', '车', '炮', '卒'],
        };
        characters[kind.index()]
    }

    /// Ordinals are the same characters for both sides.
    fn place(self, tandem: &Tandem) -> char {
        match (tandem.number, tandem.total) {
            (number, 4..) => NUMERALS[number - 1],
            (1, _) => '前',
            (2, 3) => '中',
            _ if self == Script::Traditional => '後',
            _ => '后',
        }
    }

    fn action(self, action: Action) -> char {
        match (action, self) {
            (Action::Advance, Script::Traditional) => '進',
            (Action::Advance, Script::Simplified) => '进',
            (Action::Retreat, _) => '退',
            (Action::Traverse, _) => '平',
        }
    }
}

impl Digits {
    /// `number` is 1 to 9.
    fn digit(self, side: Side, number: usize) -> char {
        let zero = match (side, self) {
            (Side::Red, _) => return NUMERALS[number - 1],
            (Side::Black, Digits::FullWidth) => '０',
            (Side::Black, Digits::Ascii) => '0',
        };
        char::from_u32(zero as u32 + number as u32).unwrap_or(zero)
    }
}

/// What one character means.
#[derive(Clone, Copy)]
enum Word {
    Kind(Kind),
    Digit(usize),
    Place(Place),
    Action(Action),
}

fn word(symbol: char) -> Option<Word> {
    Some(match symbol {
        '帥' | '帅' | '將' | '将' => Word::Kind(Kind::King),
        '仕' | '士' => Word::Kind(Kind::Advisor),
        '相' | '象' => Word::Kind(Kind::Elephant),
        '傌' | '馬' | '马' => Word::Kind(Kind::Horse),
        '俥' | '伡' | '車' | '车' | '硨' => Word::Kind(Kind::Rook),
        '炮' | '砲' | '包' => Word::Kind(Kind::Cannon),
        '兵' | '卒' => Word::Kind(Kind::Pawn),
        '前' => Word::Place(Place::Front),
        '中' => Word::Place(Place::Middle),
        '後' | '后' => Word::Place(Place::Rear),
        '進' | '进' => Word::Action(Action::Advance),
        '退' => Word::Action(Action::Retreat),
        '平' => Word::Action(Action::Traverse),
        '1'..='9' => Word::Digit(symbol as usize - '0' as usize),
        _ => Word::Digit(NUMERALS.iter().position(|&numeral| numeral == symbol)? + 1),
    })
}

/// Reads either script, characters of either side, and any digits.
pub(super) fn read(position: &Position, symbols: &Symbols<'_>) -> Result<Ply, NotationError> {
    let &[first, second, third, fourth] = symbols.symbols.as_slice() else {
        return Err(symbols.wrong_length(SHAPE));
    };
    let (kind, which) = who(symbols, word(first), word(second))?;
    let Some(Word::Action(action)) = word(third) else {
        return Err(symbols.unexpected(2, "進, 退 or 平"));
    };
    let Some(Word::Digit(number)) = word(fourth) else {
        return Err(symbols.unexpected(3, "a digit 一–九 or 1–9"));
    };
    Description { kind, which, action, number }.find(position, symbols)
}

/// 炮二, 前車, 三兵; and for pawns without the character 前三, 二三.
fn who(
    symbols: &Symbols<'_>,
    first: Option<Word>,
    second: Option<Word>,
) -> Result<(Kind, Which), NotationError> {
    let place = match first {
        Some(Word::Kind(kind)) => {
            let Some(Word::Digit(file)) = second else {
                return Err(symbols.unexpected(1, "a file 一–九 or 1–9"));
            };
            return Ok((kind, Which::File(file)));
        }
        Some(Word::Place(place)) => place,
        Some(Word::Digit(ordinal)) if ordinal <= 5 => Place::Nth(ordinal),
        _ => return Err(symbols.unexpected(0, FIRST)),
    };
    match second {
        Some(Word::Kind(kind)) => Ok((kind, Which::Place(place))),
        Some(Word::Digit(file)) => Ok((Kind::Pawn, Which::PlaceOnFile(place, file))),
        _ => Err(symbols.unexpected(1, SECOND_AFTER_PLACE)),
    }
}
