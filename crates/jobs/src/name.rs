//! Names of runs among machines.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;

/// The name of the run of a folder or file: what it is, letters and digits of the path's
/// end, and something of the whole path. The same path has the same name, so a run that
/// begins again finds what was done meanwhile.
pub fn run_name(what: &str, path: &Path) -> String {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let end = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain: String =
        end.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(24).collect();
    let mut hasher = DefaultHasher::new();
    whole.hash(&mut hasher);
    format!("{what}-{plain}-{:08x}", hasher.finish() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_fit_for_subjects_and_tell_paths_apart() {
        let name = |path: &str| run_name("match", Path::new(path));
        assert!(name("/runs/new old.x").starts_with("match-newold-"));
        assert_eq!(name("/a/b"), name("/a/b"));
        assert_ne!(name("/a/b"), name("/c/b"));
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        assert!(name("/a/車.*>").chars().all(plain));
    }
}
