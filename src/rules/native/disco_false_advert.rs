//! `native/disco-false-advert`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, refused_with};
use crate::scenario::native::protocol_record;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// That a peer that advertised a carried protocol on Discovery does not refuse a request of it as unsupported.
    /// ## Why it matters
    /// Requesters plan by what is advertised.
    /// ## What to do
    /// Withdraw the record, or carry the protocol.
    pub static DISCO_FALSE_ADVERT = {
        id: "native/disco-false-advert", severity: Error, certainty: Heuristic,
        clause: Must DISCOVERY "5.1", scope: Association, fault: Responder,
        alternative: "the record may have been withdrawn in a frame that was not captured, or the protocol may have failed since",
        check: Message(check, Error),
        fixtures: [
            "an advertised protocol is refused" => 1, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 2)));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
            "a record that was withdrawn" => 0, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 2)));
                s.native(S2c, NativeSpec::new(Channel::DISCOVERY, 0x0103).list(3, []).list(2, []));
                s.native(C2s, NativeSpec::new(Channel::DISCOVERY, 0x0104).corr("q")).native(S2c, NativeSpec::new(Channel::DISCOVERY, 0x0101).corr("q").list(2, []).flag(3, true));
                s.native(S2c, NativeSpec::new(Channel::DISCOVERY, 0x0105).corr("q").list(3, [Cbor::Bytes(b"r1".to_vec())]));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
            "another protocol" => 0, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 1)));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.frame.is_replay() || refused_with(message) != Some(TransportCode::PROTOCOL_UNSUPPORTED.0) {
        return;
    }
    let Some(request) = answered(message) else { return };
    let records = &message.association().state.native.records;
    if let Some(record) = records.protocol(message.frame.direction, request.protocol) {
        let text = format!("the peer advertised protocol 0x{:02X}, and refuses a request of it as unsupported", request.protocol.0);
        sink.report(payload(Envelope::PROTOCOL), text).peer(record).evidence("protocol_id", request.protocol.0);
    }
}
