//! The picture is of another reading of the capture: rows may stand in other places, and everything on the screen stays with what it
//! shows.

use std::net::SocketAddr;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId, PacketId};
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;
use crate::tui::command::View;
use crate::tui::detail::{Detail, Subject};
use crate::tui::list::grouped::HEADS;
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::world::lanes;

use super::{moved, reveal};

/// Moves lists, marks and detail over from the picture `before` to the one that is shown.
pub(super) fn move_over(model: &mut Model, before: &Snapshot) -> Vec<Effect> {
    let now = model.world.shown.clone();
    let between = Between { before, now: &now };
    let old = model.detail.take();
    for view in View::ALL {
        let (selected, top, marks) = model.lists[view as usize].named();
        // Findings in which nobody has moved go on beginning with the worst, which may be a new one.
        let rests = view == View::Findings && model.lists[view as usize].is_untouched() && (model.view != view || old.is_none());
        let selected = selected.filter(|_| !rests).and_then(|row| between.nearest(view, row));
        let top = top.filter(|_| !rests).and_then(|row| between.nearest(view, row));
        let marks = marks.into_iter().filter_map(|row| between.row(view, row)).collect();
        let bounds = model.world.bounds(view);
        model.lists[view as usize].move_over(bounds, (selected, top, marks));
    }
    model.ids.forget();
    model.bookmarks.settle(&now);
    let now_of = |id: Option<AssociationId>| id.and_then(|id| between.association(id));
    (model.looks.lanes_of, model.looks.diagram_of) = (now_of(model.looks.lanes_of), now_of(model.looks.diagram_of));
    if !between.is_same_numbering() {
        model.looks.forget();
    }
    let Some(old) = old else { return moved(model) };
    let subject = between.row(old.subject.view, old.subject.row).map(|row| Subject { row, ..old.subject });
    let Some(subject) = subject.or_else(|| model.subject()) else { return moved(model) };
    let mut detail = Detail::new(&model.world, subject, &model.memory);
    let same = old.frame.and_then(|frame| between.frame(frame));
    if let Some(frame) = same.filter(|frame| detail.frames.contains(frame)) {
        detail.frame = Some(frame);
        detail.keep(old, &now);
    }
    let wanted = detail.frame;
    model.detail = Some(detail);
    reveal(model);
    wanted.map(Effect::Load).into_iter().collect()
}

/// Two readings of one capture.
struct Between<'a> {
    before: &'a Snapshot,
    now: &'a Snapshot,
}

impl Between<'_> {
    /// Whether the same rows stand in the same places, those that only one of the two has kept included.
    fn is_same_numbering(&self) -> bool {
        self.before.numbering == self.now.numbering
    }

    /// Where the thing of a row stands now.
    fn row(&self, view: View, row: usize) -> Option<usize> {
        if self.is_same_numbering() && view != View::Findings {
            return Some(row);
        }
        match view {
            View::Exchanges => self.exchange(ExchangeId::from_index(row)).map(ExchangeId::index),
            View::Frames | View::Diagram => self.frame(FrameId::from_index(row)).map(FrameId::index),
            View::Associations => self.association(AssociationId::from_index(row)).map(AssociationId::index),
            View::Findings => match group_named(row) {
                Some((grouping, member)) => self.finding(member).map(|now| HEADS | grouping.bits() | now.index()),
                None => self.finding(FindingId::from_index(row)).map(FindingId::index),
            },
            View::Channels => {
                let (association, channel) = lanes::named_by(row);
                self.association(association).map(|now| lanes::row_of(now, channel))
            }
            View::Conformance => Some(row),
        }
    }

    /// Where the thing of a row stands now, or what stands where it would.
    fn nearest(&self, view: View, row: usize) -> Option<usize> {
        self.row(view, row).or_else(|| {
            let packet = self.packet_now(self.packet_of(view, row)?)?;
            Some(match view {
                View::Exchanges => self.first_exchange(packet),
                View::Frames | View::Diagram => self.first_frame(packet),
                _ => return None,
            })
        })
    }

    fn packet_of(&self, view: View, row: usize) -> Option<PacketId> {
        let frame = match view {
            View::Exchanges => self.before.exchange(ExchangeId::from_index(row))?.first,
            View::Frames | View::Diagram => FrameId::from_index(row),
            _ => return None,
        };
        Some(self.before.frame(frame)?.packet)
    }

    /// The ordinal that a packet has now: what a ring has overwritten since is not counted any more.
    fn packet_now(&self, packet: PacketId) -> Option<PacketId> {
        let absolute = u64::from(packet.0) + self.before.overwritten();
        u32::try_from(absolute.checked_sub(self.now.overwritten())?).ok().map(PacketId)
    }

    fn frame(&self, id: FrameId) -> Option<FrameId> {
        if self.is_same_numbering() {
            return Some(id);
        }
        let row = self.before.frame(id)?;
        let packet = self.packet_now(row.packet)?;
        let association = self.association(self.before.association_of(row))?;
        let sender = Self::sender(self.before, row);
        let from = self.first_frame(packet);
        let same_packet = (from..self.now.frames.len()).map_while(|at| Some((at, self.now.frames.get(at)?)));
        let mut same_packet = same_packet.take_while(|(_, other)| other.packet == packet);
        let found = same_packet.find(|(_, other)| {
            self.now.association_of(other) == association && is_same(row, other) && Self::sender(self.now, other) == sender
        });
        found.map(|(at, _)| FrameId::from_index(at))
    }

    /// Who sends a frame: the address. What is called client may change when more is read.
    fn sender(snapshot: &Snapshot, row: &FrameRow) -> Option<SocketAddr> {
        let association = snapshot.association(snapshot.association_of(row))?;
        Some(if snapshot.direction_of(row) == Direction::C2s { association.client } else { association.server })
    }

    /// The first frame that a packet, or a later one, completes.
    fn first_frame(&self, packet: PacketId) -> usize {
        let (mut low, mut high) = (self.now.frames.first(), self.now.frames.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.now.frames.get(middle).is_some_and(|row| row.packet < packet) { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn first_exchange(&self, packet: PacketId) -> usize {
        let frame = FrameId::from_index(self.first_frame(packet));
        let (mut low, mut high) = (self.now.exchanges.first(), self.now.exchanges.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.now.exchanges.get(middle).is_some_and(|row| row.first < frame) { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn exchange(&self, id: ExchangeId) -> Option<ExchangeId> {
        let row = self.before.exchange(id)?;
        let frames = [row.request, Some(row.first), row.reply];
        frames.into_iter().flatten().find_map(|frame| self.now.frame(self.frame(frame)?)?.exchange())
    }

    fn association(&self, id: AssociationId) -> Option<AssociationId> {
        if self.is_same_numbering() {
            return Some(id);
        }
        let row = self.before.association(id)?;
        let packet = self.packet_now(row.first_packet)?;
        let ends = |client, server| (client, server) == (row.client, row.server) || (server, client) == (row.client, row.server);
        let mut rows = self.now.associations.iter();
        let found = rows.find(|(_, other)| other.first_packet == packet && ends(other.client, other.server));
        found.map(|(at, _)| AssociationId::from_index(at))
    }

    fn finding(&self, id: FindingId) -> Option<FindingId> {
        let row = self.before.finding(id)?;
        if let Some(frame) = row.frame {
            let ids = self.now.findings_of_frame(self.frame(frame)?);
            return ids.iter().copied().find(|id| self.now.finding(*id).is_some_and(|other| other.rule.id == row.rule.id));
        }
        let association = match row.association {
            Some(association) => Some(self.association(association)?),
            None => None,
        };
        let same = |other: &crate::store::finding::Finding| {
            other.rule.id == row.rule.id
                && other.association == association
                && other.frame.is_none()
                && other.stream_offset == row.stream_offset
        };
        self.now.findings.iter().find(|(_, other)| same(other)).map(|(at, _)| FindingId::from_index(at))
    }
}

fn is_same(row: &FrameRow, other: &FrameRow) -> bool {
    (row.offset, row.seq, row.channel, row.length) == (other.offset, other.seq, other.channel, other.length)
}
