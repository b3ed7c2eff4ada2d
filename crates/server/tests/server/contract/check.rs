//! Whether a value is of a type. Both ways: what the page counts on must be there, and
//! what is there the page must know.

use std::collections::BTreeMap;

use serde_json::Value;

use super::types::{Fields, Type};

/// The page's types.
pub struct Page {
    types: BTreeMap<String, Type>,
}

impl Page {
    pub fn new(types: BTreeMap<String, Type>) -> Page {
        Page { types }
    }

    /// Asserts that a value is of a type of this name.
    #[track_caller]
    pub fn expects(&self, name: &str, value: &Value) {
        let mut faults = Vec::new();
        self.check(&super::types::parse(name), value, name, &mut faults);
        assert!(faults.is_empty(), "{faults:#?}");
    }

    fn named(&self, name: &str) -> Option<Type> {
        if let Some((of, field)) = name.split_once('.') {
            let of = of.strip_prefix("Named(\"")?.strip_suffix("\")")?;
            let Type::Fields(fields) = self.named(of)? else { return None };
            return fields.get(field).map(|(kind, _)| kind.clone());
        }
        self.types.get(name).cloned()
    }

    fn check(&self, kind: &Type, value: &Value, place: &str, faults: &mut Vec<String>) {
        let right = match kind {
            Type::Any => true,
            Type::Null => value.is_null(),
            Type::Text => value.is_string(),
            Type::Number => value.is_number(),
            Type::Truth => value.is_boolean(),
            Type::Literal(text) => {
                value == text.as_str() || value.as_f64().is_some_and(|it| text.parse() == Ok(it))
            }
            Type::List(of) => return self.each(of, value, place, faults),
            Type::Tuple(kinds) => return self.tuple(kinds, value, place, faults),
            Type::Record(of) => {
                let Some(all) = value.as_object() else {
                    return faults.push(format!("{place} is {value}: expected a record"));
                };
                for (key, value) in all {
                    self.check(of, value, &format!("{place}.{key}"), faults);
                }
                return;
            }
            Type::Fields(fields) => return self.fields(fields, value, place, faults),
            Type::Either(kinds) => return self.either(kinds, value, place, faults),
            Type::Both(kinds) => {
                let (mut all, mut rest) = (BTreeMap::new(), None);
                kinds.iter().for_each(|kind| self.collect(kind, &mut all, &mut rest));
                // Keys of a record that have no field of their own are its values.
                for key in value.as_object().into_iter().flat_map(|object| object.keys()) {
                    if let Some(rest) = &rest {
                        all.entry(key.clone()).or_insert((Type::clone(rest), true));
                    }
                }
                return self.fields(&all, value, place, faults);
            }
            Type::Named(name) => match self.named(name) {
                Some(kind) => return self.check(&kind, value, place, faults),
                None => return faults.push(format!("{place}: there is no type {name}")),
            },
        };
        if !right {
            faults.push(format!("{place} is {}: expected {kind:?}", short(value)));
        }
    }

    fn each(&self, of: &Type, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Some(all) = value.as_array() else {
            return faults.push(format!("{place} is {}: expected a list", short(value)));
        };
        for (index, value) in all.iter().enumerate() {
            self.check(of, value, &format!("{place}[{index}]"), faults);
        }
    }

    fn tuple(&self, kinds: &[Type], value: &Value, place: &str, faults: &mut Vec<String>) {
        match value.as_array() {
            Some(all) if all.len() == kinds.len() => {
                for (index, (kind, value)) in kinds.iter().zip(all).enumerate() {
                    self.check(kind, value, &format!("{place}[{index}]"), faults);
                }
            }
            _ => faults.push(format!("{place} is {}: expected {kinds:?}", short(value))),
        }
    }

    fn either(&self, kinds: &[Type], value: &Value, place: &str, faults: &mut Vec<String>) {
        let mut closest: Option<Vec<String>> = None;
        for kind in kinds {
            let mut its = Vec::new();
            self.check(kind, value, place, &mut its);
            if its.is_empty() {
                return;
            }
            // The deeper faults lie, the better the choice was meant.
            let depth = |faults: &Vec<String>| faults.iter().map(String::len).max();
            if closest.as_ref().is_none_or(|kept| depth(&its) > depth(kept)) {
                closest = Some(its);
            }
        }
        faults.extend(closest.unwrap_or_default());
    }

    /// The fields of types that hold together.
    fn collect(&self, kind: &Type, all: &mut Fields, rest: &mut Option<Type>) {
        match kind {
            Type::Fields(fields) => all.extend(fields.clone()),
            Type::Both(kinds) => kinds.iter().for_each(|kind| self.collect(kind, all, rest)),
            Type::Record(of) => *rest = Some(Type::clone(of)),
            Type::Named(name) => {
                let kind = self.named(name).unwrap_or_else(|| panic!("there is no type {name}"));
                self.collect(&kind, all, rest);
            }
            other => panic!("{other:?} has no fields"),
        }
    }

    fn fields(&self, fields: &Fields, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Some(object) = value.as_object() else {
            return faults.push(format!("{place} is {}: expected fields", short(value)));
        };
        for (name, (kind, optional)) in fields {
            match object.get(name) {
                Some(value) => self.check(kind, value, &format!("{place}.{name}"), faults),
                None if *optional => {}
                None => faults.push(format!("{place}.{name} is missing")),
            }
        }
        let unknown = object.keys().filter(|name| !fields.contains_key(*name));
        faults.extend(unknown.map(|name| format!("{place}.{name}: the page knows no such field")));
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(80).collect()
}
