//! The genetic tuner of Kao 2009, section 2.2.
//!
//! A generation begins with n_b parameter sets, makes n_g of them (the beginning ones
//! included), judges all, and keeps n_f = n_b. What the document leaves open is ours
//! and said where it stands.

mod block;
mod operators;
mod select;
mod settings;

use game::{Rng, splitmix64};
use serde::{Deserialize, Serialize};

pub use block::block;
pub use operators::{crossover_place, mutation_factor};
pub use settings::{GaSettings, Mode, SelectCells};

use crate::fitness::Fitness;
use crate::space::Space;
use operators::Change;

/// How a parameter set came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Birth {
    /// It was there before the generation.
    Parent,
    /// From two.
    Crossover,
    /// From one.
    Mutation,
}

/// A parameter set with what is known of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Individual {
    /// The values.
    pub genome: Vec<i32>,
    /// How it came to be.
    pub birth: Birth,
    /// The generation that made it; 0 is the beginning.
    pub since: u32,
    /// What it is worth, once judged.
    pub fitness: Option<Fitness>,
}

/// The state of an evolution between two generations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Population {
    /// Complete generations.
    pub generation: u32,
    /// The survivors, best first.
    pub parents: Vec<Individual>,
}

impl Population {
    /// Begins with the present values, or with several sets.
    pub fn new(genomes: Vec<Vec<i32>>) -> Population {
        let founder = |genome| Individual { genome, birth: Birth::Parent, since: 0, fitness: None };
        Population { generation: 0, parents: genomes.into_iter().map(founder).collect() }
    }

    /// The candidates of the next generation: the parents, then n_g − n_b new ones.
    /// They follow from the seed, the generation and the parents alone.
    pub fn candidates(&self, space: &Space, settings: &GaSettings, seed: u64) -> Vec<Individual> {
        let mut rng = Rng::new(splitmix64(seed ^ splitmix64(u64::from(self.generation) + 1)));
        let keep = |parent: &Individual| Individual { birth: Birth::Parent, ..parent.clone() };
        let mut all: Vec<Individual> = self.parents.iter().map(keep).collect();
        while all.len() < settings.candidates {
            let child = self.child(space, settings, &mut rng);
            all.push(child);
        }
        all
    }

    fn child(&self, space: &Space, settings: &GaSettings, rng: &mut Rng) -> Individual {
        let wants_partner = rng.unit() < settings.crossover;
        let first = rng.below(self.parents.len());
        let genome = &self.parents[first].genome;
        let others: Vec<&Individual> =
            self.parents.iter().filter(|other| other.genome != *genome).collect();
        // Ours: where there is nobody else to go towards, a set changes by itself.
        let partner = if wants_partner { rng.choose(&others) } else { None };
        let (birth, change) = match partner {
            Some(partner) => (Birth::Crossover, Change::Towards(&partner.genome)),
            None => (Birth::Mutation, Change::Alone),
        };
        let mut genome = genome.clone();
        for group in select::groups(space, settings, rng) {
            change.apply(space, settings.mode, &group, &mut genome, rng);
        }
        Individual { genome, birth, since: self.generation + 1, fitness: None }
    }

    /// Keeps the n_b best of the judged candidates. Of equal ones the earlier stays, so
    /// that a parent is not replaced by its copy.
    pub fn filter(&mut self, mut judged: Vec<Individual>, settings: &GaSettings) {
        judged.sort_by_key(|one| one.fitness);
        let mut kept: Vec<Individual> = Vec::new();
        for candidate in judged {
            let known = kept.iter().any(|other| other.genome == candidate.genome);
            if kept.len() < settings.parents && !known {
                kept.push(candidate);
            }
        }
        self.parents = kept;
        self.generation += 1;
    }
}

#[cfg(test)]
mod tests;
