//! Just enough linear algebra for rating lists: small dense symmetric matrices.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// A matrix with the given cells.
    pub(super) fn from_fn(size: usize, mut cell: impl FnMut(usize, usize) -> f64) -> Matrix {
        let cells = (0..size * size).map(|at| cell(at / size, at % size)).collect();
        Matrix { size, cells }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    pub(super) fn times(&self, other: &Matrix) -> Matrix {
        Matrix::from_fn(self.size, |row, column| {
            (0..self.size).map(|k| self.get(row, k) * other.get(k, column)).sum()
        })
    }

    pub(super) fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row| (0..self.size).map(|k| self.get(row, k) * vector[k]).sum();
        (0..self.size).map(row).collect()
    }

    /// The inverse by Gauss–Jordan elimination. Positive definite matrices need
    /// no row exchanges; `None` if this one is not positive definite.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let mut left = self.clone();
        let mut right = Matrix::from_fn(self.size, |row, column| f64::from(row == column));
        for pivot in 0..self.size {
            let scale = left.get(pivot, pivot);
            // Written so that NaN is refused too.
            if !(scale > 0.0 && scale.is_finite()) {
                return None;
            }
            for matrix in [&mut left, &mut right] {
                matrix.row_mut(pivot).iter_mut().for_each(|cell| *cell /= scale);
            }
            for row in (0..self.size).filter(|&row| row != pivot) {
                let factor = left.get(row, pivot);
                left.subtract_row(row, pivot, factor);
                right.subtract_row(row, pivot, factor);
            }
        }
        Some(right)
    }

    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.size..(row + 1) * self.size]
    }

    fn subtract_row(&mut self, row: usize, pivot: usize, factor: f64) {
        for column in 0..self.size {
            let value = factor * self.get(pivot, column);
            self.cells[row * self.size + column] -= value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        // The Hilbert matrix plus one: positive definite and not diagonal.
        let matrix = Matrix::from_fn(6, |r, c| 1.0 / (r + c + 1) as f64 + f64::from(r == c));
        let product = matrix.times(&matrix.inverse().expect("it is positive definite"));
        for row in 0..6 {
            for column in 0..6 {
                let expected = f64::from(row == column);
                assert!((product.get(row, column) - expected).abs() < 1e-12, "{product:?}");
            }
        }
        assert_eq!(matrix.times_vector(&[0.0; 6]), [0.0; 6]);
    }

    #[test]
    fn singular_matrices_have_no_inverse() {
        assert_eq!(Matrix::from_fn(2, |_, _| 0.0).inverse(), None);
        assert_eq!(Matrix::from_fn(2, |_, _| 1.0).inverse(), None);
        assert_eq!(Matrix::from_fn(1, |_, _| f64::NAN).inverse(), None);
    }
}
