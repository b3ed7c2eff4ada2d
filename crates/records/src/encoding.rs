//! Bytes to text: UTF-8 and UTF-16 with and without a mark, GB18030, Big5.

use chardetng::EncodingDetector;
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use crate::model::{Problem, ProblemCode};
use crate::place::Places;

/// A text and what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text; bytes that are no text are shown as U+FFFD.
    pub text: String,
    /// `UTF-8`, `UTF-16LE`, `UTF-16BE`, `gb18030` or `Big5`.
    pub name: &'static str,
    /// Where in the text the first such byte stood.
    pub damaged_at: Option<usize>,
}

impl Decoded {
    /// What is wrong with the text, if anything.
    pub fn problem(&self) -> Option<Problem> {
        let place = Places::new(&self.text).at(self.damaged_at?);
        let message = format!("bytes that are no {} text", self.name);
        Some(Problem::new(ProblemCode::Encoding, place, message))
    }
}

/// Decodes a file.
///
/// ```
/// let gbk = records::encoding::decode(&[0xC5, 0xDA, 0xB6, 0xFE, 0xC6, 0xBD, 0xCE, 0xE5]);
/// assert_eq!((gbk.text.as_str(), gbk.name), ("炮二平五", "gb18030"));
/// ```
pub fn decode(bytes: &[u8]) -> Decoded {
    let encoding = encoding_of(bytes);
    let (text, damaged) = encoding.decode_with_bom_removal(bytes);
    let damaged_at = damaged.then(|| text.find('\u{fffd}')).flatten();
    Decoded { text: text.into_owned(), name: encoding.name(), damaged_at }
}

fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked;
    }
    if let Some(wide) = utf16_without_mark(bytes) {
        return wide;
    }
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    chinese(bytes)
}

/// Blanks, digits and line ends have a zero byte beside them in UTF-16, and no
/// other text has zero bytes.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let enough = bytes.len() / 20 + 1;
    match (even, odd) {
        (0, odd) if odd >= enough => Some(UTF_16LE),
        (even, 0) if even >= enough => Some(UTF_16BE),
        _ => None,
    }
}

/// So many bytes are looked at to tell an encoding.
const ENOUGH: usize = 4 << 20;

/// GB18030, Big5, or a damaged UTF-8: a text about xiangqi tells by its words,
/// any other one by what is common in the language.
fn chinese(bytes: &[u8]) -> &'static Encoding {
    // A few megabytes from the first such byte on tell as much as all of them.
    let begin = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or_default();
    let bytes = &bytes[begin..bytes.len().min(begin + ENOUGH)];
    let known = [GB18030, BIG5, UTF_8].map(|encoding| (known_words(encoding, bytes), encoding));
    let most = known.iter().map(|&(count, _)| count).max().unwrap_or(0);
    let mut best = known.iter().filter(|&&(count, _)| count == most);
    match (best.next(), best.next()) {
        (Some(&(_, encoding)), None) => encoding,
        _ => guess(bytes),
    }
}

/// How often the characters of move texts occur, less what cannot be read.
fn known_words(encoding: &'static Encoding, bytes: &[u8]) -> i64 {
    const WORDS: &str = "车車马馬炮砲包兵卒相象仕士帅帥将將进進退平前后後红紅黑胜勝负負和";
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.chars().fold(0, |count, symbol| match symbol {
        '\u{fffd}' => count - 2,
        _ if WORDS.contains(symbol) => count + 1,
        _ => count,
    })
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new();
    detector.feed(bytes, true);
    let found = detector.guess(None, true);
    if found == BIG5 || found == UTF_8 { found } else { GB18030 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_recognised() {
        let simplified = "[Red \"许银川\"]\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ 红胜";
        let traditional = "[Red \"許銀川\"]\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８ 紅勝";
        let wide = |text: &str, big: bool| {
            let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
        };
        let marked = |mark: &[u8], rest: Vec<u8>| [mark, &rest].concat();
        let cases = [
            (simplified, simplified.as_bytes().to_vec(), "UTF-8"),
            (simplified, marked(b"\xef\xbb\xbf", simplified.as_bytes().to_vec()), "UTF-8"),
            (simplified, wide(simplified, false), "UTF-16LE"),
            (simplified, wide(simplified, true), "UTF-16BE"),
            (simplified, marked(b"\xff\xfe", wide(simplified, false)), "UTF-16LE"),
            (simplified, marked(b"\xfe\xff", wide(simplified, true)), "UTF-16BE"),
            (simplified, GB18030.encode(simplified).0.into_owned(), "gb18030"),
            (traditional, GB18030.encode(traditional).0.into_owned(), "gb18030"),
            (traditional, BIG5.encode(traditional).0.into_owned(), "Big5"),
        ];
        for (text, bytes, name) in cases {
            let decoded = decode(&bytes);
            assert_eq!((decoded.text.as_str(), decoded.name), (text, name));
            assert_eq!(decoded.damaged_at, None, "{name}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_reported() {
        let decoded = decode("1. 炮二平五\u{0} 马8进7".as_bytes());
        assert_eq!(decoded.damaged_at, None);
        let mut bytes = GB18030.encode("炮二平五 马8进7").0.into_owned();
        bytes.push(0xff);
        let decoded = decode(&bytes);
        assert_eq!((decoded.name, decoded.damaged_at), ("gb18030", Some(21)));
    }
}
