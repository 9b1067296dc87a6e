//! The bridge object of a frame, made from its payload when it is written.

use serde::Serialize;

use super::effect::EffectName;
use crate::base::id::FrameId;
use crate::base::limits::Limits;
use crate::base::text::{escape, hex};
use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::{JsonRpc, MessageKind};
use crate::bridge::payload::{self, Payload};
use crate::bridge::transport_error::{ErrorSlot, classify};
use crate::codec::json::scan::Bounds;
use crate::crypto::digest::sha256;
use crate::npamp::header::flag;
use crate::report::Context;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::spec::transport_code::TransportCode;
use crate::store::row::{ExchangeRow, FrameRow};

/// What a Bridge frame carries, as JSON.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Bridge {
    protocol_id: Option<u8>,
    protocol: Option<String>,
    message_kind: Option<u8>,
    content_type: Option<u8>,
    flags: Option<u8>,
    r#final: Option<bool>,
    correlation_hex: Option<String>,
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method_hex: Option<String>,
    safety: Option<Safety>,
    stream: Option<Stream>,
    foreign_length: Option<usize>,
    foreign_sha256: Option<String>,
    transport_error: Option<TransportError>,
    jsonrpc: Option<Object>,
    malformed: Option<String>,
}

impl Bridge {
    /// The object of a payload.
    pub(in crate::report) fn of(context: &Context<'_>, row: &FrameRow, plain: &[u8]) -> Self {
        let payload = taken_apart(context, row, plain);
        let envelope = payload.envelope.as_ref();
        let method = envelope.map(|envelope| envelope.method).filter(|method| !method.is_empty());
        let foreign = envelope.map(|_| payload.foreign);
        let slot = Slot::of(context, row, &payload);
        let flags = payload.head.flags;
        Self {
            protocol_id: payload.head.protocol.map(|protocol| protocol.0),
            protocol: payload.head.protocol.map(|id| protocol(context, id)),
            message_kind: payload.head.message_kind,
            content_type: payload.head.content_type,
            flags,
            r#final: flags.map(|flags| flags & crate::bridge::envelope::FINAL != 0),
            correlation_hex: envelope.map(|envelope| hex(envelope.correlation)),
            method: method.map(lossy),
            method_hex: method.and_then(exact),
            safety: payload.safety().map(|label| Safety::new(label.effect, label.scope)),
            stream: payload.control().map(|control| Stream { control: control.control, flags: control.flags, event_id: control.event_id }),
            foreign_length: foreign.map(<[u8]>::len),
            foreign_sha256: foreign.map(|foreign| hex(&sha256(foreign))),
            transport_error: slot.transport(payload.foreign),
            jsonrpc: slot.jsonrpc().map(Object::of),
            malformed: payload.malformed(),
        }
    }
}

/// A label, as JSON.
#[derive(Serialize, Debug)]
struct Safety {
    effect: EffectName,
    scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope_hex: Option<String>,
}

impl Safety {
    fn new(effect: u8, scope: &[u8]) -> Self {
        Self { effect: EffectName::new(effect), scope: lossy(scope), scope_hex: exact(scope) }
    }
}

/// A stream control, as JSON.
#[derive(Serialize, Debug)]
struct Stream {
    control: u8,
    flags: u8,
    event_id: u64,
}

/// A transport error, as JSON.
#[derive(Serialize, Debug)]
struct TransportError {
    code: u8,
    name: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_hex: Option<String>,
}

/// A JSON-RPC message, as JSON.
#[derive(Serialize, Debug)]
struct Object {
    kind: &'static str,
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_hex: Option<String>,
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method_hex: Option<String>,
    error_code: Option<i128>,
}

impl Object {
    fn of(digest: &JsonRpc<'_>) -> Self {
        let (id, method) = (digest.id_raw(), digest.method_text());
        Self {
            kind: digest.kind.name(),
            id: id.map(lossy),
            id_hex: id.and_then(exact),
            method: method.as_deref().map(lossy),
            method_hex: method.as_deref().and_then(exact),
            error_code: error_token(digest).and_then(|token| token.parse().ok()),
        }
    }
}

/// The foreign slot of a frame, decided.
enum Slot<'a> {
    /// A message of a class that is not looked into, or none at all.
    Other,
    /// A JSON-RPC message, or what stands in its place.
    Message(Box<JsonRpc<'a>>),
    /// What a `BRIDGE_ERROR` holds.
    Error(ErrorSlot<'a>),
}

impl<'a> Slot<'a> {
    fn of(context: &Context<'_>, row: &FrameRow, payload: &Payload<'a>) -> Self {
        let Some(envelope) = &payload.envelope else { return Self::Other };
        let class = context.snapshot.mappings.class_of(envelope.protocol, generation(context, row));
        let bounds = Bounds::from(&Limits::default());
        if row.frame_type == FrameType::BRIDGE_ERROR {
            Self::Error(classify(payload.foreign, class, bounds))
        } else if class == CarriageClass::JsonRpc && !payload.foreign.is_empty() {
            Self::Message(Box::new(JsonRpc::digest(payload.foreign, bounds)))
        } else {
            Self::Other
        }
    }

    fn jsonrpc(&self) -> Option<&JsonRpc<'a>> {
        match self {
            Self::Message(digest)
            | Self::Error(
                ErrorSlot::Foreign(digest) | ErrorSlot::ForeignBad(digest) | ErrorSlot::Batch(digest) | ErrorSlot::Scalar(digest),
            ) => Some(digest),
            Self::Other | Self::Error(_) => None,
        }
    }

    fn transport(&self, foreign: &[u8]) -> Option<TransportError> {
        let Self::Error(slot) = self else { return None };
        let code = slot.transport_code()?;
        let message = slot.message().map(|span| span.of(foreign)).unwrap_or_default();
        Some(TransportError { code, name: TransportCode(code).name(), message: lossy(message), message_hex: exact(message) })
    }
}

/// Whether a frame carries a message that can be read as it is: neither compressed nor a fragment.
pub(in crate::report) fn is_carrier(row: &FrameRow) -> bool {
    row.frame_type.is_bridge(row.channel) && row.flags & (flag::COMP | flag::FRAG) == 0
}

/// What joins the frames of an exchange.
#[derive(Debug, Default)]
pub(in crate::report) struct Keys {
    /// The raw id token.
    pub(in crate::report) id: Option<String>,
    /// The correlation.
    pub(in crate::report) correlation_hex: Option<String>,
}

/// The keys of an exchange, read back from its request, else from its first frame.
pub(in crate::report) fn keys(context: &Context<'_>, exchange: &ExchangeRow) -> Keys {
    let id = exchange.request.unwrap_or(exchange.first);
    let Some(row) = context.snapshot.frame(id).filter(|row| is_carrier(row)) else { return Keys::default() };
    let Some(plain) = context.octets(id).and_then(|octets| octets.plain) else { return Keys::default() };
    let payload = taken_apart(context, row, &plain);
    let slot = Slot::of(context, row, &payload);
    Keys {
        id: slot.jsonrpc().and_then(JsonRpc::id_raw).map(lossy),
        correlation_hex: payload.envelope.as_ref().map(|envelope| hex(envelope.correlation)),
    }
}

/// What a frame carries, in a few words, escaped.
pub(in crate::report) fn words(context: &Context<'_>, id: FrameId, row: &FrameRow) -> String {
    let Some(plain) = context.octets(id).and_then(|octets| octets.plain) else { return String::new() };
    let payload = taken_apart(context, row, &plain);
    let Some(envelope) = &payload.envelope else { return payload.malformed().unwrap_or_default() };
    let slot = Slot::of(context, row, &payload);
    let mut words = vec![protocol(context, envelope.protocol)];
    words.extend(Some(escape(&lossy(envelope.method))).filter(|method| !method.is_empty()));
    match slot.transport(payload.foreign) {
        Some(error) => words.push(format!("transport {}", TransportCode(error.code))),
        None => words.extend(slot.jsonrpc().map(said)),
    }
    words.extend(
        payload.safety().map(|label| label.class().map_or_else(|| format!("{:02x}", label.effect), |class| class.short().to_owned())),
    );
    words.join(" ")
}

/// Kind and id of a message; of an error its code too.
fn said(digest: &JsonRpc<'_>) -> String {
    let kind = match digest.kind {
        MessageKind::Request => String::new(),
        MessageKind::Error => format!("error {}", error_token(digest).map(|token| escape(&token)).unwrap_or_default()),
        MessageKind::Response => "result".to_owned(),
        kind => kind.name().to_owned(),
    };
    let id = digest.id_raw().map(|raw| escape(&lossy(raw))).unwrap_or_default();
    format!("{kind} {id}").trim().to_owned()
}

/// The raw token of an error's code.
fn error_token(digest: &JsonRpc<'_>) -> Option<String> {
    digest.error_object()?.code.map(|token| lossy(digest.raw(token)))
}

fn taken_apart<'a>(context: &Context<'_>, row: &FrameRow, plain: &'a [u8]) -> Payload<'a> {
    let generation = generation(context, row);
    payload::decode(plain, |protocol| context.snapshot.mappings.class_of(protocol, generation), generation)
}

fn generation(context: &Context<'_>, row: &FrameRow) -> Option<crate::spec::generation::Generation> {
    context.snapshot.association(context.snapshot.association_of(row))?.generation
}

/// The name of a carried protocol, or its number.
pub(in crate::report) fn protocol(context: &Context<'_>, protocol: Protocol) -> String {
    context.snapshot.mappings.name_of(protocol).into_owned()
}

/// Wire octets as text; what is no UTF-8 becomes U+FFFD.
fn lossy(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// The exact octets, where text would lose some.
fn exact(octets: &[u8]) -> Option<String> {
    std::str::from_utf8(octets).is_err().then(|| hex(octets))
}
