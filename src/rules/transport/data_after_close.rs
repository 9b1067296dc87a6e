//! `transport/data-after-close`

use crate::native;
use crate::native::schema::Role;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a peer sends no application frame once it sent `CLOSE` or `CLOSE_ACK` on Control; in generation 3, that nothing follows
    /// `CLOSE_ACK`, and nothing but answers to what was in flight follows `CLOSE`.
    /// ## Why it matters
    /// The other peer has drained what it waited for and may have gone: the message is probably lost.
    /// ## What to do
    /// Flush what is queued before `CLOSE`, and refuse to send afterwards.
    pub static DATA_AFTER_CLOSE = {
        id: "transport/data-after-close", severity: Warning, severity3: Error, certainty: Heuristic,
        clause: Must CORE "4.6", scope: Association, fault: Sender,
        alternative: "the scope of CLOSE on other channels is not defined in generation 2, and some implementations close Control alone; on another \
                      stream of QUIC a frame may have been written before and sent late",
        check: Frame(check),
        fixtures: [
            "the client closes and then sends a frame on Memory" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).native(C2s, NativeSpec::memory_read("c"));
            };
            "in generation 3 nothing at all follows CLOSE_ACK" => 1, |s| {
                s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "in generation 3 a closer still answers what was in flight" => 0, |s| {
                s.generation(Generation::Three).ping(C2s).key_update(S2c, Channel::CONTROL).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.key_update_ack(C2s, Channel::CONTROL, 1).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
            };
            "on QUIC, in a packet behind the end that both peers sent on another stream" => 1, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).native(C2s, NativeSpec::memory_read("c"));
            };
            "on QUIC, before the other peer closed" => 0, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.native(C2s, NativeSpec::memory_read("c"));
            };
            "on QUIC, where a packet is missing in which it may have been sent first" => 0, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).lose_next(C2s).native(C2s, NativeSpec::memory_read("b"));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).native(C2s, NativeSpec::memory_read("c"));
            };
            "on QUIC, an answer whose stream came to its turn behind the end" => 0, |s| {
                s.generation(Generation::Three).quic(|_| {}).native(C2s, NativeSpec::memory_read("c"));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).native(S2c, NativeSpec::memory_record("c"));
            };
            "the server still answers what was in flight when the client closed" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
                s.native(S2c, NativeSpec::memory_record("c"));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PONG));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(first) = frame.after_close.filter(|_| frame.is_sound()) else { return on_another_stream(frame, sink) };
    let closing = frame.association.state.ledger.closing[frame.direction.index()];
    let most = match closing.ack {
        _ if frame.is_application() => Severity::Error,
        _ if !frame.association.is_gen3() => return,
        Some(_) => Severity::Error,
        None if is_tolerated(frame.header.frame_type) => return,
        None => Severity::Warning,
    };
    let close = closing.ack.map_or(first, |ack| ack.frame);
    let message = format!("the {} sends {} after it closed", frame.direction.sender(), frame.label());
    sink.report(header(5, 9), message).at_most(most).peer(close);
}

/// QUIC does not order streams: packets do, and only as far as what lies in them was not written before. An answer may have been: its
/// request was in flight, and its stream came later to its turn.
fn on_another_stream(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(close) = frame.closed_elsewhere.filter(|_| frame.is_sound() && frame.is_application() && !answers(frame)) else { return };
    let message = format!("the {} sends {} on another stream after both peers closed", frame.direction.sender(), frame.label());
    sink.report(header(5, 9), message).at_most(Severity::Warning).peer(close);
}

/// Whether a frame answers another one.
fn answers(frame: &FrameCtx<'_>) -> bool {
    let (channel, frame_type) = (frame.header.channel, frame.header.frame_type);
    if channel == Channel::BRIDGE {
        return Kind::of(frame_type).is_some_and(Kind::is_reply);
    }
    let role = native::schema(channel, frame_type).map(|(_, schema)| schema.role);
    matches!(role, Some(Role::Reply | Role::Accept | Role::Page(_) | Role::Part | Role::End | Role::Error | Role::Push))
}

/// Whether a closer may still send a frame of the type: the end itself, or the answer to what was in flight.
const fn is_tolerated(frame_type: FrameType) -> bool {
    matches!(
        frame_type,
        FrameType::CLOSE_ACK
            | FrameType::ERROR
            | FrameType::PONG
            | FrameType::KEY_UPDATE_ACK
            | FrameType::PATH_RESPONSE
            | FrameType::MASTER_RATCHET_ACK
    )
}
