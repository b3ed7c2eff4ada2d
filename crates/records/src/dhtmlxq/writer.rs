//! Games to tags.

use std::collections::VecDeque;
use std::fmt::Write as _;

use xiangqi::{Ply, Square};

use super::NAMES;
use crate::annotations;
use crate::model::{Game, GameKind, GameResult, NodeId, Played, Start, Tree};
use crate::xqf::slots;

/// Writes a game; `None` for dark chess. Scores, clocks and marks go into the
/// comments.
pub fn write(game: &Game) -> Option<String> {
    let Start::Xiangqi(setup) = &game.start else { return None };
    let mut text = String::from("[DhtmlXQ]\n");
    tag(&mut text, "ver", "www_dpxq_com");
    tag(&mut text, "init", "500,350");
    for (name, value) in &game.headers {
        let known = NAMES.iter().find(|(_, ours)| ours.eq_ignore_ascii_case(name));
        let name = known.map_or(name.as_str(), |(theirs, _)| theirs);
        let ours = ["result", "fen", "format", "game", "binit", "movelist"];
        let plain = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        let taken = ours.iter().any(|own| own.eq_ignore_ascii_case(name))
            || ["comment", "move"].iter().any(|own| name.starts_with(own));
        if plain && !taken && !value.is_empty() {
            tag(&mut text, name, &value.replace('\n', " "));
        }
    }
    tag(
        &mut text,
        "result",
        match game.result {
            GameResult::Unknown => "未知",
            GameResult::First => "红胜",
            GameResult::Second => "黑胜",
            GameResult::Draw => "和局",
        },
    );
    tag(&mut text, "binit", &board(setup));
    write_lines(&mut text, game);
    text.push_str("[/DhtmlXQ]\n");
    Some(text)
}

/// What looks like a tag inside a value is made to look like none.
fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace("[DhtmlXQ", "［DhtmlXQ").replace("[/DhtmlXQ", "［/DhtmlXQ");
    let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
}

fn point(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

fn board(setup: &xiangqi::Setup) -> String {
    let mut free = setup.board;
    let place = |piece| {
        let index = free.iter().position(|&standing| standing == Some(piece));
        index.map_or_else(
            || "99".to_owned(),
            |index| {
                free[index] = None;
                point(Square::from_index(index))
            },
        )
    };
    slots().map(place).collect()
}

/// Lines that are still to be written: number, the line they leave, first node and
/// its ply.
type Waiting = VecDeque<(usize, usize, NodeId, usize)>;

fn write_lines(text: &mut String, game: &Game) {
    let tree = &game.tree;
    let mut waiting = Waiting::new();
    let mut comments = String::new();
    comment(&mut comments, game, 0, 0, Tree::ROOT);
    let mut known = 0;
    let first = tree.first_child(Tree::ROOT);
    waiting.extend(first.map(|first| (0, 0, first, 1)));
    if first.is_none() {
        tag(text, "movelist", "");
    }
    while let Some((number, parent, first, begin)) = waiting.pop_front() {
        let mut plies = String::new();
        let nodes = std::iter::successors(Some(first), |&id| tree.first_child(id));
        for (ply, id) in (begin..).zip(nodes) {
            if let Some(Played::Xiangqi(played)) = tree.node(id).played {
                plies.push_str(&digits(played));
            }
            comment(&mut comments, game, number, ply, id);
            // The rivals of a variation's first ply leave the line it leaves.
            if number == 0 || id != first {
                let mut rival = tree.next_sibling(id);
                while let Some(other) = rival {
                    known += 1;
                    waiting.push_back((known, number, other, ply));
                    rival = tree.next_sibling(other);
                }
            }
        }
        let name = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{parent}_{begin}_{number}"),
        };
        tag(text, &name, &plies);
    }
    text.push_str(&comments);
}

fn digits(ply: Ply) -> String {
    point(ply.from()) + &point(ply.to())
}

fn comment(text: &mut String, game: &Game, line: usize, ply: usize, id: NodeId) {
    let comment = annotations::everything(game.tree.node(id).remarks(), GameKind::Xiangqi);
    if comment.is_empty() {
        return;
    }
    let name = match line {
        0 => format!("comment{ply}"),
        _ => format!("comment{line}_{ply}"),
    };
    tag(text, &name, &comment.replace("||", "｜｜").replace('\n', "||"));
}
