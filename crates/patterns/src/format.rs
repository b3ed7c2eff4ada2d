//! The one way a text is written.

use crate::syntax::{Form, Node};

/// Lines are no longer where that can be avoided.
const WIDTH: usize = 96;

/// Writes a tree with comments, in the canonical form. Reading it gives the tree again.
pub fn format(nodes: &[Node]) -> String {
    let mut out = String::new();
    for (index, node) in nodes.iter().enumerate() {
        // Patterns stand apart; comments stand with what follows them.
        let follows_comment = index > 0 && nodes[index - 1].is_comment();
        if index > 0 && !follows_comment {
            out.push('\n');
        }
        write(&mut out, node, 0);
        out.push('\n');
    }
    out
}

fn write(out: &mut String, node: &Node, indent: usize) {
    let Form::List(nodes) = &node.form else { return out.push_str(&short(node)) };
    let line = short(node);
    let fits = indent + line.chars().count() <= WIDTH;
    if fits
        && node.head() != Some("pattern")
        && !has_comment(node)
        && node.head() != Some("picture")
    {
        return out.push_str(&line);
    }
    out.push('(');
    // The words that say what it is stay on the first line.
    let keep = nodes.iter().take_while(|node| node.as_word().is_some()).count();
    let keep = if node.head() == Some("pattern") { keep.min(2) } else { keep };
    for (index, node) in nodes[..keep].iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(&short(node));
    }
    for node in &nodes[keep..] {
        out.push('\n');
        out.push_str(&" ".repeat(indent + 2));
        write(out, node, indent + 2);
    }
    if nodes.last().is_some_and(Node::is_comment) {
        out.push('\n');
        out.push_str(&" ".repeat(indent));
    }
    out.push(')');
}

fn has_comment(node: &Node) -> bool {
    match &node.form {
        Form::List(nodes) => nodes.iter().any(has_comment),
        Form::Comment(_) => true,
        _ => false,
    }
}

/// A node on one line.
pub fn short(node: &Node) -> String {
    match &node.form {
        Form::Word(word) => word.clone(),
        Form::Text(text) => quoted(text),
        Form::Comment(text) => format!("; {text}").trim_end().to_owned(),
        Form::List(nodes) => {
            let parts: Vec<String> = nodes.iter().map(short).collect();
            format!("({})", parts.join(" "))
        }
    }
}

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn printing_and_reading_is_the_same_tree() {
        let text = "; head\n(pattern x ; why\n (when (at us.rook board)) (plan (en \"a \\\"b\\\" \\\\ \
                    long long long long long long long long long long\") (hant \"另一段很長很長的文字\")) ; end\n)";
        let (nodes, found) = parse(text);
        assert!(found.is_empty());
        let printed = format(&nodes);
        let (again, found) = parse(&printed);
        assert!(found.is_empty(), "{printed}");
        assert_eq!(nodes, again, "{printed}");
        assert_eq!(format(&again), printed, "printing settles at once");
    }
}
