//! Judgement: one file a rule, one list a layer. The lists are the order of help and documentation.
#![allow(clippy::wildcard_imports, reason = "every rule imports the words that its fixtures are written with")]

#[macro_use]
mod declare;

mod bodies;
mod carried;
pub mod catalogue;
pub mod concern;
pub mod context;
mod dialects;
mod facts;
mod fixture;
mod hellos;
mod labels;
mod naming;
mod reading;
pub mod rule;
pub mod select;
mod sessions;
mod shape;
mod streams;
mod verbs;

mod a2a;
mod bridge;
mod capture;
mod channel;
mod close;
mod corr;
mod error;
mod exchange;
mod flow;
mod frame;
mod generation;
mod handshake;
mod hello;
mod jsonrpc;
mod keyupdate;
mod map;
mod mcp;
mod memofs;
mod native;
mod notify;
mod path;
mod ratchet;
mod record;
mod replay;
mod safety;
mod stream;
mod text;
mod tlv;
mod toa;
mod transport;

use std::sync::LazyLock;

use rule::Rule;

/// The layers, from the octets up.
static LAYERS: &[&[&Rule]] = &[
    capture::RULES,
    transport::RULES,
    generation::RULES,
    frame::RULES,
    tlv::RULES,
    record::RULES,
    replay::RULES,
    handshake::RULES,
    ratchet::RULES,
    keyupdate::RULES,
    close::RULES,
    flow::RULES,
    path::RULES,
    hello::RULES,
    channel::RULES,
    native::RULES,
    bridge::RULES,
    safety::RULES,
    corr::RULES,
    exchange::RULES,
    notify::RULES,
    error::RULES,
    jsonrpc::RULES,
    stream::RULES,
    mcp::RULES,
    a2a::RULES,
    map::RULES,
    memofs::RULES,
    toa::RULES,
    text::RULES,
];

/// Every rule.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| LAYERS.concat());

/// The rule whose finding about the same frame a finding of rule `id` takes the place of: what came later showed which defect it is.
pub fn takes_over(id: &str) -> Option<&'static str> {
    (id == "exchange/reply-before-request").then_some("exchange/reply-without-request")
}

/// Rules that rest on what the other peer had not sent by then: an answer, a request, a grant, a cancel.
const PRESUME_SILENCE: [&str; 30] = [
    "close/ack-unsolicited",
    "corr/direction",
    "corr/duplicate-outstanding",
    "corr/duplicate-outstanding-id",
    "corr/echo-truncated",
    "exchange/reply-after-terminal",
    "exchange/reply-without-request",
    "exchange/second-terminal",
    "flow/limit-exceeded",
    "keyupdate/ack-unsolicited",
    "mcp/before-initialize",
    "mcp/before-initialized",
    "mcp/initialize-twice",
    "memofs/notification-error-reply",
    "memofs/notification-result-reply",
    "native/corr-duplicate",
    "native/credit-exceeded",
    "native/reply-type",
    "native/reply-unmatched",
    "native/second-terminal",
    "native/stream-final",
    "native/stream-window",
    "notify/replied",
    "ratchet/ack-unsolicited",
    "ratchet/rekem-overlap",
    "stream/cancel-ack-unsolicited",
    "stream/cancel-cursor-high",
    "stream/resume-cursor-high",
    "stream/resume-not-resumable",
    "toa/notification-answered",
];

/// Whether findings of a rule rest on what the other peer had not sent by then.
pub fn presumes_silence(id: &str) -> bool {
    PRESUME_SILENCE.binary_search(&id).is_ok()
}

/// The rule of an id.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.info.id == id)
}
