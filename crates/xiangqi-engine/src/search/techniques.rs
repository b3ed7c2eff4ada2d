//! Every technique of the search can be switched off, to measure what it is worth.

use search::OptionError;
use search::options::listed;

/// Declares the switches with their names.
macro_rules! techniques {
    ($( $(#[$doc:meta])* $field:ident = $name:literal; )*) => {
        /// Which techniques the search uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Techniques {
            $( $(#[$doc])* pub $field: bool, )*
        }

        impl Techniques {
            /// Everything on.
            pub const ALL: Techniques = Techniques { $( $field: true, )* };
            /// The names of all techniques.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// All but those of a list, as the option `Disable` names them.
            ///
            /// # Errors
            /// If a technique does not exist.
            pub fn without(names: &str) -> Result<Techniques, OptionError> {
                let mut techniques = Techniques::ALL;
                for name in listed(names) {
                    match name {
                        $( $name => techniques.$field = false, )*
                        _ => return Err(unknown(name)),
                    }
                }
                Ok(techniques)
            }
        }
    };
}

techniques! {
    /// Narrow windows around the last score.
    aspiration = "aspiration";
    /// Null windows for all but the first move.
    pvs = "pvs";
    /// Cut-offs from the transposition table (its moves order moves either way).
    tt_cutoffs = "tt-cutoffs";
    /// Table entries of greater depth answer questions of lesser depth, and correct
    /// evaluations.
    tt_deeper = "tt-deeper";
    /// Quiescence leaves out captures that lose material.
    quiescence_exchange = "quiescence-see";
    /// Quiescence leaves out captures that cannot reach alpha.
    delta = "delta";
    /// The first ply of quiescence tries quiet checks, too.
    quiescence_checks = "quiescence-checks";
    /// A side that could pass and still be too good is too good.
    null_move = "null-move";
    /// Late moves are searched less deeply.
    late_reductions = "lmr";
    /// Very late quiet moves are left out.
    late_pruning = "lmp";
    /// A node far above beta is cut off.
    reverse_futility = "reverse-futility";
    /// Quiet moves far below alpha are left out.
    futility = "futility";
    /// A node far below alpha goes to quiescence.
    razoring = "razoring";
    /// A capture that refutes at lower depth with a margin refutes.
    probcut = "probcut";
    /// A move much better than all others is searched more deeply.
    singular = "singular";
    /// Moves that give check are searched more deeply.
    check_extension = "check-extension";
    /// Killer moves are tried early.
    killers = "killers";
    /// The move that answered the last move before is tried early.
    counter_moves = "counter-move";
    /// Quiet moves are ordered by what they achieved.
    history = "history";
    /// … and by what they achieved after the moves before.
    continuation = "continuation";
    /// Captures are ordered by what they achieved.
    capture_history = "capture-history";
    /// Moves with a bad history are left out near the leaves.
    history_pruning = "history-pruning";
    /// Moves that lose material are left out near the leaves.
    exchange_pruning = "see-pruning";
    /// The evaluation learns from search results of similar positions.
    correction = "correction";
    /// Shorter mates bound the window.
    mate_distance = "mate-distance";
    /// Without a table move the depth is reduced.
    internal_reduction = "iir";
    /// A reduced node is looked at again once its evaluation is known.
    hindsight = "hindsight";
    /// A reduced move that surprises is searched again as deeply as it surprises.
    second_thought = "second-thought";
    /// Moves near the root are learned apart.
    low_history = "low-history";
}

#[cfg(test)]
impl Techniques {
    /// Only what cannot change the result of a fixed-depth search.
    pub const SOUND: Techniques = Techniques {
        aspiration: false,
        tt_deeper: false,
        quiescence_exchange: false,
        delta: false,
        quiescence_checks: false,
        null_move: false,
        late_reductions: false,
        late_pruning: false,
        reverse_futility: false,
        futility: false,
        razoring: false,
        probcut: false,
        singular: false,
        check_extension: false,
        history_pruning: false,
        exchange_pruning: false,
        correction: false,
        internal_reduction: false,
        hindsight: false,
        second_thought: false,
        mate_distance: false,
        ..Techniques::ALL
    };
}

fn unknown(name: &str) -> OptionError {
    let name: String = name.chars().take(60).collect();
    let names = Techniques::NAMES.join(", ");
    let reason = format!("no technique is named '{name}': expected one of {names}");
    OptionError::Text { name: "Disable", reason }
}
