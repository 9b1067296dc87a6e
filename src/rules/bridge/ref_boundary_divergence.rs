//! `bridge/ref-boundary-divergence`

use crate::rules::carried::is_swallowed;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// Whether the reference decoder would let the foreign message begin elsewhere, because of a TLV that it does not know. A stream
    /// control, where that is always so, is left out, as are unknown and repeated TLVs, which have rules of their own.
    /// ## Why it matters
    /// The reference takes TLVs that do not follow the envelope directly for part of the message.
    /// ## What to do
    /// Nothing, unless the receiver is the reference implementation.
    pub static REF_BOUNDARY_DIVERGENCE = {
        id: "bridge/ref-boundary-divergence", severity: Note, certainty: Certain,
        clause: May REFERENCE "bridge decoder (A-04)", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "a media type before the message" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                let message = BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(4).tlv(0x0012, b"text/csv");
                s.generation(Generation::Three).bridge(C2s, message);
            };
            "a stream" => 0, |s| {
                s.a2a_stream("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let found = message.payload;
    let expected = is_swallowed(message) || found.stream.is_some() || !found.unknown.is_empty() || !found.duplicates.is_empty();
    if message.envelope.is_some() && found.reference_diverges() && !expected && !message.frame.is_replay() {
        let text = format!(
            "the reference decoder lets the foreign message begin at octet {}, not {}",
            found.reference_foreign_at, found.foreign_at
        );
        let draft = sink.report(payload(found.foreign_span()), text).evidence("foreign_at", found.foreign_at);
        draft.evidence("reference_foreign_at", found.reference_foreign_at);
    }
}
