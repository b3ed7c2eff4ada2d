//! Rust source: what ships is compiled with the rest.

use std::fmt::Write as _;

use xiangqi::Side;

use super::program::{Node, NodeId, Program};
use super::{Fact, emit};
use crate::matcher::needs;
use crate::pattern::{Area, Condition, Count, Item, PieceSet, Relation, Subject};
use crate::set::PatternSet;

/// The source of what bits do not decide: a function a ground pattern, and one that
/// finds the function.
pub fn verifier_source(set: &PatternSet) -> String {
    let (mut arms, mut functions) = (String::new(), String::new());
    for (number, ground) in set.grounds.iter().enumerate() {
        let (_, rest) = needs(ground);
        if rest.is_empty() || ground.per.is_some() {
            continue;
        }
        let _ = writeln!(arms, "        {number} => verify_{number}(p),");
        let _ = write!(
            functions,
            "\n/// {}\nfn verify_{number}(p: &Position) -> bool {{\n    {}\n}}\n",
            ground_name(set, number),
            list(&rest)
        );
    }
    format!(
        "/// Whether a candidate is on the board: the part that bits do not decide.\n\
         pub fn verify(ground: usize, p: &Position) -> bool {{\n    match ground {{\n{arms}        \
         _ => true,\n    }}\n}}\n{functions}"
    )
}

/// What a ground pattern is called: its name, side and wing.
pub fn ground_name(set: &PatternSet, number: usize) -> String {
    let ground = &set.grounds[number];
    let side = if ground.side == Side::Red { "red" } else { "black" };
    let wing = if ground.mirrored { ", mirrored" } else { "" };
    format!("{}, {side}{wing}", set.patterns[ground.pattern as usize].key)
}

/// The source of a program of tests and switches.
pub fn program_source(program: &Program, set: &PatternSet) -> String {
    let mut out = String::from(
        "/// Shows every ground pattern on the board.\n\
         pub fn find(p: &Position, found: &mut dyn FnMut(usize)) {\n",
    );
    write(program, set, program.root, 1, &mut out);
    out.push_str("}\n");
    out
}

fn write(program: &Program, set: &PatternSet, node: NodeId, indent: usize, out: &mut String) {
    let pad = "    ".repeat(indent);
    match &program.nodes[node as usize] {
        Node::Block(parts) => parts.iter().for_each(|&part| write(program, set, part, indent, out)),
        Node::Test(tests, then) => {
            let tests: Vec<String> =
                tests.iter().map(|&test| fact(&program.facts[test as usize])).collect();
            let _ = writeln!(out, "{pad}if {} {{", tests.join(" && "));
            write(program, set, *then, indent + 1, out);
            let _ = writeln!(out, "{pad}}}");
        }
        Node::Switch { piece, slot, cases, .. } => {
            let _ = writeln!(out, "{pad}match place(p, {piece}, {slot}) {{");
            for (places, then) in cases {
                let all: Vec<String> = (0..=90)
                    .filter(|place| places >> place & 1 != 0)
                    .map(|place| place.to_string())
                    .collect();
                let _ = writeln!(out, "{pad}    {} => {{", all.join(" | "));
                write(program, set, *then, indent + 2, out);
                let _ = writeln!(out, "{pad}    }}");
            }
            let _ = writeln!(out, "{pad}    _ => {{}}\n{pad}}}");
        }
        Node::Found(ground) => {
            let _ =
                writeln!(out, "{pad}found({ground}); // {}", ground_name(set, *ground as usize));
        }
    }
}

fn fact(fact: &Fact) -> String {
    match fact {
        Fact::Place(piece, points) => {
            format!("of(p, {piece}) & {points:#x} != 0 /* {} */", emit::words(fact))
        }
        Fact::Other(conditions) => list(conditions),
    }
}

/// Conditions joined; a binding holds the rest.
fn list(conditions: &[Condition]) -> String {
    let Some((first, rest)) = conditions.split_first() else { return "true".to_owned() };
    if let Condition::Let(variable, set, area_of) = first {
        return format!("any({} & {}, |v{variable}| {})", pieces(*set), area(area_of), list(rest));
    }
    let first = one(first);
    if rest.is_empty() { first } else { format!("{first} && {}", list(rest)) }
}

fn one(condition: &Condition) -> String {
    match condition {
        Condition::At(set, of, Count::SOME) => format!("{} & {} != 0", pieces(*set), area(of)),
        Condition::At(set, of, Count { least, most }) => {
            format!("count({} & {}, {least}, {most})", pieces(*set), area(of))
        }
        Condition::Line(from, directions, items) => line(from, directions.0, items),
        Condition::Let(..) => list(std::slice::from_ref(condition)),
        Condition::Not(all) => format!("!({})", list(all)),
        Condition::AnyOf(each) => {
            let each: Vec<String> = each.iter().map(|all| format!("({})", list(all))).collect();
            format!("({})", each.join(" || "))
        }
        Condition::Related(relation, of, to) => {
            let name = match relation {
                Relation::Attacks => "attacks",
                Relation::Guards => "guards",
                Relation::Pins => "pins",
            };
            format!("{name}(p, {}, {})", subject(of), subject(to))
        }
        Condition::Pinned(of) => format!("pinned(p, {})", subject(of)),
        Condition::Trapped(of) => format!("trapped(p, {})", subject(of)),
        Condition::Material(side, counts) => {
            let counts: Vec<String> =
                counts.iter().map(|count| format!("({}, {})", count.least, count.most)).collect();
            format!("material(p, {}, [{}])", *side == Side::Red, counts.join(", "))
        }
        Condition::Turn(side) => format!("turn(p, {})", *side == Side::Red),
        Condition::Phase(phases) => format!("phase(p, {phases})"),
    }
}

fn pieces(set: PieceSet) -> String {
    match set.single() {
        Some(piece) => format!("of(p, {})", piece.index()),
        None => format!("on(p, {:#x})", set.0),
    }
}

fn area(of: &Area) -> String {
    let joined = |parts: &[Area], sign: &str| {
        let parts: Vec<String> = parts.iter().map(area).collect();
        format!("({})", parts.join(sign))
    };
    match of {
        Area::Fixed(points) => format!("{points:#x}"),
        Area::Offset(variable, files, ranks) => format!("offset(v{variable}, {files}, {ranks})"),
        Area::Around(variable, steps) => format!("around(v{variable}, {steps})"),
        Area::FileOf(variable) => format!("file_of(v{variable})"),
        Area::RankOf(variable) => format!("rank_of(v{variable})"),
        Area::Union(parts) => joined(parts, " | "),
        Area::Common(parts) => joined(parts, " & "),
        Area::Minus(from, what) => format!("({} & !{})", area(from), area(what)),
    }
}

fn subject(of: &Subject) -> String {
    match of {
        Subject::Pieces(set, of) => format!("{} & {}", pieces(*set), area(of)),
        Subject::Variable(variable) => format!("point(v{variable})"),
        Subject::Points(of) => area(of),
    }
}

/// A line: jumps from piece to piece where that is all it needs.
fn line(from: &Subject, directions: u8, items: &[Item]) -> String {
    let first = match items.first() {
        Some(Item::Pieces(set)) => format!(" & {}", pieces(*set)),
        Some(Item::Variable(variable)) => format!(" & point(v{variable})"),
        Some(Item::Empty) => " & !on(p, 0x3fff)".to_owned(),
        _ => String::new(),
    };
    match (items.first(), jumps(items.get(1..).unwrap_or(&[]))) {
        (Some(Item::Empties) | None, _) | (_, None) => {
            let used = items.iter().filter_map(|item| match item {
                Item::Variable(variable) => Some(*variable),
                _ => None,
            });
            let mut bound = vec!["None".to_owned(); 8];
            used.for_each(|variable| bound[usize::from(variable)] = format!("Some(v{variable})"));
            let items: Vec<String> = items.iter().map(|item| format!("Item::{item:?}")).collect();
            format!(
                "items(p, {}, {directions}, &[{}], &[{}])",
                subject(from),
                items.join(", "),
                bound.join(", ")
            )
        }
        (_, Some(steps)) => format!("line(p, {}{first}, {directions}, &[{steps}])", subject(from)),
    }
}

/// The steps of a line; `None` if a gap is not told by one number.
fn jumps(items: &[Item]) -> Option<String> {
    let mut steps = Vec::new();
    let mut gap = Some(0);
    let mut empties = false;
    for item in items {
        match item {
            Item::Empty if empties => return None,
            Item::Empty => gap = gap.map(|points| points + 1),
            Item::Empties if gap == Some(0) || gap.is_none() => (gap, empties) = (None, true),
            Item::Empties | Item::Anything => return None,
            Item::Pieces(set) => steps.push((gap, pieces(*set))),
            Item::Variable(variable) => steps.push((gap, format!("point(v{variable})"))),
        }
        if matches!(item, Item::Pieces(_) | Item::Variable(_)) {
            (gap, empties) = (Some(0), false);
        }
    }
    if gap != Some(0) {
        return None;
    }
    let steps: Vec<String> =
        steps.into_iter().map(|(gap, on)| format!("({gap:?}, {on})")).collect();
    Some(steps.join(", "))
}
