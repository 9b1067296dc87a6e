//! What the rules about streams ask of a frame.

use crate::bridge::carriage::CarriageClass;
use crate::bridge::stream_control::StreamControl;
use crate::rules::context::MessageCtx;
use crate::rules::reading::{answered, is_a2a, own_track};
use crate::session::arrival::Kind;
use crate::session::link::{Request, Role};
use crate::store::finding::Place;

/// The control version that the drafts define.
const VERSION: u8 = 1;

/// The stream control of the frame, when it can be understood: of the known version, with a defined control.
pub(super) fn control<'a>(message: &MessageCtx<'a>) -> Option<&'a StreamControl> {
    message.payload.control().filter(|control| control.version == VERSION && control.control_name().is_some())
}

/// The stream control of a frame that belongs to its exchange as a stream frame of the sender's half.
pub(super) fn event<'a>(message: &MessageCtx<'a>) -> Option<&'a StreamControl> {
    let placed = message.kind.is_stream() && matches!(message.link.role, Role::Part | Role::Terminal);
    control(message).filter(|control| placed && control.control == StreamControl::DATA)
}

/// The same for a DATA frame.
pub(super) fn data<'a>(message: &MessageCtx<'a>) -> Option<&'a StreamControl> {
    event(message).filter(|_| message.kind == Kind::StreamData)
}

/// The request of a reply whose streams carry controls: of class STREAM, or an A2A method that is answered by a stream.
pub(super) fn streamed<'a>(message: &MessageCtx<'a>) -> Option<&'a Request> {
    answered(message).filter(|request| message.class == CarriageClass::Stream || (is_a2a(message) && request.streams))
}

/// Where the stream control lies.
pub(super) fn place(message: &MessageCtx<'_>) -> Option<Place> {
    message.payload.stream.as_ref().map(|part| Place::Payload(part.span))
}

/// The request of a frame that resumes a stream by a control.
pub(super) fn resume<'a>(message: &MessageCtx<'a>) -> Option<&'a StreamControl> {
    control(message).filter(|control| message.kind == Kind::Request && control.control == StreamControl::RESUME)
}

/// The position of an event that a resumed stream brings although the consumer had it, and the position the consumer named. A stream that
/// begins at 1 again was restarted.
pub(super) fn replayed(message: &MessageCtx<'_>) -> Option<(u64, u64)> {
    let (event, cursor) = (data(message)?.event_id, message.link.stream.cursor?);
    let first = own_track(message).last_event.is_none();
    (first && event > 1 && event <= cursor).then_some((event, cursor))
}

/// The greatest event that the producer has delivered; 0 when none.
pub(super) fn delivered(message: &MessageCtx<'_>) -> u64 {
    let stream = &message.link.stream;
    stream.producer.last_event.max(stream.delivered).unwrap_or(0)
}
