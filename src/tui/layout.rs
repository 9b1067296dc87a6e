//! Where everything stands at a size. Drawing and the mouse read the same answer.

use ratatui::layout::{Constraint, Layout, Position, Rect};

/// Narrower than this is too small.
pub const LEAST_WIDTH: u16 = 40;
/// Lower than this is too small.
pub const LEAST_HEIGHT: u16 = 10;
/// From this width on, tree and octets stand side by side.
const SIDE_BY_SIDE: u16 = 100;
/// From this height on, list and detail stand one above the other.
const STACKED: u16 = 30;
/// From this height on, there is a title line.
const TITLED: u16 = 16;
/// From this height on, tree and octets of a narrow detail stand one above the other.
const BOTH_PANES: u16 = 12;

/// Which pane has the focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Focus {
    /// The list.
    #[default]
    List,
    /// The field tree.
    Tree,
    /// The octets.
    Hex,
}

/// What the layout depends on beside the size.
#[expect(clippy::struct_excessive_bools, reason = "each is a part that is there or is not")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Whether a detail is open.
    pub detail: bool,
    /// Whether it has octets.
    pub octets: bool,
    /// Whether it has a finding to tell of.
    pub finding: bool,
    /// Whether a line tells the filter.
    pub filter: bool,
    /// Lines below the list, where there is room for a title line.
    pub below: u16,
    /// The pane with the focus.
    pub focus: Focus,
}

/// The parts of the screen. A part that does not fit is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Areas {
    /// Name, capture, counts.
    pub title: Option<Rect>,
    /// The views.
    pub tabs: Rect,
    /// The filter in force.
    pub filter: Option<Rect>,
    /// Column titles and rows.
    pub list: Option<Rect>,
    /// The worst finding of the selected row, where no detail shows it.
    pub hint: Option<Rect>,
    /// What still waits, below a diagram.
    pub foot: Option<Rect>,
    /// The detail.
    pub detail: Option<DetailAreas>,
    /// Keys, progress, verdict.
    pub status: Rect,
}

/// The parts of the detail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DetailAreas {
    /// What it is about.
    pub title: Rect,
    /// The field tree.
    pub tree: Option<Rect>,
    /// The octets.
    pub hex: Option<Rect>,
    /// The selected field in one line.
    pub field: Option<Rect>,
    /// The finding in hand.
    pub findings: Option<Rect>,
}

impl Areas {
    /// The parts at a size; `None` when it is too small for anything.
    pub fn of(width: u16, height: u16, shape: Shape) -> Option<Self> {
        if width < LEAST_WIDTH || height < LEAST_HEIGHT {
            return None;
        }
        let title = u16::from(height >= TITLED);
        let [title_line, tabs, filter, body, status] = Rect::new(0, 0, width, height).layout(&Layout::vertical([
            Constraint::Length(title),
            Constraint::Length(1),
            Constraint::Length(u16::from(shape.filter)),
            Constraint::Fill(1),
            Constraint::Length(1),
        ]));
        let mut areas =
            Self { title: present(title_line), tabs, filter: present(filter), list: None, hint: None, foot: None, detail: None, status };
        areas.divide(body, height >= STACKED, shape);
        Some(areas)
    }

    /// Rows of the list that are visible.
    pub fn list_rows(&self) -> usize {
        self.list.map_or(0, |area| usize::from(area.height.saturating_sub(1)))
    }

    /// The pane under a position.
    pub fn pane_at(&self, at: Position) -> Option<Focus> {
        let within = |area: Option<Rect>| area.is_some_and(|area| area.contains(at));
        if within(self.list) {
            return Some(Focus::List);
        }
        let detail = self.detail?;
        if within(detail.tree) {
            Some(Focus::Tree)
        } else if within(detail.hex) {
            Some(Focus::Hex)
        } else {
            None
        }
    }

    fn divide(&mut self, body: Rect, stacked: bool, shape: Shape) {
        match (shape.detail, stacked) {
            (false, _) => {
                let [hint, foot] = if self.title.is_some() { [shape.below.min(1), shape.below.saturating_sub(1).min(1)] } else { [0, 0] };
                let lines = [Constraint::Fill(1), Constraint::Length(foot), Constraint::Length(hint)];
                let [list, foot, hint] = body.layout(&Layout::vertical(lines));
                (self.list, self.foot, self.hint) = (Some(list), present(foot), present(hint));
            }
            (true, true) => {
                let [list, detail] = body.layout(&Layout::vertical([Constraint::Percentage(38), Constraint::Fill(1)]));
                (self.list, self.detail) = (Some(list), Some(DetailAreas::of(detail, shape)));
            }
            (true, false) => self.detail = Some(DetailAreas::of(body, shape)),
        }
    }
}

impl DetailAreas {
    fn of(area: Rect, shape: Shape) -> Self {
        let findings = match area.height {
            0..=8 => u16::from(shape.finding),
            _ if !shape.finding => 1,
            9..=15 => 3,
            16..=19 => 5,
            20..=23 => 6,
            _ => 8,
        };
        let [title, panes, field, findings] = area.layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(u16::from(area.height >= 10)),
            Constraint::Length(findings),
        ]));
        let mut areas = Self { title, tree: None, hex: None, field: present(field), findings: present(findings) };
        areas.divide(panes, shape);
        areas
    }

    fn divide(&mut self, panes: Rect, shape: Shape) {
        if !shape.octets {
            self.tree = Some(panes);
        } else if panes.width >= SIDE_BY_SIDE {
            let wanted = if panes.width >= 118 { hex_width(16) } else { hex_width(8) };
            let [tree, _, hex] =
                panes.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Length(1), Constraint::Length(wanted)]));
            (self.tree, self.hex) = (Some(tree), Some(hex));
        } else if panes.height >= BOTH_PANES {
            let [tree, hex] = panes.layout(&Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]));
            (self.tree, self.hex) = (Some(tree), Some(hex));
        } else if shape.focus == Focus::Hex {
            self.hex = Some(panes);
        } else {
            self.tree = Some(panes);
        }
    }
}

/// Octets in a line of a dump that is `width` columns wide.
pub const fn octets_per_line(width: u16) -> usize {
    if width >= hex_width(16) { 16 } else { 8 }
}

/// Columns of a dump: offset, octets in groups of eight, text.
const fn hex_width(octets: u16) -> u16 {
    6 + 2 + octets * 3 + octets / 8 + octets
}

fn present(area: Rect) -> Option<Rect> {
    Some(area).filter(|area| area.height > 0 && area.width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_terminals_show_list_tree_and_octets_at_once() {
        let shape = Shape { detail: true, octets: true, ..Shape::default() };
        let areas = Areas::of(120, 40, shape).unwrap();
        let detail = areas.detail.unwrap();
        assert!(areas.list.is_some() && detail.tree.is_some() && detail.hex.is_some());
        assert_eq!(octets_per_line(detail.hex.unwrap().width), 16);
    }

    #[test]
    fn small_terminals_show_list_or_detail() {
        let shape = Shape { detail: true, octets: true, focus: Focus::Tree, ..Shape::default() };
        let areas = Areas::of(40, 10, shape).unwrap();
        assert!(areas.list.is_none());
        assert_eq!((areas.detail.unwrap().tree.is_some(), areas.detail.unwrap().hex), (true, None));
        assert!(Areas::of(39, 10, shape).is_none() && Areas::of(40, 9, shape).is_none());
    }

    #[test]
    fn no_part_leaves_the_screen_or_covers_another() {
        for (width, height) in [(40, 10), (80, 24), (100, 30), (120, 40), (300, 100), (99, 31), (200, 12)] {
            for bits in 0..16_u8 {
                let shape = Shape {
                    detail: bits & 1 != 0,
                    octets: bits & 2 != 0,
                    filter: bits & 4 != 0,
                    finding: bits & 8 != 0,
                    below: u16::from(bits % 3),
                    focus: Focus::Hex,
                };
                let parts = parts(Areas::of(width, height, shape).unwrap());
                let screen = Rect::new(0, 0, width, height);
                for (at, part) in parts.iter().enumerate() {
                    assert_eq!(part.intersection(screen), *part);
                    assert!(parts.iter().skip(at + 1).all(|other| other.intersection(*part).is_empty()), "{width}x{height} {shape:?}");
                }
            }
        }
    }

    fn parts(areas: Areas) -> Vec<Rect> {
        let mut parts = vec![areas.tabs, areas.status];
        parts.extend([areas.title, areas.filter, areas.list, areas.hint, areas.foot].into_iter().flatten());
        if let Some(detail) = areas.detail {
            parts.push(detail.title);
            parts.extend([detail.tree, detail.hex, detail.field, detail.findings].into_iter().flatten());
        }
        parts
    }
}
