//! One Bridge message: decoded, paired, judged, and what it teaches about those that follow.

use crate::base::id::FrameId;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::carriage::{self, CarriageClass};
use crate::bridge::mapping::{self, Mapping};
use crate::bridge::payload::{self, Payload};
use crate::bridge::transport_error::{self, ErrorSlot};
use crate::rules::context::{MessageCtx, RequestEffect, Subject};
use crate::session::arrival::{Arrival, Control, ErrorKind, Id, Kind};
use crate::session::link::{Link, Role};
use crate::spec::protocol::Protocol;

use super::Engine;
use super::effect::required;
use super::exchanges::{Details, Writer};
use super::frame::View;

/// A Bridge message with everything that was read from it.
pub(super) struct Message<'a> {
    pub(super) kind: Kind,
    pub(super) payload: Payload<'a>,
    pub(super) protocol: Protocol,
    pub(super) class: CarriageClass,
    pub(super) mapping: Option<&'static Mapping>,
    pub(super) json: Option<JsonRpc<'a>>,
    pub(super) slot: Option<ErrorSlot>,
}

impl Engine {
    /// Takes one readable frame of the Bridge channel.
    pub(super) fn message(&mut self, index: usize, view: &View<'_>) {
        let generation = self.associations.get(index).and_then(|assoc| assoc.state.generation());
        let plain = view.plaintext.unwrap_or_default();
        let Some(kind) = Kind::of(view.raw.header.frame_type) else { return self.judge_view(index, view) };
        let message = read(kind, payload::decode(plain, carriage::class_of, generation), &self.options.limits);
        let effect = self.associations.get(index).map_or_else(RequestEffect::default, |assoc| required(&message, view.direction, &assoc.state));
        let link = if view.is_replay() { Link::default() } else { self.link(index, view, &message, &effect) };
        if let (Some(exchange), Some(row)) = (link.exchange, self.store.frames.get_mut(view.id.index())) {
            row.set_exchange(exchange);
        }
        self.judge_view(index, view);
        self.judge_message(index, view, &message, &link, effect);
        if !view.is_replay() {
            self.learn(index, view, &message, &link);
        }
    }

    fn link(&mut self, index: usize, view: &View<'_>, message: &Message<'_>, effect: &RequestEffect) -> Link {
        let Some(assoc) = self.associations.get_mut(index) else { return Link::default() };
        let arrival = arrival(view, message, effect);
        let mut writer = Writer {
            association: assoc.id,
            details: Details { error_token: error_token(message), source: effect.source },
            most_frames: self.options.limits.exchange_frames,
            most_symbol: self.options.limits.symbol_octets,
            begun: 0,
            store: &mut self.store,
        };
        let link = assoc.state.correlator.take(&arrival, &mut writer);
        assoc.exchanges += writer.begun;
        assoc.state.evidence.forgotten |= assoc.state.correlator.evicted() > 0;
        link
    }

    fn judge_message(&mut self, index: usize, view: &View<'_>, message: &Message<'_>, link: &Link, effect: RequestEffect) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = Subject { exchange: link.exchange, ..view.subject(assoc) };
        let frame = view.ctx(assoc, &self.store.symbols);
        let context = MessageCtx {
            frame: &frame,
            kind: message.kind,
            payload: &message.payload,
            envelope: message.payload.envelope(),
            class: message.class,
            mapping: message.mapping,
            json: message.json.as_ref(),
            slot: message.slot.as_ref(),
            link,
            effect,
        };
        let found = self.judges.message(&context, subject);
        self.recorder.store(found, &mut self.store, Some(assoc));
    }
}
