//! The numbers a profile begins with: search, evaluation, shapes.

use std::sync::LazyLock;

use search::ParamSet;

use crate::eval::{EvalParams, EvalStyle};
use crate::patterns::Patterns;
use crate::profile::Profile;
use crate::search::SearchParams;

/// Every number of a profile, its own values as the defaults.
pub(crate) fn usual(profile: Profile) -> ParamSet {
    // Reading a thousand changes takes milliseconds, and engines are made by the hundred.
    static HAND_WRITTEN: LazyLock<ParamSet> =
        LazyLock::new(|| make(Profile::HandWritten(EvalStyle::Chuhe)));
    match profile {
        Profile::HandWritten(EvalStyle::Chuhe) => HAND_WRITTEN.clone(),
        _ => make(profile),
    }
}

fn make(profile: Profile) -> ParamSet {
    let mut specs = SearchParams::specs("search");
    specs.extend(EvalParams::of_style(profile.style()).specs());
    specs.extend(Patterns::shipped().specs());
    let mut set = ParamSet::new(specs);
    set.apply(profile.tuned()).expect("a test reads this list");
    set.as_defaults()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_list_is_read_and_used() {
        let base = usual(Profile::Chuhe);
        let tuned = usual(Profile::HandWritten(EvalStyle::Chuhe));
        let mut differ = 0;
        for change in search::options::listed(Profile::HandWritten(EvalStyle::Chuhe).tuned()) {
            let (name, value) = change.split_once('=').unwrap();
            assert_eq!(tuned.get(name), value.parse().ok(), "{name}");
            differ += usize::from(base.get(name) != tuned.get(name));
        }
        assert!(differ > 500, "{differ}");
        assert_eq!(tuned.changes(), "", "its own values are the defaults");
    }

    #[test]
    fn the_network_keeps_the_numbers_it_corrects() {
        let base = EvalParams::of_set(&usual(Profile::Chuhe));
        assert_eq!(base, EvalParams::default());
    }
}
