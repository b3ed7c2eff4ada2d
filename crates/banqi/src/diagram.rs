//! The board as a picture for terminals.

use crate::{Position, Square, Tile};

impl Position {
    /// The board in plain ASCII: letters as in the text form, `X` face down,
    /// `.` empty, files below and ranks beside it.
    ///
    /// ```
    /// use banqi::Position;
    /// let position: Position = "8/2X5/5k2/R7 r p1".parse().unwrap();
    /// assert_eq!(
    ///     position.diagram(),
    ///     "4  . . . . . . . .\n\
    ///      3  . . X . . . . .\n\
    ///      2  . . . . . k . .\n\
    ///      1  R . . . . . . .\n   \
    ///         a b c d e f g h\n"
    /// );
    /// ```
    pub fn diagram(&self) -> String {
        let cell = |tile: Option<Tile>| tile.map_or('.', Tile::letter);
        self.drawn(cell, " ", "   a b c d e f g h\n")
    }

    /// The board with the characters of the pieces, `●` face down, `＋` empty.
    /// Every cell is two columns wide.
    pub fn diagram_chinese(&self) -> String {
        let character = |tile: Tile| tile.piece().map_or('●', |piece| piece.character());
        self.drawn(|tile| tile.map_or('＋', character), "", "   ａｂｃｄｅｆｇｈ\n")
    }

    fn drawn(&self, cell: impl Fn(Option<Tile>) -> char, gap: &str, files: &str) -> String {
        let mut text = String::new();
        for rank in (0..Square::RANKS).rev() {
            let tiles = (0..Square::FILES).filter_map(|file| Square::new(file, rank));
            let cells: Vec<String> =
                tiles.map(|square| cell(self.tile_at(square)).to_string()).collect();
            text += &format!("{}  {}\n", rank + 1, cells.join(gap));
        }
        text + files
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;

    #[test]
    fn the_chinese_picture_shows_every_piece() {
        let position: Position = "KAERHCPX/8/8/kaerhcp1 b p1 0 1".parse().unwrap();
        assert_eq!(
            position.diagram_chinese(),
            "4  帥仕相俥傌炮兵●\n\
             3  ＋＋＋＋＋＋＋＋\n\
             2  ＋＋＋＋＋＋＋＋\n\
             1  將士象車馬包卒＋\n   ａｂｃｄｅｆｇｈ\n"
        );
    }
}
