//! Which columns a view has: those that the configuration names, else the usual ones of the width.

use std::borrow::Cow;

use crate::tui::command::View;
use crate::tui::model::Model;

use super::{Column, What, columns};

/// Widths at which the usual columns change, widest first.
const WIDTHS: [u16; 4] = [u16::MAX, 120, 80, 40];
/// Least width of a column that shares what is left.
const LEAST: u16 = 8;

/// The columns of the view in front at a width.
pub fn chosen(model: &Model, width: u16) -> Cow<'static, [Column]> {
    let named = model.setup.columns.iter().find(|(view, _)| *view == model.view);
    let usual = named.map_or_else(|| Cow::Borrowed(columns(model.view, width)), |(view, whats)| Cow::Owned(fitting(*view, whats, width)));
    roomy(usual, model)
}

/// The same columns, those of numbers wide enough for the largest: half a number is another number.
fn roomy(columns: Cow<'static, [Column]>, model: &Model) -> Cow<'static, [Column]> {
    let needed = |column: &Column| match column.what {
        What::Association => digits(model.world.associations().len()),
        What::Number => digits(model.world.bounds(model.view).1),
        _ => 0,
    };
    if columns.iter().all(|column| needed(column) <= column.width) {
        return columns;
    }
    Cow::Owned(columns.iter().map(|column| Column { width: needed(column).max(column.width), ..*column }).collect())
}

/// Columns that the digits of a number take.
fn digits(number: usize) -> u16 {
    u16::try_from(number.checked_ilog10().unwrap_or(0)).unwrap_or(0) + 1
}

/// Every column that a view can have, as wide as where it has most room.
pub fn all(view: View) -> Vec<Column> {
    let mut found: Vec<Column> = Vec::new();
    for column in WIDTHS.into_iter().flat_map(|width| columns(view, width)) {
        if !found.iter().any(|known| known.what.name() == column.what.name()) {
            found.push(*column);
        }
    }
    found
}

/// What a view shows where there is room for everything.
pub fn usual(view: View) -> Vec<What> {
    columns(view, u16::MAX).iter().map(|column| column.what).collect()
}

/// The columns named, without those at the right for which there is no room.
fn fitting(view: View, whats: &[What], width: u16) -> Vec<Column> {
    let known = all(view);
    let named = whats.iter().filter_map(|what| known.iter().find(|column| column.what == *what)).copied();
    let mut used = 2;
    named
        .enumerate()
        .take_while(|(at, column)| {
            used += 1 + if column.share > 0 { LEAST } else { column.width };
            *at == 0 || used <= width
        })
        .map(|(_, column)| column)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::fixture::{model, sample};

    #[test]
    fn names_of_columns_are_unique_in_a_view() {
        for view in View::ALL {
            let names: Vec<&str> = all(view).iter().map(|column| column.what.name()).collect();
            assert!(names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)), "{names:?}");
        }
    }

    #[test]
    fn named_columns_come_in_their_order_as_far_as_there_is_room() {
        let mut model = model(sample(), 120, 40);
        model.setup.columns = vec![(View::Exchanges, vec![What::Latency, What::Name, What::Time])];
        let whats = |width| chosen(&model, width).iter().map(|column| column.what).collect::<Vec<_>>();
        assert_eq!((whats(120), whats(22)), (vec![What::Latency, What::Name, What::Time], vec![What::Latency, What::Name]));
        assert_eq!(whats(5), [What::Latency]);
    }
}
