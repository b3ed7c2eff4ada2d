//! PGN in the dialects met, damaged and whole.

use records::{
    Game, GameKind, GameResult, Node, Place, ProblemCode, Record, Tree, read, read_text,
};

fn xiangqi(text: &str) -> Record {
    read_text(text, GameKind::Xiangqi)
}

fn plies(game: &Game) -> String {
    game.tree.main_plies().map(|played| played.to_string()).collect::<Vec<_>>().join(" ")
}

/// The one game of a text without problems.
fn whole(text: &str) -> Game {
    let mut record = xiangqi(text);
    assert_eq!(record.games.len(), 1, "{text}");
    let game = record.games.remove(0);
    assert_eq!(game.problems, [], "{text}");
    game
}

#[test]
fn every_notation_is_read_and_named() {
    let expected = "h2e2 h9g7 h0g2";
    let cases = [
        ("h2e2 h9g7 h0g2", "iccs"),
        ("1. H2-E2 H9-G7 2. H0-G2 *", "iccs"),
        ("h3e3 h10g8 h1g3", "uci-1-10"),
        ("1.C2=5 H8+7 2.H2+3", "wxf"),
        ("1. C2.5 h8+7 2. H2+3", "wxf"),
        ("1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３", "wxf"),
        ("炮二平五 马8进7 马二进三", "simplified"),
        ("1. 炮二平五 馬８進７\n2. 馬二進三", "traditional"),
        ("炮二平五马8进7马二进三", "simplified"),
        ("1、炮二平五，马8进7；2、马二进三。", "simplified"),
        ("h2e2; h9g7; h0g2", "iccs"),
        ("position startpos moves h2e2 h9g7 h0g2", "iccs"),
    ];
    for (text, notation) in cases {
        let game = whole(text);
        assert_eq!(plies(&game), expected, "{text}");
        assert_eq!(game.notation.map(|notation| notation.name()), Some(notation), "{text}");
    }
}

#[test]
fn ranks_from_one_are_read_only_where_they_cannot_be_ranks_from_zero() {
    // No rank 0 and no rank 10: h3e3 is nothing in ranks 0–9.
    assert_eq!(plies(&whole("h3e3 b8e8")), "h2e2 b7e7");
    // c4c5 could be either: ranks 0–9 win, as everywhere.
    let either = xiangqi("c3c4 c6c5");
    assert_eq!(plies(&either.games[0]), "c3c4 c6c5");
    // A rank 0 and a rank 10 in one text are a mistake of its own.
    assert_eq!(xiangqi("h0g2 h10g8 x").games[0].problems[0].code, ProblemCode::Move);
}

#[test]
fn comments_variations_marks_and_headers_survive() {
    let game = whole(
        "[Event \"杯\"]\n[Red \"A\"]\n[Result \"1-0\"]\n\n\
         {before} 1. C2=5! {a ) b} (1. H2+3 {in} H8+7 (1... P7+1) 2. P7+1) ({first} 1. P3+1 $2)\n\
         1... H8+7 ; to the end )\n2. H2+3?! 1-0",
    );
    assert_eq!(plies(&game), "h2e2 h9g7 h0g2");
    assert_eq!((game.header("red"), game.result), (Some("A"), GameResult::First));
    let node = |id| game.tree.node(id).remarks();
    let children = |id| game.tree.children(id).collect::<Vec<_>>();
    assert_eq!(node(Tree::ROOT).comment, "before");
    let [main, second, third] = children(Tree::ROOT)[..] else { panic!("three lines") };
    assert_eq!((node(main).comment.as_str(), &node(main).nags[..]), ("a ) b", &[1][..]));
    assert_eq!((node(second).comment.as_str(), children(second).len()), ("in", 2));
    assert_eq!((node(third).before.as_str(), &node(third).nags[..]), ("first", &[2][..]));
    let reply = children(main)[0];
    assert_eq!(node(reply).comment, "to the end )");
    assert_eq!(node(children(reply)[0]).nags, [6]);
    assert_eq!(game.tree.len(), 8);
}

#[test]
fn our_own_pawn_plies_are_not_taken_for_numbers() {
    let fen = "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w - - 0 1";
    for word in ["27=8", "1.27=8", "1. 27=8", "27.8"] {
        let game = whole(&format!("[FEN \"{fen}\"]\n\n{word} *"));
        assert_eq!(plies(&game), "c5b5", "{word}");
    }
}

#[test]
fn trailers_are_passed_over_quietly() {
    let trailer = "======================\n欢迎访问象棋百科全书网\n推荐用象棋巫师观赏棋谱\nhttp://www.xqbase.com/\n";
    for end in [" *\n", " 1-0\n", "\n"] {
        let text = format!(
            "[Game \"Chinese Chess\"]\n  1. 炮二平五 马２进３\n  2. 马二进三{end}{trailer}"
        );
        assert_eq!(plies(&whole(&text)), "h2e2 b9c7 h0g2");
        let twice = xiangqi(&format!("{text}\n{text}"));
        assert_eq!(twice.games.len(), 2);
        assert!(twice.games.iter().all(|game| game.problems.is_empty() && game.tree.len() == 3));
    }
}

#[test]
fn several_games_with_and_without_headers() {
    let text = "[Event \"a\"]\n\n1. C2=5 *\n\n[Event \"b\"]\n\n[Event \"c\"]\n1. P7+1\n\n[Event \"d\"]\nh0g2";
    let record = xiangqi(text);
    let names: Vec<_> = record.games.iter().map(|game| game.header("Event").unwrap()).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let lengths: Vec<_> = record.games.iter().map(|game| game.tree.len()).collect();
    assert_eq!(lengths, [1, 0, 1, 1]);
    assert_eq!(record.games[2].place.line(), Some(7));
    let bare = xiangqi("1. C2=5 H8+7 1-0\n1. P7+1 0-1\n");
    let results: Vec<_> = bare.games.iter().map(|game| game.result.text()).collect();
    assert_eq!(results, ["1-0", "0-1"]);
}

#[test]
fn remarks_in_brackets_and_between_plies_are_comments() {
    let game = whole("1. 炮二平五 （图一） 马8进7 好棋 2. 马二进三 (第二变 略) *");
    let said: Vec<_> = game.tree.nodes().iter().map(Node::comment).collect();
    assert_eq!(said, ["", "图一", "好棋", "第二变 略"]);
}

#[test]
fn a_damaged_text_gives_its_legal_prefix_and_says_where_it_stops() {
    let record = xiangqi("[Red \"A\"]\n\n1. h2e2 h9g7\n2. h2e2 h0g2 (x) 1-0\n");
    let game = &record.games[0];
    assert_eq!((plies(game).as_str(), game.result), ("h2e2 h9g7", GameResult::First));
    let [problem] = &game.problems[..] else { panic!("{:?}", game.problems) };
    assert_eq!((problem.code, problem.place), (ProblemCode::Move, Place::text(4, 4)));
    assert_eq!(problem.token, "h2e2");

    let variation = xiangqi("1. h2e2 (1. h0g2 e9e5 (1... a9a8) 2. a0a1) h9g7 2. h0g2");
    let game = &variation.games[0];
    assert_eq!((plies(game).as_str(), game.tree.len()), ("h2e2 h9g7 h0g2", 4));
    assert_eq!(game.problems.len(), 1);

    for (text, code) in [
        ("1. h2e2 (1. h0g2", ProblemCode::Unclosed),
        ("1. h2e2 {ab", ProblemCode::Unclosed),
        ("1. h2e2 ) h9g7", ProblemCode::Unclosed),
        ("[Red \"A\"]\n[broken\n1. h2e2", ProblemCode::Header),
        ("[FEN \"9/9 w\"]\n1. h2e2", ProblemCode::Start),
    ] {
        let game = &xiangqi(text).games[0];
        assert_eq!(game.problems.first().map(|problem| problem.code), Some(code), "{text}");
    }
}

#[test]
fn a_broken_start_is_told_with_its_reason_and_place() {
    for text in
        ["[Red \"A\"]\n[FEN \"9/9/9/9/9/9/9/9/9/9 w\"]\n\n1. h2e2", "\n9/9/9/9/9/9/9/9/9/9 w"]
    {
        let record = xiangqi(text);
        let problem = record.games[0].start_problem().expect("a problem");
        assert_eq!(problem.place, Place::text(2, 1), "{text}");
        assert!(problem.message.contains("king"), "{}", problem.message);
        assert_eq!(problem.token, "9/9/9/9/9/9/9/9/9/9 w");
    }
}

#[test]
fn positions_with_and_without_moves() {
    let fen = "3k5/9/9/9/9/9/9/9/4A4/4KR3 w - - 0 1";
    let record =
        xiangqi(&format!("{fen} moves f0f9 d9d8\n{fen} ; bm f0f9\nposition fen {fen}\n1. R4+9"));
    let lengths: Vec<_> = record.games.iter().map(|game| game.tree.len()).collect();
    assert_eq!((record.format, lengths), ("fen", vec![2, 0, 1]));
    assert!(record.games.iter().all(|game| game.problems.is_empty()), "{record:?}");
    assert!(record.games.iter().all(|game| game.start.to_string() == fen));
    let dark = xiangqi("8/8/8/K6h r");
    assert_eq!(dark.games[0].kind(), GameKind::Banqi);
}

#[test]
fn dark_chess_in_both_notations_and_as_a_contest_record() {
    let list = read_text("1. a1=R b1=p 2. a1b1", GameKind::Banqi);
    let game = &list.games[0];
    assert_eq!((plies(game).as_str(), game.problems.len()), ("a1=R b1=p a1b1", 0));
    let platform = read_text("1. b8(G) d8(c) 2. b8-c8", GameKind::Banqi);
    let game = &platform.games[0];
    assert_eq!((game.tree.len(), game.problems[0].code), (2, ProblemCode::Move));
    let pgn = read_text("[Game \"Chinese Dark Chess\"]\n\n1. a1=R {ok} b1=p *", GameKind::Xiangqi);
    assert_eq!((pgn.games[0].kind(), pgn.games[0].tree.len()), (GameKind::Banqi, 2));
}

#[test]
fn contest_records_one_after_another() {
    let rows = "* X X X X\n".repeat(8);
    let head = format!(
        "* Jan 1\n* Ann vs Bo\n* 1 2 2 2 2 2 5 1 2 2 2 2 2 5\n{rows}* first 0\n* time 900\n"
    );
    let one = format!("# remark\n{head}* 1. b8(G) d8(c)\n* NoMove Ann wins 1,0\n\n");
    let record = read_text(&format!("{one}{one}"), GameKind::Xiangqi);
    assert_eq!((record.format, record.games.len()), ("record", 2));
    for game in &record.games {
        assert_eq!((game.tree.len(), game.result, game.problems.len()), (2, GameResult::First, 0));
        assert_eq!((game.header("First"), game.header("Date")), (Some("Ann"), Some("Jan 1")));
    }
    let damaged = read_text(&format!("{head}* 1. b8(G) d8(c)\n* 2. a1(?)\n"), GameKind::Banqi);
    let game = &damaged.games[0];
    assert_eq!((game.tree.len(), game.problems[0].place), (2, Place::text(15, 1)));
    // Found by fuzzing: players after players are two records, the first without anything.
    let twice = read_text(&format!("* Jan 1 Ann vs \n{}", &head[8..]), GameKind::Banqi);
    let codes: Vec<_> = twice.games.iter().map(|game| game.start_problem().is_some()).collect();
    assert_eq!(codes, [true, false]);
    let impossible = read_text(&format!("{head}* 1. b8(G) b8(c)\n"), GameKind::Banqi);
    assert_eq!(impossible.games[0].problems[0].code, ProblemCode::Move);
}

#[test]
fn depth_and_size_do_no_harm() {
    let deep = "1. h2e2 (".repeat(1_000_000);
    let game = &xiangqi(&deep).games[0];
    assert_eq!(game.problems.iter().filter(|p| p.code == ProblemCode::Unclosed).count(), 1);
    assert_eq!(plies(game), "h2e2");
    let wide = format!("1. h2e2 {}", "(1. h0g2)".repeat(50_000));
    assert_eq!(xiangqi(&wide).games[0].tree.len(), 2);
    assert_eq!(xiangqi(&"[A \"b\"]\n".repeat(20_000)).games.len(), 1);
    for text in
        ["", "\u{feff}", "hello world", "(((", ")))", "[", "[]", "{", "* ", "* a vs b", "9/9/9/9"]
    {
        let _ = read(text.as_bytes(), GameKind::Xiangqi);
        let _ = read(text.as_bytes(), GameKind::Banqi);
    }
}
