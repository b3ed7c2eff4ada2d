//! Games that endgame tables end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::board::{BanqiBoard, RefereeBoard, TableBoard, XiangqiBoard};
use arena::ending::EndCause;
use arena::player::{GameKind, Seat};
use banqi::BanqiRules;
use play::tables::AnyTables;
use tablebase::Builder;
use xiangqi::XiangqiRules;

/// A folder with a few tables, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("chuhe-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let stop = AtomicBool::new(false);
        let builder =
            Builder { folder: &folder, threads: 1, memory: 1 << 28, end_up_to: 0, stop: &stop };
        let classes = ["KRK", "KNK", "KNKP"].map(|name| name.parse().unwrap());
        tablebase::xiangqi::build(&classes, &builder, &mut |_| {}).unwrap();
        tablebase::banqi::build(&["K-A".parse().unwrap()], &builder, &mut |_| {}).unwrap();
        Folder(folder)
    }

    fn tables(&self, kind: GameKind) -> Arc<AnyTables> {
        Arc::new(AnyTables::open(kind, self.0.to_str().unwrap()).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_ends_where_tables_leave_no_doubt() {
    let folder = Folder::new("arena-tables");
    let tables = folder.tables(GameKind::Xiangqi);
    let ending = |fen: &str| {
        let board = XiangqiBoard::new(XiangqiRules::default(), fen).unwrap();
        assert_eq!(board.ending(), None, "{fen}: over without tables");
        TableBoard::new(Box::new(board), tables.clone()).ending()
    };
    let won = ending("3k5/9/9/9/9/9/9/9/9/R3K4 w").unwrap();
    assert_eq!((won.winner, won.cause), (Some(Seat::First), EndCause::AdjudicatedWin));
    let lost = ending("r3k4/9/9/9/9/9/9/9/9/3K5 w").unwrap();
    assert_eq!(lost.winner, Some(Seat::Second));
    // No table, and a draw that the law of chases may decide otherwise.
    for fen in ["3ckc3/9/9/9/9/9/9/9/9/R2K5 w", "4k4/9/9/9/9/9/8p/9/9/N2K5 w"] {
        assert_eq!(ending(fen), None, "{fen}");
    }

    let tables = folder.tables(GameKind::Banqi);
    let ending = |text: &str| {
        let board = BanqiBoard::new(BanqiRules::default(), Some(text), 1).unwrap();
        TableBoard::new(Box::new(board), tables.clone()).ending()
    };
    let won = ending("8/8/8/K4r2 r - 0 1").unwrap();
    assert_eq!(won.cause, EndCause::AdjudicatedWin);
    assert!(won.winner.is_some());
    let drawn = ending("8/8/8/K5r1 r - 0 1").unwrap();
    assert_eq!((drawn.winner, drawn.cause), (None, EndCause::AdjudicatedDraw));
    // The win would come after the limit of 60 plies without a capture.
    assert_eq!(ending("8/8/8/K4r2 r - 58 100"), None);
}
