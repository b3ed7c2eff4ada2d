//! The tags of a text.

use game::GameKind;

/// What every tag begins with.
const PREFIX: &str = "DhtmlXQ_";

/// A tag: its name, what it holds and where that stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    pub(super) at: usize,
}

/// Whether a text has a list of moves or a board in tags.
pub fn detects(text: &str, _: GameKind) -> bool {
    text.contains("DhtmlXQ_movelist") || text.contains("DhtmlXQ_binit")
}

/// The tags of each game: a second board or list of moves begins another one, and
/// so does an opening `[DhtmlXQ]`.
pub(super) fn games(text: &str) -> Vec<Vec<Tag<'_>>> {
    let mut games: Vec<Vec<Tag<'_>>> = vec![Vec::new()];
    let mut before = 0;
    for tag in tags(text) {
        let last = games.last_mut().expect("never empty");
        let begins = matches!(tag.name, "binit" | "movelist")
            && last.iter().any(|known| known.name == tag.name);
        let opened = text.get(before..tag.at).is_some_and(|gap| gap.contains("[DhtmlXQ]"));
        if (begins || opened) && !last.is_empty() {
            games.push(Vec::new());
        }
        games.last_mut().expect("never empty").push(tag);
        before = tag.at + tag.value.len();
    }
    let is_game =
        |tags: &Vec<Tag<'_>>| tags.iter().any(|tag| matches!(tag.name, "binit" | "movelist"));
    games.retain(is_game);
    games
}

fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = text[at..].find(PREFIX) {
            let begin = at + found;
            at = begin + PREFIX.len();
            let tag = match text[..begin].chars().next_back() {
                Some('[') => bracketed(text, at),
                Some('/') => None,
                _ => assigned(text, at),
            };
            if let Some(tag) = tag {
                at = tag.at + tag.value.len();
                return Some(tag);
            }
        }
        None
    })
}

fn name_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|symbol: char| !(symbol.is_alphanumeric() || symbol == '_'));
    &rest[..end.unwrap_or(rest.len())]
}

/// `name]value` up to the next tag, whatever name that closes.
fn bracketed(text: &str, at: usize) -> Option<Tag<'_>> {
    let name = name_at(text, at);
    let value_at = at + name.len() + 1;
    if name.is_empty() || !text[at + name.len()..].starts_with(']') {
        return None;
    }
    let value = &text[value_at..];
    let end = value.match_indices('[').map(|(index, _)| index).find(|&index| {
        let inner = &value[index + 1..];
        inner.strip_prefix('/').unwrap_or(inner).starts_with("DhtmlXQ")
    });
    Some(Tag { name, value: &value[..end.unwrap_or(value.len())], at: value_at })
}

/// `name = 'value'` of a script.
fn assigned(text: &str, at: usize) -> Option<Tag<'_>> {
    let name = name_at(text, at);
    let rest = text[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let value = rest[1..].split(quote).next()?;
    let value_at = value.as_ptr() as usize - text.as_ptr() as usize;
    (!name.is_empty()).then_some(Tag { name, value, at: value_at })
}
