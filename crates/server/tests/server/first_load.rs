//! How much a browser loads before the page can be used.

use std::collections::{BTreeMap, VecDeque};

use crate::client::Client;
use crate::start;

/// Bytes of the page and of everything it names, compressed.
const MOST: usize = 300_000;

/// The texts in quotes after a word: `src="…"`, `from "…"`.
fn named<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.match_indices(word)
        .filter_map(|(place, _)| {
            let rest = text[place + word.len()..].trim_start();
            let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            rest[1..].split(quote).next()
        })
        .collect()
}

/// A path as a file at `from` names it.
fn resolved(from: &str, name: &str) -> Option<String> {
    if name.starts_with("http") || name.starts_with("data:") || name.starts_with('#') {
        return None;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = if name.starts_with('/') { name.to_owned() } else { format!("{folder}/{name}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

/// What a file makes the browser load at once.
fn needs(path: &str, text: &str) -> Vec<String> {
    let words: &[&str] = match path.rsplit('.').next() {
        Some("js") => &["from ", "import "],
        Some("css") => &["@import ", "url("],
        _ => &["src=", "href="],
    };
    let names = words.iter().flat_map(|word| named(text, word));
    names.filter_map(|name| resolved(path, name)).filter(|name| name.contains('.')).collect()
}

fn load(client: &mut Client, path: &str) -> Option<(usize, String)> {
    let small = client.request("GET", path, &[("accept-encoding", "gzip")], None);
    let plain = client.get(path);
    (plain.status == 200).then(|| (small.body.len(), plain.text()))
}

#[test]
fn the_first_load_is_small() {
    let (_server, mut client) = start();
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    let mut open = VecDeque::from(["/".to_owned()]);
    while let Some(path) = open.pop_front() {
        if sizes.contains_key(&path) {
            continue;
        }
        let Some((size, text)) = load(&mut client, &path) else {
            panic!("{path} is named but not there");
        };
        open.extend(needs(&path, &text));
        sizes.insert(path, size);
    }
    let total: usize = sizes.values().sum();
    println!("{total} bytes in {} files", sizes.len());
    assert!(total < MOST, "{total} bytes: {sizes:?}");
}
