//! What is written on the arrows of the diagram.

use crate::base::id::ExchangeId;
use crate::base::text::escape;
use crate::spec::channel::Channel;
use crate::store::row::{Declared, ExchangeRow, ExchangeState, FrameRow};
use crate::tui::column;
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// The frame's type; with its channel where the type alone would not tell it.
pub(super) fn of_frame(row: &FrameRow) -> String {
    let name = row.type_label();
    if row.frame_type.is_bridge(row.channel) || (row.channel == Channel::CONTROL && row.frame_type.name(row.channel).is_some()) {
        name
    } else {
        format!("{} {name}", column::channels::name_of(row.channel))
    }
}

/// The effects that the request's label declares and its method needs, the method, the id.
pub(super) fn of_request(model: &Model, id: ExchangeId, row: &ExchangeRow) -> Vec<(String, Role)> {
    let mut pieces = Vec::with_capacity(3);
    if row.state != ExchangeState::Notification || row.effect_declared != Declared::Nothing {
        let effects = column::effects_with(row, model.glyphs().direction[0]);
        if !effects.text.is_empty() {
            pieces.push((effects.text.into_owned(), effects.role));
        }
    }
    let snapshot = &model.world.shown;
    let native = snapshot.frame(row.first).map(|frame| frame.channel).filter(|channel| *channel != Channel::BRIDGE);
    let name = escape(snapshot.text(row.method));
    pieces.push(match native {
        Some(channel) => (format!("{} {name}", channel.label()), Role::Text),
        None if name.is_empty() => ("(no method)".to_owned(), Role::Dim),
        None => (name, Role::Text),
    });
    let token = model.ids.of(id);
    if !token.is_empty() {
        pieces.push((token.to_owned(), Role::Dim));
    }
    pieces
}

/// How it ended.
pub(super) fn of_reply(frame: &FrameRow, row: &ExchangeRow) -> Vec<(String, Role)> {
    let native = !frame.frame_type.is_bridge(frame.channel);
    let (words, role) = match row.state {
        ExchangeState::Error => ("error", Role::Warning),
        ExchangeState::TransportError => ("transport error", Role::Warning),
        ExchangeState::Streamed => ("end of stream", Role::Good),
        ExchangeState::Cancelled => ("cancelled", Role::Dim),
        ExchangeState::ReplyOnly => ("reply; its request was not seen", Role::Dim),
        _ if native => return vec![(of_frame(frame), Role::Good)],
        _ => ("result", Role::Good),
    };
    vec![(words.to_owned(), role)]
}
