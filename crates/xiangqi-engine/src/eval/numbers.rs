//! How the numbers of the evaluation are declared: once, each with its range and
//! a step that should be felt.

use super::packed::Packed;

/// The values a number may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The smallest allowed.
    pub min: i32,
    /// The largest allowed.
    pub max: i32,
    /// A change that should be felt.
    pub step: i32,
}

/// Shows numbers under their keys; an answer `Some` replaces the number.
pub type Visitor<'a> = dyn FnMut(&str, i32, Range) -> Option<i32> + 'a;

/// A weight before the endgame and one in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// In opening and middlegame.
    pub early: i32,
    /// In the endgame.
    pub late: i32,
}

impl Tapered {
    /// The same weight in every phase.
    pub const fn flat(value: i32) -> Tapered {
        Tapered { early: value, late: value }
    }

    pub(super) fn visit(&mut self, key: &str, range: Range, visitor: &mut Visitor<'_>) {
        visit_number(&format!("{key}.early"), &mut self.early, range, visitor);
        visit_number(&format!("{key}.late"), &mut self.late, range, visitor);
    }
}

impl From<Tapered> for Packed {
    fn from(weight: Tapered) -> Packed {
        Packed::early_late(weight.early, weight.late)
    }
}

pub(super) fn visit_number(key: &str, number: &mut i32, range: Range, visitor: &mut Visitor<'_>) {
    if let Some(replacement) = visitor(key, *number, range) {
        *number = replacement;
    }
}

/// Shows a row of numbers as `key[0]`, `key[1]`, …
pub(super) fn visit_row(key: &str, numbers: &mut [i32], range: Range, visitor: &mut Visitor<'_>) {
    for (i, number) in numbers.iter_mut().enumerate() {
        visit_number(&format!("{key}[{i}]"), number, range, visitor);
    }
}

/// Declares a struct of [`Tapered`] weights, one line each: early, late, smallest,
/// largest, step. The struct is generic so that the evaluator can hold the same
/// weights as [`Packed`] words.
macro_rules! tapered {
    (
        $(#[$outer:meta])*
        pub struct $name:ident {
            $( $(#[$doc:meta])* $field:ident : $early:expr, $late:expr, $min:expr, $max:expr, $step:expr; )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name<T = $crate::eval::numbers::Tapered> {
            $( $(#[$doc])* pub $field: T, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $crate::eval::numbers::Tapered { early: $early, late: $late }, )* }
            }
        }

        impl $name {
            /// Every weight zero.
            pub fn zero() -> Self {
                $name { $( $field: $crate::eval::numbers::Tapered::flat(0), )* }
            }

            /// The same weights, ready for adding.
            pub(in crate::eval) fn packed(&self) -> $name<$crate::eval::packed::Packed> {
                $name { $( $field: self.$field.into(), )* }
            }

            pub(in crate::eval) fn visit(
                &mut self,
                key: &str,
                visitor: &mut $crate::eval::numbers::Visitor<'_>,
            ) {
                $( self.$field.visit(
                    &format!("{key}.{}", stringify!($field)),
                    $crate::eval::numbers::Range { min: $min, max: $max, step: $step },
                    visitor,
                ); )*
            }
        }
    };
}

pub(super) use tapered;

/// Shows the numbers of a struct declared by `search::params!`.
macro_rules! visit_params {
    ($group:expr, $type:ty, $key:expr, $visitor:expr) => {
        let mut values = $group.values();
        for (spec, value) in <$type>::specs($key).iter().zip(&mut values) {
            let range =
                $crate::eval::numbers::Range { min: spec.min, max: spec.max, step: spec.step };
            $crate::eval::numbers::visit_number(&spec.name, value, range, $visitor);
        }
        $group.assign(&values);
    };
}

pub(super) use visit_params;
