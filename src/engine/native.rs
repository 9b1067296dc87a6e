//! One frame of a native channel, or `HELLO`: decoded, paired, judged.

use std::sync::Arc;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::symbol::Sym;
use crate::codec::cbor::scan::Bounds;
use crate::native;
use crate::native::body::Body;
use crate::native::schema::{EffectRule, Role};
use crate::rules::context::{HelloCtx, NativeCtx, Subject};
use crate::session::channel::SequenceFact;
use crate::session::native::link::{Link, Outcome};
use crate::session::native::{Rows, Seen};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::store::row::{Declared, EffectSource, ExchangeRow, ExchangeState};
use crate::store::snapshot::Store;

use super::Engine;
use super::frame::View;

impl Engine {
    /// Takes a frame that is none of Bridge, when a companion describes it; says whether one does.
    pub(super) fn native(&mut self, index: usize, view: &View<'_>) -> bool {
        let (channel, frame_type) = (view.raw.header.channel, view.raw.header.frame_type);
        if channel == Channel::CONTROL && frame_type == FrameType::HELLO_DONE {
            self.hello_done(index, view);
            return false;
        }
        let plain = view.plaintext.filter(|_| view.is_plain());
        let Some((companion, schema)) = native::of(channel, frame_type, plain.unwrap_or_default()) else { return false };
        let Some(octets) = plain else {
            if let Some(assoc) = self.associations.get_mut(index) {
                assoc.state.native.miss(view.direction, channel);
            }
            return false;
        };
        let body = Body::read(companion, schema, octets, Bounds::of(&self.options.limits));
        if channel == Channel::CONTROL {
            self.hello(index, view, &body);
        } else {
            self.native_body(index, view, &body);
        }
        true
    }

    /// Whether nobody heard what a frame says: it is a repetition, or must be dropped for its header. What a dropped one was meant to
    /// say is missing from then on.
    fn is_unheard(&mut self, index: usize, view: &View<'_>) -> bool {
        let Some(assoc) = self.associations.get_mut(index) else { return true };
        let repeated = matches!(view.placed.fact, SequenceFact::Replay { .. });
        let dropped = view.is_dropped(assoc.state.seals[view.direction.index()]);
        if dropped && !repeated {
            assoc.state.native.miss(view.direction, view.raw.header.channel);
        }
        repeated || dropped
    }

    fn native_body(&mut self, index: usize, view: &View<'_>, body: &Body<'_>) {
        if self.is_unheard(index, view) {
            self.judge_view(index, view);
            return;
        }
        let link = self.native_link(index, view, body);
        if let (Some(exchange), Some(row)) = (link.exchange, self.store.frames.get_mut(view.id.index())) {
            row.set_exchange(exchange);
        }
        self.judge_view(index, view);
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = Subject { exchange: link.exchange, ..view.subject(assoc) };
        let frame = view.ctx(assoc, &self.store);
        let found = self.judges.native(&NativeCtx { frame: &frame, body, link: &link }, subject);
        self.recorder.store(found, &mut self.store, Some(assoc));
    }

    fn native_link(&mut self, index: usize, view: &View<'_>, body: &Body<'_>) -> Link {
        let Some(assoc) = self.associations.get_mut(index) else { return Link::default() };
        let channel = view.raw.header.channel;
        if body.map.is_none() {
            assoc.state.native.miss(view.direction, channel);
            return Link::default();
        }
        let whole = Direction::BOTH.map(|direction| assoc.state.whole_on(direction, channel));
        let seen = Seen { frame: view.id, direction: view.direction, channel, body, whole };
        let mut writer = Writer {
            association: assoc.id,
            most_frames: self.options.limits.exchange_frames,
            lost: !seen.is_whole(view.direction.flip()),
            begun: 0,
            store: &mut self.store,
        };
        let link = assoc.state.native.take(&seen, &mut writer);
        assoc.exchanges += writer.begun;
        link
    }

    fn hello(&mut self, index: usize, view: &View<'_>, body: &Body<'_>) {
        self.judge_view(index, view);
        if matches!(view.placed.fact, SequenceFact::Replay { .. }) || !view.raw.crc_ok {
            return;
        }
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = view.subject(assoc);
        let frame = view.ctx(assoc, &self.store);
        let found = self.judges.hello(&HelloCtx { frame: &frame, body }, subject);
        assoc.state.hellos.take(view.direction, view.id, body);
        self.recorder.store(found, &mut self.store, Some(assoc));
    }

    fn hello_done(&mut self, index: usize, view: &View<'_>) {
        let heard = !self.is_unheard(index, view);
        if let Some(assoc) = self.associations.get_mut(index).filter(|_| heard) {
            assoc.state.hellos.end(view.direction, view.id);
        }
    }
}

/// Writes the exchange rows of native channels.
struct Writer<'a> {
    store: &'a mut Store,
    association: AssociationId,
    most_frames: usize,
    /// Whether the capture lacks part of what the other side sent: a reply without request answers one that was lost.
    lost: bool,
    begun: u64,
}

impl Writer<'_> {
    fn intern(&mut self, text: &str) -> Sym {
        match self.store.symbols.find(text) {
            Some(known) => known,
            None => Arc::make_mut(&mut self.store.symbols).intern(text),
        }
    }

    fn error_token(&mut self, body: &Body<'_>) -> Sym {
        body.error_code().map_or(Sym::EMPTY, |(code, _)| self.intern(&code.to_string()))
    }

    fn list(&mut self, exchange: ExchangeId, frame: FrameId) {
        let known = self.store.exchange_frames(exchange);
        let lists = Arc::make_mut(&mut self.store.long_exchanges);
        let list = lists.entry(exchange).or_insert(known);
        if list.len() < self.most_frames && !list.contains(&frame) {
            list.push(frame);
        }
    }
}

impl Rows for Writer<'_> {
    fn begin(&mut self, seen: &Seen<'_>, asks: bool) -> ExchangeId {
        let body = seen.body;
        let method = self.intern(&body.schema.frame_type.label(seen.channel));
        let error_token = self.error_token(body);
        self.begun += 1;
        let fixed = match body.schema.effect {
            EffectRule::Fixed(effect) => Some(effect),
            EffectRule::Declared | EffectRule::Writes => None,
        };
        let effect = body.effect().and_then(|(effect, _)| u8::try_from(effect).ok());
        let ends = !matches!(body.role(), Role::Part | Role::Push);
        let row = ExchangeRow {
            association: self.association,
            request: asks.then_some(seen.frame),
            reply: (!asks && ends).then_some(seen.frame),
            first: seen.frame,
            frames: 1,
            method,
            error_token,
            transport_code: None,
            initiator: if asks { seen.direction } else { seen.direction.flip() },
            protocol: Protocol::NULL,
            state: match body.role() {
                _ if asks => ExchangeState::Pending,
                _ if !self.lost => ExchangeState::ReplyOnly,
                Role::Error => ExchangeState::Error,
                Role::Part => ExchangeState::Streaming,
                Role::End => ExchangeState::Streamed,
                _ => ExchangeState::Answered,
            },
            effect_required: fixed.filter(|_| asks),
            effect_declared: effect.filter(|_| asks).map_or(Declared::Nothing, Declared::Effect),
            effect_source: if asks && fixed.is_some() { EffectSource::Mapping } else { EffectSource::Unknown },
            worst: None,
        };
        ExchangeId::from_index(self.store.exchanges.push(row))
    }

    fn add(&mut self, exchange: ExchangeId, seen: &Seen<'_>, outcome: Outcome) {
        let error_token = self.error_token(seen.body);
        let ends = matches!(outcome, Outcome::Answered | Outcome::Streamed | Outcome::Error);
        let listed = self.store.long_exchanges.contains_key(&exchange);
        let answered = self.store.exchange(exchange).is_some_and(|row| row.reply.is_some());
        if !ends || listed || answered {
            self.list(exchange, seen.frame);
        }
        let Some(row) = self.store.exchanges.get_mut(exchange.index()) else { return };
        row.frames = row.frames.saturating_add(1);
        let settled = row.state == ExchangeState::Answered;
        let state = match outcome {
            Outcome::Streaming if row.state == ExchangeState::Pending => ExchangeState::Streaming,
            Outcome::Streamed if !settled => ExchangeState::Streamed,
            Outcome::Answered => ExchangeState::Answered,
            Outcome::Error => ExchangeState::Error,
            Outcome::Cancelled => ExchangeState::Cancelled,
            Outcome::None | Outcome::Streaming | Outcome::Streamed => return,
        };
        row.state = state;
        if ends {
            row.reply = Some(seen.frame);
            row.error_token = error_token;
        }
    }
}
