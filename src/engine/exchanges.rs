//! Exchange rows, as the correlator changes them.

use std::sync::Arc;

use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::symbol::Sym;
use crate::session::arrival::{Arrival, ErrorKind, Kind};
use crate::session::correlator::{Exchanges, Outcome};
use crate::store::row::{Declared, EffectSource, ExchangeRow, ExchangeState};
use crate::store::snapshot::Store;

/// What a message adds to its exchange beyond what pairing needs.
#[derive(Clone, Copy)]
pub(super) struct Details<'a> {
    /// Raw token of the foreign error code; empty when none.
    pub(super) error_token: &'a str,
    /// Where the required class comes from.
    pub(super) source: EffectSource,
}

/// Writes exchange rows of one association.
pub(super) struct Writer<'a> {
    pub(super) store: &'a mut Store,
    pub(super) association: AssociationId,
    /// Whether the capture lacks part of what the other side sent: a reply without request answers one that was lost.
    pub(super) lost: bool,
    pub(super) details: Details<'a>,
    pub(super) most_frames: usize,
    pub(super) most_symbol: usize,
    pub(super) begun: u64,
    /// The symbol of the message's method, once it was asked for.
    pub(super) method: Option<Sym>,
}

impl Writer<'_> {
    fn intern(&mut self, octets: &[u8]) -> Sym {
        let cut = octets.get(..self.most_symbol).unwrap_or(octets);
        let text = String::from_utf8_lossy(cut);
        match self.store.symbols.find(&text) {
            Some(known) => known,
            None => Arc::make_mut(&mut self.store.symbols).intern(&text),
        }
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

impl Exchanges for Writer<'_> {
    fn begin(&mut self, arrival: &Arrival<'_>) -> ExchangeId {
        let asks = matches!(arrival.kind, Kind::Request | Kind::Notify);
        let method = self.method(arrival.method);
        let error_token = self.intern(self.details.error_token.as_bytes());
        self.begun += 1;
        let row = ExchangeRow {
            association: self.association,
            request: asks.then_some(arrival.frame),
            reply: (!asks && arrival.kind != Kind::StreamData).then_some(arrival.frame),
            first: arrival.frame,
            frames: 1,
            method,
            error_token,
            transport_code: code(arrival.error),
            initiator: if asks { arrival.direction } else { arrival.direction.flip() },
            protocol: arrival.protocol,
            state: match arrival.kind {
                Kind::Request => ExchangeState::Pending,
                Kind::Notify => ExchangeState::Notification,
                Kind::StreamData if self.lost => ExchangeState::Streaming,
                kind if self.lost => ended(ExchangeState::Pending, kind, arrival.error),
                _ => ExchangeState::ReplyOnly,
            },
            effect_required: arrival.required,
            effect_declared: if asks { declared(arrival) } else { Declared::Nothing },
            effect_source: self.details.source,
            worst: None,
        };
        ExchangeId::from_index(self.store.exchanges.push(row))
    }

    fn method(&mut self, method: &[u8]) -> Sym {
        if let Some(known) = self.method {
            return known;
        }
        let symbol = self.intern(method);
        self.method = Some(symbol);
        symbol
    }

    fn add(&mut self, exchange: ExchangeId, arrival: &Arrival<'_>, outcome: Outcome) {
        let ends = matches!(outcome, Outcome::Ended(..));
        let error_token = if ends { self.intern(self.details.error_token.as_bytes()) } else { Sym::EMPTY };
        if !ends || self.store.long_exchanges.contains_key(&exchange) {
            self.list(exchange, arrival.frame);
        }
        let Some(row) = self.store.exchanges.get_mut(exchange.index()) else { return };
        row.frames = row.frames.saturating_add(1);
        match outcome {
            Outcome::Streaming if row.state == ExchangeState::Pending => row.state = ExchangeState::Streaming,
            Outcome::None | Outcome::Streaming => {}
            Outcome::Cancelled => row.state = ExchangeState::Cancelled,
            Outcome::Reopened => {
                row.state = ExchangeState::Pending;
                row.reply = None;
            }
            Outcome::Ended(kind, error) => {
                row.reply = Some(arrival.frame);
                row.error_token = error_token;
                row.transport_code = code(error);
                row.state = ended(row.state, kind, error);
            }
        }
    }

    fn evicted(&mut self, exchange: ExchangeId) {
        if let Some(row) = self.store.exchanges.get_mut(exchange.index()) {
            row.state = ExchangeState::Unanswered;
        }
    }
}

const fn code(error: Option<ErrorKind>) -> Option<u8> {
    match error {
        Some(ErrorKind::Transport(code)) => Some(code),
        _ => None,
    }
}

const fn declared(arrival: &Arrival<'_>) -> Declared {
    match arrival.label {
        Some(effect) => Declared::Effect(effect),
        None if arrival.label_unreadable => Declared::Unreadable,
        None => Declared::Nothing,
    }
}

fn ended(before: ExchangeState, kind: Kind, error: Option<ErrorKind>) -> ExchangeState {
    match (kind, error) {
        (Kind::Error, Some(ErrorKind::Transport(_))) => ExchangeState::TransportError,
        (Kind::Error, _) => ExchangeState::Error,
        (Kind::StreamEnd | Kind::StreamData, _) if before == ExchangeState::Cancelled => ExchangeState::Cancelled,
        (Kind::StreamEnd | Kind::StreamData, _) => ExchangeState::Streamed,
        _ => ExchangeState::Answered,
    }
}
