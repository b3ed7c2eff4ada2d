//! Big files of many games, piece by piece.
//!
//! [`Pieces`] cuts a file where a game begins; [`Piece::read`] reads one of them, in
//! any thread. Formats that cannot be cut come as one piece.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use crate::format::{self, Format, Hint, Record};
use crate::model::{GameKind, Problem, ProblemCode};
use crate::{encoding, read, tsv};

/// A piece is cut as soon as it has so many bytes.
const TARGET: usize = 256 << 10;
/// A file that cannot be cut is read no further, and a game that is longer is cut
/// anywhere.
const LARGEST: usize = 64 << 20;

/// A part of a file: whole games.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The bytes as they stand in the file.
    pub bytes: Vec<u8>,
    /// How many lines of the file stand before it.
    pub lines_before: usize,
    kind: GameKind,
    name: Arc<str>,
    format: Option<&'static Format>,
    /// The line that names the columns of a table.
    columns: Option<Arc<str>>,
    /// The file goes on, but is read no further.
    cut: bool,
}

impl Piece {
    /// Reads its games. Places count the lines of the whole file.
    pub fn read(&self) -> Record {
        let mut record = match &self.columns {
            Some(columns) => self.read_table(columns),
            None => {
                let hint = Hint { kind: self.kind, name: &self.name, format: self.format };
                read(&self.bytes, hint)
            }
        };
        for game in &mut record.games {
            game.place = game.place.after_lines(self.lines_before);
            for problem in &mut game.problems {
                problem.place = problem.place.after_lines(self.lines_before);
            }
        }
        for problem in &mut record.problems {
            problem.place = problem.place.after_lines(self.lines_before);
        }
        if self.cut {
            let place = crate::Place::Byte(LARGEST);
            let message = format!("a file of more than {} MB", LARGEST >> 20);
            record.problems.push(Problem::new(ProblemCode::Limit, place, message));
        }
        record
    }

    fn read_table(&self, columns: &str) -> Record {
        let decoded = encoding::decode(&self.bytes);
        let columns = tsv::Columns::read(columns, self.kind);
        let lines = decoded.text.lines().enumerate();
        let games = lines.filter(|(_, line)| !line.trim().is_empty());
        let games = games.map(|(index, line)| columns.game(line, index + 1)).collect();
        let problems = decoded.problem().into_iter().collect();
        Record { format: "tsv", encoding: decoded.name, games, problems }
    }
}

/// Where a file may be cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// Before every line.
    Lines,
    /// Before a header that follows something else.
    Headers,
    /// Nowhere.
    Never,
}

/// The pieces of a file.
pub struct Pieces<R> {
    reader: BufReader<R>,
    kind: GameKind,
    name: Arc<str>,
    format: Option<&'static Format>,
    columns: Option<Arc<str>>,
    cut: Cut,
    lines: usize,
    /// The line that did not belong to the last piece any more.
    carried: Vec<u8>,
    begun: bool,
    ended: bool,
}

impl<R: Read> Pieces<R> {
    /// The pieces of what a reader gives.
    pub fn new<'a>(reader: R, hint: impl Into<Hint<'a>>) -> Pieces<R> {
        let hint = hint.into();
        Pieces {
            reader: BufReader::with_capacity(TARGET, reader),
            kind: hint.kind,
            name: hint.name.into(),
            format: hint.format,
            columns: None,
            cut: Cut::Never,
            lines: 0,
            carried: Vec::new(),
            begun: false,
            ended: false,
        }
    }

    /// Looks at the beginning of the file.
    fn begin(&mut self) -> io::Result<()> {
        self.begun = true;
        let head = self.reader.fill_buf()?;
        let hint = Hint { kind: self.kind, name: &self.name, format: self.format };
        // Lines of UTF-16 cannot be told by single bytes.
        if head.contains(&0) || format::detect_bytes(head, &hint).is_some() {
            return Ok(());
        }
        let text = encoding::decode(&head[..head.len().min(64 << 10)]).text;
        let text = text.trim_start_matches('\u{feff}');
        let format = format::detect(text, &hint);
        self.cut = match format.map(|format| format.name) {
            Some("tsv" | "json") => Cut::Lines,
            Some("pgn") => Cut::Headers,
            // Its beginning may look like something else than the whole.
            _ => return Ok(()),
        };
        self.format = format;
        if self.format.is_some_and(|format| format.name == "tsv") {
            self.columns = Some(self.column_names()?.into());
        }
        Ok(())
    }

    fn column_names(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        while line.trim_ascii().is_empty() {
            line.clear();
            if read_line(&mut self.reader, &mut line)? == 0 {
                break;
            }
            self.lines += 1;
        }
        let text = encoding::decode(&line).text;
        Ok(text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']).to_owned())
    }

    fn piece(&mut self) -> io::Result<Option<Piece>> {
        if !self.begun {
            self.begin()?;
        }
        let mut bytes = std::mem::take(&mut self.carried);
        let lines_before = self.lines;
        let mut cut = false;
        if self.cut == Cut::Never {
            let limit = LARGEST as u64 + 1;
            self.reader.by_ref().take(limit).read_to_end(&mut bytes)?;
            cut = bytes.len() > LARGEST;
            bytes.truncate(LARGEST);
            self.ended = true;
        } else {
            self.lines(&mut bytes)?;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Piece {
            bytes,
            lines_before,
            kind: self.kind,
            name: Arc::clone(&self.name),
            format: self.format,
            columns: self.columns.clone(),
            cut,
        }))
    }

    /// Reads lines up to a place where the file may be cut.
    fn lines(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.lines += usize::from(!bytes.is_empty());
        let mut after_header = is_header(bytes);
        loop {
            let begin = bytes.len();
            if read_line(&mut self.reader, bytes)? == 0 {
                self.ended = true;
                return Ok(());
            }
            let line = bytes[begin..].trim_ascii();
            let header = is_header(line);
            let may_cut = match self.cut {
                Cut::Lines => true,
                _ => header && !after_header,
            };
            if begin >= TARGET && may_cut || begin >= LARGEST {
                self.carried = bytes.split_off(begin);
                return Ok(());
            }
            after_header = header || line.is_empty() && after_header;
            self.lines += 1;
        }
    }
}

fn is_header(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.first() == Some(&b'[') && line.last() == Some(&b']')
}

/// Reads a line, or as much of it as may be one.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    reader.take(LARGEST as u64).read_until(b'\n', line)
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<io::Result<Piece>> {
        if self.ended {
            return None;
        }
        let piece = self.piece();
        self.ended |= piece.is_err();
        piece.transpose()
    }
}
