//! Places that outlive a reading: named by packets, which stay the same however much of the capture can be opened.

use serde::{Deserialize, Serialize};

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::text::escape;
use crate::base::time::Timestamp;
use crate::store::snapshot::Snapshot;
use crate::tui::command::View;

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An exchange, named by its first frame.
    Exchange,
    /// A frame.
    Frame,
    /// An association, named by its first packet.
    Association,
    /// A finding about a frame.
    Finding,
}

impl Kind {
    /// The kind of a view's rows, when they can be remembered.
    pub const fn of(view: View) -> Option<Self> {
        match view {
            View::Exchanges => Some(Self::Exchange),
            View::Frames | View::Diagram => Some(Self::Frame),
            View::Associations => Some(Self::Association),
            View::Findings => Some(Self::Finding),
            View::Channels | View::Conformance => None,
        }
    }

    /// The view that lists it.
    pub const fn view(self) -> View {
        match self {
            Self::Exchange => View::Exchanges,
            Self::Frame => View::Frames,
            Self::Association => View::Associations,
            Self::Finding => View::Findings,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::Frame => "frame",
            Self::Association => "association",
            Self::Finding => "finding",
        }
    }
}

/// A place in one input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// What is there.
    pub kind: Kind,
    /// The packet, from 1, that completes the frame, or with which the association begins.
    pub packet: u64,
    /// Which of the frames that this packet completes, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub nth: usize,
    /// Which of the exchanges of this frame, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub member: usize,
    /// The rule of the finding.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// When, as the packet says: another capture of the same name is not taken for this one.
    pub time: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_first(at: &usize) -> bool {
    *at == 0
}

/// The place of a row with its input (from 1); `None` when a row like that cannot be found again.
pub fn of_row(shown: &Snapshot, view: View, row: usize) -> Option<(u64, Place)> {
    match Kind::of(view)? {
        Kind::Frame => of_frame(shown, FrameId::from_index(row)),
        Kind::Exchange => {
            let exchange = shown.exchange(ExchangeId::from_index(row))?;
            let frame = exchange.request.unwrap_or(exchange.first);
            let (input, place) = of_frame(shown, frame)?;
            let member = (shown.exchanges.first()..row).rev().take_while(|at| begins_with(shown, *at, frame)).count();
            Some((input, Place { kind: Kind::Exchange, member, ..place }))
        }
        Kind::Association => {
            let association = shown.association(AssociationId::from_index(row))?;
            let (input, packet) = shown.packet_place(association.first_packet);
            let time = association.first_time.to_string();
            Some((input, Place { kind: Kind::Association, packet, nth: 0, member: 0, rule: String::new(), time }))
        }
        Kind::Finding => {
            let finding = shown.finding(FindingId::from_index(row))?;
            let (input, place) = of_frame(shown, finding.frame?)?;
            Some((input, Place { kind: Kind::Finding, rule: finding.rule.id.to_owned(), ..place }))
        }
    }
}

fn of_frame(shown: &Snapshot, id: FrameId) -> Option<(u64, Place)> {
    let frame = shown.frame(id)?;
    let (input, packet) = shown.packet_place(frame.packet);
    let before = (shown.frames.first()..id.index()).rev();
    let nth = before.take_while(|at| shown.frames.get(*at).is_some_and(|other| other.packet == frame.packet)).count();
    Some((input, Place { kind: Kind::Frame, packet, nth, member: 0, rule: String::new(), time: frame.time.to_string() }))
}

/// The row of a place in an input, when it is there.
pub fn find(shown: &Snapshot, input: u64, place: &Place) -> Option<usize> {
    if place.kind == Kind::Association {
        let here = (input, place.packet);
        let mut rows = shown.associations.iter();
        let found = rows.find(|(_, row)| shown.packet_place(row.first_packet) == here && row.first_time.to_string() == place.time);
        return found.map(|(at, _)| at);
    }
    let first = first_frame(shown, input, place.packet)?;
    let frame = FrameId::from_index(first.checked_add(place.nth)?);
    let row = shown.frame(frame)?;
    if shown.packet_place(row.packet) != (input, place.packet) || row.time.to_string() != place.time {
        return None;
    }
    match place.kind {
        Kind::Exchange => {
            let named = row.exchange()?.index();
            let before = (shown.exchanges.first()..named).rev().take_while(|at| begins_with(shown, *at, frame)).count();
            let first = named.checked_sub(before)?;
            Some(first.checked_add(place.member)?).filter(|at| begins_with(shown, *at, frame))
        }
        Kind::Finding => {
            let ids = shown.findings_of_frame(frame);
            ids.iter().find(|id| shown.finding(**id).is_some_and(|finding| finding.rule.id == place.rule)).map(|id| id.index())
        }
        _ => Some(frame.index()),
    }
}

fn begins_with(shown: &Snapshot, exchange: usize, frame: FrameId) -> bool {
    shown.exchanges.get(exchange).is_some_and(|row| row.request.unwrap_or(row.first) == frame)
}

/// The first frame that a packet completes. One input is searched in halves, several one frame after another.
fn first_frame(shown: &Snapshot, input: u64, packet: u64) -> Option<usize> {
    let (mut low, mut high) = (shown.frames.first(), shown.frames.len());
    let place = |at: usize| shown.frames.get(at).map(|row| shown.packet_place(row.packet));
    if shown.inputs.len() > 1 {
        return (low..high).find(|at| place(*at) == Some((input, packet)));
    }
    while low < high {
        let middle = low.midpoint(high);
        if place(middle).is_some_and(|found| found < (input, packet)) { low = middle + 1 } else { high = middle }
    }
    Some(low)
}

/// What stands at a row, in a few words.
pub fn about(shown: &Snapshot, view: View, row: usize) -> String {
    let text = match Kind::of(view) {
        Some(Kind::Exchange) => shown.exchanges.get(row).map(|row| escape(shown.text(row.method))),
        Some(Kind::Frame) => shown.frames.get(row).map(|row| format!("{} {}", row.channel.label(), row.frame_type.label(row.channel))),
        Some(Kind::Association) => shown.associations.get(row).map(|row| format!("{} to {}", row.client, row.server)),
        Some(Kind::Finding) => shown.findings.get(row).map(|row| row.rule.id.to_owned()),
        None => None,
    };
    text.unwrap_or_default()
}

/// The clock of a place.
pub fn clock(place: &Place) -> &str {
    place.time.get(11..23).unwrap_or_default()
}

/// When a row was, for a mark that has no place.
pub fn clock_of(shown: &Snapshot, view: View, row: usize) -> String {
    crate::tui::goto::time_of(shown, view, row).map_or_else(String::new, Timestamp::clock)
}
