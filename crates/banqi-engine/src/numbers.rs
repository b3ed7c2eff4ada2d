//! The numbers a profile begins with: search, evaluation.

use search::{OptionError, ParamError, ParamSet};

use crate::chuhe::{Profile, SearchParams};
use crate::eval::{EvalParams, Evaluation};

/// Every number of a profile, its own values as the defaults.
pub(crate) fn usual(profile: Profile) -> ParamSet {
    let mut specs = SearchParams::specs("search");
    specs.extend(EvalParams::specs("eval"));
    let mut set = ParamSet::new(specs);
    set.apply(profile.tuned()).expect("a test reads this list");
    set.as_defaults()
}

/// What the search and the evaluation make of a set that has checked its numbers.
pub(crate) fn of_set(params: &ParamSet) -> (SearchParams, Evaluation) {
    let (mut search, mut eval) = (SearchParams::default(), EvalParams::default());
    let (first, second) = params.values().split_at(search.values().len());
    search.assign(first);
    eval.assign(second);
    (search, Evaluation::new(eval))
}

/// The numbers an option's text asks for: those it does not name are the usual ones.
pub(crate) fn changed(profile: Profile, changes: &str) -> Result<ParamSet, OptionError> {
    let mut params = usual(profile);
    let reason =
        |error: ParamError| OptionError::Text { name: "Params", reason: error.to_string() };
    params.apply(changes).map_err(reason)?;
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_list_is_read_and_used() {
        let base = usual(Profile::Chuhe);
        let tuned = usual(Profile::HandWritten);
        let mut differ = 0;
        for change in search::options::listed(Profile::HandWritten.tuned()) {
            let (name, value) = change.split_once('=').unwrap();
            assert_eq!(tuned.get(name), value.parse().ok(), "{name}");
            differ += usize::from(base.get(name) != tuned.get(name));
        }
        assert!(differ > 20, "{differ}");
        assert_eq!(tuned.changes(), "", "its own values are the defaults");
    }

    #[test]
    fn the_network_keeps_the_numbers_it_corrects() {
        let (_, evaluation) = of_set(&usual(Profile::Chuhe));
        assert_eq!(*evaluation.params(), EvalParams::default());
    }
}
