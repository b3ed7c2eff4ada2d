//! Holding positions back: by a hash of the position, so that a position and its images
//! are on the same side in every file and in every order, today and next year.

use game::splitmix64;

use crate::TestsetError;
use crate::epd::read_text;

/// What a line that is held back says of itself; tuners refuse it.
pub const HELD_OUT: &str = "c9 \"held out\";";

/// The lines of a split, in the order of the files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Split {
    /// To be tuned and trained with.
    pub training: Vec<String>,
    /// Held back.
    pub held_out: Vec<String>,
}

/// Whether a position is held back, by its key.
pub fn is_held_out(key: u64, percent: f64, salt: u64) -> bool {
    // 53 bits are what a fraction has.
    let fraction = (splitmix64(key ^ splitmix64(salt)) >> 11) as f64 / (1u64 << 53) as f64;
    fraction * 100.0 < percent
}

/// Splits the lines of files, given as names and texts.
///
/// # Errors
/// If the share is out of range, a line cannot be read, or there is none.
pub fn split(files: &[(String, String)], percent: f64, salt: u64) -> Result<Split, TestsetError> {
    if !(percent > 0.0 && percent < 100.0) {
        let expected = "more than 0 and less than 100 percent";
        return Err(TestsetError::range("the share", percent, expected));
    }
    let mut split = Split::default();
    for (file, text) in files {
        for (line, problem) in read_text(file, text)? {
            let key = problem.key().unwrap_or_default();
            if !is_held_out(key, percent, salt) {
                split.training.push(line.to_owned());
            } else if line.contains(HELD_OUT) {
                split.held_out.push(line.to_owned());
            } else {
                split.held_out.push(format!("{} {HELD_OUT}", ended(line)));
            }
        }
    }
    match split.training.is_empty() && split.held_out.is_empty() {
        true => Err(TestsetError::Nothing("the files hold none".to_owned())),
        false => Ok(split),
    }
}

/// A line whose last operation is ended.
fn ended(line: &str) -> String {
    let line = line.trim_end();
    if line.ends_with(';') || !line.contains(';') { line.to_owned() } else { format!("{line};") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rooks on all points of three ranks: no two are images of each other.
    fn lines() -> Vec<String> {
        let rank = |file: usize| {
            let digits = |count: usize| if count == 0 { String::new() } else { count.to_string() };
            format!("{}R{}", digits(file), digits(8 - file))
        };
        (0..9)
            .flat_map(|file| {
                let (rank, nine) = (rank(file), "9");
                [1, 2, 3, 4].map(|at| {
                    let rows: Vec<&str> =
                        (1..9).map(|row| if row == at { rank.as_str() } else { nine }).collect();
                    format!("3ak4/{}/3K5 b - - id \"{file} {at}\";", rows.join("/"))
                })
            })
            .collect()
    }

    #[test]
    fn a_position_is_always_on_the_same_side() {
        let all = lines();
        let file = |lines: &[String]| vec![("a".to_owned(), lines.join("\n"))];
        let whole = split(&file(&all), 30.0, 7).unwrap();
        assert_eq!(whole.training.len() + whole.held_out.len(), all.len());
        assert!(!whole.training.is_empty() && !whole.held_out.is_empty());
        assert!(whole.held_out.iter().all(|line| line.ends_with(HELD_OUT)));
        let mut reversed = all.clone();
        reversed.reverse();
        let mut again = split(&file(&reversed), 30.0, 7).unwrap();
        again.training.reverse();
        again.held_out.reverse();
        assert_eq!(again, whole);
        // What is held back at 10 % is held back at 30 %, too.
        let few = split(&file(&all), 10.0, 7).unwrap();
        assert!(few.held_out.iter().all(|line| whole.held_out.contains(line)));
        assert_ne!(split(&file(&all), 30.0, 8).unwrap(), whole);
        // A second time nothing is said twice.
        let twice = split(&file(&whole.held_out), 30.0, 7).unwrap();
        assert_eq!(twice.held_out, whole.held_out);
    }

    #[test]
    fn a_mirror_image_goes_with_its_position() {
        for seed in 0..50 {
            let files = [("a".to_owned(), "4k4/9/9/9/9/9/9/9/R8/3K5 w".to_owned())];
            let image = [("b".to_owned(), "5k3/8r/9/9/9/9/9/9/9/4K4 b".to_owned())];
            let held =
                |files: &[(String, String)]| split(files, 50.0, seed).unwrap().held_out.is_empty();
            assert_eq!(held(&files), held(&image));
        }
    }

    #[test]
    fn wrong_shares_and_lines_are_named() {
        let file = |text: &str| [("a.epd".to_owned(), text.to_owned())];
        for percent in [0.0, 100.0, -3.0, f64::NAN] {
            assert!(split(&file("4k4/9/9/9/9/9/9/9/R8/3K5 w"), percent, 0).is_err());
        }
        let error = split(&file("\nnonsense"), 20.0, 0).unwrap_err().to_string();
        assert!(error.starts_with("a.epd:2: "), "{error}");
        assert!(matches!(split(&file("# none"), 20.0, 0), Err(TestsetError::Nothing(_))));
    }
}
