//! Every format by hand, whole and damaged.

use records::{
    Game, GameKind, GameResult, Hint, Place, ProblemCode, Record, Tree, read, read_text,
};

const LINE: &str = "h2e2 h9g7 h0g2 i9h9";

fn plies(game: &Game) -> String {
    game.tree.main_plies().map(|played| played.to_string()).collect::<Vec<_>>().join(" ")
}

fn named(bytes: &[u8], name: &str) -> Record {
    read(bytes, Hint::new(GameKind::Xiangqi).named(name))
}

/// The game of a file that has one, whole.
fn whole(bytes: &[u8], name: &str, format: &str) -> Game {
    let mut record = named(bytes, name);
    assert_eq!((record.format, record.games.len()), (format, 1), "{record:?}");
    let game = record.games.remove(0);
    assert_eq!(game.problems, []);
    game
}

/// A file that goes wrong: its plies, and the code and place of its first problem.
fn damaged(bytes: &[u8], name: &str) -> (String, ProblemCode, Place) {
    let record = named(bytes, name);
    let game = &record.games[0];
    let problem = game.problems.first().expect("a problem");
    (plies(game), problem.code, problem.place)
}

/// The points of [`LINE`] as file and rank.
fn points() -> Vec<[u8; 4]> {
    LINE.split(' ')
        .map(|word| {
            let bytes = word.as_bytes();
            [bytes[0] - b'a', bytes[1] - b'0', bytes[2] - b'a', bytes[3] - b'0']
        })
        .collect()
}

fn mxq() -> Vec<u8> {
    let text = |text: &[u8]| [&[text.len() as u8], text].concat();
    let names = encoding("甲-负-乙");
    let mut file: Vec<u8> = [b"site".as_slice(), b"2008-06-01", &names, b"2000", b"1900"]
        .iter()
        .flat_map(|part| text(part))
        .collect();
    file.extend([0; 5]);
    file.extend(text(b"said before"));
    file.push(0);
    for [x1, y1, x2, y2] in points() {
        file.extend(text(&[b'0' + x1, b'A' + y1, b'-', b'0' + x2, b'A' + y2]));
    }
    file.extend(text(b"Ends"));
    file
}

/// A text in GB18030, for these few characters.
fn encoding(text: &str) -> Vec<u8> {
    text.chars()
        .flat_map(|symbol| match symbol {
            '甲' => vec![0xBC, 0xD7],
            '负' => vec![0xB8, 0xBA],
            '乙' => vec![0xD2, 0xD2],
            other => vec![other as u8],
        })
        .collect()
}

#[test]
fn mxq_holds_names_result_and_a_comment() {
    let game = whole(&mxq(), "", "mxq");
    assert_eq!((plies(&game).as_str(), game.result), (LINE, GameResult::Second));
    assert_eq!((game.header("Red"), game.header("Black")), (Some("甲"), Some("乙")));
    assert_eq!(game.header("Date"), Some("2008.06.01"));
    assert_eq!(game.tree.node(Tree::ROOT).comment(), "said before");
    let file = mxq();
    let cut = &file[..file.len() - 8];
    let (line, code, _) = damaged(cut, "");
    assert_eq!((line.as_str(), code), ("h2e2 h9g7 h0g2", ProblemCode::Truncated));
}

fn che() -> String {
    let plies = points();
    let mut text = format!("1 {}", plies.len());
    for [x1, y1, x2, y2] in plies {
        text += &format!(" 0 0 0 {y1} {x1} {y2} {x2} 0 0 0");
    }
    text
}

#[test]
fn che_is_told_by_its_count() {
    for name in ["", "x.CHE"] {
        assert_eq!(plies(&whole(che().as_bytes(), name, "che")), LINE);
    }
    let cut = che().replace("1 4 ", "1 9 ");
    let (line, code, _) = damaged(cut.as_bytes(), "x.che");
    assert_eq!((line.as_str(), code), (LINE, ProblemCode::Truncated));
    let wrong = che().replace("0 0 0 9 7 7 6", "0 0 0 9 9 7 6");
    let (line, code, place) = damaged(wrong.as_bytes(), "x.che");
    assert_eq!((line.as_str(), code), ("h2e2", ProblemCode::Move));
    assert_eq!(place, Place::text(1, 31));
}

/// Ranks from black's side; `turned` as black saw the board.
fn seen(turned: bool) -> Vec<[u8; 4]> {
    let one = |[x1, y1, x2, y2]: [u8; 4]| [x1, 9 - y1, x2, 9 - y2];
    let two = |[x1, y1, x2, y2]: [u8; 4]| [8 - x1, 9 - y1, 8 - x2, 9 - y2];
    points().into_iter().map(|ply| if turned { two(one(ply)) } else { one(ply) }).collect()
}

#[test]
fn chn_and_ccm_are_told_by_their_names_and_turned() {
    for turned in [false, true] {
        let mut chn = vec![0; 188];
        let mut ccm = Vec::new();
        for [x1, y1, x2, y2] in seen(turned) {
            let mut ply = [0; 32];
            (ply[4], ply[6], ply[8], ply[10]) = (x1, y1, x2, y2);
            chn.extend(ply);
            ccm.extend([0, 0, 0, x1, x2, y1, y2]);
        }
        assert_eq!(plies(&whole(&chn, "a/b.chn", "chn")), LINE);
        assert_eq!(plies(&whole(&ccm, "b.CCM", "ccm")), LINE);
        let (line, code, place) = damaged(&chn[..chn.len() - 1], "b.chn");
        assert_eq!((line.as_str(), code), ("h2e2 h9g7 h0g2", ProblemCode::Truncated));
        assert_eq!(place, Place::Byte(188 + 127));
        ccm[7 + 3] = 200;
        let (line, code, place) = damaged(&ccm, "b.ccm");
        assert_eq!((line.as_str(), code, place), ("h2e2", ProblemCode::Move, Place::Byte(7)));
    }
}

const CBF: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<ChineseChessRecord Version=\"1.0\">
 <Head><Name>a &lt; b</Name><URL /><Contest>杯</Contest><Red>甲</Red><RecordResult>3</RecordResult>
  <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>
 <MoveList>
  <Move value=\"00-00\"><![CDATA[root > all]]></Move>
  <Move value=\"77-47\" />
  <Move value=\"70-62\" branch=\"1\">one &amp; two</Move>
  <Move value=\"79-67\" end=\"1\" />
  <Move value=\"10-22\" end=\"1\" />
 </MoveList>
</ChineseChessRecord>";

#[test]
fn cbf_is_xml_with_branches() {
    let game = whole(CBF.as_bytes(), "", "cbf");
    assert_eq!((plies(&game).as_str(), game.result), ("h2e2 h9g7 h0g2", GameResult::Draw));
    assert_eq!((game.header("Title"), game.header("Event")), (Some("a < b"), Some("杯")));
    let said: Vec<&str> = game.tree.nodes().iter().map(records::Node::comment).collect();
    assert_eq!(said, ["root > all", "", "one & two", "", ""]);
    assert_eq!(game.tree.node(4).parent(), 1);
    let (line, code, place) = damaged(CBF.replace("70-62", "70-52").as_bytes(), "");
    assert_eq!((line.as_str(), code), ("h2e2", ProblemCode::Move));
    assert_eq!(place.line(), Some(8));
}

#[test]
fn wxf_text_of_playok() {
    let text = "FORMAT\tWXF\nGAME\tA v B\n\nRED\tAnn;\nBLACK\tBo;\nDATE\t2001-02-03\n\
        RESULT\t1-0\n\nSTART{\n1. C2.5 h8+7\n2. H2+3 r9.8\n}END\n";
    let game = whole(text.as_bytes(), "", "wxf");
    assert_eq!((plies(&game).as_str(), game.result), (LINE, GameResult::First));
    assert_eq!((game.header("Red"), game.header("Title")), (Some("Ann"), Some("A v B")));
    let two = format!("{text}{text}");
    assert_eq!(read_text(&two, GameKind::Xiangqi).games.len(), 2);
    let (line, code, place) = damaged(text.replace("2. H2+3", "2. H2+9").as_bytes(), "");
    assert_eq!((line.as_str(), code), ("h2e2 h9g7", ProblemCode::Move));
    assert_eq!(place, Place::text(11, 4));
    let (line, code, _) = damaged(text.replace("}END", "").as_bytes(), "");
    assert_eq!((line.as_str(), code), (LINE, ProblemCode::Unclosed));
}

const TAGS: &str = "[DhtmlXQ]\n[DhtmlXQ_title]t[/DhtmlXQ_title]\n[DhtmlXQ_blacktime][/DhtmlXQ_time]\n\
    [DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_result]紅勝[/DhtmlXQ_result]\n\
    [DhtmlXQ_movelist]7747706279678979[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n\
    [DhtmlXQ_move_1_3_2]1927[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_comment0]start[/DhtmlXQ_comment0]\n\
    [DhtmlXQ_comment2_3]two||lines[/DhtmlXQ_comment2_3]\n[/DhtmlXQ]\n";

#[test]
fn dhtmlxq_in_tags_pages_and_scripts() {
    let text = TAGS.replace("8979", "8070");
    let game = whole(text.as_bytes(), "", "dhtmlxq");
    assert_eq!((plies(&game).as_str(), game.result), ("h2e2 h9g7 h0g2 i9h9", GameResult::First));
    assert_eq!((game.header("Title"), game.header("Red")), (Some("t"), Some("甲")));
    assert_eq!((game.tree.len(), game.tree.node(Tree::ROOT).comment()), (7, "start"));
    let two = game.tree.nodes().iter().find(|node| node.comment() == "two\nlines").unwrap();
    assert_eq!(two.played.unwrap().to_string(), "b0c2");
    let page = format!("<html><b>x</b><div>{text}</div><p>{text}</p></html>");
    let record = read_text(&page, GameKind::Xiangqi);
    assert_eq!((record.format, record.games.len()), ("dhtmlxq", 2));
    assert!(record.games.iter().all(|page| page.tree == game.tree && page.problems.is_empty()));
    let script = "<script>var DhtmlXQ_binit = '';\nvar DhtmlXQ_movelist = \
        '[0_1_0]77477062796780 70[/0_1_0][0_2_1]10227967[/0_2_1]';</script>";
    let game = whole(script.replace(' ', "").replace("var", "var ").as_bytes(), "", "dhtmlxq");
    assert_eq!((plies(&game).as_str(), game.tree.len()), ("h2e2 h9g7 h0g2 i9h9", 6));
}

#[test]
fn variations_of_dhtmlxq_that_lead_nowhere_are_told() {
    let game = &read_text(TAGS, GameKind::Xiangqi).games[0];
    assert_eq!(
        (plies(game).as_str(), game.problems[0].code),
        ("h2e2 h9g7 h0g2", ProblemCode::Move)
    );
    assert!(!game.problems[0].variation);
    let tag = |name: &str| format!("[DhtmlXQ_move_{name}]1022[/DhtmlXQ_move_{name}]");
    for (name, told) in [
        ("5_2_5", "which is not there"),
        ("0_9_3", "which is not there"),
        ("0_0_3", "which is not there"),
        ("0_2_1", "a second variation"),
        ("99999999999999999999_2_3", ""),
    ] {
        let text = TAGS.replace("8979", "8070").replace("[/DhtmlXQ]", &(tag(name) + "[/DhtmlXQ]"));
        let game = &read_text(&text, GameKind::Xiangqi).games[0];
        assert_eq!(plies(game), LINE, "{name}");
        assert_eq!(game.problems.is_empty(), told.is_empty(), "{name}: {:?}", game.problems);
        assert!(game.problems.iter().all(|problem| problem.variation), "{name}");
        assert!(told.is_empty() || game.problems[0].message.contains(told), "{:?}", game.problems);
    }
    let circle = tag("4_2_3") + &tag("3_2_4");
    let text = TAGS.replace("8979", "8070").replace("[/DhtmlXQ]", &(circle + "[/DhtmlXQ]"));
    let game = &read_text(&text, GameKind::Xiangqi).games[0];
    assert_eq!((game.tree.len(), game.problems.len()), (7, 2));
}

#[test]
fn tables_name_their_columns() {
    let text = "id\tresult\tred\tplies\tstartfen\tmoves\tmine\n\
        1\t1-0\t甲\t4\tstartpos\th2e2 h9g7 h0g2 i9h9\tx\n\
        2\t*\t\t2\t3k5/9/9/9/9/9/9/9/4A4/4KR3 b - - 0 1\t將4進1 R4+9\t\n\
        3\t*\t\t2\tstartpos\th3e3 h10g8\t\n\
        4\t*\t\t2\tstartpos\th2e2 h2e2 h9g7\t\n\
        5\t*\t\t2\t9/9 w\th2e2\t\n6\t*\n";
    let record = read_text(text, GameKind::Xiangqi);
    let lines: Vec<String> = record.games.iter().map(plies).collect();
    assert_eq!(record.format, "tsv");
    assert_eq!(lines, [LINE, "d9d8 f0f9", "h2e2 h9g7", "h2e2", "", ""]);
    let first = &record.games[0];
    assert_eq!((first.header("Red"), first.header("mine")), (Some("甲"), Some("x")));
    assert_eq!((first.result, first.place), (GameResult::First, Place::text(2, 1)));
    let told: Vec<_> = record
        .games
        .iter()
        .flat_map(|game| &game.problems)
        .map(|problem| (problem.code, problem.place))
        .collect();
    let expected = [
        (ProblemCode::Move, Place::text(5, 22)),
        (ProblemCode::Start, Place::text(6, 8)),
        (ProblemCode::Form, Place::text(7, 1)),
    ];
    assert_eq!(told, expected);
}

#[test]
fn json_says_where_it_is_wrong() {
    let good = "{\"game\":\"xiangqi\",\"nodes\":[{},{\"ply\":\"h2e2\"},{\"ply\":\"h9g7\"}]}";
    let text = format!(
        "{good}\n{}\n{}\n{}\n",
        "{\"game\":\"xiangqi\",\"nodes\":[{},{\"ply\":\"h2e2\"},{\"ply\":\"h2e2\"}]}",
        "{\"game\":\"xiangqi\",\"nodes\":[{},{\"ply\":\"h2e2\",\"parent\":7},{\"ply\":\"h2e2\",\"parent\":0}]}",
        "{\"game\":\"xiangqi\",\"nodes\":3}",
    );
    let record = read_text(&text, GameKind::Xiangqi);
    assert_eq!((record.format, record.games.len()), ("json", 4));
    let lines: Vec<String> = record.games.iter().map(plies).collect();
    assert_eq!(lines, ["h2e2 h9g7", "h2e2", "h2e2", ""]);
    let codes: Vec<_> =
        record.games.iter().map(|game| game.problems.first().map(|p| p.code)).collect();
    use ProblemCode::{Form, Move, Start};
    assert_eq!(codes, [None, Some(Move), Some(Form), Some(Start)]);
}
