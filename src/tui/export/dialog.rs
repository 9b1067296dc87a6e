//! The dialog that asks what to export, in which form, and where to.

use std::collections::BTreeSet;

use tui_input::Input;

use crate::base::text::{count_of, grouped};
use crate::report::conformance::{LINES, Line};
use crate::store::row::FrameRow;
use crate::tui::command::View;
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::world::lanes;

use super::{Format, Order, Rows};

/// What of the dialog is being changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Which rows.
    Rows,
    /// In which form.
    Format,
    /// The name of the file.
    Name,
}

impl Part {
    /// The parts from top to bottom.
    pub const ALL: [Self; 3] = [Self::Rows, Self::Format, Self::Name];

    /// The part that many further on, around the ends.
    #[must_use]
    pub fn step(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|part| *part == self).unwrap_or(0);
        let next = (at.cast_signed() + by).rem_euclid(3).unsigned_abs();
        Self::ALL.get(next).copied().unwrap_or(self)
    }
}

/// What the dialog holds.
#[derive(Clone, Debug)]
pub struct ExportDialog {
    /// The part being changed.
    pub part: Part,
    /// The name of the file.
    pub name: Input,
    /// The view whose rows are meant.
    pub view: View,
    /// A file that exists already and is replaced when confirmed.
    pub confirm: Option<String>,
    /// Each choice of rows with its words.
    choices: Vec<(Rows, String)>,
    rows: usize,
    format: usize,
    /// Whether the user changed the name, so that it no longer follows the format.
    named: bool,
}

impl ExportDialog {
    /// The dialog for the view in front.
    pub fn of(model: &Model) -> Self {
        let choices = choices(model);
        let marked = usize::from(!model.list().marks.is_empty());
        let mut dialog = Self {
            part: Part::Name,
            name: Input::default(),
            view: written(model.view),
            confirm: None,
            choices,
            rows: marked,
            format: 0,
            named: false,
        };
        dialog.suggest();
        dialog
    }

    /// The rows chosen, in words.
    pub fn rows_words(&self) -> &str {
        self.choices.get(self.rows).map_or("", |(_, words)| words)
    }

    /// The form chosen.
    pub fn format(&self) -> Format {
        Format::ALL.get(self.format).copied().unwrap_or(Format::JsonLines)
    }

    /// Takes the next or the previous choice of the part being changed.
    pub fn turn(&mut self, by: isize) {
        let turned = |at: usize, of: usize| (at.cast_signed() + by).rem_euclid(of.max(1).cast_signed()).unsigned_abs();
        match self.part {
            Part::Rows => self.rows = turned(self.rows, self.choices.len()),
            Part::Format => self.format = turned(self.format, Format::ALL.len()),
            Part::Name => return,
        }
        self.confirm = None;
        self.suggest();
    }

    /// The user changed the name.
    pub fn renamed(&mut self) {
        self.named = true;
        self.confirm = None;
    }

    /// What is to be done; `None` without a name.
    pub fn order(&self) -> Option<Order> {
        let path = self.name.value().trim();
        let (rows, _) = self.choices.get(self.rows)?;
        let overwrites = self.confirm.as_deref() == Some(path);
        let order = Order { view: self.view, rows: rows.clone(), format: self.format(), path: path.to_owned(), overwrites };
        Some(order).filter(|order| !order.path.is_empty())
    }

    /// The dialog for an order that found a file of its name.
    pub fn confirming(model: &Model, order: &Order) -> Self {
        let mut dialog = Self::of(model);
        dialog.view = order.view;
        dialog.choices = vec![(order.rows.clone(), "the rows chosen before".to_owned())];
        dialog.rows = 0;
        dialog.format = Format::ALL.iter().position(|format| *format == order.format).unwrap_or(0);
        dialog.name = Input::new(order.path.clone());
        dialog.named = true;
        dialog.confirm = Some(order.path.clone());
        dialog
    }

    fn suggest(&mut self) {
        if !self.named {
            let what = match self.format() {
                Format::JsonLines => self.view.noun(),
                Format::Pcapng => "packets",
                Format::FindingsText | Format::FindingsJson => "findings",
            };
            self.name = Input::new(format!("npscope-{what}.{}", self.format().ending()));
        }
    }
}

/// The view whose rows are written: of channels, their frames.
const fn written(view: View) -> View {
    match view {
        View::Channels => View::Frames,
        view => view,
    }
}

fn choices(model: &Model) -> Vec<(Rows, String)> {
    let (list, all) = (model.list(), &model.lists[written(model.view) as usize]);
    let (noun, total) = (written(model.view).noun(), all.rows.total() - headings(model.view));
    let total = total as u64;
    let filtered = match all.rows.matching().filter(|_| model.filter.is_set()) {
        None => format!("all: {} {noun}", grouped(total)),
        Some(count) if all.rows.is_settled() => format!("filtered: {} of {} {noun}", grouped(count as u64), grouped(total)),
        Some(_) => format!("filtered: some of {} {noun}", grouped(total)),
    };
    let mut choices = vec![(Rows::Filtered, filtered)];
    if !list.marks.is_empty() {
        let words = format!("marked: {}", count_of(list.marks.len() as u64, "row", "rows"));
        choices.push((Rows::Marked(list.marks.iter().flat_map(|row| behind(model, *row)).collect()), words));
    }
    choices.extend(list.selected().map(|row| selected(model, row)));
    choices
}

/// Rows of a view that hold no thing of their own.
fn headings(view: View) -> usize {
    if view == View::Conformance { LINES.iter().filter(|line| !matches!(line, Line::Clause(_))).count() } else { 0 }
}

/// The selected row; of a group its members, of a channel its frames.
fn selected(model: &Model, row: usize) -> (Rows, String) {
    let several = |what: &str, one: &str, more: &str| {
        let rows = behind(model, row);
        let words = format!("selected: {what}, {}", count_of(rows.len() as u64, one, more));
        (Rows::Marked(rows), words)
    };
    match model.view {
        View::Channels => several("a channel", "frame", "frames"),
        View::Findings if group_named(row).is_some() => several("a group", "finding", "findings"),
        View::Conformance => (Rows::Selected(row), "selected: a clause, what is against it".to_owned()),
        _ => (Rows::Selected(row), format!("selected: {}", ordinal(model, row))),
    }
}

/// The rows to write that stand behind a row of the view in front.
fn behind(model: &Model, row: usize) -> BTreeSet<usize> {
    let shown = &model.world.shown;
    match (model.view, group_named(row)) {
        (View::Channels, _) => {
            let (association, channel) = lanes::named_by(row);
            let is_in = |frame: &FrameRow| frame.channel == channel && shown.association_of(frame) == association;
            shown.frames.iter().filter(|(_, frame)| is_in(frame)).map(|(at, _)| at).collect()
        }
        (View::Findings, Some((grouping, member))) => {
            let key = shown.finding(member).map(|finding| grouping.group_of(finding).0);
            let all = shown.findings.iter().filter(|(_, finding)| Some(grouping.group_of(finding).0) == key).map(|(at, _)| at);
            let matches = &model.list().rows;
            all.filter(|row| !model.filter.is_set() || matches.show_all || matches.is_match(*row)).collect()
        }
        _ => BTreeSet::from([row]),
    }
}

fn ordinal(model: &Model, row: usize) -> String {
    let number = match model.view {
        View::Associations => model.world.number(crate::base::id::AssociationId::from_index(row)),
        _ => row as u64 + 1,
    };
    format!("row numbered {}", grouped(number))
}
