//! How much a browser loads before the page can be used.

use std::collections::{BTreeMap, VecDeque};

use crate::client::Client;
use crate::start;

/// Bytes of the page and of everything it names, compressed.
const MOST: usize = 300_000;
/// Files, the manifest among them, which a browser asks for when all else is there. The
/// texts of the language come besides, and five answers of the server.
const MOST_FILES: usize = 7;

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
    assert!(sizes.len() <= MOST_FILES, "{sizes:?}");
}

#[test]
fn the_page_can_be_sent_with_its_single_files() {
    let (_server, mut client) = start();
    let plain = client.get("/?plain").text();
    assert!(plain.contains("src=\"/app.js\"") && !plain.contains("/bundle/"), "{plain}");
    assert_eq!(client.get("/app.js").status, 200);
    assert_eq!(client.get("/bundle/other.js").status, 404);
}

#[test]
fn every_module_is_in_the_bundle_once() {
    let (_server, mut client) = start();
    let texts: Vec<String> = ["first", "rest", "en", "zh-hant", "zh-hans"]
        .iter()
        .map(|name| {
            let answer = client.get(&format!("/bundle/{name}.js"));
            assert_eq!(answer.status, 200, "{name}: a module cannot be bundled");
            answer.text()
        })
        .collect();
    let defined = |text: &String| named(text, "$chuhe.define(").len();
    let all: Vec<&str> = texts.iter().flat_map(|text| named(text, "$chuhe.define(")).collect();
    let once: std::collections::BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), once.len());
    // Whatever a module wants is there.
    for text in &texts {
        for wanted in
            named(text, "$chuhe.require(").into_iter().chain(named(text, "$chuhe.import("))
        {
            assert!(once.contains(wanted), "{wanted}");
        }
    }
    assert!(defined(&texts[0]) > 20 && defined(&texts[1]) > 20);
    // A browser that has it asks only whether it has changed.
    let answer = client.get("/bundle/first.js");
    let tag = answer.headers["etag"].clone();
    let again = client.request("GET", "/bundle/first.js", &[("if-none-match", &tag)], None);
    assert_eq!(again.status, 304);
}
