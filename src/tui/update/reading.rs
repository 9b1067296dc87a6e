//! How the frame of the detail is read: fields, JSON laid out, text of the wire.

use crate::tui::detail::Detail;
use crate::tui::detail::memory::Reading;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;

use super::reveal_detail;

/// Reads the frame in the next way that it allows.
pub(super) fn next(model: &mut Model) -> Vec<Effect> {
    let Some(wanted) = model.detail.as_ref().map(Detail::next_reading) else {
        model.notice = Some("no detail is open; Enter opens the one of the selected row".to_owned());
        return Vec::new();
    };
    let Some(detail) = &mut model.detail else { return Vec::new() };
    if wanted == detail.reading {
        model.notice = Some("this frame carries no text that could be read".to_owned());
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
            Reading::Pretty => "JSON, laid out token by token as it stands on the wire",
            Reading::Raw => "text as it stands on the wire",
        }
        .to_owned(),
    );
    Vec::new()
}
