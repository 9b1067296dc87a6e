//! What several rules ask of a native body.

use crate::base::direction::Direction;
use crate::base::span::ByteSpan;
use crate::native::dissect::words;
use crate::native::fault::FieldFault;
use crate::native::schema::Role;
use crate::session::native::link::Place as Position;
use crate::spec::channel::Channel;
use crate::store::finding::Place;

use super::context::{Draft, NativeCtx, Sink, payload};

/// Whether the body is what its type says, in an encoding that a receiver accepts: else nothing in it is worth a word of its own.
pub(super) fn is_readable(native: &NativeCtx<'_>) -> bool {
    native.body.is_sound() && native.body.other_kind().is_none()
}

/// The whole body as a place.
pub(super) fn whole(native: &NativeCtx<'_>) -> Option<Place> {
    payload(ByteSpan::new(0, native.body.octets.len()))
}

/// The correlation as a place, else the whole body.
pub(super) fn corr_place(native: &NativeCtx<'_>) -> Option<Place> {
    let key = native.body.companion.envelope.corr_key();
    key.and_then(|key| native.body.value(key)).map_or_else(|| whole(native), |corr| payload(corr.span))
}

/// Reports a fault of a field.
pub(super) fn report<'s>(native: &NativeCtx<'_>, sink: &'s mut Sink<'_>, fault: &FieldFault) -> Draft<'s> {
    let text = format!("{}: {}", native.name(), words(fault));
    let draft = sink.report(payload(fault.span), text).evidence("key", fault.key).evidence("field", fault.name);
    if fault.record.is_empty() { draft } else { draft.evidence("record", fault.record) }
}

/// Whether everything that the other side sent on the channel since the capture began was captured and read: else a reply that ends
/// a correlation's first use, or the request of its next one, may be missing.
pub(super) fn hears_other_side(native: &NativeCtx<'_>) -> bool {
    hears(native, native.frame.direction.flip())
}

/// The same of both sides.
pub(super) fn hears_both_sides(native: &NativeCtx<'_>) -> bool {
    Direction::BOTH.into_iter().all(|direction| hears(native, direction))
}

fn hears(native: &NativeCtx<'_>, direction: Direction) -> bool {
    let state = native.association().state;
    state.evidence.is_captured(direction) && !state.native.missed(direction, native.frame.header.channel)
}

/// Whether the frame is a push under a subscription.
pub(super) fn is_push(native: &NativeCtx<'_>) -> bool {
    native.body.role() == Role::Push
}

/// Whether the reply type of the request is not settled.
pub(super) fn is_unsettled(native: &NativeCtx<'_>) -> bool {
    let asked = native.link.asked.map(|asked| asked.frame_type.0);
    native.frame.header.channel == Channel::MEMORY && matches!(asked, Some(0x0035 | 0x0036))
}

/// The stray reply: the one-way frame that used its correlation, and whether the request cannot have been missed.
pub(super) const fn stray(native: &NativeCtx<'_>) -> Option<(Option<crate::base::id::FrameId>, bool)> {
    match native.link.place {
        Position::Stray { one_way, whole } => Some((one_way, whole)),
        _ => None,
    }
}
