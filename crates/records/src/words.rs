//! What a word of a move text is, before any board is asked.

use crate::model::GameResult;

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word<'a> {
    /// A move number, or nothing but dots.
    Number(Option<u32>),
    /// How the game ended.
    Result(GameResult),
    /// A line of signs after which nothing of the game comes.
    Rule,
    /// `!`, `?` and their pairs.
    Mark(u8),
    /// What should be a ply.
    Ply(&'a str),
    /// What somebody says about the game without putting it in brackets.
    Remark(&'a str),
}

/// `12.`, `12...`, `12` before a ply; `13=4` and `13.4` are a pawn's plies and stay.
/// Returns the number and what follows it.
pub(crate) fn split_number(word: &str) -> (Option<u32>, &str) {
    if word.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return (None, word);
    }
    let rest = word.trim_start_matches(|symbol| half_width(symbol).is_ascii_digit());
    let digits = &word[..word.len() - rest.len()];
    let after = rest.trim_start_matches(['.', '．', '…', '、']);
    let dotted = after.len() < rest.len();
    let numbered = !digits.is_empty() && (rest.is_empty() || dotted && after.chars().count() != 1);
    if !numbered {
        return (None, word);
    }
    let digits: String = digits.chars().map(half_width).collect();
    (Some(digits.parse().unwrap_or(u32::MAX)), after)
}

/// What a word without its number is.
pub(crate) fn classify(word: &str) -> Word<'_> {
    // Most words of big files are such plies, and nothing else begins with a letter.
    if word.is_ascii() && word.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return Word::Ply(word);
    }
    if let Some(result) = GameResult::read(word) {
        return Word::Result(result);
    }
    if word.chars().all(|symbol| "=-*_＝－".contains(symbol)) {
        return if word.chars().count() >= 4 { Word::Rule } else { Word::Number(None) };
    }
    if word.chars().all(|symbol| ".．…·—–".contains(symbol)) {
        return Word::Number(None);
    }
    if let Some(mark) = mark(word) {
        return Word::Mark(mark);
    }
    if is_chinese(word) && !is_chinese_ply(word) { Word::Remark(word) } else { Word::Ply(word) }
}

/// `!` and its kin as PGN numbers them.
pub(crate) fn mark(text: &str) -> Option<u8> {
    let plain: String = text
        .chars()
        .map(|symbol| match symbol {
            '！' => '!',
            '？' => '?',
            other => other,
        })
        .collect();
    Some(match plain.as_str() {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// A ply without the marks written behind it, and those marks.
pub(crate) fn split_marks(word: &str) -> (&str, Option<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？']);
    if bare.is_empty() { (word, None) } else { (bare, mark(&word[bare.len()..])) }
}

fn is_chinese(word: &str) -> bool {
    word.chars().any(|symbol| ('\u{3400}'..='\u{9fff}').contains(&symbol))
}

/// Whether Chinese words are meant as a ply: short, and with a direction.
fn is_chinese_ply(word: &str) -> bool {
    (3..=6).contains(&word.chars().count())
        && word.chars().any(|symbol| "进進退平".contains(symbol))
}

/// Plies written without blanks between them, taken apart: four characters each,
/// the third a direction. Any other word is one part.
pub(crate) fn split_run(word: &str) -> impl Iterator<Item = &str> {
    let length = if is_run(word) { 4 } else { usize::MAX };
    let mut rest = word;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(index, _)| index);
        let (part, after) = rest.split_at(end);
        rest = after;
        (!part.is_empty()).then_some(part)
    })
}

fn is_run(word: &str) -> bool {
    if word.is_ascii() {
        return false;
    }
    let directs = |symbol: char| "进進退平+-=.＋－＝．".contains(symbol);
    let mut count = 0;
    for (index, symbol) in word.chars().enumerate() {
        if index % 4 == 2 && !directs(symbol) {
            return false;
        }
        count = index + 1;
    }
    count > 4 && count % 4 == 0
}

/// The two ranks of a ply in coordinates, if it is one: `h2e2`, `H2-E2`, `i10h10`.
pub(crate) fn coordinates(word: &str) -> Option<(u32, u32)> {
    let (from, rest) = point(word.trim())?;
    let (to, rest) = point(rest.strip_prefix(['-', '－']).unwrap_or(rest))?;
    rest.is_empty().then_some((from, to))
}

fn point(text: &str) -> Option<(u32, &str)> {
    let mut symbols = text.chars();
    let letter = symbols.next().map(half_width)?;
    if !matches!(letter.to_ascii_lowercase(), 'a'..='i') {
        return None;
    }
    let rest = symbols.as_str();
    let first = rest.chars().next()?;
    let digit = half_width(first).to_digit(10)?;
    let rest = &rest[first.len_utf8()..];
    match rest.strip_prefix('0') {
        Some(rest) if digit == 1 => Some((10, rest)),
        _ => Some((digit, rest)),
    }
}

fn half_width(symbol: char) -> char {
    match symbol {
        '！'..='～' => char::from_u32(symbol as u32 - 0xfee0).unwrap_or(symbol),
        _ => symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_off_and_pawns_stay() {
        let cases = [
            ("1.", Some(1), ""),
            ("12...", Some(12), ""),
            ("3", Some(3), ""),
            ("1.C2=5", Some(1), "C2=5"),
            ("1.27=8", Some(1), "27=8"),
            ("１．", Some(1), ""),
            ("１３＝４", None, "１３＝４"),
            ("27=8", None, "27=8"),
            ("13.4", None, "13.4"),
            ("1-0", None, "1-0"),
            ("h2e2", None, "h2e2"),
        ];
        for (word, number, rest) in cases {
            assert_eq!(split_number(word), (number, rest), "{word}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        assert_eq!(classify("===="), Word::Rule);
        assert_eq!(classify("0-1"), Word::Result(GameResult::Second));
        assert_eq!(classify("好棋"), Word::Remark("好棋"));
        assert_eq!(classify("车二进"), Word::Ply("车二进"));
        assert_eq!(classify("?!"), Word::Mark(6));
        assert_eq!(split_marks("C2=5!?"), ("C2=5", Some(5)));
        let run = |word| split_run(word).collect::<Vec<_>>();
        assert_eq!(run("炮二平五马8进7"), ["炮二平五", "马8进7"]);
        assert_eq!(run("欢迎访问象棋百科"), ["欢迎访问象棋百科"]);
        assert_eq!(run("炮二平五马8进"), ["炮二平五马8进"]);
        assert_eq!(coordinates("i10-h10"), Some((10, 10)));
        assert_eq!(coordinates("C2=5"), None);
    }
}
