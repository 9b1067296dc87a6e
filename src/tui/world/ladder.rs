//! The frames of each association, with the events of streams folded away: what the diagram shows.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

/// Open exchanges watched in one association; the oldest are watched no longer.
const WATCHED: usize = 1024;

/// The ladder of one association.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// Frames that have a line of their own while every stream is folded, ascending.
    lines: Vec<u32>,
    /// Exchanges that wait for an end.
    open: BTreeSet<ExchangeId>,
}

/// All ladders, kept up to date by looking at new frames only.
#[derive(Clone, Debug, Default)]
pub struct Ladders {
    ladders: Vec<Ladder>,
    /// Events of each stream, ascending. The first one has a line even when the stream is folded.
    events: FxHashMap<ExchangeId, Vec<u32>>,
}

impl Ladders {
    /// Frames of an association that have a line, those that were evicted left out.
    pub fn lines(&self, association: AssociationId, first: usize) -> &[u32] {
        let lines = self.ladders.get(association.index()).map_or(&[][..], |ladder| &ladder.lines);
        lines.get(lines.partition_point(|line| (*line as usize) < first)..).unwrap_or_default()
    }

    /// Events of the stream of an exchange, ascending.
    pub fn events(&self, exchange: ExchangeId) -> &[u32] {
        self.events.get(&exchange).map_or(&[], Vec::as_slice)
    }

    /// The frame whose line stands for a frame while streams are folded.
    pub fn line_of(&self, snapshot: &Snapshot, frame: FrameId) -> FrameId {
        let exchange = snapshot.frame(frame).and_then(FrameRow::exchange);
        let events = exchange.map_or(&[][..], |exchange| self.events(exchange));
        match events.first() {
            Some(first) if events.binary_search(&frame.0).is_ok() => FrameId(*first),
            _ => frame,
        }
    }

    /// Exchanges of an association that wait for an end, oldest first.
    pub fn open(&self, association: AssociationId) -> impl DoubleEndedIterator<Item = ExchangeId> {
        self.ladders.get(association.index()).into_iter().flat_map(|ladder| ladder.open.iter().copied())
    }

    /// Takes a further frame.
    pub(super) fn frame(&mut self, snapshot: &Snapshot, id: FrameId, row: &FrameRow, association: AssociationId, direction: Direction) {
        if self.ladders.len() <= association.index() {
            self.ladders.resize_with(association.index() + 1, Ladder::default);
        }
        let Some(ladder) = self.ladders.get_mut(association.index()) else { return };
        let exchange = row.exchange().and_then(|exchange| Some((exchange, snapshot.exchange(exchange)?)));
        if let Some((exchange, known)) = exchange {
            if known.state.is_open() && ladder.open.insert(exchange) && ladder.open.len() > WATCHED {
                ladder.open.pop_first();
            }
            let is_end = known.request == Some(id) || known.reply == Some(id);
            let is_event = row.channel != Channel::BRIDGE || row.frame_type == FrameType::BRIDGE_STREAM_DATA;
            if !is_end && is_event && direction != known.initiator && known.request.is_some() {
                let events = self.events.entry(exchange).or_default();
                events.push(id.0);
                if events.len() > 1 {
                    return;
                }
            }
        }
        ladder.lines.push(id.0);
    }

    /// Takes note of exchanges that ended and frames that were evicted.
    pub(super) fn settle(&mut self, snapshot: &Snapshot) {
        let is_open = |id: &ExchangeId| snapshot.exchange(*id).is_some_and(|row| row.state.is_open());
        let first = snapshot.frames.first();
        for ladder in &mut self.ladders {
            if !ladder.open.is_empty() {
                ladder.open.retain(is_open);
            }
            let gone = ladder.lines.partition_point(|line| (*line as usize) < first);
            if gone > ladder.lines.len() / 2 {
                ladder.lines.drain(..gone);
            }
        }
        if first > 0 && !self.events.is_empty() {
            self.events.retain(|_, events| events.last().is_some_and(|last| *last as usize >= first));
        }
    }
}
