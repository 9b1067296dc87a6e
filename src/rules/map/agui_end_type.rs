//! `map/agui-end-type`

use crate::bridge::dialect::agui::{STARTED, ends_run, event_type};
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, short, unbroken};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the events of a run begin with `RUN_STARTED` and end with `RUN_FINISHED` or `RUN_ERROR`.
    /// ## Why it matters
    /// A client does not know whether the run is over.
    /// ## What to do
    /// Send both.
    pub static AGUI_END_TYPE = {
        id: "map/agui-end-type", severity: Warning, certainty: Certain,
        clause: Must MAP_AGUI "5", scope: Exchange, fault: Responder,
        check: Dialect(check, Event),
        fixtures: [
            "another event first" => 1, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"TEXT_MESSAGE_START"}"#).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", r#"{"type":"RUN_FINISHED"}"#).stream(0, 1, 2));
            };
            "another event last" => 1, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_STARTED"}"#).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", r#"{"type":"TEXT_MESSAGE_END"}"#).stream(0, 1, 2));
            };
            "an empty end behind the last event" => 0, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_STARTED"}"#).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_FINISHED"}"#).stream(0, 1, 2));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", "").stream(0, 1, 3));
            };
            "a stream that is resumed" => 0, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_STARTED"}"#).stream(0, 1, 1));
                s.bridge(C2s, BridgeSpec::request(Protocol(0x35), "", "r", "").label(Effect::Destructive, "").stream(1, 0, 1));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"TEXT_MESSAGE_START"}"#).stream(0, 1, 2));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", r#"{"type":"RUN_FINISHED"}"#).stream(0, 1, 3));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(request) = answered(message).filter(|request| request.dialect == Dialect::AgUi && !message.frame.is_replay()) else { return };
    let stream = &message.link.stream;
    let whole = !request.resumed && stream.cursor.is_none() && stream.cancel.is_none() && unbroken(message, message.frame.direction);
    if !whole || !matches!(message.link.role, Role::Part | Role::Terminal) {
        return;
    }
    let named = event_type(message.foreign());
    let first = stream.producer.parts == 0;
    let empty = message.foreign().is_empty();
    let text = match (message.kind, &named) {
        (Kind::StreamData, Some(name)) if first && name != STARTED => "the first event of the run is",
        (Kind::StreamEnd, Some(_)) if !ends_run(message.foreign()) => "the last event of the run is",
        (Kind::StreamEnd, None) if empty && stream.producer.last_said.is_none() => {
            "the last event of the run is not its end, and behind it comes"
        }
        _ => return,
    };
    let found = named.as_deref().map_or_else(|| "nothing".to_owned(), short);
    sink.report(Some(message.foreign_place()), format!("{text} {found}")).peer(request.frame).evidence("type", found);
}
