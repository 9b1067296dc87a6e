//! The exchange object.

use serde::Serialize;

use super::effect::EffectName;
use super::{bridge, native};
use crate::base::id::{ExchangeId, FrameId};
use crate::report::Context;
use crate::spec::effect::Effect;
use crate::store::row::ExchangeRow;

/// An exchange, as JSON.
#[derive(Serialize, Debug)]
#[expect(clippy::struct_field_names, reason = "the names are the keys of the contract")]
pub(in crate::report) struct Exchange<'a> {
    association: u64,
    exchange: u64,
    initiator: &'static str,
    protocol_id: Option<u8>,
    protocol: String,
    method: Option<&'a str>,
    id: Option<String>,
    correlation_hex: Option<String>,
    request_frame: Option<u64>,
    reply_frame: Option<u64>,
    frames: Vec<u64>,
    state: &'static str,
    error_code: Option<i128>,
    error_code_token: Option<&'a str>,
    transport_code: Option<u8>,
    http_status: Option<u16>,
    effect_required: Option<&'static str>,
    effect_declared: Option<EffectName>,
    effect_source: &'static str,
    latency_ns: Option<i64>,
    findings: Vec<&'static str>,
}

impl<'a> Exchange<'a> {
    /// The object of a row.
    pub(in crate::report) fn of(context: &'a Context<'_>, id: ExchangeId, row: &ExchangeRow) -> Self {
        let snapshot = context.snapshot;
        let native = is_native(context, row);
        let keys = if native { native::keys(context, row) } else { bridge::keys(context, row) };
        let token = text(snapshot.text(row.error_token));
        Self {
            association: context.number(row.association),
            exchange: id.number(),
            initiator: row.initiator.name(),
            protocol_id: (!native).then_some(row.protocol.0),
            protocol: protocol(context, row),
            method: text(snapshot.text(row.method)),
            id: keys.id,
            correlation_hex: keys.correlation_hex,
            request_frame: row.request.map(FrameId::number),
            reply_frame: row.reply.map(FrameId::number),
            frames: snapshot.exchange_frames(id).into_iter().map(FrameId::number).collect(),
            state: row.state.name(),
            error_code: token.and_then(|token| token.parse().ok()),
            error_code_token: token,
            transport_code: row.transport_code,
            http_status: None,
            effect_required: row.effect_required.map(Effect::name),
            effect_declared: row.effect_declared.octet().map(EffectName::new),
            effect_source: row.effect_source.name(),
            latency_ns: snapshot.latency(row),
            findings: super::finding::rules(snapshot, snapshot.findings_of_exchange(id)),
        }
    }
}

/// Whether an exchange is one of a native channel.
pub(in crate::report) fn is_native(context: &Context<'_>, row: &ExchangeRow) -> bool {
    context.snapshot.frame(row.first).is_some_and(|frame| !frame.frame_type.is_bridge(frame.channel))
}

/// The carried protocol's name; for an exchange of a native channel the channel's.
pub(in crate::report) fn protocol(context: &Context<'_>, row: &ExchangeRow) -> String {
    match context.snapshot.frame(row.first) {
        Some(frame) if !frame.frame_type.is_bridge(frame.channel) => frame.channel.label(),
        _ => bridge::protocol(context, row.protocol),
    }
}

/// Text that rows keep empty when there is none.
fn text(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
