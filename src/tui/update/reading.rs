//! How the frame of the detail is read: fields, JSON laid out, text of the wire.

use crate::tui::command::{Action, View};
use crate::tui::detail::Detail;
use crate::tui::detail::memory::Reading;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;

use super::reveal_detail;

/// Reads the frame in the next way that it allows.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    let Some(wanted) = model.detail.as_ref().map(Detail::next_reading) else {
        let open = model.hint(Action::Open);
        model.notice = Some(format!("no detail is open; {open} opens the one of this row"));
        return Vec::new();
    };
    let Some(detail) = &mut model.detail else { return Vec::new() };
    if wanted == detail.reading {
        model.notice = Some(why_no_text(model));
        return Vec::new();
    }
    model.memory.reading = wanted;
    model.focus = Focus::Tree;
    let width = model.areas().and_then(|areas| areas.detail?.tree).map_or(40, |tree| usize::from(tree.width));
    if let Some(detail) = &mut model.detail {
        detail.read_as(wanted, width.saturating_sub(2));
    }
    reveal_detail(model);
    model.notice = Some(
        match wanted {
            Reading::Fields => "fields",
            Reading::Pretty => "JSON, token by token as it stands on the wire",
            Reading::Raw => "text as it stands on the wire",
        }
        .to_owned(),
    );
    Vec::new()
}

/// Why what is open cannot be read as text, and where to look instead.
fn why_no_text(model: &Model) -> String {
    let frame = model.detail.as_ref().and_then(|detail| detail.frame).and_then(|frame| model.world.shown.frame(frame));
    match frame.map(|row| row.protection.reason()) {
        None => format!("this row has no frame to be read as text; {} lists frames", model.hint(Action::Show(View::Frames))),
        Some(Some(reason)) => format!("the payload stays sealed ({}): there is no text", reason.name()),
        Some(None) => "this frame carries no message that could be read as text".to_owned(),
    }
}
