//! The frame object.

use serde::Serialize;

use super::bridge::{self, Bridge};
use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::text::hex;
use crate::crypto::digest::sha256;
use crate::report::Context;
use crate::store::row::FrameRow;

/// A frame, as JSON.
#[derive(Serialize, Debug)]
#[expect(clippy::struct_field_names, reason = "the names are the keys of the contract")]
pub(in crate::report) struct Frame {
    association: u64,
    frame: u64,
    direction: &'static str,
    complete: bool,
    index: Option<u64>,
    stream_offset: Option<u64>,
    quic_stream: Option<u64>,
    input: u64,
    packet: u64,
    time: String,
    length: u32,
    channel: u16,
    channel_name: String,
    r#type: u16,
    type_name: String,
    flags: u8,
    seq: u64,
    epoch: Option<u32>,
    ratchet_generation: Option<u32>,
    protection: &'static str,
    sealed_reason: Option<&'static str>,
    plaintext_length: Option<usize>,
    plaintext_sha256: Option<String>,
    exchange: Option<u64>,
    findings: Vec<&'static str>,
    bridge: Option<Bridge>,
}

impl Frame {
    /// The object of a row. `index` is its ordinal among the complete frames of its direction; see [`Ordinals`].
    pub(in crate::report) fn of(context: &Context<'_>, id: FrameId, row: &FrameRow, index: Option<u64>) -> Self {
        let snapshot = context.snapshot;
        let stream = snapshot.stream(row.stream);
        let (input, packet) = snapshot.packet_place(row.packet);
        let phase = snapshot.phase_of(row);
        let plain = context.octets(id).and_then(|octets| octets.plain);
        Self {
            association: context.number(snapshot.association_of(row)),
            frame: id.number(),
            direction: snapshot.direction_of(row).name(),
            complete: row.complete,
            index,
            stream_offset: stream.is_none_or(|stream| !stream.datagrams).then_some(row.offset),
            quic_stream: stream.and_then(|stream| stream.quic_stream),
            input,
            packet,
            time: row.time.to_string(),
            length: row.length,
            channel: row.channel.0,
            channel_name: row.channel.label(),
            r#type: row.frame_type.0,
            type_name: row.type_label(),
            flags: row.flags,
            seq: row.seq,
            epoch: phase.map(|phase| phase.epoch),
            ratchet_generation: phase.map(|phase| phase.generation),
            protection: row.protection.name(),
            sealed_reason: row.protection.reason().map(crate::store::row::SealedReason::name),
            plaintext_length: plain.as_ref().map(Vec::len),
            plaintext_sha256: plain.as_deref().map(|plain| hex(&sha256(plain))),
            exchange: row.exchange().map(crate::base::id::ExchangeId::number),
            findings: rules(context, id),
            bridge: plain.as_deref().filter(|_| bridge::is_carrier(row)).map(|plain| Bridge::of(context, row, plain)),
        }
    }
}

/// Ids of the rules that found something about a frame, in the order of the findings.
pub(in crate::report) fn rules(context: &Context<'_>, id: FrameId) -> Vec<&'static str> {
    super::finding::rules(context.snapshot, context.snapshot.findings_of_frame(id))
}

/// Counts the complete frames of each association and direction.
#[derive(Debug, Default)]
pub(in crate::report) struct Ordinals(Vec<[u64; 2]>);

impl Ordinals {
    /// The ordinal of a frame when all frames are shown in order; `None` for an incomplete one.
    pub(in crate::report) fn next(&mut self, context: &Context<'_>, row: &FrameRow) -> Option<u64> {
        if !row.complete {
            return None;
        }
        let association = context.snapshot.association_of(row).index();
        if association >= self.0.len() {
            self.0.resize(association + 1, [0; 2]);
        }
        let direction: Direction = context.snapshot.direction_of(row);
        let slot = &mut self.0[association][direction.index()];
        *slot += 1;
        Some(*slot - 1)
    }
}
