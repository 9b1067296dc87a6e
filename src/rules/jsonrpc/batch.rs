//! `jsonrpc/batch`

use crate::codec::json::walk;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// That no JSON-RPC batch is carried.
    /// ## Why it matters
    /// One correlation cannot answer several requests; batches are out of scope.
    /// ## What to do
    /// Carry every object in a frame of its own.
    pub static BATCH = {
        id: "jsonrpc/batch", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "1.2", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "two requests in an array" => 1, |s| {
                asked(s, get(format!("[{GET},{GET}]")));
            };
            "two requests in two frames" => 0, |s| {
                ask(s, "7");
                ask(s, "8");
                answer(s, "8");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if is_toa(message) || is_memofs_call(message) {
        return;
    }
    let (Some(json), Some(TextFault::Batch)) = (message.json, text_fault(message)) else { return };
    let count = walk::elements(json.octets, json.scan.root.map(|root| root.span).unwrap_or_default()).count();
    sink.report(Some(message.foreign_place()), "the foreign message is a JSON array").evidence("elements", count);
}
