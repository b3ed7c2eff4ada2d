//! Parameters declared once: name, value, range, step.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// What is known about one parameter, for tuners and option lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamSpec {
    /// Its name; in an engine's set it begins with `search.`, `eval.` or `patterns.`.
    pub name: Cow<'static, str>,
    /// Its default.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A step that should be felt.
    pub step: i32,
}

/// Why numbers were not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamError {
    /// No such parameter.
    Unknown(String),
    /// A change that is not `name=value`.
    Change(String),
    /// Another number of values than there are parameters.
    Count {
        /// How many were given.
        given: usize,
        /// How many there are.
        expected: usize,
    },
    /// Outside its range.
    Range {
        /// Which parameter.
        name: Cow<'static, str>,
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
            ParamError::Change(text) => {
                write!(f, "'{text}' is not a change: expected name=number")
            }
            ParamError::Count { given, expected } => {
                write!(f, "{given} values for {expected} parameters")
            }
            ParamError::Range { name, value, min, max } => {
                write!(f, "parameter {name} is {value}: expected {min} to {max}")
            }
        }
    }
}

impl std::error::Error for ParamError {}

/// Parameters with their values: what tuners work on, whatever engine they are of.
///
/// ```
/// use search::params::{ParamSet, ParamSpec};
/// let spec = |name: &'static str| ParamSpec {
///     name: name.into(), default: 3, min: 1, max: 9, step: 1,
/// };
/// let mut set = ParamSet::new(vec![spec("search.base"), spec("eval.base"), spec("eval.pin")]);
/// set.set("eval.base", 5).unwrap();
/// set.set("pin", 2).unwrap(); // the prefix may be left out where one name only fits
/// assert_eq!(set.values(), [3, 5, 2]);
/// assert_eq!(set.changes(), "eval.base=5,eval.pin=2");
/// assert!(set.assign(&[1, 2, 30]).is_err());
/// assert_eq!(set.values(), [3, 5, 2]);
/// let mut part = ParamSet::new(vec![spec("search.base")]);
/// part.set("base", 9).unwrap();
/// set.adopt(&part).unwrap(); // all others stay
/// assert_eq!(set.values(), [9, 5, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamSet {
    specs: Arc<[ParamSpec]>,
    values: Vec<i32>,
}

impl ParamSet {
    /// Parameters with their defaults.
    pub fn new(specs: impl Into<Arc<[ParamSpec]>>) -> ParamSet {
        let specs = specs.into();
        ParamSet { values: specs.iter().map(|spec| spec.default).collect(), specs }
    }

    /// What is known about each parameter, always in the same order.
    pub fn specs(&self) -> &[ParamSpec] {
        &self.specs
    }

    /// The values, in the order of the specs.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Every name with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.specs.iter().zip(&self.values).map(|(spec, &value)| (&*spec.name, value))
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<i32> {
        self.place(name).ok().map(|place| self.values[place])
    }

    /// Where a name stands: the whole name, or the one name that ends with it.
    fn place(&self, name: &str) -> Result<usize, ParamError> {
        if let Some(place) = self.specs.iter().position(|spec| spec.name == name) {
            return Ok(place);
        }
        let ends =
            |spec: &ParamSpec| spec.name.split_once('.').is_some_and(|(_, rest)| rest == name);
        let mut found = self.specs.iter().enumerate().filter(|(_, spec)| ends(spec));
        match (found.next(), found.next()) {
            (Some((place, _)), None) => Ok(place),
            _ => Err(ParamError::Unknown(name.chars().take(60).collect())),
        }
    }

    /// Sets one parameter.
    ///
    /// # Errors
    /// If there is none of that name, or the value is out of range; nothing is
    /// changed then.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), ParamError> {
        let place = self.place(name)?;
        self.values[place] = in_range(&self.specs[place], value)?;
        Ok(())
    }

    /// Sets all parameters at once, in the order of the specs.
    ///
    /// # Errors
    /// If there are more or fewer values than parameters, or one is out of range;
    /// nothing is changed then.
    pub fn assign(&mut self, values: &[i32]) -> Result<(), ParamError> {
        if values.len() != self.values.len() {
            return Err(ParamError::Count { given: values.len(), expected: self.values.len() });
        }
        for (spec, &value) in self.specs.iter().zip(values) {
            in_range(spec, value.into())?;
        }
        self.values.copy_from_slice(values);
        Ok(())
    }

    /// Takes over the values of another set, by their whole names; numbers it does
    /// not have stay as they are.
    ///
    /// # Errors
    /// If it has a number that is unknown here or out of range; nothing is changed
    /// then.
    pub fn adopt(&mut self, other: &ParamSet) -> Result<(), ParamError> {
        let places: HashMap<&str, usize> =
            self.specs.iter().enumerate().map(|(place, spec)| (&*spec.name, place)).collect();
        let mut values = self.values.clone();
        for (name, value) in other.iter() {
            let place = *places.get(name).ok_or_else(|| ParamError::Unknown(name.to_owned()))?;
            values[place] = in_range(&self.specs[place], value.into())?;
        }
        self.values = values;
        Ok(())
    }

    /// Applies a list of changes, `name=number,name=number`.
    ///
    /// # Errors
    /// If one cannot be read, names nothing or is out of range; nothing is changed
    /// then.
    pub fn apply(&mut self, changes: &str) -> Result<(), ParamError> {
        let mut changed = self.clone();
        for part in crate::options::listed(changes) {
            let wrong = || ParamError::Change(part.chars().take(60).collect());
            let (name, number) = part.split_once('=').ok_or_else(wrong)?;
            changed.set(name.trim(), number.trim().parse().map_err(|_| wrong())?)?;
        }
        *self = changed;
        Ok(())
    }

    /// The same parameters, with the present values as their defaults.
    pub fn as_defaults(&self) -> ParamSet {
        let own = |(spec, &value): (&ParamSpec, &i32)| ParamSpec { default: value, ..spec.clone() };
        ParamSet::new(self.specs.iter().zip(&self.values).map(own).collect::<Vec<_>>())
    }

    /// What differs from the defaults, as [`ParamSet::apply`] reads it.
    pub fn changes(&self) -> String {
        let changed =
            self.specs.iter().zip(&self.values).filter(|(spec, value)| spec.default != **value);
        let text: Vec<String> =
            changed.map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        text.join(",")
    }

    /// The values by name: for taking over many at once.
    pub fn by_name(&self) -> HashMap<&str, i32> {
        self.iter().collect()
    }
}

fn in_range(spec: &ParamSpec, value: i64) -> Result<i32, ParamError> {
    match i32::try_from(value) {
        Ok(number) if (spec.min..=spec.max).contains(&number) => Ok(number),
        _ => {
            Err(ParamError::Range { name: spec.name.clone(), value, min: spec.min, max: spec.max })
        }
    }
}

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
/// assert_eq!(Toy::specs("search")[1].name, "search.base");
/// assert_eq!(toy.values(), [90, 3]);
/// toy.assign(&[70, 2]);
/// assert_eq!((toy.margin, toy.base), (70, 2));
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


            /// Every parameter with its range and step, named `prefix.name`.
            pub fn specs(prefix: &str) -> Vec<$crate::params::ParamSpec> {
                vec![ $( $crate::params::ParamSpec {
                    name: format!("{prefix}.{}", stringify!($field)).into(),
                    default: $value, min: $min, max: $max, step: $step,
                }, )* ]
            }

            /// Sets one parameter by name.
            ///
            /// # Errors
            /// If there is none of that name, or the value is out of range.
            pub fn set(&mut self, name: &str, value: i64) -> Result<(), $crate::params::ParamError> {
                match name {
                    $( stringify!($field) => {
                        if value < i64::from($min as i32) || value > i64::from($max as i32) {
                            return Err($crate::params::ParamError::Range {
                                name: stringify!($field).into(), value, min: $min, max: $max,
                            });
                        }
                        self.$field = value as i32;
                        Ok(())
                    } )*
                    _ => Err($crate::params::ParamError::Unknown(name.to_owned())),
                }
            }

            /// The values, in the order of [`Self::specs`].
            pub fn values(&self) -> Vec<i32> {
                vec![ $( self.$field, )* ]
            }

            /// Takes over values in the order of [`Self::specs`], which a
            /// [`ParamSet`]($crate::params::ParamSet) has checked; values that are
            /// missing stay as they were.
            pub fn assign(&mut self, values: &[i32]) {
                let mut values = values.iter();
                $( if let Some(&value) = values.next() {
                    self.$field = value;
                } )*
            }
        }
    };
}
