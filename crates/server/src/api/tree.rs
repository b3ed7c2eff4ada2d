//! The form of a variation tree. It is flat, a list of nodes that name their
//! parents, so that its length is limited by a number and not by how deep a
//! reader of JSON can go:
//!
//! `{version: 2, game, start, rules, nodes: [{}, {parent: 0, ply: "h2e2"}, …],
//! review}`. Node 0 is the start. A parent stands before its children; children
//! of one parent stand in the order of their worth.
//!
//! Version 1 had the nodes inside each other; it is still read.

use play::GameKind;
use records::Mark;
use serde_json::{Map, Value, json};

use crate::error::ApiError;

/// The limits of a tree.
const MOST_NODES: usize = 20_000;
const DEEPEST: usize = 2_100;
const LONGEST_COMMENT: usize = 10_000;
/// Arrows and circles on one board.
pub const MOST_MARKS: usize = 100;
/// Bytes of what a review found.
const LONGEST_REVIEW: usize = 400_000;
const FIELDS: [&str; 8] =
    ["version", "game", "start", "rules", "root", "nodes", "review", "headers"];

/// A tree as a client sent it, in the flat form.
///
/// # Errors
/// Names the field or node that has not the form of one.
pub fn checked(tree: Value) -> Result<Value, ApiError> {
    let wrong = |what: String| ApiError::bad(format!("tree: {what}"));
    let tree = flat(tree).map_err(wrong)?;
    check(&tree).map_err(wrong)?;
    Ok(tree)
}

/// A tree as the library has it, in the flat form; `null` if it cannot be read.
pub fn stored(text: &str) -> Value {
    serde_json::from_str(text).ok().and_then(|tree| flat(tree).ok()).unwrap_or(Value::Null)
}

/// Makes version 2 of version 1, and leaves others as they are.
fn flat(mut tree: Value) -> Result<Value, String> {
    let object = tree.as_object_mut().ok_or("expected an object")?;
    if object.get("version") != Some(&json!(1)) {
        return Ok(tree);
    }
    let root = object.remove("root").ok_or("root is missing")?;
    object.insert("version".to_owned(), json!(2));
    object.insert("nodes".to_owned(), nodes_of(root)?);
    Ok(tree)
}

/// The nodes of a nested tree, each line to its end before its rivals.
fn nodes_of(root: Value) -> Result<Value, String> {
    let mut nodes = Vec::new();
    let mut open = vec![(None, root)];
    while let Some((parent, node)) = open.pop() {
        let number = nodes.len();
        let Value::Object(mut node) = node else {
            return Err(format!("node {number}: expected an object"));
        };
        let children = match node.remove("children") {
            None => Vec::new(),
            Some(Value::Array(children)) => children,
            Some(_) => return Err(format!("node {number}: children has the wrong form")),
        };
        parent.inspect(|parent: &usize| drop(node.insert("parent".to_owned(), json!(parent))));
        nodes.push(Value::Object(node));
        open.extend(children.into_iter().rev().map(|child| (Some(number), child)));
    }
    Ok(Value::Array(nodes))
}

fn check(tree: &Value) -> Result<(), String> {
    let object = tree.as_object().ok_or("expected an object")?;
    if let Some(key) = object.keys().find(|key| !FIELDS.contains(&key.as_str())) {
        return Err(format!("unknown field {}", shown(key)));
    }
    if tree["version"] != 2 {
        return Err("expected version 2".to_owned());
    }
    let kind = tree["game"].as_str().and_then(GameKind::from_name);
    let kind = kind.ok_or("game: expected xiangqi or banqi")?;
    for field in ["start", "rules"] {
        if !(tree[field].is_null() || tree[field].is_string()) {
            return Err(format!("{field}: expected text or null"));
        }
    }
    check_review(&tree["review"]).map_err(|what| format!("review: {what}"))?;
    super::records::check_headers(&tree["headers"])?;
    check_nodes(kind, tree["nodes"].as_array().ok_or("nodes: expected a list")?)
}

/// What a review found is the client's own: kept as it is, if it is not too long.
fn check_review(review: &Value) -> Result<(), &'static str> {
    if !(review.is_null() || review.is_object()) {
        return Err("expected an object or null");
    }
    if review.to_string().len() > LONGEST_REVIEW { Err("too long") } else { Ok(()) }
}

fn check_nodes(kind: GameKind, nodes: &[Value]) -> Result<(), String> {
    if !(1..=MOST_NODES).contains(&nodes.len()) {
        return Err(format!("{} nodes: expected 1 to {MOST_NODES}", nodes.len()));
    }
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let depth =
            depth_of(node, &depths).and_then(|depth| check_node(kind, node).map(|()| depth));
        depths.push(depth.map_err(|what| format!("node {number}: {what}"))?);
    }
    Ok(())
}

/// How many plies lead to a node; its parent must have come before it.
fn depth_of(node: &Value, before: &[usize]) -> Result<usize, String> {
    let parent = &node["parent"];
    if before.is_empty() {
        return if parent.is_null() { Ok(0) } else { Err("the start has no parent".to_owned()) };
    }
    let known = parent.as_u64().and_then(|parent| before.get(usize::try_from(parent).ok()?));
    match known {
        None => Err(format!("parent: expected a number below {}", before.len())),
        Some(depth) if *depth >= DEEPEST => Err(format!("deeper than {DEEPEST} plies")),
        Some(depth) => Ok(depth + 1),
    }
}

fn check_node(kind: GameKind, node: &Value) -> Result<(), String> {
    let object: &Map<String, Value> = node.as_object().ok_or("expected an object")?;
    let short = |value: &Value, most| value.as_str().is_some_and(|text| text.len() <= most);
    for (key, value) in object {
        let fits = match key.as_str() {
            "parent" => true,
            "ply" | "mark" | "reveal" => value.is_null() || short(value, 20),
            "comment" => value.is_null() || short(value, LONGEST_COMMENT),
            "score" => value.is_null() || is_score(value),
            "marks" => value.is_null() || marks_of(kind, value).is_some(),
            _ => return Err(format!("unknown field {}", shown(key))),
        };
        if !fits {
            return Err(format!("{key} has the wrong form"));
        }
    }
    Ok(())
}

/// What is drawn on the board: texts such as `Gh2e2` (an arrow) and `Re4` (a circle).
pub fn marks_of(kind: GameKind, value: &Value) -> Option<Vec<Mark>> {
    let list = value.as_array().filter(|list| list.len() <= MOST_MARKS)?;
    list.iter().map(|mark| Mark::read(mark.as_str()?, kind)).collect()
}

fn is_score(value: &Value) -> bool {
    let number = |field: &Value| field.is_null() || field.is_i64();
    value.as_object().is_some_and(|score| {
        score
            .iter()
            .all(|(key, value)| matches!(key.as_str(), "cp" | "mate" | "share") && number(value))
    })
}

fn shown(key: &str) -> String {
    key.chars().take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(nodes: Value) -> Value {
        json!({"version": 2, "game": "banqi", "start": null, "rules": "tcga", "nodes": nodes})
    }

    #[test]
    fn trees_of_the_right_form_are_taken_as_they_are() {
        let nodes = json!([{"comment": "起"}, {"parent": 0, "ply": "h2e2", "comment": "良い",
            "mark": "!", "score": {"cp": 20, "mate": null}, "marks": ["Ga1b1", "Rh4"]},
            {"parent": 1, "ply": "h9g7"}]);
        assert_eq!(checked(tree(nodes.clone())), Ok(tree(nodes)));
    }

    #[test]
    fn nested_trees_become_flat() {
        let nested = json!({"version": 1, "game": "banqi", "start": null, "rules": "tcga", "root": {
            "comment": "c", "children": [
                {"ply": "a", "children": [{"ply": "b", "children": []}, {"ply": "d"}]},
                {"ply": "e", "mark": "?"}]}});
        let flat = tree(json!([{"comment": "c"}, {"parent": 0, "ply": "a"},
            {"parent": 1, "ply": "b"}, {"parent": 1, "ply": "d"},
            {"parent": 0, "ply": "e", "mark": "?"}]));
        assert_eq!(stored(&nested.to_string()), flat);
        assert_eq!(checked(nested), Ok(flat));
        assert_eq!(stored("{"), Value::Null);
    }

    #[test]
    fn long_trees_are_taken_and_endless_ones_refused() {
        let line = |plies: usize| {
            let node = |number: usize| match number {
                0 => json!({}),
                _ => json!({"parent": number - 1, "ply": "a1a2"}),
            };
            tree((0..=plies).map(node).collect())
        };
        assert!(checked(line(DEEPEST)).is_ok());
        assert!(checked(line(DEEPEST + 1)).is_err());
        let wide = |count: usize| {
            tree(
                (0..count)
                    .map(|number| match number {
                        0 => json!({}),
                        _ => json!({"parent": 0, "ply": number.to_string()}),
                    })
                    .collect(),
            )
        };
        assert!(checked(wide(MOST_NODES)).is_ok());
        assert!(checked(wide(MOST_NODES + 1)).is_err());
    }

    #[test]
    fn other_forms_are_refused() {
        let old = |root: Value| json!({"version": 1, "game": "banqi", "root": root});
        for bad in [
            json!(null),
            json!([]),
            json!({"version": 3, "game": "banqi", "nodes": [{}]}),
            json!({"version": 2, "game": "chess", "nodes": [{}]}),
            json!({"version": 2, "game": "banqi", "nodes": [{}], "extra": 1}),
            json!({"version": 1, "game": "banqi"}),
            tree(json!({})),
            tree(json!([])),
            tree(json!([{"parent": 0}])),
            tree(json!([{}, {"ply": "a"}])),
            tree(json!([{}, {"parent": 1, "ply": "a"}])),
            tree(json!([{}, {"parent": -1, "ply": "a"}])),
            tree(json!([{"ply": 7}])),
            tree(json!([{"ply": "x".repeat(21)}])),
            tree(json!([{"comment": "x".repeat(LONGEST_COMMENT + 1)}])),
            tree(json!([{"score": {"cp": "much"}}])),
            tree(json!([{"onclick": "alert(1)"}])),
            tree(json!([{"marks": "Ga1"}])),
            tree(json!([{"marks": ["Xa1"]}])),
            tree(json!([{"marks": ["Ga9"]}])),
            tree(json!([{"marks": vec!["Ga1"; MOST_MARKS + 1]}])),
            old(json!(5)),
            old(json!({"children": {}})),
            old(json!({"children": [7]})),
        ] {
            assert!(checked(bad.clone()).is_err(), "{bad}");
        }
    }
}
