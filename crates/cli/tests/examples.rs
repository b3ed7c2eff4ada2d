//! Every example of the help texts, the README and the pages of docs/ is run and
//! must end with exit code 0.
//!
//! Examples are code blocks and inline code that begin with `chuhe`, and the lines of
//! help texts that do. What takes hours in earnest (40,000 games) is made short, and
//! nothing else is changed. Words in capitals or with `…` stand for something the
//! reader has to fill in: such lines only show a form.

#[path = "support/examples.rs"]
mod examples;

use std::path::Path;

use examples::{Example, Place};

#[test]
fn examples_of_help_texts_work() {
    let place = Place::new();
    let mut all = Vec::new();
    for command in place.commands() {
        let text = place.help(&command);
        all.extend(examples::of_help(&format!("help {}", command.join(" ")), &text));
    }
    assert!(all.len() >= 20, "only {} examples found", all.len());
    check(&place, &all);
}

#[test]
fn examples_of_pages_work() {
    let place = Place::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    for entry in std::fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        pages.extend(Some(path).filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    let mut all = Vec::new();
    for page in pages {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        all.extend(examples::of_page(&name, &std::fs::read_to_string(&page).unwrap()));
    }
    assert!(all.len() >= 20, "only {} examples found", all.len());
    check(&place, &all);
}

fn check(place: &Place, all: &[Example]) {
    let faults: Vec<String> = all.iter().filter_map(|example| place.run(example).err()).collect();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), all.len(), faults.join("\n"));
}
