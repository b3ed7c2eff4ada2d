//! Scores, clocks and drawings inside comments: `[%eval 0.35]`, `[%clk 0:05:23]`,
//! `[%emt 0:00:02.5]`, `[%csl Gh2,Re4]`, `[%cal Gh2e2]`.
//!
//! PGN has no other place for them, and neither has any other format, so every
//! reader takes them out of the comments and every writer puts them back. Formats
//! that have no marks either get them as `[%nag 1]`.

use std::fmt::Write as _;

use crate::model::{Colour, Game, GameKind, Mark, Remarks, Score};

/// Takes what is meant for programs out of the comments of a game.
pub(crate) fn take_out(game: &mut Game) {
    let kind = game.kind();
    for id in 0..=game.tree.len() {
        if game.tree.node(id).comment().contains("[%") {
            take_out_of(game.tree.remarks_mut(id), kind);
        }
    }
}

/// What cannot be read stays in the comment.
fn take_out_of(remarks: &mut Remarks, kind: GameKind) {
    let comment = std::mem::take(&mut remarks.comment);
    let mut rest = comment.as_str();
    while let Some(begin) = rest.find("[%") {
        let end = rest[begin..].find(']').map(|length| begin + length);
        let Some(end) = end else { break };
        if read_command(remarks, &rest[begin + 2..end], kind).is_some() {
            remarks.comment.push_str(rest[..begin].trim_end_matches(' '));
            rest = &rest[end + 1..];
            if remarks.comment.is_empty() {
                rest = rest.trim_start_matches(' ');
            }
        } else {
            remarks.comment.push_str(&rest[..=end]);
            rest = &rest[end + 1..];
        }
    }
    remarks.comment.push_str(rest);
    let trimmed = remarks.comment.trim().len();
    if trimmed < remarks.comment.len() {
        remarks.comment = remarks.comment.trim().to_owned();
    }
}

fn read_command(remarks: &mut Remarks, command: &str, kind: GameKind) -> Option<()> {
    let (name, value) = command.split_once(' ')?;
    let value = value.trim();
    match name {
        "eval" => remarks.score = Some(read_score(value)?),
        "clk" => remarks.clock = Some(read_time(value)?),
        "emt" => remarks.spent = Some(read_time(value)?),
        "csl" | "cal" => remarks.marks.extend(read_marks(value, kind)?),
        "nag" => {
            for nag in value.split(',') {
                let nag = nag.trim().parse().ok().filter(|&nag| nag != 0)?;
                if !remarks.nags.contains(&nag) {
                    remarks.nags.push(nag);
                }
            }
        }
        _ => return None,
    }
    Some(())
}

/// `0.35`, `-12`, `#3`, `#-2`; a depth behind a comma is passed over.
fn read_score(text: &str) -> Option<Score> {
    let text = text.split(',').next().unwrap_or_default().trim();
    if let Some(mate) = text.strip_prefix('#') {
        return mate.parse().ok().map(Score::Mate);
    }
    let pawns: f64 = text.parse().ok()?;
    let points = (pawns * 100.0).round();
    (points.abs() < 1e9).then_some(Score::Points(points as i32))
}

/// `1:02:03.5` or any end of it, to milliseconds.
fn read_time(text: &str) -> Option<u32> {
    let mut seconds = 0u64;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse::<u32>().ok()?.into())?;
    }
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let milliseconds = seconds.checked_mul(1000)?.checked_add(digits.parse().ok()?)?;
    u32::try_from(milliseconds).ok()
}

fn read_marks(text: &str, kind: GameKind) -> Option<Vec<Mark>> {
    text.split(',').map(|mark| read_mark(mark.trim(), kind)).collect()
}

pub(crate) fn read_mark(text: &str, kind: GameKind) -> Option<Mark> {
    let colour = match text.chars().next()? {
        'G' => Colour::Green,
        'R' => Colour::Red,
        'Y' => Colour::Yellow,
        'B' => Colour::Blue,
        _ => return None,
    };
    let points = &text[1..];
    let (from, to) = match points.len() {
        2 if points.is_ascii() => (points, None),
        4 if points.is_ascii() => (&points[..2], Some(&points[2..])),
        _ => return None,
    };
    let to = match to {
        Some(to) => Some(read_point(to, kind)?),
        None => None,
    };
    Some(Mark { colour, from: read_point(from, kind)?, to })
}

fn read_point(text: &str, kind: GameKind) -> Option<u8> {
    let index = match kind {
        GameKind::Xiangqi => text.parse::<xiangqi::Square>().ok()?.index(),
        GameKind::Banqi => text.parse::<banqi::Square>().ok()?.index(),
    };
    u8::try_from(index).ok()
}

/// The comment with everything that is meant for programs, marks too if they have
/// no place of their own.
pub(crate) fn put_in(remarks: &Remarks, kind: GameKind, nags: bool) -> String {
    let mut text = commands(remarks, kind);
    if nags && !remarks.nags.is_empty() {
        let nags: Vec<String> = remarks.nags.iter().map(u8::to_string).collect();
        let _ = write!(text, "[%nag {}] ", nags.join(","));
    }
    text.push_str(&remarks.comment);
    text.truncate(text.trim_end().len());
    text
}

/// Everything that is said about a ply, for formats that have one text for it.
pub(crate) fn everything(remarks: &Remarks, kind: GameKind) -> String {
    let between = if remarks.before.is_empty() || remarks.comment.is_empty() { "" } else { "\n" };
    let comment = format!("{}{between}{}", remarks.before, remarks.comment);
    put_in(&Remarks { comment, ..remarks.clone() }, kind, true)
}

fn commands(remarks: &Remarks, kind: GameKind) -> String {
    let mut text = String::new();
    match remarks.score {
        Some(Score::Mate(moves)) => {
            let _ = write!(text, "[%eval #{moves}] ");
        }
        Some(Score::Points(points)) => {
            let _ = write!(text, "[%eval {:.2}] ", f64::from(points) / 100.0);
        }
        None => {}
    }
    for (name, time) in [("clk", remarks.clock), ("emt", remarks.spent)] {
        if let Some(time) = time {
            let _ = write!(text, "[%{name} {}] ", time_text(time));
        }
    }
    for (name, arrows) in [("csl", false), ("cal", true)] {
        let marks = remarks.marks.iter().filter(|mark| mark.to.is_some() == arrows);
        let marks: Vec<String> = marks.map(|mark| mark_text(mark, kind)).collect();
        if !marks.is_empty() {
            let _ = write!(text, "[%{name} {}] ", marks.join(","));
        }
    }
    text
}

fn time_text(milliseconds: u32) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let whole = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    if rest == 0 { whole } else { format!("{whole}.{rest:03}") }
}

pub(crate) fn mark_text(mark: &Mark, kind: GameKind) -> String {
    let colour = match mark.colour {
        Colour::Green => 'G',
        Colour::Red => 'R',
        Colour::Yellow => 'Y',
        Colour::Blue => 'B',
    };
    let point = |index: u8| match kind {
        GameKind::Xiangqi => xiangqi::Square::from_index(usize::from(index).min(89)).to_string(),
        GameKind::Banqi => banqi::Square::from_index(usize::from(index)).to_string(),
    };
    format!("{colour}{}{}", point(mark.from), mark.to.map(point).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(comment: &str) -> Remarks {
        let mut remarks = Remarks { comment: comment.to_owned(), ..Remarks::default() };
        take_out_of(&mut remarks, GameKind::Xiangqi);
        remarks
    }

    #[test]
    fn what_is_for_programs_is_taken_out_and_put_back() {
        let text = "[%eval -0.05] [%clk 1:02:03] [%emt 0:00:02.500] [%csl Ga0,Ri9] [%cal Yh2e2] [%nag 1,6] good";
        let remarks = taken(text);
        assert_eq!(remarks.comment, "good");
        assert_eq!((remarks.score, remarks.clock), (Some(Score::Points(-5)), Some(3_723_000)));
        assert_eq!((remarks.spent, remarks.marks.len()), (Some(2500), 3));
        assert_eq!(put_in(&remarks, GameKind::Xiangqi, true), text);
        assert_eq!(taken("a [%eval #-3,12] b").comment, "a b");
        assert_eq!(taken("[%eval #-3]").score, Some(Score::Mate(-3)));
    }

    #[test]
    fn what_cannot_be_read_stays() {
        for text in ["[%eval x]", "[%clk 1:x]", "[%foo 1] a", "[%csl Gz0]", "[%eval 1", "[%] [%a]"]
        {
            let remarks = taken(text);
            assert_eq!(remarks.comment, text);
            assert!(remarks.score.is_none() && remarks.marks.is_empty(), "{text}");
        }
    }
}
