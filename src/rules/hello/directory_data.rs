//! `hello/directory-data`

use crate::native::hello::directory_text;
use crate::rules::context::{HelloCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether `HELLO` carries text that looks like a locator or a schema.
    /// ## Why it matters
    /// `HELLO` says which protocols a peer carries; what it offers and where belongs to Discovery, where access is decided.
    /// ## What to do
    /// Move it to a Discovery record.
    pub static DIRECTORY_DATA = {
        id: "hello/directory-data", severity: Warning, certainty: Heuristic,
        clause: Should HELLO "8", scope: Frame, fault: Sender,
        alternative: "params is a free map: the text may be a parameter that only looks like one",
        check: Hello(check),
        fixtures: [
            "a locator among the parameters" => 1, |s| {
                let params = Cbor::Map(vec![(Cbor::Text("card"), Cbor::Text("https://agent.example/card.json"))]);
                s.native(C2s, NativeSpec::hello(&[1]).set(2, params));
            };
            "a limit among the parameters" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1]).set(2, Cbor::Map(vec![(Cbor::Text("max-streams"), Cbor::Int(8))])));
            };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((span, text)) = directory_text(hello.body).filter(|_| hello.body.is_sound()) {
        let text = short(text);
        sink.report(payload(span), format!("HELLO carries what looks like data of a directory: {text}")).evidence("text", text);
    }
}
