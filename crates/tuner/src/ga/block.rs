//! Blocks of a piece-square table (section 2.2.2, figure 2-15): a random point, the
//! points the piece reaches from it on an empty board, and their mirror images.

/// Files and rows of a board; row 0 is the enemy's home rank.
const FILES: i32 = 9;
const ROWS: i32 = 10;

/// The points of the block around a point, each once, as (row, file).
pub fn block(piece: &str, row: usize, file: usize) -> Vec<(usize, usize)> {
    let mut points = vec![(row, file)];
    points.extend(reach(piece, row as i32, file as i32));
    let mirrored: Vec<_> = points.iter().map(|&(row, file)| (row, 8 - file)).collect();
    points.extend(mirrored);
    points.sort_unstable();
    points.dedup();
    points
}

/// Whether a piece can stand on a point.
pub(super) fn may_stand(piece: &str, row: usize, file: usize) -> bool {
    let palace = row >= 7 && (3..=5).contains(&file);
    match piece {
        "king" => palace,
        "advisor" => palace && (row + file).is_multiple_of(2) == (7_usize + 3).is_multiple_of(2),
        "elephant" => matches!((row, file), (5 | 9, 2 | 6) | (7, 0 | 4 | 8)),
        // Before the river a pawn keeps to its file and its first two rows.
        "pawn" => row < 5 || (row < 7 && file.is_multiple_of(2)),
        _ => true,
    }
}

fn reach(piece: &str, row: i32, file: i32) -> Vec<(usize, usize)> {
    let steps: Vec<(i32, i32)> = match piece {
        "rook" | "cannon" => {
            let along = (1..ROWS).flat_map(|far| [(far, 0), (-far, 0), (0, far), (0, -far)]);
            along.collect()
        }
        "horse" => vec![(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)],
        "advisor" => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
        "elephant" => vec![(2, 2), (2, -2), (-2, 2), (-2, -2)],
        "king" => vec![(1, 0), (-1, 0), (0, 1), (0, -1)],
        "pawn" if row < 5 => vec![(-1, 0), (0, 1), (0, -1)],
        "pawn" => vec![(-1, 0)],
        _ => Vec::new(),
    };
    let on_board = |(rows, files): (i32, i32)| {
        let (row, file) = (row + rows, file + files);
        let inside = (0..ROWS).contains(&row) && (0..FILES).contains(&file);
        inside.then_some((row as usize, file as usize))
    };
    let points = steps.into_iter().filter_map(on_board);
    points.filter(|&(row, file)| may_stand(piece, row, file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_document() {
        // Section 2.2.2: "a rook changes 27 parameters, a pawn only 8".
        assert_eq!(block("rook", 3, 2).len(), 27);
        assert_eq!(block("pawn", 3, 2).len(), 8);
        // On the centre file the mirror image is the same column.
        assert_eq!(block("rook", 3, 4).len(), 18);
        // From row 5, file 2: eight jumps and the point, twice; two meet their images.
        assert_eq!(block("horse", 5, 1).len(), 14);
    }

    #[test]
    fn blocks_are_symmetric_and_keep_to_where_pieces_stand() {
        for piece in ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"] {
            for row in 0..10 {
                for file in (0..9).filter(|&file| may_stand(piece, row, file)) {
                    let points = block(piece, row, file);
                    for &(row, file) in &points {
                        assert!(points.contains(&(row, 8 - file)), "{piece} {points:?}");
                        assert!(may_stand(piece, row, file), "{piece} on {row} {file}");
                    }
                }
            }
        }
        let standing =
            |piece| (0..90).filter(|point| may_stand(piece, point / 9, point % 9)).count();
        assert_eq!(["king", "advisor", "elephant", "pawn"].map(standing), [9, 5, 7, 55]);
    }
}
