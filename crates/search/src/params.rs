//! Parameters declared once: name, value, range, step.

/// What is known about one parameter, for tuners and option lists.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParamInfo {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A step that should be felt.
    pub step: i32,
}

/// A parameter set's text that means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamError {
    /// No such parameter.
    Unknown(String),
    /// Outside its range.
    Range {
        /// Which parameter.
        name: &'static str,
        /// The value given.
        value: i64,
        /// The smallest allowed.
        min: i32,
        /// The largest allowed.
        max: i32,
    },
}

impl std::fmt::Display for ParamError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParamError::Unknown(name) => write!(f, "no parameter is named '{name}'"),
            ParamError::Range { name, value, min, max } => {
                write!(f, "parameter {name} is {value}: expected {min} to {max}")
            }
        }
    }
}

impl std::error::Error for ParamError {}

/// Declares a struct of parameters: one line each with value, range and step.
///
/// ```
/// search::params! {
///     /// Numbers of a toy search.
///     pub struct Toy {
///         /// Margin per depth.
///         margin: 80, 20, 200, 10;
///         /// Base reduction.
///         base: 3, 1, 6, 1;
///     }
/// }
/// let mut toy = Toy::default();
/// assert_eq!(toy.margin, 80);
/// toy.set("margin", 90).unwrap();
/// assert!(toy.set("margin", 9_999).is_err());
/// assert_eq!(Toy::INFO.len(), 2);
/// assert_eq!(toy.values().collect::<Vec<_>>(), [("margin", 90), ("base", 3)]);
/// ```
#[macro_export]
macro_rules! params {
    (
        $(#[$outer:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$doc:meta])* $field:ident : $value:expr, $min:expr, $max:expr, $step:expr; )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        $vis struct $name {
            $( $(#[$doc])* pub $field: i32, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name::DEFAULT
            }
        }

        impl $name {
            /// The usual values.
            pub const DEFAULT: $name = $name { $( $field: $value, )* };


            /// Every parameter with its range and step.
            pub const INFO: &'static [$crate::params::ParamInfo] = &[
                $( $crate::params::ParamInfo {
                    name: stringify!($field), default: $value, min: $min, max: $max, step: $step,
                }, )*
            ];

            /// Sets one parameter by name.
            ///
            /// # Errors
            /// If there is none of that name, or the value is out of range.
            pub fn set(&mut self, name: &str, value: i64) -> Result<(), $crate::params::ParamError> {
                match name {
                    $( stringify!($field) => {
                        if value < i64::from($min as i32) || value > i64::from($max as i32) {
                            return Err($crate::params::ParamError::Range {
                                name: stringify!($field), value, min: $min, max: $max,
                            });
                        }
                        self.$field = value as i32;
                        Ok(())
                    } )*
                    _ => Err($crate::params::ParamError::Unknown(name.to_owned())),
                }
            }

            /// Every name with its value.
            pub fn values(&self) -> impl Iterator<Item = (&'static str, i32)> {
                [ $( (stringify!($field), self.$field), )* ].into_iter()
            }
        }
    };
}
