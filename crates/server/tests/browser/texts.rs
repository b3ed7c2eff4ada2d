//! Every text exists in all three languages, and every text that the page asks
//! for by name exists. Needs no browser.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const LANGUAGES: [&str; 3] = ["en", "zh-hant", "zh-hans"];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// Scripts under a folder, by their path below it.
fn scripts(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "js") {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
                found.insert(name, std::fs::read_to_string(&path).expect("a script"));
            }
        }
    }
    found
}

/// The texts of a file: each line `'key': 'text',`.
fn texts(file: &str, source: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in source.lines().map(str::trim) {
        if ["", "export default {", "};"].contains(&line) || line.starts_with(['/', '*']) {
            continue;
        }
        let entry = line.strip_prefix('\'').and_then(|rest| rest.split_once("': '"));
        let entry = entry.and_then(|(key, text)| Some((key, text.strip_suffix("',")?)));
        let (key, text) = entry.unwrap_or_else(|| panic!("{file}: not a key and a text: {line}"));
        let twice = found.insert(key.to_owned(), text.to_owned()).is_some();
        assert!(!twice, "{file}: {key} stands there twice");
    }
    found
}

/// The `{values}` of a text.
fn values(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

/// The texts of a language, of all files.
fn language(name: &str) -> BTreeMap<String, String> {
    let files = scripts(&web().join("i18n").join(name));
    assert!(!files.is_empty(), "{name} has no texts");
    files.iter().flat_map(|(file, source)| texts(&format!("{name}/{file}"), source)).collect()
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_values() {
    let [english, others @ ..] = LANGUAGES.map(|name| (name, language(name)));
    let mut faults = Vec::new();
    for (name, other) in &others {
        for (key, text) in &english.1 {
            match other.get(key) {
                None => faults.push(format!("{name}: {key} is missing")),
                Some(it) if it.is_empty() != text.is_empty() => {
                    faults.push(format!("{name}: {key} is empty in one language"));
                }
                Some(it) if values(it) != values(text) => {
                    faults.push(format!("{name}: {key} has other values: {it}"));
                }
                Some(_) => {}
            }
        }
        let more = other.keys().filter(|key| !english.1.contains_key(*key));
        faults.extend(more.map(|key| format!("{name}: {key} is not in English")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Calls of `t`, `tn`, `tc` with a literal key, and the keys they need.
fn needed(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (call, tails) in [("t(", &[""][..]), ("tn(", &[".one", ".other"]), ("tc(", &[".other"])] {
        for (at, _) in source.match_indices(call) {
            let before = source[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || "_.$".contains(c)) {
                continue;
            }
            let rest = source[at + call.len()..].trim_start();
            if let Some(key) = rest.strip_prefix('\'').and_then(|rest| rest.split('\'').next()) {
                found.extend(tails.iter().map(|tail| format!("{key}{tail}")));
            }
        }
    }
    found
}

#[test]
fn calls_are_found_in_a_source() {
    let source = "t('a.b') + tn( 'c', 2) + tc('d', code) + format('e') + x.t('f') + t(`g`)";
    assert_eq!(needed(source), ["a.b", "c.one", "c.other", "d.other"]);
}

#[test]
fn every_text_the_page_asks_for_exists() {
    let english = language("en");
    let mut faults = Vec::new();
    let mut count = 0;
    for (file, source) in scripts(&web()) {
        if file.starts_with("i18n") || file.starts_with("vendor") || file.starts_with("tools") {
            continue;
        }
        let keys = needed(&source);
        count += keys.len();
        let missing = keys.iter().filter(|key| !english.contains_key(*key));
        faults.extend(missing.map(|key| format!("{file}: {key}")));
    }
    assert!(count > 200, "only {count} uses were found");
    assert!(faults.is_empty(), "texts that do not exist: {faults:#?}");
}

#[test]
fn every_reason_of_the_server_has_words() {
    let english = language("en");
    let reasons = "checkmate stalemate no_moves no_pieces repetition perpetual_check \
        perpetual_chase no_progress insufficient_material resignation agreement time";
    for reason in reasons.split_whitespace() {
        assert!(english.contains_key(&format!("reason.{reason}")), "{reason} has no words");
    }
}
