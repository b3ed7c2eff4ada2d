//! Every technique of the search can be switched off, to measure what it is worth.

use search::OptionError;

/// Declares the switches with their names.
macro_rules! features {
    ($( $(#[doc = $doc:literal])* $field:ident = $name:literal; )*) => {
        /// Which techniques the search of the profile `chuhe` uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Features {
            $( $(#[doc = $doc])* pub $field: bool, )*
        }

        impl Features {
            /// Everything on.
            pub const ALL: Features = Features { $( $field: true, )* };
            /// The names of all techniques.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Switches one technique by name.
            ///
            /// # Errors
            /// If there is none of that name.
            pub fn set(&mut self, name: &str, on: bool) -> Result<(), OptionError> {
                match name {
                    $( $name => self.$field = on, )*
                    _ => return Err(unknown(name)),
                }
                Ok(())
            }
        }
    };
}

features! {
    /// Narrow windows around the last score.
    aspiration = "aspiration";
    /// Null windows for all but the first ply.
    pvs = "pvs";
    /// Cut-offs from the table (its plies order plies either way).
    tt_cutoffs = "tt-cutoffs";
    /// Table entries of greater depth answer questions of lesser depth.
    tt_deeper = "tt-deeper";
    /// Captures are searched to their end; without it leaves are only evaluated.
    quiescence = "quiescence";
    /// Quiescence leaves out captures that lose more than they take.
    quiescence_exchange = "quiescence-see";
    /// Quiescence leaves out captures that cannot reach the window.
    delta = "delta";
    /// A node far above the window is cut off.
    reverse_futility = "reverse-futility";
    /// Quiet plies far below the window are left out.
    futility = "futility";
    /// Late plies are searched less deep.
    late_reductions = "lmr";
    /// Without a ply from the table the depth is reduced.
    internal_reduction = "iir";
    /// A pass stands for a flip somewhere far; without it the evaluation does.
    pass = "pass";
    /// Plies that refuted a sister position come early.
    killers = "killers";
    /// Quiet plies are ordered by what they achieved.
    history = "history";
    /// A piece that is attacked moves early.
    flight = "flight";
    /// Flips are searched inside the tree; without it only at the root.
    tree_flips = "tree-flips";
    /// Flips inside the tree only from a certain depth on; without it everywhere.
    flip_gate = "flip-gate";
    /// Only the best flips by a quick look; without it all.
    flip_choice = "flip-choice";
    /// Outcomes of flips are searched less deep.
    flip_reduction = "flip-reduction";
    /// Flips are remembered in the table.
    flip_table = "flip-table";
    /// Windows of outcomes and cut-offs by sums of bounds; without it every
    /// outcome is searched with an open window.
    star1 = "star1";
    /// The table's answers bound outcomes before any is searched.
    star2_table = "star2-table";
    /// One good reply to each outcome is searched before any outcome is.
    star2 = "star2";
    /// Outcomes are supposed to lie near their quiescence values.
    outcome_ranges = "outcome-ranges";
    /// A draw costs the side that searches something.
    contempt = "contempt";
    /// A position that was there before counts as a draw at once.
    repetition = "repetition";
}

fn unknown(name: &str) -> OptionError {
    let (name, names) = (name.chars().take(60).collect::<String>(), Features::NAMES.join(", "));
    let reason = format!("no technique is named '{name}': expected one of {names}");
    OptionError::Text { name: "Disable", reason }
}

impl Features {
    /// Only what cannot change the value of a fixed-depth search.
    pub const SOUND: Features = Features {
        aspiration: false,
        tt_deeper: false,
        quiescence_exchange: false,
        delta: false,
        reverse_futility: false,
        futility: false,
        late_reductions: false,
        internal_reduction: false,
        pass: false,
        flip_gate: false,
        flip_choice: false,
        flip_reduction: false,
        outcome_ranges: false,
        contempt: false,
        ..Features::ALL
    };

    /// Everything but the techniques named, with commas or spaces between;
    /// nothing named leaves everything on.
    ///
    /// # Errors
    /// If one of the names is not known.
    ///
    /// ```
    /// use banqi_engine::Features;
    /// let features = Features::without("lmr, star1").unwrap();
    /// assert!(!features.late_reductions && !features.star1 && features.pass);
    /// assert_eq!(Features::without(""), Ok(Features::ALL));
    /// assert!(Features::without("luck").is_err());
    /// ```
    pub fn without(names: &str) -> Result<Features, OptionError> {
        let mut features = Features::ALL;
        let words = names.split([',', ' ']).filter(|word| !word.is_empty());
        for name in words {
            features.set(name, false)?;
        }
        Ok(features)
    }

    /// Whether flips are searched at a node inside the tree.
    #[inline]
    pub(super) fn flips_at(&self, depth: i32, gate: i32) -> bool {
        self.tree_flips && (!self.flip_gate || depth >= gate)
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}
