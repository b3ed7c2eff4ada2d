//! Names of players and events as they are compared: 胡榮華, 胡荣华 and 上海 胡榮華 are
//! one player.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Pairs of a traditional character and its simplified one: those of everyday use and
/// those of the names we met.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pairs = include_str!("../../data/simplified.txt").split_whitespace();
    let pair = |pair: &str| {
        let mut symbols = pair.chars();
        Some((symbols.next()?, symbols.next()?))
    };
    pairs.filter_map(pair).collect()
});

/// Teams that stand before names, folded, the longest first.
static TEAMS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut teams: Vec<&str> = include_str!("../../data/teams.txt").split_whitespace().collect();
    teams.sort_by_key(|team| std::cmp::Reverse(team.len()));
    teams
});

/// Titles beside names, folded.
const TITLES: [&str; 6] = ["特级大师", "国际大师", "国家大师", "象棋大师", "大师", "先生"];

/// What files write for a player who is not known, folded.
const NOBODY: [&str; 15] = [
    "?", "??", "-", "nn", "n.n.", "unknown", "佚名", "红方", "黑方", "红先", "红", "黑", "先手",
    "后手", "不详",
];

/// A name as people write it and as it is compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Name {
    /// In the script of its file.
    pub shown: String,
    /// What equal names have in common; empty if there is no name.
    pub folded: String,
}

/// A character in the form that is compared: simplified, half-width, lower case.
fn fold_symbol(symbol: char) -> char {
    let half = match symbol {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(symbol as u32 - 0xfee0).unwrap_or(symbol),
        symbol if symbol.is_whitespace() || symbol.is_control() => ' ',
        other => other,
    };
    let lower = half.to_ascii_lowercase();
    SIMPLIFIED.get(&lower).copied().unwrap_or(lower)
}

/// A text in the form that is compared: simplified, half-width, lower case, single
/// blanks.
///
/// ```
/// assert_eq!(library::archive::names::fold("胡榮華　ＡＢ  c"), "胡荣华 ab c");
/// ```
pub fn fold(text: &str) -> String {
    let symbols: String = text.chars().map(fold_symbol).collect();
    symbols.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_han(symbol: char) -> bool {
    ('\u{3400}'..='\u{9fff}').contains(&symbol) || symbol > '\u{1ffff}'
}

/// The name of a player, without the team and the title that may stand beside it.
///
/// ```
/// use library::archive::names::player;
/// for text in ["胡荣华", "胡榮華", "上海胡榮華", "上海隊 胡榮華", "特级大师胡荣华", "胡榮 華（上海）"] {
///     assert_eq!(player(text).folded, "胡荣华", "{text}");
/// }
/// assert_eq!(player("胡榮華").shown, "胡榮華");
/// assert_eq!(player("ESCOFFIER Luc").folded, "escoffier luc");
/// assert_eq!(player("佚名").folded, "");
/// ```
pub fn player(text: &str) -> Name {
    // A remark in brackets is no part of a name.
    let text = text.split(['(', '（', '[', '【']).next().unwrap_or_default();
    let mut words = words(text);
    join_single(&mut words);
    // A Chinese name is the last word; what stands before it is a team.
    let chinese = words.last().is_some_and(|word| {
        (2..=4).contains(&word.len()) && word.iter().all(|&(_, folded)| is_han(folded))
    });
    let mut name = match chinese {
        true => words.pop().unwrap_or_default(),
        false => words.join(&(' ', ' ')),
    };
    strip_titles(&mut name);
    strip_team(&mut name);
    let name = made_of(&name);
    if NOBODY.contains(&name.folded.as_str()) { Name::default() } else { name }
}

/// A character as written and as compared.
type Symbol = (char, char);

fn words(text: &str) -> Vec<Vec<Symbol>> {
    let symbols: Vec<Symbol> = text.chars().map(|symbol| (symbol, fold_symbol(symbol))).collect();
    let words = symbols.split(|&(_, folded)| folded == ' ');
    words.filter(|word| !word.is_empty()).map(<[Symbol]>::to_vec).collect()
}

/// `唐 丹` and `汪 洋` are written apart to be as wide as others.
fn join_single(words: &mut Vec<Vec<Symbol>>) {
    while words.len() >= 2
        && let Some([(_, only)]) = words.last().map(Vec::as_slice)
        && is_han(*only)
        && words[words.len() - 2].iter().all(|&(_, folded)| is_han(folded))
        && let Some(last) = words.pop()
        && let Some(before) = words.last_mut()
    {
        before.extend(last);
    }
}

fn folded_text(name: &[Symbol]) -> String {
    name.iter().map(|&(_, folded)| folded).collect()
}

fn strip_titles(name: &mut Vec<Symbol>) {
    for title in TITLES {
        let length = title.chars().count();
        let text = folded_text(name);
        if name.len() < length + 2 {
            continue;
        }
        if text.starts_with(title) {
            name.drain(..length);
        } else if text.ends_with(title) {
            name.truncate(name.len() - length);
        }
    }
}

/// Teams that are written before a name without a blank, one or several (`上海浦東`,
/// `南方隊`); a name has two to four characters.
fn strip_team(name: &mut Vec<Symbol>) {
    if !name.iter().all(|&(_, folded)| is_han(folded)) {
        return;
    }
    let text = folded_text(name);
    let mut rest = text.as_str();
    while let Some(shorter) = without_team(rest) {
        rest = shorter;
        let length = rest.chars().count();
        if (2..=4).contains(&length) && without_team(rest).is_none() {
            name.drain(..name.len() - length);
            return;
        }
    }
}

/// What stands after a team, if that may be a name or another team.
fn without_team(text: &str) -> Option<&str> {
    let found = TEAMS.iter().find_map(|team| text.strip_prefix(team));
    let rest = found.or_else(|| text.strip_prefix('队'))?;
    let rest = rest.strip_prefix('市').filter(|rest| rest.starts_with('队')).unwrap_or(rest);
    let rest =
        ["棋院", "代表队", "队"].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    (rest.chars().count() >= 2).then_some(rest)
}

fn made_of(name: &[Symbol]) -> Name {
    let shown = name.iter().map(|&(shown, _)| shown).collect();
    Name { shown, folded: folded_text(name) }
}

/// The name of an event. Some collections add who played whom: that is no part of it.
///
/// ```
/// use library::archive::names::event;
/// let name = event("1988年全國象棋個人賽 遼寧 尚威 先和 黑龍江 趙國榮");
/// assert_eq!(name.shown, "1988年全國象棋個人賽");
/// assert_eq!(name.folded, event("1988年全国象棋个人赛").folded);
/// ```
pub fn event(text: &str) -> Name {
    let words = words(text);
    let rest = words.get(1..).unwrap_or_default().concat();
    let rest = folded_text(&rest);
    let tells_game = ["胜", "负", "和", "vs", "先"].iter().any(|word| rest.contains(word));
    let first = words.first().map(|word| folded_text(word)).unwrap_or_default();
    let is_event = first.chars().count() >= 4 && first.chars().any(is_han);
    let words = if tells_game && is_event { &words[..1] } else { &words[..] };
    let name = words.join(&(' ', ' '));
    // Quotation marks and points are written in too many ways to be compared.
    let compared = |symbol: &char| symbol.is_alphanumeric();
    let folded: String = folded_text(&name).chars().filter(compared).collect();
    Name { shown: made_of(&name).shown, folded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_pairs_and_teams_in_simplified_script() {
        assert!(SIMPLIFIED.len() > 1500);
        for (&from, &to) in SIMPLIFIED.iter() {
            assert_ne!(from, to);
            assert!(!SIMPLIFIED.contains_key(&to), "{from}{to}: {to} is no end");
        }
        for team in TEAMS.iter() {
            assert_eq!(fold(team), *team, "must stand as it is compared");
        }
    }

    #[test]
    fn players_are_found_behind_teams_and_titles() {
        for (text, folded) in [
            ("黑龍江隊 趙國榮", "赵国荣"),
            ("湖北汪 洋", "汪洋"),
            ("唐 丹", "唐丹"),
            ("火車頭梁文斌", "梁文斌"),
            ("海南", "海南"),
            ("上海浦東胡榮華", "胡荣华"),
            ("上海市隊胡榮華", "胡荣华"),
            ("南方棋院莊玉庭", "庄玉庭"),
            ("浦東", "浦东"),
            ("隊胡榮華", "胡荣华"),
            ("海南上海", "上海"),
            ("吉林陶漢明大師", "陶汉明"),
            ("呂欽", "吕钦"),
            ("於幼華", "于幼华"),
            ("朱永吉(新加坡", "朱永吉"),
            ("Alice", "alice"),
            ("ＡＬＩＣＥ", "alice"),
            ("", ""),
            ("  ", ""),
            ("?", ""),
            ("紅先", ""),
            ("R09946011", "r09946011"),
        ] {
            assert_eq!(player(text).folded, folded, "{text}");
        }
    }

    #[test]
    fn events_without_a_game_stay_whole() {
        for (text, shown) in [
            ("第3屆“嘉寶杯”第4輪", "第3屆“嘉寶杯”第4輪"),
            ("World Cup 2009", "World Cup 2009"),
            ("李鴻嘉先勝蔡忠誠", "李鴻嘉先勝蔡忠誠"),
            (
                "2005年第09屆世界象棋錦標賽 法國 ESCOFFIER Luc 負 芬蘭 ARTO Vaara",
                "2005年第09屆世界象棋錦標賽",
            ),
        ] {
            assert_eq!(event(text).shown, shown);
        }
    }
}
