//! What is tuned: some parameters of an engine, and which of them form tables.

use search::{ParamError, ParamSet, ParamSpec};
use serde::{Deserialize, Serialize};

use crate::TuneError;

/// A choice of an engine's parameters. A *genome* is their values, in order.
#[derive(Clone, Debug)]
pub struct Space {
    base: ParamSet,
    places: Vec<usize>,
    tables: Vec<Table>,
    in_table: Vec<bool>,
}

/// A piece-square table among the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The piece's name.
    pub piece: String,
    /// Row, column and place in the genome. Row 0 is the enemy's home rank; of the
    /// nine files the first five are there, the others mirror them.
    pub cells: Vec<(usize, usize, usize)>,
}

/// A parameter as reports show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i32,
}

impl Space {
    /// The parameters whose names begin with one of the patterns; a pattern with `-`
    /// before it leaves out. Later patterns win.
    ///
    /// # Errors
    /// If a pattern fits nothing, or nothing is left.
    pub fn new(base: ParamSet, patterns: &[String]) -> Result<Space, TuneError> {
        let mut chosen = vec![false; base.len()];
        for pattern in patterns {
            let (keep, prefix) = match pattern.strip_prefix('-') {
                Some(rest) => (false, rest),
                None => (true, pattern.as_str()),
            };
            let mut fits = false;
            for (spec, chosen) in base.specs().iter().zip(&mut chosen) {
                if spec.name.starts_with(prefix) {
                    (*chosen, fits) = (keep, true);
                }
            }
            if !fits {
                let known: String = prefix.chars().take(60).collect();
                return Err(ParamError::Unknown(known).into());
            }
        }
        let places: Vec<usize> = (0..base.len()).filter(|&place| chosen[place]).collect();
        if places.is_empty() {
            return Err(TuneError::NothingToTune);
        }
        let (tables, in_table) = find_tables(&base, &places);
        Ok(Space { base, places, tables, in_table })
    }

    /// How many parameters are tuned.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether none are; never.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All parameters of the engine, with the values the run begins with.
    pub fn base(&self) -> &ParamSet {
        &self.base
    }

    /// What is known about a tuned parameter.
    pub fn spec(&self, gene: usize) -> &ParamSpec {
        &self.base.specs()[self.places[gene]]
    }

    /// The values the run begins with.
    pub fn origin(&self) -> Vec<i32> {
        self.places.iter().map(|&place| self.base.values()[place]).collect()
    }

    /// Piece-square tables among the tuned parameters.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Whether a tuned parameter is part of a table.
    pub fn in_table(&self, gene: usize) -> bool {
        self.in_table[gene]
    }

    /// The nearest value a parameter may have.
    pub fn clamp(&self, gene: usize, value: f64) -> i32 {
        let spec = self.spec(gene);
        value.round().clamp(f64::from(spec.min), f64::from(spec.max)) as i32
    }

    /// The values of all parameters with a genome's in their places.
    pub fn whole(&self, genome: &[i32]) -> Vec<i32> {
        let mut values = self.base.values().to_vec();
        for (&place, &value) in self.places.iter().zip(genome) {
            values[place] = value;
        }
        values
    }

    /// The engine's parameters with a genome's values.
    ///
    /// # Errors
    /// If a value is out of its range.
    pub fn set(&self, genome: &[i32]) -> Result<ParamSet, ParamError> {
        let mut set = self.base.clone();
        set.assign(&self.whole(genome))?;
        Ok(set)
    }

    /// The genome that a set has.
    ///
    /// # Errors
    /// If it has a parameter that is unknown here.
    pub fn genome_of(&self, set: &ParamSet) -> Result<Vec<i32>, ParamError> {
        let mut own = self.base.clone();
        own.adopt(set)?;
        Ok(self.places.iter().map(|&place| own.values()[place]).collect())
    }
}

/// The tables among some parameters: names like `eval.squares.rook.opening[0][4]`.
fn find_tables(base: &ParamSet, places: &[usize]) -> (Vec<Table>, Vec<bool>) {
    let mut tables: Vec<(String, Table)> = Vec::new();
    let mut in_table = vec![false; places.len()];
    for (gene, &place) in places.iter().enumerate() {
        let Some((key, piece, row, column)) = cell(&base.specs()[place].name) else { continue };
        in_table[gene] = true;
        let known = tables.iter().position(|(name, _)| name == key).unwrap_or_else(|| {
            let table = Table { piece: piece.to_owned(), cells: Vec::new() };
            tables.push((key.to_owned(), table));
            tables.len() - 1
        });
        tables[known].1.cells.push((row, column, gene));
    }
    (tables.into_iter().map(|(_, table)| table).collect(), in_table)
}

fn cell(name: &str) -> Option<(&str, &str, usize, usize)> {
    let rest = name.strip_prefix("eval.squares.")?;
    let (key, indices) = rest.split_once('[')?;
    let (row, column) = indices.strip_suffix(']')?.split_once("][")?;
    let (piece, _) = key.split_once('.')?;
    Some((key, piece, row.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A small engine: two plain numbers and a rook's table.
    pub(crate) fn sample() -> Space {
        let spec = |name: String, default| ParamSpec {
            name: name.into(),
            default,
            min: -400,
            max: 2_000,
            step: 4,
        };
        let mut specs = vec![
            spec("search.margin".into(), 80),
            spec("eval.material.rook".into(), 1_000),
            spec("eval.pin".into(), 50),
        ];
        for row in 0..10 {
            for column in 0..5 {
                let name = format!("eval.squares.rook.opening[{row}][{column}]");
                specs.push(spec(name, 10 + row));
            }
        }
        Space::new(ParamSet::new(specs), &["eval.".to_owned()]).unwrap()
    }

    #[test]
    fn patterns_choose_and_leave_out() {
        let space = sample();
        assert_eq!(space.len(), 52);
        assert_eq!(space.tables().len(), 1);
        assert_eq!(space.tables()[0].cells.len(), 50);
        let patterns = ["eval.".to_owned(), "-eval.squares".to_owned()];
        let plain = Space::new(space.base().clone(), &patterns).unwrap();
        assert_eq!(plain.len(), 2);
        assert!(plain.tables().is_empty());
        assert!(Space::new(space.base().clone(), &["evil".to_owned()]).is_err());
        let none = ["eval.pin".to_owned(), "-eval.pin".to_owned()];
        assert!(matches!(Space::new(plain.base().clone(), &none), Err(TuneError::NothingToTune)));
    }

    #[test]
    fn a_genome_goes_into_its_places() {
        let space = sample();
        let mut genome = space.origin();
        genome[1] = 60;
        let set = space.set(&genome).unwrap();
        assert_eq!(set.changes(), "eval.pin=60");
        assert_eq!(space.genome_of(&set).unwrap(), genome);
        genome[1] = 9_999;
        assert!(space.set(&genome).is_err());
    }
}
