//! Programs as text: a drawing for Graphviz, and the program itself.

use std::fmt::Write as _;

use xiangqi::{Bitboard, Piece};

use super::program::{Node, NodeId, Program};
use super::{Fact, FactId};

/// So many points are written out; more are told by their number.
const FEW: u32 = 6;

/// A fact in words.
pub(super) fn words(fact: &Fact) -> String {
    match fact {
        Fact::Place(piece, points) => {
            format!("{} in {}", Piece::from_index(usize::from(*piece)), points_text(*points))
        }
        Fact::Other(conditions) => {
            let text = format!("{conditions:?}");
            if text.chars().count() <= 60 {
                text
            } else {
                format!("{}…", text.chars().take(60).collect::<String>())
            }
        }
    }
}

fn points_text(points: u128) -> String {
    let all: Vec<String> =
        Bitboard(points & Bitboard::ALL.0).into_iter().map(|point| point.to_string()).collect();
    let mut text =
        if points.count_ones() <= FEW { all.join(" ") } else { format!("{} points", all.len()) };
    if points >> 90 & 1 != 0 {
        text.push_str(" or taken");
    }
    format!("{{{text}}}")
}

/// The program as an indented text. `name` tells what a ground pattern is called.
pub fn to_ir(program: &Program, name: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    write_ir(program, program.root, 0, &name, &mut text);
    text
}

fn write_ir(
    program: &Program,
    node: NodeId,
    indent: usize,
    name: &dyn Fn(usize) -> String,
    out: &mut String,
) {
    let pad = "  ".repeat(indent);
    match &program.nodes[node as usize] {
        Node::Block(parts) => {
            parts.iter().for_each(|&part| write_ir(program, part, indent, name, out));
        }
        Node::Test(tests, then) => {
            let _ = writeln!(out, "{pad}if {}", tests_text(program, tests));
            write_ir(program, *then, indent + 1, name, out);
        }
        Node::Switch { piece, slot, cases, .. } => {
            let _ = writeln!(
                out,
                "{pad}switch {} {}",
                Piece::from_index(usize::from(*piece)),
                slot + 1
            );
            for (places, then) in cases {
                let _ = writeln!(out, "{pad}  case {}", points_text(*places));
                write_ir(program, *then, indent + 2, name, out);
            }
        }
        Node::Found(ground) => {
            let _ = writeln!(out, "{pad}found {}", name(*ground as usize));
        }
    }
}

fn tests_text(program: &Program, tests: &[FactId]) -> String {
    let all: Vec<String> = tests.iter().map(|&test| words(&program.facts[test as usize])).collect();
    all.join(" and ")
}

/// The program as a graph for Graphviz.
pub fn to_dot(program: &Program, name: impl Fn(usize) -> String) -> String {
    let mut out = String::from("digraph patterns {\n  node [shape=box];\n");
    let quoted = |text: String| text.replace('\\', "\\\\").replace('"', "\\\"");
    for (index, node) in program.nodes.iter().enumerate() {
        let (label, next): (String, Vec<(String, NodeId)>) = match node {
            Node::Block(parts) => {
                ("·".into(), parts.iter().map(|&part| (String::new(), part)).collect())
            }
            Node::Test(tests, then) => (tests_text(program, tests), vec![("yes".into(), *then)]),
            Node::Switch { piece, slot, cases, .. } => (
                format!("{} {}", Piece::from_index(usize::from(*piece)), slot + 1),
                cases.iter().map(|(places, then)| (points_text(*places), *then)).collect(),
            ),
            Node::Found(ground) => (name(*ground as usize), Vec::new()),
        };
        let _ = writeln!(out, "  n{index} [label=\"{}\"];", quoted(label));
        for (label, to) in next {
            let _ = writeln!(out, "  n{index} -> n{to} [label=\"{}\"];", quoted(label));
        }
    }
    out.push_str("}\n");
    out
}
