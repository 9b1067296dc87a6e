//! One Bridge message: decoded, paired, judged, and what it teaches about those that follow.

mod deeds;
mod learn;

use std::borrow::Cow;

use crate::base::limits::Limits;
use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Key, MessageKind, Version};
use crate::bridge::dialect::{self, CallFaults, agui};
use crate::bridge::envelope::Envelope;
use crate::bridge::mapping::a2a::facts::StreamEvent;
use crate::bridge::mapping::mcp::facts::{Params, params};
use crate::bridge::mapping::{Dialect, Mapping, Mappings, Method, Reply};
use crate::bridge::payload::{self, Payload};
use crate::bridge::transport_error::{self, ErrorSlot};
use crate::codec::json::scan::Bounds;
use crate::rules::context::{MessageCtx, RequestEffect, Subject};
use crate::session::arrival::{Arrival, Control, Defects, ErrorKind, Id, Kind};
use crate::session::channel::SequenceFact;
use crate::session::evidence::Evidence;
use crate::session::link::Link;
use crate::spec::protocol::Protocol;

use super::Engine;
use super::effect::required;
use super::exchanges::{Details, Writer};
use super::frame::View;

/// A Bridge message with everything that was read from it.
pub(super) struct Message<'a> {
    pub(super) kind: Kind,
    pub(super) payload: &'a Payload<'a>,
    pub(super) protocol: Protocol,
    pub(super) class: CarriageClass,
    pub(super) mapping: Option<&'a Mapping>,
    /// The carried JSON-RPC object, unless the message is a transport error.
    json: Option<&'a JsonRpc<'a>>,
    pub(super) slot: Option<&'a ErrorSlot<'a>>,
    /// The method: the object's own, else the envelope's.
    pub(super) method: Cow<'a, [u8]>,
    /// The mapping's row of the method.
    pub(super) listed: Option<&'a Method>,
    /// What the `params` of a call say.
    pub(super) params: Params<'a>,
}

/// What the foreign message of a readable payload was read as.
#[derive(Default)]
struct Foreign<'a> {
    json: Option<JsonRpc<'a>>,
    slot: Option<ErrorSlot<'a>>,
}

impl<'a> Foreign<'a> {
    fn read(kind: Kind, payload: &Payload<'a>, class: CarriageClass, limits: &Limits) -> Self {
        let bounds = Bounds { depth: limits.json_depth, names: limits.json_names };
        if payload.envelope.is_none() {
            return Self::default();
        }
        if kind == Kind::Error {
            return Self { slot: Some(transport_error::classify(payload.foreign, class, bounds)), json: None };
        }
        let carries_json = class == CarriageClass::JsonRpc && !payload.foreign.is_empty();
        Self { json: carries_json.then(|| JsonRpc::digest(payload.foreign, bounds)), slot: None }
    }
}

impl<'a> Message<'a> {
    /// Takes what was read of a Bridge frame together.
    fn of(kind: Kind, payload: &'a Payload<'a>, foreign: &'a Foreign<'a>, class: CarriageClass, mappings: &'a Mappings) -> Self {
        let protocol = payload.head.protocol.unwrap_or_default();
        let (json, slot) = (foreign.json.as_ref(), foreign.slot.as_ref());
        let mapping = mappings.of(protocol);
        let mut message =
            Self { kind, protocol, class, mapping, json, slot, payload, method: Cow::default(), listed: None, params: Params::default() };
        message.method = method_of(&message);
        message.listed = mapping.and_then(|mapping| mapping.find(&message.method));
        message.params = message.json().filter(|json| kind == Kind::Request || json.method.is_some()).map(params).unwrap_or_default();
        message
    }

    /// The carried JSON-RPC object, in whatever frame it travels.
    pub(super) fn json(&self) -> Option<&'a JsonRpc<'a>> {
        match self.slot {
            Some(ErrorSlot::Foreign(json) | ErrorSlot::ForeignBad(json) | ErrorSlot::Batch(json) | ErrorSlot::Scalar(json)) => Some(json),
            _ => self.json,
        }
    }

    /// Whose rules judge it, besides those of its class.
    pub(super) fn dialect(&self) -> Dialect {
        self.mapping.map_or(Dialect::Plain, |mapping| mapping.dialect)
    }

    /// What a request breaks of its dialect.
    fn call_faults(&self) -> CallFaults {
        match (self.kind, self.mapping, self.json) {
            (Kind::Request, Some(mapping), Some(json)) => dialect::call_faults(mapping, json),
            _ => CallFaults::default(),
        }
    }

    /// Whether what it carries says that its stream is over.
    fn ends_stream(&self) -> bool {
        match self.dialect() {
            _ if !self.kind.is_stream() => false,
            Dialect::AgUi => agui::ends_run(self.payload.foreign),
            _ => self.json().and_then(StreamEvent::of).is_some_and(|event| event.ends_stream()),
        }
    }

    /// Whether it breaks a MUST that a receiver should reject it for.
    fn is_defective(&self) -> bool {
        let payload = self.payload;
        let label = payload.label.as_ref().is_some_and(|label| label.fault.is_some());
        let kind = payload.head.message_kind.is_some_and(|kind| kind != self.kind.code());
        let text = self.json.is_some_and(|json| match self.kind {
            Kind::Request => json.kind != MessageKind::Request,
            Kind::Notify => json.kind != MessageKind::Notification,
            _ => false,
        });
        payload.envelope_fault.is_some() || label || kind || text
    }

    /// What the receiver of a request need not have accepted.
    fn defects(&self) -> Defects {
        let object = self.json.filter(|json| self.kind == Kind::Request && json.is_object() && json.scan.fault.is_none());
        let named = self.payload.envelope.filter(|envelope| std::str::from_utf8(envelope.method).is_ok());
        let differs = |envelope: Envelope<'_>, json: &JsonRpc<'_>| {
            let mut own = json.methods().peekable();
            own.peek().is_some() && own.all(|method| *method != *envelope.method && !envelope.is_cut_of(&method))
        };
        Defects {
            envelope: self.payload.envelope_fault.is_some() || self.payload.head.message_kind.is_some_and(|kind| kind != self.kind.code()),
            version: object.is_some_and(|json| json.version != Version::Two),
            method: named.is_some_and(|envelope| object.is_some_and(|json| differs(envelope, json))),
        }
    }

    /// Whether the method takes up an earlier stream, under this name or the one it is a spelling of.
    fn resubscribes(&self) -> bool {
        let names = self.listed.into_iter().flat_map(|method| [Some(&method.name), method.alias_of.as_ref()]);
        self.dialect() == Dialect::A2a && names.flatten().any(|name| &**name == "tasks/resubscribe")
    }

    /// The raw token of the foreign error code; empty when there is none.
    fn error_token(&self) -> &str {
        let Some(json) = self.json() else { return "" };
        let code = json.error_object().and_then(|error| error.code);
        code.and_then(|token| std::str::from_utf8(json.raw(token)).ok()).unwrap_or_default()
    }
}

impl Engine {
    /// Takes one readable frame of the Bridge channel.
    pub(super) fn message(&mut self, index: usize, view: &View<'_>) {
        let Some(kind) = Kind::of(view.raw.header.frame_type) else { return self.judge_view(index, view) };
        let Some(assoc) = self.associations.get(index) else { return };
        let generation = assoc.state.generation();
        let mappings = self.store.mappings.clone();
        let class_of = |protocol| mappings.class_of(protocol, generation);
        let payload = payload::decode(view.plaintext.unwrap_or_default(), class_of, generation);
        let class = class_of(payload.head.protocol.unwrap_or_default());
        let foreign = Foreign::read(kind, &payload, class, &self.options.limits);
        let message = Message::of(kind, &payload, &foreign, class, &mappings);
        let effect = required(&message, view.direction, &assoc.state, &mappings);
        let repeated = matches!(view.placed.fact, SequenceFact::Replay { .. });
        let dropped = view.is_dropped(assoc.state.seals[view.direction.index()]);
        let unheard = repeated || dropped;
        let link = if unheard { Link::default() } else { self.link(index, view, &message, &effect) };
        if let (Some(exchange), Some(row)) = (link.exchange, self.store.frames.get_mut(view.id.index())) {
            row.set_exchange(exchange);
        }
        if let Some(assoc) = self.associations.get_mut(index).filter(|_| message.payload.envelope.is_some()) {
            assoc.state.carried.using(view.direction, message.protocol, view.id);
        }
        self.judge_view(index, view);
        if dropped {
            if let Some(assoc) = self.associations.get_mut(index) {
                assoc.state.evidence.leave_unread(view.direction);
            }
            return;
        }
        if let Some(assoc) = self.associations.get(index).filter(|_| !repeated) {
            let deeds = deeds::of(&message, view, &link, &effect, &assoc.state);
            let (protocol, json_rpc) = (message.protocol, message.class == CarriageClass::JsonRpc);
            if assoc.is_foreign_generation() {
                self.store.tally.add_unjudged(protocol, json_rpc, deeds);
            } else {
                self.store.tally.add(protocol, json_rpc, deeds);
            }
        }
        self.judge_message(index, view, &message, &link, effect);
        if !repeated {
            self.learn(index, view, &message, &link);
        }
        if let Some(assoc) = self.associations.get_mut(index).filter(|_| message.payload.envelope.is_none()) {
            assoc.state.malformed[view.direction.index()] = Some(view.id);
        }
    }

    fn link(&mut self, index: usize, view: &View<'_>, message: &Message<'_>, effect: &RequestEffect<'_>) -> Link {
        let Some(assoc) = self.associations.get_mut(index) else { return Link::default() };
        let arrival = arrival(view, message, effect, assoc.state.evidence);
        let mut writer = Writer {
            association: assoc.id,
            lost: !assoc.state.evidence.is_whole(view.direction.flip()),
            details: Details { error_token: message.error_token(), source: effect.source },
            most_frames: self.options.limits.exchange_frames,
            most_symbol: self.options.limits.symbol_octets,
            begun: 0,
            method: None,
            store: &mut self.store,
        };
        let link = assoc.state.correlator.take(&arrival, &mut writer);
        assoc.exchanges += writer.begun;
        assoc.state.evidence.forgotten |= assoc.state.correlator.evicted() > 0;
        link
    }

    fn judge_message(&mut self, index: usize, view: &View<'_>, message: &Message<'_>, link: &Link, effect: RequestEffect<'_>) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = Subject { exchange: link.exchange, ..view.subject(assoc) };
        let frame = view.ctx(assoc, &self.store);
        let context = MessageCtx {
            frame: &frame,
            kind: message.kind,
            payload: message.payload,
            envelope: message.payload.envelope.as_ref(),
            class: message.class,
            mapping: message.mapping,
            method: &message.method,
            listed: message.listed,
            params: &message.params,
            json: message.json(),
            slot: message.slot,
            link,
            effect,
        };
        let found = self.judges.message(&context, subject);
        self.recorder.store(found, &mut self.store, Some(assoc));
    }
}

/// The method: the object's own, else the envelope's.
fn method_of<'a>(message: &Message<'a>) -> Cow<'a, [u8]> {
    let own = message.json().and_then(JsonRpc::method_text);
    own.unwrap_or_else(|| message.payload.envelope.map_or(&[][..], |envelope| envelope.method).into())
}

fn arrival<'a>(view: &View<'_>, message: &'a Message<'_>, effect: &RequestEffect<'_>, evidence: Evidence) -> Arrival<'a> {
    let json = message.json();
    let row = message.listed;
    let id = match json {
        Some(json) if message.kind == Kind::Request && has_two_ids(json) => Id::Unreadable,
        Some(json) if json.is_object() => json.id_raw().map_or(Id::Absent, Id::Token),
        _ => Id::Unreadable,
    };
    Arrival {
        frame: view.id,
        time: view.raw.mark.time,
        direction: view.direction,
        kind: message.kind,
        protocol: message.protocol,
        correlation: message.payload.envelope.map_or(&[][..], |envelope| envelope.correlation),
        method: &message.method,
        id,
        label: message.payload.safety().map(|label| label.effect),
        label_unreadable: message.payload.label.as_ref().is_some_and(|label| label.value.is_none()),
        content_type: message.payload.head.content_type.unwrap_or_default(),
        control: control(message.payload),
        dialect: message.dialect(),
        faults: message.call_faults(),
        streams: row.is_some_and(|row| row.reply == Reply::Stream),
        unary: row.is_some_and(|row| row.reply == Reply::Single),
        duplex: message.class != CarriageClass::JsonRpc,
        resubscribes: message.resubscribes(),
        defective: message.is_defective(),
        defects: message.defects(),
        error: message.slot.map(|slot| slot.transport_code().map_or(ErrorKind::Foreign, ErrorKind::Transport)),
        last_event: message.ends_stream(),
        required: effect.class,
        mark: mark(message),
        evidence,
    }
}

/// Checksum of what a message says: two messages with the same one say the same.
fn mark(message: &Message<'_>) -> u32 {
    let result = message.json().and_then(|json| json.result.map(|result| json.raw(result)));
    match message.kind {
        Kind::Request | Kind::Notify => crc32c::crc32c(message.payload.foreign),
        Kind::StreamData => crc32c::crc32c(result.unwrap_or(message.payload.foreign)),
        _ => 0,
    }
}

/// Whether a request gives itself several ids: its receiver may take either.
fn has_two_ids(json: &JsonRpc<'_>) -> bool {
    json.candidates(Key::Id).any(|id| Some(json.raw(id)) != json.id_raw())
}

/// The stream control, when it can be understood: of version 1, with a control that is defined.
fn control(payload: &Payload<'_>) -> Option<Control> {
    let control = payload.control().filter(|control| control.version == 1 && control.control_name().is_some())?;
    Some(Control { control: control.control, flags: control.flags, event: control.event_id })
}
