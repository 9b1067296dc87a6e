//! `toa/batch-on-jsonrpc-class`

use crate::codec::json::walk;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;
use crate::store::finding::Fault;

declare_rule! {
    /// ## What it checks
    /// That no array of calls is carried in a frame. Over HTTP a gateway takes one.
    /// ## Why it matters
    /// One correlation cannot answer several calls; batches are out of scope of the carriage.
    /// ## What to do
    /// Carry every call in a frame of its own.
    pub static BATCH_ON_JSONRPC_CLASS = {
        id: "toa/batch-on-jsonrpc-class", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "1.2 (A-65)", scope: Frame, fault: Requester,
        check: Dialect(check, OddText),
        fixtures: [
            "two calls in an array" => 1, |s| {
                let call = r#"{"jsonrpc":"2.0","id":1,"method":"pots/GET"}"#;
                toa_object(s, "pots/GET", &format!("[{call},{call}]"));
                refuses_with(s, "null", -32600);
            };
            "one call" => 0, |s| {
                toa(s, "pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(TextFault::Batch), true) = (message.json, text_fault(message), is_toa(message)) else { return };
    let count = walk::elements(json.octets, json.scan.root.map(|root| root.span).unwrap_or_default()).count();
    let draft = sink.report(Some(message.foreign_place()), "the foreign message is an array").evidence("elements", count);
    if message.kind.is_reply() {
        draft.fault(Fault::Responder);
    }
}
