//! The fuzz targets of Chuhe: every parser, and the laws of both games.
//!
//! A target is a plain function of bytes that panics when it finds a fault, so
//! it runs on any toolchain: `random` (in `src/bin`) feeds it random and mutated
//! inputs, the programs in `fuzz_targets/` feed it what libFuzzer finds.
#![forbid(unsafe_code)]

mod arena;
mod banqi;
mod input;
mod laws;
mod library;
mod patterns;
mod protocol;
mod records;
mod session;
mod tables;
mod training;
mod tuning;
mod xiangqi;

pub use input::Inputs;

/// One thing that is fuzzed.
pub struct Target {
    /// Its name, also that of its program in `fuzz_targets/`.
    pub name: &'static str,
    /// Tries one input; panics on a fault.
    pub run: fn(&[u8]),
    /// Good inputs to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Parts that good inputs are made of.
    pub words: &'static [&'static str],
}

/// Every target.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    [
        xiangqi::TARGETS,
        banqi::TARGETS,
        protocol::TARGETS,
        records::TARGETS,
        library::TARGETS,
        arena::TARGETS,
        session::TARGETS,
        tables::TARGETS,
        training::TARGETS,
        patterns::TARGETS,
        tuning::TARGETS,
    ]
    .into_iter()
    .flatten()
}

/// The target of that name.
///
/// # Errors
/// Lists the names there are.
pub fn target(name: &str) -> Result<&'static Target, String> {
    targets().find(|target| target.name == name).ok_or_else(|| {
        let names: Vec<_> = targets().map(|target| target.name).collect();
        format!("there is no target {name}; there are {}", names.join(", "))
    })
}

/// Tries one input with the target of that name.
///
/// # Panics
/// On a fault, and if there is no such target.
pub fn run(name: &str, input: &[u8]) {
    match target(name) {
        Ok(target) => (target.run)(input),
        Err(message) => panic!("{message}"),
    }
}

fn seeds(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_accepts_its_seeds_and_some_random_inputs() {
        for target in targets() {
            let mut random = Inputs::new(target, 1);
            let seeds = (target.seeds)().into_iter();
            for input in seeds.chain((0..2000).map(|_| random.make())) {
                let accepted = std::panic::catch_unwind(|| (target.run)(&input)).is_ok();
                let input = String::from_utf8_lossy(&input);
                assert!(accepted, "{} panics on {input:?}", target.name);
            }
        }
    }

    #[test]
    fn an_unknown_target_is_refused_with_the_list() {
        let message = target("nothing").err().expect("no such target");
        assert!(message.starts_with("there is no target nothing; there are xiangqi_"), "{message}");
    }

    #[test]
    fn every_target_has_its_program_and_every_program_its_target() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for Target { name, .. } in targets() {
            let row = format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"");
            assert!(manifest.contains(&row), "{name} has no [[bin]] in fuzz/Cargo.toml");
            let program = folder.join(format!("fuzz_targets/{name}.rs"));
            let program = std::fs::read_to_string(program).expect("a program");
            assert!(program.contains(&format!("\"{name}\"")), "{name}.rs runs something else");
        }
        let programs = std::fs::read_dir(folder.join("fuzz_targets")).expect("programs");
        assert_eq!(programs.count(), targets().count(), "programs and targets differ");
    }
}
