//! The library: files dropped and chosen, games found by player and position, changed,
//! deleted and brought back, taken away; all of it also by keyboard and on a phone.

use std::io::{Cursor, Write as _};

use browser::Size;
use records::write::{Target, Writer};
use records::{Game, GameKind, read_text};
use serde_json::json;
use xiangqi::notation::Notation;

use crate::house::House;
use crate::layout::speak;
use crate::person::{Person, square};

/// A game as a text: players, year, result, moves.
fn text(red: &str, black: &str, year: u16, result: &str, moves: &str) -> String {
    format!(
        "[Event \"全国赛\"]\n[Date \"{year}.01.01\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

fn game(text: &str) -> Game {
    read_text(text, GameKind::Xiangqi).games.remove(0)
}

fn written(target: Target, game: &Game) -> Vec<u8> {
    Writer::new(target, Notation::Iccs).write(game).expect("the format holds the game")
}

fn xqf() -> Vec<u8> {
    let text = text("胡榮華", "楊官璘", 1980, "1-0", "1. h2e2 h9g7 2. h0g2 i9h9 3. g3g4 c6c5");
    written(Target::Xqf, &game(&text))
}

/// Two games in a library of CCBridge: an index without names, then a record a slot.
fn cbl() -> Vec<u8> {
    let mut file = b"CCBridgeLibrary\0".to_vec();
    file.resize(66624 + 2 * 276, 0);
    file[60] = 2;
    for moves in ["1. h2e2 h7e7 2. h0g2 h9g7", "1. g3g4 g6g5 2. h0g2 h9g7"] {
        let game = game(&text("呂欽", "許銀川", 1995, "1/2-1/2", moves));
        let from = file.len();
        file.extend(written(Target::Cbr, &game));
        let slots = (file.len() - from).div_ceil(4096);
        file.resize(from + slots * 4096, 0);
    }
    file
}

fn zip() -> Vec<u8> {
    let games = [
        text("胡荣华", "柳大華", 1985, "0-1", "1. h2e2 h9g7 2. h0g2 i9h9 3. c3c4 g6g5"),
        text("趙國榮", "胡榮華", 1990, "1-0", "1. c3c4 b7c7 2. h2e2 c9e7"),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (number, text) in games.iter().enumerate() {
        zip.start_file(format!("{number}.pgn"), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn file_script(name: &str, bytes: &[u8]) -> String {
    format!(
        "const files = new DataTransfer(); \
         files.items.add(new File([new Uint8Array({})], '{name}'));",
        json!(bytes)
    )
}

/// Drops a file on the page.
fn drop_file(person: &Person, name: &str, bytes: &[u8]) {
    person.sees("drop-zone");
    person.value(&format!(
        "(() => {{ {} document.querySelector('[data-test=drop-zone]').dispatchEvent( \
         new DragEvent('drop', {{ bubbles: true, cancelable: true, dataTransfer: files }})); }})()",
        file_script(name, bytes)
    ));
}

/// Chooses a file as the dialog does.
fn choose_file(person: &Person, name: &str, bytes: &[u8]) {
    person.value(&format!(
        "(() => {{ {} const input = document.querySelector('[data-test=import-files]'); \
         input.files = files.files; input.dispatchEvent(new Event('change')); }})()",
        file_script(name, bytes)
    ));
}

fn imported(person: &Person, number: u32) {
    person.sees_some(&format!("[data-test=\"import-{number}\"][data-state=done]"));
}

fn count(person: &Person, games: u32) {
    let words = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    person.wait(&format!(
        "document.querySelector('[data-test=list-count]')?.textContent.trim() === '{words}'"
    ));
}

/// A page with an XQF, a CBL and a zip of PGNs imported: five games.
fn filled(person: &Person) {
    person.go("/library");
    drop_file(person, "hu.xqf", &xqf());
    imported(person, 1);
    drop_file(person, "cup.cbl", &cbl());
    imported(person, 2);
    choose_file(person, "two.zip", &zip());
    imported(person, 3);
    count(person, 5);
}

#[test]
fn files_are_imported_and_games_found_by_player_and_position() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    filled(&person);
    assert!(person.text("library-size").starts_with("5 games"));
    // The same file again is known, and says so.
    drop_file(&person, "hu.xqf", &xqf());
    imported(&person, 4);
    assert!(person.text("import-report").contains("imported before"));
    // By player, in the other script, with a result.
    person.fill("filter-player", "胡荣华");
    count(&person, 3);
    person.choose("filter-result", "red");
    count(&person, 2);
    person.reload();
    count(&person, 2);
    person.click("filter-clear");
    count(&person, 5);
    // By position: both cannons in the middle, as part of a board.
    person.click_on("[data-test=position-search] summary");
    person.click("position-mode-part");
    person.click("palette-C");
    person.click_on(&square("e2"));
    person.click("palette-c");
    person.click_on(&square("e7"));
    person.click("position-find");
    count(&person, 1);
    person.click("position-forget");
    count(&person, 5);
    // The whole position after one ply, set up on the board.
    person.click("position-mode-exact");
    person.drag(&square("h2"), &square("e2"));
    person.click("position-side-b");
    person.click("position-find");
    count(&person, 3);
    person.sees_some("[data-test^=\"open-\"]");
    person.click_on("[data-test^=\"open-\"]");
    person.sees("desk");
    assert!(person.text("analyse-title").contains("–"));
}

#[test]
fn a_broken_file_is_reported_with_its_place() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    person.go("/library");
    drop_file(&person, "bad.pgn", b"1. h2e2 h9g7 2. h2e2 *");
    imported(&person, 1);
    person.click_on("[data-test=import-problems] summary");
    let problems = person.text("import-problems");
    assert!(problems.contains("bad.pgn") && problems.contains("Line 1"), "{problems}");
}

#[test]
fn games_are_changed_tagged_deleted_and_brought_back() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    filled(&person);
    person.click("mark-1");
    person.click("do-edit");
    person.fill("header-Black", "王嘉良");
    person.click("headers-yes");
    person.fill("filter-player", "王嘉良");
    count(&person, 1);
    person.click("do-undo");
    person.sees("list-empty");
    person.click("filter-clear");
    count(&person, 5);
    person.click("mark-1");
    person.click("mark-2");
    person.click("do-tag");
    person.fill("ask-text", "to learn");
    person.click("ask-yes");
    person.choose("filter-tag", "to learn");
    count(&person, 2);
    person.click("mark-1");
    person.click("do-delete");
    count(&person, 1);
    person.click("do-undo");
    count(&person, 2);
    person.click("filter-clear");
    count(&person, 5);
}

#[test]
fn the_list_is_walked_and_a_game_opened_by_keyboard_alone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    filled(&person);
    person.tab_to("[data-test=filter-player]");
    person.tab_to("[data-test=game-rows]");
    person.key("ArrowDown");
    person.key(" ");
    person.wait("document.querySelector('[data-test=marked]')?.textContent.trim() === '1 marked'");
    let active = "document.activeElement.getAttribute('aria-activedescendant')";
    person.wait(&format!("{active} === 'row-1'"));
    person.key("End");
    person.wait(&format!("{active} === 'row-4'"));
    person.key("Enter");
    person.sees("desk");
}

#[test]
fn statistics_say_what_was_played() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    filled(&person);
    person.click("to-statistics");
    person.sees("statistics");
    assert!(person.text("statistics-summary").starts_with("5 games"));
    person.fill("statistics-player", "胡榮華");
    person.click("statistics-go");
    person.sees("player-statistics");
    assert!(person.text("as-red").contains("2 games"), "{}", person.text("as-red"));
    assert!(person.text("as-black").contains("1 game"));
    assert_eq!(person.count("[data-test=heat] figure"), 7);
    person.click("show-games");
    count(&person, 3);
}

#[test]
fn the_library_speaks_three_languages_and_fits_a_phone() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    filled(&person);
    for (language, title) in [("zh-Hant", "棋譜庫"), ("zh-Hans", "棋谱库"), ("en", "Library")]
    {
        speak(&person, language);
        for page in ["/library", "/library/statistics"] {
            person.go(page);
            person.wait(&format!("document.documentElement.lang === '{language}'"));
            let wide = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(person.value(wide), true, "{page} {language}");
        }
        person.go("/library");
        person.wait(&format!("document.querySelector('h1').textContent === '{title}'"));
    }
}

#[test]
fn the_explorer_leads_to_a_model_game() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::DESKTOP);
    filled(&person);
    person.go("/analyse?game=xiangqi&tab=explorer");
    person.sees("explorer-games");
    assert!(person.text("explorer-games").starts_with("5 games"));
    person.click("explore-h2e2");
    person.wait(
        "document.querySelector('[data-test=explorer-games]')?.textContent.startsWith('3 games')",
    );
    person.sees("explore-h9g7");
    // Only the games of one year.
    person.click_on("[data-test=explore-filter] summary");
    person.fill("explore-since", "1985");
    person.fill("explore-until", "1985");
    person.wait(
        "document.querySelector('[data-test=explorer-games]')?.textContent.startsWith('1 game')",
    );
    person.click_on("a[data-test^=\"model-\"]");
    person.wait("location.search.includes('library=')");
    person.wait("document.querySelector('h1').textContent.includes('柳大華')");
    person.sees_piece("e2", "C");
    person.sees("explorer-games");
}

#[test]
fn nothing_is_known_of_a_position_that_never_was() {
    let Some(house) = House::open() else { return };
    let person = house.person(Size::PHONE);
    person.go("/analyse?game=xiangqi&tab=explorer");
    person.sees("explorer-none");
    person.go("/knowledge");
    for part in ["engines", "books", "tables", "status"] {
        person.sees(part);
    }
    let wide = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(person.value(wide), true);
}
