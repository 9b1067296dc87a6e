//! `jsonrpc/method-mismatch`

use crate::codec::json::text;
use crate::rules::carried::plain_call;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::dialects::verbs_differ;
use crate::rules::fixture::*;
use crate::rules::labels::evades;
use crate::rules::reading::apart;

declare_rule! {
    /// ## What it checks
    /// That the envelope names the method that the object has, decoded. Where the envelope names a milder method and the
    /// label follows it, safety/method-evasion speaks.
    /// ## Why it matters
    /// Policy that reads the envelope judges another call than the endpoint executes.
    /// ## What to do
    /// Copy the decoded method of the object into the envelope.
    pub static METHOD_MISMATCH = {
        id: "jsonrpc/method-mismatch", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Sender,
        check: Message(check, OddShape),
        fixtures: [
            "another method" => 1 also ["jsonrpc/method-mismatch-accepted"], |s| {
                asked(s, get(GET).method("tasks/list"));
            };
            "no method" => 1 also ["jsonrpc/method-mismatch-accepted"], |s| {
                asked(s, get(GET).method(""));
            };
            "the escaped spelling copied as it is" => 1 also ["jsonrpc/method-mismatch-accepted"], |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks\/get","params":{"id":"t-1"}}"#).method("tasks\\/get"));
            };
            "an escaped spelling in the object" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks\/get","params":{"id":"t-1"}}"#));
            };
            "one of two methods of the object" => 0 also ["jsonrpc/duplicate-key"], |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1"},"method":"message/list"}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(envelope)) = (plain_call(message), message.envelope) else { return };
    if json.repeated.is_empty() && *message.method == *envelope.method {
        return;
    }
    let (Some(own), Some(token)) = (json.method_text(), json.method) else { return };
    let named = envelope.method;
    let spoken_for = [named, &*own].iter().any(|name| std::str::from_utf8(name).is_err())
        || envelope.is_cut_of(&own)
        || evades(message)
        || verbs_differ(message).is_some();
    if spoken_for || json.methods().any(|method| *method == *named) {
        return;
    }
    let raw = text::content(json.raw(token)) == named;
    let why = if raw { ": the escapes were not decoded" } else { "" };
    let [named, own] = apart(named, &own);
    let message = format!("the envelope names \"{named}\", the object \"{own}\"{why}");
    sink.report(payload(envelope.method_span()), message).evidence("envelope_method", named).evidence("object_method", own);
}
