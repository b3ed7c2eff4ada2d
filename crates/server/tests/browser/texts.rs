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

/// Words that were given up for better ones; `docs/glossary.md` has those.
const RETIRED: [(&str, &[&str]); 3] = [
    (
        "en",
        &[
            "Take over",
            "Go on",
            "Turn board",
            "Turn the board",
            "turn the board",
            " a move",
            "lately",
            "Places of",
            "Right to move",
            "by themselves",
            "kept at once",
            "Yes.",
            "Yes,",
            "Novice",
            "Under way",
            "seats swapped",
            "urn up",
            "urned up",
            "seed",
            "half-move",
            " …",
        ],
    ),
    (
        "zh-hant",
        &[
            "您",
            "發牌",
            "布局",
            "牌局",
            "排法",
            "種子",
            "欠佳",
            "大漏著",
            "讓單俥",
            "讓雙俥",
            "讓俥",
            "（包）",
            "翻子",
            "開始局面",
            "開局擺法",
            "蓋著的子",
            "擺局面",
            "保留",
        ],
    ),
    (
        "zh-hans",
        &[
            "您",
            "发牌",
            "布局",
            "布子",
            "牌局",
            "排法",
            "种子",
            "欠佳",
            "大漏着",
            "盖着",
            "奥林匹亚",
            "翻子",
            "开始局面",
            "开局摆法",
            "扣着的子",
            "摆局面",
            "载入中",
            "保留",
        ],
    ),
];

/// Where the English words mean something else.
fn is_innocent(key: &str, word: &str) -> bool {
    // A chase *is* a move; no time is told there.
    word == " a move" && key.starts_with("help.")
}

#[test]
fn retired_words_do_not_come_back() {
    let mut faults = Vec::new();
    for (name, words) in RETIRED {
        for (key, text) in language(name) {
            let found = words.iter().find(|word| text.contains(**word) && !is_innocent(&key, word));
            faults.extend(found.map(|word| format!("{name}: {key} says \u{201c}{word}\u{201d}")));
        }
    }
    assert!(faults.is_empty(), "see docs/glossary.md: {faults:#?}");
}

/// A ply is 著 or 着; 步 is only a step of a piece.
#[test]
fn chinese_has_one_word_for_a_ply() {
    let about_steps = |key: &str| {
        ["help.xiangqi.", "tour."].iter().any(|part| key.starts_with(part))
            || key == "help.notation.chinese.text"
    };
    for name in ["zh-hant", "zh-hans"] {
        for (key, text) in language(name) {
            assert!(about_steps(&key) || !text.contains('步'), "{name}: {key}: {text}");
        }
    }
}

/// The level names grow from the beginner upwards, in every language another one each.
#[test]
fn levels_have_ten_different_names() {
    for name in LANGUAGES {
        let texts = language(name);
        let names: BTreeSet<_> = (1..=10).map(|level| &texts[&format!("level.{level}")]).collect();
        assert_eq!(names.len(), 10, "{name}");
    }
    let english = language("en");
    let order = ["Beginner", "Learner", "Casual player", "Regular player", "Club player"];
    for (index, expected) in order.iter().enumerate() {
        assert_eq!(&english[&format!("level.{}", index + 1)], expected);
    }
}

#[test]
fn every_reason_to_lose_has_words_for_the_loser() {
    let english = language("en");
    let reasons = english
        .iter()
        .filter_map(|(key, text)| key.strip_prefix("reason.").filter(|_| text.contains("{loser}")));
    for reason in reasons {
        assert!(english.contains_key(&format!("reason_you.{reason}")), "{reason}");
    }
}
