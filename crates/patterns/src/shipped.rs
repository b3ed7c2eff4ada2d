//! The patterns that come with Chuhe.

use std::sync::LazyLock;

use crate::compile::{Facts, Method, program_source, verifier_source};
use crate::generated;
use crate::matcher::Matcher;
use crate::set::PatternSet;

/// The texts, with what each is about.
pub const TEXTS: [(&str, &str); 4] = [
    ("mates.pat", include_str!("../shipped/mates.pat")),
    ("attacks.pat", include_str!("../shipped/attacks.pat")),
    ("structures.pat", include_str!("../shipped/structures.pat")),
    ("endings.pat", include_str!("../shipped/endings.pat")),
];

static SET: LazyLock<PatternSet> = LazyLock::new(|| {
    let sets = TEXTS.iter().map(|(_, text)| PatternSet::read(text).0);
    PatternSet::of(sets.flat_map(|set| set.patterns).collect())
});

/// The shipped set.
pub fn shipped() -> &'static PatternSet {
    &SET
}

/// A matcher of the shipped set, with the code generated for it.
pub fn matcher() -> Matcher {
    Matcher::new(&shipped().grounds).with_code(generated::verify)
}

/// Shows every ground pattern of the shipped set on the board: the program of the
/// document's IF method as it was generated, for comparison.
pub fn find(position: &xiangqi::Position, found: &mut dyn FnMut(usize)) {
    generated::find(position, found);
}

/// The source of the module `generated`. A test says when the checked-in text is stale;
/// `cargo run -p chuhe-patterns --example generate` writes it.
pub fn source() -> String {
    let set = shipped();
    let mut rng = game::Rng::new(2006);
    let sample: Vec<_> = (0..500).map(|_| crate::random::played(&mut rng)).collect();
    let program = Facts::new(&set.grounds, &sample).compile(Method::If);
    format!(
        "//! Generated from the shipped patterns; do not change it by hand. Written by\n\
         //! `cargo run -p chuhe-patterns --example generate`.\n\
         #![allow(clippy::all, unused)]\n\n\
         use crate::code::*;\nuse crate::pattern::{{Item, PieceSet}};\nuse xiangqi::Position;\n\n{}\n{}",
        verifier_source(set),
        program_source(&program, set)
    )
}
