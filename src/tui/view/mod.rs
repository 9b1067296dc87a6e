//! Draws the model. Never fails, never changes it, and builds only what is visible.

pub mod bookmark;
pub mod compare;
pub mod copy;
pub mod detail;
pub mod diagram;
pub mod empty;
pub mod ends;
pub mod evidence;
pub mod explain;
pub mod export;
pub mod filter;
pub mod find;
pub mod findings;
pub mod goto;
pub mod group;
pub mod help;
pub mod hex;
pub mod list;
pub mod message;
pub mod notice;
pub mod palette;
pub mod pen;
pub mod status;
pub mod tabs;
pub mod text;
pub mod title;
pub mod tree;
pub mod typed;
pub mod value;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod screens;
#[cfg(test)]
pub(crate) mod tests;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::layout::Areas;
use super::model::Model;
use super::overlay::Overlay;
use super::theme::Role;
use pen::{Pen, line};

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let area = frame.area();
    let mut pen = Pen::new(frame.buffer_mut(), model);
    pen.fill(area, Role::Text);
    let Some(areas) = Areas::of(area.width, area.height, model.shape()) else {
        too_small(&mut pen, area, model);
        return;
    };
    let room = parts(&mut pen, &areas, model);
    let cursor = overlay(&mut pen, &areas, (area, room), model);
    notice::draw(&mut pen, areas.status, room, model);
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// Draws the views. Answers with the room beside the verdict.
fn parts<'a>(pen: &mut Pen<'a>, areas: &Areas, model: &'a Model) -> Rect {
    if let Some(title) = areas.title {
        title::draw(pen, title, model);
    }
    tabs::draw(pen, areas.tabs, model, areas.title.is_none());
    if let Some(area) = areas.filter {
        filter::draw(pen, area, model);
    }
    if let Some(area) = areas.list {
        list::draw(pen, area, model);
    }
    if let Some(area) = areas.foot {
        diagram::foot(pen, area, model);
    }
    if let Some(area) = areas.hint {
        findings::below_list(pen, area, model);
    }
    if let (Some(parts), Some(detail)) = (&areas.detail, &model.detail) {
        detail::draw(pen, parts, detail, model);
    }
    status::draw(pen, areas.status, model)
}

/// Draws what lies on top: over the screen, or in the room beside the verdict. Answers with the place of the text cursor, when it takes
/// text.
fn overlay(pen: &mut Pen<'_>, areas: &Areas, (area, room): (Rect, Rect), model: &Model) -> Option<Position> {
    match model.overlays.last()? {
        Overlay::Filter(typed) => filter::draw_line(pen, areas.filter?, typed),
        Overlay::Find(input) => Some(find::draw(pen, room, input, model)),
        Overlay::Value(by_value) => {
            value::draw(pen, area, by_value, model);
            None
        }
        Overlay::Goto(input) => Some(goto::draw(pen, area, input, model)),
        Overlay::Palette(palette) => Some(palette::draw(pen, area, palette, model)),
        Overlay::Comment(comment) => Some(bookmark::draw_comment(pen, area, comment)),
        Overlay::Marks(marks) => {
            bookmark::draw_marks(pen, area, marks, model);
            None
        }
        Overlay::Export(dialog) => export::draw(pen, area, dialog),
        Overlay::Copy(menu) => {
            copy::draw(pen, area, menu);
            None
        }
        Overlay::Compare(comparison) => {
            compare::draw(pen, area, comparison, model);
            None
        }
        Overlay::Help(scroll) => {
            help::draw(pen, area, *scroll, model);
            None
        }
        Overlay::Evidence(evidence) => {
            evidence::draw(pen, area, evidence);
            None
        }
        Overlay::Explain(explain) => {
            explain::draw(pen, area, explain, model);
            None
        }
    }
}

fn too_small(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    let verdict = model.world.verdict().name();
    let needs = format!("{}x{} needed", super::layout::LEAST_WIDTH, super::layout::LEAST_HEIGHT);
    let told = pen::wrap(&format!("{verdict}; terminal too small, {needs}"), area.width, usize::from(area.height));
    let top = usize::from(area.height).saturating_sub(told.len()) / 2;
    for (at, text) in told.iter().enumerate() {
        pen.put(line(area, top + at), text, Role::Text);
    }
}

/// Lines at both sides of a panel whose ground is that of the views.
fn walls(pen: &mut Pen<'_>, area: Rect) {
    let wall = pen.glyphs.wall;
    for at in 1..usize::from(area.height) {
        let on = line(area, at);
        pen.put(Rect { width: 1, ..on }, wall, Role::Border);
        pen.put(pen::from(on, area.width.saturating_sub(1)), wall, Role::Border);
    }
}

/// A filled panel in the middle, with a title line; answers with the area inside.
fn panel(pen: &mut Pen<'_>, screen: Rect, width: u16, height: u16, title: &str) -> Rect {
    let area = screen.centered(
        ratatui::layout::Constraint::Length(width.min(screen.width)),
        ratatui::layout::Constraint::Length(height.min(screen.height)),
    );
    pen.fill(area, Role::Bar);
    let head = line(area, 0);
    pen.fill(head, Role::Tab);
    pen.put(pen::from(head, 1), title, Role::Tab);
    if pen.style(Role::Bar) == pen.palette.base {
        walls(pen, area);
    }
    Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: area.height.saturating_sub(1) }
}
