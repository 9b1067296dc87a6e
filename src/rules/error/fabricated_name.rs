//! `error/fabricated-name`

use crate::rules::carried::{at, error_object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::{named_exactly, tells_of_delivery};
use crate::spec::transport_code::TransportCode;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a JSON-RPC error with a general code tells of a failure of the transport. One that names a transport error of N-PAMP is
    /// a warning, any other a note.
    /// ## Why it matters
    /// A carrier that writes its own failures as errors of the endpoint makes the requester believe that the endpoint
    /// answered.
    /// ## What to do
    /// Report failures of delivery as transport errors.
    pub static FABRICATED_NAME = {
        id: "error/fabricated-name", severity: Warning, certainty: Heuristic,
        clause: Must CC_JSONRPC "6", scope: Exchange, fault: Intermediary,
        alternative: "The endpoint may report a failure of its own upstream.",
        check: Message(check, Error),
        fixtures: [
            "an error that names NotDelivered" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"NotDelivered: endpoint down"}}"#));
            };
            "an error that tells of a refused connection" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"connect ECONNREFUSED 10.0.0.7:8080"}}"#));
            };
            "an error of the endpoint about itself" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"the archive is full"}}"#));
            };
            "such words under a code of the application" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":5003,"message":"gateway unreachable"}}"#));
            };
        ],
    }
}

/// The transport errors that every class has.
const NAMES: [TransportCode; 5] = [
    TransportCode::ENVELOPE_MALFORMED,
    TransportCode::PROTOCOL_UNSUPPORTED,
    TransportCode::METHOD_UNSUPPORTED,
    TransportCode::NOT_DELIVERED,
    TransportCode::SAFETY_POLICY,
];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = error_object(message) else { return };
    let Some(code @ (-32603 | -32601 | -32099..=-32000)) = error.code_value(json.octets) else { return };
    let named = named_exactly(json, error, NAMES.iter().filter_map(|code| code.name()));
    let Some(word) = named.or_else(|| tells_of_delivery(json, error)) else { return };
    let text = format!("the foreign error with code {code} tells of a failure of the transport: {word}");
    let draft = sink.report(at(error.token), text).evidence("code", code).evidence("word", word);
    if named.is_none() {
        draft.at_most(Severity::Note);
    }
}
