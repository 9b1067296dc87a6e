//! `path/on-tcp`

use crate::carrier::facts::Kind;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether `PATH_CHALLENGE` or `PATH_RESPONSE` is sent over TCP. There is one path, which the transport itself
    /// validates.
    /// ## Why it matters
    /// The frame does nothing; the reference implementation ends the association over it.
    /// ## What to do
    /// Validate paths over QUIC only.
    pub static ON_TCP = {
        id: "path/on-tcp", severity: Note, certainty: Certain,
        clause: May CORE "11.9 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a challenge and its response" => 2, |s| { challenged(s.generation(Generation::Three)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PATH_RESPONSE).payload(&[7; 8])); };
            "over QUIC it is what the frames are for" => 0, |s| { challenged(s.generation(Generation::Three).quic(|_| {})); };
            "generation 2 says nothing of it" => 0, |s| { challenged(s).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PATH_RESPONSE).payload(&[7; 8])); };
        ],
    }
}

fn challenged(s: &mut Scenario) -> &mut Scenario {
    s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).payload(&[7; 8]))
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let path = matches!(frame.header.frame_type, FrameType::PATH_CHALLENGE | FrameType::PATH_RESPONSE);
    let quic = frame.association.carrier.is_some_and(|facts| facts.kind == Kind::Quic);
    if path && !quic && frame.is_sound() && frame.association.is_gen3() {
        sink.report(header(5, 7), format!("{} is sent over TCP, which has one path", frame.label())).evidence("seq", frame.header.seq);
    }
}
