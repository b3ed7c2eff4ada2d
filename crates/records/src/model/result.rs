//! How a game ended.

/// How a game ended. First is red in xiangqi, and in dark chess who plays first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// Not ended, or not told.
    #[default]
    Unknown,
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::Unknown => "*",
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Reads what files write for a result.
    ///
    /// ```
    /// use records::GameResult;
    /// assert_eq!(GameResult::read("红胜"), Some(GameResult::First));
    /// assert_eq!(GameResult::read("1/2-1/2"), Some(GameResult::Draw));
    /// assert_eq!(GameResult::read("C2=5"), None);
    /// ```
    pub fn read(text: &str) -> Option<GameResult> {
        Some(match text {
            "*" => GameResult::Unknown,
            "1-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" => GameResult::First,
            "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" => GameResult::Second,
            "1/2-1/2" | "½-½" | "1/2" | "0.5-0.5" | "和棋" | "和局" | "红先和" | "紅先和" => {
                GameResult::Draw
            }
            _ => return None,
        })
    }
}
