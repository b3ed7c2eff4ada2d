//! Opening files: plain ones, and those in zip, gz and zst.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::files::{is_packed, is_wanted};

/// What a file is known by: its content, and how it is read.
pub(super) type FileDigest = [u8; 32];

/// Is shown each file: its name, its digest, and its content or why there is none.
/// Returns whether more is wanted.
pub(super) type Show<'a> = dyn FnMut(&str, FileDigest, io::Result<Box<dyn Read + '_>>) -> bool + 'a;

/// A small file may unpack to this much, a larger one to so many times its size, all
/// files of a zip file together. More is the work of somebody who wants to fill our
/// memory or our time.
const UNPACKED: u64 = 256 << 20;
const RATIO: u64 = 200;

/// A zst file that needs a larger window than 2^27 bytes is refused.
const WINDOW: u32 = 27;

/// A file to be opened.
pub(super) struct Named<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// What it is called.
    pub name: &'a str,
    /// It unpacks to no more bytes.
    pub most: u64,
}

/// Shows each file in a file.
///
/// # Errors
/// If the file cannot be opened, has no end, or is no good zip file.
pub(super) fn open(named: &Named<'_>, salt: &str, show: &mut Show<'_>) -> io::Result<()> {
    let mut file = File::open(named.path)?;
    let about = file.metadata()?;
    if about.is_dir() || !about.is_file() {
        return Err(io::Error::other("it is no file that can be read twice"));
    }
    let mut head = Vec::new();
    file.by_ref().take(4).read_to_end(&mut head)?;
    file.rewind()?;
    let name = named.name;
    let digest = digest_of(&mut file, salt)?;
    file.rewind()?;
    let limit = Limit::of(about.len(), named.most);
    match head.as_slice() {
        [b'P', b'K', 3, 4] | [b'P', b'K', 5, 6] => {
            return open_zip(name, file, digest, &limit, show);
        }
        [0x1f, 0x8b, ..] => {
            let reader = MultiGzDecoder::new(BufReader::new(file));
            show(strip(name, ".gz"), digest, Ok(Box::new(Bounded::new(reader, &limit))));
        }
        [0x28, 0xb5, 0x2f, 0xfd] => {
            let reader = zstd::stream::read::Decoder::new(file).and_then(|mut decoder| {
                decoder.window_log_max(WINDOW)?;
                Ok(Box::new(Bounded::new(decoder, &limit)) as Box<dyn Read + '_>)
            });
            show(strip(name, ".zst"), digest, reader);
        }
        _ => {
            show(name, digest, Ok(Box::new(file)));
        }
    }
    Ok(())
}

fn strip<'a>(name: &'a str, extension: &str) -> &'a str {
    let end = name.len().saturating_sub(extension.len());
    match name.get(end..) {
        Some(last) if last.eq_ignore_ascii_case(extension) => &name[..end],
        _ => name,
    }
}

fn digest_of(reader: &mut impl Read, salt: &str) -> io::Result<FileDigest> {
    let mut hasher = Sha256::new_with_prefix(salt);
    io::copy(reader, &mut Hashing(&mut hasher))?;
    Ok(hasher.finalize().into())
}

struct Hashing<'a>(&'a mut Sha256);

impl io::Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn open_zip(
    name: &str,
    file: File,
    digest: FileDigest,
    limit: &Limit,
    show: &mut Show<'_>,
) -> io::Result<()> {
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(io::Error::other)?;
    for index in 0..archive.len() {
        let digest = of_entry(digest, index);
        let more = match archive.by_index(index) {
            Err(error) => show(&format!("{name}/{index}"), digest, Err(io::Error::other(error))),
            Ok(entry) if !entry.is_file() || !is_wanted(entry.name()) => continue,
            Ok(entry) => {
                let inner = format!("{name}/{}", entry.name());
                let reader: io::Result<Box<dyn Read>> = match is_packed(entry.name()) {
                    true => Err(io::Error::other("a packed file in a packed file is not read")),
                    false => Ok(Box::new(Bounded::new(entry, limit))),
                };
                show(&inner, digest, reader)
            }
        };
        if !more || limit.left.get() == 0 {
            break;
        }
    }
    Ok(())
}

/// A file in a zip file is known by that and its place there.
fn of_entry(digest: FileDigest, index: usize) -> FileDigest {
    let mut hasher = Sha256::new_with_prefix(digest);
    hasher.update((index as u64).to_le_bytes());
    hasher.finalize().into()
}

/// How much a file may unpack to, and how much of that is left.
struct Limit {
    bytes: u64,
    left: Cell<u64>,
}

impl Limit {
    /// Of a file of so many bytes.
    fn of(packed: u64, most: u64) -> Limit {
        Limit::new(UNPACKED.max(packed.saturating_mul(RATIO)).min(most))
    }

    fn new(bytes: u64) -> Limit {
        Limit { bytes, left: Cell::new(bytes) }
    }
}

/// Ends with an error after too many bytes.
struct Bounded<'a, R> {
    reader: R,
    limit: &'a Limit,
}

impl<'a, R> Bounded<'a, R> {
    fn new(reader: R, limit: &'a Limit) -> Bounded<'a, R> {
        Bounded { reader, limit }
    }
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        match self.limit.left.get().checked_sub(read as u64) {
            Some(left) => self.limit.left.set(left),
            None => {
                self.limit.left.set(0);
                let limit = self.limit.bytes >> 20;
                let message = format!("it unpacks to more than {limit} MB: the rest is not read");
                return Err(io::Error::other(message));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn contents(path: &Path) -> Vec<(String, Result<String, String>)> {
        let mut found = Vec::new();
        let file = Named { path, name: &path.to_string_lossy(), most: u64::MAX };
        open(&file, "", &mut |name, _, reader| {
            let mut text = String::new();
            let read = reader.and_then(|mut reader| reader.read_to_string(&mut text));
            let name = name.rsplit_once("in/").map_or(name, |(_, name)| name);
            found.push((name.to_owned(), read.map(|_| text).map_err(|error| error.to_string())));
            true
        })
        .unwrap();
        found
    }

    #[test]
    fn plain_and_packed_files_show_what_is_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("in");
        std::fs::create_dir(&root).unwrap();
        let path = root.join("a.pgn");
        std::fs::write(&path, "one").unwrap();
        assert_eq!(contents(&path), [("a.pgn".into(), Ok("one".into()))]);
        let path = root.join("a.pgn.gz");
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(b"two").unwrap();
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        assert_eq!(contents(&path), [("a.pgn".into(), Ok("two".into()))]);
        let path = root.join("a.pgn.ZST");
        std::fs::write(&path, zstd::bulk::compress(b"three", 1).unwrap()).unwrap();
        assert_eq!(contents(&path), [("a.pgn".into(), Ok("three".into()))]);
        let path = root.join("a.zip");
        let mut writer = zip::ZipWriter::new(File::create(&path).unwrap());
        for name in ["x.pgn", "readme.doc", "y/z.xqf"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(name.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        let expected = [
            ("a.zip/x.pgn".to_owned(), Ok("x.pgn".to_owned())),
            ("a.zip/y/z.xqf".to_owned(), Ok("y/z.xqf".to_owned())),
        ];
        assert_eq!(contents(&path), expected);
    }

    #[test]
    fn a_bomb_is_read_no_further_than_its_limit() {
        let limit = Limit::new(1 << 20);
        let zeros = io::repeat(0).take(1 << 40);
        let error = io::copy(&mut Bounded::new(zeros, &limit), &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains("more than 1 MB"), "{error}");
    }

    #[test]
    fn the_files_of_a_zip_file_share_one_limit_and_hold_no_packed_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        let mut writer = zip::ZipWriter::new(File::create(&path).unwrap());
        for name in ["1.pgn", "inner.pgn.gz", "2.pgn", "3.pgn", "4.pgn"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(&[b' '; 1000]).unwrap();
        }
        writer.finish().unwrap();
        let mut told = Vec::new();
        let file = File::open(&path).unwrap();
        open_zip("a.zip", file, [0; 32], &Limit::new(2500), &mut |name, _, reader| {
            let read = reader.and_then(|mut reader| io::copy(&mut reader, &mut io::sink()));
            told.push((name.to_owned(), read.map_err(|error| error.to_string())));
            true
        })
        .unwrap();
        let packed = Err("a packed file in a packed file is not read".to_owned());
        assert_eq!(
            told[..3],
            [
                ("a.zip/1.pgn".to_owned(), Ok(1000)),
                ("a.zip/inner.pgn.gz".to_owned(), packed),
                ("a.zip/2.pgn".to_owned(), Ok(1000)),
            ]
        );
        assert!(told[3].1.is_err() && told.len() == 4, "{told:?}");
    }
}
