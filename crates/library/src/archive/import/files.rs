//! Which files an import reads.

use std::path::{Path, PathBuf};

use records::Format;

/// Compressed files, told by their beginning when they are opened.
const PACKED: [&str; 3] = ["zip", "gz", "zst"];

/// A file, or what is wrong with a path.
pub(super) type Found = Result<PathBuf, (PathBuf, String)>;

/// Whether a file is called like a compressed one.
pub(super) fn is_packed(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default();
    PACKED.iter().any(|packed| packed.eq_ignore_ascii_case(extension))
}

/// Whether a file found in a folder is worth opening.
pub(super) fn is_wanted(name: &str) -> bool {
    Format::of_file(name).is_some() || is_packed(name)
}

/// The files below a path, in order; a path that is a file whatever its name.
pub(super) fn below(path: &Path) -> impl Iterator<Item = Found> {
    let mut open: Vec<Found> = vec![Ok(path.to_owned())];
    let named = path.to_owned();
    std::iter::from_fn(move || {
        loop {
            let path = match open.pop()? {
                Ok(path) => path,
                wrong => return Some(wrong),
            };
            // A link to a folder may lead back to where it stands; only the one that was
            // named is followed.
            let kind = if path == named { path.metadata() } else { path.symlink_metadata() };
            match kind {
                Err(error) => return Some(Err((path, error.to_string()))),
                Ok(kind) if kind.is_dir() => open.extend(members(&path).into_iter().rev()),
                Ok(kind) => {
                    let name = path.to_string_lossy();
                    let regular = kind.is_file() || path.is_file();
                    if path == named || regular && is_wanted(&name) {
                        return Some(Ok(path));
                    }
                }
            }
        }
    })
}

fn members(folder: &Path) -> Vec<Found> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return vec![Err((folder.to_owned(), error.to_string()))],
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.into_iter().map(Ok).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_gone_through_in_order_and_links_are_not_followed_round() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir(root.join("b")).unwrap();
        for name in ["c.pgn", "a.XQF", "notes.doc", "b/x.pgn.gz", "b/y.zip", "b/z.jpg"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(root, root.join("b/again")).unwrap();
        let found: Vec<String> = below(root)
            .map(|found| found.unwrap().strip_prefix(root).unwrap().display().to_string())
            .collect();
        assert_eq!(found, ["a.XQF", "b/x.pgn.gz", "b/y.zip", "c.pgn"]);
        assert_eq!(below(&root.join("notes.doc")).count(), 1);
        assert!(below(&root.join("nothing")).next().unwrap().is_err());
    }
}
