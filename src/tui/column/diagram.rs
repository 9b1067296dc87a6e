//! What copying a line of the diagram gives. The diagram itself is drawn, not tabled.

use crate::base::id::FrameId;
use crate::tui::diagram::{Arrow, Moment, duration};
use crate::tui::model::Model;

/// The columns of the line of a frame.
pub(super) fn texts(model: &Model, row: usize) -> Vec<String> {
    let frame = FrameId::from_index(row);
    let Some(arrow) = crate::tui::diagram::arrow(model, frame) else { return Vec::new() };
    vec![
        frame.number().to_string(),
        match arrow.moment {
            Moment::At(at) => at.clock(),
            Moment::After(nanos) => format!("+{}", duration(nanos)),
        },
        model.glyphs().direction[arrow.direction.index()].to_owned(),
        arrow.text(),
        arrow.end.as_ref().map_or_else(String::new, |(text, _)| text.clone()),
        codes(&arrow),
    ]
}

/// The codes of an error, of whichever kind.
pub(super) fn codes(arrow: &Arrow) -> String {
    let foreign = arrow.foreign.clone();
    foreign.or_else(|| arrow.transport.map(|code| format!("{} {code}", code.0))).unwrap_or_default()
}
