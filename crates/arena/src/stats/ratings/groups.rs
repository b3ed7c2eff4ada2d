//! Groups of players who can be compared.

/// The strongly connected groups of a graph given by each node's targets: two
/// nodes are in one group if each can be reached from the other. Groups and
/// their members are in ascending order.
pub(super) fn strong_groups(targets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let reachable: Vec<Vec<bool>> = (0..targets.len()).map(|node| reach(targets, node)).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (node, from_node) in reachable.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| from_node[group[0]] && reachable[group[0]][node];
        match groups.iter_mut().find(same) {
            Some(group) => group.push(node),
            None => groups.push(vec![node]),
        }
    }
    groups
}

/// Which nodes can be reached from `start`, itself included.
fn reach(targets: &[Vec<usize>], start: usize) -> Vec<bool> {
    let mut seen = vec![false; targets.len()];
    seen[start] = true;
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for &target in &targets[node] {
            if !seen[target] {
                seen[target] = true;
                open.push(target);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_cycles_and_what_hangs_on_them() {
        assert!(strong_groups(&[]).is_empty());
        assert_eq!(strong_groups(&[vec![]]), [[0]]);
        assert_eq!(strong_groups(&[vec![1], vec![2], vec![0]]), [[0, 1, 2]]);
        assert_eq!(strong_groups(&[vec![1], vec![0, 2], vec![3], vec![2]]), [[0, 1], [2, 3]]);
        assert_eq!(strong_groups(&[vec![2], vec![], vec![0, 1]]), [vec![0, 2], vec![1]]);
    }
}
