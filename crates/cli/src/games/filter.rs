//! The options that choose games.

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueHint;
use library::archive::material::Material;
use library::archive::places::Places;
use library::archive::{Archive, Date, Selection, select};
use records::{Board, GameKind, GameResult, Start};

use super::shape::Shape;
use crate::args::GameName;

/// Which games.
#[derive(clap::Args, Default)]
pub struct Filter {
    /// Only this game
    #[arg(long, value_enum)]
    pub game: Option<GameName>,
    /// A player: part of the name, in either script, of either colour
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Whom the player met
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Red; in dark chess who played first
    #[arg(long, value_name = "NAME")]
    red: Option<String>,
    /// Black; in dark chess who played second
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Part of the event's name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The first day: 1980, 1980.05 or 1980.05.31
    #[arg(long, value_name = "DATE", value_parser = select::read_date)]
    since: Option<Date>,
    /// The last day
    #[arg(long, value_name = "DATE", value_parser = select::read_date)]
    until: Option<Date>,
    /// The result: red, black, draw or unknown
    #[arg(long, value_parser = select::read_result)]
    result: Option<GameResult>,
    /// The beginning of an opening's code, or part of its name
    #[arg(long, value_name = "CODE")]
    opening: Option<String>,
    /// At least so many plies
    #[arg(long, value_name = "PLIES")]
    min_plies: Option<u32>,
    /// At most so many plies
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,
    /// Part of the name of the file they came from
    #[arg(long, value_name = "NAME")]
    file: Option<String>,
    /// A position that occurs, in either colour and left or right
    #[arg(long)]
    fen: Option<String>,
    /// The position after these moves, in any notation
    #[arg(long)]
    moves: Option<String>,
    /// Material that occurs, of either side: RC-r
    #[arg(long)]
    material: Option<Material>,
    /// Pieces on points that occur: "e2=C, g?=N, c4=."
    #[arg(long)]
    places: Option<Places>,
    /// A named shape that occurs (`chuhe patterns list`), or a file of patterns of which
    /// any will do
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pattern: Option<String>,
}

impl Filter {
    /// The shape that is asked for.
    pub fn shape(&self) -> Result<Option<Shape>> {
        self.pattern.as_deref().map(Shape::read).transpose()
    }

    /// The position that is asked for.
    pub fn position(&self) -> Result<Option<Board>> {
        if self.fen.is_none() && self.moves.is_none() {
            return Ok(None);
        }
        let mut board = match &self.fen {
            Some(fen) => select::read_position(fen)?,
            None => start(self.game)?,
        };
        for word in self.moves.as_deref().unwrap_or_default().split_whitespace() {
            board.read(word).map_err(|error| anyhow!("--moves: {error}"))?;
        }
        Ok(Some(board))
    }

    /// Everything but the position.
    fn others(&self) -> Selection {
        Selection {
            kind: self.game.map(GameKind::from),
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            since: self.since,
            until: self.until,
            result: self.result,
            opening: self.opening.clone(),
            at_least: self.min_plies,
            at_most: self.max_plies,
            source: self.file.clone(),
            material: self.material,
            places: self.places.clone(),
            ..Selection::default()
        }
    }

    /// Whether games are chosen by anything but a position and the game.
    pub fn has_others(&self) -> bool {
        let texts = [
            &self.player,
            &self.opponent,
            &self.red,
            &self.black,
            &self.event,
            &self.opening,
            &self.file,
        ];
        texts.into_iter().any(Option::is_some)
            || self.since.or(self.until).is_some()
            || self.result.is_some()
            || self.min_plies.or(self.max_plies).is_some()
            || self.material.is_some()
            || self.places.is_some()
            || self.pattern.is_some()
    }

    /// The ids of the chosen games but for the position.
    pub fn select_others(&self, archive: &Archive) -> Result<Vec<u32>> {
        let ids = archive.select(&self.others())?;
        self.with_shape(archive, ids)
    }

    fn with_shape(&self, archive: &Archive, ids: Vec<u32>) -> Result<Vec<u32>> {
        match self.shape()? {
            Some(shape) => shape.select(archive, &ids),
            None => Ok(ids),
        }
    }

    /// The ids of the chosen games of one kind.
    pub fn select_kind(&self, archive: &Archive, kind: GameKind) -> Result<Vec<u32>> {
        if self.game.is_some_and(|game| GameKind::from(game) != kind) {
            bail!("--game: this is about {} alone", kind.name());
        }
        let position = self.position()?;
        let selection = Selection { kind: Some(kind), position, ..self.others() };
        let ids = archive.select(&selection)?;
        self.with_shape(archive, ids)
    }

    /// The ids of the chosen games.
    pub fn select(&self, archive: &Archive, ids: &[u32]) -> Result<Vec<u32>> {
        let ids = (!ids.is_empty()).then(|| ids.to_vec());
        let selection = Selection { ids, position: self.position()?, ..self.others() };
        let ids = archive.select(&selection)?;
        self.with_shape(archive, ids)
    }
}

/// The usual start of a game.
pub fn start(game: Option<GameName>) -> Result<Board> {
    let kind = game.map_or(GameKind::Xiangqi, GameKind::from);
    Board::open(&Start::usual(kind)).map_err(|error| anyhow!(error)).context("the usual start")
}
