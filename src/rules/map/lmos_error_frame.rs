//! `map/lmos-error-frame`

use crate::bridge::dialect::agui::text_member;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_of;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a message of type error is carried as an error of the Bridge.
    /// ## Why it matters
    /// A client takes it for a result.
    /// ## What to do
    /// Carry it in `BRIDGE_ERROR`, as it is.
    pub static LMOS_ERROR_FRAME = {
        id: "map/lmos-error-frame", severity: Error, certainty: Certain,
        clause: Must MAP_LMOS "5.3", scope: Frame, fault: Responder,
        check: Dialect(check, Reply),
        fixtures: [
            "an error in a response" => 1, |s| {
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "readProperty", "r", r#"{"messageType":"readProperty"}"#));
                s.bridge(S2c, BridgeSpec::response(Protocol(0x11), "r", r#"{"messageType":"error","title":"x"}"#));
            };
            "an error in an error" => 0, |s| {
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "readProperty", "r", r#"{"messageType":"readProperty"}"#));
                s.bridge(S2c, BridgeSpec::error(Protocol(0x11), "r", r#"{"messageType":"error","title":"x"}"#));
            };
            "a property named error" => 0, |s| {
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "readProperty", "r", r#"{"messageType":"readProperty"}"#));
                s.bridge(S2c, BridgeSpec::response(Protocol(0x11), "r", r#"{"messageType":"propertyReading","error":"none"}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = is_of(message, Dialect::Lmos) && message.kind != Kind::Error && !message.frame.is_replay();
    let typed = text_member(message.foreign(), b"messageType").filter(|(name, _)| judged && &**name == b"error");
    if let Some((_, token)) = typed {
        sink.report(at(token), "a message of type error is no error of the Bridge");
    }
}
