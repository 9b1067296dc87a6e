//! Rows in an order that was worked out beforehand.

/// Rows in order.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    rows: Vec<usize>,
    is_ascending: bool,
}

impl Fixed {
    /// These rows in this order.
    pub fn new(rows: Vec<usize>) -> Self {
        let is_ascending = rows.is_sorted();
        Self { rows, is_ascending }
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<usize> {
        self.rows.get(position).copied()
    }

    /// The position of a row; of one that is not there, that of the next one, or of the first when rows have no order.
    pub fn position(&self, row: usize) -> usize {
        if self.is_ascending {
            self.rows.partition_point(|known| *known < row)
        } else {
            self.rows.iter().position(|known| *known == row).unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_keep_their_order_and_are_found() {
        let (ascending, mixed) = (Fixed::new(vec![2, 5, 9]), Fixed::new(vec![7, 1, 4]));
        assert_eq!((ascending.position(5), ascending.position(6), ascending.position(10)), (1, 2, 3));
        assert_eq!((mixed.position(4), mixed.position(5), mixed.at(0), mixed.count()), (2, 0, Some(7), 3));
    }
}
